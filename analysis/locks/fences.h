/* Fences: atomics that order nothing themselves, but with a fence beside them.

   - A flag that is set by a relaxed store is sent by the release fence before it: what the thread
     does before that fence is before whoever sees the flag.
   - What a relaxed load finds is seen when an acquire fence comes after the load. */

#ifndef RACECHECK_FENCES_H
#define RACECHECK_FENCES_H

#include "summaries.h"

struct body;
struct state;

/* Finds the flags that relaxed stores set: s->fenced. */
void fences_find (struct summaries *);
void fences_apply (struct body *, struct state *, const struct rec_call *,
                   const struct model_effect *);
/* A relaxed load is executed, which has no fence behind it yet; a function is called that may. */
void fences_load (struct body *, struct state *);
/* It returns with what it has held in the end. */
void fences_return (struct body *, struct state *);
/* SIGNAL has been seen, perhaps by a relaxed load. */
void fences_see (struct body *, struct state *, expr_id signal, bool relaxed);
/* Whether HELD tells of a release fence. */
bool is_fenced (const struct summaries *, setid held);

#endif
