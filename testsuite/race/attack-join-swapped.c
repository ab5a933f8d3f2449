/* Handles are exchanged before one is joined. */
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
static void swap (pthread_t *p, pthread_t *q) { pthread_t t = *p; *p = *q; *q = t; }
int main (void)
{
  pthread_t h, g;
  pthread_create (&h, 0, a, 0); pthread_create (&g, 0, b, 0);
  swap (&h, &g);
  pthread_join (g, 0);
  x++;
  pthread_join (h, 0); return 0;
}
