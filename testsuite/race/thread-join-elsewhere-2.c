/* A thread is joined by another thread.  Racy: main does not wait for it. */
#include <pthread.h>
#include <stdio.h>

static pthread_t maker;
static int result;

static void *make (void *unused)
{
  result = 42; /* dg-warning "data race on 'result'" dg-message "written here" */
  return unused;
}

static void *use (void *unused)
{
  pthread_join (maker, NULL);
  puts ("made");
  return unused;
}

int main (void)
{
  pthread_t user;

  pthread_create (&maker, NULL, make, NULL);
  pthread_create (&user, NULL, use, NULL);
  printf ("%d\n", result); /* dg-message "read here" */
  pthread_join (user, NULL);
  return 0;
}
