/* Functions that keep their state in the library, called by two threads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work (void *arg)
{
  char text[] = "a b";
  time_t now = 0;
  char *word = strtok (text, " "); /* dg-warning "data race on 'strtok', which is hidden in the library \[-Wrace-hidden-state\]" dg-message "written here by 'strtok' in thread 'work'" dg-message "written here by 'strtok' in another thread 'work'" */
  struct tm *t;
  pthread_mutex_lock (&lock);
  t = gmtime (&now); /* dg-message "written here by 'gmtime' in another thread" */
  pthread_mutex_unlock (&lock);
  printf ("%s %d %s\n", word, t->tm_year, (char *)arg); /* dg-warning "hidden in the library \[-Wrace-hidden-state\]" dg-message "read here by thread 'work'" */
  return NULL;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, "a");
  pthread_create (&b, NULL, work, "b");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
