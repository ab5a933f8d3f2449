/* p->f, (*p).f and p[0].f are one location.  Racy: p[1].load under the lock of p[0]. */
#include <pthread.h>
#include <stdio.h>

static struct cpu {
  pthread_mutex_t lock;
  int load;
} cpus[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } };

static void up (struct cpu *p)
{
  pthread_mutex_lock (&(*p).lock);
  p->load++; /* dg-warning "data race on '[^']*load" dg-message "updated here" */
  pthread_mutex_unlock (&p[0].lock);
}

static void down (struct cpu *p)
{
  pthread_mutex_lock (&p->lock);
  p[1].load--; /* dg-message "updated here" */
  pthread_mutex_unlock (&(*p).lock);
}

static void *starter (void *unused)
{
  up (&cpus[1]);
  return unused;
}

static void *stopper (void *unused)
{
  down (&cpus[0]);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, starter, NULL);
  pthread_create (&b, NULL, stopper, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", cpus[0].load, cpus[1].load);
  return 0;
}
