/* Common exit label with error codes. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static int f (int k) { int r = -1; L (&m); if (k < 0) goto out; if (k > 100) { r = -2; goto out; } x += k; r = 0; out: U (&m); return r; }
static void *t (void *a) { f (3); return a; }
static void *o (void *a) { f (-1); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
