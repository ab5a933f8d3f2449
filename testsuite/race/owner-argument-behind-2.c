/* The arguments of two threads get one object before the first of them is created.  */
#include <pthread.h>
#include <stdlib.h>

struct tally {
  int total;
};

struct part {
  struct tally *tally;
  int n;
};

static void *count (void *p)
{
  struct part *part = p;
  for (int i = 0; i < part->n; i++)
    part->tally->total++; /* dg-warning "data race on .part->tally->total" */
  return NULL;
}

int main (void)
{
  pthread_t t[2];
  struct part *parts[2];
  struct tally *one = calloc (1, sizeof *one);
  for (int i = 0; i < 2; i++) {
    parts[i] = malloc (sizeof *parts[i]);
    parts[i]->n = 5;
    parts[i]->tally = one;
  }
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, count, parts[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return one->total;
}
