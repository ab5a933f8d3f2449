/* (f & 1) == 1 leaves f == 3. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI; static volatile int flags = 3;
static void *t (void *a)
{
  int f = flags;
  if ((f & 1) == 1) { if (f == 3) x++; } /* dg-warning "data race on 'x'" */
  return a;
}
int main (void) { pthread_t h; pthread_create (&h, 0, t, 0); L (&m); x++; U (&m); pthread_join (h, 0); return 0; }
