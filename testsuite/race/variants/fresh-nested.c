/* A nested function puts what a variable around it points to into memory that goes to a thread.
   RACY 1 '*x->p': who has made that still uses it
   RACY 2 '*x->p': ... in a function that returns what the nested one has filled
   RACY 3 '*x->p': the nested function gets all from around it */
#include "common.h"
struct box {
  int *p;
};
static void *worker (void *a)
{
  struct box *x = a;
  ++*x->p;
  return NULL;
}
static struct box *wrap (int *p)
{
  struct box *x = malloc (sizeof *x);
  void fill (struct box *b) { b->p = p; }
  fill (x);
  return x;
}
int main (void)
{
  pthread_t t;
  int *p = calloc (1, sizeof *p);
  struct box *x;
#if R == 2
  x = wrap (p);
#else
  x = malloc (sizeof *x);
  void fill (struct box *b) { b->p = p; }
  void fill_mine (void) { x->p = p; }
  if (R == 3)
    fill_mine ();
  else
    fill (x);
#endif
  pthread_create (&t, NULL, worker, x);
#if R
  ++*p;
#endif
  pthread_join (t, NULL);
  ++*p;
  return 0;
}
