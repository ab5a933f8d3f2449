/* The handle is in memory that the wrapper of pthread_create has made, and that is kept in a variable: but one of
   the two threads is never joined. */
#include <pthread.h>
#include <stdlib.h>

struct task {
  void *(*run) (void *);
  pthread_t id;
};

static struct task *first, *second;
static int reads, writes;

static struct task *begin (void *(*run) (void *))
{
  struct task *t = calloc (1, sizeof *t);
  if (!t)
    abort ();
  t->run = run;
  if (pthread_create (&t->id, NULL, run, t) == 0)
    return t;
  abort ();
}

static void end (struct task *t)
{
  void *result;
  pthread_join (t->id, &result);
  free (t);
}

static void *reader (void *argument)
{
  reads++;
  return argument;
}

static void *writer (void *argument)
{
  writes++; /* dg-warning "data race on .writes." */
  return argument;
}

static void up (void)
{
  first = begin (reader);
  second = begin (writer);
}

static void down (void)
{
  end (first);
  free (second);
}

int main (void)
{
  up ();
  down ();
  reads++;
  return writes;
}
