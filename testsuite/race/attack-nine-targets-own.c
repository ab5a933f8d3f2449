/* More targets than are instantiated, one publishes through its callee. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct n { int v; }; static struct n *g; static pthread_mutex_t m = MI;
#define F(i) static void f##i (struct n *p) { p->v += i; }
F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) /* dg-warning "data race on '[^']*v" */
static void f9 (struct n *p) { L (&m); g = p; U (&m); }
static void (*tab[]) (struct n *) = { f1, f2, f3, f4, f5, f6, f7, f8, f9 }; static volatile int k = 8;
static void *t (void *a) { usleep (20000); L (&m); if (g) g->v++; U (&m); return a; }
int main (void) { pthread_t h; pthread_create (&h, 0, t, 0); struct n *p = calloc (1, sizeof *p); tab[k] (p); p->v = 1; pthread_join (h, 0); return 0; }
