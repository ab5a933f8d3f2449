/* Detached thread against a destructor. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x;
static void *t (void *a) { x++; return a; } /* dg-warning "data race on 'x'" */
static __attribute__ ((destructor)) void fini (void) { x++; }
int main (void) { pthread_t k; pthread_create (&k, 0, t, 0); pthread_detach (k); return 0; }
