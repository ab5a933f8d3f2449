/* A thread that joins another one.  Racy: it is joined before it is created, which proves nothing about the
   other one. */
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
  int n = result; /* dg-message "read here" */
  pthread_join (maker, NULL);
  printf ("%d\n", n);
  return unused;
}

int main (void)
{
  pthread_t user;

  pthread_create (&maker, NULL, make, NULL);
  pthread_join (user, NULL);
  pthread_create (&user, NULL, use, NULL);
  pthread_join (user, NULL);
  return 0;
}
