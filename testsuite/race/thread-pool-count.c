/* How many threads there are is kept beside their handles, but less.  */
#include <pthread.h>
#include <stdlib.h>

struct pool {
  pthread_t *threads;
  int n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work (void *p)
{
  pthread_mutex_lock (&lock);
  count++; /* dg-message "updated here by thread 'work'" */
  pthread_mutex_unlock (&lock);
  return p;
}

static struct pool *make (int n)
{
  struct pool *p = malloc (sizeof *p);
  p->threads = malloc (n * sizeof *p->threads);
  p->n = n - 1;
  for (int i = 0; i < n; i++)
    pthread_create (&p->threads[i], NULL, work, NULL);
  return p;
}

static void end (struct pool *p)
{
  for (int i = 0; i < p->n; i++)
    pthread_join (p->threads[i], NULL);
}

int main (void)
{
  struct pool *p = make (4);
  end (p);
  return count; /* dg-warning "data race on 'count'" */
}
