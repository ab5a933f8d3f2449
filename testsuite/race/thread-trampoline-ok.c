/* Race-free twin: a wrapper packs start routine and argument into a struct of the heap that the thread
   frees; each routine runs in one thread only. */
#include <pthread.h>
#include <stdlib.h>

struct start {
  void *(*run) (void *);
  void *argument;
};

static int reads, writes;

static void *trampoline (void *argument)
{
  struct start *s = argument;
  void *(*run) (void *) = s->run;
  void *real = s->argument;
  free (s);
  return run (real);
}

static int spawn (pthread_t *thread, void *(*run) (void *), void *argument)
{
  struct start *s = NULL;
  do {
    if (!run)
      break;
    s = calloc (1, sizeof *s);
    if (!s)
      break;
    s->run = run;
    s->argument = argument;
    if (pthread_create (thread, NULL, trampoline, s) == 0)
      return 1;
  } while (0);
  if (s)
    free (s);
  return 0;
}

static void *reader (void *argument)
{
  reads++;
  return argument;
}

static void *writer (void *argument)
{
  writes++;
  return argument;
}

int main (void)
{
  pthread_t r, w;
  spawn (&r, reader, NULL);
  spawn (&w, writer, NULL);
  pthread_join (r, NULL);
  pthread_join (w, NULL);
  return 0;
}
