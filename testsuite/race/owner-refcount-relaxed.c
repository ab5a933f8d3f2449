/* References are counted by atomics that order nothing: what others have read of the object need not be read yet
   when the last one frees it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  long value;
};

static long drop (struct object *o)
{
  long value = o->value;
  if (atomic_fetch_sub_explicit (&o->references, 1, memory_order_relaxed) == 1)
    free (o); /* { dg-warning "data race on" } */
  return value;
}

static void *worker (void *o)
{
  return drop (o) ? NULL : o;
}

int main (void)
{
  pthread_t t, u;
  struct object *o = calloc (1, sizeof *o);
  if (!o)
    return 1;
  atomic_init (&o->references, 2);
  pthread_create (&t, NULL, worker, o);
  pthread_create (&u, NULL, worker, o);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
