/* The memory is named by what is read of it, not by what `free' is given. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct pair { int first, second; };

static void *release (void *argument)
{
  free (argument); /* dg-warning "data race on 'pair->second' \(struct pair.second\)" dg-message "freed here" */
  return NULL;
}

int main (void)
{
  struct pair *pair = calloc (1, sizeof *pair);
  pthread_t id;

  pthread_create (&id, NULL, release, pair);
  printf ("%d\n", pair->second); /* dg-message "read here" */
  pthread_join (id, NULL);
  return 0;
}
