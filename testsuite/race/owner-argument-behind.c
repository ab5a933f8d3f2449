/* What the arguments of two threads, elements of a variable, point to is one object.  */
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
  struct part parts[2];
  struct tally *one = calloc (1, sizeof *one);
  parts[0].n = parts[1].n = 5;
  parts[0].tally = one;
  parts[1].tally = one;
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, count, &parts[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return parts[0].tally->total;
}
