/* Programs for verifiers: a function whose name says so is executed at once, and so is what is between two calls.
   RACY 1 'count': a function that has another name
   RACY 2 'count': behind the end
   RACY 3 'value': the flag is not found to be free
   RACY 4 'loops': read by somebody else  */
#include <pthread.h>

extern void __VERIFIER_atomic_begin (void);
extern void __VERIFIER_atomic_end (void);
static int count, flag, value, loops;

#if R == 1
# define __VERIFIER_atomic_add atomic_add
#endif
static void __VERIFIER_atomic_add (int n)
{
  count += n;
}

static int __VERIFIER_atomic_try (int *p, int old, int new)
{
  if (*p != old)
    return R == 3;
  *p = new;
  return 1;
}

static void __VERIFIER_atomic_free (void)
{
  flag = 0;
}

static int __VERIFIER_atomic_loop (void)
{
  while (loops < 100)
    loops++;
  return loops;
}

static void *one (void *p)
{
  __VERIFIER_atomic_add (1);
  while (!__VERIFIER_atomic_try (&flag, 0, 1))
    ;
  value++;
  __VERIFIER_atomic_free ();
  __VERIFIER_atomic_loop ();
  return p;
}

static void *two (void *p)
{
  __VERIFIER_atomic_begin ();
#if R != 2
  count--;
#endif
  __VERIFIER_atomic_end ();
#if R == 2
  count--;
#endif
  while (!__VERIFIER_atomic_try (&flag, 0, 1))
    ;
  value--;
  __VERIFIER_atomic_free ();
  return (void *)(long)(R == 4 ? loops : __VERIFIER_atomic_loop ());
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, one, NULL);
  pthread_create (&t, NULL, two, NULL);
  return 0;
}
