/* Settings parsed before the threads start, read by accessors in another file.  Racy: a thread
   changes one on the way. */
/* dg-additional-sources "owner-readonly-files-b.c" */
#include <pthread.h>
#include <stdio.h>

void settings_set (int verbose);
int settings_verbose (void);

static void *work (void *unused)
{
  if (settings_verbose ())
    puts ("working");
  return unused;
}

static void *control (void *unused)
{
  settings_set (0);
  return unused;
}

int main (int argc, char **argv)
{
  pthread_t a, b;

  (void) argv;
  settings_set (argc > 1);
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, control, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
