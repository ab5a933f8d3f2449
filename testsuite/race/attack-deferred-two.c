/* A formal function called with and without the lock. */
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
static void inc (int *p) { ++*p; } /* dg-warning "data race on 'x'" */
static void each (void (*f) (int *), int *p, int lock) { if (lock) L (&m); f (p); if (lock) U (&m); }
static void *t (void *a) { each (inc, &x, 1); return a; }
static void *o (void *a) { each (inc, &x, 0); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
