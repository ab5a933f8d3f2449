/* Proofs (proofs.def), as a set of bits. */

#ifndef RACECHECK_PROOFS_H
#define RACECHECK_PROOFS_H

#include <stdbool.h>
#include <stdint.h>

enum proof {
#define PROOF(enumerator, name, because) enumerator,
#include "proofs.def"
  N_PROOFS
};

enum { ALL_PROOFS = (1 << N_PROOFS) - 1 };

struct text;

static inline uint32_t proof_bit (enum proof k)
{
  return (uint32_t)1 << k;
}

/* The proof of that name; N_PROOFS: there is none. */
enum proof proof_find (const char *name);
const char *proof_name (enum proof);
/* Their names, with commas. */
void proofs_list (uint32_t proofs, struct text *);

#endif
