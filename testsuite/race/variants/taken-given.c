/* A thread takes a job out of a queue that only it takes from, and hands it on to another one.

   RACY 1 'j->done': it is used when it has been handed on
   RACY 2 'j->done': the queue is copied to where the other thread finds it
   RACY 3 'j->done': the same, by memcpy
   RACY 4 'j->done': the same, by a variable
   RACY 5 'j->done': the same, by a function that gets a pointer to the variable
   RACY 6 'j->done': it is left in the queue, too
   RACY 7 'j->done': it is used when it has been handed on, under the lock of the first queue
   WITHOUT schedule: the proof is about ownership */

#include "common.h"

struct job {
  struct job *next;
  int done;
};

struct queue {
  struct job *head;
  long length;
};

static struct queue mine, others;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void hand_on (struct job *j)
{
  pthread_mutex_t *m = R == 7 ? &second : &lock;
  pthread_mutex_lock (m);
  j->next = others.head;
  others.head = j;
  pthread_mutex_unlock (m);
}

static void put (struct queue *q)
{
  others = *q;
}

static void *first (void *unused)
{
  struct job *j;
  pthread_mutex_lock (&lock);
#if R == 2
  j = mine.head;
  others = mine;
  mine.head = NULL;
#elif R == 3
  j = mine.head;
  memcpy (&others, &mine, sizeof mine);
  mine.head = NULL;
#elif R == 4
  j = mine.head;
  struct queue q = mine;
  mine.head = NULL;
  others = q;
#elif R == 5
  struct queue q = mine;
  j = q.head;
  mine.head = NULL;
  put (&q);
#elif R == 6
  others.head = mine.head;
  j = mine.head;
#elif R == 7
  j = mine.head;
  if (j) {
    mine.head = j->next;
    hand_on (j);
    j->done++;
  }
#else
  j = mine.head;
  if (j)
    mine.head = j->next;
#endif
  pthread_mutex_unlock (&lock);
#if R < 2
  if (j && R == 0)
    j->done++;
  if (j)
    hand_on (j);
#endif
  if (j && R != 0 && R != 7)
    j->done++;
  return unused;
}

static void *next (void *unused)
{
  pthread_mutex_t *m = R == 7 ? &second : &lock;
  pthread_mutex_lock (m);
  struct job *j = others.head;
  others.head = NULL;
  pthread_mutex_unlock (m);
  if (j)
    j->done++;
  return unused;
}

int main (void)
{
  pthread_t a, b;
  for (int i = 0; i < 3; i++) {
    struct job *j = calloc (1, sizeof *j);
    j->next = mine.head;
    mine.head = j;
  }
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, next, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
