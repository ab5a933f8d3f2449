/* Race-free twin: Published through a variable argument. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
#include <stdarg.h>
struct n { int v; }; static struct n *g; static pthread_mutex_t m = MI;
static void *t (void *a) { usleep (20000); L (&m); if (g) g->v++; U (&m); return a; }
static void pub (int n, ...) { va_list l; va_start (l, n); L (&m); g = va_arg (l, struct n *); U (&m); va_end (l); }
int main (void)
{
  pthread_t th; pthread_create (&th, 0, t, 0);
  struct n *p = calloc (1, sizeof *p);
  p->v = 1;
  pub (1, p);
  pthread_join (th, 0); return 0;
}
