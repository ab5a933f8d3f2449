/* The result of trylock is kept as a truth value, and then made to mean less.  */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work (void *p)
{
  bool locked = pthread_mutex_trylock (&lock) == 0;
  bool wanted = locked || p;
  if (wanted)
    count++; /* dg-warning "data race on .count" */
  if (locked)
    pthread_mutex_unlock (&lock);
  return p;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, work, &lock);
  pthread_create (&u, NULL, work, &lock);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
