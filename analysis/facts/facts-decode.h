/* Decoder: the fields of one record, for facts-read.c, which puts records together to a unit. */

#ifndef RACECHECK_FACTS_DECODE_H
#define RACECHECK_FACTS_DECODE_H

#include "unit.h"
#include "vec.h"

/* The record being read. */
struct cursor {
  const uint8_t *p, *end;
  bool missing;    /* the field being read is not there, which is zero; else its end is an error */
  const char *why; /* NULL while all is well; after the first failure everything decodes to zero */
};

struct decoder {
  struct arena *arena;
  struct unit *unit; /* its tables have their full length, though not their contents */
  struct cursor c;
  int64_t previous[REC_END][4]; /* DELTA fields of the last record of each kind */
  uint32_t last_loc, next_def;
  uint32_t first_new_loc, new_locs; /* number of the first told inside functions, and how many */
  struct rec_loc last_new;
  uint32_t depth; /* of operands inside addresses inside operands, and of places */

  /* The function whose body is being read, or NULL; its blocks and locals so far. */
  struct function *function;
  uint32_t n_blocks;
  VEC (struct rec_local) locals;
};

/* The first byte of a record. */
struct head {
  uint8_t kind;
  bool is_short, next;
};

/* The rest of the record is given up, with the unit. */
void decode_fail (struct decoder *, const char *why);
uint64_t decode_u (struct decoder *);
/* Decodes the fields at the cursor into REC, which is zero. */
void decode_record (struct decoder *, struct head, struct record *);
/* Back to what holds at the start of the body of FUNCTION. */
void decode_start_function (struct decoder *, struct function *);

#endif
