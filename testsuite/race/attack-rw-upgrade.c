/* unlock of a read lock then write without. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <setjmp.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static void *t (void *a) { pthread_rwlock_rdlock (&r); if (!x) { pthread_rwlock_unlock (&r); x = 1; pthread_rwlock_wrlock (&r); } pthread_rwlock_unlock (&r); return a; } /* dg-warning "data race on 'x'" */
static void *o (void *a) { pthread_rwlock_wrlock (&r); x++; pthread_rwlock_unlock (&r); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
