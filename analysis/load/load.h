/* Load: the units of all objects that the user named. */

#ifndef RACECHECK_LOAD_H
#define RACECHECK_LOAD_H

#include "arena.h"
#include "objfile.h"
#include "unit.h"

struct units {
  struct arena arena; /* holds them */
  struct unit **v;    /* in the order of the objects, and in one object as the linker put them */
  size_t n;
  size_t *object;       /* by unit: which of the objects it came from */
  size_t damaged;       /* blobs that could not be read, and objects in which none was found */
  size_t without_facts; /* objects */
  size_t facts_bytes;
  uint32_t unknown_records;
};

/* Decodes the facts of FILES.  What is wrong is reported, naming the object, and the rest is read.
 */
void units_load (struct units *, const struct objfiles *files, objfile_report_fn *, void *context);
void units_free (struct units *);

#endif
