/* p->lock guards p->balance, any number of objects. */
#include <pthread.h>
#include <stdio.h>

struct account {
  pthread_mutex_t lock;
  long balance;
};

static struct account savings = { PTHREAD_MUTEX_INITIALIZER, 100 };
static struct account checking = { PTHREAD_MUTEX_INITIALIZER, 100 };

static void refund (struct account *from, struct account *to, long sum)
{
  pthread_mutex_lock (&to->lock);
  to->balance += sum;
  pthread_mutex_unlock (&to->lock);
  pthread_mutex_lock (&from->lock);
  from->balance -= sum;
  pthread_mutex_unlock (&from->lock);
}

static void deposit (struct account *to, long sum)
{
  pthread_mutex_lock (&to->lock);
  to->balance += sum;
  pthread_mutex_unlock (&to->lock);
}

static void *salary (void *unused)
{
  deposit (&checking, 10);
  return unused;
}

static void *shop (void *unused)
{
  refund (&savings, &checking, 5);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, salary, NULL);
  pthread_create (&b, NULL, shop, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%ld %ld\n", savings.balance, checking.balance);
  return 0;
}
