/* Workers that are cancelled: each round takes the lock, and has a handler for what is to be undone and unlocked if
   that happens in its wait.  A thread that is cancelled elsewhere, or has ended a round, does not begin anew in the middle
   of one.
   RACY 1 'done': counted behind the pop, which has unlocked.
   RACY 2 'waiting': the handler counts down, and the thread may be cancelled while it has given the lock back itself.
   RACY 3 'undone': the inner handler unlocks, then the outer one counts.
   RACY 4 'waiting': the thread ends in between, in a function that it calls, without the lock.
   RACY 5 'done': the lock is taken before the first round only.
   RACY 6 'starts': the helper is created in each round, not once. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int work, done, waiting, undone, starts;

static void undo (void *arg)
{
#if R == 3
  undone++;
#endif
}

static void leave (void *arg)
{
  waiting--;
  pthread_mutex_unlock (arg);
}

__attribute__ ((noinline)) static void give_up (void)
{
#if R == 4
  pthread_mutex_unlock (&lock);
  pthread_exit (NULL);
#endif
}

static void *worker (void *arg)
{
#if R == 5
  pthread_mutex_lock (&lock);
#endif
  for (;;) {
    pthread_cleanup_push (undo, NULL);
#if R != 5
    pthread_mutex_lock (&lock);
#endif
    waiting++;
    pthread_cleanup_push (leave, &lock);
    while (!work)
      pthread_cond_wait (&more, &lock);
#if R == 2
    pthread_mutex_unlock (&lock);
    sleep (1);
    pthread_mutex_lock (&lock);
#endif
    if (work < 0)
      give_up ();
#if R != 1
    done++;
#endif
    pthread_cleanup_pop (1);
#if R == 1
    done++;
#endif
    pthread_cleanup_pop (0);
    sleep (1);
  }
  return arg;
}

static void *helper (void *arg)
{
  starts++;
  return arg;
}

static void unlock (void *arg)
{
  pthread_mutex_unlock (arg);
}

/* Is never cancelled. */
static void *creator (void *arg)
{
  pthread_t id;
#if R == 6
  int i;
  for (i = 0; i < 2; i++)
#endif
  {
    pthread_mutex_lock (&lock);
    pthread_cleanup_push (unlock, &lock);
    pthread_create (&id, NULL, helper, NULL);
    pthread_cleanup_pop (1);
    sleep (1);
  }
  return arg;
}

int main (int argc, char **argv)
{
  pthread_t a, b, c;
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  pthread_create (&c, NULL, creator, NULL);
  pthread_mutex_lock (&lock);
  work = argc > 1 ? -1 : 1;
  pthread_cond_broadcast (&more);
  pthread_mutex_unlock (&lock);
  sleep (3);
  pthread_cancel (a);
  pthread_cancel (b);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_join (c, NULL);
  return done;
}
