/* A thread takes all of a queue at a time, and works on what is in there without the lock.
   RACY 1 'm->level': who has put a message there changes it
   RACY 2 'list->next': the end of the queue is left where it was
   RACY 3 'm->level': the queue is not taken
   RACY 4 'm->level': only the first message is
   RACY 5 'm->level': somebody looks at the queue without the lock
   RACY 6 'm->level': a message is used when it is in another queue
   RACY 7 'm->level': the lock is released in between
   RACY 8 'm->level': a function that nobody sees gets a message */
#include "common.h"
struct message {
  struct message *next;
  int level;
};
void unseen (struct message *);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static struct message *first, *last, *done;
static int n;
static void put (int level)
{
  struct message *m = malloc (sizeof *m);
  m->level = level;
  m->next = 0;
  pthread_mutex_lock (&lock);
  if (last)
    last->next = m;
  else
    first = m;
  last = m;
  n++;
  pthread_mutex_unlock (&lock);
#if R == 1
  m->level++;
#endif
}
static void look (struct message *m)
{
  m->level--;
}
static void *writer (void *p)
{
  for (int i = 0; i < 100; i++) {
    struct message *list, *m;
    pthread_mutex_lock (&lock);
    list = first;
#if R == 7
    pthread_mutex_unlock (&lock);
    pthread_mutex_lock (&lock);
#endif
#if R == 4
    if (first)
      first = first->next;
    if (!first)
      last = 0;
#elif R != 3
    first = 0;
#endif
#if R != 2 && R != 4
    last = 0;
#endif
    pthread_mutex_unlock (&lock);
    while ((m = list)) {
      list = m->next;
      m->level = 0;
      look (m);
#if R == 6
      pthread_mutex_lock (&other);
      m->next = done;
      done = m;
      pthread_mutex_unlock (&other);
      m->level++;
#elif R == 8
      unseen (m);
      m->level = 1;
#else
      free (m);
#endif
    }
  }
  return p;
}
static void *worker (void *p)
{
  for (int i = 0; i < 100; i++) {
    put (i);
    pthread_mutex_lock (&lock);
    for (struct message *m = first; m; m = m->next)
      m->level++;
    pthread_mutex_unlock (&lock);
#if R == 5
    for (struct message *m = first; m; m = m->next)
      m->level++;
#elif R == 6
    pthread_mutex_lock (&other);
    for (struct message *m = done; m; m = m->next)
      m->level++;
    pthread_mutex_unlock (&other);
#elif R == 8
    unseen (0);
#endif
  }
  return p;
}
int main (void)
{
  pthread_t t, u, v;
  spawn (&t, writer, 0);
  spawn (&v, writer, 0);
  spawn (&u, worker, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  return n;
}
