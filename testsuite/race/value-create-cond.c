/* A helper thread is created, and joined, if the user asks for it; the write in between is
   done only if it was not created. Racy: the write is done in any case. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int data;

static void *helper (void *arg)
{
  data = 1; /* dg-warning "data race on 'data'" dg-message "written here" */
  return arg;
}

int main (int argc, char **argv)
{
  pthread_t id;
  int threaded = argc > 1, verbose = argc > 2;

  if (threaded)
    pthread_create (&id, NULL, helper, NULL);
    data = 2; /* dg-message "written here" */
  if (threaded)
    pthread_join (id, NULL);
  printf ("%d%d\n", data, verbose);
  return 0;
}
