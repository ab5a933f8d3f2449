/* Bit-fields in different storage units, divided by a zero-width one.  Racy: not divided. */
#include <pthread.h>
#include <stdio.h>

static struct {
  unsigned left : 3;
  unsigned right : 3;
} lamp;

static void *go_left (void *unused)
{
  lamp.left = 5; /* dg-warning "data race on '[^']*lamp" dg-message "written here" */
  return unused;
}

static void *go_right (void *unused)
{
  lamp.right = 2; /* dg-message "written here" */
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
