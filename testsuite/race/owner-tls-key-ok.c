/* A pthread key holds an object of each thread. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct context {
  int errors;
};

static pthread_key_t key;

static struct context *context (void)
{
  struct context *c = pthread_getspecific (key);

  if (!c) {
    c = calloc (1, sizeof *c);
    if (!c)
      abort ();
    pthread_setspecific (key, c);
  }
  return c;
}

static void *work (void *unused)
{
  for (int i = 0; i < 10; i++)
    context ()->errors++;
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_key_create (&key, free);
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
