/* Wrappers of wrappers in another file.  Racy: the reader's wrapper ends at another lock. */
/* dg-additional-sources "lock-wrapper-nested-b.c" */
#include <pthread.h>
#include <stdio.h>

void db_begin (void);
void db_end (void);
int db_rows (void);

int rows;

static void *inserter (void *unused)
{
  for (int i = 0; i < 10; i++) {
    db_begin ();
    rows++; /* dg-message "updated here" */
    db_end ();
  }
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, inserter, NULL);
  printf ("%d\n", db_rows ());
  pthread_join (id, NULL);
  return 0;
}
