/* What is written before a signal handler is installed, by main or by a thread that exists once.
   RACY 1 'a': written when the handler is there
   RACY 2 'a': ... since the round before
   RACY 3 'a': a function that was called before has installed it
   RACY 4 'a': a thread that was created before installs it
   RACY 5 'a': a constructor has installed it
   RACY 6 'a': a function has installed it and jumped out
   RACY 7 'a': a callback of the library has installed it
   RACY 8 'a': a handler installs another one
   RACY 9 'b': there are two such threads
   RACY 10 'b': main has installed it, too
   RACY 11 'a': installed by one of two functions that a pointer leads to
   RACY 12 'b': the thread has written it again */
#include "common.h"
#include <setjmp.h>
#include <signal.h>
static int a, b;
static jmp_buf out;
static void on_one (int s)
{
  if (a == s)
    _exit (1);
}
static void on_two (int s)
{
  if (b == s)
    _exit (1);
}
static void install (void)
{
  signal (SIGUSR1, on_one);
}
static void on_three (int s)
{
  install ();
}
static void nothing (void)
{
}
static void install_and_jump (void)
{
  install ();
  longjmp (out, 1);
}
static int compare (const void *x, const void *y)
{
  install ();
  return 0;
}
#if R == 5
__attribute__ ((constructor)) static void early (void)
{
  install ();
}
#endif
static void *sleeper (void *unused)
{
#if R == 4
  install ();
#endif
  sleep (1);
  return unused;
}
static void *worker (void *unused)
{
  b = 3;
  signal (SIGUSR2, on_two);
#if R == 12
  b = 4;
#endif
  return unused;
}
int main (int argc, char **argv)
{
  pthread_t t, u, v;
#if R == 10
  signal (SIGUSR2, on_two);
#endif
  pthread_create (&t, NULL, sleeper, NULL);
#if R == 1 || R == 3
  install ();
#elif R == 6
  if (!setjmp (out))
    install_and_jump ();
#elif R == 7
  int list[2] = {1, 2};
  qsort (list, 2, sizeof *list, compare);
#elif R == 8
  signal (SIGINT, on_three);
#elif R == 11
  void (*f) (void) = argc > 1 ? install : nothing;
  f ();
#endif
  for (int i = 0; i < argc; i++) {
    a = i;
#if R == 2
    install ();
#endif
  }
  install ();
  pthread_create (&u, NULL, worker, NULL);
#if R == 9
  pthread_create (&v, NULL, worker, NULL);
  pthread_join (v, NULL);
#endif
  pthread_join (u, NULL);
  pthread_join (t, NULL);
  return 0;
}
