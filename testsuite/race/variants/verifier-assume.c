/* Programs for verifiers: what is assumed is so, and a lock is one that is assumed to be free when it is taken.
   RACY 1 'value': the flag is not found to be free
   RACY 2 'value': what is assumed is not looked at and taken at once
   RACY 3 'value': another flag is free
   RACY 4 'value': behind the end
   RACY 5 'value': it was found to be taken
   RACY 6 'other': what is assumed allows it
   RACY 7 'other': assumed of another number */
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin (void);
extern void __VERIFIER_atomic_end (void);
extern void __VERIFIER_assume (int);
extern int __VERIFIER_nondet_int (void);
static int flag, second, value, other;

static void assume_abort_if_not (int c)
{
  if (!c)
    abort ();
}

static void enter (void)
{
#if R == 2
  __VERIFIER_assume (flag == 0);
#endif
  __VERIFIER_atomic_begin ();
#if R == 3
  __VERIFIER_assume (second == 0);
#elif R == 5
  __VERIFIER_assume (flag != 0);
#elif R != 1 && R != 2
  __VERIFIER_assume (flag == 0);
#endif
  flag = 1;
  __VERIFIER_atomic_end ();
}

static void enter_or_die (void)
{
  __VERIFIER_atomic_begin ();
  assume_abort_if_not (flag == 0);
  flag = 1;
  __VERIFIER_atomic_end ();
}

static void leave (void)
{
  __VERIFIER_atomic_begin ();
  flag = 0;
  __VERIFIER_atomic_end ();
}

static void *worker (void *p)
{
  int n = __VERIFIER_nondet_int (), m = __VERIFIER_nondet_int ();
  enter ();
#if R != 4
  value++;
#endif
  leave ();
#if R == 4
  value++;
#endif
  enter_or_die ();
  value--;
  leave ();
  __VERIFIER_assume (n >= 0 && n < (R == 6 ? 100 : 10));
  if ((R == 7 ? m : n) > 50)
    other++;
  return p;
}

int main (void)
{
  pthread_t t;
  while (__VERIFIER_nondet_int ())
    pthread_create (&t, NULL, worker, NULL);
  return 0;
}
