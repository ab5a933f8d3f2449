/* A word that counts readers, and is -1 for the writer.  Racy: a reader writes. */
#include <stdatomic.h>
#include <pthread.h>
#include <stdio.h>
static atomic_int rw;
static int value;
static void rlock (void)
{
  int v;
  do {
    v = atomic_load (&rw);
  } while (v < 0 || !atomic_compare_exchange_weak (&rw, &v, v + 1));
}
static void runlock (void)
{
  atomic_fetch_sub (&rw, 1);
}
static void wlock (void)
{
  int z;
  do
    z = 0;
  while (!atomic_compare_exchange_weak (&rw, &z, -1));
}
static void wunlock (void)
{
  atomic_store (&rw, 0);
}
static void *reader (void *a)
{
  long s = 0;
  for (int i = 0; i < 100; i++) {
    rlock ();
    s += value;
    value = 0; /* dg-warning "data race on 'value'" */
    runlock ();
  }
  return (void *)s;
}
static void *writer (void *a)
{
  for (int i = 0; i < 100; i++) {
    wlock ();
    value++;
    wunlock ();
  }
  return NULL;
}
int main (void)
{
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, i ? reader : writer, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return 0;
}
