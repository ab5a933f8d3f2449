/* Nodes that are variables, which go from a list of free ones to one of full ones and back: main has put each of them there
   once.
   RACY 1 'spare.used': a thread puts one there by its name, again and again
   RACY 2 'spare.used': main does, while the others run
   RACY 3 'own.used': a variable of main, twice
   RACY 4 'spare.used': each of two threads puts it there once
   RACY 5 'nodes[].used': an element by its number */
#include "common.h"
struct node {
  struct node *next;
  int used;
};
static struct node nodes[8], spare, *unused, *full;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void put (struct node **list, struct node *n)
{
  pthread_mutex_lock (&m);
  n->next = *list;
  *list = n;
  pthread_mutex_unlock (&m);
}
static struct node *take (struct node **list)
{
  pthread_mutex_lock (&m);
  struct node *n = *list;
  if (n)
    *list = n->next;
  pthread_mutex_unlock (&m);
  return n;
}
static void *fill (void *a)
{
  for (int i = 0; i < 9; i++) {
    struct node *n = take (&unused);
    if (n) {
      n->used++;
      put (&full, n);
    }
#if R == 1
    put (&full, &spare);
#elif R == 5
    put (&full, &nodes[i % 8]);
#endif
  }
#if R == 4
  put (&full, &spare);
#endif
  return NULL;
}
static void *empty (void *a)
{
  for (int i = 0; i < 9; i++) {
    struct node *n = take (&full);
    if (n) {
      n->used--;
      put (&unused, n);
    }
  }
  return NULL;
}
int main (void)
{
  pthread_t t[4];
  for (int i = 0; i < 8; i++)
    put (&unused, &nodes[i]);
  put (&unused, &spare);
  for (int i = 0; i < 4; i++)
    spawn (&t[i], i % 2 ? fill : empty, NULL);
#if R == 2
  put (&full, &spare);
#elif R == 3
  struct node own = {0};
  put (&full, &own);
  put (&unused, &own);
#endif
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return 0;
}
