/* A store through a pointer to one of many overlapping fields. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t m = MI; static union { long w; int h[2]; } u[12]; static volatile int k;
static void *t (void *a)
{
  int *p = &u[0].h[1];
  u[0].w = 0;
  if (u[0].w) L (&m);
  *p = 1;
  if (u[0].w) x++; /* dg-warning "data race on 'x'" */
  return a;
}
static void *o (void *a) { L (&m); x++; U (&m); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
