/* A thread for each node of a list whose nodes are parts of other objects.
   WITHOUT schedule: the program is small
   RACY 1 'pairs[].second.v': a thread touches the other half, which has a thread, too
   RACY 2 'nodes[].v': the creator writes to the node behind
   RACY 3 'nodes[].v': the list is a ring, and the loop ends otherwise
   RACY 4 'nodes[].v': the loop begins again, in one of two places
   RACY 5 'nodes[].v': ... in a loop
   RACY 6 'nodes[].v': the node behind is cleared, too
   RACY 7 'nodes[].v': nobody knows how many nodes are cleared */
#include "common.h"
struct node {
  int v;
  struct node *next;
};
static struct node nodes[11];
static struct {
  struct node first, second;
} pairs[10];
static pthread_t t[100];
static int k;
static void *work (void *a)
{
  struct node *p = a;
  p->v *= 2;
  return 0;
}
static void *work_half (void *a)
{
  struct node *p = a;
  p->v *= 2;
#if R == 1
  if (p->v & 4)
    p[1].v++;
#endif
  return 0;
}
int main (int argc, char **argv)
{
  struct node *first = NULL, *half = NULL, *p;
  for (int i = 0; i < 10; i++) {
    nodes[i].v = i;
    nodes[i].next = first;
    first = &nodes[i];
    pairs[i].first.v = 2;
    pairs[i].second.v = 1;
    pairs[i].first.next = half;
    pairs[i].second.next = &pairs[i].first;
    half = &pairs[i].second;
  }
#if R == 3
  nodes[0].next = first;
  for (p = first; p && k < 50; p = p->next)
#elif R == 4
  p = first;
  if (argc > 1)
    goto second;
again:
  p = first;
second:
  for (; p; p = p->next)
#elif R == 5
  for (int i = 0; i < 2; i++)
    for (p = first; p; p = p->next)
#else
  for (p = first; p; p = p->next)
#endif
  {
    p->v++;
#if R == 2
    p[1].v++;
#elif R == 6
    memset (p, 0, 2 * sizeof p->v + sizeof *p);
#elif R == 7
    memset (&p->v, 0, (size_t)argc * sizeof p->v);
#endif
    if (pthread_create (&t[k++], 0, work, p))
      break;
  }
#if R == 4
  if (k < 20)
    goto again;
#endif
  int n = k;
  for (p = half; p; p = p->next)
    pthread_create (&t[n++], 0, work_half, p);
  for (int i = 0; i < n; i++)
    pthread_join (t[i], 0);
  return 0;
}
