/* See scans.h. */

#include "scans.h"

#include <string.h>

/* Whether the value is the number of threads, which the compiler has asked for, not the program. */
static bool is_number_of_threads (const struct unit *u, const struct function *f,
                                  const struct operand *o)
{
  uint32_t def = o->kind == OPND_VALUE ? f->value_defs[o->value] : UINT32_MAX;
  const struct rec_call *c = def == UINT32_MAX ? NULL : (const struct rec_call *)f->records[def];
  return c && c->r.kind == REC_call && !c->r.loc && c->builtin &&
         !strcmp (u->strings[c->builtin], "omp_get_num_threads");
}

/* Whether the block asks if there is more than one thread. */
static bool asks_for_others (const struct unit *u, const struct function *f, const struct block *b)
{
  const struct rec_branch *r =
      b->end > b->first ? (const struct rec_branch *)f->records[b->end - 1] : NULL;
  return r && r->r.kind == REC_branch && r->code == OP_GT && r->b.kind == OPND_INT &&
         r->b.u.number == 1 && is_number_of_threads (u, f, &r->a);
}

static void forget_in (const struct unit *u, struct function *f)
{
  for (uint32_t i = 0; i < f->n_blocks; i++) {
    struct block *b = &f->blocks[i];
    if (b->n_edges != 2 || !asks_for_others (u, f, b))
      continue;
    uint32_t alone = b->edges[0].kind == EK_FALSE ? 0 : 1;
    if (b->edges[alone].kind != EK_FALSE || f->blocks[b->edges[alone].target].n_preds)
      continue;
    b->edges[0] = b->edges[!alone];
    b->n_edges = 1;
  }
}

void forget_single_threads (struct units *units)
{
  for (size_t i = 0; i < units->n; i++)
    for (uint32_t k = 0; units->v[i]->r.flags & UF_OPENMP && k < units->v[i]->n_functions; k++)
      forget_in (units->v[i], &units->v[i]->functions[k]);
}
