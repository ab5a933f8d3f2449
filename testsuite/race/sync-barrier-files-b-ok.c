#include "sync-barrier-files.h"

void team_init (struct team *t, int size)
{
  t->size = size;
  pthread_barrier_init (&t->gate, NULL, size);
}

void team_meet (struct team *t)
{
  int r = pthread_barrier_wait (&t->gate);
  if (r != 0 && r != PTHREAD_BARRIER_SERIAL_THREAD)
    __builtin_abort ();
}
