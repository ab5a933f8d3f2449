/* The main thread is joined by its child.  Racy: the child reads before it joins. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_t main_thread;
static int items;

static void *finish (void *unused)
{
  int n = items; /* dg-warning "data race on 'items'" dg-message "read here" */

  pthread_join (main_thread, NULL);
  printf ("%d\n", n);
  exit (0);
  return unused;
}

int main (void)
{
  pthread_t child;

  main_thread = pthread_self ();
  pthread_create (&child, NULL, finish, NULL);
  for (int i = 0; i < 5; i++)
    items++; /* dg-message "updated here" */
  pthread_exit (NULL);
}
