/* A semaphore is waited for as often as threads were created, which is no constant.  Racy: they
 * post too early. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
static sem_t done;
static long total[64];
static void *work (void *arg)
{
  long i = (long)arg;
  sem_post (&done);
  total[i] = i * 2; /* dg-warning "data race on 'total\[\]'" */
  return NULL;
}
static void *other (void *arg)
{
  sem_post (&done);
  return arg;
}
static long run (int n)
{
  long sum = 0;
  for (long i = 0; i < n; i++) {
    pthread_t t;
    pthread_create (&t, NULL, work, (void *)i);
    pthread_detach (t);
  }
  for (int i = 0; i < n; i++)
    sem_wait (&done);
  for (int i = 0; i < n; i++)
    sum += total[i];
  return sum;
}
int main (int argc, char **argv)
{
  sem_init (&done, 0, 0);
  long sum = run (argc);
  printf ("%ld\n", sum);
  return 0;
}
