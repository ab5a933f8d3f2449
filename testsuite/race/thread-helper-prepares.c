/* The helper touches the element of the thread again, or creates two threads for it, or touches
   that of the thread before. */
#include <pthread.h>

enum { N = 8 };
struct job {
  int number, shared, before;
};
static struct job jobs[N];
static pthread_t threads[N], others[2 * N];

static void *work (void *argument)
{
  struct job *job = argument;
  job->number++; /* dg-warning "data race" */
  job->before++; /* dg-warning "data race" */
  return NULL;
}

static void *work_again (void *argument)
{
  return (void *)(long)((struct job *)argument)->shared; /* dg-warning "data race" dg-message "read here" */
}

static void fill (struct job *job, int number)
{
  job->number = number; /* dg-message "written here" */
}

static void start (struct job *job, pthread_t *thread, int number)
{
  fill (job, number);
  if (number)
    job[-1].before = 0; /* dg-message "written here" */
  pthread_create (thread, NULL, work, job);
  fill (job, number + 1);
}

static void start_both (struct job *job, pthread_t *two)
{
  for (int k = 0; k < 2; k++) {
    job->shared = k; /* dg-message "written here" */
    pthread_create (&two[k], NULL, work_again, job);
  }
}

int main (void)
{
  for (int i = 0; i < N; i++) {
    start (&jobs[i], &threads[i], i);
    start_both (&jobs[i], &others[2 * i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < 2 * N; i++)
    pthread_join (others[i], NULL);
  return 0;
}
