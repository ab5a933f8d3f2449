/* Functions that call themselves while they hold a lock, which each call takes and gives back.
   RACY 1 'x': one of the calls gives it back too early
   RACY 2 'n->count': behind the release
   RACY 3 'x': it gives back its caller's, for a while */
#include "common.h"
static pthread_mutex_t big;
static int x;
static void deeper (int n)
{
  pthread_mutex_lock (&big);
#if R == 3
  if (n == 3) {
    pthread_mutex_unlock (&big);
    pthread_mutex_unlock (&big);
    x--;
    pthread_mutex_lock (&big);
    pthread_mutex_lock (&big);
  }
#endif
  x++;
  if (n)
    deeper (n - 1);
#if R == 1
  if (n != 2)
#endif
    pthread_mutex_unlock (&big);
#if R == 1
  else
    pthread_mutex_unlock (&big), pthread_mutex_unlock (&big);
#endif
}
static void deep (int n)
{
  pthread_mutex_lock (&big);
  deeper (n);
  x--;
  pthread_mutex_unlock (&big);
}
struct node { pthread_mutex_t lock; struct node *l, *r; int count; };
static struct node *make (int d)
{
  struct node *n = calloc (1, sizeof *n);
  pthread_mutex_init (&n->lock, 0);
  if (d) {
    n->l = make (d - 1);
    n->r = make (d - 1);
  }
  return n;
}
static void visit (struct node *n)
{
  if (!n)
    return;
  pthread_mutex_lock (&n->lock);
  visit (n->l);
  n->count++;
  visit (n->r);
  n->count++;
  pthread_mutex_unlock (&n->lock);
#if R == 2
  n->count++;
#endif
}
static void *run (void *a)
{
  for (int i = 0; i < 100; i++) {
    deep (i % 8);
    visit (a);
  }
  return 0;
}
int main (void)
{
  pthread_mutexattr_t recursive;
  pthread_t t[2];
  struct node *root = make (3);
  pthread_mutexattr_init (&recursive);
  pthread_mutexattr_settype (&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&big, &recursive);
  for (int i = 0; i < 2; i++)
    spawn (&t[i], run, root);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return x;
}
