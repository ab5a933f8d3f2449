/* Thread from a constructor in a callee */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t h;
static void *ta (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void go (void) { pthread_create (&h, 0, ta, 0); }
static __attribute__ ((constructor)) void init (void) { go (); }
int main (void) { x++; return 0; }
