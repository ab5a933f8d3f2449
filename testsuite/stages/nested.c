/* dg-options "-fopenmp" */
/* Functions that GCC makes or passes more to: nested functions, OpenMP, setjmp. */
#include <setjmp.h>
int a, b, c;
int *r_chain, *r_omp, *r_jump, *r_called;
static jmp_buf env;

static void call (void (*f) (int *)) { f (&b); }

static void outer (int *x)
{
  int *local = x;
  void inner (int *y) { r_chain = local; r_called = y; }
  inner (&c);      /* r_chain: a; r_called: b c */
  call (inner);    /* through a trampoline */
}

static void parallel (int *x)
{
#pragma omp parallel
  r_omp = x;       /* c */
}

int main (void)
{
  int *volatile p = &a;
  outer (&a);
  parallel (&c);
  if (setjmp (env))
    r_jump = p;    /* a b */
  else {
    p = &b;
    longjmp (env, 1);
  }
  return 0;
}
