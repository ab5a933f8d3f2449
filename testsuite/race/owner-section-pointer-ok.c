/* Each thread moves a pointer through its part of the array.  */
#include <pthread.h>

enum { THREADS = 4, EACH = 1000 };

struct part {
  double *start, *end;
  double sum;
};

static double v[THREADS * EACH + 1];

static void *work (void *p)
{
  struct part *s = p;
  for (double *q = s->start; q < s->end; q++) {
    *q *= 2; /* dg-bogus "data race" */
    s->sum += *q;
  }
  return NULL;
}

int main (void)
{
  pthread_t t[THREADS];
  struct part s[THREADS];
  double sum = 0;
  for (int i = 0; i < THREADS; i++) {
    s[i] = (struct part){v + i * EACH, v + (i + 1) * EACH, 0};
    pthread_create (&t[i], NULL, work, &s[i]);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join (t[i], NULL);
    sum += s[i].sum;
  }
  return sum > 1;
}
