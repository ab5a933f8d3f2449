/* Wrapped: functions that do nothing but one atomic operation with what they are given, as
   `static inline int swap (volatile int *p, int v) { return __sync_lock_test_and_set (p, v); }'.
   A call of one becomes that operation: what it means for the word, to take it or to give it back,
   depends on the numbers that it is given. */

#ifndef RACECHECK_WRAPPED_H
#define RACECHECK_WRAPPED_H

#include "load.h"
#include "models.h"

void unwrap_operations (struct units *, const struct models *);

#endif
