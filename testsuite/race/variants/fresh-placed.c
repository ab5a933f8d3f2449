/* A function makes known what it finds in the memory of one argument, and fills the memory of another.  That is not
   what it finds, as long as who calls has not stored a pointer to it there.
   RACY 1 'p->pos': it has
   RACY 2 'p->pos': ... in the round before
   RACY 3 'p->pos': ... in memory that is reached from there
   RACY 4 'p->pos': ... a function has
   RACY 5 'p->pos': ... the memory is a copy
   RACY 6 'p->pos': who fills it has
   RACY 7 'p->pos': ... on one of two ways
   WITHOUT schedule: the program is small */
#include "common.h"
struct packet {
  unsigned pos, size;
  struct packet *next;
};
struct box {
  struct packet *found, *kept;
  struct box *inner;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct packet *queue, *last;
static int some;

static void keep (struct packet *p)
{
  pthread_mutex_lock (&m);
  last = p;
  pthread_mutex_unlock (&m);
}
static __attribute__ ((noinline)) void put (struct box *b, struct packet *p) { b->found = p; }
static __attribute__ ((noinline)) void fill (struct packet *p, struct box *b)
{
#if R == 6
  b->found = p;
#endif
  keep (R == 3 ? b->inner->found : b->found);
  p->pos++;
}
static void *sender (void *arg)
{
  struct box inner = {0}, box = {.inner = &inner}, other = {0};
  struct packet *p = 0;
  for (int i = 0; i < 10; i++) {
#if R == 2
    if (!p)
#endif
      p = calloc (1, sizeof *p);
    if (!p)
      abort ();
    p->size = 100;
#if R == 1
    box.found = p;
#elif R == 3
    inner.found = p;
#elif R == 4
    put (&box, p);
#elif R == 5
    other.found = p;
    box = other;
#elif R == 7
    if (some)
      box.found = p;
#endif
    fill (p, &box);
    box.found = p;
    box.kept = p;
  }
  pthread_mutex_lock (&m);
  queue = box.kept;
  pthread_mutex_unlock (&m);
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t;
  some = argc;
  spawn (&t, sender, 0);
  pthread_mutex_lock (&m);
  struct packet *p = last ? last : queue;
  if (p)
    p->pos = 0;
  pthread_mutex_unlock (&m);
  pthread_join (t, 0);
  return 0;
}
