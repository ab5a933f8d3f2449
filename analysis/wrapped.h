/* Wrapped: functions that do nothing but one atomic operation with what they are given, as
   `static inline int swap (volatile int *p, int v) { return __sync_lock_test_and_set (p, v); }'.
   A call of one that has a number for an argument becomes that operation: what it means for the
   word, to take it or to give it back, depends on the number. */

#ifndef RACECHECK_WRAPPED_H
#define RACECHECK_WRAPPED_H

#include "load.h"
#include "models.h"

void unwrap_operations (struct units *, const struct models *);

#endif
