/* RULES 1.4 handle: a thread asks for its own id.
   Racy: it reads the handle that pthread_create may not have written. */
#include <pthread.h>
#include <stdio.h>

static pthread_t id;

static void *child (void *unused)
{
  pthread_t self = id; /* dg-warning "data race on 'id'" dg-message "read here" */

  printf ("%lx\n", (unsigned long) self);
  return unused;
}

int main (void)
{
  pthread_create (&id, NULL, child, NULL); /* dg-message "written here" */
  pthread_join (id, NULL);
  return 0;
}
