/* One thread initialises by pthread_once, another reads without. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_once_t o = PTHREAD_ONCE_INIT;
static void init (void) { x = 5; }
static void *t (void *_) { pthread_once (&o, init); return _; }
int main (void) { pthread_t h; pthread_create (&h, 0, t, 0); int r = x; pthread_join (h, 0); return r; } /* dg-warning "data race on 'x'" */
