/* Whichever thread of the team does the second task has a variable of its own, and that may be the one whose
   address the first task has got. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int own;
#pragma omp threadprivate(own)
int main (void)
{
#pragma omp parallel
#pragma omp single
  {
    int *p = &own;
#pragma omp task firstprivate(p)
    *p += 1; /* dg-warning "data race on 'own'" dg-message "updated here" */
#pragma omp task
    own = 2; /* dg-message "written here" */
  }
  return 0;
}
