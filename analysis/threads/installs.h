/* Installs: which signal handlers may have been installed at a point. */

#ifndef RACECHECK_INSTALLS_H
#define RACECHECK_INSTALLS_H

#include "arena.h"
#include "map.h"
#include "program.h"
#include "sets.h"

struct once;
struct threads;

/* From a record of a function on, up to the next one of these. */
struct installed_from {
  uint32_t record;
  setid set;
};

struct installs {
  struct arena arena;
  struct map handler_of; /* function: its thread */
  setid all;
  setid *ever;     /* by function: it, what it calls, or threads that it starts may install them */
  setid *returned; /* by function: those that may be there when it returns */
  setid **in;      /* by function that installs any: by block, those that may be there */
  struct installed_from **from; /* by function: by record; NULL: nobody has asked */
  uint32_t *n_from;
  setid *missing; /* by thread: those that cannot be there when it begins */
};

void installs_find (struct threads *, struct once *);
/* The handlers that may have been installed since the function was entered. */
setid installs_at (struct threads *, funid, uint32_t record);
/* Whether it may install any. */
bool installs_in (const struct threads *, funid);
/* Those that nobody has installed when the thread begins. */
setid installs_missing (const struct threads *, uint32_t thread);
void installs_free (struct installs *);

#endif
