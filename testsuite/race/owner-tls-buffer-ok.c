/* A function returns a thread-local buffer, in another file. */
/* dg-additional-sources "owner-tls-buffer-b-ok.c" */
#include <pthread.h>
#include <stdio.h>

const char *number_name (int n);

static void *work (void *unused)
{
  for (int i = 0; i < 10; i++)
    (void) number_name (i);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, work, NULL);
  puts (number_name (42));
  pthread_join (id, NULL);
  return 0;
}
