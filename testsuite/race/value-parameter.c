/* A mode parameter, which is a constant at every call.  Racy: one call asks for the other mode. */
#include <pthread.h>
#include <stdio.h>

enum mode { CAREFUL, HASTY };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level;

static void raise_level (enum mode mode)
{
  if (mode == HASTY) {
    level++; /* dg-warning "data race on 'level'" dg-message "updated here" */
    return;
  }
  pthread_mutex_lock (&lock);
  level++; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
}

static void *work (void *unused)
{
  raise_level (CAREFUL);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, work, NULL);
  raise_level (HASTY);
  pthread_join (id, NULL);
  printf ("%d\n", level);
  return 0;
}
