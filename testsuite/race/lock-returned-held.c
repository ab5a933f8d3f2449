/* Function returns with the lock of its result held.
   Racy: access after the object was put back. */
/* dg-additional-sources "lock-returned-held-b-ok.c" */
#include "lock-returned-held.h"
#include <stdio.h>

static void *reader (void *unused)
{
  struct inode *i = inode_get (1);
  long size;

  inode_put (i);
  size = i->size; /* dg-warning "data race on '[^']*size" dg-message "read here" */
  printf ("%ld\n", size);
  return unused;
}

static void *writer (void *unused)
{
  struct inode *i = inode_get (1);

  i->size += 512; /* dg-message "updated here" */
  inode_put (i);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  inode_init ();
  pthread_create (&a, NULL, reader, NULL);
  pthread_create (&b, NULL, writer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
