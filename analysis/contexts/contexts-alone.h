/* What the files share that find code which runs while there is no other thread: contexts-alone.c,
   and contexts-first.c for what main does first. */

#ifndef RACECHECK_CONTEXTS_ALONE_H
#define RACECHECK_CONTEXTS_ALONE_H

#include "contexts-internal.h"
#include "nonnull.h"

struct variable {
  object_id object;
  loc_id l;
  int64_t offset; /* of its bytes in the object; arrays are one element as locations */
  uint64_t bytes;
  uint32_t next; /* 1 + the next one in the object; 0: none */
  bool no;       /* something else may be stored */
};

/* A branch that is taken if a variable is 0, or what a fork returns. */
struct zero_test {
  funid f;
  uint32_t record, block, target; /* what is compared; whose branch it is; where that leads */
  uint32_t variable;              /* UINT32_MAX: a fork */
};

struct alone_finder {
  struct context_finder *d;
  struct summaries *s;
  struct pointers *p;
  const struct program *program;
  struct nonnull nonnull;
  bool main_is_first; /* it creates all threads */
  bool *creates;      /* by function: it, or what it calls, creates threads */
  VEC (struct variable) variables;
  VEC (struct zero_test) tests;
  struct map places;    /* object, offset: 1 + number of a variable */
  struct map tested;    /* object: 1 + its first variable */
  struct bitset pooled; /* locations to which anything may point, */
  struct bitset lost;   /* and objects in which it may then point to others */
  struct map test_at;   /* function, block: 1 + number of the test */
  struct map known;     /* variable and before what, function: whether it is set */
  struct map processes; /* function: whether it returns 0 in the child of a fork only */
  uint32_t steps;
};

enum { UNKNOWN, YES, NO };

enum { MOST_STEPS = 1 << 21 }; /* more is not worth it */

static inline const struct function *body_of (const struct alone_finder *a, funid f)
{
  return a->program->functions[f].body;
}

/* Whether the record may create a thread. */
bool creates_at (const struct alone_finder *, funid f, uint32_t record);
/* Whether main has set a variable, of which it is known what is stored there, before it creates
   threads. */
bool is_set_first (struct alone_finder *, uint32_t variable);

#endif
