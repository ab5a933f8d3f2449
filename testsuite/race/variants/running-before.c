/* A flag that is set before its thread is created, in each round, and still is when main looks.

   RACY 1 'count': it is set for the first round only
   RACY 2 'count': it is cleared on the way to the creation */

#include <pthread.h>
#include <stdio.h>

static int count, running;
static pthread_t thread;

static void *work (void *unused)
{
  count++;
  return unused;
}

static void start (void)
{
#if R == 2
  running = 0;
#endif
  if (pthread_create (&thread, NULL, work, NULL))
    running = 0;
}

static void stop (void)
{
  if (running) {
    pthread_join (thread, NULL);
    running = 0;
  }
  count++;
}

int main (int argc, char **argv)
{
#if R == 1
  running = 1;
#endif
  for (int i = 0; i < argc; i++) {
#if R != 1
    running = 1;
#endif
    start ();
    stop ();
  }
  printf ("%d\n", count);
  return 0;
}
