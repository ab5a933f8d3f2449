/* RULES 1.4: the creator's lock, held from create to join.
   Racy: two children are not protected from each other. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *child (void *unused)
{
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" dg-message "updated here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_mutex_lock (&lock);
  pthread_create (&a, NULL, child, NULL);
  pthread_create (&b, NULL, child, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_mutex_unlock (&lock);
  printf ("%d\n", x);
  return 0;
}
