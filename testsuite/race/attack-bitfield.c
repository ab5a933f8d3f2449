/* Bit-fields of one unit under two locks. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <setjmp.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static struct { unsigned a : 3, b : 5; } s; static pthread_mutex_t m = MI, n = MI;
static void *t (void *a) { L (&m); s.a++; U (&m); return a; } /* dg-warning "data race on 's" */
static void *o (void *a) { L (&n); s.b++; U (&n); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
