/* A table filled before the threads start, then only read. */
#include <pthread.h>
#include <stdio.h>

static int table[16];

static void fill (void)
{
  for (int i = 0; i < 16; i++)
    table[i] = i * i;
}

static void *reader (void *unused)
{
  int sum = 0;

  for (int i = 0; i < 16; i++)
    sum += table[i];
  printf ("%d\n", sum);
  return unused;
}

static void *other (void *unused)
{
  printf ("%d\n", table[3]);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  fill ();
  pthread_create (&a, NULL, reader, NULL);
  pthread_create (&b, NULL, other, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
