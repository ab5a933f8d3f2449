/* lk[i] guards p[i] where p is loaded. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static pthread_mutex_t lk[8] = { MI, MI, MI, MI, MI, MI, MI, MI }; static int data[9]; static int *view[2] = { data, data + 1 };
static volatile int k = 1;
static void *t (void *a) { int i = k; int *p = view[(long)a]; i -= (long)a; L (&lk[i]); p[i]++; U (&lk[i]); return a; } /* dg-warning "data race on 'data" */
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, t, (void *)1); pthread_join (h, 0); pthread_join (g, 0); return 0; }
