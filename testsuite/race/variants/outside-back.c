/* Code that nobody sees calls a function of the program, which writes what the program has set before.
   RACY 1 'total': a number that decides
   RACY 2 'total': a pointer
   RACY 3 'total': ... to the lock
   RACY 4 'slots[]': an index
   RACY 5 'total': the number of threads, that is also counted up with them
   RACY 6 'total': ... set before them, and changed in a function that calls such code
   RACY 7 'total': a flag that says whether a thread runs
   RACY 8 'node->value': a list, while a loop goes through it
   RACY 9 'total': a handle, by a creation, and joins that thread itself
   RACY 10 'total': ... and leaves it running
   RACY 11 'total': the number, by a function that a library keeps */
#include "common.h"
extern void tell_me (void (*) (void));
extern void serve (void);
extern int event_once (int, short, void (*) (int, short, void *), void *, void *);
struct node {
  struct node *next;
  int value;
};
static struct pool {
  pthread_t handles[8];
  int n;
} pool;
static struct node *nodes;
static pthread_t single;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, another = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *chosen;
static int total, own, news, mode, slots[2], slot, runs, *place;
static void *add (void *arg)
{
  pthread_mutex_lock (&lock);
  total++;
  slots[0]++;
  pthread_mutex_unlock (&lock);
  return arg;
}
static void *visit (void *arg)
{
  struct node *node = arg;
  node->value++;
  return arg;
}
static void back (void)
{
  news++;
#if R == 1
  mode = 2;
#elif R == 2
  place = &total;
#elif R == 3
  chosen = &another;
#elif R == 4
  slot = 0;
#elif R == 5 || R == 6
  pool.n = 1;
#elif R == 7
  runs = 0;
#elif R == 8
  nodes->next->next = nodes;
#elif R == 9
  spawn (&single, add, NULL);
  pthread_join (single, NULL);
#elif R == 10
  spawn (&single, add, NULL);
#endif
}
static void on_event (int fd, short what, void *arg)
{
  (void)fd;
  (void)what;
  (void)arg;
#if R == 11
  mode = 2;
#else
  news++;
#endif
}
static void wait_for_news (void)
{
  serve ();
}
int main (int argc, char **argv)
{
  (void)argv;
  tell_me (back);
  event_once (-1, 1, on_event, NULL, NULL);
  for (int i = 0; i < argc; i++) {
    struct node *node = malloc (sizeof *node);
    if (!node)
      return 1;
    node->value = 0;
    node->next = nodes;
    nodes = node;
  }
  mode = 1;
  place = &own;
  chosen = &lock;
  slot = 1;
  spawn (&single, add, NULL);
  runs = 1;
  wait_for_news ();
  if (mode == 2)
    total++;
  ++*place;
  slots[slot]++;
  pthread_mutex_lock (chosen);
  total++;
  pthread_mutex_unlock (chosen);
  if (runs)
    pthread_join (single, NULL);
  total++;
  pool.n = 0;
  for (int i = 0; i < argc; i++) {
    if (pthread_create (&pool.handles[i], NULL, add, NULL))
      break;
    pool.n++;
  }
  serve ();
  for (int i = 0; i < pool.n; i++)
    pthread_join (pool.handles[i], NULL);
  total++;
  for (struct node *p = nodes; p; p = p->next) {
    pthread_t t;
    pthread_create (&t, NULL, visit, p);
    serve ();
  }
  return total;
}
