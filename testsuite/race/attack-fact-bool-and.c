/* ((a > 1) & 2) etc */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; extern volatile int k;
static void *t (void *a) { int c = k; int b = ((c & 6) == 4) | ((c & 6) == 2); if (b) x++; return a; } /* dg-warning "data race on 'x'" */
static void *o (void *a) { x++; return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
