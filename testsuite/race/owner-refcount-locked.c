/* References are counted under the object's lock; whoever drops the last one frees the object.
   Racy: the object is read after its reference was dropped. */
#include <pthread.h>
#include <stdlib.h>

struct session {
  pthread_mutex_t lock;
  int users;
  int id;
  long bytes;
};

static struct session *session_open (int id)
{
  struct session *s = malloc (sizeof *s);

  if (!s)
    abort ();
  pthread_mutex_init (&s->lock, NULL);
  s->users = 1;
  s->id = id;
  s->bytes = 0;
  return s;
}

static struct session *session_get (struct session *s)
{
  pthread_mutex_lock (&s->lock);
  s->users++;
  pthread_mutex_unlock (&s->lock);
  return s;
}

static void session_put (struct session *s)
{
  int left;

  pthread_mutex_lock (&s->lock);
  left = --s->users;
  pthread_mutex_unlock (&s->lock);
  if (!left) {
    pthread_mutex_destroy (&s->lock);
    free (s); /* dg-warning "data race on 's->id'" dg-message "freed here" */
  }
}

static void *work (void *argument)
{
  struct session *s = argument;

  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock (&s->lock);
    s->bytes += i;
    pthread_mutex_unlock (&s->lock);
  }
  session_put (s);
  if (s->id > 0) /* dg-message "read here" */
    return s;
  return NULL;
}

int main (void)
{
  pthread_t id[3];
  struct session *s = session_open (7);

  for (int i = 0; i < 3; i++)
    pthread_create (&id[i], NULL, work, session_get (s));
  session_put (s);
  for (int i = 0; i < 3; i++)
    pthread_join (id[i], NULL);
  return 0;
}
