/* A function returns what fork does: where that is 0 there is one thread only, with memory of its own.
   Main comes there, and a thread.

   RACY 1 'uses': it may return 0 elsewhere
   RACY 2 'uses': both processes have the same memory
   RACY 3 'uses': it has created a thread in the child
   RACY 4 'uses': the child creates one
   RACY 5 'uses': the child has created one before the branch
   RACY 6 'uses': the branch of the parent
   RACY 7 'uses': what it returns is computed from that
   RACY 8 'uses': it may be another function
   RACY 9 'uses': there is another way to what is behind the branch */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int uses, forks, number;
static pthread_t extra;

static void *count (void *arg)
{
  uses++;
  return arg;
}

static int my_fork (void)
{
  int child;
  if (number > 3)
    return R == 1 ? 0 : -1;
#if R == 2
  child = vfork ();
#else
  child = fork ();
#endif
  if (child == 0) {
#if R == 3
    pthread_create (&extra, NULL, count, NULL);
#endif
    number++;
  } else if (child == -1) {
    return -1;
  }
#if R == 7
  return child > 0;
#else
  return child;
#endif
}

static int zero (void)
{
  return 0;
}

static int (*pointer) (void) = my_fork;

static void save (void)
{
#if R == 8
  int child = pointer ();
#elif R == 9
  int child;
  if (number > 5)
    goto there;
  child = my_fork ();
#else
  int child = my_fork ();
#endif
#if R == 5
  if (number)
    pthread_create (&extra, NULL, count, NULL);
#endif
#if R == 6
  if (child != 0) {
#else
  if (child == 0) {
#endif
#if R == 4
    pthread_create (&extra, NULL, count, NULL);
#elif R == 9
  there:
#endif
    uses++;
    _exit (uses);
  }
}

static void *work (void *arg)
{
  save ();
  return arg;
}

static void handler (int s)
{
  (void)s;
}

int main (int argc, char **argv)
{
  pthread_t a, b;
  number = argc;
  signal (SIGUSR1, handler);
#if R == 8
  pointer = argc > 2 ? zero : my_fork;
#endif
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  save ();
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return uses;
}
