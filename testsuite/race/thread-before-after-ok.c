/* Access before the first create and after the join. */
#include <pthread.h>
#include <stdio.h>

static int answer;

static void *compute (void *unused)
{
  answer += 40;
  return unused;
}

int main (void)
{
  pthread_t id;

  answer = 2;
  pthread_create (&id, NULL, compute, NULL);
  pthread_join (id, NULL);
  printf ("%d\n", answer);
  return 0;
}
