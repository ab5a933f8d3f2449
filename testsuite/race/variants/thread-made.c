/* What a thread gets is made for it, by who calls the function that starts it.
   RACY 1 'w->n': the function starts several
   RACY 2 'w->n': the same, and nobody else knows it
   RACY 3 'w->n': it is called twice
   RACY 4 'w->n': made once for all */
#include "common.h"
struct w {
  pthread_t t;
  int n;
};
static struct w *keep[8];
static void *run (void *a)
{
  struct w *w = a;
  w->n++;
  return 0;
}
static void start (struct w *w, int k)
{
#if R == 1 || R == 2
  for (int i = 0; i < k; i++)
#endif
    pthread_create (&w->t, 0, run, w);
}
int main (void)
{
#if R == 4
  struct w *w = malloc (sizeof *w);
#endif
  for (int i = 0; i < 8; i++) {
#if R != 4
    struct w *w = malloc (sizeof *w);
#endif
    w->n = 0;
#if R != 2
    keep[i] = w;
#endif
    start (w, 2);
#if R == 3
    start (w, 2);
#endif
  }
  pthread_exit (0);
}
