/* An object with a flag that says that it is complete: who has waited for it may read it.  Racy: it is freed when
   only the thread is joined that has filled it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct block {
  pthread_mutex_t m;
  pthread_cond_t c;
  int ready;
  int value[100];
};

static void *fill (void *argument)
{
  struct block *b = argument;
  for (int i = 0; i < 100; i++)
    b->value[i] = getchar ();
  pthread_mutex_lock (&b->m);
  b->ready = 1;
  pthread_cond_broadcast (&b->c);
  pthread_mutex_unlock (&b->m);
  return NULL;
}

static void *drain (void *argument)
{
  struct block *b = argument;
  pthread_mutex_lock (&b->m); /* dg-warning "data race on '.argument'" */
  while (!b->ready) /* dg-message "read here" */
    pthread_cond_wait (&b->c, &b->m);
  pthread_mutex_unlock (&b->m);
  for (int i = 0; i < 100; i++)
    if (b->value[i] >= 0) /* dg-warning "data race on 'b->value" dg-message "read here" */
      putchar (b->value[i]);
  return NULL;
}

int main (void)
{
  struct block *b = calloc (1, sizeof *b);
  pthread_t s, t;

  pthread_mutex_init (&b->m, NULL);
  pthread_cond_init (&b->c, NULL);
  pthread_create (&s, NULL, fill, b);
  pthread_create (&t, NULL, drain, b);
  pthread_join (s, NULL);
  free (b); /* dg-warning "data race on 'b->ready'" dg-warning "data race on 'b->m'" dg-message "freed here" */
  pthread_join (t, NULL);
  return 0;
}
