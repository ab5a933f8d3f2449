/* Masks: in which threads signal handlers run.

     sigfillset (&all);
     pthread_sigmask (SIG_SETMASK, &all, &old);
     pthread_create (...);                        the new thread takes no signal, nor do those that
     pthread_sigmask (SIG_SETMASK, &old, NULL);   it creates: main is left */

#ifndef RACECHECK_MASKS_H
#define RACECHECK_MASKS_H

#include "summaries.h"

/* Whether all threads but main are created with all signals blocked, and let none through. */
bool masks_leave_main (struct summaries *);

#endif
