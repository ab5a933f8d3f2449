/* cleanup attribute unlocks. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static void un (pthread_mutex_t **p) { U (*p); }
#define GUARD(l) pthread_mutex_t *g_ __attribute__ ((cleanup (un))) = l; L (l)
static void *t (void *a) { GUARD (&m); if (a) return 0; x++; return a; }
static void *o (void *a) { GUARD (&m); x++; return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
