/* Functions that keep their state in the library: under one lock, by one thread, or those that keep it
   elsewhere. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work (void *arg)
{
  char text[] = "a b", *rest;
  time_t now = 0;
  char *word = strtok_r (text, " ", &rest);
  struct tm *t, own;
  int year;
  pthread_mutex_lock (&lock);
  t = gmtime (&now);
  year = t->tm_year;
  pthread_mutex_unlock (&lock);
  localtime_r (&now, &own);
  printf ("%s %d %d %s\n", word, year, own.tm_year, (char *)arg);
  return NULL;
}

int main (void)
{
  pthread_t a, b;
  char text[] = "a b";
  pthread_create (&a, NULL, work, "a");
  pthread_create (&b, NULL, work, "b");
  puts (strtok (text, " "));
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
