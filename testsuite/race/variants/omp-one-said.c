/* Regions that have one thread because the function has said so before.
   CERTAIN 1 'a': it has said so on one way only
   CERTAIN 2 'a': it has said something else since
   CERTAIN 3 'a': a function has, that it calls
   CERTAIN 4 'b': the region says how many threads it has
   CERTAIN 5 'a': it says so behind the region
   CERTAIN 6 'a': two threads */
#include <omp.h>
#ifndef R
#define R 0
#endif
static int a, b;
static void prepare (void)
{
#if R == 3
  omp_set_num_threads (4);
#endif
  b = 1;
}
int main (int argc, char **argv)
{
#if R == 1
  if (argc > 1)
    omp_set_num_threads (1);
#elif R != 5
  omp_set_num_threads (R == 6 ? 2 : 1);
#endif
  for (int i = 0; i < 3; i++) {
    prepare ();
#pragma omp parallel
    a++;
#if R == 5
    if (argc == 2)
      omp_set_num_threads (1);
#endif
#pragma omp parallel for
    for (int k = 0; k < 10; k++)
      a += k;
#if R == 2
    omp_set_num_threads (argc);
#endif
  }
#if R == 4
#pragma omp parallel num_threads (3)
  b++;
#endif
  return a + b;
}
