/* malloc, initialise, then hand over as the argument of a new thread.  Racy: a field is written
   after the create. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct request {
  int code;
  char name[16];
};

static void *serve (void *argument)
{
  struct request *r = argument;

  printf ("%d %s\n", r->code, r->name); /* dg-warning "data race on '[^']*code" dg-message "read here" */
  return NULL;
}

int main (void)
{
  struct request *r = calloc (1, sizeof *r);
  pthread_t id;

  if (!r)
    abort ();
  snprintf (r->name, sizeof r->name, "index");
  pthread_create (&id, NULL, serve, r);
  r->code = 200; /* dg-message "written here" */
  pthread_join (id, NULL);
  free (r);
  return 0;
}
