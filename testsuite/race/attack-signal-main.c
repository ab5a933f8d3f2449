/* Handler against a thread with a lock. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static void h (int s) { x++; } /* dg-warning "data race on 'x'" */
static void *t (void *a) { L (&m); x++; U (&m); return a; }
int main (void) { pthread_t k; signal (SIGUSR1, h); pthread_create (&k, 0, t, 0); raise (SIGUSR1); pthread_join (k, 0); return 0; }
