/* Race-free twin: Published through an identity function that may return another. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { int v; }; static struct n *g, *def; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g) g->v++; U (&m); return a; }
static struct n *pick (struct n *p) { if (p) return p; return def; }
int main (void)
{
  pthread_t h; pthread_create (&h, 0, t, 0);
  struct n *p = calloc (1, sizeof *p);
  p->v = 1;
  struct n *q = pick (p);
  L (&m); g = q; U (&m);
  pthread_join (h, 0); return 0;
}
