/* Lock operations through a constant table of function pointers. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static void lk (void) { L (&m); } static void un (void) { U (&m); }
static const struct { void (*lock) (void), (*unlock) (void); } ops = { lk, un };
static void *t (void *a) { ops.lock (); x++; ops.unlock (); return a; }
static void *o (void *a) { ops.lock (); x++; ops.unlock (); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
