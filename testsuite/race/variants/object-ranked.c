/* Two objects, locked in the order of a number that each of them has.
   RACY 1 'acc[].balance': the first is locked twice
   RACY 2 'acc[].balance': only the first is locked
   RACY 3 'acc[].balance': the choices are not of the same comparison
   RACY 4 'acc[].balance': looked at without a lock */
#include "common.h"
struct account { pthread_mutex_t lock; long balance; int id; };
static struct account acc[10];
static int transfer (struct account *from, struct account *to, long v)
{
  if (from == to)
    return -1;
  struct account *first = from->id < to->id ? from : to;
#if R == 1
  struct account *second = from->id < to->id ? from : to;
#elif R == 3
  struct account *second = from->id < to->id - 1 ? to : from;
#else
  struct account *second = from->id >= to->id ? from : to;
#endif
  pthread_mutex_lock (&first->lock);
#if R != 1 && R != 2
  pthread_mutex_lock (&second->lock);
#endif
  from->balance -= v;
  to->balance += v;
#if R != 1 && R != 2
  pthread_mutex_unlock (&second->lock);
#endif
  pthread_mutex_unlock (&first->lock);
  return 0;
}
static void swap (struct account *a, struct account *b)
{
  struct account *x = a, *y = b;
  if (a->id > b->id) {
    x = b;
    y = a;
  }
  pthread_mutex_lock (&x->lock);
  if (x != y)
    pthread_mutex_lock (&y->lock);
  long t = a->balance;
  a->balance = b->balance;
  b->balance = t;
  if (x != y)
    pthread_mutex_unlock (&y->lock);
  pthread_mutex_unlock (&x->lock);
}
static void *run (void *p)
{
  unsigned s = (unsigned)(size_t)p;
  for (int i = 0; i < 1000; i++) {
    struct account *a = &acc[rand_r (&s) % 10], *b = &acc[rand_r (&s) % 10];
    transfer (a, b, 5);
    swap (a, b);
#if R == 4
    if (a->balance < 0)
      puts ("");
#endif
    pthread_mutex_lock (&a->lock);
    a->balance++;
    pthread_mutex_unlock (&a->lock);
  }
  return 0;
}
int main (void)
{
  pthread_t t[4];
  for (int i = 0; i < 10; i++) {
    pthread_mutex_init (&acc[i].lock, 0);
    acc[i].id = i;
  }
  for (size_t i = 0; i < 4; i++)
    spawn (&t[i], run, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  return 0;
}
