/* What findings.c and evidence.c share: names and places of what the analysis knows by numbers. */

#ifndef RACECHECK_FINDINGS_INTERNAL_H
#define RACECHECK_FINDINGS_INTERNAL_H

#include "findings.h"
#include "text.h"
#include "verdicts.h"

/* What an item that touches locations says of each of them. */
struct toucher {
  uint32_t line;    /* number in writer.lines, from 1; 0: not known yet */
  setid held;       /* in all its contexts; terms */
  uint32_t threads; /* in writer.thread_lists */
  uint8_t mode;     /* enum finding_mode */
};

struct writer {
  struct findings *out;
  const struct verdicts *r;
  struct contexts *c;
  struct threads *t;
  struct summaries *s;
  struct terms *terms;
  const struct program *program;
  uint32_t asked;            /* rules */
  vec_u32 locations;         /* by finding */
  vec_u32 covered;           /* ... how many it tells of */
  bool small;                /* is_small_program */
  struct bitset unexplained; /* findings: see findings-objects.c */
  struct bitset stray;       /* those of them whose accesses may be to one of many places */
  struct routes routes;
  vec_u32 threads;       /* of the class at hand */
  struct bitset used;    /* nodes of classes that hiding knows of */
  struct map term_names; /* by term: 1 + number */
  VEC (const char *) names;
  /* Of evidence.c: */
  uint32_t *held;        /* by item: 1 + set of what is held in all its contexts; 0: no context */
  uint32_t *first;       /* by item: 1 + one of its occurrences */
  uint32_t *next;        /* by occurrence: 1 + another one of its item */
  struct map touching;   /* by location: 1 + its number among those that are told of */
  vec_u32 first_toucher; /* by that number, and one more: into touching_items */
  vec_u32 touching_items;
  struct toucher *touchers; /* by item */
  struct map lines;         /* function and line: number, from 1 */
  struct strings thread_names;
  vec_u32 runs;                /* by thread: 1 + see thread_runs; 0: nobody has asked */
  struct tuples thread_lists;  /* of these */
  struct waits *waits;         /* of findings-waits.c; NULL: nobody has asked */
  struct creations *creations; /* of findings-created.c; likewise */
  bool *comes_surely;          /* by function: some thread does, see struct context; likewise */
};

/* The text, kept as long as the findings; it is freed. */
const char *keep_text (struct writer *, struct text *);
struct place record_place (const struct writer *, funid f, uint32_t record);
/* The name of the function that the thread starts in, or that a wrapper calls for it, or by which
   it enters the program. */
const char *thread_name (struct writer *, thread_id, uint32_t context);
/* How many of the steps lead to what the wrapper calls; ACCESSING: the function behind the last. */
uint32_t steps_before (struct writer *, thread_id, const struct finding_step *, uint32_t n,
                       funid accessing);
void set_thread (struct writer *, thread_id, uint32_t context, struct finding_thread *out);
const char *term_name (struct writer *, uint32_t term);
/* Whether the term is what people call a lock. */
bool is_named_lock (const struct writer *, uint32_t term);
enum finding_mode finding_mode_of (const struct writer *, const struct effect *);
bool effect_is_atomic (const struct effect *);
/* A call on the way to an access. */
void add_step (struct writer *, funid f, uint32_t record, struct finding_step *to);
/* The names of a location, of which BYTES are accessed, by E unless that is NULL. */
void set_location (struct writer *, loc_id, uint64_t bytes, const struct effect *e,
                   const struct finding_access *first, struct finding *);
/* How the source spells what it accesses; OWN is the item of the effect. */
const char *spelled_at (struct writer *, const struct effect *, const struct item *own);

/* Sets why the race is only a possible one. */
void set_doubt (struct writer *, const struct verdict *, struct finding *);
/* Whether a wait before one of the accesses may be for what the other thread does after its own. */
bool may_be_ordered (struct writer *, const struct access_class *, thread_id,
                     const struct access_class *, thread_id);
void waits_end (struct writer *);
/* Whether the way to the item goes through a call that may be of several functions; F, unless it is
   NULL, is told which. */
bool is_reached_by_guess (struct writer *, uint32_t item, uint32_t context, thread_id,
                          struct finding *f);
/* Whether nobody comes to the creation of the thread but by calls that may be of other functions:
   of code that nobody sees, which may create one thread only. */
bool is_created_by_guess (struct writer *, thread_id);
/* Whether one of the threads runs beside the other only if a call on the way to its creation, by a
   third one, is what it may be: F is told which. */
bool is_beside_by_guess (struct writer *, const struct access_class *, thread_id,
                         const struct access_class *, thread_id, struct finding *f);
void creations_end (struct writer *);
/* Whether it is known how both threads get to the object, or that it is one. */
bool is_explained (const struct writer *, const struct verdict *);
bool is_stray (const struct writer *, const struct verdict *);
/* When all is known of the findings: those that are not explained, if they are many. */
void sort_out_objects (struct writer *);
/* Whether that finding will be sorted out, however many there are: its locks have been counted. */
bool is_left_out (const struct writer *, uint32_t number);
bool is_small_program (const struct program *);
void evidence_start (struct writer *);
/* Sets what all accesses of the location of a finding say together. */
void set_evidence (struct writer *, uint32_t number);
void evidence_end (struct writer *);

struct misuses;
/* Adds what is wrong with locks. */
void misuse_tell (struct writer *, const struct misuses *);

#endif
