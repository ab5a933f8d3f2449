/* Modes: global variables that main has set for the last time when the threads are created, and
   that decide which threads there are and what these do.

     main:      mode = atoi (argv[1]);  if (mode == LINES) pthread_create (&t, 0, loop, 0);  ...
     loop:      on_connect ();
     on_connect:  switch (mode) {
                  case FILE: publish (...); break;      not in the thread: its mode is LINES
                  case LINES: ...

   A thread has the values of such a variable with which execution comes to its creation, through
   the functions by which it is created.  What is reached with other values only, it does not do. */

#ifndef RACECHECK_MODES_H
#define RACECHECK_MODES_H

#include "terms.h"
#include "threads.h"

/* A function that decides something by the value of a variable. */
struct mode_test {
  funid f;
  loc_id l;
  uint32_t next;    /* the next one of the function; 0: none */
  uint32_t other;   /* ... of the variable */
  uint64_t *values; /* by block: with which it is reached; NULL: not asked yet */
};

struct mode_constants {
  loc_id l;
  uint64_t bits;
  uint32_t first; /* test */
  uint32_t n;     /* more than there is room for: it is none */
  int64_t v[62];
};

/* Some threads are created with these values of a variable only. */
struct mode {
  uint32_t constants; /* which variable */
  bool main;          /* also by what main itself has found, which it must not write then */
  uint64_t values;
  bool asked, useful; /* whether it decides anything */
};

struct modes {
  struct terms *t;
  struct arena arena;
  VEC (struct mode_test) tests;          /* from 1 */
  uint32_t *of;                          /* by function: the first of its tests */
  struct map test_of;                    /* by function and location: its test */
  VEC (struct mode_constants) constants; /* from 1 */
  struct map variables;                  /* by location: of those */
  bool *creates;                         /* by function: it, or what it calls, creates threads */
  vec_u32 leading;                       /* calls of those */
  struct tuples known;                   /* all of a mode: 1 + number in v */
  VEC (struct mode) v;
  struct tuples classes; /* what a thread has: numbers in v */
  uint32_t *class_of;    /* by thread; 0: none */
  bool *decides;         /* by function: it, or what it calls, looks at a variable of some mode */
  struct map settled;    /* number in v, function: 1 + whether it stays */
  uint32_t n_asked;      /* how often that was */
};

void modes_find (struct modes *, struct terms *, const struct threads *);
void modes_free (struct modes *);
/* Whether a thread of CLASS does not come to the record. */
bool modes_exclude (struct modes *, uint32_t class, funid f, uint32_t record);

#endif
