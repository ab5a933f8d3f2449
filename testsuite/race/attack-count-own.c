/* A thread that has counted itself is one of those that it sees. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static sem_t s;
#define L pthread_mutex_lock (&m);
#define U pthread_mutex_unlock (&m);
#define GO(f)                   \
  pthread_create (&a, 0, f, 0); \
  pthread_detach (a);
static atomic_int q = 2;
static void *t (void *p)
{
  L x = 1;
  U atomic_fetch_sub (&q, 1);
  if (atomic_load (&q) == 1)
    x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
  return p;
}
int main (void)
{
  pthread_t a;
  GO (t) GO (t) return 0;
}
