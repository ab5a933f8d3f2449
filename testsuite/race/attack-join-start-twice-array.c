/* start_all() is called twice, only the second lot is joined. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t h[4]; static pthread_mutex_t m = MI;
static volatile int nth;
static void *b (void *p) { if (__atomic_fetch_add (&nth, 1, __ATOMIC_RELAXED) == 0) usleep (2000); L (&m); x++; U (&m); return p; }
static void start (void) { for (int i = 0; i < 4; i++) pthread_create (&h[i], 0, b, 0); }
static void stop (void) { for (int i = 0; i < 4; i++) pthread_join (h[i], 0); }
int main (void)
{
  start (); start ();
  stop ();
  x++; /* dg-warning "data race on 'x'" */
  usleep (5000); return 0;
}
