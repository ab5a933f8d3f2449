/* A lock that is made of a flag, a mutex and a condition: who finds that nobody is busy is, until it says that it
   is not any more; the flag is set and cleared in functions of their own.
   RACY 1 'total': not everybody enters
   RACY 2 'total': who was woken up does not look again
   RACY 3 'total': somebody who has not entered leaves
   RACY 4 'total': the flag is set without looking at it
   RACY 5 'accounts[].sum': there are two flags, and the wrong one is waited for  */
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  pthread_cond_t free;
  int busy;
  int sum;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static int busy;
static int total;
static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0},
                                     {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0}};

static void enter (void)
{
  pthread_mutex_lock (&lock);
#if R == 2
  if (busy)
    pthread_cond_wait (&idle, &lock);
#elif R != 4
  while (busy)
    pthread_cond_wait (&idle, &lock);
#endif
  busy = 1;
  pthread_mutex_unlock (&lock);
}

static void leave (void)
{
  pthread_mutex_lock (&lock);
  busy = 0;
  pthread_cond_signal (&idle);
  pthread_mutex_unlock (&lock);
}

static void enter_account (struct account *a)
{
  pthread_mutex_lock (&a->lock);
  while (a->busy)
    pthread_cond_wait (&a->free, &a->lock);
  a->busy = 1;
  pthread_mutex_unlock (&a->lock);
}

static void leave_account (struct account *a)
{
  pthread_mutex_lock (&a->lock);
  a->busy = 0;
  pthread_cond_signal (&a->free);
  pthread_mutex_unlock (&a->lock);
}

static void put (struct account *a, int n)
{
  enter_account (R == 5 ? &accounts[0] : a);
  a->sum += n;
  leave_account (R == 5 ? &accounts[0] : a);
}

static void *worker (void *p)
{
  long n = (long)p;
  enter ();
  total++;
  leave ();
  put (&accounts[n % 2], 1);
  return NULL;
}

static void *other (void *p)
{
#if R == 1
  total--;
#elif R == 3
  leave ();
#endif
#if R == 5
  pthread_mutex_lock (&accounts[1].lock);
  accounts[1].sum++;
  pthread_mutex_unlock (&accounts[1].lock);
#endif
  return p;
}

int main (void)
{
  pthread_t t;
  for (long i = 0; i < 12; i++)
    pthread_create (&t, NULL, worker, (void *)i);
  pthread_create (&t, NULL, other, NULL);
  pthread_exit (NULL);
}
