/* Buffers that are taken from a list of free ones, or are new.
   RACY 1 'b->len': used by the function that has given it back
   RACY 2 'b->len': used by who has given it back
   RACY 3 'b->d': filled by who has given it back */
#include "common.h"
/* free list recycles buffers */
struct buf {
  struct buf *next;
  size_t len;
  char d[100];
};
static struct buf *fl;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct buf *get (void)
{
  pthread_mutex_lock (&m);
  struct buf *b = fl;
  if (b)
    fl = b->next;
  pthread_mutex_unlock (&m);
  if (!b)
    b = malloc (sizeof *b);
  b->len = 0;
  return b;
}
static void put (struct buf *b)
{
  pthread_mutex_lock (&m);
  b->next = fl;
  fl = b;
  pthread_mutex_unlock (&m);
#if R == 1
  b->len = 0;
#endif
}
static void *w (void *a)
{
  for (int i = 0; i < 10; i++) {
    struct buf *b = get ();
    memset (b->d, i, 100);
    b->len = i;
#if R == 2
    put (b);
    put (get ());
    printf ("%zu\n", b->len);
#elif R == 3
    put (b);
    memset (b->d, 0, 4);
#else
    put (b);
#endif
  }
  return 0;
}
int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    spawn (&t[i], w, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
