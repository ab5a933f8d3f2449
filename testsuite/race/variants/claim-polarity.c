/* Slots are claimed by bits of a mask, a lock is made of a count of what is free.
   RACY 1 'data[]': a janitor clears bits that others have set
   RACY 2 'total': the count starts at two
   RACY 3 'total': somebody counts up who has not counted down
   RACY 4 'total': nobody waits for it to be free
   RACY 5 'total': who is woken up does not look again
   RACY 6 'data[]': a slot is given back too early  */
#include <pthread.h>

struct semaphore {
  pthread_mutex_t lock;
  pthread_cond_t more;
  int free;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned mask;
static int data[8], total;
static struct semaphore sem = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, R == 2 ? 2 : 1};

static int take (void)
{
  int mine = -1;
  pthread_mutex_lock (&lock);
  for (int i = 0; i < 8 && mine < 0; i++)
    if (!(mask & 1u << i)) {
      mask |= 1u << i;
      mine = i;
    }
  pthread_mutex_unlock (&lock);
  return mine;
}

static void give (int i)
{
  pthread_mutex_lock (&lock);
  if (mask & 1u << i)
    mask &= ~(1u << i);
  pthread_mutex_unlock (&lock);
}

static void down (struct semaphore *s)
{
  pthread_mutex_lock (&s->lock);
#if R == 5
  if (s->free <= 0)
    pthread_cond_wait (&s->more, &s->lock);
#elif R != 4
  while (s->free <= 0)
    pthread_cond_wait (&s->more, &s->lock);
#endif
  s->free--;
  pthread_mutex_unlock (&s->lock);
}

static void up (struct semaphore *s)
{
  pthread_mutex_lock (&s->lock);
  s->free++;
  pthread_cond_signal (&s->more);
  pthread_mutex_unlock (&s->lock);
}

static void *worker (void *p)
{
  int i = take ();
  if (i < 0)
    return p;
  if (R == 6)
    give (i);
  data[i]++;
  if (R != 6)
    give (i);
  down (&sem);
  total++;
  up (&sem);
  return p;
}

static void *janitor (void *p)
{
#if R == 1
  for (int i = 0; i < 8; i++)
    give (i);
#elif R == 3
  up (&sem);
#endif
  return p;
}

int main (void)
{
  pthread_t t;
  for (int i = 0; i < 12; i++)
    pthread_create (&t, NULL, worker, NULL);
  pthread_create (&t, NULL, janitor, NULL);
  pthread_exit (NULL);
}
