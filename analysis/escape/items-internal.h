/* Between the files of the items: items.c has accesses, items-threads.c creations and joins,
   items-around.c what fields say about these, items-links.c pointers that are stored, items-calls.c
   what callees do. */

#ifndef RACECHECK_ITEMS_INTERNAL_H
#define RACECHECK_ITEMS_INTERNAL_H

#include "summaries-internal.h"

void items_add (struct body *, struct summary *, struct item);
/* Whether some location is one that several threads may touch. */
bool items_matter (const struct body *, setid where);
/* All that the access touches, from where it begins. */
setid items_touched (const struct body *, const struct item *access);
/* What the callers can decide: facts about their actuals. */
setid items_facts (struct body *, setid facts);
/* The address may say more than the points-to set of the instruction, which is for all callers. */
void items_refine (struct body *, struct item *);
/* Whether an access is no business of anybody else, since nobody knows the memory; the proof may be
   switched off. */
bool items_leave_out (struct body *, struct summary *, struct item *);
/* Sets `own' of an access, at a record, to the memory that ADDRESS leads to. */
void items_set_own (struct body *, struct item *, uint32_t record, expr_id address,
                    uint32_t *needs);
/* A pointer that an atomic loads without any order is as good as one that is loaded with it while
   nobody stores there without a lock that is held here. */
void items_add_relaxed (struct body *, struct summary *, uint32_t record, const struct model *);

void items_add_threads (struct body *, struct summary *, uint32_t record, const struct model *);
/* Whether E is in memory that the function has made since it last executed the record. */
bool items_is_new (struct body *, expr_id e, uint32_t record);
/* The creation there, if its thread has been joined whenever the function returns; NULL: none. */
const struct fork *ended_fork (const struct body *, uint32_t record);
/* The locks that are held at a creation, and not released before its thread has been joined. */
setid lent_holds (struct body *, uint32_t record);
/* Whether the instruction may write there, itself or by a call. */
bool record_may_write (struct body *, uint32_t record, setid where);
/* Whether no instruction from FROM to TO may. */
bool keeps_memory (struct body *, setid where, uint32_t from, uint32_t to);
/* Whether a link of a callee is into a variable of this function that no other thread knows. */
bool items_is_aside (const struct body *, const struct item *);
/* Around: finds `tests' and `around' of a creation or join. */
void items_find_tests (struct body *, struct item *);
/* Whether who passes the record of a join has passed that, or edges of tests around it. */
bool items_is_passed (const struct summaries *, const struct item *join);
/* By block: whether a way leads there that has not passed the record of a join, nor the edges of
   the function's own tests; NULL: nobody knows. */
const bool *items_not_behind (struct body *, const struct item *join);
/* When all items are there: `mine', `before', `after' and `joined'. */
void items_find_order (struct body *, const struct summary *);

/* Depends: what the task waits for that an item creates, or the item itself. */
void depends_find (struct body *, struct item *);
/* The same of a task that a callee creates. */
void depends_bring (struct body *, uint32_t edge, const struct item *inner, struct item *);
/* When all items are there: `task_orders'. */
void depends_order (struct body *, const struct summary *);

void items_add_links (struct body *, struct summary *);
/* Finds `each' and `always' of a link; brought ones have that of the callee. */
void items_find_each (struct body *, struct item *);
void items_refine_link (struct body *, struct item *);
/* New memory that is linked a second time belongs to whom it was linked first. */
void items_find_linked (struct body *, const struct summary *);

/* Where the pointer E to memory of WHERE was found, that a record uses. */
struct source items_source (struct body *, expr_id e, setid where, uint32_t record);
struct source items_source_of_take (struct body *, const struct take *);
void items_set_source (struct body *, struct item *);
/* That of an item of a callee, seen from the call. */
void items_carry_source (struct body *, uint32_t edge, const struct point *,
                         const struct item *inner, struct item *);
/* When all items are there: sources of new memory that has been put somewhere. */
void items_find_put (struct body *, const struct summary *);

void items_add_call (struct body *, struct summary *, uint32_t record);

#endif
