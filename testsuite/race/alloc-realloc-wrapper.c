/* Memory that one function reallocates for all: what the thread grows is its own, but both use the table. */
#include <pthread.h>
#include <stdlib.h>

static char *text;
static char **table;
static int n;

static void *grow (void *old, size_t size)
{
  void *now = realloc (old, size);
  if (!now)
    abort ();
  return now;
}

static void *reader (void *argument)
{
  long *sum = argument;
  *sum += table[0][0]; /* dg-warning "data race on '\*table'" */
  return NULL;
}

int main (void)
{
  long sum = 0;
  pthread_t thread;
  text = grow (text, 8);
  text[0] = 'a';
  table = grow (table, 8 * sizeof *table);
  table[n++] = text;
  pthread_create (&thread, NULL, reader, &sum);
  table[0] = "b"; /* dg-message "written here by thread 'main' with no lock held" */
  pthread_join (thread, NULL);
  return (int)sum;
}
