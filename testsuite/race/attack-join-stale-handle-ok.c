/* Race-free twin: The joined handle was read before the second creation. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x;
static void *a (void *p) { return p; }
static void *b (void *p) { x++; return p; }
int main (void)
{
  pthread_t h, first;
  pthread_create (&h, 0, a, 0); pthread_join (h, 0);
  pthread_create (&h, 0, b, 0); first = h;
  pthread_join (first, 0);
  x++;
  return 0;
}
