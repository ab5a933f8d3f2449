/* The lock is released after looking at the first item: two threads may take the same.  */
#include <pthread.h>
#include <stdlib.h>

struct item {
  int value;
  struct item *next, **place;
};

static struct {
  struct item *first, **last;
} queue = {NULL, &queue.first};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put (int value)
{
  struct item *i = malloc (sizeof *i);
  i->value = value;
  i->next = NULL;
  pthread_mutex_lock (&lock);
  i->place = queue.last;
  *queue.last = i;
  queue.last = &i->next;
  pthread_mutex_unlock (&lock);
}

static int take (void)
{
  int value = 0;
  pthread_mutex_lock (&lock);
  struct item *i = queue.first;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  if (i) {
    if (i->next)
      i->next->place = i->place;
    else
      queue.last = i->place;
    *i->place = i->next;
  }
  pthread_mutex_unlock (&lock);
  if (i) {
    value = i->value++; /* dg-warning "data race" */
    free (i); /* dg-warning "data race" */
  }
  return value;
}

static void *work (void *p)
{
  for (int i = 0; i < 10; i++) {
    put (i);
    take ();
  }
  return p;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, work, NULL);
  pthread_create (&u, NULL, work, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return take ();
}
