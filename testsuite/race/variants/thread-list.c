/* A thread for each node of a list, which its creator prepares.
   WITHOUT schedule: the program is small
   RACY 1 'p->next->v': the next node, too
   RACY 2 'p->v': the creator is too late
   RACY 3 'p->v': two threads get one node
   RACY 4 'p->v': a thread changes the list */
#include "common.h"
struct node {
  int v;
  struct node *next;
};
static struct node *first;
static void *work (void *a)
{
  struct node *p = a;
  p->v *= 2;
#if R == 1
  if (p->next)
    p->next->v++;
#elif R == 4
  if (p->next)
    p->next->next = first;
#endif
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t[100];
  int k = 0;
  for (int i = 0; i < argc; i++) {
    struct node *p = malloc (sizeof *p);
    p->v = i;
    p->next = first;
    first = p;
  }
  for (struct node *p = first; p; p = p->next) {
    p->v++;
    pthread_create (&t[k++], 0, work, p);
#if R == 2
    p->v++;
#elif R == 3
    pthread_create (&t[k++], 0, work, p);
#endif
  }
  for (int i = 0; i < k; i++)
    pthread_join (t[i], 0);
  for (struct node *p = first; p; p = p->next)
    printf ("%d\n", p->v);
  return 0;
}
