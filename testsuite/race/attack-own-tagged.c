/* Published as a tagged integer. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { int v; }; static unsigned long g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g) ((struct n *)(g & ~1ul))->v++; U (&m); return a; }
int main (void)
{
  pthread_t th; pthread_create (&th, 0, t, 0);
  struct n *p = calloc (1, sizeof *p);
  L (&m); g = (unsigned long)p | 1; U (&m);
  p->v = 1; /* dg-warning "data race on '[^']*v" */
  pthread_join (th, 0); return 0;
}
