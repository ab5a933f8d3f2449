/* What a loop that creates threads does in its first round only is done before there are any. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4

static int pipeline, dynamic, delay, rounds;
static pthread_t ids[N];

static void *work (void *arg)
{
  printf ("%d %d %d\n", pipeline, dynamic, delay);
  return arg;
}

static void *count (void *arg)
{
  printf ("%d\n", rounds);
  return arg;
}

static int verify (void)
{
  dynamic = 1;
  return 3;
}

int main (int argc, char **argv)
{
  for (int i = 0; i < N; i++) {
    char *name = malloc (10);
    if (i == 0) {
      pipeline = verify ();
      if (argc > 1)
        delay = argv[1][0];
    }
    if (!name || pthread_create (&ids[i], NULL, work, name))
      exit (2);
  }
  for (int i = 0; i < N; i++)
    pthread_join (ids[i], NULL);
  for (unsigned i = 10; i > 5; i--) {
    for (int k = 0; k < 3; k++) {
      if (i == 10)
        rounds++;
    }
    pthread_t id;
    pthread_create (&id, NULL, count, NULL);
    pthread_detach (id);
  }
  return 0;
}
