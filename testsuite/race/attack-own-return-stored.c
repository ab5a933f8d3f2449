/* A constructor function registers what it returns, by a callee with a phi. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { int v; }; static struct n *g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g) g->v++; U (&m); return a; }
static void reg (struct n *p, struct n *alt) { struct n *q = alt ? alt : p; L (&m); g = q; U (&m); }
static struct n *make (void) { struct n *p = calloc (1, sizeof *p); reg (p, 0); return p; }
int main (void)
{
  pthread_t h; pthread_create (&h, 0, t, 0);
  struct n *p = make ();
  p->v = 1; /* dg-warning "data race on '[^']*v" */
  pthread_join (h, 0); return 0;
}
