/* Function with a create is called again after its thread; earlier activation's thread. */
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
static void f (int first) { if (first) pthread_create (&g, 0, leaf, 0); else x++; }
int main (void) { f (1); f (0); pthread_join (g, 0); return 0; }
