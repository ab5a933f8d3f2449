/* What is done only if a team has one thread, and what several threads do instead.
   CERTAIN 1 'count': several threads do it without an atomic
   CERTAIN 2 'count': so do two
   CERTAIN 3 'total': two are more than one
   CERTAIN 4 'most': the number of threads in the team around
   CERTAIN 5 'a[]': the same of an element of an array
   RACY 6 'each[]': each team of a league has one thread */
#include <omp.h>
#include <stdlib.h>
#ifndef R
#define R 0
#endif
static int count, total, most, a[8], each[8];
int main (void)
{
#pragma omp parallel
  {
    int n = omp_get_num_threads ();
    if (omp_get_num_threads () > 1) {
#if R != 1
#pragma omp atomic
#endif
      count++;
    } else
      count++;
#if R == 2
    if (n < 3)
      count++;
#endif
    if (n == (R == 3 ? 2 : 1))
      total++;
    else {
#pragma omp critical
      total++;
    }
    if (R == 5 ? n > 1 : n == 1)
      a[3]++;
  }
#pragma omp parallel num_threads (1)
  {
    int n = omp_get_num_threads ();
#pragma omp parallel
    {
      if ((R == 4 ? n : omp_get_num_threads ()) == 1)
        most++;
    }
  }
#if R == 6
#pragma omp target teams distribute parallel for num_threads (1) map (tofrom: each)
  for (int i = 0; i < 8; i++)
    if (omp_get_num_threads () == 1)
      each[i / 4]++;
#endif
  return count + total + most + a[3] + each[0];
}
