/* A formal handed down five levels. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <setjmp.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static void inc (void *p) { ++*(int *)p; } /* dg-warning "data race on 'x'" */
typedef void fn (void *);
struct c { fn *f; void *a; };
static void run1 (void *p) { struct c *c = p; c->f (c->a); }
static void run2 (fn *f, void *p) { struct c c = { f, p }; run1 (&c); }
static void run3 (fn *f, void *p) { struct c c = { f, p }; run2 (run1, &c); }
static void run4 (fn *f, void *p) { struct c c = { f, p }; run3 (run1, &c); }
static void run5 (fn *f, void *p) { struct c c = { f, p }; run4 (run1, &c); }
static void *t (void *a) { L (&m); run5 (inc, &x); U (&m); return a; }
static void *o (void *a) { run5 (inc, &x); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
