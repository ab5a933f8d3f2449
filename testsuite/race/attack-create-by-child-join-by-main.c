/* Handle global, created by child; main joins before it is written. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t g; static pthread_mutex_t m = MI; static int ready;
static void *leaf (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void *mid (void *p) { L (&m); pthread_create (&g, 0, leaf, 0); ready = 1; U (&m); return p; }
int main (void)
{
  pthread_t h; pthread_create (&h, 0, mid, 0);
  L (&m); if (ready) pthread_join (g, 0); U (&m);
  x++;
  pthread_join (h, 0); return 0;
}
