/* T1 joins T2 sometimes; main joins T1. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t a, b; extern volatile int k;
static void *tb (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void *ta (void *p) { if (k) pthread_exit (0); pthread_join (b, 0); return p; }
int main (void)
{
  pthread_create (&b, 0, tb, 0); pthread_create (&a, 0, ta, 0);
  pthread_join (a, 0);
  x++;
  return 0;
}
