/* Lock through a pointer to a pointer that changes. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <setjmp.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static pthread_mutex_t a1 = MI, a2 = MI, *pm = &a1; static pthread_mutex_t **pp = &pm; static int x; static pthread_mutex_t G = MI;
static void *t (void *a) { L (&G); pthread_mutex_t *l = *pp; U (&G); L (l); x++; U (l); return a; } /* dg-warning "data race on 'x'" */
static void *o (void *a) { L (&a1); x++; U (&a1); L (&G); pm = &a2; U (&G); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
