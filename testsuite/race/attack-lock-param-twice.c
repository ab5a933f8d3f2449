/* f(a, b) unlocks b; called with aliases from two levels. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
struct p { pthread_mutex_t *a, *b; };
static void g (struct p *p) { L (p->a); U (p->b); x++; L (p->b); U (p->a); } /* dg-warning "data race on 'x'" */
static void *t (void *a) { struct p p = { &m, &m }; g (&p); return a; }
static void *o (void *a) { L (&m); x++; U (&m); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
