/* The array of pointers is published after it was reallocated. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { int v; }; static struct n **g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g) g[0]->v++; U (&m); return a; }
int main (void)
{
  pthread_t th; pthread_create (&th, 0, t, 0);
  struct n *p = calloc (1, sizeof *p), **arr = malloc (sizeof *arr), **more;
  arr[0] = p; more = realloc (arr, 2 * sizeof *arr);
  L (&m); g = more; U (&m);
  p->v = 1; /* dg-warning "data race on '[^']*v" */
  pthread_join (th, 0); return 0;
}
