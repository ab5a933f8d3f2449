/* Numbers: what an integer may be: one of a few, or between bounds and with a known remainder. */

#ifndef RACECHECK_NUMBERS_H
#define RACECHECK_NUMBERS_H

#include "facts.h"
#include "unit.h"

enum { FEW_NUMBERS = 8 };

struct number {
  bool none;              /* nothing is: what computes it is not executed */
  uint8_t n;              /* it is one of so many; 0: of more */
  int64_t v[FEW_NUMBERS]; /* ascending */
  int64_t low, high;
  uint64_t unit; /* n is 0: it is `rest' and a multiple of this; 1: any */
  int64_t rest;  /* from 0 on, below the unit */
};

/* The type of an integer; no bits: nothing is known of such. */
struct integer_type {
  uint8_t bits;
  bool is_unsigned, is_bool;
};

struct integer_type integer_type (const struct unit *, uint32_t type);
/* Any number of the type.  Unsigned ones of 64 bits that are too large count as negative. */
struct number number_any (struct integer_type);
extern const struct number number_none;
struct number number_one (int64_t);
/* What a constant is in that type. */
struct number number_constant (int64_t, struct integer_type);
bool number_equal (const struct number *, const struct number *);
struct number number_join (const struct number *, const struct number *);
/* NEW, which has grown from OLD, without the bounds that have moved. */
struct number number_widen (const struct number *old, const struct number *new,
                            struct integer_type);
/* What is left of A if `a CODE b' holds, both being of the type. */
struct number number_where (const struct number *a, enum opcode code, const struct number *b,
                            struct integer_type);
/* Whether `a CODE b' holds: 0, 1, or -1, it may. */
int number_compare (enum opcode code, const struct number *a, const struct number *b,
                    struct integer_type);
/* The number in another type. */
struct number number_convert (const struct number *, struct integer_type from,
                              struct integer_type to);
/* The result of an operation on numbers of the type. */
struct number number_compute (enum opcode code, const struct number *a, const struct number *b,
                              struct integer_type);
/* The numbers of type FROM, if any, whose conversion to type TO is in R. */
struct number number_unconvert (const struct number *r, struct integer_type from,
                                struct integer_type to);

#endif
