/* The reference is dropped by a function that a library calls, and the object is read before that. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  long value;
};

static struct object *object;

static int compare (const void *a, const void *b)
{
  if (atomic_fetch_sub (&object->references, 1) == 1)
    free (object);
  return *(const int *)a - *(const int *)b;
}

static void *worker (void *unused)
{
  int numbers[] = {1, 2};
  long value = object->value;
  qsort (numbers, 2, sizeof *numbers, compare);
  return value ? unused : NULL;
}

int main (void)
{
  pthread_t t, u;
  object = calloc (1, sizeof *object);
  if (!object)
    return 1;
  atomic_init (&object->references, 2);
  pthread_create (&t, NULL, worker, NULL);
  pthread_create (&u, NULL, worker, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
