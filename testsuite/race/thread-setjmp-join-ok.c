/* Threads are joined where calls might jump to a setjmp, if they jumped. */
#include <pthread.h>
#include <setjmp.h>
#include <unistd.h>

static jmp_buf env;
static int data;

static void *worker (void *unused)
{
  data++;
  return unused;
}

static void run (void)
{
  pthread_t t;
  if (!pthread_create (&t, NULL, worker, NULL))
    pthread_join (t, NULL);
}

int main (void)
{
  if (setjmp (env))
    return 1;
  run ();
  data++;
  if (vfork () == 0)
    _exit (0);
  run ();
  data++;
  return 0;
}
