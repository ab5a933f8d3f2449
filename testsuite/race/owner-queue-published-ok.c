/* A node that a callee looks at before it is taken off the list: the taker is its only user.  */
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static struct node *head;
static int largest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void account (struct node *n)
{
  pthread_mutex_lock (&other);
  if (n->value > largest)
    largest = n->value;
  pthread_mutex_unlock (&other);
}

static void *work (void *p)
{
  for (int i = 0; i < 10; i++) {
    struct node *n = malloc (sizeof *n);
    n->value = i;
    pthread_mutex_lock (&lock);
    n->next = head;
    head = n;
    pthread_mutex_unlock (&lock);
    pthread_mutex_lock (&lock);
    n = head;
    if (n) {
      account (n);
      head = n->next;
    }
    pthread_mutex_unlock (&lock);
    if (n)
      n->value++;
  }
  return p;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, work, NULL);
  pthread_create (&u, NULL, work, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
