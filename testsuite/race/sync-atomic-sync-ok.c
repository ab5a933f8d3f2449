/* Reference count with the __sync builtins, in another file. */
/* dg-additional-sources "sync-atomic-sync-b-ok.c" */
#include <pthread.h>
#include <stdio.h>

void count_get (void);
int count_put (void);

static void *work (void *unused)
{
  count_get ();
  if (count_put ())
    puts ("last");
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
