/* The helper function has created one of two threads when it says that it has failed.  */
#include <pthread.h>
#include <stdlib.h>

static int count;

static void *work (void *p)
{
  count++; /* dg-warning "data race on 'count'" dg-message "updated here by thread 'work'" */
  return p;
}

static void *idle (void *p)
{
  return p;
}

static int start (pthread_t *a, pthread_t *b)
{
  if (pthread_create (a, NULL, work, NULL) != 0)
    return 1;
  if (pthread_create (b, NULL, idle, NULL) != 0)
    return 1;
  return 0;
}

int main (void)
{
  pthread_t a, b;
  if (start (&a, &b))
    return count; /* dg-message "read here by thread 'main'" */
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return count;
}
