/* Memory that one function reallocates for all: the thread has the table, main the text. */
#include <pthread.h>
#include <stdlib.h>

static char *text;
static long *table;
static size_t used;

static void *grow (void *old, size_t size)
{
  void *now = realloc (old, size);
  if (!now)
    abort ();
  return now;
}

static void *grow_array (void *old, size_t n, size_t size)
{
  return grow (old, n * size);
}

static void *counter (void *argument)
{
  for (size_t i = 0; i < 100; i++) {
    table = grow_array (table, used + 1, sizeof *table);
    table[used++] = (long)i;
  }
  return argument;
}

int main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, counter, NULL);
  for (size_t i = 0; i < 100; i++) {
    text = grow (text, i + 1);
    text[i] = (char)i;
  }
  pthread_join (thread, NULL);
  return text[3] + (int)table[3];
}
