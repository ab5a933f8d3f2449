/* The buffer is freed after the reader was joined.  Racy: free while another reads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *numbers;

static void *reader (void *unused)
{
  printf ("%d\n", numbers[3]); /* dg-warning "data race on '[^']*" dg-message "read here" */
  return unused;
}

int main (void)
{
  pthread_t id;

  numbers = malloc (8 * sizeof *numbers);
  if (!numbers)
    abort ();
  for (int i = 0; i < 8; i++)
    numbers[i] = i;
  pthread_create (&id, NULL, reader, NULL);
  free (numbers); /* dg-message "freed here" */
  pthread_join (id, NULL);
  return 0;
}
