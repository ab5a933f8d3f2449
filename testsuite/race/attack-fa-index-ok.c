/* Same index for lock and data, computed twice. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static pthread_mutex_t lk[8] = { MI, MI, MI, MI, MI, MI, MI, MI }; static int data[8]; static volatile unsigned k = 1;
static unsigned hash (unsigned v) { return v * 31 % 8; }
static void *t (void *a) { unsigned v = k; L (&lk[hash (v)]); data[hash (v)]++; U (&lk[hash (v)]); return a; }
static void *o (void *a) { unsigned i = hash (k + 1); L (&lk[i]); data[i]++; U (&lk[i]); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
