/* One creation, start routine chosen by a table; only one is joined by condition. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x;
static void *ta (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void *tb (void *p) { return p; }
int main (int argc, char **argv)
{
  void *(*f[2]) (void *) = { ta, tb }; pthread_t h;
  pthread_create (&h, 0, f[argc & 1 ? 0 : 1], 0);
  if (argc == 7) pthread_join (h, 0);
  x++;
  return 0;
}
