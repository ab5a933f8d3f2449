/* Each thread has an argument with a buffer of its own. Racy: the buffer is also in a list that
   another thread walks. */
#include <pthread.h>
#include <stdlib.h>

#define N 3

struct part {
  int *buffer;
  int n;
};

static struct part parts[N];
static int *all[N];

static void *work (void *argument)
{
  struct part *p = argument;

  for (int i = 0; i < p->n; i++)
    p->buffer[i]++; /* dg-warning "data race on 'p->buffer\[i\]'" dg-message "updated here by thread 'work'" */
  return NULL;
}

static void *walk (void *argument)
{
  for (int i = 0; i < N; i++)
    if (all[i]) /* dg-warning "data race on 'all\[\]'" dg-message "read here" */
      all[i][0] = 0; /* dg-message "written here by thread 'walk'" */
  return argument;
}

int main (void)
{
  pthread_t ids[N];
  pthread_t id;

  for (int i = 0; i < N; i++) {
    parts[i].n = 8;
    parts[i].buffer = calloc (8, sizeof (int));
    if (!parts[i].buffer)
      abort ();
    all[i] = parts[i].buffer; /* dg-message "written here" */
    if (i == 0)
      pthread_create (&id, NULL, walk, NULL);
    pthread_create (&ids[i], NULL, work, &parts[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join (ids[i], NULL);
  pthread_join (id, NULL);
  return 0;
}
