/* Recursion first, then create: several threads. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t h[4];
static void *b (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void f (int n)
{
  if (n) f (n - 1);
  pthread_create (&h[n], 0, b, 0);
}
int main (void) { f (3); for (int i = 0; i < 4; i++) pthread_join (h[i], 0); return 0; }
