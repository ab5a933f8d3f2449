/* A thread is created when the counter has its first value: again when it has wrapped around. */
#include <pthread.h>
static int data;
static void *work (void *argument)
{
  data++; /* dg-warning "data race on 'data'" dg-message "updated here by another thread" */
  return argument;
}
int main (void)
{
  pthread_t t;
  unsigned char counter = 0;
  for (int i = 0; i < 4; i++) {
    if (counter == 0)
      pthread_create (&t, 0, work, 0);
    counter += 128;
  }
  pthread_exit (0);
}
