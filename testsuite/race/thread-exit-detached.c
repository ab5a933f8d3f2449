/* Main ends with pthread_exit while a detached thread goes on; main has not touched the
   counter since it was created. Racy: main writes it before it ends. */
#include <pthread.h>
#include <unistd.h>

static int ticks;

static void *tick (void *arg)
{
  for (int i = 0; i < 3; i++)
    ticks++; /* dg-warning "data race on 'ticks'" dg-message "updated here" */
  return arg;
}

int main (void)
{
  pthread_t id;
  ticks = 1;
  pthread_create (&id, NULL, tick, NULL);
  pthread_detach (id);
  ticks = 0; /* dg-message "written here" */
  pthread_exit (NULL);
}
