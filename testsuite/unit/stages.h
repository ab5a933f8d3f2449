/* Programs that are analysed up to the verdicts: for tests of the stages behind the prefilter. */

#ifndef RACECHECK_TEST_STAGES_H
#define RACECHECK_TEST_STAGES_H

#include "build.h"
#include "verdicts.h"

extern struct stages {
  struct summaries s;
  struct terms terms;
  struct threads threads;
  struct contexts contexts;
  struct verdicts verdicts;
  struct map broken;
} stages;

/* Before and after each test; there is an object from the start. */
void stages_start (void);
void stages_finish (void);
void summarise_built (void); /* runs the stages up to the summaries */
void judge_built (void);     /* ... up to the verdicts, once */
/* ... until nothing that was assumed is taken back any more. */
void settle_built (void);

/* What programs in tests do */
void begin_main (void);
void begin_work (const char *name); /* a function of threads; its argument is value 1 */
void end_work (void);
uint32_t create (const char *name, const char *function); /* the handle is a local variable */
void join (uint32_t handle);

/* What was found */
loc_id location_of (const char *variable);
const char *verdict_of (const char *variable);
thread_id thread_named (const char *start);

#endif
