/* Among many phases of a team two that do not wait for each other, and a thread that runs beside
   some of many regions. */
/* { dg-options "-fopenmp" } */
#include <pthread.h>
#define LOOP _Pragma ("omp for") for (int i = 0; i < n; i++) a[i]++
#define FOUR LOOP; LOOP; LOOP; LOOP
#define SIXTEEN FOUR; FOUR; FOUR; FOUR
#define REGION _Pragma ("omp parallel for") for (int i = 0; i < n; i++) c[i]++
#define REGIONS REGION; REGION; REGION; REGION
#define MANY REGIONS; REGIONS; REGIONS; REGIONS
static int a[1000], c[1000];

static void *start (void *p)
{
  c[7]++; /* dg-warning "data race on 'c" */
  return p;
}

int main (int n, char **v)
{
  pthread_t t;
#pragma omp parallel
  {
    SIXTEEN;
    SIXTEEN;
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      a[n - 1 - i] = i; /* dg-warning "data race on 'a" */
    SIXTEEN;
    SIXTEEN;
  }
  MANY;
  MANY;
  pthread_create (&t, 0, start, 0);
  MANY;
  pthread_join (t, 0);
  MANY;
  return a[3] + c[3];
}
