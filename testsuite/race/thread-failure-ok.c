/* A thread that ends the program because something has failed.  */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int count;

static void clear (void)
{
  count = 0; 
}

static void *work (void *p)
{
  if (getchar () == EOF)
    exit (EXIT_FAILURE);
  return p;
}

int main (void)
{
  pthread_t t;
  atexit (clear);
  pthread_create (&t, NULL, work, NULL);
  count++; 
  pthread_join (t, NULL);
  return 0;
}
