/* A callee gives its caller's lock back for a while, and may return without it. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pending, done;

static void pause_if_busy (int busy)
{
  for (int i = 0; i < busy; i++)
    if (i % 4 == 3) {
      pthread_mutex_unlock (&lock);
      if (usleep (1))
        return;
      pthread_mutex_lock (&lock);
    }
}

static void *worker (void *argument)
{
  pthread_mutex_lock (&lock);
  while (pending > 0) {
    pause_if_busy (pending * 3);
    pending--; /* dg-warning "data race on .pending." */
    done++; /* dg-warning "data race on .done." */
  }
  pthread_mutex_unlock (&lock);
  return argument;
}

int main (void)
{
  pthread_t thread[2];
  pending = 10;
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  return done;
}
