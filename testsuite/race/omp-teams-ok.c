/* The teams of a league have iterations and elements of their own. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
static int a[1000], b[1001], slots[1000];
int main (void)
{
#pragma omp target teams distribute map(tofrom : a) map(to : b)
  for (int i = 0; i < 1000; i++)
    a[i] = b[i + 1];
#pragma omp target map(tofrom : slots)
#pragma omp teams num_teams(4)
  slots[omp_get_team_num ()] = 3;
#pragma omp target map(tofrom : b)
  b[1]++; /* no league */
#pragma omp teams
#pragma omp distribute
  for (int i = 0; i < 1000; i++)
    b[i] = a[i];
  return b[3] + slots[2];
}
