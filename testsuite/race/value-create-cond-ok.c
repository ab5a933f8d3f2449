/* A helper thread is created, and joined, if the user asks for it; the write in between is
   done only if it was not created. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int data;

static void *helper (void *arg)
{
  data = 1;
  return arg;
}

int main (int argc, char **argv)
{
  pthread_t id;
  int threaded = argc > 1, verbose = argc > 2;

  if (threaded)
    pthread_create (&id, NULL, helper, NULL);
  if (!threaded)
    data = 2;
  if (threaded)
    pthread_join (id, NULL);
  printf ("%d%d\n", data, verbose);
  return 0;
}
