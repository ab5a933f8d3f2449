/* Who calls a function gets new memory by a parameter, which is in a list of all of them, too: what only its maker uses is
   its own, although others know it.
   RACY 1 'it->uses': used by who finds it in the list
   RACY 2 'it->uses': sometimes one that is in the list already
   RACY 3 'it->uses': so is the one that was the first in the list
   RACY 4 'current->uses': the parameter points to what all threads know
   WITHOUT schedule: it would do */
#include "common.h"
struct item {
  struct item *next;
  int id, uses;
};
static struct item *all, *current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int make (int id, struct item **out)
{
  struct item *it;
#if R == 2
  pthread_mutex_lock (&lock);
  it = all;
  pthread_mutex_unlock (&lock);
  if (it && it->id == id) {
    *out = it;
    return 1;
  }
#endif
  it = calloc (1, sizeof *it);
  if (!it)
    abort ();
  it->id = id;
  pthread_mutex_lock (&lock);
  it->next = all;
  all = it;
  pthread_mutex_unlock (&lock);
  *out = it;
  return 1;
}
static int count (int id)
{
  int n = 0;
  pthread_mutex_lock (&lock);
  for (struct item *i = all; i; i = i->next) {
    n += i->id == id;
#if R == 1
    i->uses++;
#endif
  }
  pthread_mutex_unlock (&lock);
  return n;
}
static void *w (void *argument)
{
  struct item *it, *last = 0;
  for (int i = 0; i < 9; i++) {
#if R == 4
    make (i, &current);
    current->uses++;
#else
    make (i, &it);
    it->uses++;
#endif
#if R == 3
    pthread_mutex_lock (&lock);
    last = all->next;
    pthread_mutex_unlock (&lock);
    if (last)
      last->uses++;
#endif
    count (i);
  }
  return argument;
}
int main (void)
{
  spawn_two (w);
  return 0;
}
