/* All threads block the signals of the program but for one of them, which waits for them by a set of its own: the
   handlers run in there only, beside nobody who touches what is theirs and that thread's.
   RACY 1 'got': SIGTERM is not in the set
   RACY 2 'got': taken out again
   RACY 3 'got': blocked behind the first creation only
   RACY 4 'got': another thread lets it through, too
   RACY 5 'got': there are two listeners
   RACY 6 'got': the set is emptied again in a loop
   RACY 7 'got': installed for a signal that is not blocked, too, by the same wrapper
   RACY 8 'got': which signal it is comes from outside
   RACY 9 'got': main unblocks it when the threads run
   RACY 10 'got': main waits with an empty set, too
   RACY 11 'got': the worker reads what the handler writes
   RACY 12 'got': the old mask, which is put back, is another one */
#include "common.h"
#include <signal.h>
#include <poll.h>
static volatile sig_atomic_t got;
static int jobs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void on_signal (int s)
{
  got = s;
}
static void other (int s)
{
  (void)s;
}
static void *listener (void *arg)
{
  sigset_t none;
  sigemptyset (&none);
  for (int i = 0; i < 5; i++) {
    ppoll (NULL, 0, NULL, &none);
    if (got)
      got = 0;
  }
  return arg;
}
static void *worker (void *arg)
{
#if R == 4
  sigset_t one;
  sigemptyset (&one);
  sigaddset (&one, SIGTERM);
  pthread_sigmask (SIG_UNBLOCK, &one, NULL);
#endif
  pthread_mutex_lock (&lock);
  jobs++;
  pthread_mutex_unlock (&lock);
#if R == 11
  return got ? NULL : arg;
#else
  return arg;
#endif
}
static void install (int number, void (*handler) (int))
{
  struct sigaction act;
  memset (&act, 0, sizeof act);
  act.sa_handler = handler;
  sigaction (number, &act, NULL);
}
static void block (void)
{
  sigset_t set;
#if R == 6
  sigfillset (&set);
  for (int i = 0; i < 2; i++) {
    sigprocmask (SIG_SETMASK, &set, NULL);
    sigemptyset (&set);
  }
#else
  sigemptyset (&set);
  sigaddset (&set, SIGINT);
#if R != 1
  sigaddset (&set, SIGTERM);
#endif
#if R == 2
  sigdelset (&set, SIGTERM);
#endif
  sigprocmask (SIG_BLOCK, &set, NULL);
#endif
}
static void hold_all (pthread_t *t, void *(*start) (void *))
{
  sigset_t all, old, first;
  sigprocmask (SIG_SETMASK, NULL, &first);
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, &old);
  pthread_create (t, NULL, start, NULL);
#if R == 12
  sigemptyset (&first);
  sigprocmask (SIG_SETMASK, &first, NULL);
#else
  sigprocmask (SIG_SETMASK, &old, NULL);
#endif
}
int main (int argc, char **argv)
{
  pthread_t t[4];
  (void)argv;
#if R != 3
  block ();
#endif
#if R == 8
  install (argc, on_signal);
#endif
  install (SIGTERM, on_signal);
  install (SIGINT, on_signal);
#if R == 7
  install (SIGHUP, on_signal);
#endif
  install (SIGPIPE, other);
  pthread_create (&t[0], NULL, listener, NULL);
#if R == 3
  block ();
#endif
  hold_all (&t[1], worker);
  hold_all (&t[2], R == 5 ? listener : worker);
#if R == 9 || R == 10
  sigset_t set;
  sigemptyset (&set);
#if R == 10
  sigsuspend (&set);
#else
  sigaddset (&set, SIGTERM);
  sigprocmask (SIG_UNBLOCK, &set, NULL);
#endif
#endif
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return jobs == argc;
}
