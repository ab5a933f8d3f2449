/* What a function that calls itself does to memory which all its callers have made, and nobody else knows yet.
   RACY 1 'p->pos': it has been put into the list before
   RACY 2 'p->pos': the function puts it there and goes on
   RACY 3 'p->pos': another caller gives one that is in the list
   RACY 4 'p->pos': another argument leads to it, and is put into the list
   RACY 5 'p->pos': it has been stored in what is in the list */
#include "common.h"
struct packet {
  struct packet *next, *inner;
  int pos;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct packet *list;
static void put (struct packet *p)
{
  pthread_mutex_lock (&lock);
  p->next = list;
  list = p;
  pthread_mutex_unlock (&lock);
}
static void fill (struct packet *p, struct packet *around, int depth)
{
  p->pos++;
#if R == 2
  if (depth == 7)
    put (p);
#endif
#if R == 4
  if (depth == 7)
    put (around);
#endif
  if (depth > 0)
    fill (p, around, depth - 1);
  p->pos++;
}
static void *make (void *a)
{
  for (int i = 0; i < 10; i++) {
    struct packet *p = calloc (1, sizeof *p), *q = calloc (1, sizeof *q);
    if (!p || !q)
      break;
#if R == 4 || R == 5
    q->inner = p;
#endif
#if R == 1
    put (p);
#endif
#if R == 5
    put (q);
#endif
    fill (p, q, i);
#if R != 1 && R != 2
    put (p);
#endif
#if R != 4 && R != 5
    put (q);
#endif
  }
  return a;
}
static void *take (void *a)
{
  pthread_mutex_lock (&lock);
  struct packet *p = list;
  if (p)
    list = p->next;
#if R == 3
  pthread_mutex_unlock (&lock);
  if (list)
    fill (list, 0, 3);
  pthread_mutex_lock (&lock);
#endif
#if R == 4 || R == 5
  if (p && p->inner)
    p->inner->pos++;
#endif
  pthread_mutex_unlock (&lock);
  if (p) {
    p->pos++;
    free (p);
  }
  return a;
}
int main (void)
{
  pthread_t t[8];
  for (int i = 0; i < 8; i++)
    spawn (&t[i], i % 2 ? take : make, 0);
  for (int i = 0; i < 8; i++)
    pthread_join (t[i], 0);
  return 0;
}
