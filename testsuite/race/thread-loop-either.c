/* A loop creates a thread in an element of an array, or in what a pointer of another array leads to,
   which is the same for all of them.  Racy: those are not told apart, and not all are joined. */
#include <pthread.h>

struct worker {
  pthread_t id;
};

static pthread_t plain[4];
static struct worker only, *table[4];
static int count;

static void *work (void *unused)
{
  __atomic_fetch_add (&count, 1, __ATOMIC_SEQ_CST); /* dg-warning "data race on .count." dg-message "updated here atomically" */
  return unused;
}

int main (int argc, char **argv)
{
  (void)argv;
  for (int i = 0; i < 4; i++)
    table[i] = &only;
  for (int i = 0; i < 4; i++)
    if (argc > 1)
      pthread_create (&plain[i], NULL, work, NULL);
    else
      pthread_create (&table[i]->id, NULL, work, NULL);
  for (int i = 0; i < 4; i++)
    if (argc > 1)
      pthread_join (plain[i], NULL);
  return count; /* dg-message "read here" */
}
