/* Threads reset the flags that say whether they are joined, in a program whose functions are
   summarised twice, since two loads of `known' are not equal. */
#include <pthread.h>
#include <stdlib.h>
#define N 12
struct worker {
  pthread_t t;
  int up;
};
static struct worker w[N];
static int total, x, y, *known = &x;
static void *work (void *a)
{
  struct worker *v = a;
  v->up = 0;        /* { dg-warning "race on 'w\[\].up'" } */
  if (known == &y)
    *known = 3;     /* { dg-warning "race on 'x'" } */
  else
    known = &y;     /* { dg-warning "data race on 'known'" } */
  return total ? a : 0; /* { dg-warning "race on 'total'" } */
}
int main (int argc, char **argv)
{
  for (int i = 0; i < N; i++) {
    if (i > argc)
      continue;
    if (pthread_create (&w[i].t, NULL, work, &w[i]))
      abort ();
    w[i].up = 1;
  }
  for (int i = 0; i < N; i++)
    if (w[i].up)
      pthread_join (w[i].t, 0);
  total++;
  return 0;
}
