/* What a function that is called loads is not what it returns.
   RACY 1 'x': without the lock */
#include "common.h"
struct box {
  int *data;
  int *other;
  char text[16];
};
static struct box box;
static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *step (struct box *b)
{
#if R == 0
  pthread_mutex_lock (&m);
  (*b->data)++;
  pthread_mutex_unlock (&m);
#else
  (*b->data)++;
#endif
  return b->other;
}
static void *w (void *a)
{
  int *p = step (&box);
  pthread_mutex_lock (&m);
  (*p)++;
  pthread_mutex_unlock (&m);
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t, u;
  box.data = &x;
  box.other = &y;
  ((char *)&box)[argc * 17] = 1;
  spawn (&t, w, 0);
  spawn (&u, w, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return x + y;
}
