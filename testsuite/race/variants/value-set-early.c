/* Main sets a variable before it creates threads, unless it leaves before: no thread finds what it starts with.
   RACY 1 'count': a destructor creates threads
   RACY 2 'count': ... a function that is called at exit
   RACY 3 'count': ... a handler of a signal
   RACY 4 'count': ... the destructor of a key, of main's own
   RACY 5 'count': ... a constructor */
#include "common.h"
#include <signal.h>
static int set, count;
static pthread_key_t key;
static void *run (void *a)
{
  if (set == 0)
    count++;
  return NULL;
}
static void two (void)
{
  pthread_t t, u;
  spawn (&t, run, NULL);
  spawn (&u, run, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
#if R == 1
__attribute__ ((destructor)) static void late (void)
{
  two ();
}
#elif R == 5
__attribute__ ((constructor)) static void early (void)
{
  two ();
}
#endif
static void on_usr1 (int s)
{
#if R == 3
  two ();
#endif
}
static void at_end (void *p)
{
#if R == 4
  two ();
#endif
}
static void bye (void)
{
#if R == 2
  two ();
#endif
}
int main (int argc, char **argv)
{
  signal (SIGUSR1, on_usr1);
  pthread_key_create (&key, at_end);
  atexit (bye);
  if (argc > 1) {
    pthread_setspecific (key, &key);
    pthread_exit (NULL);
  }
  if (argc > 2)
    return 0;
  set = 1;
  two ();
  return count;
}
