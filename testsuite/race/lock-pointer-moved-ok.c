/* p->lock held while p->count changes. */
#include <pthread.h>
#include <stdio.h>

struct node {
  pthread_mutex_t lock;
  int count;
  struct node *next;
};

static struct node tail = { PTHREAD_MUTEX_INITIALIZER, 0, NULL };
static struct node head = { PTHREAD_MUTEX_INITIALIZER, 0, &tail };

static void *walker (void *unused)
{
  for (struct node *p = &head; p; p = p->next) {
    struct node *locked = p;

    pthread_mutex_lock (&p->lock);
    p->count++;
    pthread_mutex_unlock (&locked->lock);
  }
  return unused;
}

static void *at_tail (void *unused)
{
  pthread_mutex_lock (&tail.lock);
  tail.count++;
  pthread_mutex_unlock (&tail.lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, walker, NULL);
  pthread_create (&b, NULL, at_tail, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", head.count, tail.count);
  return 0;
}
