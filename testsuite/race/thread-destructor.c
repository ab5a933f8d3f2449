/* Destructor reads what a joined thread wrote.  Racy: what a thread wrote that still runs. */
#include <pthread.h>
#include <stdio.h>

static int served;

static void *serve (void *unused)
{
  for (int i = 0; i < 1000; i++)
    served++; /* dg-warning "data race on 'served'" dg-message "updated here" */
  return unused;
}

static void __attribute__ ((destructor)) goodbye (void)
{
  printf ("served %d\n", served); /* dg-message "read here" */
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, serve, NULL);
  pthread_detach (id);
  return 0;
}
