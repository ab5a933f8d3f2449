/* Race-free twin: k wraps to 0. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t q = MI;
static void *t (void *a) { unsigned k = 4294967295u; k = k + 1; if (k == 0) { L (&q); x++; U (&q); } return a; }
int main (void) { pthread_t h; pthread_create (&h, 0, t, 0); { L (&q); x++; U (&q); } pthread_join (h, 0); return 0; }
