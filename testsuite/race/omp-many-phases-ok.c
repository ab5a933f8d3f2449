/* More phases of a team, and regions, than are compared one by one: each waits for the one before. */
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
  c[7]++;
  return p;
}

int main (int n, char **v)
{
  pthread_t t;
#pragma omp parallel
  {
    SIXTEEN;
    SIXTEEN;
#pragma omp for
    for (int i = 0; i < n; i++)
      a[n - 1 - i] = i;
    SIXTEEN;
    SIXTEEN;
  }
  MANY;
  MANY;
  pthread_create (&t, 0, start, 0);
  pthread_join (t, 0);
  MANY;
  MANY;
  return a[3] + c[3];
}
