/* A function that creates a thread and joins it, or gives up if it cannot be created: none runs
   when it has returned.  */
#include <pthread.h>
#include <stdio.h>

static int count;

static void *work (void *p)
{
  count++;
  return p;
}

static int run (void)
{
  pthread_t t;
  int err = pthread_create (&t, NULL, work, NULL);
  if (err != 0) {
    fputs ("no thread\n", stderr);
    return err;
  }
  pthread_join (t, NULL);
  return 0;
}

static int try_to_run (void)
{
  pthread_t t;
  int created = pthread_create (&t, NULL, work, NULL) == 0;
  if (created)
    pthread_join (t, NULL);
  return created;
}

int main (void)
{
  if (run ())
    return 1;
  count = 1;
  try_to_run ();
  return count;
}
