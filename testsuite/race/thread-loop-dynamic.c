/* Create loop and join loop of one dynamic length.  Racy: one less is joined. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 16

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long found;

static void *search (void *unused)
{
  pthread_mutex_lock (&lock);
  found += 2; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (int argc, char **argv)
{
  pthread_t ids[MOST];
  int n = argc > 1 ? atoi (argv[1]) : 3;

  if (n < 1 || n > MOST)
    return 2;
  for (int i = 0; i < n; i++)
    if (pthread_create (&ids[i], NULL, search, NULL) != 0)
      exit (1);
  for (int i = 0; i < n - 1; i++)
    pthread_join (ids[i], NULL);
  printf ("%ld\n", found); /* dg-warning "data race on 'found'" dg-message "read here" */
  return 0;
}
