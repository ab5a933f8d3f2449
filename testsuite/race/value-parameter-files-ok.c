/* A function of another file writes only in the mode that nobody asks for. */
/* dg-additional-sources "value-parameter-files-b-ok.c" */
#include "value-parameter-files.h"

int counter;

static void *first (void *arg)
{
  step (0, 3);
  return arg;
}

static void *second (void *arg)
{
  step (1, 4);
  return arg;
}

int main (void)
{
  pthread_t a, b, c;
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  pthread_create (&c, NULL, second, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_join (c, NULL);
  return counter;
}
