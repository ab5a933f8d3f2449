/* One argument is published, the other is the same. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { int v; }; static struct n *g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g) g->v++; U (&m); return a; }
static void f (struct n *a, struct n *b) { L (&m); g = a; U (&m); b->v = 1; } /* dg-warning "data race on '[^']*v" */
int main (void)
{
  pthread_t th; pthread_create (&th, 0, t, 0);
  struct n *p = calloc (1, sizeof *p);
  f (p, p);
  pthread_join (th, 0); return 0;
}
