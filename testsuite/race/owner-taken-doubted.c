/* The message might be in a second place too, if that is not ruled out. */
/* dg-racecheck-options "--no-assume=taken --without=schedule" */
#include <pthread.h>
#include <stdlib.h>

struct message {
  int length;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct message *waiting;

static void *sender (void *argument)
{
  struct message *m = malloc (sizeof *m);

  m->length = 5;
  pthread_mutex_lock (&lock);
  if (waiting)
    waiting->length++;
  else
    waiting = m;
  pthread_mutex_unlock (&lock);
  return argument;
}

static void *receiver (void *argument)
{
  struct message *m;

  pthread_mutex_lock (&lock);
  m = waiting;
  waiting = NULL;
  pthread_mutex_unlock (&lock);
  if (m)
    m->length++; /* dg-warning "data race" */
  return argument;
}

int main (void)
{
  pthread_t a, b, c;

  pthread_create (&a, NULL, sender, NULL);
  pthread_create (&b, NULL, receiver, NULL);
  pthread_create (&c, NULL, receiver, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_join (c, NULL);
  return 0;
}
