/* Not every iteration finds another number. */
/* { dg-options "-fopenmp" } */
#include <stdlib.h>
static int half[100];
int main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 100, middle = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    if (half[i] == n / 2)
      middle = i; /* dg-warning "data race on 'middle'" */
  return middle;
}
