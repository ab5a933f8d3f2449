/* Thread created under a condition and joined under the same one.
   Racy: joined under another one. */
#include <pthread.h>
#include <stdio.h>

static int preloaded;

static void *preload (void *unused)
{
  preloaded = 1; /* dg-warning "data race on 'preloaded'" dg-message "written here" */
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
  if (background && quiet)
    pthread_join (id, NULL);
  printf ("%d\n", preloaded); /* dg-message "read here" */
  return 0;
}
