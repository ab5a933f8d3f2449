/* Race-free twin: lk[i] guards data[i] in one thread, data[i+1] in the other. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static pthread_mutex_t lk[8] = { MI, MI, MI, MI, MI, MI, MI, MI }; static int data[9]; static volatile int k = 1, z = 0;
static void *t (void *a) { int i = k; L (&lk[i]); data[i]++; U (&lk[i]); return a; }
static void *o (void *a) { long i = z; L (&lk[i]); data[i]++; U (&lk[i]); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
