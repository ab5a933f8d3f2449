/* Race-free twin: switch (c & 3) case 2 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t q = MI; static volatile int k = 2;
static void *t (void *a) { int c = k; switch (c & 3) { case 2: { L (&q); x++; U (&q); } } return a; }
static void *o (void *a) { { L (&q); x++; U (&q); } return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
