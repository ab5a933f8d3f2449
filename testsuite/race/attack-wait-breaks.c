/* The loop that waits for all may be left early. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static sem_t s;
#define L pthread_mutex_lock (&m);
#define U pthread_mutex_unlock (&m);
#define GO(f)                   \
  pthread_create (&a, 0, f, 0); \
  pthread_detach (a);
static void *t (void *p)
{
  L x = 1;
  U sem_post (&s);
  return p;
}

int main (void)
{
  pthread_t a;
  sem_init (&s, 0, 0);
  GO (t) GO (t) for (int i = 0; i < 2; i++)
  {
    if (getenv ("A"))
      break;
    sem_wait (&s);
  }
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
  return 0;
}
