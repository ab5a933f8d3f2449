/* longjmp from a callee two levels down that has released. */
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
static void g2 (jmp_buf b) { U (&m); longjmp (b, 1); }
static void g1 (jmp_buf b) { g2 (b); }
static void *t (void *a) { jmp_buf b; L (&m); if (!setjmp (b)) g1 (b); x++; return a; } /* dg-warning "data race on 'x'" */
static void *o (void *a) { L (&m); x++; U (&m); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
