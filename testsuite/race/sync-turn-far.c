/* Stores through more pointers than an expression has room for; one thread does not wait. */
#include <pthread.h>

struct node {
  struct node *next;
  int value;
};
static struct node ring;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;
static int data;

static struct node *far (struct node *n)
{
  return n->next->next->next->next->next->next->next->next->next->next->next->next;
}

static void set_far (struct node *n, int value)
{
  n->next->next->next->next->next->next->next->next->next->next->next->next->value = value;
}

static void *ping (void *unused)
{
  pthread_mutex_lock (&lock);
  while (turn != 0)
    pthread_cond_wait (&changed, &lock);
  far (&ring)->value = 1;
  set_far (&ring, 2);
  pthread_mutex_unlock (&lock);
  data++; /* dg-warning "data race on 'data'" */
  pthread_mutex_lock (&lock);
  turn = 1;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *pong (void *unused)
{
  pthread_mutex_lock (&lock);
  set_far (&ring, 3);
  pthread_mutex_unlock (&lock);
  data += 2; /* dg-message "by thread 'pong'" */
  return unused;
}

int main (void)
{
  pthread_t a, b;
  ring.next = &ring;
  pthread_create (&a, NULL, ping, NULL);
  pthread_create (&b, NULL, pong, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return ring.value;
}
