/* Two threads take turns; a variable under a lock says whose it is.  Racy: the second one goes
   on before it has waited for its turn. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;
static int data;

static void *ping (void *unused)
{
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock (&lock);
    while (turn != 0)
      pthread_cond_wait (&changed, &lock);
    pthread_mutex_unlock (&lock);
    data++; /* dg-warning "data race on 'data'" dg-message "updated here" */
    pthread_mutex_lock (&lock);
    turn = 1;
    pthread_cond_broadcast (&changed);
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

static void *pong (void *unused)
{
  for (int i = 0; i < 10; i++) {
    data += 2; /* dg-message "updated here" */
    pthread_mutex_lock (&lock);
    while (turn != 1)
      pthread_cond_wait (&changed, &lock);
    pthread_mutex_unlock (&lock);
    pthread_mutex_lock (&lock);
    turn = 0;
    pthread_cond_broadcast (&changed);
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, ping, NULL);
  pthread_create (&b, NULL, pong, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return data;
}
