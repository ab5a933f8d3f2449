/* Objects with a lock and a table of functions, of two kinds.
   RACY 1 '((const struct meter *)d)->avg': one function of the table is called without the lock
   RACY 2 'm->avg': called with another object than the one that is locked
   RACY 3 'm->avg': the lock of another object is held */
#include "common.h"
struct dev;
struct ops {
  void (*tick) (struct dev *, int);
  long (*get) (const struct dev *);
};
struct dev {
  pthread_mutex_t mu;
  const struct ops *ops;
  int kind;
};
struct timer {
  struct dev d;
  long ticks;
};
struct meter {
  struct dev d;
  double avg;
  long n;
};
static void timer_tick (struct dev *d, int k)
{
  ((struct timer *)d)->ticks += k;
}
static long timer_get (const struct dev *d)
{
  return ((const struct timer *)d)->ticks;
}
static void meter_tick (struct dev *d, int k)
{
  struct meter *m = (struct meter *)d;
  m->n++;
  m->avg = m->avg + (k - m->avg) / m->n;
}
static long meter_get (const struct dev *d)
{
  return (long)((const struct meter *)d)->avg;
}
static const struct ops timer_ops = {timer_tick, timer_get}, meter_ops = {meter_tick, meter_get};
static struct dev *devs[4];
static struct dev *mk (size_t n, const struct ops *o)
{
  struct dev *d = calloc (1, n);
  pthread_mutex_init (&d->mu, 0);
  d->ops = o;
  return d;
}
static void tick (struct dev *d, int k)
{
  pthread_mutex_lock (&d->mu);
  d->ops->tick (d, k);
#if R == 2
  d->ops->get (devs[0]);
#endif
  pthread_mutex_unlock (&d->mu);
}
static long get (struct dev *d)
{
  long r;
#if R == 1
  r = d->ops->get (d);
#elif R == 3
  struct dev *e = devs[1];
  pthread_mutex_lock (&e->mu);
  r = d->ops->get (d);
  pthread_mutex_unlock (&e->mu);
#else
  pthread_mutex_lock (&d->mu);
  r = d->ops->get (d);
  pthread_mutex_unlock (&d->mu);
#endif
  return r;
}
static void *w (void *a)
{
  for (int i = 0; i < 30; i++) {
    tick (devs[i % 4], i);
    get (devs[i % 3]);
  }
  return 0;
}
int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < 4; i++)
    devs[i] =
        i & 1 ? mk (sizeof (struct timer), &timer_ops) : mk (sizeof (struct meter), &meter_ops);
  for (int i = 0; i < 3; i++)
    spawn (&t[i], w, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
