/* What a small program gets from outside and remembers decides whether threads are created, and whether locks are
   taken; a thread is started and joined by commands, again and again.
   RACY 1 'x': threads are created in any case
   RACY 2 'shown': it is shown while the thread may run
   RACY 3 'shown': it is not joined before the next one is started */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, threads, shown;
static void lock (void)
{
  if (threads)
    pthread_mutex_lock (&m);
}
static void unlock (void)
{
  if (threads)
    pthread_mutex_unlock (&m);
}
static void *add (void *unused)
{
  lock ();
  x++;
  unlock ();
  return unused;
}
static void *work (void *unused)
{
  shown = 5;
  return unused;
}
int main (int argc, char **argv)
{
  pthread_t t;
  int running = 0;
  char command;
  threads = argc > 1;
  if (R == 1 || threads) {
    spawn (&t, add, NULL);
    lock ();
    x++;
    unlock ();
    pthread_join (t, NULL);
  } else {
    x++;
  }
  while (read (0, &command, 1) == 1)
    switch (command) {
    case 's':
      if (R != 3 && running)
        break;
      if (!running)
        shown = 0;
      if (pthread_create (&t, NULL, work, NULL) == 0)
        running = 1;
      break;
    case 'q':
      if (running) {
        pthread_join (t, NULL);
        running = 0;
      }
      printf ("%d\n", shown);
      break;
    case 'p':
      if (R == 2 || !running)
        printf ("%d\n", shown);
      break;
    }
  if (running)
    pthread_join (t, NULL);
  return x;
}
