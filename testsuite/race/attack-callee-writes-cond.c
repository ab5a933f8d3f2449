/* Callee with inner store to a bigger field: struct copy kills. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI; struct c { int on, off; }; 
static void set (struct c *d, struct c s) { *d = s; }
static void *t (void *a) { struct c c = { 0, 1 }, n = { 1, 0 }; if (c.on) L (&m); set (&c, n); if (c.on) x++; return a; } /* dg-warning "data race on 'x'" */
static void *o (void *a) { L (&m); x++; U (&m); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
