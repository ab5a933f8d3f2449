/* Tasks that functions create for whoever calls them, and that name what they get.
   RACY 1 'b[]': one does not name what it writes
   RACY 2 'b[]': all say that they read only
   RACY 3 'b[]': another element than the one that is named
   RACY 4 'b[]': created by several threads
   RACY 5 'c': one is created by a task of its own
   RACY 6 'c': the caller does not wait
   RACY 7 'd': in two `single' of which nobody waits for the first
   RACY 8 'd': the callee names the second argument, and accesses the first */
#include "common.h"
static int b[2], c, d;
static void step (int *p, int *q)
{
#if R == 2
#pragma omp task depend(in: *p)
#else
#pragma omp task depend(inout: *p)
#endif
  *p += 1;
#if R == 1
#pragma omp task depend(in: *p)
#elif R == 2
#pragma omp task depend(in: *p) depend(in: *q)
#else
#pragma omp task depend(in: *p) depend(inout: *q)
#endif
  q[R == 3] += *p;
}
static void add (int *to, int *other)
{
#if R == 8
#pragma omp task depend(inout: *other)
#else
#pragma omp task depend(inout: *to)
#endif
  ++*to;
}
static void twice (int *to, int *other)
{
  add (to, other);
  add (to, other);
}
int main (void)
{
  int a = 0;
#pragma omp parallel
  {
#if R != 4
#pragma omp single
#endif
    {
      int own = 0;
      step (R == 4 ? &own : &a, b);
      step (b, &c);
#if R == 3
      step (b + 1, &c);
#endif
#if R == 5
#pragma omp task
#endif
      twice (&c, &d);
#if R != 6
#pragma omp taskwait
#endif
#if R != 4 && R != 5
      c++;
#endif
#pragma omp taskwait
    }
#if R == 7
#pragma omp single nowait
#else
#pragma omp single
#endif
    twice (&d, &c);
#pragma omp single
    add (&d, R == 8 ? &b[1] : &b[0]);
  }
  printf ("%d\n", a + b[0] + c + d);
  return 0;
}
