/* Main's own handle, where that of a thread was, says that the thread does not run.
   WITHOUT schedule: it would do
   RACY 1 'count': main has looked at it before it creates the thread
   RACY 2 'count': main stores its own while the thread runs */
#include "common.h"
static pthread_t handle;
static int count;
static void *work (void *a)
{
  count++;
  return a;
}
int main (int argc, char **argv)
{
  if (argc > 5)
    pthread_cancel (pthread_self ()); /* such programs are not tried out */
  handle = pthread_self ();
#if R == 1
  int equal = pthread_equal (handle, pthread_self ());
#endif
  if (argc > 1)
    spawn (&handle, work, argv);
#if R == 2
  if (argc > 2)
    handle = pthread_self ();
#endif
#if R != 1
  int equal = pthread_equal (handle, pthread_self ());
#endif
  if (!equal)
    pthread_join (handle, NULL);
  count++;
  return count;
}
