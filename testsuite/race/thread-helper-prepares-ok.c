/* A helper prepares the element of an array and creates the thread that gets it. */
#include <pthread.h>

enum { N = 8 };
struct job {
  int number, result;
};
static struct job jobs[N];
static int squares[N];
static pthread_t threads[N], others[N];

static void *work (void *argument)
{
  struct job *job = argument;
  job->result = job->number + 1; /* dg-bogus "data race" */
  return NULL;
}

static void *square (void *argument)
{
  int i = (int)(long)argument;
  squares[i] = i * i; /* dg-bogus "data race" */
  return NULL;
}

static void fill (struct job *job, int number)
{
  job->number = number; /* dg-bogus "data race" */
}

static void start (struct job *job, pthread_t *thread, int number)
{
  fill (job, number);
  job->result = 0; /* dg-bogus "data race" */
  pthread_create (thread, NULL, work, job);
}

static void start_square (int i)
{
  squares[i] = 0; /* dg-bogus "data race" */
  pthread_create (&others[i], NULL, square, (void *)(long)i);
}

int main (void)
{
  for (int i = 0; i < N; i++) {
    start (&jobs[i], &threads[i], i);
    start_square (i);
  }
  for (int i = 0; i < N; i++) {
    pthread_join (threads[i], NULL);
    pthread_join (others[i], NULL);
  }
  return jobs[0].result + squares[0];
}
