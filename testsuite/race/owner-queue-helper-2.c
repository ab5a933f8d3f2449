/* A helper that takes nodes out of the queue is called without the lock.  */
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

struct queue {
  struct node *head;
  pthread_mutex_t lock;
};

static struct queue queue = {NULL, PTHREAD_MUTEX_INITIALIZER};

static struct node *pop (struct queue *q)
{
  struct node *n = q->head;
  if (n)
    q->head = n->next; /* dg-warning "data race" */
  return n;
}

static void push (struct queue *q, struct node *n)
{
  n->next = q->head;
  q->head = n;
}

static void *work (void *p)
{
  struct queue *q = p;
  for (int i = 0; i < 10; i++) {
    struct node *n = malloc (sizeof *n);
    n->value = i;
    pthread_mutex_lock (&q->lock);
    push (q, n);
    pthread_mutex_unlock (&q->lock);
    n = pop (q);
    if (n) {
      n->value++; /* dg-warning "data race" */
      free (n); /* dg-warning "data race" */
    }
  }
  return NULL;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, work, &queue);
  pthread_create (&u, NULL, work, &queue);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
