/* The other thread is joined.  */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  pthread_t handle;
  int line;
} thread_object;

typedef struct {
  void *(*start) (void *);
  void *arg;
  thread_object *thread;
} start_object;

static void *trampoline (void *p)
{
  start_object *s = p;
  void *(*start) (void *) = s->start;
  void *arg = s->arg;
  free (s);
  start (arg);
  return NULL;
}

static thread_object *thread_create (void *(*start) (void *), void *arg, int line)
{
  thread_object *thread = calloc (1, sizeof *thread);
  start_object *s = NULL;
  do {
    if (!thread)
      break;
    s = calloc (1, sizeof *s);
    if (!s)
      break;
    thread->line = line;
    s->start = start;
    s->arg = arg;
    s->thread = thread;
    if (pthread_create (&thread->handle, NULL, trampoline, s) == 0)
      return thread;
  } while (0);
  if (s)
    free (s);
  if (thread)
    free (thread);
  return NULL;
}

static void thread_join (thread_object *thread)
{
  pthread_join (thread->handle, NULL);
  free (thread);
}

static int a, b;

static void *run_a (void *p)
{
  a++; /* dg-warning "data race on 'a'" dg-message "updated here by thread 'run_a'" */
  return p;
}

static void *run_b (void *p)
{
  b++;
  return p;
}

int main (int argc, char **argv)
{
  (void)argc, (void)argv;
  thread_object *first = thread_create (run_a, NULL, 1);
  thread_object *second = thread_create (run_b, NULL, 2);
  thread_join (second);
  a++; /* dg-message "updated here by thread 'main'" */
  thread_join (first);
  return a + b;
}
