/* A region and another thread. */
/* { dg-options "-fopenmp" } */
#include <pthread.h>
#include <stdio.h>
static int a[100];
static void *other (void *unused)
{
  a[3]++; /* dg-warning "data race on 'a" */
  return unused;
}
int main (void)
{
  pthread_t id;
  pthread_create (&id, NULL, other, NULL);
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = i;
  pthread_join (id, NULL);
  printf ("%d\n", a[3]);
  return 0;
}
