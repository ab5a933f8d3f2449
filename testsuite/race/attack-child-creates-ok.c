/* Race-free twin: A child creates the same start routine. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static void *leaf (void *p) { x++; return p; }
static void *mid (void *p) { pthread_t h; pthread_create (&h, 0, leaf, 0); pthread_join (h, 0); return p; }
int main (void) { pthread_t h; for (int i = 0; i < 2; i++) { pthread_create (&h, 0, mid, 0); pthread_join (h, 0); } return 0; }
