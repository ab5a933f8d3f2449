/* snprintf into a buffer of the thread, from a shared string under the lock.  Racy: into a shared
   buffer. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static char text[32];

static void *work (void *argument)
{

  snprintf (text, sizeof text, "thread %d", (int) (intptr_t) argument); /* dg-warning "data race on '[^']*text" dg-message "written here" dg-message "written here" */
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
