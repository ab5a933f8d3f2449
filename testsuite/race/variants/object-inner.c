/* Elements with a lock and with arrays of their own: the lock of the element guards all of these.
   WITHOUT reach: it would do, too, where no pointer is lost
   RACY 1 'a[1].cells[k].hits': they are those of the next element
   RACY 2 'a[1].cells[k - 1].hits': ... counted from 1
   RACY 3 'a->cells[k].hits': all of the next element are cleared
   RACY 4 'b->cells[k].hits': of any element
   RACY 5 'a->cells[k].hits': the cells have locks, of which only the first is held where all are cleared
   RACY 6 'a->cells[k].hits': ... where one after the other is read
   RACY 7 'a->marks[k]': each mark has a lock, in an array whose elements are as large as those
   RACY 8 'a->marks': ... and is cleared with all others under the first of these
   RACY 9 'a->total': ... or with all of the element
   RACY 10 'a->marks[k]': ... or one of them under the first
   RACY 11 'p[k]': ... or under that where a pointer into the marks says
   RACY 12 'a->lent': pointers to the locks are in such an array
   RACY 13 'b->cells[k].hits': of single ones, of which another is locked */
#include "common.h"
#include <string.h>
struct cell {
  long id, hits;
#if R == 5 || R == 6
  pthread_mutex_t lock;
#endif
};
struct shelf {
  long number;
  pthread_mutex_t lock;
  struct cell cells[8];
  long total;
#if R >= 7 && R <= 11
  pthread_spinlock_t locks[4];
  int marks[4];
#elif R == 12
  pthread_mutex_t *locks[4];
  long lent[4];
#else
  int marks[4];
#endif
};
static struct shelf *shelves, *lone[2];
static int n;
static void clear (struct shelf *a)
{
#if R == 5
  pthread_mutex_lock (&a->cells[0].lock);
  for (int k = 0; k < 8; k++)
    memset (&a->cells[k].hits, 0, sizeof (long));
  pthread_mutex_unlock (&a->cells[0].lock);
#elif R == 8 || R == 9
  pthread_spin_lock (&a->locks[0]);
  if (R == 8)
    memset (a->marks, 0, sizeof a->marks);
  else
    memset (&a->total, 0, sizeof *a - offsetof (struct shelf, total));
  pthread_spin_unlock (&a->locks[0]);
#elif R == 12
  pthread_mutex_lock (a->locks[0]);
  memset (a->lent, 0, sizeof a->lent);
  pthread_mutex_unlock (a->locks[0]);
#else
  pthread_mutex_lock (&a->lock);
  if (R == 3)
    memset ((a + 1)->cells, 0, sizeof a->cells);
  else
    memset (a->cells, 0, sizeof a->cells);
  if (R != 7 && R != 10 && R != 11)
    memset (a->marks, 0, sizeof a->marks);
  pthread_mutex_unlock (&a->lock);
#endif
}
static long sum (struct shelf *a, struct shelf *b)
{
  long s = 0;
#if R == 7 || R == 10
  for (int k = 0; k < 4; k++) {
    pthread_spin_lock (&a->locks[R == 7 ? (k + 1) % 4 : 0]);
    s += a->marks[k]++;
    pthread_spin_unlock (&a->locks[R == 7 ? (k + 1) % 4 : 0]);
  }
#elif R == 11
  int *p = &a->marks[n % 3];
  for (int k = 0; k < 2; k++) {
    pthread_spin_lock ((pthread_spinlock_t *)(p - 4));
    s += p[k]++;
    pthread_spin_unlock ((pthread_spinlock_t *)(p - 4));
  }
#elif R == 6
  pthread_mutex_lock (&a->cells[0].lock);
  for (int k = 0; k < 8; k++)
    s += a->cells[k].hits;
  pthread_mutex_unlock (&a->cells[0].lock);
#else
  pthread_mutex_lock (&a->lock);
  for (int k = 0; k < 8; k++)
    s += R == 1 ? (a + 1)->cells[k].hits : R == 4 || R == 13 ? b->cells[k].hits : a->cells[k].hits;
#if R == 2
  for (int k = 1; k <= 8; k++)
    s += (a + 1)->cells[k - 1].hits;
#elif R < 5 && !defined BY_OWNER
  for (int k = 1; k <= 8; k++)
    s += a->cells[k - 1].hits;
  for (int k = 0; k < 3; k++)
    s += a->marks[k + 1];
#endif
  pthread_mutex_unlock (&a->lock);
#endif
  return s;
}
static void use (struct shelf *a, int k)
{
#if R == 5 || R == 6
  pthread_mutex_lock (&a->cells[k].lock);
  a->cells[k].hits++;
  pthread_mutex_unlock (&a->cells[k].lock);
#elif R >= 7 && R <= 11
  pthread_spin_lock (&a->locks[k]);
  a->marks[k]++;
  pthread_spin_unlock (&a->locks[k]);
#elif R == 12
  pthread_mutex_lock (a->locks[k]);
  a->lent[k]++;
  pthread_mutex_unlock (a->locks[k]);
#else
  pthread_mutex_lock (&a->lock);
  a->cells[k].hits++;
  a->cells[k].id = k;
  a->marks[k & 3]++;
  pthread_mutex_unlock (&a->lock);
#endif
}
static void *run (void *unused)
{
  for (int i = 0; i < n; i++) {
    clear (&shelves[i]);
    if (sum (&shelves[i], &shelves[R == 4 ? n - 1 - i : i]))
      use (&shelves[i], i & 3);
#if R == 0 || R == 13
    struct shelf *a = lone[i & 1];
    clear (a);
    if (sum (a, lone[n & 1]))
      use (a, i & 3);
#endif
  }
  return unused;
}
int main (int argc, char **argv)
{
  pthread_t t[2];
  n = argc;
  shelves = calloc (n + 1, sizeof *shelves);
  for (int i = 0; i <= n; i++) {
    pthread_mutex_init (&shelves[i].lock, NULL);
#if R == 12
    for (int k = 0; k < 4; k++) {
      shelves[i].locks[k] = malloc (sizeof (pthread_mutex_t));
      pthread_mutex_init (shelves[i].locks[k], NULL);
    }
#endif
  }
  lone[0] = calloc (1, sizeof *shelves);
  pthread_mutex_init (&lone[0]->lock, NULL);
  lone[1] = calloc (1, sizeof *shelves);
  pthread_mutex_init (&lone[1]->lock, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, run, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return 0;
}
