/* A pointer to a local variable is copied with the struct that it is in, by a function that knows neither of
   the two structs.
   RACY 1 'total': read before the thread is joined
   RACY 2 'total': the same, copied by memcpy
   RACY 3 'total': the same, with the struct made by a function */
#include "common.h"
struct wrapped { int *p; };
struct work { int n; struct wrapped w; };
static void *run (void *a) { struct work *s = a; *s->w.p += s->n; free (s); return NULL; }
static struct wrapped wrap (int *p) { struct wrapped w; w.p = p; return w; }
static void fill (struct wrapped *to, const struct wrapped *from)
{
#if R == 2
  memcpy (to, from, sizeof *to);
#else
  *to = *from;
#endif
}
int main (void)
{
  int total = 0, early = 0;
  pthread_t t;
#if R == 3
  struct wrapped w = wrap (&total);
#else
  struct wrapped w = { &total };
#endif
  struct work *s = malloc (sizeof *s);
  s->n = 1;
  total = 2; /* nobody else knows it yet */
  fill (&s->w, &w);
  spawn (&t, run, s);
#if R
  early = total;
#endif
  pthread_join (t, NULL);
  printf ("%d %d\n", total, early);
  return 0;
}
