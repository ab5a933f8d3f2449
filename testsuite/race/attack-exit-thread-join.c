/* join loop counted by a variable that the loop changes */
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
int main (void)
{
  pthread_t h[4]; int n = 4;
  for (int i = 0; i < n; i++) pthread_create (&h[i], 0, b, 0);
  for (int i = 0; i < n; i++) { pthread_join (h[i], 0); if (i == 1) n = 2; }
  x++; /* dg-warning "data race on 'x'" */
  return 0;
}
