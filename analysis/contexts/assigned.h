/* Assigned once: variables that have one value, as far as it is used as a pointer.  They are never
   written; or they are 0 at first, and the program executes one store to them, once.  Whoever
   finds a pointer there, at any time and in any thread, finds the same. */

#ifndef RACECHECK_ASSIGNED_H
#define RACECHECK_ASSIGNED_H

#include "effects.h"
#include "once.h"

/* What writes a location. */
struct assignment {
  uint32_t n;      /* accesses: 0, 1, or 2 for more */
  uint32_t effect; /* one of them */
};

struct assigned {
  struct pointers *p;        /* NULL: nobody has asked yet */
  VEC (struct assignment) v; /* by location */
};

/* The one access that writes a location, which may be all elements of an array; NULL: none, or
   more. */
const struct effect *assigned_alone (struct assigned *, struct pointers *, const struct effects *,
                                     loc_id);
/* The one access that writes it, once; NULL: none, or more. */
const struct effect *assigned_by (struct assigned *, struct pointers *, const struct effects *,
                                  struct once *, object_id, int64_t offset);
/* ... and before that it is 0; or nothing does. */
bool assigned_once (struct assigned *, struct pointers *, const struct effects *, struct once *,
                    object_id, int64_t offset);
/* The same for an element of an array, to each of which one access writes once: EACH has those that
   do so whenever their function is executed. */
bool assigned_each (struct assigned *, struct pointers *, const struct effects *, struct once *,
                    const struct map *each, object_id, int64_t offset);
/* Whether different elements, or fields, of the object at these places lead to different memory:
   what is stored there is allocated for that. */
bool assigned_apart (struct assigned *, struct pointers *, const struct effects *, object_id,
                     int64_t a, int64_t b);
void assigned_free (struct assigned *);

#endif
