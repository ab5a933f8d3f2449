/* A table of functions that is filled by stores which do not name its fields: of void pointers.
   RACY 1 'count': through one of many pointers, one of which leads to the field
   RACY 2 'count': in a loop over all fields
   RACY 3 'count': through the address of the field */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct ops {
  int version;
  void (*run) (int);
  void (*stop) (void);
};
static struct ops ops;
static void *a, *b, *c, *d, *e;
static int count;
static void add (int n)
{
  pthread_mutex_lock (&m);
  count += n;
  pthread_mutex_unlock (&m);
}
static void set (int n)
{
  count = n;
}
static void stop (void)
{
  count = 0;
}
static void *const found[] = {(void *)set, (void *)stop};
static void *w (void *x)
{
  if (ops.run)
    ops.run (1);
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t, u;
  void **places[] = {&a, &b, &c, &d, &e, (void **)&ops.run};
#if R == 0
  ops.run = add;
  *places[argc % 5] = (void *)stop;
#elif R == 1
  ops.run = add;
  *places[argc + 4] = (void *)set;
#elif R == 2
  void **p = (void **)&ops.run;
  for (int i = 0; i < 2; i++)
    p[i] = found[i];
#else
  *(void **)&ops.run = found[0];
#endif
  spawn (&t, w, 0);
  spawn (&u, w, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  if (ops.stop)
    ops.stop ();
  return count;
}
