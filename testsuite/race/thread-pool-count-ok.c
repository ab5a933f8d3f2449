/* How many threads there are is kept beside their handles, where another function that joins them
   finds it.  */
#include <pthread.h>
#include <stdlib.h>

struct pool {
  pthread_t *threads;
  int n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static pthread_t *more;
static int n_more;

static void *work (void *p)
{
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
  return p;
}

static struct pool *make (int n)
{
  struct pool *p = malloc (sizeof *p);
  p->threads = malloc (n * sizeof *p->threads);
  p->n = n;
  for (int i = 0; i < n; i++)
    pthread_create (&p->threads[i], NULL, work, NULL);
  return p;
}

static void end (struct pool *p)
{
  for (int i = 0; i < p->n; i++)
    pthread_join (p->threads[i], NULL);
  free (p->threads);
  free (p);
}

static void start_more (int n)
{
  n_more = n;
  more = malloc (n * sizeof *more);
  for (int i = 0; i < n_more; i++)
    pthread_create (&more[i], NULL, work, NULL);
}

static void end_more (void)
{
  for (int i = 0; i < n_more; i++)
    pthread_join (more[i], NULL);
}

int main (int argc, char **argv)
{
  struct pool *p = make (4);
  end (p);
  count = 0;
  start_more (argc > 1 ? atoi (argv[1]) : 2);
  end_more ();
  return count;
}
