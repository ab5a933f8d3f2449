/* Units for tests of the facts format: random ones that are valid, with what they were made from, and
   blobs put together by hand. */

#ifndef RACECHECK_FACTS_SAMPLES_H
#define RACECHECK_FACTS_SAMPLES_H

#include "arena.h"
#include "unit.h"
#include "vec.h"

#include <check.h>

/* Random numbers: xorshift, so that a seed gives the same run everywhere. */
struct chance {
  uint64_t state;
};
void chance_seed (struct chance *, uint64_t seed);
uint64_t any_number (struct chance *);
uint32_t below (struct chance *, uint32_t n); /* N > 0 */
bool one_in (struct chance *, uint32_t n);

/* A function as it was given to the writer. */
struct sample_function {
  struct rec_function r;
  uint32_t n_params, n_values, n_blocks;
  uint32_t *value_types, *value_names; /* by value, from 1 */
  VEC (struct record *) locals;
  VEC (struct record *) records; /* instructions of all blocks */
  struct block *blocks;
};

/* A unit as it was given to the writer: what a reader must give back. */
struct sample {
  struct arena arena;
  struct rec_unit unit;
  VEC (const char *) strings; /* by number; [0] is "" */
  VEC (struct rec_loc) locs;  /* as facts_loc numbered them; [0] is none */
  VEC (struct record *) tables[REC_END]; /* by kind, [0] unused; `type's have their fields below */
  uint32_t *first_field, *n_fields;      /* by type: in tables[REC_field] */
  VEC (struct sample_function) functions;
  uint8_t *blob;
  size_t size;
};

/* SIZE is about how much of everything there is. */
struct sample *sample_new (uint64_t seed, unsigned size);
void sample_free (struct sample *);
/* The type of what the base of an address in F is, or points to. */
uint32_t sample_base_type (const struct sample *, const struct sample_function *f,
                           const struct address *);
/* Fails the test if U is not what S was made from. */
void sample_compare (const struct sample *s, const struct unit *u);

/* A blob of PAYLOAD, in a block of its own of exactly its size, so that AddressSanitizer sees every
   byte that is read beyond it. */
uint8_t *blob_of (const void *payload, size_t payload_size, size_t *size);
/* Makes length and checksum of the blob right again after a change of its payload. */
void blob_repair (uint8_t *blob, size_t size);
/* Reads the only unit of a section; NULL with *WHY if it cannot. */
struct unit *read_section (const uint8_t *section, size_t size, struct arena *, const char **why);
/* Reads everything in the section and dumps what could be read; returns how many units.  Fails the
   test if it takes too much memory. */
unsigned use_section (const uint8_t *section, size_t size);

/* Parts of the suite of facts. */
void add_facts_case (Suite *, const char *name, const TTest *const *tests); /* up to NULL */
void add_hostile_facts_tests (Suite *);
void add_random_facts_tests (Suite *);

#endif
