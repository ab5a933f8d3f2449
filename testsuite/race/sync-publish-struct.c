/* A record is filled, then published by a release store of a ready flag inside it; the reader
   polls with acquire loads. Several files. Racy: a field is written after the flag is set. */
/* dg-additional-sources "sync-publish-struct-b.c" */
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
  while (!box_ready (&box))
    ;
  printf ("%d\n", box.size); /* dg-message "read here" */
  pthread_join (id, NULL);
  return 0;
}
