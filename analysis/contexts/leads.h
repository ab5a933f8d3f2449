/* Leads: variables that are 0 at first, and in which only addresses are stored that are written in
   the program, `p = &a[2]', or lead to one place whatever they are.  If it is one address only, who
   finds a pointer there finds that one, at any time and in any thread; the elements of an array are
   told apart as far as constants say which they are. */

#ifndef RACECHECK_LEADS_H
#define RACECHECK_LEADS_H

#include "effects.h"
#include "exprs.h"

/* An address that is stored in a variable. */
struct lead {
  uint32_t next; /* of the same location; 0: none */
  int64_t at;    /* where in the variable, or LEAD_ANYWHERE */
  object_id object;
  int64_t offset;
};

struct leads {
  bool known;
  struct map first; /* by location: number of a lead; 0: something else is stored there */
  VEC (struct lead) v;
};

struct summaries;

/* Where the pointer E leads to, if all variables from which it may have been loaded hold that
   address, or null; or the place in a variable that it names. */
bool leads_to_place (struct summaries *, funid, expr_id e, object_id *, int64_t *offset);
void leads_free (struct leads *);

#endif
