/* Two objects of one kind are locked in both orders, through one function. */
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account *first, *second;

static struct account *make (int balance)
{
  struct account *a = malloc (sizeof *a);
  pthread_mutex_init (&a->lock, NULL);
  a->balance = balance;
  return a;
}

static void transfer (struct account *from, struct account *to, int n)
{
  pthread_mutex_lock (&from->lock);
  pthread_mutex_lock (&to->lock); /* dg-warning "are locked in different orders \[-Wrace-lock-order\]" dg-message "locked here by thread 'forth'" dg-message "locked here by thread 'back'" */
  from->balance -= n;
  to->balance += n;
  pthread_mutex_unlock (&to->lock);
  pthread_mutex_unlock (&from->lock);
}

static void *forth (void *p)
{
  transfer (first, second, 1);
  return p;
}

static void *back (void *p)
{
  transfer (second, first, 1);
  return p;
}

int main (void)
{
  pthread_t t, u;
  first = make (10);
  second = make (20);
  pthread_create (&t, NULL, forth, NULL);
  pthread_create (&u, NULL, back, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
