/* Once: which instructions a program executes at most once.  A function that is called at several
   places is called once if no way through the program leads through two of them. */

#ifndef RACECHECK_ONCE_H
#define RACECHECK_ONCE_H

#include "bitset.h"
#include "pointers.h"

struct once {
  const struct pointers *p;
  const struct call_edge **only; /* by function: its only call; NULL: several, or from outside */
  struct bitset *cycles;         /* by function: records in loops; made when it is asked for */
  struct bitset known;           /* functions of which they are */
  struct bitset entries;         /* functions that are called from outside */
  bool main_is_called;           /* main calls itself in some programs */
  struct call_edge *created;     /* see once_know_creators */
  struct bitset outside;         /* functions that nobody knows who calls */
  uint32_t *first, *next;        /* by function, by call: 1 + number of another call of it; 0 */
  struct map several;            /* functions with several calls: 1 they are called once, 2 more */
};

void once_init (struct once *, const struct pointers *);
void once_free (struct once *);
/* CREATED, N of them, are the only creations of threads that start with these functions, seen from
   where the function is named: from then on a wrapper that creates them tells nothing. */
void once_know_creators (struct once *, struct call_edge *created, uint32_t n);
/* Whether the record of F is executed at most once while the program runs. */
bool executed_once (struct once *, funid f, uint32_t record);
/* Whether it may be executed again in the same activation of F. */
bool record_repeats (struct once *, funid f, uint32_t record);
/* Whether F is called at most once. */
bool called_once (struct once *, funid f);
/* Whether at most one object of the program is what the abstract one stands for. */
bool object_exists_once (struct once *, object_id);

#endif
