/* start(&h) twice with the same local handle. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static void *b (void *p) { L (&m); x++; U (&m); return p; }
static void start (pthread_t *h) { pthread_create (h, 0, b, 0); }
int main (void)
{
  pthread_t h;
  start (&h); start (&h);
  pthread_join (h, 0);
  x++; /* dg-warning "data race on 'x'" */
  return 0;
}
