/* Items are taken out of a list under the lock, but still used by who has put them there.  */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
  struct link *next, *prev;
};

struct item {
  int value;
  struct link link;
};

static struct link head = {&head, &head};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put (int value)
{
  struct item *i = malloc (sizeof *i);
  i->value = value;
  pthread_mutex_lock (&lock);
  i->link.next = head.next;
  i->link.prev = &head;
  head.next->prev = &i->link;
  head.next = &i->link;
  pthread_mutex_unlock (&lock);
  i->value++; /* dg-warning "data race" */
}

static int sum (void)
{
  int s = 0;
  pthread_mutex_lock (&lock);
  for (struct link *l = head.prev; l != &head; l = l->prev)
    s += ((struct item *)((char *)l - offsetof (struct item, link)))->value;
  pthread_mutex_unlock (&lock);
  return s;
}

static int take (void)
{
  pthread_mutex_lock (&lock);
  struct link *l = head.next;
  if (l == &head) {
    pthread_mutex_unlock (&lock);
    return -1;
  }
  l->prev->next = l->next;
  l->next->prev = l->prev;
  pthread_mutex_unlock (&lock);
  struct item *i = (struct item *)((char *)l - offsetof (struct item, link));
  int value = i->value++; /* dg-message "also updated here" */
  free (i); /* dg-warning "data race" */
  return value;
}

static void *work (void *p)
{
  for (int i = 0; i < 10; i++) {
    put (i);
    sum ();
    take ();
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
  return sum ();
}
