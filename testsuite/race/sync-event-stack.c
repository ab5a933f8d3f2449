/* A flag in a job on the stack of who waits for it.  Racy: the flag is set from the start. */
#include <pthread.h>

struct job {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int done;
  int result;
};

static void *worker (void *argument)
{
  struct job *j = argument;
  j->result = 5; /* dg-warning "data race on 'j.result'" dg-message "written here" */
  pthread_mutex_lock (&j->lock);
  j->done = 1;
  pthread_cond_signal (&j->changed);
  pthread_mutex_unlock (&j->lock);
  return NULL;
}

int main (void)
{
  pthread_t id;
  struct job j = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1, 0};
  pthread_create (&id, NULL, worker, &j);
  pthread_mutex_lock (&j.lock);
  while (!j.done)
    pthread_cond_wait (&j.changed, &j.lock);
  pthread_mutex_unlock (&j.lock);
  int result = j.result; /* dg-message "read here" */
  pthread_join (id, NULL);
  return result;
}
