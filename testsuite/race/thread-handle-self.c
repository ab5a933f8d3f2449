/* A thread stores its own handle where that of another one is, which then is not joined. */
#include <pthread.h>
#include <stdlib.h>

struct task {
  void *(*run) (void *);
  pthread_t id;
};

struct start {
  void *(*run) (void *);
  struct task *task;
};

static pthread_mutex_t tasks = PTHREAD_MUTEX_INITIALIZER;
static struct task *first, *second;
static int reads, writes;

static void *trampoline (void *argument)
{
  struct start *s = argument;
  void *(*run) (void *) = s->run;
  struct task *t = s->task;
  free (s);
  pthread_mutex_lock (&tasks);
  if (first)
    t = first;
  t->id = pthread_self ();
  pthread_mutex_unlock (&tasks);
  return run (t);
}

static struct task *begin (void *(*run) (void *))
{
  struct task *t = calloc (1, sizeof *t);
  struct start *s = malloc (sizeof *s);
  if (!t || !s)
    abort ();
  s->run = run;
  s->task = t;
  pthread_mutex_lock (&tasks);
  if (pthread_create (&t->id, NULL, trampoline, s))
    abort ();
  pthread_mutex_unlock (&tasks);
  return t;
}

static void end (struct task *t)
{
  void *result;
  pthread_mutex_lock (&tasks);
  pthread_t id = t->id;
  pthread_mutex_unlock (&tasks);
  pthread_join (id, &result);
}

static void *reader (void *argument)
{
  reads++; /* dg-warning "data race on .reads." */
  return argument;
}

static void *writer (void *argument)
{
  writes++; /* its handle is where it was created, too, and that is joined */
  return argument;
}

int main (void)
{
  struct task *t = begin (reader);
  pthread_mutex_lock (&tasks);
  first = t;
  pthread_mutex_unlock (&tasks);
  second = begin (writer);
  end (first);
  end (second);
  reads++;
  return writes;
}
