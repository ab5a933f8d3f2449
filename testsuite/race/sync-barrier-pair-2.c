/* Writer and reader separated by a barrier of two.  Racy: the writer writes again after the
   barrier. */
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t barrier;
static int value;

static void *writer (void *unused)
{
  value = 5;
  pthread_barrier_wait (&barrier);
  value = 6; /* dg-warning "data race on 'value'" dg-message "written here" */
  return unused;
}

static void *reader (void *unused)
{
  pthread_barrier_wait (&barrier);
  printf ("%d\n", value); /* dg-message "read here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_barrier_init (&barrier, NULL, 2);
  pthread_create (&a, NULL, writer, NULL);
  pthread_create (&b, NULL, reader, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
