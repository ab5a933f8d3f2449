/* Blocks of which each takes one element too much; bounds in a struct for each thread,
   used by a callee.  */
#include <pthread.h>
#include <stdlib.h>

enum { LENGTH = 1003, THREADS = 4 };

struct range {
  const int *from;
  int *to;
  int first, end;
};

static void triple (const int *from, int *to, int first, int end)
{
  for (int i = first; i < end; i++)
    to[i] = 3 * from[i]; /* dg-warning "data race on .out" */
}

static void *work (void *p)
{
  struct range *r = p;
  triple (r->from, r->to, r->first, r->end);
  free (r);
  return NULL;
}

int main (void)
{
  static int in[LENGTH], out[LENGTH];
  pthread_t t[THREADS];
  int chunk = (LENGTH + THREADS - 1) / THREADS;
  for (int i = 0; i < THREADS; i++) {
    struct range *r = malloc (sizeof *r);
    int end = (i + 1) * chunk + 1;
    if (end > LENGTH)
      end = LENGTH;
    *r = (struct range){in, out, i * chunk, end};
    pthread_create (&t[i], NULL, work, r);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], NULL);
  return out[5];
}
