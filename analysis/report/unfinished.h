/* Unfinished: files that are removed if the run is interrupted (SIGINT, SIGTERM, SIGHUP). */

#ifndef RACECHECK_UNFINISHED_H
#define RACECHECK_UNFINISHED_H

/* From now on NAME, a file or an empty folder, goes away with the run; what was added last goes
   first.  The name must stay where it is until it is taken off. */
void unfinished_add (const char *name);
/* The one that was added last is finished, or gone. */
void unfinished_remove (void);

#endif
