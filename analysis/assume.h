/* Assumptions that the user may withdraw (assume.def), as a set of bits. */

#ifndef RACECHECK_ASSUME_H
#define RACECHECK_ASSUME_H

#include <stdint.h>

enum assumption {
#define ASSUMPTION(enumerator, name, proof, what) enumerator,
#include "assume.def"
  N_ASSUMPTIONS
};

enum { ASSUME_ALL = (1 << N_ASSUMPTIONS) - 1 };

static inline uint32_t assumption_bit (enum assumption a)
{
  return (uint32_t)1 << a;
}

#endif
