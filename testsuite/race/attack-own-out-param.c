/* Published through an out parameter that points to a global. */
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
static void make (struct n **out) { struct n *p = calloc (1, sizeof *p); L (&m); *out = p; U (&m); p->v = 1; } /* dg-warning "data race on '[^']*v" */
int main (void)
{
  pthread_t h; pthread_create (&h, 0, t, 0);
  make (&g);
  pthread_join (h, 0); return 0;
}
