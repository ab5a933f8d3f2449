/* The argument is loaded from an array of pointers. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static void *t (void *a) { ++*(int *)a; return a; } /* dg-warning "data race on 'x'" */
int main (int argc, char **argv)
{
  int x = 0, y = 0, *ps[2] = { &x, &y }; pthread_t h;
  pthread_create (&h, 0, t, ps[argc - 1]);
  x++;
  pthread_join (h, 0); return x + y;
}
