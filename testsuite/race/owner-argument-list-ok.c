/* Each thread has a list of its own.  */
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

struct work {
  struct node *head;
  int n;
};

static void push (struct work *w, int v)
{
  struct node *n = malloc (sizeof *n);
  n->v = v;
  n->next = w->head;
  w->head = n;
}

static int sum (struct work *w)
{
  int s = 0;
  for (struct node *n = w->head; n; n = n->next) {
    s += n->v;
    n->v = 0;
  }
  return s;
}

static void *run (void *p)
{
  struct work *w = p;
  for (int i = 0; i < 9; i++)
    push (w, i);
  w->n = sum (w);
  while (w->head) {
    struct node *n = w->head;
    w->head = n->next;
    free (n);
  }
  return NULL;
}

int main (void)
{
  pthread_t t[3];
  struct work *w[3];
  for (int i = 0; i < 3; i++) {
    w[i] = calloc (1, sizeof **w);
    push (w[i], 5);
    pthread_create (&t[i], NULL, run, w[i]);
  }
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  for (int i = 0; i < 3; i++)
    free (w[i]);
  return 0;
}
