/* A task for each node of a list.
   WITHOUT schedule: the programs are small
   RACY 1 'p->v': the next node, too
   RACY 2 'p->v': the list twice
   RACY 3 'p->v': all threads go through it
   RACY 4 'p->v': who makes the tasks does the same
   RACY 5 'p->v': the list becomes a ring meanwhile
   RACY 6 'p->v': it is a ring
   RACY 7 'p->v': two tasks for each
   RACY 8 'q->d->x': what all nodes lead to
   RACY 9 'q->next': another thread makes a ring of it */
#include "common.h"
struct data {
  int x;
};
struct node {
  int v;
  struct node *next;
  struct data *d;
  char text[16];
};
static struct node *list (int n)
{
  struct node *first = NULL;
  struct data *d = calloc (1, sizeof *d);
  for (int i = 0; i < n; i++) {
    struct node *p = calloc (1, sizeof *p);
    p->v = i;
    p->d = d;
    p->next = first;
    first = p;
  }
  return first;
}
static void work (struct node *p)
{
  p->v++;
  for (int i = 0; i < 16; i++)
    p->text[i] = 'a';
#if R == 1
  if (p->next)
    p->next->v++;
#endif
}
int main (void)
{
  struct node *first = list (20), *q;
  int k = 0;
#if R == 3
#pragma omp parallel
#else
#pragma omp parallel
#pragma omp single
#endif
#if R == 2
  for (int i = 0; i < 2; i++)
#endif
#if R == 6
  for (struct node *p = first; k < 40; p = p->next ? p->next : first, k++)
#else
  for (struct node *p = first; p; p = p->next)
#endif
  {
#pragma omp task firstprivate(p)
    work (p);
#if R == 4
    p->v--;
#elif R == 5
    if (p->text[0])
      p->next = first;
#elif R == 7
#pragma omp task firstprivate(p)
    work (p);
#endif
  }
#pragma omp parallel
  {
#pragma omp single nowait
    {
      q = first;
      while (q) {
#pragma omp task firstprivate(q)
        {
          q->v *= 2;
#if R == 8
          q->d->x++;
#endif
        }
        q = q->next;
      }
    }
#if R == 9
#pragma omp single
    first->next->next = first;
#endif
  }
  printf ("%d %d\n", first->v, k);
  return 0;
}
