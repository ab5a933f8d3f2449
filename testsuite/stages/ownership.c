/* Memory that belongs to one thread after the other. */

#include <pthread.h>
#include <stdlib.h>

struct job {
  int input;   /* written before the thread begins, then only read */
  int result;  /* written by the thread, read after the join */
  int early;   /* a race: read before the join */
};

static struct job *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work (void *arg)
{
  struct job *j = arg;
  j->result = j->input;
  j->early = j->input;
  return NULL;
}

static void *producer (void *arg)
{
  struct job *j = malloc (sizeof *j);
  if (!j)
    abort ();
  j->input = 1; /* own */
  pthread_mutex_lock (&lock);
  head = j;
  pthread_mutex_unlock (&lock);
  return arg;
}

int main (void)
{
  pthread_t t, p;
  struct job job;
  job.input = 1;
  job.result = 0;
  job.early = 0;
  pthread_create (&t, NULL, work, &job);
  int before = job.early;
  pthread_join (t, NULL);
  pthread_create (&p, NULL, producer, NULL);
  pthread_mutex_lock (&lock);
  struct job *j = head;
  pthread_mutex_unlock (&lock);
  if (j)
    before += j->input;
  pthread_join (p, NULL);
  return job.result + before;
}
