/* Dumps the accesses of a unit, sorted by place, for people and for tests that compare compilations
   of one source: nothing in a line depends on how the compiler numbered its values. */

#include "access.h"
#include "dump.h"
#include "spelling.h"

#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

static void add_access (const struct unit *u, const struct function *f, const struct record *r,
                        const struct access *a, struct lines *lines)
{
  struct text t = {0};
  spell_loc (u, r->loc, &t);
  text_add (&t, a->mode == ACCESS_READ ? " read " : " write ");
  spell_access (u, f, r, a->addr, a->bits, &t);
  if (r->loc && u->locs[r->loc].r.loc) {
    text_add (&t, " in macro ");
    spell_loc (u, u->locs[r->loc].r.loc, &t);
  }
  text_printable (&t);
  lines_add (lines, t.v);
  text_free (&t);
}

void dump_accesses (const struct unit *u, FILE *out)
{
  struct lines lines = {0};
  struct access accesses[MOST_ACCESSES];
  for (uint32_t i = 0; i < u->n_functions; i++) {
    const struct function *f = &u->functions[i];
    for (uint32_t k = 0; k < f->n_records; k++) {
      unsigned n = accesses_of (u, f, f->records[k], accesses);
      for (unsigned m = 0; m < n; m++)
        add_access (u, f, f->records[k], &accesses[m], &lines);
    }
  }
  lines_print (&lines, out);
}
