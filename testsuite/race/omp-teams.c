/* The teams of a league run at the same time. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
static int a[1001], b[1001], slots[1000], count, host;
int main (void)
{
#pragma omp target teams distribute map(tofrom : a)
  for (int i = 0; i < 1000; i++)
    a[i] = a[i + 1]; /* dg-warning "data race on 'a" */
#pragma omp target map(tofrom : slots, count)
#pragma omp teams num_teams(4)
  {
    slots[omp_get_team_num () / 2] = 3; /* dg-warning "data race on 'slots" */
    count++; /* dg-warning "data race on 'count'" */
  }
#pragma omp teams num_teams(4)
  {
    host++; /* dg-warning "data race on 'host'" */
  }
#pragma omp teams distribute
  for (int i = 0; i < 1000; i++)
    b[i] = b[i + 1]; /* dg-warning "data race on 'b" */
  return b[3] + slots[2] + count + host;
}
