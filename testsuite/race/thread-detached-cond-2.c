/* Main starts detached threads and waits until a counter under a lock says that all are done.
   Racy: main waits until one is left. */
#include <pthread.h>
#include <stdio.h>

enum { N = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static int running;
static int part[N];

static void *worker (void *arg)
{
  long me = (long)arg;

  part[me] = (int)me; /* dg-warning "data race on 'part..'" dg-message "written here" */
  pthread_mutex_lock (&lock);
  running--;
  if (running == 0)
    pthread_cond_signal (&idle);
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (void)
{
  pthread_t id;
  int sum = 0;

  running = N;
  for (long i = 0; i < N; i++) {
    pthread_create (&id, NULL, worker, (void *)i);
    pthread_detach (id);
  }
  pthread_mutex_lock (&lock);
  while (running > 1)
    pthread_cond_wait (&idle, &lock);
  pthread_mutex_unlock (&lock);
  for (int i = 0; i < N; i++)
    sum += part[i]; /* dg-message "read here" */
  printf ("%d\n", sum);
  return 0;
}
