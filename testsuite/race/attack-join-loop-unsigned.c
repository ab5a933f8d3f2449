/* bound smaller in bytes: unsigned char counter */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static void *b (void *p) { L (&m); x++; U (&m); return p; }
int main (int argc, char **argv)
{
  int n = 258; pthread_t *h = malloc (n * sizeof *h);
  for (int i = 0; i < n; i++) pthread_create (&h[i], 0, b, 0);
  for (int i = 0; i < (unsigned char)n; i++) pthread_join (h[i], 0);
  x++; /* dg-warning "data race on 'x'" */
  return 0;
}
