/* Hiding: accesses and locations of which the user does not want to hear, and why.  They take part
   in the analysis like all others; a race is hidden only if there is none without them. */

#ifndef RACECHECK_HIDING_H
#define RACECHECK_HIDING_H

#include "findings.h"
#include "intern.h"
#include "map.h"
#include "paths.h"
#include "program.h"
#include "source.h"

enum hidden {
  HIDDEN_NOT,
  HIDDEN_ELSEWHERE, /* in a file that was not asked for, or in a header of the system */
  HIDDEN_IGNORED    /* the source says so */
};

struct hiding_options {
  const char **only, **exclude; /* globs of paths */
  size_t n_only, n_exclude;
  const char *root; /* paths are relative to it */
};

/* What is known about a file. */
struct hiding_file {
  bool elsewhere;
  uint32_t first, end; /* in `lines', by number */
};

struct hiding_comment {
  const char *file, *reason;
  int64_t line;
  bool used;
};

/* A line with a comment about it, or above it. */
struct hiding_line {
  int64_t line;
  uint32_t comment;
};

/* An attribute that ignores something. */
struct hiding_name {
  uint8_t kind;            /* of hiding.c */
  const struct unit *unit; /* of what is static; NULL: any */
  const char *name, *reason;
  bool used;
};

struct hiding {
  const struct hiding_options *options;
  const struct program *program;
  struct arena arena;
  struct paths paths;
  struct sources sources;
  struct map files;              /* by unit's number and file: 1 + number */
  struct strings names_of_files; /* by number + 1: units share headers */
  VEC (struct hiding_file) v;
  VEC (struct hiding_comment) comments;
  VEC (struct hiding_line) lines;
  struct map units;                 /* by address: 1 + number; | UNIT_SILENT */
  struct strings names;             /* kind and name */
  VEC (struct hiding_name) ignored; /* by name - 1 */
};

void hiding_init (struct hiding *, const struct program *, const struct hiding_options *);
void hiding_free (struct hiding *);

/* Of an access in a function; *WHY is the reason, if the source gives one. */
enum hidden hiding_access (struct hiding *, const struct place *, const char *function,
                           const char **why);
/* The access, in a function, is to something that races: what the source says about it has a
 * purpose.
 */
void hiding_use (struct hiding *, const struct place *, const char *function);
/* Whether the source says that nothing at all shall be said about a location: a VARIABLE, or NULL,
   that is declared in a unit; or a FIELD `struct tag.field', or NULL. */
bool hiding_location (struct hiding *, const struct place *declaration, const char *variable,
                      const char *field, const char **why);

/* Tells what the source says that is about no race. */
void hiding_unused (struct hiding *);

/* Of two accesses. */
static inline enum hidden hidden_pair (uint8_t a, uint8_t b)
{
  return a == HIDDEN_IGNORED || b == HIDDEN_IGNORED ? HIDDEN_IGNORED
         : a == HIDDEN_NOT || b == HIDDEN_NOT       ? HIDDEN_NOT
                                                    : HIDDEN_ELSEWHERE;
}

#endif
