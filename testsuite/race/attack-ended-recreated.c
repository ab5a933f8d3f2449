/* A callee starts the same thread again after it was joined. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t h;
static void *b (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void start (void) { pthread_create (&h, 0, b, 0); }
static void again (void) { start (); x++; }
int main (void)
{
  start (); pthread_join (h, 0);
  again (); pthread_join (h, 0);
  return 0;
}
