/* A handle in a global variable is written by a helper, a callback or another thread, when nobody needs what was
   there.
   RACY 1 'total': the helper comes before the join, and joins its own thread
   RACY 2 'total': ... called through a pointer
   RACY 3 'total': another thread writes it before the join
   RACY 4 'total': the function calls itself before it joins
   RACY 5 'total': ... and is given the place of the handle
   RACY 6 'total': all handles of an array are written by a helper
   RACY 7 'total': what runs at exit writes it, before another function there joins
   RACY 8 'total': the helper is called by a helper, which leaves its thread behind
   RACY 9 'total': the helper leaves by longjmp, through another one
   RACY 10 'total': what a helper has left there, the function writes over
   RACY 11 'total': a helper of main writes over what a constructor has left there
   RACY 12 'total': a helper of one constructor does over what another one has left there */
#include "common.h"
#include <setjmp.h>
static pthread_t handle, handles[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf back;
static int total;
static void *add (void *arg)
{
  pthread_mutex_lock (&lock);
  total++;
  pthread_mutex_unlock (&lock);
  return arg;
}
static void helper (void)
{
  spawn (&handle, add, NULL);
  pthread_join (handle, NULL);
}
static void leave (void)
{
  spawn (&handle, add, NULL);
}
static void far (void)
{
#if R == 8
  leave ();
#elif R == 9
  leave ();
  longjmp (back, 1);
#else
  helper ();
#endif
}
static void none (void)
{
}
static void (*chosen[]) (void) = {helper, none};
static void *other (void *arg)
{
  leave ();
  return arg;
}
static void again (int n)
{
  spawn (&handle, add, NULL);
#if R == 4
  if (n)
    again (n - 1);
#endif
  pthread_join (handle, NULL);
#if R != 4
  if (n)
    again (n - 1);
#endif
}
static void down (pthread_t *at, int n)
{
  spawn (at, add, NULL);
#if R == 5
  if (n)
    down (at, n - 1);
#endif
  pthread_join (*at, NULL);
#if R != 5
  if (n)
    down (at, n - 1);
#endif
}
static void many (void)
{
  for (int i = 0; i < 4; i++)
    spawn (&handles[i], add, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (handles[i], NULL);
}
static void finish (void)
{
  pthread_join (handle, NULL);
  total++;
}
#if R == 11 || R == 12
static void __attribute__ ((constructor (200))) begin (void)
{
  leave ();
}
#endif
static void __attribute__ ((constructor (300))) begin_later (void)
{
#if R == 12
  helper ();
#endif
}
int main (int argc, char **argv)
{
  pthread_t t, local;
  (void)argv;
#if R == 11
  helper ();
#endif
#if R == 11 || R == 12
  total++;
#endif
#if R == 10
  leave ();
#endif
  spawn (&handle, add, NULL);
#if R == 1
  helper ();
#elif R == 2
  chosen[argc & 1]();
#elif R == 3
  spawn (&t, other, NULL);
  pthread_join (t, NULL);
#elif R == 8
  far ();
#elif R == 9
  if (!setjmp (back))
    far ();
#endif
  pthread_join (handle, NULL);
  total++;
  helper ();
  chosen[argc & 1]();
  far ();
  total++;
  spawn (&t, other, NULL);
  pthread_join (t, NULL);
  pthread_join (handle, NULL);
  again (argc);
  down (&local, argc);
  total++;
  for (int i = 0; i < 4; i++)
    spawn (&handles[i], add, NULL);
#if R == 6
  many ();
#endif
  for (int i = 0; i < 4; i++)
    pthread_join (handles[i], NULL);
  many ();
  total++;
  atexit (finish);
#if R == 7
  atexit (leave);
#endif
  spawn (&handle, add, NULL);
  return 0;
}
