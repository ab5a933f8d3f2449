/* The allocation wrapper of lock-heap-many and its twin. */
#include "lock-heap-many.h"
#include <stdlib.h>

static void *xmalloc (size_t size)
{
  void *p = malloc (size);

  if (!p)
    abort ();
  return p;
}

struct counter *counter_new (int value)
{
  struct counter *c = xmalloc (sizeof *c);

  pthread_mutex_init (&c->lock, NULL);
  c->value = value;
  return c;
}
