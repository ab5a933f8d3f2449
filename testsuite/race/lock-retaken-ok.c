/* Race-free twin: a callee gives its caller's lock back for a while on some ways, and has it again
   whenever it returns. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pending, done;

static void pause_if_busy (int busy)
{
  for (int i = 0; i < busy; i++)
    if (i % 4 == 3) {
      pthread_mutex_unlock (&lock);
      usleep (1);
      pthread_mutex_lock (&lock);
    }
}

static void *worker (void *argument)
{
  pthread_mutex_lock (&lock);
  while (pending > 0) {
    pause_if_busy (pending * 3);
    pending--;
    done++;
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
