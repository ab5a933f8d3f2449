/* See numthreads.h. */

#include "numthreads.h"
#include "worklist.h"

#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

enum { NUM_THREADS = 2 }; /* the argument of GOMP_parallel and its like */

/* What a call does to the number of threads that regions get. */
enum change { CHANGE_NONE, CHANGE_ONE, CHANGE_MAYBE };

/* The name of the function that is called; "": nobody knows. */
static const char *name_of (const struct unit *u, const struct rec_call *c)
{
  uint32_t symbol = called_symbol (c);
  return symbol ? u->strings[u->symbols[symbol].name] : "";
}

static bool is_one (const struct operand *o)
{
  return o->kind == OPND_INT && o->u.number == 1;
}

static bool sets_number (const struct unit *u, const struct rec_call *c)
{
  return c->args.n == 1 && !strcmp (name_of (u, c), "omp_set_num_threads");
}

/* OTHERS: somebody sets other numbers, who may be called by whoever is not of libgomp. */
static enum change change_by (const struct unit *u, const struct rec_call *c, bool others)
{
  const char *name = name_of (u, c);
  if (sets_number (u, c))
    return is_one (&c->args.v[0]) ? CHANGE_ONE : CHANGE_MAYBE;
  bool own = !strncmp (name, "GOMP_", 5) || !strncmp (name, "omp_", 4);
  return (!*name && !c->builtin) || (others && !own) ? CHANGE_MAYBE : CHANGE_NONE;
}

/* Whether the region is to have as many threads as was said before. */
static bool is_region (const struct unit *u, const struct rec_call *c)
{
  return c->args.n > NUM_THREADS && !strncmp (name_of (u, c), "GOMP_parallel", 13) &&
         c->args.v[NUM_THREADS].kind == OPND_INT && !c->args.v[NUM_THREADS].u.number;
}

/* Goes through a block at whose start one thread is what was said last, if ONE. */
static bool walk (const struct unit *u, const struct function *f, uint32_t block, bool one,
                  bool others, bool settle)
{
  const struct block *b = &f->blocks[block];
  for (uint32_t r = b->first; r < b->end; r++) {
    if (f->records[r]->kind != REC_call)
      continue;
    const struct rec_call *c = (const struct rec_call *)f->records[r];
    if (settle && one && is_region (u, c))
      c->args.v[NUM_THREADS].u.number = 1;
    enum change change = change_by (u, c, others);
    if (change)
      one = change == CHANGE_ONE;
  }
  return one;
}

static void settle_function (const struct unit *u, const struct function *f, bool others)
{
  enum { UNSEEN, ONE, ANY };
  uint8_t *at = XCNEWVEC (uint8_t, f->n_blocks + 1);
  struct worklist list = {0};
  at[0] = ANY;
  worklist_push (&list, 0);
  for (uint32_t b; worklist_pop (&list, &b);) {
    uint8_t end = walk (u, f, b, at[b] == ONE, others, false) ? ONE : ANY;
    for (uint32_t k = 0; k < f->blocks[b].n_edges; k++) {
      uint32_t to = f->blocks[b].edges[k].target;
      if (at[to] < end) {
        at[to] = end;
        worklist_push (&list, to);
      }
    }
  }
  for (uint32_t b = 0; b < f->n_blocks; b++)
    if (at[b])
      walk (u, f, b, at[b] == ONE, others, true);
  worklist_free (&list);
  free (at);
}

/* Whether the function sets the number to one; *OTHERS: or to another one. */
static bool sets_one (const struct unit *u, const struct function *f, bool *others)
{
  bool one = false;
  for (uint32_t r = 0; r < f->n_records; r++) {
    const struct rec_call *c = (const struct rec_call *)f->records[r];
    if (c->r.kind != REC_call || !sets_number (u, c))
      continue;
    one |= is_one (&c->args.v[0]);
    *others |= !is_one (&c->args.v[0]);
  }
  return one;
}

void settle_numbers_of_threads (struct units *units)
{
  bool one = false, others = false;
  for (int settling = 0; settling < 2; settling++)
    for (size_t i = 0; i < units->n; i++) {
      const struct unit *u = units->v[i];
      for (uint32_t k = 0; k < u->n_functions; k++) {
        const struct function *f = &u->functions[k];
        bool sets = (one || !settling) && sets_one (u, f, &others);
        one |= sets;
        if (sets && settling && u->r.flags & UF_OPENMP)
          settle_function (u, f, others);
      }
    }
}
