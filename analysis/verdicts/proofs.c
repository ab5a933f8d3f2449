/* Proofs: their names. */

#include "proofs.h"
#include "text.h"

#include <string.h>

static const char *const names[] = {
#define PROOF(enumerator, name, because) name,
#include "proofs.def"
};

enum proof proof_find (const char *name)
{
  unsigned k = 0;
  while (k < N_PROOFS && strcmp (names[k], name))
    k++;
  return (enum proof)k;
}

const char *proof_name (enum proof k)
{
  return names[k];
}

void proofs_list (uint32_t proofs, struct text *t)
{
  bool first = true;
  for (unsigned k = 0; k < N_PROOFS; k++)
    if (proofs & proof_bit (k)) {
      text_printf (t, "%s%s", first ? "" : ", ", names[k]);
      first = false;
    }
}
