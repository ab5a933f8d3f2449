/* Wrappers of pthread_create and pthread_join in another file. */
/* dg-additional-sources "thread-wrapper-b-ok.c" */
#include <pthread.h>
#include <stdio.h>

void spawn (pthread_t *id, void *(*start) (void *), void *arg);
void await (pthread_t id);

static int width, height;

static void *set_width (void *arg)
{
  width = *(int *) arg;
  return NULL;
}

static void *set_height (void *arg)
{
  height = *(int *) arg;
  return NULL;
}

int main (void)
{
  pthread_t w, h;
  int size = 7;

  spawn (&w, set_width, &size);
  spawn (&h, set_height, &size);
  await (w);
  await (h);
  printf ("%d\n", width);
  printf ("%d\n", height);
  return 0;
}
