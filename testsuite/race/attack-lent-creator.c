/* The creator, which holds the lock for its child, writes too. */
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
#define L        pthread_mutex_lock (&m);
#define U        pthread_mutex_unlock (&m);
#define GO(h, f) pthread_create (&h, 0, f, 0);
#define J(h)     pthread_join (h, 0);
static void *c (void *p)
{
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
  return p;
}
static void *t1 (void *p)
{
  pthread_t h;
  L GO (h, c) x++; /* dg-message "updated here" */
  J (h) U return p;
}
static void *t2 (void *p)
{
  L x++;
  U return p;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, t1, NULL);
  pthread_create (&b, NULL, t2, NULL);

  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return x;
}
