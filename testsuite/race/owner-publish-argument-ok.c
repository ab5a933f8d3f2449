/* malloc, initialise, then hand over as the argument of a new thread. */
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

  printf ("%d %s\n", r->code, r->name);
  return NULL;
}

int main (void)
{
  struct request *r = calloc (1, sizeof *r);
  pthread_t id;

  if (!r)
    abort ();
  snprintf (r->name, sizeof r->name, "index");
  r->code = 200;
  pthread_create (&id, NULL, serve, r);
  pthread_join (id, NULL);
  free (r);
  return 0;
}
