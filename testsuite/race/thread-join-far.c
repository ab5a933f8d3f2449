/* A function joins the threads of a pool that is found behind a longer path than is kept: whose they are is not
   known, and what follows may race with them.  */
#include <pthread.h>
#include <stdlib.h>

struct pool {
  struct pool *next;
  pthread_t *threads;
  int n;
};

static int count;

static void *work (void *p)
{
  count++; /* dg-warning "data race on 'count'" */
  return p;
}

static void start (struct pool *p)
{
  for (int i = 0; i < p->n; i++)
    pthread_create (&p->threads[i], NULL, work, NULL);
}

static void finish (struct pool *p)
{
  for (int i = 0; i < p->n; i++)
    pthread_join (p->threads[i], NULL);
}

static void finish_far (struct pool *p)
{
  finish (p->next->next->next->next->next->next->next->next);
}

int main (int argc, char **argv)
{
  struct pool *p = calloc (1, sizeof *p);
  p->n = argc;
  p->threads = calloc (argc, sizeof *p->threads);
  p->next = p;
  start (p);
  finish_far (p->next->next->next->next->next->next->next->next->next->next->next->next);
  return count;
}
