/* What a loop that creates threads does in its first round only is done before there are any.
   Racy: in its second round; behind the creation; in a loop that runs again; in the first round of
   the outer loop, but in any of the inner one, which creates threads; if the counter may be set back. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4

static int second, behind, again, inner, reset;

static void *work (void *arg)
{
  printf ("%d\n", second); /* dg-warning "data race on 'second'" dg-message "read here" */
  return arg;
}

static void *work_behind (void *arg)
{
  printf ("%d\n", behind); /* dg-warning "data race on 'behind'" dg-message "read here" */
  return arg;
}

static void *work_again (void *arg)
{
  printf ("%d\n", again); /* dg-warning "data race on 'again'" dg-message "read here" */
  return arg;
}

static void *work_inner (void *arg)
{
  printf ("%d\n", inner); /* dg-warning "data race on 'inner'" dg-message "read here" */
  return arg;
}

static void *work_reset (void *arg)
{
  printf ("%d\n", reset); /* dg-warning "data race on 'reset'" dg-message "read here" */
  return arg;
}

static void start (void *(*f) (void *))
{
  pthread_t id;
  pthread_create (&id, NULL, f, NULL);
  pthread_detach (id);
}

int main (int argc, char **argv)
{
  for (int i = 0; i < N; i++) {
    if (i == 1)
      second = 1; /* dg-message "written here" */
    start (work);
  }
  for (int i = 0; i < N; i++) {
    start (work_behind);
    if (i == 0)
      behind = 1; /* dg-message "written here" */
  }
  for (int k = 0; k < argc; k++)
    for (int i = 0; i < N; i++) {
      if (i == 0)
        again = 1; /* dg-message "written here" */
      start (work_again);
    }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) {
      if (i == 0)
        inner = 1; /* dg-message "written here" */
      start (work_inner);
    }
  for (int i = 0; i < N; i++) {
    if (i == 0)
      reset = 1; /* dg-message "written here" */
    start (work_reset);
    if (argv[i][0] == 'x')
      i = -1;
  }
  return 0;
}
