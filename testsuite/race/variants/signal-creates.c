/* Threads that a signal handler creates, and what runs at the end of others, run beside main, which has created nobody.
   RACY 1 'limit': main writes it when the handler is there
   RACY 2 'limit': ... and there is another thread
   RACY 3 'limit': another thread writes it
   RACY 4 'limit': the thread creates the one that reads it
   RACY 5 'limit': a handler installs the one that creates it
   RACY 6 'limit': a destructor of a key creates it
   RACY 7 'limit': ... whose thread has been joined
   RACY 8 'limit': a function that is called at exit creates it, another one writes
   RACY 9 'limit': ... a destructor
   RACY 10 'limit': a destructor creates it, another one writes */
#include "common.h"
#include <signal.h>
static int limit;
static pthread_key_t key;
static void *reads (void *unused)
{
  if (limit == 7)
    abort ();
  return unused;
}
static void create (void)
{
  pthread_t t;
  spawn (&t, reads, NULL);
}
static void *creates (void *unused)
{
  create ();
  return unused;
}
static void on_usr1 (int s)
{
#if R == 4
  pthread_t t;
  spawn (&t, creates, NULL);
#else
  create ();
#endif
}
static void on_usr2 (int s)
{
  signal (SIGUSR1, on_usr1);
}
static void at_end (void *value)
{
  create ();
}
static void *keeps (void *unused)
{
  pthread_setspecific (key, &key);
  return unused;
}
static void *writes (void *unused)
{
#if R == 3
  limit = 3;
#endif
  return unused;
}
static void sets (void)
{
  limit = 4;
}
#if R == 10
__attribute__ ((destructor (200))) static void first (void)
{
  create ();
}
#endif
#if R == 9 || R == 10
__attribute__ ((destructor (150))) static void second (void)
{
  sets ();
}
#endif
int main (int argc, char **argv)
{
  pthread_t t;
  limit = argc;
#if R == 6 || R == 7
  pthread_key_create (&key, at_end);
  spawn (&t, keeps, NULL);
#if R == 7
  pthread_join (t, NULL);
#endif
  limit = 5;
#elif R == 8
  atexit (sets);
  atexit (create);
#elif R == 9
  atexit (create);
#elif R == 10
#else
#if R == 2 || R == 3
  spawn (&t, writes, NULL);
#endif
  signal (R == 5 ? SIGUSR2 : SIGUSR1, R == 5 ? on_usr2 : on_usr1);
#if R != 0 && R != 3
  limit = 5;
#endif
  pause ();
#endif
  return 0;
}
