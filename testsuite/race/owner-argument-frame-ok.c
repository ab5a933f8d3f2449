/* Two calls at a time have threads, each with an element of the array of its call.  */
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  char *text;
  size_t n;
};

static void *grow (void *p)
{
  struct buffer *b = p;
  b->n += 8;
  b->text = realloc (b->text, b->n);
  b->text[0] = 1;
  return NULL;
}

static void *team (void *p)
{
  pthread_t t[2];
  struct buffer b[2] = {{NULL, 8}, {NULL, 8}};
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, grow, &b[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return p;
}

int main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], NULL, team, NULL);
  pthread_create (&t[1], NULL, team, NULL);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  return 0;
}
