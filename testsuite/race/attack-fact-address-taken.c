/* Formal whose address is taken and changed. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static void set (int *p) { *p = 1; }
static void f (int n) { set (&n); if (n == 1) x++; } /* dg-warning "data race on 'x'" */
static void *t (void *a) { f (0); return a; }
static void *o (void *a) { L (&m); x++; U (&m); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
