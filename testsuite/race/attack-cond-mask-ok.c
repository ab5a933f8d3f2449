/* Race-free twin: (flags & 3) == 1 does not say flags == 1 nor 3 == 1. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t q = MI; static volatile int flags = 1;
static void *t (void *a) { int f = flags; if ((f & 3) == 1) { L (&q); x++; U (&q); } return a; }
int main (void) { pthread_t h; pthread_create (&h, 0, t, 0); { L (&q); x++; U (&q); } pthread_join (h, 0); return 0; }
