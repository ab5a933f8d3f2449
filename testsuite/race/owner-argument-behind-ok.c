/* What the arguments of threads, elements of a variable, point to belongs to the threads too.  */
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
    part->tally->total++;
  return NULL;
}

int main (void)
{
  pthread_t t[2];
  struct part parts[2];
  parts[0].n = parts[1].n = 5;
  parts[0].tally = calloc (1, sizeof (struct tally));
  parts[1].tally = calloc (1, sizeof (struct tally));
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, count, &parts[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return parts[0].tally->total;
}
