/* Whole: one unit as a whole program, for the compiler, which prints the findings in its own way.
   The analysis runs in a process of its own; nothing that goes wrong there reaches the compiler. */

#ifndef RACECHECK_WHOLE_H
#define RACECHECK_WHOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A sentence of a finding; the finding itself is the first one, the two accesses that race are
   marked. */
struct whole_event {
  bool is_finding, is_access;
  const char *place; /* whole_place of its location; "" if there is none */
  const char *text;  /* \1 and \2 stand for quotes */
  const char *label; /* of an access, in few words; of a finding the name of its rule */
};

typedef void whole_event_fn (void *context, const struct whole_event *);

struct rec_loc;

enum { WHOLE_PLACE = 64 }; /* characters beside the name of the file */

/* Writes what tells places of a unit apart: FILE and numbers, of at most strlen (FILE) +
   WHOLE_PLACE characters. */
void whole_place (const char *file, const struct rec_loc *, char *to);

/* Analyses the unit NAME with these facts, and tells what was found, finding by finding.  A unit
   without main is no program, unless the options in RACECHECK_OPTIONS name entries. */
void whole_analyse (const char *name, const uint8_t *facts, size_t size, bool has_main,
                    whole_event_fn *, void *context);

#ifdef __cplusplus
}
#endif

#endif
