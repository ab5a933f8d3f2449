/* Loops: what an array of handles and a counter tell about the threads that a loop creates or
 * joins. */

#ifndef RACECHECK_LOOPS_H
#define RACECHECK_LOOPS_H

#include "summaries-internal.h"

/* The counter of a loop: a phi that starts as a constant and is increased by one. */
struct counter {
  expr_id e;
  int64_t shift; /* what is added to it where it is used */
  uint32_t phi, header, latch;
  expr_id init;
  int64_t step;
  expr_id moving; /* the pointer that it counts the elements of; 0: it is a number itself */
};

/* What a branch tells where it goes on along an edge. */
struct told {
  expr_id a, b;
  enum opcode code;
  bool is_unsigned;
};
/* False: nothing. */
bool loops_told_on (struct body *, uint32_t block, uint32_t edge, struct told *);

/* Whether E is a counter, or one plus a constant. */
bool loops_counter (struct body *, expr_id e, struct counter *);
/* The operand of a comparison as the number that the counter is compared with; 0: nobody knows. */
expr_id loops_compared (struct body *, const struct counter *, const struct operand *);
/* Whether E is another counter, or one plus a constant, whenever the function executes the record.
 */
bool loops_counts (struct body *, uint32_t record, expr_id e, struct counter *);
/* The first block of the innermost loop around one, which is another; NODE_NONE: there is none. */
uint32_t loops_around (struct body *, uint32_t block);
/* Whether the block is in the loop of the counter. */
bool loops_contains (struct body *, const struct counter *, uint32_t block);
/* What has been found true of a counter, on the left, whenever the record is executed, by the test
   at the start of its loop. */
struct loop_test {
  const struct operand *left, *right;
  enum opcode relation;
};
bool loops_test (struct body *, const struct counter *, uint32_t record, struct loop_test *);
/* The least and the largest value of a counter at a record, by the test at the start of its loop.
 */
bool loops_bounds (struct body *, const struct counter *, uint32_t record, expr_id bounds[2]);

/* Whether the end of the counter's loop is reached from the block, not by way of its beginning. */
bool loops_has_block (struct body *, const struct counter *, uint32_t block);
/* The way out of the loop that depends on its counter.  SOLE: there must be no other, but those
   that end the program. */
bool loops_find_exit (struct body *, const struct counter *, bool sole, uint32_t *test,
                      uint32_t *exit, int64_t *tested);
/* Whether a value is the same in all rounds of the counter's loop. */
bool loops_is_steady (struct body *, expr_id e, const struct counter *);
/* Whether the loop may run again in the same execution of the function. */
bool loops_counts_again (struct body *, const struct counter *);
/* From which blocks the function can still return. */
const bool *loops_returning (struct body *);
/* Finds stores of NUMBER, or to where it is loaded from, that are executed before the record; or
   not at all. */
void loops_find_counted (struct body *, uint32_t record, expr_id number, uint32_t counted[2]);
/* The first store of the value, 1 + its number in `listed_stores' of the body; 0: there is none. */
uint32_t loops_first_store (struct body *, expr_id value);
/* Fills `before', `behind' and `up' of the loop.  SURE: each round creates a thread, if it ends;
   BOUND: to which it goes. */
void loops_find_stored (struct body *, const struct counter *, struct loop_shape *, bool sure,
                        expr_id bound);
/* Whether execution may come from record FROM to record TO without record BY. */
bool loops_comes_around (struct body *, uint32_t from, uint32_t to, uint32_t by);
/* Whether every way through the function executes the record before it returns. */
bool loops_is_certain (const struct body *d, uint32_t record);
/* Whether the block may run again without block HEADER in between. */
bool loops_is_inner (struct body *d, uint32_t block, uint32_t header);
/* The creation whose threads a join waits for all, although its loop does not do it for each
   element: 1 + its record; 0: nobody knows.  ARRAY: where the handles are. */
uint32_t loops_skips (struct body *, const struct counter *, const struct item *join,
                      expr_id array);
/* Whether the record writes to one of the objects there that is a variable which nobody points to:
   that is no effect.  Or calls nobody knows whom. */
bool loops_writes_own (const struct summaries *, funid, uint32_t record, setid where);
/* Whether only the function itself, what it calls, and threads can write there meanwhile: main runs
   it, or it is its own variable. */
bool loops_are_ours (const struct summaries *, funid, setid where);
/* The blocks of the counter's loop, ascending. */
struct loop_blocks loops_blocks (struct body *, const struct counter *);
/* E without conversions that leave numbers of threads as they are. */
expr_id loops_unconverted (const struct exprs *, expr_id e);
/* The address of a handle, if it is an element of an array that a loop counts through. */
void loops_find_shape (struct body *d, struct item *i);
/* What makes the argument of a new thread differ from those of others: it is fresh, or made of the
   counter of a loop that runs once. */
void loops_find_argument (struct body *d, struct item *i);

/* A number for summaries.numbers: E, and what is added; LOOSE: it is loaded in each round of a
   loop. 0: none. */
uint32_t loops_make_number (struct body *, expr_id e, int64_t more, bool loose);
static inline uint32_t loops_number (struct body *d, expr_id e, int64_t more)
{
  return loops_make_number (d, e, more, false);
}
/* *NUMBER of a callee becomes that of the caller, who calls what it is made of BASE.  True: it is a
   constant there. */
bool loops_number_here (struct body *, uint32_t *number, expr_id base, int64_t *constant);
/* How often a loop that counts between constants executes the record, before it leaves along the
   edge; 0: unknown, or up to *NUMBER, as loops_number has it. */
int64_t loops_times (struct body *d, uint32_t record, uint32_t *test, uint32_t *exit,
                     uint32_t *number);

/* Whether the function creates threads in its caller's terms. */
bool creates_threads (const struct summaries *, funid callee);
/* Whether the loop is left along the edge because the creation at the record has failed. */
bool loops_leaves_by_failure (struct body *, uint32_t record, uint32_t from, uint32_t edge);
/* Whether the access counts down again what was counted up for a thread, since that could not be
   created. */
bool loops_undoes (struct body *, const struct effect *);
/* Fills `preset' of a FORK. */
void loops_find_preset (struct body *, struct item *);
/* The counter that is counted up before each execution of the creation at the record; 0: none. */
loc_id loops_armed (struct body *d, uint32_t record);

#endif
