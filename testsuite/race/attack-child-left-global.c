/* The child leaves a grandchild whose handle is global; main joins only the child. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t g;
static void *leaf (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void spawn (void) { pthread_create (&g, 0, leaf, 0); }
static void *mid (void *p) { spawn (); return p; }
int main (void) { pthread_t h; pthread_create (&h, 0, mid, 0); pthread_join (h, 0); x++; pthread_join (g, 0); return 0; }
