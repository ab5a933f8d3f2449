/* Abadi et al., figure 6: every method of the vector locks it. */
#include <pthread.h>
#include <stdio.h>

static struct vector {
  pthread_mutex_t lock;
  int count, at[10];
} vector = { PTHREAD_MUTEX_INITIALIZER, 3, { 5, 6, 5 } };

static void remove_all (struct vector *v)
{
  pthread_mutex_lock (&v->lock);
  v->count = 0;
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
  int n;

  pthread_mutex_lock (&v->lock);
  n = v->count;
  pthread_mutex_unlock (&v->lock);
  return last_index_before (v, element, n);
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
