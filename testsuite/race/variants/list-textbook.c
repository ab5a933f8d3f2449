/* A list of two directions as textbooks have it: the head is set up at run time, by one assignment to
   both ends; the new node is linked by helpers, and filled before.  Who takes one out owns it.
   RACY 1 'i->value': counted behind the lock by who has put it there
   RACY 2 'i->value': taken without being taken out
   RACY 3 'n->tag': written when the head leads there already, and the lock is not held
   RACY 4 'i->value': a head that was set up before a thread was created has changed meanwhile */
#include "common.h"
struct link {
  struct link *next, *prev;
  int tag;
};
struct item {
  struct link link;
  int value;
};
static struct link head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void add (struct link *n, struct link *h)
{
  n->next = h->next;
  n->prev = h;
  h->next->prev = n;
  h->next = n;
}
static void del (struct link *n)
{
  n->prev->next = n->next;
  n->next->prev = n->prev;
}
static void put (int value)
{
  struct item *i = calloc (1, sizeof *i);
  i->value = value;
  pthread_mutex_lock (&lock);
  add (&i->link, &head);
  pthread_mutex_unlock (&lock);
#if R == 1
  i->value++;
#endif
#if R == 3
  struct link *n = &i->link;
  n->tag = 1;
#endif
}
static int take (void)
{
  struct item *i = 0;
  int value = -1;
  pthread_mutex_lock (&lock);
  if (head.next != &head) {
    i = container_of (head.next, struct item, link);
#if R != 2
    del (&i->link);
#endif
  }
  pthread_mutex_unlock (&lock);
  if (i) {
    value = i->value++ + i->link.tag;
    free (i);
  }
  return value;
}
static void *work (void *a)
{
  for (int k = 0; k < 5; k++) {
    put (k);
    take ();
  }
  return a;
}
int main (void)
{
  pthread_t t[2];
  head.next = head.prev = &head;
#if R == 4
  put (1);
  struct item *i = container_of (head.next, struct item, link);
#endif
  for (int k = 0; k < 2; k++)
    spawn (&t[k], work, 0);
#if R == 4
  i = container_of (head.next, struct item, link);
  i->value++;
#endif
  for (int k = 0; k < 2; k++)
    pthread_join (t[k], 0);
  return 0;
}
