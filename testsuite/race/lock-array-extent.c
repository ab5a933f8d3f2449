/* lock[i] guards v[i]; who clears two elements at once holds the lock of the first only, whether
   its number is a constant or not. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int v[4];

static void *adder (void *number)
{
  for (int i = atoi (number); i < 4; i++) {
    pthread_mutex_lock (&lock[i]);
    v[i]++; /* dg-warning "data race on 'v" dg-message "updated here" */
    pthread_mutex_unlock (&lock[i]);
  }
  return NULL;
}

int main (int argc, char **argv)
{
  pthread_t id;
  int i = argc;
  if (i > 2)
    return 1;
  pthread_create (&id, NULL, adder, argv[1]);
  pthread_mutex_lock (&lock[i]);
  memset (&v[i], 0, 2 * sizeof v[0]); /* dg-message "written here" */
  pthread_mutex_unlock (&lock[i]);
  pthread_join (id, NULL);
  return 0;
}
