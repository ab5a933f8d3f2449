/* Released in the recursion. */
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
static void f (int n) { if (n == 0) { U (&m); return; } f (n - 1); x++; if (n == 2) L (&m); } /* dg-warning "data race on 'x'" */
static void *t (void *a) { L (&m); f (2); U (&m); return a; }
static void *o (void *a) { L (&m); x++; U (&m); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
