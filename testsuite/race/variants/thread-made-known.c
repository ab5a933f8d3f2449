/* New memory that is stored where others would find it, filled, and then given to a thread, in a loop.
   RACY 1 'c->crc': it is filled behind the creation
   RACY 2 'c->crc': ... in the next round
   RACY 3 'c->crc': all threads get the same
   RACY 4 'c->crc': a thread looks for what others have
   RACY 5 'c->crc': two threads get the same, and it is filled in between
   RACY 6 'list->context->crc': it is filled again by who has kept it
   RACY 7 'c->crc': a round that makes nothing new fills it once more
   RACY 8 'c->crc': ... by a callee */
#include "common.h"
struct context {
  pthread_t thread;
  unsigned crc;
};
struct content {
  struct content *next;
  struct context *context;
};
static struct content *list;
static unsigned sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *verify (void *arg)
{
  struct context *c = arg;
#if R == 4
  for (struct content *i = list; i; i = i->next)
    if (i->context)
      c = i->context;
#endif
  pthread_mutex_lock (&m);
  sum += c->crc;
  pthread_mutex_unlock (&m);
  return 0;
}
static void start (pthread_t *t, void *(*f) (void *), void *arg)
{
  if (pthread_create (t, 0, f, arg))
    abort ();
}
static __attribute__ ((noinline)) void set (struct context *c, unsigned crc) { c->crc = crc; }
static struct context *make (void)
{
  struct context *c = malloc (sizeof *c);
  if (!c)
    abort ();
  return c;
}

int main (int argc, char **argv)
{
  for (int i = 0; i < argc; i++) {
    struct content *n = calloc (1, sizeof *n);
    if (!n)
      return 1;
    n->next = list;
    list = n;
  }
  struct context *c = 0;
#if R == 3
  c = make ();
#endif
  for (struct content *i = list; i; i = i->next) {
#if R == 2
    if (c)
      c->crc = 0;
#endif
#if R == 7 || R == 8
    if (!c || i->context)
#endif
#if R != 3
      c = make ();
#endif
    i->context = c;
#if R == 8
    set (c, (unsigned)argc);
#else
    c->crc = (unsigned)argc;
#endif
    start (&c->thread, verify, c);
#if R == 1
    c->crc = 1;
#elif R == 5
    c->crc = 1;
    start (&c->thread, verify, c);
#elif R == 6
    list->context->crc = 2;
#endif
  }
  for (struct content *i = list; i; i = i->next) {
    pthread_join (i->context->thread, 0);
    free (i->context);
  }
  return 0;
}
