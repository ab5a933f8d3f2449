/* Whoever uses the object might have no reference to it, if that is not ruled out. */
/* dg-racecheck-options "--no-assume=references --without=schedule" */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  atomic_int references;
  int length;
};

static void message_drop (struct message *m)
{
  if (atomic_fetch_sub (&m->references, 1) == 1)
    free (m); /* dg-warning "data race" */
}

static void *reader (void *argument)
{
  struct message *m = argument;
  long length = m->length;

  message_drop (m);
  return (void *) length;
}

int main (void)
{
  pthread_t a, b;
  struct message *m = malloc (sizeof *m);

  atomic_init (&m->references, 1);
  m->length = 5;
  atomic_fetch_add (&m->references, 1);
  pthread_create (&a, NULL, reader, m);
  atomic_fetch_add (&m->references, 1);
  pthread_create (&b, NULL, reader, m);
  message_drop (m);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
