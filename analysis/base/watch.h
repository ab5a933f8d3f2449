/* Watch: how long a run may take and how much memory, and a line of progress on a terminal.

     jmp_buf out;
     if (!setjmp (out)) { watch_start (&limits, &out); ...stages... }
     else               ...a limit was reached; watch_reason says which...
     watch_end ();

   A limit ends the stage that runs at its next allocation of memory: what it has built is given up,
   so a run that was left ends soon.  A stage that can stop by itself asks watch_over and is not
   left. There is one watch in a process, as there is one timer. */

#ifndef RACECHECK_WATCH_H
#define RACECHECK_WATCH_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

struct limits {
  uint32_t seconds;   /* 0: no limit */
  uint64_t megabytes; /* more than the process has when it starts; 0: no limit */
  bool progress;      /* tell on standard error what is going on, if that takes long */
};

/* Sets the limits that are not given to what a build can bear: two minutes, half of the machine's
   memory. */
void limits_default (struct limits *);

void watch_start (const struct limits *, jmp_buf *out);
void watch_end (void);

/* Names the stage that begins.  PATIENT ones ask watch_over themselves when the time is up. */
void watch_stage (const char *name, bool patient);
/* How much of the stage is done. */
void watch_share (uint32_t done, uint32_t all);

/* Whether a limit was reached. */
bool watch_over (void);
/* "stopped after 10 s, in the stage 'contexts'"; NULL: no limit was reached. */
const char *watch_reason (void);

/* Leaves the stage if it is time to; whoever works for long calls it now and then. */
void watch_poll (void);
/* There is no memory.  Does not return. */
void watch_no_memory (void) __attribute__ ((noreturn));

#endif
