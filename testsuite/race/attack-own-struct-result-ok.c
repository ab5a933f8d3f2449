/* Race-free twin: Published from a struct returned by value. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { int v; }; struct box { struct n *p; int k[6]; }; static struct n *g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g) g->v++; U (&m); return a; }
static struct box wrap (struct n *p) { struct box b = { p }; return b; }
int main (void)
{
  pthread_t h; pthread_create (&h, 0, t, 0);
  struct n *p = calloc (1, sizeof *p); struct box b = wrap (p);
  p->v = 1;
  L (&m); g = b.p; U (&m);
  pthread_join (h, 0); return 0;
}
