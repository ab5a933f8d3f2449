/* The buffer is freed after the reader was joined. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *numbers;

static void *reader (void *unused)
{
  printf ("%d\n", numbers[3]);
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
  pthread_join (id, NULL);
  free (numbers);
  return 0;
}
