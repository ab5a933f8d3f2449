/* The wrapper of lock-checked and its twin. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

void must_lock (pthread_mutex_t *m)
{
  int rc = pthread_mutex_lock (m);

  if (rc) {
    fprintf (stderr, "lock: %d\n", rc);
    abort ();
  }
}
