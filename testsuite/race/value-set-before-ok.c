/* A switch of the whole program is set before the threads start, to the value that keeps the
   access out. */
#include <pthread.h>

static int debug;
static int debug_lines;

static void *work (void *arg)
{
  if (debug == 1)
    debug_lines++;
  return arg;
}

int main (void)
{
  pthread_t a, b;
  debug = 2;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, &a);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return debug_lines;
}
