/* Race-free twin: One argument is published, the other is stored in it. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { int v; }; struct h { struct n *p; }; static struct h *g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g) g->p->v++; U (&m); return a; }
static void f (struct h *a, struct n *b) { b->v = 1; L (&m); g = a; U (&m); }
int main (void)
{
  pthread_t th; pthread_create (&th, 0, t, 0);
  struct n *p = calloc (1, sizeof *p); struct h *h = malloc (sizeof *h);
  h->p = p; f (h, p);
  pthread_join (th, 0); return 0;
}
