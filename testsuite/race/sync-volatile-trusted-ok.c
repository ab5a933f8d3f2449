/* With --trust-volatile a volatile flag orders what was written before it. */
/* dg-racecheck-options "--trust-volatile" */
#include <pthread.h>

static volatile int ready;
static int data;

static void *writer (void *unused)
{
  data = 42;
  ready = 1;
  return unused;
}

int main (void)
{
  pthread_t id;
  pthread_create (&id, NULL, writer, NULL);
  while (!ready)
    ;
  int result = data;
  pthread_join (id, NULL);
  return result;
}
