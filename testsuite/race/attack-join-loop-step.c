/* Create loop in a wrapper called for two arrays by pointer; only one joined. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static void *b (void *p) { L (&m); x++; U (&m); return p; }
static void start (pthread_t *h, int n) { for (int i = 0; i < n; i++) pthread_create (&h[i], 0, b, 0); }
static void stop (pthread_t *h, int n) { for (int i = 0; i < n; i++) pthread_join (h[i], 0); }
int main (void)
{
  pthread_t p[4], q[4];
  start (p, 4); start (q, 4);
  stop (p, 4); stop (p, 4);
  x++; /* dg-warning "data race on 'x'" */
  return 0;
}
