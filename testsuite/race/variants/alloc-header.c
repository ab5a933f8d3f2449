/* An allocator that keeps a header before what it returns: each call makes an object of its own, as malloc does.
   RACY 1 'j->done': all threads get the same
   RACY 2 'h->uses': the header is used by its thread and by main
   RACY 3 'j->done': all blocks are in a list, and main writes behind the headers that it finds there
   RACY 4 'h->magic': what is returned may be a block that was given back, while its thread still uses it
   RACY 5 'other': the text is that of another thread, which has the allocator's memory, too
   RACY 6 '((struct job *)kept)->done': what it returns is also kept by a thread, which writes there later
   RACY 7 'h->uses': a wrapper of the wrapper steps back to the header, and main does so, too
   RACY 8 '(... ? hook (n) : h)->magic': what lies before the header is what a hook gives, to all the same */
#include "common.h"
struct head {
  struct head *next;
  size_t size;
  int uses, magic;
};
struct job {
  int n, done;
};
static struct head *all, *spare;
static void *kept;
static char *other;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

#if R == 8
static void *pool (size_t n)
{
  static struct head one[4];
  return one;
}
static void *(*hook) (size_t) = pool;
#endif

static void *get (size_t n)
{
  struct head *h;
#if R == 4
  pthread_mutex_lock (&m);
  h = spare;
  spare = NULL;
  pthread_mutex_unlock (&m);
  if (!h)
#endif
    h = malloc (sizeof *h + n + 16);
#if R == 8
  h = hook ? hook (n) : h;
#endif
  if (!h)
    abort ();
  memset (h, 0, sizeof *h + n);
  h->size = n;
  h->magic = 77;
#if R == 3
  h->next = all;
  all = h;
#endif
#if R == 6
  kept = h + 1;
#endif
  return h + 1;
}

static void *get_job (int n)
{
  struct head *h = (struct head *)get (sizeof (struct job)) - 1;
  h->uses = 1;
  struct job *j = (struct job *)(h + 1);
  j->n = n;
  return j;
}

static void put (void *p)
{
  struct head *h = (struct head *)p - 1;
  if (h->magic != 77)
    abort ();
#if R == 4
  pthread_mutex_lock (&m);
  spare = h;
  pthread_mutex_unlock (&m);
#elif R != 8
  free (h);
#endif
}

static void *worker (void *a)
{
  struct job *j = a;
#if R == 5
  char *text = j->n == 1 ? other : (other = get (20));
  sprintf (text, "%d", j->n);
#else
  char *text = get (20);
  sprintf (text, "%d", j->n);
  j->done = strlen (text) + j->n;
#endif
#if R == 2 || R == 7
  struct head *h = (struct head *)a - 1;
  h->uses++;
#endif
#if R == 4
  put (text);
  j->done++;
#elif R == 6
  ((struct job *)kept)->done++;
#elif R != 5
  put (text);
#endif
  return NULL;
}

int main (void)
{
  pthread_t t[4];
  struct job *jobs[4];
#if R == 1
  struct job *same = get_job (0);
#endif
  for (int i = 0; i < 4; i++) {
#if R == 1
    jobs[i] = same;
#else
    jobs[i] = get_job (i);
#endif
    spawn (&t[i], worker, jobs[i]);
#if R == 2
    ((struct head *)jobs[i] - 1)->uses++;
#elif R == 7
    struct head *h = (struct head *)jobs[i] - 1;
    h->uses++;
#elif R == 4
    if (i == 2)
      put (jobs[1]);
#endif
  }
#if R == 3
  for (struct head *h = all; h; h = h->next)
    ((struct job *)(h + 1))->done = 0;
#endif
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
#if R != 1
  for (int i = 0; i < 4; i++)
    put (jobs[i]);
#endif
  return 0;
}
