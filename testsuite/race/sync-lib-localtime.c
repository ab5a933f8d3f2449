/* Each thread uses localtime_r with a struct of its own.  Racy: localtime, whose result is one
   static object. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *show (void *seconds)
{
  struct tm *t = localtime (seconds); /* dg-warning "data race on '[^']*" dg-message "(written|updated) here" */

  printf ("%d\n", t->tm_year);
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
