/* Threads are joined, but a function jumps to the setjmp before the join. */
#include <pthread.h>
#include <setjmp.h>

static jmp_buf env;
static int data;

static void *worker (void *unused)
{
  data++; /* dg-warning "data race on 'data'" dg-message "updated here by thread 'worker'" */
  return unused;
}

static void check (int again)
{
  if (again)
    longjmp (env, 1);
}

int main (int argc, char **argv)
{
  pthread_t t;
  (void)argv;
  if (setjmp (env)) {
    data++; /* dg-message "updated here by thread 'main'" */
    return 1;
  }
  pthread_create (&t, NULL, worker, NULL);
  check (argc);
  pthread_join (t, NULL);
  return 0;
}
