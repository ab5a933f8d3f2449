/* The thread gets one of two locals. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static void *t (void *a) { ++*(int *)a; return a; } /* dg-warning "data race on 'x'" */
int main (int argc, char **argv)
{
  int x = 0, y = 0, *q = argc > 1 ? &y : &x; pthread_t h;
  pthread_create (&h, 0, t, q);
  x++;
  pthread_join (h, 0); return x + y;
}
