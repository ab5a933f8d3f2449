/* A function that creates a thread and joins it, but on the wrong way.  */
#include <pthread.h>

static int count;

static void *work (void *p)
{
  count++; /* dg-warning "data race on 'count'" */
  return p;
}

static int run (void)
{
  pthread_t t;
  int created = pthread_create (&t, NULL, work, NULL) == 0;
  if (!created)
    pthread_join (t, NULL);
  return created;
}

int main (void)
{
  run ();
  count = 1; /* dg-message "written here by thread 'main'" */
  return 0;
}
