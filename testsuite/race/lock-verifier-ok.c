/* The atomic sections of programs for software verifiers. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin (void);
extern void __VERIFIER_atomic_end (void);
extern int __VERIFIER_nondet_int (void);

static int tickets;

static void *take (void *unused)
{
  __VERIFIER_atomic_begin ();
  tickets += __VERIFIER_nondet_int ();
  __VERIFIER_atomic_end ();
  return unused;
}

int main (void)
{
  pthread_t one, two;
  pthread_create (&one, NULL, take, NULL);
  pthread_create (&two, NULL, take, NULL);
  pthread_join (one, NULL);
  pthread_join (two, NULL);
  return tickets;
}
