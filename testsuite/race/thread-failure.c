/* A thread that ends the program because all is done.  */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int count;

static void clear (void)
{
  count = 0; /* dg-warning "possible data race on 'count'" dg-message "written here by thread 'work'" */
}

static void *work (void *p)
{
  if (getchar () == EOF)
    exit (256);
  return p;
}

int main (void)
{
  pthread_t t;
  atexit (clear);
  pthread_create (&t, NULL, work, NULL);
  count++; /* dg-message "updated here by thread 'main'" */
  pthread_join (t, NULL);
  return 0;
}
