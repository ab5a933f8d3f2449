/* A flag is set behind the creation of its thread, before a handler of main looks at it.

   RACY 1 'count': main ends before it sets the flag */

#include <pthread.h>
#include <stdio.h>

static int count, running;
static pthread_t thread;

static void *work (void *unused)
{
  count++;
  return unused;
}

static void stop (void *unused)
{
  if (running) {
    pthread_join (thread, NULL);
    running = 0;
  }
  count++;
}

static void start (int leave)
{
#if R != 1
  if (leave)
    pthread_exit (NULL);
#endif
  pthread_create (&thread, NULL, work, NULL);
#if R == 1
  if (leave)
    pthread_exit (NULL);
#endif
  running = 1;
}

int main (int argc, char **argv)
{
  pthread_cleanup_push (stop, NULL);
  start (argc > 2);
  pthread_cleanup_pop (1);
  printf ("%d\n", count);
  return 0;
}
