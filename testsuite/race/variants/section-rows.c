/* Threads that each have some rows of a matrix, or some objects, to which an array of pointers leads.
   WITHOUT schedule: the programs are small
   RACY 1 'm[i][j]': one row too many
   RACY 2 'm[i][j]': two pointers lead to one row
   RACY 3 'm[i][j]': a thread exchanges rows
   RACY 4 'objects[i]->n': every third object, four threads
   RACY 5 'objects[i]->n': what is behind them
   RACY 6 'objects[i]->n': main has a pointer, too */
#include "common.h"
#define T 4
struct object {
  int n;
  struct object *next;
};
struct part {
  int from, to;
};
static double **m;
static struct object **objects;
static int n;
static void *rows (void *a)
{
  struct part *p = a;
#if R == 1
  for (int i = p->from; i <= p->to; i++)
#else
  for (int i = p->from; i < p->to; i++)
#endif
    for (int j = 0; j < n; j++)
      m[i][j] *= 2;
#if R == 3
  if (n == 5) {
    double *t = m[0];
    m[0] = m[1];
    m[1] = t;
  }
#endif
  return 0;
}
static void *turns (void *a)
{
  int id = (int)(long)a;
#if R == 4
  for (int i = id; i < n; i += T - 1)
#else
  for (int i = id; i < n; i += T)
#endif
  {
    objects[i]->n++;
#if R == 5
    objects[i]->next->n++;
#endif
  }
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t[T];
  struct part p[T];
  n = argc > 1 ? atoi (argv[1]) : 64;
  m = malloc (n * sizeof *m);
  objects = malloc (n * sizeof *objects);
  for (int i = 0; i < n; i++) {
    m[i] = calloc (n, sizeof **m);
    objects[i] = calloc (1, sizeof **objects);
  }
#if R == 2
  m[0] = m[n - 1];
#elif R == 5
  for (int i = 0; i < n; i++)
    objects[i]->next = objects[(i + 1) % n];
#endif
  for (int i = 0; i < T; i++) {
    p[i].from = i * (n / T);
    p[i].to = i == T - 1 ? n : (i + 1) * (n / T);
    pthread_create (&t[i], 0, rows, &p[i]);
  }
  for (int i = 0; i < T; i++)
    pthread_join (t[i], 0);
  for (long i = 0; i < T; i++)
    pthread_create (&t[i], 0, turns, (void *)i);
#if R == 6
  objects[3]->n = 5;
#endif
  for (int i = 0; i < T; i++)
    pthread_join (t[i], 0);
  printf ("%g %d\n", m[0][0], objects[0]->n);
  return 0;
}
