/* A function of the program creates all threads: when it writes a handle the new thread may run, but none that it creates
   later.
   RACY 1 'first_handle': the thread that joins is created before
   RACY 2 'first_handle': it is the one that is created
   RACY 3 'first_handle': it is created again, in a loop
   WITHOUT schedule: it would do */
#include "common.h"
static pthread_t first_handle;
static int total;
static void start (pthread_t *handle, void *(*f) (void *))
{
  if (pthread_create (handle, NULL, f, NULL))
    abort ();
}
static void *first (void *unused)
{
  total++;
#if R == 2
  pthread_detach (first_handle);
#endif
  return unused;
}
static void *second (void *unused)
{
  pthread_join (first_handle, NULL);
  total++;
  return unused;
}
int main (void)
{
  pthread_t t;
#if R == 1
  start (&t, second);
  start (&first_handle, first);
#elif R == 3
  for (int i = 0; i < 2; i++) {
    start (&first_handle, first);
    start (&t, second);
  }
#else
  start (&first_handle, first);
  start (&t, second);
#endif
  pthread_join (t, NULL);
  return total;
}
