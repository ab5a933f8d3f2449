/* A record is filled, then published by a release store of a ready flag inside it; the reader
   polls with acquire loads. Several files. Racy: the reader does not look at the flag. */
/* dg-additional-sources "sync-publish-struct-b-2.c" */
#include "sync-publish-struct.h"
#include <stdio.h>

struct box box;

static void *produce (void *arg)
{
  box_fill (&box, 12);
  return arg;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, produce, NULL);
  printf ("%d\n", box.size); /* dg-warning "data race on 'box.size'" dg-message "read here" */
  pthread_join (id, NULL);
  return 0;
}
