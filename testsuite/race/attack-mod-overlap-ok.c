/* Race-free twin: A callee writes the upper half of a word that decides. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI;
static union { long w; int h[2]; } u;
static void change (void) { u.h[1] = 1; }
static void *t (void *_)
{
  u.w = 0;
  if (u.w) L (&m);
  change ();
  if (!u.w) return _;
  L (&m); x++; U (&m);
  return _;
}
int main (void) { pthread_t h; pthread_create (&h, 0, t, 0); L (&m); x++; U (&m); pthread_join (h, 0); return 0; }
