/* A thread is created after main has seen that all have ended. */
#include <pthread.h>
#include <semaphore.h>
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
  U L n--;
  U return p;
}
static void go (void)
{
  pthread_t a;
  L n++;
  U GO (t)
}
int main (void)
{
  pthread_t a;
  go ();
  for (;;) {
    L int k = n;
    U if (k == 0) break;
  }
  go ();
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
  return 0;
}
