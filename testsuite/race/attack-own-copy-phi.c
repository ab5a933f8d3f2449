/* Struct copied out of one of two holders. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { int v; }; struct h { struct n *p; }; static struct h g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g.p) g.p->v++; U (&m); return a; }
int main (int argc, char **argv)
{
  pthread_t th; pthread_create (&th, 0, t, 0);
  struct n *p = calloc (1, sizeof *p); struct h h1 = { p }, h2 = { p }, *q = argc > 1 ? &h1 : &h2;
  L (&m); g = *q; U (&m);
  p->v = 1; /* dg-warning "data race on '[^']*v" */
  pthread_join (th, 0); return 0;
}
