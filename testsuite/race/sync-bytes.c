/* Adjacent bytes of one word belong to different threads.  Racy: they are bit-fields of one byte. */
#include <pthread.h>
#include <stdio.h>

static struct {
  unsigned char red : 4;
  unsigned char green : 4;
} colour;

static void *paint_red (void *unused)
{
  for (int i = 0; i < 10; i++)
    colour.red = i; /* dg-warning "data race on '[^']*colour" dg-message "written here" */
  return unused;
}

static void *paint_green (void *unused)
{
  for (int i = 0; i < 10; i++)
    colour.green = i; /* dg-message "written here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, paint_red, NULL);
  pthread_create (&b, NULL, paint_green, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", colour.red + colour.green);
  return 0;
}
