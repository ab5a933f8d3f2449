/* Wrappers: functions that return nothing but memory that they, or wrappers they call, have just
   allocated, or what calls through pointers give.  Each call of one makes an object of its own, as
   a call of malloc does. */

#ifndef RACECHECK_WRAPPERS_H
#define RACECHECK_WRAPPERS_H

#include "models.h"
#include "program.h"
#include "vec.h"

struct wrapper {
  uint32_t n, *records;     /* the calls in its body whose results it returns; n = 0: no wrapper */
  uint32_t *offsets;        /* ... what it returns is so many bytes behind them */
  uint32_t clones;          /* how many objects a call of it makes */
  uint32_t n_hooks, *hooks; /* calls through pointers in its body whose results it returns */
  bool hooked;              /* it returns such results, of its own or of wrappers it calls */
};

/* By function.  MODELS says which functions allocate: by function, NULL for those with a meaning of
   their own. */
struct wrapper *wrappers_find (struct arena *, const struct program *, const struct model **models);
/* Whether the call at RECORD of F is one of those whose results F returns. */
bool wrapper_returns (const struct wrapper *, uint32_t record);
/* Whether the model only allocates, and returns that; realloc does, too. */
bool model_is_allocator (const struct model *);
/* Whether the model only allocates, and stores that where its argument *ARG points to, as
   posix_memalign does. */
bool model_allocates_into (const struct model *, uint32_t *arg);
/* The argument of such an allocator whose memory becomes part of the new; UINT32_MAX: none. */
uint32_t model_reallocates (const struct model *);
/* The function that a call names, or 0 if it goes through a pointer. */
funid direct_callee (const struct program *, funid caller, const struct rec_call *);

#endif
