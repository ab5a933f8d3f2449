/* Argument struct holds a pointer to a local; the local is written after create */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct arg { int *p; };
static void *t (void *a) { struct arg *g = a; ++*g->p; return a; } /* dg-warning "data race on 'x'" */
static void fill (struct arg *a, int *p) { struct arg b; b.p = p; memcpy (a, &b, sizeof b); }
int main (void) { int x = 0; struct arg a; pthread_t h; fill (&a, &x); pthread_create (&h, 0, t, &a); x++; pthread_join (h, 0); return x; }
