/* Second return of setjmp after a create */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
#include <setjmp.h>
static int x; static pthread_t g; static jmp_buf b;
static void *leaf (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void go (void) { pthread_create (&g, 0, leaf, 0); longjmp (b, 1); }
int main (void) { if (!setjmp (b)) go (); x++; pthread_join (g, 0); return 0; }
