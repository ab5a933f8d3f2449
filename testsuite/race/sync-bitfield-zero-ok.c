/* Bit-fields in different storage units, divided by a zero-width one. */
#include <pthread.h>
#include <stdio.h>

static struct {
  unsigned left : 3;
  unsigned : 0;
  unsigned right : 3;
} lamp;

static void *go_left (void *unused)
{
  lamp.left = 5;
  return unused;
}

static void *go_right (void *unused)
{
  lamp.right = 2;
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, go_left, NULL);
  pthread_create (&b, NULL, go_right, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", lamp.left + lamp.right);
  return 0;
}
