/* same thread, thread arg selects */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static void *t (void *a) { long k = (long)a; if (k == 1) x++; else { L (&m); x++; U (&m); } return a; } /* dg-warning "data race on 'x'" */
int main (void) { pthread_t h[3]; for (long i = 0; i < 3; i++) pthread_create (&h[i], 0, t, (void *)i); for (int i = 0; i < 3; i++) pthread_join (h[i], 0); return 0; }
