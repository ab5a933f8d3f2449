/* Two calls at a time have threads, and one array for them all.  */
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  char *text;
  size_t n;
};

static void *grow (void *p)
{
  struct buffer *b = p;
  b->n += 8; /* dg-warning "data race on .b" */
  b->text = realloc (b->text, b->n); /* dg-warning "data race on .b.*text" */ /* dg-warning "data race on ..b->text" */
  b->text[0] = 1;
  return NULL;
}

static void *team (void *p)
{
  pthread_t t[2];
  static struct buffer b[2];
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
