/* Peterson's mutual exclusion, with arrays by the numbers of threads. */
#include <stdatomic.h>
#include <pthread.h>
#include <stdio.h>
static atomic_int flag[2], turn;
static long account;
static void enter (int me)
{
  int other = 1 - me;
  atomic_store (&flag[me], 1);
  atomic_store (&turn, other);
  while (atomic_load (&flag[other]) && atomic_load (&turn) == other)
    ;
}
static void leave (int me)
{
  atomic_store (&flag[me], 0);
}
static void *work (void *p)
{
  int me = *(int *)p;
  for (int i = 0; i < 100; i++) {
    enter (me);
    account += i;
    leave (me);
  }
  return NULL;
}
int main (void)
{
  static int id[2] = {0, 1};
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, &id[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  printf ("%ld\n", account);
  return 0;
}
