/* More function pointer targets than are instantiated. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
#define F(n) static void f##n (int *p) { *p += n; }
F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) /* dg-warning "data race on 'x'" */
static void (*tab[]) (int *) = { f1, f2, f3, f4, f5, f6, f7, f8, f9 }; static volatile int k;
static void *t (void *a) { tab[k] (&x); return a; }
int main (void) { pthread_t h; pthread_create (&h, 0, t, 0); L (&m); tab[k] (&x); U (&m); pthread_join (h, 0); return 0; }
