/* Hash table with one lock per bucket, which guards every node of its list. Racy: a node is changed
   after the lock of its bucket was released. */
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  unsigned key;
  int value;
};

struct bucket {
  pthread_mutex_t lock;
  struct node *head;
};

#define N 8

static struct bucket table[N];

static struct bucket *bucket_of (unsigned key)
{
  return &table[key % N];
}

static void insert (unsigned key, int value)
{
  struct bucket *b = bucket_of (key);
  struct node *n = malloc (sizeof *n);

  if (!n)
    abort ();
  n->key = key;
  n->value = value;
  pthread_mutex_lock (&b->lock);
  n->next = b->head;
  b->head = n;
  pthread_mutex_unlock (&b->lock);
}

static void add (unsigned key, int more)
{
  struct bucket *b = bucket_of (key);
  struct node *n;

  pthread_mutex_lock (&b->lock);
  for (n = b->head; n; n = n->next)
    if (n->key == key)
      break;
  pthread_mutex_unlock (&b->lock);
  if (n)
    n->value += more; /* dg-warning "data race on 'n->value'" dg-message "updated here" dg-message "updated here" */
}

static void *worker (void *argument)
{
  for (unsigned k = 0; k < 100; k++) {
    insert (k, 1);
    add (k, 2);
  }
  return argument;
}

int main (void)
{
  pthread_t id[2];

  for (int i = 0; i < N; i++)
    pthread_mutex_init (&table[i].lock, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create (&id[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (id[i], NULL);
  return 0;
}
