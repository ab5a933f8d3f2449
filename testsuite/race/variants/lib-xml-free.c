/* libxml2 has a variable with the function that frees.
   RACY 1 '*name': it frees what others read
   RACY 2 'count': no lock */
#include "common.h"
extern void (*xmlFree) (void *);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *name;
static int count;
static void *w (void *a)
{
#if R != 2
  pthread_mutex_lock (&lock);
#endif
#if R != 1
  xmlFree (name);
  name = 0;
#endif
  count++; /* xmlFree has not given the lock back */
#if R != 2
  pthread_mutex_unlock (&lock);
#endif
#if R == 1
  xmlFree (name);
#endif
  return a;
}
int main (void)
{
  pthread_t t;
  name = strdup ("name");
  spawn (&t, w, 0);
  pthread_mutex_lock (&lock);
  count++;
  if (name)
    puts (name);
  pthread_mutex_unlock (&lock);
  pthread_join (t, 0);
  free (strdup ("other"));
  return 0;
}
