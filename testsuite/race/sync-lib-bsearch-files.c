/* bsearch in a shared table; who changes the table locks; the search is in another file.  Racy:
   the search does not lock. */
/* dg-additional-sources "sync-lib-bsearch-files-b.c" */
#include "sync-lib-bsearch-files.h"
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int table[4] = { 1, 3, 5, 7 };

static void *change (void *unused)
{
  pthread_mutex_lock (&lock);
  table[2] = 6; /* dg-message "written here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, change, NULL);
  printf ("%d\n", contains (5));
  pthread_join (id, NULL);
  return 0;
}
