/* Race-free twin: A callee publishes what is stored in its argument. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { int v; }; struct h { struct n *p; }; static struct n *g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g) g->v++; U (&m); return a; }
static void pub (struct h *h) { L (&m); g = h->p; U (&m); }
int main (void)
{
  pthread_t th; pthread_create (&th, 0, t, 0);
  struct n *p = calloc (1, sizeof *p); struct h *h = malloc (sizeof *h);
  p->v = 1;
  h->p = p; pub (h);
  pthread_join (th, 0); return 0;
}
