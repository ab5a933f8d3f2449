/* Access before the first create and after the join.  Racy: written between the two. */
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

  pthread_create (&id, NULL, compute, NULL);
  answer = 2; /* dg-message "written here" */
  pthread_join (id, NULL);
  printf ("%d\n", answer);
  return 0;
}
