/* A function takes all of a queue, which its caller works on without the lock.
   RACY 1 'm->level': the queue stays as it is
   RACY 2 'm->next': the end of the queue is left where it was
   RACY 3 'm->level': only the first message is taken */
#include "common.h"
struct message {
  struct message *next;
  int level;
};
static struct {
  pthread_mutex_t lock;
  struct message *first, **end;
} queue = {PTHREAD_MUTEX_INITIALIZER, 0, &queue.first};
static void put (int level)
{
  struct message *m = malloc (sizeof *m);
  m->level = level;
  m->next = 0;
  pthread_mutex_lock (&queue.lock);
  *queue.end = m;
  queue.end = &m->next;
  for (m = queue.first; m; m = m->next)
    m->level++;
  pthread_mutex_unlock (&queue.lock);
}
static struct message *take (void)
{
  struct message *list;
  pthread_mutex_lock (&queue.lock);
  list = queue.first;
#if R == 3
  if (list)
    queue.first = list->next;
  if (!queue.first)
    queue.end = &queue.first;
#elif R != 1
  queue.first = 0;
#endif
#if R != 1 && R != 2 && R != 3
  queue.end = &queue.first;
#endif
  pthread_mutex_unlock (&queue.lock);
  return list;
}
static void *writer (void *p)
{
  for (int i = 0; i < 100; i++) {
    struct message *next;
    for (struct message *m = take (); m; m = next) {
      next = m->next;
      m->level = 0;
      free (m);
    }
  }
  return p;
}
static void *worker (void *p)
{
  for (int i = 0; i < 100; i++)
    put (i);
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
  return 0;
}
