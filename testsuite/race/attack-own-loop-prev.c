/* previous element written after publication, kept in a local struct */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { struct n *next; int v; }; static struct n *head; static pthread_mutex_t m = MI;
static void *t (void *a) { L (&m); for (struct n *p = head; p; p = p->next) p->v++; U (&m); return a; }
int main (void)
{
  pthread_t h; pthread_create (&h, 0, t, 0);
  struct { struct n *last; } k = { 0 };
  for (int i = 0; i < 3; i++) {
    struct n *p = calloc (1, sizeof *p);
    if (k.last) k.last->v = 1; /* dg-warning "data race on '[^']*v" */
    L (&m); p->next = head; head = p; U (&m);
    k.last = p;
  }
  pthread_join (h, 0); return 0;
}
