/* Stats: what each stage counted and cost. */

#ifndef RACECHECK_STATS_H
#define RACECHECK_STATS_H

#include <stddef.h>
#include <stdint.h>

/* Starts the clock of the first stage; all output goes nowhere unless SHOW. */
struct stats {
  int show;
  double since;
};

void stats_start (struct stats *, int show);
/* The stage that ran since the last call: prints its name, time and the memory of the process. */
void stats_stage (struct stats *, const char *name);
/* A counter of that stage. */
void stats_count (const struct stats *, const char *name, uint64_t value);

#endif
