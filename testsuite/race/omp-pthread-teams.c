/* Two threads, each with a team of its own: their iterations are not shared out. */
/* { dg-options "-fopenmp" } */
#include <pthread.h>
#include <stdio.h>
static int a[100];
static void *fill (void *unused)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = i; /* dg-warning "data race on 'a" */
  return unused;
}
int main (void)
{
  pthread_t one, two;
  pthread_create (&one, NULL, fill, NULL);
  pthread_create (&two, NULL, fill, NULL);
  pthread_join (one, NULL);
  pthread_join (two, NULL);
  printf ("%d\n", a[3]);
  return 0;
}
