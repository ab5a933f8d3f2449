/* A thread looks at the first job of its own queue, and later moves it to one that others take from.

   RACY 1 'j->done': it is moved before it is used
   RACY 2 'j->done': the same, without the lock of the first queue
   RACY 3 'j->done': the same, by a function that takes and one that puts
   WITHOUT schedule: the proof is about ownership */

#include "common.h"

struct job {
  struct job *next;
  int done;
};

static struct job *mine, *others;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;

static struct job *take (struct job **from, pthread_mutex_t *m)
{
  pthread_mutex_lock (m);
  struct job *j = *from;
  if (j)
    *from = j->next;
  pthread_mutex_unlock (m);
  return j;
}

static void put (struct job *j)
{
  pthread_mutex_lock (&lock);
  j->next = others;
  others = j;
  pthread_mutex_unlock (&lock);
}

static void move (void)
{
#if R == 3
  struct job *j = take (&mine, &own);
#else
  pthread_mutex_lock (&own);
  struct job *j = mine;
  if (j)
    mine = j->next;
  pthread_mutex_unlock (&own);
#endif
  if (j)
    put (j);
}

static void *first (void *unused)
{
#if R != 2
  pthread_mutex_lock (&own);
#endif
  struct job *j = mine;
#if R == 0
  if (j)
    j->done++;
#endif
#if R != 2
  pthread_mutex_unlock (&own);
#endif
  move ();
#if R > 0
  if (j)
    j->done++;
#endif
  return unused;
}

static void *next (void *unused)
{
  struct job *j = take (&others, &lock);
  if (j)
    j->done++;
  return unused;
}

int main (void)
{
  pthread_t a, b;
  for (int i = 0; i < 3; i++) {
    struct job *j = calloc (1, sizeof *j);
    j->next = mine;
    mine = j;
  }
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, next, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
