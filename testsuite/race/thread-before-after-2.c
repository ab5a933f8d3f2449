/* Access before the first create and after the join.  Racy: read between the two. */
#include <pthread.h>
#include <stdio.h>

static int answer;

static void *compute (void *unused)
{
  answer += 40; /* dg-warning "data race on 'answer'" dg-message "updated here" */
  return unused;
}

int main (void)
{
  pthread_t id;
  int early;

  answer = 2;
  pthread_create (&id, NULL, compute, NULL);
  early = answer; /* dg-message "read here" */
  pthread_join (id, NULL);
  printf ("%d\n", early);
  printf ("%d\n", answer);
  return 0;
}
