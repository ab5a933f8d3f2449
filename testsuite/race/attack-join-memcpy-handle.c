/* Handles are overwritten by memcpy. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x;
static void *a (void *p) { return p; }
static void *b (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
struct w { pthread_t h; int n; };
int main (void)
{
  struct w u, v;
  pthread_create (&u.h, 0, a, 0); pthread_create (&v.h, 0, b, 0);
  struct w s = v; v = u; u = s;
  pthread_join (v.h, 0);
  x++;
  pthread_join (u.h, 0); return 0;
}
