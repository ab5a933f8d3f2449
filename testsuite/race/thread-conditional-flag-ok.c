/* Thread created under a condition that a flag remembers. */
#include <pthread.h>
#include <stdio.h>

static pthread_t helper;
static int pages;

static void *help (void *unused)
{
  pages = 10;
  return unused;
}

int main (int argc, char **argv)
{
  int started = 0;

  (void) argv;
  if (argc > 0 && pthread_create (&helper, NULL, help, NULL) == 0)
    started = 1;
  if (started)
    pthread_join (helper, NULL);
  printf ("%d\n", pages);
  return 0;
}
