/* New memory stays its maker's while a function copies text from other memory to where it points:
   no pointer to it is there.
   RACY 1 'it->value': what is copied is a pointer to it
   RACY 2 'it->value': ... leads to a pointer to it
   RACY 3 'it->value': ... a struct with a pointer to it
   RACY 4 'it->value': the pointer is not copied, but loaded and stored
   RACY 5 'it->value': the pointer is copied by a callee of a function that gets both
   RACY 6 'it->value': ... what leads to it is
   RACY 7 'it->value': ... and the function is called with it behind `...'
   RACY 8 'it->value': the copy is returned
   RACY 9 'it->value': one of more pointers than are looked at
   RACY 10 'it->value': the callee copies text, and the pointer from elsewhere
   RACY 11 'it->value': the pointer is given to code that nobody sees
   RACY 12 'it->value': known before the text is copied
   RACY 13 'it->value': the pointer is copied by way of a copy of the callee's own
   RACY 14 'it->value': ... by a callee of a function that does nothing else */
#include <stdarg.h>
#include "common.h"
#define SEPARATE __attribute__ ((noinline))
struct item {
  char *text;
  struct item *next;
  int value;
};
struct node {
  struct item *item;
};
#define TEN(p) *p##0, *p##1, *p##2, *p##3, *p##4, *p##5, *p##6, *p##7, *p##8, *p##9
#define SET(p, to)                                                                                 \
  p##0 = p##1 = p##2 = p##3 = p##4 = p##5 = p##6 = p##7 = p##8 = p##9 = to
struct many {
  struct item TEN (a), TEN (b), TEN (c), TEN (d), TEN (e), TEN (f), TEN (g);
};
struct packet {
  char *bytes;
  size_t n;
  struct item *item;
  struct node *node;
};
struct connection {
  struct packet in;
  pthread_mutex_t lock, out_lock;
  struct item *queue, *out_queue;
  char *said;
};
extern void unseen (void *);

SEPARATE static int read_text (struct packet *p, char **out)
{
  *out = malloc (p->n + 1);
  if (!*out)
    return 1;
#if R == 3
  *(struct node *)*out = *p->node;
#elif R == 4
  *(struct item **)*out = p->item;
#elif R == 13
  char *own = malloc (p->n);
  memcpy (own, p->bytes, p->n);
  memcpy (*out, own, p->n);
#else
  memcpy (*out, p->bytes, p->n);
#if R == 10
  *(struct node *)*out = *p->node;
#elif R == 11
  unseen (p->item);
#endif
#endif
  return 0;
}
SEPARATE static int pass_on (struct packet *p, char **out)
{
  p->n++;
  return read_text (p, out);
}
SEPARATE static char *copy_text (struct packet *p)
{
  char *out = malloc (p->n);
  memcpy (out, p->bytes, p->n);
  return out;
}
SEPARATE static int read_checked (struct packet *p, char **out)
{
  if (read_text (p, out))
    return 1;
  if (!**out) {
    free (*out);
    *out = NULL;
    return 1;
  }
  return 0;
}
SEPARATE static void read_both (struct packet *p, char **out, struct item *it)
{
  read_checked (p, out);
  it->value++;
}
SEPARATE static void read_rest (struct packet *p, char **out, ...)
{
  va_list rest;
  va_start (rest, out);
  struct item *it = va_arg (rest, struct item *);
  read_checked (p, out);
  it->value++;
  va_end (rest);
}
SEPARATE static int is_empty (struct item **p)
{
  return !(*p)->text;
}
SEPARATE static void queue (struct connection *c, struct item *it, int out)
{
  if (out) {
    it->next = c->out_queue;
    c->out_queue = it;
  } else {
    it->next = c->queue;
    c->queue = it;
  }
}
SEPARATE static void tell (struct connection *c, struct item *it)
{
  struct packet own = {malloc (sizeof (struct many)), sizeof (struct many), NULL, NULL};
  struct node *n = malloc (sizeof *n);
  n->item = NULL;
  own.node = n;
#if R == 2 || R == 6
  *(struct node **)own.bytes = n;
  n->item = it;
#elif R == 9
  static struct item other;
  struct many *m = (struct many *)own.bytes;
  SET (m->a, &other);
  SET (m->b, &other);
  SET (m->c, &other);
  SET (m->d, &other);
  SET (m->e, &other);
  SET (m->f, &other);
  SET (m->g, &other);
  m->g9 = it;
#elif R == 3 || R == 10
  n->item = it;
#elif R == 4 || R == 11
  own.item = it;
#elif R && R != 12
  *(struct item **)own.bytes = it;
#endif
#if R == 5 || R == 6
  read_both (&own, &c->said, it);
#elif R == 7
  read_rest (&own, &c->said, it);
#elif R == 14
  pass_on (&own, &c->said);
#elif R == 8
  c->said = copy_text (&own);
#else
  read_checked (&own, &c->said);
#endif
}

SEPARATE static void handle (struct connection *c)
{
  struct item *it = calloc (1, sizeof *it);
#if R == 12
  c->said = (char *)it;
#endif
#if !R || R == 12
  if (read_checked (&c->in, &it->text) || is_empty (&it))
    return;
  tell (c, NULL);
#else
  tell (c, it);
#endif
#if !(R >= 5 && R <= 7)
  it->value++;
#endif
  pthread_mutex_lock (&c->lock);
  queue (c, it, 0);
  pthread_mutex_unlock (&c->lock);
}
static void *loop (void *a)
{
  for (int i = rand (); i; i--)
    handle (a);
  return NULL;
}

int main (int argc, char **argv)
{
  struct connection *c = calloc (1, sizeof *c);
  struct item *it;
  pthread_t t;
  int sum = 0;
  pthread_mutex_init (&c->lock, NULL);
  pthread_mutex_init (&c->out_lock, NULL);
  c->in.n = strlen (argv[1]) + 1;
  c->in.bytes = malloc (c->in.n);
  memcpy (c->in.bytes, argv[1], c->in.n);
  spawn (&t, loop, c);
  it = calloc (1, sizeof *it);
  it->value = argc;
  pthread_mutex_lock (&c->out_lock);
  queue (c, it, 1);
  for (it = c->out_queue; it; it = it->next)
    sum += it->value;
  pthread_mutex_unlock (&c->out_lock);
#if R
  it = *(struct item **)c->said;
#if R == 2 || R == 6
  it = (*(struct node **)c->said)->item;
#elif R == 9
  it = ((struct many *)c->said)->g9;
#elif R == 12
  it = (struct item *)c->said;
#endif
  sum += it->value;
#endif
  pthread_join (t, NULL);
  return sum;
}
