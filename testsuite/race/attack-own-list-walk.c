/* Published while walking a private list. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { struct n *next; int v; }; static struct n *g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g) g->v++; U (&m); return a; }
int main (void)
{
  pthread_t th; pthread_create (&th, 0, t, 0);
  struct n *a = calloc (1, sizeof *a), *b = calloc (1, sizeof *b);
  a->next = b;
  for (struct n *q = a; q; q = q->next) { L (&m); g = q; U (&m); }
  b->v = 1; /* dg-warning "data race on '[^']*v" */
  pthread_join (th, 0); return 0;
}
