/* The thread was created by a recursive call. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t h;
static void *b (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void f (int n)
{
  if (n) { f (n - 1); x++; }
  else pthread_create (&h, 0, b, 0);
}
int main (void) { f (1); pthread_join (h, 0); return 0; }
