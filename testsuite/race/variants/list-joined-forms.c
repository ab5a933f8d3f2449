/* The same in other forms: each has a list, threads for its nodes, and what they have made together.
   WITHOUT schedule: the program is small
   RACY 1 'at_tail': a handle is overwritten
   RACY 2 'popped': the last node stays
   RACY 3 'in_ring': the first node is left out
   RACY 4 'with_data': the handle is another one
   RACY 5 'with_context': another context is kept in the element
   RACY 6 'in_functions': the second function does not come to the end
   RACY 7 'in_functions': the list that is joined is another one
   RACY 8 'in_functions': two lists are started before one is joined
   RACY 9 'again': the threads are joined in the next round only
   RACY 10 'failing': the joins are left out if a creation has failed
   RACY 11 'until_last': the last one is not joined
   RACY 12 'in_functions': the first function changes the list in the end
   RACY 13 'with_context': the context is kept only if it is wanted
   RACY 14 'with_data': a helper gives another node's element to a node
   RACY 15 'in_functions': the second function is left when there is nothing to do
   RACY 16 'either': two threads for some
   RACY 17 'in_functions': the first function is called twice */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int at_tail, popped, in_ring, with_data, with_context, in_functions, again, failing, until_last,
  either, total;
static void join (pthread_t t)
{
  if (pthread_join (t, 0) != 0)
    abort ();
}
#define WORK(name)                    \
  static void *name##_work (void *a)  \
  {                                   \
    (void)a;                          \
    pthread_mutex_lock (&m);          \
    name++;                           \
    pthread_mutex_unlock (&m);        \
    return 0;                         \
  }
WORK (at_tail)
WORK (popped)
WORK (in_ring)
WORK (with_data)
WORK (with_context)
WORK (in_functions)
WORK (again)
WORK (failing)
WORK (until_last)
WORK (either)

/* A list with a tail, whose nodes have both directions. */
struct item {
  struct item *next, *prev;
  pthread_t thread;
};
struct queue {
  struct item *head, *tail;
};
static void queue_put (struct queue *q, struct item *i)
{
  i->next = 0;
  i->prev = q->tail;
  if (q->tail)
    q->tail->next = i;
  else
    q->head = i;
  q->tail = i;
}
static void do_at_tail (int n)
{
  struct queue q = {0, 0};
  for (int i = 0; i < n; i++)
    queue_put (&q, calloc (1, sizeof (struct item)));
  for (struct item *i = q.head; i; i = i->next) {
    spawn (&i->thread, at_tail_work, i);
#if R == 1
    if (i->prev)
      i->prev->thread = i->thread;
#endif
  }
  for (struct item *i = q.head, *next; i; i = next) {
    next = i->next;
    join (i->thread);
    free (i);
  }
  total += at_tail;
}

/* The joins take the nodes out. */
struct cell {
  pthread_t thread;
  struct cell *next;
};
static struct cell *cells;
static void add_cell (struct cell **to)
{
  struct cell *c = malloc (sizeof *c);
  c->next = *to;
  *to = c;
}
static void do_popped (int n)
{
  for (int i = 0; i < n; i++)
    add_cell (&cells);
  for (struct cell *c = cells; c; c = c->next)
    spawn (&c->thread, popped_work, c);
#if R == 2
  while (cells && cells->next)
#else
  while (cells)
#endif
  {
    struct cell *c = cells;
    join (c->thread);
    cells = c->next;
    free (c);
  }
  total += popped;
}

/* A ring with its head in a variable. */
struct task {
  int number;
  struct list_head all;
  pthread_t thread;
};
static struct list_head ring;
static void do_in_ring (int n)
{
  struct list_head *p;
  INIT_LIST_HEAD (&ring);
  for (int i = 0; i < n; i++) {
    struct task *t = malloc (sizeof *t);
    list_add_tail (&t->all, &ring);
  }
  list_for_each (p, &ring)
    {
      struct task *t = container_of (p, struct task, all);
      spawn (&t->thread, in_ring_work, t);
    }
#if R == 3
  for (p = ring.next->next; p != &ring; p = p->next)
#else
  for (p = ring.next; p != &ring; p = p->next)
#endif
    {
      struct task *t = container_of (p, struct task, all);
      join (t->thread);
    }
  total += in_ring;
}

/* Nodes with pointers to what they are in. */
struct node {
  struct node *next, *prev;
  void *data;
};
struct element {
  struct node node;
  pthread_t thread, other;
};
static void insert (struct node **list, struct node *n, void *data)
{
  struct node *head = *list;
  if (head) {
    n->prev = head->prev;
    head->prev = n;
    n->next = 0;
    n->prev->next = n;
  } else {
    n->prev = n;
    n->next = 0;
    *list = n;
  }
  n->data = data;
}
static void do_with_data (int n)
{
  struct node *list = 0;
  for (int i = 0; i < n; i++) {
    struct element *e = malloc (sizeof *e);
    e->thread = e->other = pthread_self ();
    insert (&list, &e->node, e);
  }
  for (struct node *i = list; i; i = i->next) {
    struct element *e = i->data;
    spawn (&e->thread, with_data_work, e);
  }
#if R == 14
  if (list && list->next)
    insert (&list, list->next, list->data);
#endif
  for (struct node *i = list; i; i = i->next) {
    struct element *e = i->data;
#if R == 4
    join (e->other);
#else
    join (e->thread);
#endif
  }
  total += with_data;
}

/* The handle is in memory that is new for each thread, and kept in the element. */
struct context {
  int number;
  pthread_t thread;
};
struct content {
  struct node node;
  int wanted;
  struct context *context;
};
static void do_with_context (int n)
{
  struct node *list = 0;
  for (int i = 0; i < n; i++) {
    struct content *c = malloc (sizeof *c);
    c->wanted = i;
    c->context = 0;
    insert (&list, &c->node, c);
  }
  for (struct node *i = list; i; i = i->next) {
    struct content *c = i->data;
    struct context *x = malloc (sizeof *x);
#if R == 13
    if (c->wanted)
#endif
    c->context = x;
    x->number = c->wanted;
    spawn (&x->thread, with_context_work, x);
#if R == 5
    c->context = malloc (sizeof *x);
    *c->context = *x;
    if (i->prev)
      c->context->thread = ((struct content *)i->prev->data)->context->thread;
#endif
  }
  for (struct node *i = list; i; i = i->next) {
    struct content *c = i->data;
    struct context *x = c->context;
    join (x->thread);
    free (x);
  }
  total += with_context;
}

/* Two functions get the list. */
struct worker {
  struct worker *next;
  pthread_t thread;
};
struct pool {
  struct worker *first;
  int n;
};
static void start_all (struct pool *p)
{
  for (struct worker *w = p->first; w; w = w->next)
    spawn (&w->thread, in_functions_work, w);
#if R == 12
  if (p->first)
    p->first = p->first->next;
#endif
}
static void join_all (struct pool *p)
{
#if R == 15
  if (p->n < 3)
    return;
#endif
#if R == 6
  for (struct worker *w = p->first; w && w->next; w = w->next)
#else
  for (struct worker *w = p->first; w; w = w->next)
#endif
    join (w->thread);
}
static void fill (struct pool *p, int n)
{
  p->first = 0;
  p->n = n;
  for (int i = 0; i < n; i++) {
    struct worker *w = malloc (sizeof *w);
    w->next = p->first;
    p->first = w;
  }
}
static void do_in_functions (int n)
{
  struct pool p, q;
  fill (&p, n);
  fill (&q, n);
  start_all (&p);
#if R == 8
  start_all (&q);
#elif R == 17
  start_all (&p);
#endif
#if R == 7
  join_all (&q);
#else
  join_all (&p);
#endif
  total += in_functions;
}

/* Several times. */
static void do_again (int n)
{
  struct cell *list = 0;
  for (int i = 0; i < n; i++)
    add_cell (&list);
  for (int round = 0; round < n; round++) {
    for (struct cell *c = list; c; c = c->next)
      spawn (&c->thread, again_work, c);
#if R == 9
    if (round & 1)
#endif
    for (struct cell *c = list; c; c = c->next)
      join (c->thread);
    total += again;
  }
}

/* A creation may fail. */
static void do_failing (int n)
{
  struct cell *list = 0, *c;
  for (int i = 0; i < n; i++)
    add_cell (&list);
  for (c = list; c; c = c->next)
    if (pthread_create (&c->thread, 0, failing_work, c) != 0) {
      perror ("create");
#if R == 10
      total += failing;
      return;
#else
      exit (1);
#endif
    }
  for (c = list; c; c = c->next)
    join (c->thread);
  total += failing;
}

/* It is asked at the end of a round. */
static void do_until_last (int n)
{
  struct cell *list = 0;
  for (int i = 0; i <= n; i++)
    add_cell (&list);
  struct cell *c = list;
  do {
    spawn (&c->thread, until_last_work, c);
    c = c->next;
  } while (c);
  c = list;
  do {
#if R == 11
    if (!c->next)
      break;
#endif
    join (c->thread);
    c = c->next;
  } while (c != 0);
  total += until_last;
}

/* One of two threads for each. */
static void do_either (int n)
{
  struct cell *list = 0;
  for (int i = 0; i < n; i++)
    add_cell (&list);
  int k = 0;
  for (struct cell *c = list; c; c = c->next) {
    if (k++ & 1)
      spawn (&c->thread, either_work, c);
#if R != 16
    else
#endif
      spawn (&c->thread, either_work, 0);
  }
  for (struct cell *c = list; c; c = c->next)
    join (c->thread);
  total += either;
}
int main (int argc, char **argv)
{
  do_at_tail (argc);
  do_popped (argc);
  do_in_ring (argc);
  do_with_data (argc);
  do_with_context (argc);
  do_in_functions (argc);
  do_again (argc);
  do_failing (argc);
  do_until_last (argc);
  do_either (argc);
  printf ("%d\n", total);
  return 0;
}
