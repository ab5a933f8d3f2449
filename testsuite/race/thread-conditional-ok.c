/* Thread created under a condition and joined under the same one. */
#include <pthread.h>
#include <stdio.h>

static int preloaded;

static void *preload (void *unused)
{
  preloaded = 1;
  return unused;
}

int main (int argc, char **argv)
{
  int background = argc > 0, quiet = argv[0] == NULL;
  pthread_t id;

  if (background)
    pthread_create (&id, NULL, preload, NULL);
  if (!quiet)
    puts ("starting");
  if (background)
    pthread_join (id, NULL);
  printf ("%d\n", preloaded);
  return 0;
}
