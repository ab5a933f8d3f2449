/* An access outside of the atomic sections. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin (void);
extern void __VERIFIER_atomic_end (void);
extern int __VERIFIER_nondet_int (void);

static int tickets;

static void *take (void *unused)
{
  __VERIFIER_atomic_begin ();
  tickets += __VERIFIER_nondet_int (); /* dg-message "updated here" */
  __VERIFIER_atomic_end ();
  return unused;
}

int main (void)
{
  pthread_t one, two;
  pthread_create (&one, NULL, take, NULL);
  pthread_create (&two, NULL, take, NULL);
  tickets--; /* dg-warning "data race on .tickets" dg-message "updated here" */
  pthread_join (one, NULL);
  pthread_join (two, NULL);
  return tickets;
}
