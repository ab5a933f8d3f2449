/* The callee joins only if the argument says so. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t h;
static void *b (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void stop (int really) { if (really) pthread_join (h, 0); }
int main (int argc, char **argv)
{
  pthread_create (&h, 0, b, 0);
  stop (argc > 5);
  x++;
  return 0;
}
