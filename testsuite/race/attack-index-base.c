/* lk[i] guards p[i] where p is data or data + 1. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static pthread_mutex_t lk[8] = { MI, MI, MI, MI, MI, MI, MI, MI }; static int data[9];
static void f (int *p, int i) { L (&lk[i]); p[i]++; U (&lk[i]); } /* dg-warning "data race on 'data" */
static volatile int k = 1;
static void *t (void *a) { f (data, k); return a; }
static void *o (void *a) { f (data + 1, k - 1); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
