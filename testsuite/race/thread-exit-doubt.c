/* Whether the thread ends the program, while main goes on, is not certain; that main does, when threads are left, is.  */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int count, rest;

static void clear (void)
{
  count = 0; /* dg-warning "possible data race on 'count'" dg-message "written here by thread 'work'" dg-message "done only if its thread ends the program" */
}

static void last (void)
{
  rest = 0; /* dg-warning "^data race on 'rest'" dg-message "written here by thread 'main'" */
}

static void *work (void *p)
{
  rest++; /* dg-message "updated here by thread 'work'" */
  if (getchar () == EOF)
    exit (0);
  return p;
}

int main (void)
{
  pthread_t t;
  atexit (last);
  atexit (clear);
  pthread_create (&t, NULL, work, NULL);
  pthread_detach (t);
  count++; /* dg-message "updated here by thread 'main'" */
  sleep (1);
  return 0;
}
