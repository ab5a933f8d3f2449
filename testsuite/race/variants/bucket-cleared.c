/* Two queues that begin with memset, or in memory from which something was read.
   RACY 1 'ch->tail->next': they begin with the same node
   RACY 2 'n->value': a node is used behind the release */
#include "common.h"
struct node {
  int value;
  struct node *next;
};
struct chan {
  char name[8];
  pthread_mutex_t lock;
  struct node *head, *tail;
};
static struct chan one, two;
static long total;
static void chan_send (struct chan *ch, int value)
{
  struct node *n = malloc (sizeof *n);
  n->value = value;
  n->next = 0;
  pthread_mutex_lock (&ch->lock);
  if (ch->tail)
    ch->tail->next = n;
  else
    ch->head = n;
  ch->tail = n;
  pthread_mutex_unlock (&ch->lock);
}
static int chan_receive (struct chan *ch)
{
  int value = 0;
  pthread_mutex_lock (&ch->lock);
  struct node *n = ch->head;
  if (n) {
    ch->head->value++;
    value = n->value;
    ch->head = n->next;
    if (!ch->head)
      ch->tail = 0;
  }
  pthread_mutex_unlock (&ch->lock);
#if R == 2
  pthread_mutex_lock (&ch->lock);
  n = ch->head;
  pthread_mutex_unlock (&ch->lock);
  if (n)
    n->value = 0;
#endif
  return value;
}
static void chan_init (struct chan *ch, const char *name)
{
  memset (ch, 0, sizeof *ch);
  snprintf (ch->name, sizeof ch->name, "%s", name);
  pthread_mutex_init (&ch->lock, 0);
}
static void *first (void *p)
{
  for (int i = 1; i < 100; i++)
    chan_send (&one, i);
  return p;
}
static void *second (void *p)
{
  for (int i = 1; i < 1000; i++)
    chan_send (&two, chan_receive (&one));
  return p;
}
static void *third (void *p)
{
  for (int i = 1; i < 1000; i++)
    total += chan_receive (&two);
  return p;
}
int main (void)
{
  pthread_t t[3];
  chan_init (&one, "one");
  chan_init (&two, "two");
#if R == 1
  chan_send (&one, 1);
  memcpy (&two.head, &one.head, 2 * sizeof two.head);
#endif
  spawn (&t[0], first, 0);
  spawn (&t[1], second, 0);
  spawn (&t[2], third, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return (int)total;
}
