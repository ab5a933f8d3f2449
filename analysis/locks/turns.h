/* Turns: variables that say who may go on.

     while (turn != 0) wait ();              while (turn != 1) wait ();
     data = 1;  turn = 1;                    use (data);  turn = 0;

   A thread that has found such a variable to have the value V, in an ordered way, and has not
   written it since, has turn V.  If whoever writes the variable has the turn of the value that it
   had, and only one thread ever leaves V, then the variable is V as long as that thread has turn V:
   by induction over its changes, each of which is made by the one thread that can have the turn
   then.  So two threads do not have turns of different values at the same time, and what the one
   did in its turn is before what the other does: each change is written by who has seen the one
   before.  A value that nobody leaves stays for ever.  One that several leave breaks it all: who
   has found it may write when it is another already.

   So it is with a variable that main has set before there are other threads, a mode: what is done
   in one mode and what is done in another is not done in one run.

   A turn that was taken by compare-and-swap, which finds another value and sets V, is had by one
   thread only, whoever it is, if all who leave V have taken it so.

   So is one that was taken by finding the variable equal to a number that only this thread has
   drawn (a ticket lock), if all who write it have taken it so.

   The reads and writes are judged for themselves.  What is found in summaries are holds
   (SIGNAL_TURN), and, where the variable is written, releases (SIGNAL_TURNED). */

#ifndef RACECHECK_TURNS_H
#define RACECHECK_TURNS_H

#include "contexts.h"

struct lock_walk;
struct state;
struct body;

/* In summaries */

/* Finds variables that may be such: s->turns. */
void turns_find_candidates (struct summaries *);
/* Whether a load is of such a variable; a value is stored in one, and who has it takes a turn so;
   instruction RECORD may write one. */
bool turns_are_loaded (struct body *, expr_id value);
bool turns_are_set (struct body *, expr_id address, expr_id value);
bool turns_are_written (const struct body *, uint32_t record);
/* A value is loaded, in N states. */
void turns_load (struct body *, struct state *, uint32_t n, expr_id value);
/* What LOAD has found is in R. */
void turns_see (struct lock_walk *, struct state *, expr_id load, struct result_range r);
/* A and B are equal. */
void turns_see_equal (struct lock_walk *, struct state *, expr_id a, expr_id b);
/* Who writes such a variable in RECORD has no turn of it any more. */
void turns_write (struct lock_walk *, uint32_t record);
/* Who has written a number finds it there, in N states. */
void turns_set (struct body *, struct state *, uint32_t n, expr_id address, expr_id value);
/* A compare-and-swap has set it to VALUE. */
void turns_take (struct body *, struct state *, expr_id address, int64_t value);
/* These locations may be written. */
void turns_pass (struct body *, struct state *, setid);
/* Those of them that a callee may write whose summary is not instantiated; 0: any. */
setid turns_of_callee (struct summaries *, funid callee);
/* What RELEASED tells of is no turn any more. */
void turns_forget (struct summaries *, struct state *, expr_id released);

/* For all of the program */

/* Tickets are values, too, by the counter that they were drawn from. */
static inline int64_t turn_of_ticket (loc_id counter)
{
  return -1 - (int64_t)counter;
}

struct turn {
  setid writers; /* threads that leave the value */
  bool plain;    /* ... without having taken it by compare-and-swap */
  bool stored;   /* ... by a store, not at the same time as it is found */
  uint32_t place;
};

struct turns {
  struct map of; /* place (a term of kind TURN without value) and value: 1 + number in v */
  VEC (struct turn) v;
  struct map kinds;     /* place: 1 values, else a ticket: who writes there has these */
  struct bitset broken; /* places */
};

void turns_find (struct turns *, const struct contexts *);
void turns_free (struct turns *);
/* Whether thread A with HELD_A, and thread B with HELD_B, cannot be there at the same time. */
bool turns_exclude (const struct turns *, const struct contexts *, thread_id a, setid held_a,
                    thread_id b, setid held_b);

#endif
