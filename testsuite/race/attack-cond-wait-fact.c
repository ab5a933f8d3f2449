/* A flag read before the wait decides after it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <setjmp.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x, flag; static pthread_mutex_t m = MI, n = MI; static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *t (void *a) { L (&m); if (!flag) L (&n); pthread_cond_wait (&c, &m); if (!flag) x++; U (&m); return a; } /* dg-warning "data race on 'x'" */
static void *o (void *a) { L (&m); flag = 1; U (&m); L (&n); x++; U (&n); L (&m); flag = 0; pthread_cond_signal (&c); U (&m); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
