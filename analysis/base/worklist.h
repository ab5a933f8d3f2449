/* Worklists of ids in which each id stands at most once.  What is popped may be pushed again. */

#ifndef RACECHECK_WORKLIST_H
#define RACECHECK_WORKLIST_H

#include "bitset.h"

/* First in, first out.  All zero is empty. */
struct worklist {
  uint32_t *ring; /* room for a power of two */
  size_t room, head, n;
  struct bitset waiting;
};

/* Appends X; false if it waits already. */
bool worklist_push (struct worklist *, uint32_t x);
/* Takes the oldest into *X, or returns false if there is none. */
bool worklist_pop (struct worklist *, uint32_t *x);
void worklist_free (struct worklist *);
/* Memory held. */
size_t worklist_bytes (const struct worklist *);

static inline bool worklist_has (const struct worklist *w, uint32_t x)
{
  return bitset_has (&w->waiting, x);
}

/* By rank: the least rank first, and of equal ranks the least id.  A tree of bits, 64 to a word:
   both operations touch at most 6 words. */
enum { RANKLIST_LEVELS = 6 };

struct ranklist {
  uint32_t n;      /* ids that wait */
  uint32_t ids;    /* all there are */
  uint32_t *place; /* by id: its place in the order */
  uint32_t *id;    /* by place */
  uint32_t next;   /* behind the place of the last that was taken on */
  uint32_t levels;
  uint64_t *level[RANKLIST_LEVELS]; /* [0]: places that wait; [k+1]: words of [k] that are not 0 */
};

/* An empty list for the ids 0 .. N-1 of which RANK gives the ranks; ranks of N and more
   (unreachable, say) count as equal and last.  Time and memory by N; RANK is not kept. */
void ranklist_init (struct ranklist *, const uint32_t *rank, uint32_t n);
/* Puts X in; false if it waits already. */
bool ranklist_push (struct ranklist *, uint32_t x);
/* Takes the first into *X, or returns false if there is none. */
bool ranklist_pop (struct ranklist *, uint32_t *x);
/* The same, but goes on behind the last that was taken so, and begins at the first again where
   there is none: what many ways lead back to, as the beginning of a loop, is taken once they all
   have been gone. */
bool ranklist_pop_on (struct ranklist *, uint32_t *x);
void ranklist_free (struct ranklist *);
/* Memory held. */
size_t ranklist_bytes (const struct ranklist *);

static inline bool ranklist_has (const struct ranklist *w, uint32_t x)
{
  return w->level[0][w->place[x] / 64] >> w->place[x] % 64 & 1;
}

#endif
