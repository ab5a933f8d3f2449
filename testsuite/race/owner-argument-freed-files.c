/* Argument made by a start function, used and freed by the thread in another file.  Racy: the
   starter writes the argument after the create. */
/* dg-additional-sources "owner-argument-freed-files-b.c" */
#include "owner-argument-freed-files.h"
#include <stdlib.h>

static pthread_t start (int from, int to)
{
  struct task *t = malloc (sizeof *t);
  pthread_t id;

  if (!t)
    abort ();
  t->from = from;
  t->to = from;
  t->sum = 0;
  pthread_create (&id, NULL, sum_up, t);
  t->to = to; /* dg-message "written here" */
  return id;
}

int main (void)
{
  pthread_t a = start (1, 50);
  pthread_t b = start (51, 100);

  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
