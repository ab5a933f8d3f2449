/* start() is called twice, only the second is joined. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t h; static pthread_mutex_t m = MI;
static volatile int nth;
static void *b (void *p) { if (__atomic_fetch_add (&nth, 1, __ATOMIC_RELAXED) == 0) usleep (2000); L (&m); x++; U (&m); return p; }
static void start (void) { pthread_create (&h, 0, b, 0); }
int main (void)
{
  start (); start ();
  pthread_join (h, 0);
  x++; /* dg-warning "data race on 'x'" */
  usleep (5000); return 0;
}
