/* alloca in a loop, previous one given to a thread */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
#include <alloca.h>
static void *t (void *a) { ++*(int *)a; return a; } /* dg-warning "data race on" */
int main (void) { int *p, *q = 0; pthread_t h; for (int i = 0; i < 2; i++) { p = alloca (4); *p = 0; if (q) ++*q; else pthread_create (&h, 0, t, p); q = p; } pthread_join (h, 0); return 0; }
