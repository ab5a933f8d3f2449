/* One of two new objects is published; the other name is written after. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct s { int v; }; static struct s *g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g) g->v++; U (&m); return a; }
int main (int argc, char **argv)
{
  pthread_t h; pthread_create (&h, 0, t, 0);
  struct s *p = calloc (1, sizeof *p), *r = calloc (1, sizeof *r), *q = argc > 1 ? r : p;
  L (&m); g = q; U (&m);
  p->v = 1; /* dg-warning "data race on '[^']*v" */
  pthread_join (h, 0); return 0;
}
