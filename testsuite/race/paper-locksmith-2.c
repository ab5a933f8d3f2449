/* LOCKSMITH, figure 2.  Racy: count2, and nothing else. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock1, lock2;
static int count1, count2;

static void locked_increment (pthread_mutex_t *lock, int *count)
{
  pthread_mutex_lock (lock);
  (*count)++; /* dg-message "updated here" */
  pthread_mutex_unlock (lock);
}

static void *thread1 (void *a)
{
  int *y = a; /* main gave it away */

  for (int i = 0; i < 100; i++)
    (*y)++;
  return NULL;
}

static void *thread2 (void *c)
{
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock (&lock1);
    count1++;
    pthread_mutex_unlock (&lock1);
    count2++; /* dg-warning "data race on 'count2'" dg-message "updated here" */
  }
  return c;
}

static void *thread3 (void *b)
{
  for (int i = 0; i < 100; i++) {
    locked_increment (&lock1, &count1);
    locked_increment (&lock2, &count2);
  }
  return b;
}

int main (void)
{
  pthread_t t1, t2, t3;
  int local = 0;

  pthread_mutex_init (&lock1, NULL);
  pthread_mutex_init (&lock2, NULL);
  local++;
  pthread_create (&t1, NULL, thread1, &local);
  pthread_create (&t2, NULL, thread2, NULL);
  pthread_create (&t3, NULL, thread3, NULL);
  pthread_join (t1, NULL);
  pthread_join (t2, NULL);
  pthread_join (t3, NULL);
  printf ("%d %d %d\n", local, count1, count2);
  return 0;
}
