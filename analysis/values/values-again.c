/* Values: where a walk through a function has to be repeated.

   What a block says depends on what is known at its beginning, and on values that are defined
   before it; only phis and the beginnings of loops look at what comes later in the walk.  So the
   first of these that says something else than it has said is where the next walk has to begin: up
   to there it would find what the last one has found. */

#include "values-internal.h"

/* Whether a block that comes later in the walk leads to this one. */
static bool begins_loop (const struct flow *f, uint32_t block)
{
  const struct csr *before = &f->predecessors;
  for (uint32_t k = before->first[block]; k < before->first[block + 1]; k++)
    if (f->rpo.place[before->targets[k]] >= f->rpo.place[block])
      return true;
  return false;
}

void values_begin_block (struct walk *w, uint32_t place)
{
  struct body *d = w->d;
  uint32_t block = d->flow.rpo.nodes[place];
  w->mark[place] = (struct walk_mark){.inst = map_size (&d->inst),
                                      .before_store = map_size (&d->before_store),
                                      .given = map_size (&d->given),
                                      .copied = map_size (&d->copied),
                                      .reuses = d->reuses.n,
                                      .snapshots = d->snapshots.n,
                                      .tables = d->tables.n,
                                      .unsettled = w->unsettled.n};
  if (!begins_loop (&d->flow, block))
    return;
  if (w->now.n > w->n_in[block])
    w->in[block] = ARENA_ARRAY (&d->arena, w->now.n, struct content);
  if (w->now.n)
    memcpy (w->in[block], w->now.v, w->now.n * sizeof *w->now.v);
  w->n_in[block] = w->now.n;
}

void values_walk_back (struct walk *w, uint32_t place)
{
  struct body *d = w->d;
  struct walk_mark m = place ? w->mark[place] : (struct walk_mark){0};
  map_cut (&d->inst, m.inst);
  map_cut (&d->before_store, m.before_store);
  map_cut (&d->given, m.given);
  map_cut (&d->copied, m.copied);
  d->reuses.n = m.reuses;
  d->snapshots.n = m.snapshots;
  d->tables.n = m.tables;
  w->unsettled.n = m.unsettled;
}

uint32_t values_first_change (struct walk *w)
{
  const struct body *d = w->d;
  for (uint32_t i = 0; i < d->flow.rpo.n; i++) {
    uint32_t block = d->flow.rpo.nodes[i];
    const struct block *b = &d->b->blocks[block];
    if (block && begins_loop (&d->flow, block)) {
      values_enter_block (w, block);
      if (!values_are_same (w->now.v, w->now.n, w->in[block], w->n_in[block]))
        return i;
    }
    for (uint32_t r = b->first; r < b->end; r++) {
      uint32_t dst = d->b->records[r]->dst;
      if (d->b->records[r]->kind == REC_phi && dst && values_of_phi (w, r, b) != d->value[dst])
        return i;
    }
  }
  return d->flow.rpo.n;
}
