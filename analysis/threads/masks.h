/* Masks: in which threads signal handlers run.

     sigfillset (&all);
     pthread_sigmask (SIG_SETMASK, &all, &old);
     pthread_create (...);                        the new thread takes no signal, nor do those that
     pthread_sigmask (SIG_SETMASK, &old, NULL);   it creates: main is left

     sigaddset (&set, SIGTERM);
     sigprocmask (SIG_BLOCK, &set, NULL);         main and all others block it but the one
     pthread_create (...);                        that waits by ppoll with a set of its own */

#ifndef RACECHECK_MASKS_H
#define RACECHECK_MASKS_H

#include "threads.h"

/* For each handler the only thread that may run it while there are others. */
void masks_find (struct threads *);

#endif
