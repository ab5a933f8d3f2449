/* RULES 1.1 trap (a): hand-over-hand locking along a list. */
#include <pthread.h>
#include <stdio.h>

struct node {
  pthread_mutex_t lock;
  int visits;
  struct node *next;
};

static struct node third = { PTHREAD_MUTEX_INITIALIZER, 0, NULL };
static struct node second = { PTHREAD_MUTEX_INITIALIZER, 0, &third };
static struct node first = { PTHREAD_MUTEX_INITIALIZER, 0, &second };

static void *walk (void *unused)
{
  struct node *n = &first;

  pthread_mutex_lock (&n->lock);
  while (n) {
    struct node *next = n->next;

    if (next)
      pthread_mutex_lock (&next->lock);
    n->visits++;
    pthread_mutex_unlock (&n->lock);
    n = next;
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, walk, NULL);
  pthread_create (&b, NULL, walk, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d %d\n", first.visits, second.visits, third.visits);
  return 0;
}
