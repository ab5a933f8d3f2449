/* Both the first and the second thread leave 1, so the first may overwrite what the second has
   passed on: the third and the fourth then work at the same time. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;
static int data;

static void wait_for (int number)
{
  pthread_mutex_lock (&lock);
  while (turn != number)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
}

static void set (int number)
{
  pthread_mutex_lock (&lock);
  turn = number;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
}

static void *first (void *unused)
{
  wait_for (0);
  set (1);
  set (3);
  return unused;
}

static void *second (void *unused)
{
  wait_for (1);
  set (2);
  return unused;
}

static void *third (void *unused)
{
  wait_for (2);
  data++; /* dg-warning "data race on 'data'" */
  return unused;
}

static void *fourth (void *unused)
{
  wait_for (3);
  data += 2; /* dg-message "by thread 'fourth'" */
  return unused;
}

int main (void)
{
  pthread_t t[4];
  pthread_create (&t[0], NULL, first, NULL);
  pthread_create (&t[1], NULL, second, NULL);
  pthread_create (&t[2], NULL, third, NULL);
  pthread_create (&t[3], NULL, fourth, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return 0;
}
