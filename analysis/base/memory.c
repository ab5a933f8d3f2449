/* What libiberty allocates memory by, for the whole program: the same functions, which also look at
   the watch.  That every stage allocates now and then makes them the place to do so. */

#include "watch.h"

#include <stdlib.h>
#include <libiberty/libiberty.h>

static void *check (void *p)
{
  if (!p)
    watch_no_memory ();
  return p;
}

void *xmalloc (size_t size)
{
  watch_poll ();
  return check (malloc (size ? size : 1));
}

void *xcalloc (size_t n, size_t size)
{
  watch_poll ();
  return check (n && size ? calloc (n, size) : calloc (1, 1));
}

void *xrealloc (void *old, size_t size)
{
  watch_poll ();
  return check (old ? realloc (old, size ? size : 1) : malloc (size ? size : 1));
}

void xmalloc_failed (size_t size)
{
  (void)size;
  watch_no_memory ();
}

/* Part of the same object in libiberty. */
void xmalloc_set_program_name (const char *name)
{
  (void)name;
}
