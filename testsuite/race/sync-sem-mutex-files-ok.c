/* A store with its semaphore inside, used as its lock; the functions are in another file, the
   store on the heap. */
/* dg-additional-sources "sync-sem-mutex-files-b-ok.c" */
#include "sync-sem-mutex-files.h"
#include <stdio.h>

static void *writer (void *arg)
{
  struct store *s = arg;
  for (int i = 0; i < 10; i++) {
    store_lock (s);
    s->n++;
    store_unlock (s);
  }
  return NULL;
}

int main (void)
{
  pthread_t a, b;
  struct store *s = store_new (1);

  pthread_create (&a, NULL, writer, s);
  pthread_create (&b, NULL, writer, s);
  store_lock (s);
  printf ("%d\n", s->n);
  store_unlock (s);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
