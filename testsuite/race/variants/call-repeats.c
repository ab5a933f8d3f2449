/* A function that reads the same few fields very often does not keep its callers from what another one writes.
   WITHOUT schedule: the program is small
   RACY 1 'b.n': the lock of the other object
   RACY 2 'b.v[]': what is read often is written without a lock that all hold */
#include "common.h"
struct s { pthread_mutex_t m; int v[6], n; };
static struct s a = {PTHREAD_MUTEX_INITIALIZER}, b = {PTHREAD_MUTEX_INITIALIZER};
static void add (struct s *p, int k)
{
  p->n += k;
}
static void visit (struct s *p)
{
  int s = 0;
  s += p->v[0] ^ p->v[1]; s += p->v[1] ^ p->v[2]; s += p->v[2] ^ p->v[3]; s += p->v[3] ^ p->v[4]; s += p->v[4] ^ p->v[5]; s += p->v[5] ^ p->v[0]; s += p->v[0] ^ p->v[1]; s += p->v[1] ^ p->v[2]; s += p->v[2] ^ p->v[3]; s += p->v[3] ^ p->v[4]; s += p->v[4] ^ p->v[5]; s += p->v[5] ^ p->v[0]; s += p->v[0] ^ p->v[1]; s += p->v[1] ^ p->v[2]; s += p->v[2] ^ p->v[3]; s += p->v[3] ^ p->v[4]; s += p->v[4] ^ p->v[5]; s += p->v[5] ^ p->v[0]; s += p->v[0] ^ p->v[1]; s += p->v[1] ^ p->v[2]; s += p->v[2] ^ p->v[3]; s += p->v[3] ^ p->v[4]; s += p->v[4] ^ p->v[5]; s += p->v[5] ^ p->v[0]; s += p->v[0] ^ p->v[1]; s += p->v[1] ^ p->v[2]; s += p->v[2] ^ p->v[3]; s += p->v[3] ^ p->v[4]; s += p->v[4] ^ p->v[5]; s += p->v[5] ^ p->v[0]; s += p->v[0] ^ p->v[1]; s += p->v[1] ^ p->v[2]; s += p->v[2] ^ p->v[3]; s += p->v[3] ^ p->v[4]; s += p->v[4] ^ p->v[5]; s += p->v[5] ^ p->v[0]; s += p->v[0] ^ p->v[1]; s += p->v[1] ^ p->v[2]; s += p->v[2] ^ p->v[3]; s += p->v[3] ^ p->v[4]; s += p->v[4] ^ p->v[5]; s += p->v[5] ^ p->v[0]; s += p->v[0] ^ p->v[1]; s += p->v[1] ^ p->v[2]; s += p->v[2] ^ p->v[3]; s += p->v[3] ^ p->v[4]; s += p->v[4] ^ p->v[5]; s += p->v[5] ^ p->v[0];
  add (p, s);
#if R == 2
  p->v[0]++;
#endif
}
static void *work (void *arg)
{
  pthread_mutex_lock (&a.m);
  visit (&a);
  pthread_mutex_unlock (&a.m);
  pthread_mutex_lock (&b.m);
  visit (&b);
  pthread_mutex_unlock (&b.m);
#if R
  if (arg) {
    pthread_mutex_lock (&a.m);
    visit (&b);
    pthread_mutex_unlock (&a.m);
  }
#endif
  return arg;
}
int main (void)
{
  for (int i = 0; i < 6; i++)
    a.v[i] = b.v[i] = i + getpid ();
  spawn_two (work);
  return 0;
}
