/* Thread created under a condition that a flag remembers.
   Racy: the flag is cleared before the join. */
#include <pthread.h>
#include <stdio.h>

static pthread_t helper;
static int pages;

static void *help (void *unused)
{
  pages = 10; /* dg-warning "data race on 'pages'" dg-message "written here" */
  return unused;
}

int main (int argc, char **argv)
{
  int started = 0;

  (void) argv;
  if (argc > 0 && pthread_create (&helper, NULL, help, NULL) == 0)
    started = 1;
  if (argc < 5)
    started = 0;
  if (started)
    pthread_join (helper, NULL);
  printf ("%d\n", pages); /* dg-message "read here" */
  return 0;
}
