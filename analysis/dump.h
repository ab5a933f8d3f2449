/* Dumps: any stage's result as text, sorted and stable; the debugging route and the form of golden
   tests. */

#ifndef RACECHECK_DUMP_H
#define RACECHECK_DUMP_H

#include <stdio.h>
#include "lines.h"
#include "pointers.h"
#include "prefilter.h"
#include "program.h"
#include "text.h"
#include "unit.h"

/* Every record of a unit, one a line. */
void dump_facts (const struct unit *, FILE *);
/* The memory accesses of a unit, sorted by place: `file:line:column mode spelling'. */
void dump_accesses (const struct unit *, FILE *);
/* What each name of the program means. */
void dump_program (const struct program *, FILE *);
/* Where values and memory point to. */
void dump_pointers (const struct pointers *, FILE *);
/* Who calls whom, from where. */
void dump_calls (const struct pointers *, FILE *);

/* Which threads there are, and the locations that several of them may touch. */
void dump_shared (const struct pointers *, const struct prefilter *, FILE *);

struct summaries;
struct contexts;
struct verdicts;
/* What each function does, in terms of its formals. */
void dump_summaries (const struct summaries *, FILE *);
/* Which threads there are, and which run beside each other. */
void dump_threads (const struct contexts *, FILE *);
/* What became of each shared location; with the accesses that were compared.  NAME: only of
   locations whose name, or that of their field, is that; returns how many. */
uint32_t dump_verdicts (const struct verdicts *, FILE *, bool with_accesses, const char *name);

/* Which threads run at the same time as which, and beside which points of their creators. */
void dump_parallel (const struct contexts *, FILE *);
/* What functions hold when they call and when they return, relative to their entry. */
void dump_locks (const struct summaries *, FILE *);
/* Functions without body and model that get pointers to what is shared, or to functions: those that
   a user should model. */
void dump_unknown (struct pointers *, const struct prefilter *, FILE *);

/* `g', `main.x', `heap@new:a.c:3:5+8' */
void name_object (const struct pointers *, object_id, struct text *);
void name_location (const struct pointers *, loc_id, struct text *);

#endif
