/* Wrap: arithmetic modulo 2^64 on signed numbers.  Offsets in bits come from files and from
   programs that index far outside their arrays: they may wrap, but not be undefined. */

#ifndef RACECHECK_WRAP_H
#define RACECHECK_WRAP_H

#include <stdint.h>

static inline int64_t wrapping_add (int64_t a, int64_t b)
{
  return (int64_t)((uint64_t)a + (uint64_t)b);
}

static inline int64_t wrapping_sub (int64_t a, int64_t b)
{
  return (int64_t)((uint64_t)a - (uint64_t)b);
}

static inline int64_t wrapping_mul (int64_t a, int64_t b)
{
  return (int64_t)((uint64_t)a * (uint64_t)b);
}

#endif
