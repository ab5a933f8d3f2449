/* The main thread is joined by its child. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_t main_thread;
static int items;

static void *finish (void *unused)
{
  int n;

  pthread_join (main_thread, NULL);
  n = items;
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
    items++;
  pthread_exit (NULL);
}
