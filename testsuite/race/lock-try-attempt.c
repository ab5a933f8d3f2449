/* A function that locks or tries to, and whose result is misread.  */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int attempt (int hard)
{
  if (hard)
    return pthread_mutex_lock (&lock) == 0;
  return pthread_mutex_trylock (&lock) == 0;
}

static void *work (void *p)
{
  int locked = attempt (p != NULL);
  if (!locked)
    count++; /* dg-warning "data race on .count" */
  if (locked)
    pthread_mutex_unlock (&lock);
  return p;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, work, NULL);
  pthread_create (&u, NULL, work, &lock);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
