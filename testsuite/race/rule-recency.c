/* RULES 1.3 recency: the fresh object is private until it is published.
   Racy: the one before is no longer fresh. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct item {
  int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *latest;

static void *producer (void *unused)
{
  struct item *prev = NULL;

  for (int i = 0; i < 20; i++) {
    struct item *p = malloc (sizeof *p);

    if (!p)
      abort ();
    p->value = i;
    if (prev)
      prev->value++; /* dg-warning "data race on '[^']*value" dg-message "updated here" */
    pthread_mutex_lock (&lock);
    latest = p;
    pthread_mutex_unlock (&lock);
    usleep (100);
    prev = p;
  }
  return unused;
}

static void *reader (void *unused)
{
  int sum = 0;

  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock (&lock);
    if (latest)
      sum += latest->value; /* dg-message "read here" */
    pthread_mutex_unlock (&lock);
    usleep (100);
  }
  printf ("%d\n", sum);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, reader, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
