/* Race-free twin: The callee copies a pointer from one argument's memory to another's. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct arg { int *p; };
static void *t (void *a) { struct arg *g = a; ++*g->p; return a; }
static void take (struct arg *to, struct arg *from) { to->p = from->p; }
int main (void) { int x = 0; struct arg a, b = { &x }; pthread_t h; x++; take (&a, &b); pthread_create (&h, 0, t, &a); pthread_join (h, 0); return x; }
