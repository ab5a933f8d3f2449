/* A ring whose head is of the type of its nodes.
   RACY 1 'n->v': used by who has put it in */
#include "common.h"
typedef struct node {
  struct node *next, *prev;
  int v;
} node_t;
static node_t head = {&head, &head, 0};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void push (node_t *n)
{
  pthread_mutex_lock (&m);
  n->prev = &head;
  n->next = head.next;
  head.next->prev = n;
  head.next = n;
  pthread_mutex_unlock (&m);
}
static node_t *pop (void)
{
  pthread_mutex_lock (&m);
  node_t *n = head.prev;
  if (n == &head)
    n = NULL;
  else {
    n->prev->next = n->next;
    n->next->prev = n->prev;
  }
  pthread_mutex_unlock (&m);
  return n;
}
static void *prod (void *a)
{
  for (int i = 0; i < 10; i++) {
    node_t *n = malloc (sizeof *n);
    n->v = i;
    push (n);
#if R == 1
    n->v++;
#endif
  }
  return 0;
}
static void *cons (void *a)
{
  for (int i = 0; i < 10; i++) {
    node_t *n = pop ();
    if (n) {
      n->v *= 2;
      free (n);
    }
  }
  return 0;
}
int main (void)
{
  pthread_t a, b, c;
  spawn (&a, prod, 0);
  spawn (&b, cons, 0);
  spawn (&c, cons, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  pthread_join (c, 0);
  return 0;
}
