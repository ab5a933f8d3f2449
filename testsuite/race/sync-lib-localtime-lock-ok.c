/* localtime and the use of its result under one lock. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *show (void *seconds)
{
  struct tm *t;
  int year;

  pthread_mutex_lock (&lock);
  t = localtime (seconds);
  year = t->tm_year;
  pthread_mutex_unlock (&lock);
  printf ("%d\n", year);
  return NULL;
}

int main (void)
{
  time_t now = 86400, later = 864000;
  pthread_t a, b;

  pthread_create (&a, NULL, show, &now);
  pthread_create (&b, NULL, show, &later);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
