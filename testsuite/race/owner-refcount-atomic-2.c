/* An object that several threads use is freed by the one that drops the last reference, counted
   atomically. Racy: the object is read after its reference was dropped. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct message {
  atomic_int references;
  int length;
  char text[32];
};

static struct message *message_new (const char *text, int users)
{
  struct message *m = malloc (sizeof *m);

  if (!m)
    abort ();
  m->references = users;
  m->length = snprintf (m->text, sizeof m->text, "%s", text);
  return m;
}

static void message_drop (struct message *m)
{
  if (atomic_fetch_sub (&m->references, 1) == 1)
    free (m); /* dg-warning "data race on 'm->length'" dg-message "freed here" */
}

static void *reader (void *argument)
{
  struct message *m = argument;
  long sum = 0;

  for (int i = 0; i < m->length; i++)
    sum += m->text[i];
  message_drop (m);
  sum += m->length; /* dg-message "read here" */
  return (void *) sum;
}

int main (void)
{
  pthread_t a, b;
  struct message *m = message_new ("hello", 2);

  pthread_create (&a, NULL, reader, m);
  pthread_create (&b, NULL, reader, m);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
