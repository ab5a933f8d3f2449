#include "sync-sem-mutex-files.h"
#include <stdlib.h>
#include <errno.h>

struct store *store_new (int value)
{
  struct store *s = malloc (sizeof *s);
  if (!s)
    abort ();
  sem_init (&s->lock, 0, value);
  s->n = 0;
  return s;
}

void store_lock (struct store *s)
{
  while (sem_wait (&s->lock) == -1 && errno == EINTR)
    continue;
}

void store_unlock (struct store *s)
{
  sem_post (&s->lock);
}
