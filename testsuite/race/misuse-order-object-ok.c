/* Two objects of one kind are locked in one order, or in both under another lock. */
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

static pthread_mutex_t bank = PTHREAD_MUTEX_INITIALIZER;

static void transfer (struct account *one, struct account *other, int n)
{
  pthread_mutex_lock (&one->lock);
  pthread_mutex_lock (&other->lock);
  one->balance -= n;
  other->balance += n;
  pthread_mutex_unlock (&other->lock);
  pthread_mutex_unlock (&one->lock);
}

static void *forth (void *p)
{
  transfer (first, second, 1);
  pthread_mutex_lock (&bank);
  transfer (first, second, 2);
  pthread_mutex_unlock (&bank);
  return p;
}

static void *back (void *p)
{
  transfer (first, second, -1);
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
