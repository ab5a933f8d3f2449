/* A spinlock made of __atomic_exchange_n, in functions of its own, guards a sum. Racy: lock
   stores 1 whether or not it was free. */
#include <pthread.h>
#include <stdio.h>

struct spin {
  int taken;
};

static struct spin guard;
static long sum;

static void spin_lock (struct spin *s)
{
  __atomic_store_n (&s->taken, 1, __ATOMIC_SEQ_CST);
}

static void spin_unlock (struct spin *s)
{
  __atomic_store_n (&s->taken, 0, __ATOMIC_RELEASE);
}

static void *add (void *arg)
{
  spin_lock (&guard);
  sum += 3; /* dg-warning "data race on 'sum'" dg-message "updated here" */
  spin_unlock (&guard);
  return arg;
}

static void *subtract (void *arg)
{
  spin_lock (&guard);
  sum -= 3;
  spin_unlock (&guard);
  return arg;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, add, NULL);
  pthread_create (&b, NULL, subtract, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%ld\n", sum);
  return 0;
}
