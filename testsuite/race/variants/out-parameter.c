/* Who takes a pointer out of a queue gets it by a parameter, if the function says so.
   RACY 1 'it->n': used by who has put it in
   RACY 2 'it->n': used although there was none, when it is in another queue by then
   RACY 3 'it->n': kept by the function that takes it out
   RACY 4 'it->n': not taken out
   RACY 5 'current->n': the parameter points to what all threads know
   RACY 6 'it->n': used if the function has failed
   RACY 7 'it->n': sometimes another one, which stays where it is
   RACY 8 'it->n': used when it is in another queue
   RACY 9 'it->n': by a function that returns the same on both ways */
#include "common.h"
struct item {
  int n;
};
struct queue {
  struct item *slot[16];
  unsigned head, count;
  pthread_mutex_t lock;
};
static struct queue a = {.lock = PTHREAD_MUTEX_INITIALIZER}, b = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct item *kept, *current, first;
static int put (struct queue *q, struct item *it)
{
  int full = 1;
  pthread_mutex_lock (&q->lock);
  if (q->count < 16) {
    q->slot[(q->head + q->count) % 16] = it;
    q->count++;
    full = 0;
  }
  pthread_mutex_unlock (&q->lock);
  return full;
}
static int take (struct queue *q, struct item **out)
{
  pthread_mutex_lock (&q->lock);
  if (q->count == 0) {
    pthread_mutex_unlock (&q->lock);
    return R == 9;
  }
#if R == 7
  if (q->count == 7) {
    *out = q->slot[3];
    pthread_mutex_unlock (&q->lock);
    return 1;
  }
#endif
  *out = q->slot[q->head];
#if R == 3
  kept = q->slot[q->head];
#endif
#if R != 4
  q->head = (q->head + 1) % 16;
#endif
  q->count--;
  pthread_mutex_unlock (&q->lock);
  return 1;
}
static void *w (void *unused)
{
  struct item *it = &first;
  for (int i = 0; i < 99; i++) {
#if R == 5
    if (take (&a, &current))
      current->n++;
#elif R == 6
    if (!take (&a, &it))
      it->n++;
    else
      put (&b, it);
#else
    if (take (&a, &it)) {
      it->n++;
#if R == 2 || R == 8
      put (&b, it);
#endif
#if R == 8
      it->n++;
#endif
    }
#if R == 2
    else
      it->n++;
#endif
#endif
#if R == 2 || R == 6 || R == 8
    if (take (&b, &it)) {
      it->n++;
      put (&a, it);
    }
#endif
#if R == 3
    pthread_mutex_lock (&a.lock);
    if (kept)
      kept->n++;
    pthread_mutex_unlock (&a.lock);
#endif
  }
  return 0;
}
int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    spawn (&t[i], w, 0);
  for (int i = 0; i < 9; i++) {
    struct item *it = malloc (sizeof *it);
    it->n = i;
    put (&a, it);
#if R == 1
    it->n = 0;
#endif
  }
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
