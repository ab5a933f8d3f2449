/* A loop creates a thread for each element.  Racy: it creates two, and the first is joined by nobody. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add (void *unused)
{
  pthread_mutex_lock (&lock);
  total++; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t ids[4];

  for (int i = 0; i < 4; i++) {
    int again = 0;
    do
      pthread_create (&ids[i], NULL, add, NULL);
    while (++again < 2);
  }
  for (int i = 0; i < 4; i++)
    pthread_join (ids[i], NULL);
  printf ("%d\n", total); /* dg-warning "data race on 'total'" dg-message "read here" */
  return 0;
}
