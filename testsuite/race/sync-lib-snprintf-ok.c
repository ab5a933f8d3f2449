/* snprintf into a buffer of the thread, from a shared string under the lock. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>


static void *work (void *argument)
{
  char text[32];

  snprintf (text, sizeof text, "thread %d", (int) (intptr_t) argument);
  return NULL;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, work, (void *) 1);
  pthread_create (&b, NULL, work, (void *) 2);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
