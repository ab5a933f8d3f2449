/* A store with its semaphore inside, used as its lock; the functions are in another file, the
   store on the heap. Racy: the reader waits with sem_trywait and does not look at the result. */
/* dg-additional-sources "sync-sem-mutex-files-b-ok.c" */
#include "sync-sem-mutex-files.h"
#include <stdio.h>

static void *writer (void *arg)
{
  struct store *s = arg;
  for (int i = 0; i < 10; i++) {
    store_lock (s);
    s->n++; /* dg-warning "data race on 's->n'" dg-message "updated here" */
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
  sem_trywait (&s->lock);
  printf ("%d\n", s->n); /* dg-message "read here" */
  sem_post (&s->lock);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
