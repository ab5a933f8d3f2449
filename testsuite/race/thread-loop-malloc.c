/* Create loop and join loop over a malloc'ed array, in two functions of another file.
   Racy: the first is not joined. */
/* dg-additional-sources "thread-loop-malloc-b.c" */
#include <pthread.h>
#include <stdio.h>

void team_start (int n);
void team_wait (int n);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int done;

int main (int argc, char **argv)
{
  int n = argc + 2;

  (void) argv;
  team_start (n);
  team_wait (n);
  printf ("%d\n", done); /* dg-warning "data race on 'done'" dg-message "read here" */
  return 0;
}
