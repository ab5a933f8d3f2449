/* Functions in the nodes of a library's list.
   RACY 1 'total': one of them does not lock */
#include "common.h"
typedef void *gpointer;
typedef struct _GSList GSList;
struct _GSList {
  gpointer data;
  GSList *next;
};
GSList *g_slist_prepend (GSList *, gpointer);
static GSList *jobs;
static int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define DEFINE(n, k) \
  static void add_##n##k (void) \
  { \
    pthread_mutex_lock (&m); \
    total += k; \
    pthread_mutex_unlock (&m); \
  }
#define PUT(n, k) jobs = g_slist_prepend (jobs, (gpointer)add_##n##k);
#define TEN(X, n) X (n, 0) X (n, 1) X (n, 2) X (n, 3) X (n, 4) X (n, 5) X (n, 6) X (n, 7) X (n, 8) X (n, 9)
#define ALL(X) TEN (X, 1) TEN (X, 2) TEN (X, 3) TEN (X, 4)
ALL (DEFINE)
static void plain (void) { total++; }

static void *run (void *a)
{
  for (GSList *l = jobs; l; l = l->next) {
    void (*f) (void) = (void (*) (void))l->data;
    f ();
  }
  return a;
}
int main (void)
{
  pthread_t t[2];
  ALL (PUT)
#if R == 1
  jobs = g_slist_prepend (jobs, (gpointer)plain);
#endif
  for (int i = 0; i < 2; i++)
    spawn (&t[i], run, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return total;
}
