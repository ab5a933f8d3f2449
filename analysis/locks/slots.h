/* Slots: numbers of elements that a thread has for itself, beyond the function that has drawn them
   from a counter (claims.h).

   - It keeps them in thread-local memory that nobody has a pointer to, and in which nothing else is
     ever stored.  What such memory holds at first must not be the number of an element.
   - It stores its own id in the element that it has drawn, in an array to which nothing else is
     stored: who finds its own id there later has drawn that element.  The ids of threads that run
     at the same time differ, and none is 0.
   - A pointer to an element, or one of several numbers, if all of them are such ones, null, or
     below 0.

   Whether all stores are such ones is known when all functions have been summarised: until then a
   number is one of whoever has written the MARK that it was found by: the thread-local variable, or
   the array of ids. */

#ifndef RACECHECK_SLOTS_H
#define RACECHECK_SLOTS_H

#include "summaries.h"

/* A number: where it was found, or 0; what it was drawn from otherwise, or 0, and how much more it
   is; or it is at most the one that is none, if that is not 0. */
struct slot {
  loc_id mark, counter;
  int32_t more, none;
};

struct body;

/* Notes what a function has and keeps; its draws are known. */
void slots_find (struct body *);
/* Whether the value, a number or a pointer to an element, is such a one. */
bool slot_of (const struct summaries *, expr_id, struct slot *);
/* The same of the element that an access is to, which has found its id there before. */
bool slot_of_access (const struct summaries *, const struct item *, struct slot *);

/* What is stored at a mark. */
struct kept {
  loc_id counter; /* 0: something else, too */
  int64_t more;   /* so much more than was drawn */
  int64_t first;  /* what is there at first, if it is a number that is kept */
  bool is_number;
};

/* All zero has not been asked for. */
struct slots {
  bool known;
  struct map at; /* by mark: 1 + number in `v' */
  VEC (struct kept) v;
};

/* What is kept at a mark; NULL: not only numbers that were drawn from one counter. */
const struct kept *slots_kept (struct slots *, const struct summaries *, loc_id mark);
void slots_free (struct slots *);

/* Keys of summaries.draws, beside those of numbers that a record draws. */
enum slot_key {
  SLOT_MARK = 1, /* the record's result is a slot: its mark; */
  SLOT_COUNTER,  /* ... its counter */
  SLOT_ACCESS,   /* an access: its mark */
  SLOT_STORE,    /* what is stored, or the element that it is stored in, was drawn from that; */
  SLOT_MORE,     /* of both: how much more it is */
  SLOT_NONE      /* of a result: what is none */
};

enum { FUNID_BITS = 28 };

static inline uint64_t slot_key (enum slot_key kind, funid f, uint32_t record)
{
  return map_pair (f | (uint32_t)kind << FUNID_BITS, record);
}

#endif
