/* The text of strerror belongs to the thread that asked for it. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *ask (void *unused)
{
  for (int i = 1000; i < 1010; i++)
    printf ("%s\n", strerror (i));
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, ask, NULL);
  pthread_create (&b, NULL, ask, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
