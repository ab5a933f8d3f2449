/* Variables that tasks share and only read, of which GCC gives them copies.
   RACY 1 'x': assigned before the task has ended
   RACY 2 'i': the counter of the loop that creates the tasks
   RACY 3 'n': a parameter
   RACY 4 'x': in a task of the task
   RACY 5 'd': a floating point number
   RACY 6 'p': a pointer
   RACY 7 'x': assigned by a second task
   RACY 8 'y': shared with the region, and by that with the task
   RACY 9 'x': the task that is waited for is another one
   RACY 10 'x': two variables, of which the second is private
   RACY 11 'x': assigned on one path
   RACY 12 'x': what the tasks of a loop read, of whom nobody waits for the end */
#include "common.h"
static int r[20], loop[20];
static void number (int n)
{
#pragma omp task shared(n)
  r[0] = n;
#if R != 3
#pragma omp taskwait
#endif
  n = 2;
  r[1] = n;
#pragma omp taskwait
}
static void nested (void)
{
  int x = 1;
#pragma omp task shared(x)
  {
#pragma omp task shared(x)
    r[2] = x;
#if R != 4
#pragma omp taskwait
#endif
  }
#pragma omp taskwait
  x = 2;
  r[3] = x;
}
static void kinds (int a)
{
  double d = 1;
  int *p = &r[4], x = 0, k = 0;
#pragma omp task shared(d)
  r[5] = d > 1;
#pragma omp task shared(p)
  p[0] = 1;
#if R != 5
#pragma omp taskwait
#endif
  d = 2;
#if R == 5
#pragma omp taskwait
#endif
#if R == 6
#pragma omp task shared(p)
  p[0] = 1;
#endif
  p++;
#pragma omp taskwait
  r[6] = d > *p;
#pragma omp task shared(x)
  r[7] = x;
#if R == 7
#pragma omp task shared(x)
  x = 3;
#endif
#pragma omp taskwait
  r[8] = x;
#if R == 10
#pragma omp task shared(x) firstprivate(k)
#else
#pragma omp task firstprivate(x, k)
#endif
  r[9] = x + k;
  k = 1;
  x = 2;
#pragma omp taskwait
  r[9] += x + k;
#pragma omp task shared(x)
  r[10] = x;
#if R == 11
  if (a)
    x = 3;
#endif
#pragma omp taskwait
  if (a)
    x = 4;
#if R == 12
#pragma omp taskloop shared(x) nogroup
#else
#pragma omp taskloop shared(x)
#endif
  for (int i = 11; i < 15; i++)
    loop[i] = x;
  x = 5;
  r[15] = x;
#pragma omp taskwait
}
int main (int argc, char **argv)
{
  int y = 0;
#pragma omp parallel
#pragma omp single
  {
    int x = 0, z = 0, i;
#pragma omp task shared(x)
    r[16] = x;
#if R == 9
#pragma omp taskgroup
    {
#pragma omp task shared(z)
      r[19] = z;
    }
#elif R != 1
#pragma omp taskwait
#endif
    x = 1;
    r[18] = x;
#pragma omp taskwait
    for (i = 0; i < 10; i++) {
#if R == 2
#pragma omp task shared(i)
#else
#pragma omp task firstprivate(i)
#endif
      {
#pragma omp atomic
        r[17] += i;
      }
    }
    number (3);
    nested ();
    kinds (argc);
#pragma omp task shared(x) if (0)
    r[18] = x;
    x = 2;
    r[18] = x;
#pragma omp task
    r[19] = y;
#if R != 8
#pragma omp taskwait
#endif
    y = 1;
  }
  printf ("%d\n", r[1]);
  return y;
}
