/* A ring of two directions with helper functions, as in the kernel; what was taken out is used without the lock.
   RACY 1 'w->result': used by who has put it in
   RACY 2 'w->result': not taken out
   RACY 3 'w->result': kept in another place, too */
#include "common.h"
struct work {
  int id;
  long result;
  struct list_head link;
};
static struct list_head todo = {&todo, &todo};
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static int closed;
static struct work *last;
static void submit (int id)
{
  struct work *w = calloc (1, sizeof *w);
  w->id = id;
  pthread_mutex_lock (&mu);
  list_add_tail (&w->link, &todo);
  pthread_cond_signal (&cv);
  pthread_mutex_unlock (&mu);
#if R == 1
  w->result = -1;
#endif
}
static void *worker (void *arg)
{
  for (;;) {
    struct work *w;
    pthread_mutex_lock (&mu);
    while (list_empty (&todo) && !closed)
      pthread_cond_wait (&cv, &mu);
    if (list_empty (&todo)) {
      pthread_mutex_unlock (&mu);
      break;
    }
    w = list_first_entry (&todo, struct work, link);
#if R != 2
    list_del (&w->link);
#endif
#if R == 3
    last = w;
#endif
    pthread_mutex_unlock (&mu);
    w->result = (long)w->id * w->id;
    printf ("%ld\n", w->result);
#if R == 3
    pthread_mutex_lock (&mu);
    if (last)
      printf ("%ld\n", last->result);
    pthread_mutex_unlock (&mu);
#endif
#if R != 2 && R != 3
    free (w);
#endif
  }
  return NULL;
}
int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    spawn (&t[i], worker, NULL);
  for (int i = 0; i < 50; i++)
    submit (i);
  pthread_mutex_lock (&mu);
  closed = 1;
  pthread_cond_broadcast (&cv);
  pthread_mutex_unlock (&mu);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
