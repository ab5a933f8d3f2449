/* Each detached thread is counted before it is created; main polls the counter under the lock
   until it is zero. Racy: the thread counts itself up when it runs. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int active;
static int words;

static void *reader (void *arg)
{
  pthread_mutex_lock (&lock);
  active++;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  words += 10; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  active--;
  pthread_mutex_unlock (&lock);
  return arg;
}

static void start (void)
{
  pthread_t id;
  pthread_create (&id, NULL, reader, NULL);
  pthread_detach (id);
}

static void wait_all (void)
{
  for (;;) {
    pthread_mutex_lock (&lock);
    int n = active;
    pthread_mutex_unlock (&lock);
    if (n == 0)
      break;
    usleep (100);
  }
}

int main (void)
{
  start ();
  start ();
  wait_all ();
  printf ("%d\n", words); /* dg-warning "data race on 'words'" dg-message "read here" */
  return 0;
}
