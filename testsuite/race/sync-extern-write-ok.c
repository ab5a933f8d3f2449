/* A function that is defined nowhere is given a buffer; each thread has its own. */
#include <pthread.h>
#include <stdio.h>

extern void fill (char *to, int n);
static char shared[2][16];

static void *work (void *arg)
{
  char mine[16];
  fill (mine, 16);
  printf ("%c\n", mine[0]);
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%s\n", shared[0]);
  return 0;
}
