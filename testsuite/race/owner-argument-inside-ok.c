/* Each thread has an object, and a pointer in it to a part of it.  */
#include <pthread.h>
#include <stdlib.h>

struct part {
  int value;
};

struct whole {
  struct part parts[2];
  struct part *chosen;
};

static void *work (void *p)
{
  struct whole *w = p;
  w->chosen = &w->parts[1];
  w->chosen->value++;
  free (w);
  return NULL;
}

int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++) {
    struct whole *w = calloc (1, sizeof *w);
    pthread_create (&t[i], NULL, work, w);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return 0;
}
