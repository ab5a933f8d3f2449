/* Seven arguments through a formal. */
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
static void inc (int a, int b, int c, int d, int e, int f, int *p) { ++*p; } /* dg-warning "data race on 'x'" */
typedef void fn (int, int, int, int, int, int, int *);
static void each (fn *f, int *p) { f (1, 2, 3, 4, 5, 6, p); }
static void each2 (fn *f, int *p) { each (f, p); }
static void *t (void *a) { L (&m); each2 (inc, &x); U (&m); return a; }
static void *o (void *a) { each2 (inc, &x); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
