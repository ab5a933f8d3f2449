/* Teams: threads that execute one function together, an OpenMP region.

   What they do between two barriers is a phase: all of them come to the same barriers in the same
   order, so that two accesses happen at the same time only if some barrier, or the start of the
   region, leads to both without another barrier in between.  Constructs share the work: a loop
   gives each iteration to one thread, `single' and `section' are done by one.  The first makes
   elements of arrays slots that one thread has for itself, the others are claims, which are held
   like locks. */

#ifndef RACECHECK_TEAMS_H
#define RACECHECK_TEAMS_H

#include "summaries-internal.h"

/* Whether the instruction is a barrier of the whole team. */
bool is_team_barrier (const struct pointers *, funid, uint32_t record);
/* Whether it is what a team executes. */
bool is_region (const struct summaries *, funid);
/* Whether its threads are those of a league, one of each team. */
bool is_league (const struct summaries *, funid);

/* In summaries */

void teams_find_regions (struct summaries *);

/* Finds out which variables of the function's loops differ for each thread. */
void teams_find_iterations (struct body *);
/* The number of what E is in summaries.symbols, if it is the same for all threads of the team all
   the time; 0: it may differ. */
uint32_t teams_symbol (struct body *, expr_id e);
/* The symbol of the number of threads in the team. */
uint32_t teams_size_symbol (struct summaries *);
/* Whether execution may come from the block to the block without a barrier of the team. */
bool teams_comes_again (struct body *, uint32_t block);
/* What whoever finds that E is K has claimed by that, of what only one thread of the team gets; 0:
   nothing. */
expr_id teams_claim (struct body *, expr_id e, int64_t k);
/* Whether E is a number that one thread of the team gets once, as that of a section. */
bool teams_is_drawn (const struct body *, expr_id e);
/* Of the range that E is found to be in, what the number of a thread may be, if E is that and it is
   known how many there are at most. */
struct result_range teams_numbers (const struct body *, expr_id e, struct result_range);
/* How many threads the team has at most; 0: nobody knows. */
int64_t teams_most (const struct body *);
/* The same for who finds that E is what all threads have in common. */
expr_id teams_claim_equal (struct body *, expr_id e, expr_id other);
/* HELD, which are held at an access to WHERE, without what excludes only threads of the same team,
   if several teams may come there: `critical' sections. */
setid teams_held (struct body *, setid held, setid where);
/* What whoever executes a construct at the record with a certain outcome has claimed. */
expr_id teams_claim_at (struct body *, uint32_t record);
bool is_claim (const struct summaries *, expr_id lock);

/* Phases */

struct phases {
  const struct summaries *s;
  struct sets *sets;
  struct tuples ids;   /* function, a barrier or the start, construct: see phases.c */
  struct map at;       /* function, block: 1 + the phases at its start */
  struct map of;       /* function: 1 + all its phases */
  struct map exits;    /* function: 1 + its phases where it returns */
  struct map ahead;    /* function, block: 1 + the constructs that come first from its start on */
  struct bitset waits; /* functions that come to barriers of the team that calls them */
  struct bitset busy;  /* ... whose phases are being found */
  struct bitset sited; /* functions of which `sites' are known */
  struct map sites;    /* function, call: see phases_site */
  struct map behind;   /* phase: those that it is called by who has returned from its function */
};

void phases_init (struct phases *, const struct summaries *, struct sets *);
void phases_free (struct phases *);
/* The phase that starts with the function. */
setid phases_at_start (struct phases *, funid region);
/* The phases at an instruction of F, if its caller is in OUTER; empty: nobody knows. */
setid phases_at (struct phases *, setid outer, funid f, uint32_t record);

#endif
