/* Two semaphores that hand on start at 1 both. */
#include <pthread.h>
#include <semaphore.h>
static int x;
static sem_t m, n;
static void *t1 (void *p)
{
  sem_wait (&m);
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
  sem_post (&n);
  return p;
}

static void *t2 (void *p)
{
  sem_wait (&n);
  x++; /* dg-message "updated here" */
  sem_post (&m);
  return p;
}

int main (void)
{
  pthread_t a, b;
  sem_init (&m, 0, 1);
  sem_init (&n, 0, 1);
  pthread_create (&a, NULL, t1, NULL);
  pthread_create (&b, NULL, t2, NULL);

  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return x;
}
