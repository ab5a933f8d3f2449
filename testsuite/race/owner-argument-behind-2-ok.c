/* New memory, and what is allocated for it, for each thread that a loop creates.  */
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
  struct part *parts[2];
  for (int i = 0; i < 2; i++) {
    parts[i] = malloc (sizeof *parts[i]);
    parts[i]->n = 5;
    parts[i]->tally = calloc (1, sizeof *parts[i]->tally);
    pthread_create (&t[i], NULL, count, parts[i]);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return parts[0]->tally->total;
}
