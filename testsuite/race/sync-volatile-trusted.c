/* With --trust-volatile a volatile flag orders what was written before it.  Racy: the data comes
   after the flag. */
/* dg-racecheck-options "--trust-volatile" */
#include <pthread.h>

static volatile int ready;
static int data;

static void *writer (void *unused)
{
  ready = 1;
  data = 42; /* dg-warning "data race on 'data'" dg-message "written here" */
  return unused;
}

int main (void)
{
  pthread_t id;
  pthread_create (&id, NULL, writer, NULL);
  while (!ready)
    ;
  int result = data; /* dg-message "read here" */
  pthread_join (id, NULL);
  return result;
}
