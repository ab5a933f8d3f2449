/* A thread that joins another one before it reads what that has made. */
#include <pthread.h>
#include <stdio.h>

static pthread_t maker;
static int result;

static void *make (void *unused)
{
  result = 42;
  return unused;
}

static void *use (void *unused)
{
  pthread_join (maker, NULL);
  printf ("%d\n", result);
  return unused;
}

int main (void)
{
  pthread_t user;

  pthread_create (&maker, NULL, make, NULL);
  pthread_create (&user, NULL, use, NULL);
  pthread_join (user, NULL);
  result = 0;
  return 0;
}
