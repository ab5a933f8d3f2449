/* Each thread counts itself twice. */
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
  U L n++;
  n++;
  U return p;
}
int main (void)
{
  pthread_t a;
  GO (t) GO (t) for (;;)
  {
    L int k = n;
    U if (k >= 2) break;
  }
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
  return 0;
}
