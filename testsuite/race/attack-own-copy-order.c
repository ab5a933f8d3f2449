/* The copy stands before the store, but a loop executes it after. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { int v; }; struct h { struct n *p; }; static struct h g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g.p) g.p->v++; U (&m); return a; }
int main (void)
{
  pthread_t th; pthread_create (&th, 0, t, 0);
  struct n *p = calloc (1, sizeof *p); struct h h1 = { 0 }, h2 = { 0 };
  for (int i = 0; i < 3; i++) { L (&m); g = h2; U (&m); h2 = h1; h1.p = p; }
  p->v = 1; /* dg-warning "data race on '[^']*v" */
  pthread_join (th, 0); return 0;
}
