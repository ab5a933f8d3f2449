/* A callee publishes the address of a thread-local variable. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static __thread int v; static int *g; static pthread_mutex_t m = MI;
static void pub (void) { L (&m); if (!g) g = &v; U (&m); }
static void *t (void *a) { pub (); usleep (40000); v++; return a; } /* dg-warning "data race on 'v'" */
static void *o (void *a) { usleep (20000); L (&m); if (g) ++*g; U (&m); return a; }
int main (void)
{
  pthread_t h, k; pthread_create (&h, 0, t, 0); pthread_create (&k, 0, o, 0);
  pthread_join (h, 0); pthread_join (k, 0); return 0;
}
