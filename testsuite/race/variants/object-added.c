/* Elements of arrays as `a[i]' and as `a + i', with a lock in each or beside.
   RACY 1 'hall[].left': the next one
   RACY 2 'count[]': the lock of another index
   RACY 3 'hall[].left': the index is narrowed in between */
#include "common.h"
#define N 12
struct row { pthread_mutex_t guard; int left; };
static struct row hall[N];
static pthread_mutex_t locks[N];
static long count[N];
static void reserve (struct row *r)
{
  pthread_mutex_lock (&r->guard);
  r->left--;
  pthread_mutex_unlock (&r->guard);
}
static void cancel (int i)
{
  pthread_mutex_lock (&hall[i].guard);
#if R == 3
  (hall + (unsigned char)(i + 250))->left++;
#else
  (hall + i + (R == 1))->left++;
#endif
  pthread_mutex_unlock (&(hall + i)->guard);
}
static void add (short k, size_t of)
{
  pthread_mutex_lock (locks + of);
  count[k]++;
  pthread_mutex_unlock (&locks[of]);
}
static void *run (void *a)
{
  unsigned seed = (unsigned)(size_t)a;
  short k = (short)(rand_r (&seed) % (N - 1));
  reserve (&hall[rand_r (&seed) % N]);
  cancel (rand_r (&seed) % (N - 1));
  add (k, (size_t)k + (R == 2 && seed > 9));
  return 0;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < N; i++) {
    pthread_mutex_init (&hall[i].guard, 0);
    pthread_mutex_init (&locks[i], 0);
  }
  for (size_t i = 0; i < 2; i++)
    spawn (&t[i], run, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
