/* The words of a struct are added up as integers, and the sums kept in memory that holds a pointer, too:
   they are no pointers, though one of the words is. */
/* { dg-options "-pthread" } */
#include <pthread.h>
#include <stdlib.h>

struct info {
  long *counter;
  size_t size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long shared;
static struct info info = {&shared, 3};

static void *worker (void *unused)
{
  const size_t *words = (const size_t *)&info;
  long mine = 0;
  void *memory = malloc (16 * sizeof (size_t));
  if (!memory)
    return unused;
  *(long **)memory = &mine;
  for (size_t i = 1; i < 16; i++)
    ((size_t *)memory)[i] = words[i % 2];
  ++**(long **)memory;
  free (memory);
  pthread_mutex_lock (&lock);
  ++*info.counter;
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
