/* Objects moved through a list under a lock, used without it by the one who dequeued.  Racy: the
   consumer only looks at the head and leaves it there. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
  struct item *next;
  int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *head;

static void push (struct item *i)
{
  pthread_mutex_lock (&lock);
  i->next = head;
  head = i;
  pthread_mutex_unlock (&lock);
}

static struct item *pop (void)
{
  struct item *i;

  pthread_mutex_lock (&lock);
  i = head;
  pthread_mutex_unlock (&lock);
  return i;
}

static void *consume (void *unused)
{
  struct item *i;

  for (int n = 0; n < 50; n++)
    if ((i = pop ()))
      i->value *= 2; /* dg-warning "data race on '[^']*value" dg-message "updated here" dg-message "updated here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, consume, NULL);
  pthread_create (&b, NULL, consume, NULL);
  for (int n = 0; n < 20; n++) {
    struct item *i = malloc (sizeof *i);

    if (!i)
      abort ();
    i->value = n;
    push (i);
  }
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
