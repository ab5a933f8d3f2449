/* n > 5 for unsigned long, as a value, called with -1. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x;
static void f (unsigned long n) { int big = n > 5ul; if (big) x++; } /* dg-warning "data race on 'x'" */
static void *t (void *a) { f (-1ul); return a; }
int main (void) { pthread_t h; pthread_create (&h, 0, t, 0); x++; pthread_join (h, 0); return 0; }
