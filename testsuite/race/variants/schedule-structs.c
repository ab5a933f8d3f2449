/* Small programs are executed: structs are copied, by assignments, arguments, results and functions of the library, and
   cleared.
   RACY 1 'n->value': what a struct is returned with stays in the list
   RACY 2 'total': an older handle is copied over the one in the struct
   RACY 3 'total': a struct is cleared with the handle in it
   RACY 4 'total': a copy says that nobody is to be waited for */
#include "common.h"
struct node { int value; struct node *next; };
struct found { char why[24]; struct node *node; int ok; };
struct worker { char name[40]; pthread_t thread; int runs; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;
static int total;
static struct found take (void)
{
  struct found f;
  memset (&f, 0, sizeof f);
  pthread_mutex_lock (&m);
  f.node = list;
  if (list) {
    f.ok = 1;
#if R != 1
    list = list->next;
#endif
  }
  pthread_mutex_unlock (&m);
  return f;
}
static void *use (void *a)
{
  struct found f = take ();
  if (f.ok) {
    struct node *n = f.node;
    n->value++;
  }
  return a;
}
static void *count (void *a)
{
  total++;
  return a;
}
static struct worker start (void)
{
  struct worker w;
  memset (&w, 0, sizeof w);
  w.runs = 1;
  spawn (&w.thread, count, NULL);
  return w;
}
static void finish (struct worker w)
{
  if (w.runs)
    pthread_join (w.thread, NULL);
  w.runs = 0;
}
int main (void)
{
  pthread_t t, u;
  for (int i = 0; i < 2; i++) {
    struct node *n = malloc (sizeof *n);
    n->value = i;
    n->next = list;
    list = n;
  }
  spawn (&t, use, NULL);
  spawn (&u, use, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  struct worker a = start (), b;
  b = a;
#if R == 2
  memcpy (&b.thread, &t, sizeof t);
#elif R == 3
  memset (&b, 0, sizeof b);
#elif R == 4
  struct worker none = { "", 0, 0 };
  b.runs = none.runs;
#endif
  finish (b);
  total++;
  return total;
}
