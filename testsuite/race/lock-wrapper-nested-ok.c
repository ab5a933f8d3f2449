/* Wrappers of wrappers in another file. */
/* dg-additional-sources "lock-wrapper-nested-b-ok.c" */
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
    rows++;
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
