/* Abadi et al., figure 6: every method of the vector locks it.
   Racy: last_index_of reads the count without. */
#include <pthread.h>
#include <stdio.h>

static struct vector {
  pthread_mutex_t lock;
  int count, at[10];
} vector = { PTHREAD_MUTEX_INITIALIZER, 3, { 5, 6, 5 } };

static void remove_all (struct vector *v)
{
  pthread_mutex_lock (&v->lock);
  v->count = 0; /* dg-message "written here" */
  pthread_mutex_unlock (&v->lock);
}

static int last_index_before (struct vector *v, int element, int n)
{
  pthread_mutex_lock (&v->lock);
  while (--n >= 0 && v->at[n] != element)
    ;
  pthread_mutex_unlock (&v->lock);
  return n;
}

static int last_index_of (struct vector *v, int element)
{
  return last_index_before (v, element, v->count); /* dg-warning "data race on '[^']*count" dg-message "read here" */
}

static void *clear (void *v)
{
  remove_all (v);
  return NULL;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, clear, &vector);
  printf ("%d\n", last_index_of (&vector, 5));
  pthread_join (id, NULL);
  return 0;
}
