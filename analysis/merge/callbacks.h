/* Callbacks: functions that a library calls with pointers into what it was given, while it is
   called itself, as sorting does.  Each call of such a library function becomes one of a function
   with a body, which calls them as often as it likes:

     static void qsort (void *a, size_t n, size_t size, int (*compare) (const void *, const void *))
     {
       while (anything)
         compare (a + anything, a + anything);
       .rest.qsort (a, n, size, compare);
     }

   so that what they touch is known in terms of the arguments.  That is done if the function that is
   called back is known and only reads: nothing depends on how often it is called.  Models say what
   they are called with, and, in rows named .rest.FUNCTION, what else the function does. */

#ifndef RACECHECK_CALLBACKS_H
#define RACECHECK_CALLBACKS_H

#include "load.h"
#include "models.h"

void call_callbacks (struct units *, const struct models *);

#endif
