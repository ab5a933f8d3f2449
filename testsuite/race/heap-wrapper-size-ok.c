/* The wrapper's caller says how much memory it wants: that of one struct.  It is used again when the thread has ended.  */
#include <pthread.h>
#include <stdlib.h>

struct box {
  int n;
};

static void *get (size_t n, size_t size)
{
  void *p = malloc (n * size);
  if (!p)
    abort ();
  return p;
}

static void *work (void *p)
{
  struct box *b = p;
  b->n++;
  return NULL;
}

int main (void)
{
  pthread_t thread;
  struct box *b = get (1, sizeof *b);
  b->n = 0;
  pthread_create (&thread, NULL, work, b);
  pthread_join (thread, NULL);
  b->n++;
  return b->n;
}
