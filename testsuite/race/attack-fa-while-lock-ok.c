/* Lock held over a loop with break, continue. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI; static int n;
static void *t (void *a) { L (&m); while (1) { if (n > 10) break; n++; if (n & 1) continue; x++; } U (&m); return a; }
static void *o (void *a) { L (&m); x++; n = 0; U (&m); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
