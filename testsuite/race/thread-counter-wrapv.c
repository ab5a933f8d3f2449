/* A thread is created when the counter has its first value: again when it has wrapped around, as signed numbers do with
   this option.  */
/* dg-options "-pthread -fwrapv" */
#include <pthread.h>
static int data;
static void *work (void *argument)
{
  data++; /* dg-warning "data race on 'data'" dg-message "updated here by another thread" */
  return argument;
}
int main (int argc, char **argv)
{
  pthread_t t;
  for (int counter = 0; argv[argc - 1]; counter += 2)
    if (counter == 0)
      pthread_create (&t, 0, work, 0);
  pthread_exit (0);
}
