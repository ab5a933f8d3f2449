/* Two objects of one site hold a handle each; one is joined. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI; struct w { pthread_t h; };
static void *b (void *p) { L (&m); x++; U (&m); return p; }
static struct w *start (void) { struct w *w = malloc (sizeof *w); pthread_create (&w->h, 0, b, 0); return w; }
int main (void)
{
  struct w *p = start (), *q = start ();
  pthread_join (p->h, 0);
  x++; /* dg-warning "data race on 'x'" */
  pthread_join (q->h, 0);
  return 0;
}
