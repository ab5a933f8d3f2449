/* Threads that are created by a function which a library calls for each node of a tree.
   RACY 1 'count': no lock
   RACY 2 'common.n': each call is given the same */
#include "common.h"
#include <search.h>
struct made {
  int n;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static struct made common;
static void *run (void *a)
{
  struct made *made = a;
#if R != 1
  pthread_mutex_lock (&lock);
#endif
  count++;
#if R != 1
  pthread_mutex_unlock (&lock);
#endif
  made->n++;
  return 0;
}
static void start (const void *node, VISIT visit, int depth)
{
  pthread_t t;
#if R == 2
  pthread_create (&t, 0, run, &common);
#else
  pthread_create (&t, 0, run, calloc (1, sizeof common));
#endif
}
static int compare (const void *a, const void *b)
{
  return (a > b) - (a < b);
}
int main (void)
{
  static int a, b;
  void *root = 0;
  tsearch (&a, &root, compare);
  tsearch (&b, &root, compare);
  twalk (root, start);
  return 0;
}
