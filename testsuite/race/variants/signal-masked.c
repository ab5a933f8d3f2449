/* Threads are created with all signals blocked: the handler runs in main only.
   RACY 1 'got': one signal is not blocked
   RACY 2 'got': another thread is created without that
   RACY 3 'got': the thread lets signals through
   RACY 4 'got': the mask is put back too early
   RACY 5 'seen': the thread looks at what the handler writes
   RACY 6 'got': the mask is set only if the caller wants it */
#include "common.h"
#include <signal.h>
static volatile sig_atomic_t got, seen;
static void handler (int s)
{
  got = s;
  seen = 1;
}
static void *work (void *arg)
{
#if R == 3
  sigset_t one;
  sigemptyset (&one);
  sigaddset (&one, SIGINT);
  pthread_sigmask (SIG_UNBLOCK, &one, NULL);
#endif
#if R == 5
  return seen ? arg : NULL;
#else
  return arg;
#endif
}
static void change_mask (int how, const sigset_t *set, sigset_t *old)
{
  if (pthread_sigmask (how, set, old))
    abort ();
}
static void create (pthread_t *t, int wanted)
{
  sigset_t old, all;
  sigfillset (&all);
#if R == 1
  sigdelset (&all, SIGINT);
#endif
#if R == 6
  if (wanted)
#endif
    change_mask (SIG_SETMASK, &all, &old);
#if R == 4
  change_mask (SIG_SETMASK, &old, NULL);
#endif
  if (pthread_create (t, NULL, work, NULL))
    abort ();
  change_mask (SIG_SETMASK, &old, NULL);
}
int main (int argc, char **argv)
{
  pthread_t t[3];
  signal (SIGINT, handler);
  for (int i = 0; i < 2; i++)
    create (&t[i], argc > 1);
#if R == 2
  pthread_create (&t[2], NULL, work, NULL);
#endif
  printf ("%d\n", (int)got);
  for (int i = 0; i < (R == 2 ? 3 : 2); i++)
    pthread_join (t[i], NULL);
  return 0;
}
