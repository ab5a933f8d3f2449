/* The other file of sync-lib-bsearch-files-ok. */
#include "sync-lib-bsearch-files.h"
#include <stdlib.h>

static int compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

int contains (int key)
{
  int found;

  pthread_mutex_lock (&lock);
  found = bsearch (&key, table, 4, sizeof *table, compare) != NULL;
  pthread_mutex_unlock (&lock);
  return found;
}
