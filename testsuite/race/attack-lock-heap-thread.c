/* A lock made by each thread. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; 
static void *t (void *a) { pthread_mutex_t *m = malloc (sizeof *m); pthread_mutex_init (m, 0); L (m); x++; U (m); return a; } /* dg-warning "data race on 'x'" */
static void go (pthread_t *h) { pthread_create (h, 0, t, 0); }
int main (void) { pthread_t h, g; go (&h); go (&g); pthread_join (h, 0); pthread_join (g, 0); return 0; }
