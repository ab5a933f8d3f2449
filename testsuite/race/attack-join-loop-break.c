/* The join loop may end early by a flag. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI; extern volatile int stop;
static void *b (void *p) { L (&m); x++; U (&m); return p; }
int main (void)
{
  pthread_t h[4];
  for (int i = 0; i < 4; i++) pthread_create (&h[i], 0, b, 0);
  for (int i = 0; i < 4; i++) { if (stop) break; pthread_join (h[i], 0); }
  x++; /* dg-warning "data race on 'x'" */
  return 0;
}
