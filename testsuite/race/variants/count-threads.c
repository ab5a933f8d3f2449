/* Threads that nobody joins: main waits until a counter says that all have ended.
   RACY 1 'result': used after the thread has counted itself
   RACY 2 'result': counted down by two
   RACY 3 'result': one too few
   RACY 4 'result': what counts a thread that could not be created is taken back twice
   RACY 5 'result': one more thread than is counted
   RACY 6 'result': nobody has waited for the later ones
   RACY 7 'result': the number is set when it has been found to be 0 */
#include "common.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int running, left;
static long result;
static void *work (void *a)
{
  pthread_mutex_lock (&lock);
  result += (long)a;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
#if R == 2
  running -= 2;
#else
  running--;
#endif
  if (running == 0)
    pthread_cond_signal (&done);
  pthread_mutex_unlock (&lock);
#if R == 1
  result++;
#endif
  return 0;
}
static void *work2 (void *a)
{
  pthread_mutex_lock (&lock);
  result += (long)a;
  if (--left == 0)
    pthread_cond_signal (&done);
  pthread_mutex_unlock (&lock);
  return 0;
}
static void start (int n)
{
  for (int i = 0; i < n; i++) {
    pthread_t t;
    pthread_mutex_lock (&lock);
    running++;
    pthread_mutex_unlock (&lock);
    if (pthread_create (&t, 0, work, (void *)(long)i)) {
      pthread_mutex_lock (&lock);
      running--;
#if R == 4
      running--;
#endif
      pthread_mutex_unlock (&lock);
    } else
      pthread_detach (t);
  }
}
static void start2 (int n)
{
#if R == 5
  left = n - 1;
#else
  left = n;
#endif
#if R == 7
  for (int i = 0; i < n; i++) {
    pthread_t t;
    pthread_create (&t, 0, work2, 0);
    pthread_detach (t);
  }
#else
  for (int i = 0; i < n; i++) {
    pthread_t t;
    if (pthread_create (&t, 0, work2, (void *)(long)i))
      exit (1);
    pthread_detach (t);
  }
#endif
}
static void wait_all (void)
{
  pthread_mutex_lock (&lock);
  while (running > (R == 3))
    pthread_cond_wait (&done, &lock);
  pthread_mutex_unlock (&lock);
}
static void wait_left (void)
{
  pthread_mutex_lock (&lock);
  while (left)
    pthread_cond_wait (&done, &lock);
  pthread_mutex_unlock (&lock);
}
int main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 8;
  start (n);
  wait_all ();
  printf ("%ld\n", result);
#if R == 6 || R == 7
  wait_left ();
  start2 (n);
#else
  start2 (n);
  wait_left ();
#endif
  printf ("%ld\n", result);
  return 0;
}
