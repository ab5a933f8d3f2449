/* The other file of sync-lib-bsearch-files. */
#include "sync-lib-bsearch-files.h"
#include <stdlib.h>

static int compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b; /* dg-warning "data race on '[^']*table" dg-message "read here" */
}

int contains (int key)
{
  int found;

  found = bsearch (&key, table, 4, sizeof *table, compare) != NULL;
  return found;
}
