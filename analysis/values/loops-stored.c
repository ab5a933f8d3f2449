/* Loops that store how many threads they create: where the number of elements is stored to which
   they go, before or behind; that of those created, behind; and what is counted up with each. */

#include "locks-internal.h"
#include "loops.h"

static void list_store (struct body *d, struct map *first, expr_id key, uint32_t record)
{
  uint32_t *at = map_at (first, key);
  vec_push (&d->listed_stores, (struct listed_store){record, *at});
  *at = d->listed_stores.n;
}

/* Lists the stores of the function by what they store, and where to. */
static void list_stores (struct body *d)
{
  if (d->listed_stores.n)
    return;
  vec_push (&d->listed_stores, (struct listed_store){UINT32_MAX, 0});
  for (uint32_t r = d->b->n_records; r-- > 0;) {
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    if (store->r.kind != REC_store)
      continue;
    list_store (d, &d->stores_at, value_of_address (d, &store->addr), r);
    list_store (d, &d->stores_of, loops_unconverted (&d->s->x, value_of_operand (d, &store->src)),
                r);
  }
}

uint32_t loops_first_store (struct body *d, expr_id value)
{
  list_stores (d);
  return map_get (&d->stores_of, loops_unconverted (&d->s->x, value), 0);
}

void loops_find_counted (struct body *d, uint32_t record, expr_id number, uint32_t counted[2])
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = expr_get (x, number);
  expr_id at = v->op == X_LOAD ? v->a : 0;
  const uint32_t *found = at ? tuples_numbers (&x->versions, v->b) : NULL;
  list_stores (d);
  uint32_t next_of = map_get (&d->stores_of, number, 0), next_to = 0, n = 0;
  if (at)
    next_to = map_get (&d->stores_at, at, 0);
  while (n < 2 && (next_of || next_to)) {
    const struct listed_store *of = &d->listed_stores.v[next_of ? next_of - 1 : 0];
    const struct listed_store *to = &d->listed_stores.v[next_to ? next_to - 1 : 0];
    uint32_t r = of->record < to->record ? of->record : to->record;
    bool there = to->record == r;
    next_of = of->record == r ? of->next : next_of;
    next_to = there ? to->next : next_to;
    if (flow_dominates (&d->flow, r, record) ||
        (there && found[0] == d->f && !loops_comes_around (d, found[1], r, found[1])))
      counted[n++] = r + 1;
  }
}

/* How many stores of one number are looked at. */
enum { MOST_LOOKED = 64 };

static void note_store (uint32_t stores[MOST_BEHIND], uint32_t record)
{
  int n = 0;
  while (n < MOST_BEHIND && stores[n] && stores[n] != record + 1)
    n++;
  if (n < MOST_BEHIND)
    stores[n] = record + 1;
}

/* Finds stores of NUMBER behind the loop, and before the creation. */
static void find_number (struct body *d, const struct counter *c, expr_id number,
                         struct loop_shape *loop)
{
  list_stores (d);
  uint32_t looked = 0, next = number ? map_get (&d->stores_of, number, 0) : 0;
  for (uint32_t k = next; k && looked++ < MOST_LOOKED; k = next) {
    uint32_t r = d->listed_stores.v[k - 1].record;
    next = d->listed_stores.v[k - 1].next;
    if (loops_has_block (d, c, d->flow.block_of[r]))
      continue;
    if (dominates (&d->flow.dominators, c->header, d->flow.block_of[r]))
      note_store (loop->behind, r);
    else if (flow_dominates (&d->flow, r, loop->record))
      note_store (loop->before, r);
  }
}

/* Finds stores before the load that the bound of the loop is, to the same place. */
static void find_bound (struct body *d, const struct counter *c, expr_id bound,
                        struct loop_shape *loop)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = expr_get (x, bound);
  if (v->op != X_LOAD || !v->a || tuples_length (&x->versions, v->b) != 2 ||
      tuples_numbers (&x->versions, v->b)[0] != d->f)
    return;
  uint32_t load = tuples_numbers (&x->versions, v->b)[1];
  uint32_t looked = 0, next = map_get (&d->stores_at, v->a, 0);
  for (uint32_t k = next; k && looked++ < MOST_LOOKED; k = next) {
    uint32_t r = d->listed_stores.v[k - 1].record;
    next = d->listed_stores.v[k - 1].next;
    if (!loops_has_block (d, c, d->flow.block_of[r]) && flow_dominates (&d->flow, r, load))
      note_store (loop->before, r);
  }
}

/* Whether a store in the loop adds 1 to what it has found there in the same round. */
static bool adds_one (struct body *d, const struct counter *c, uint32_t record)
{
  const struct exprs *x = &d->s->x;
  const struct rec_store *store = (const struct rec_store *)d->b->records[record];
  int64_t k;
  if (store->r.kind != REC_store)
    return false;
  expr_id at = value_of_address (d, &store->addr);
  expr_id load = expr_base (x, loops_unconverted (x, value_of_operand (d, &store->src)), &k);
  load = load ? loops_unconverted (x, load) : 0;
  if (!at || !load || k != 1 || expr_get (x, load)->op != X_LOAD || expr_get (x, load)->a != at ||
      tuples_length (&x->versions, expr_get (x, load)->b) != 2)
    return false;
  const uint32_t *from = tuples_numbers (&x->versions, expr_get (x, load)->b);
  return from[0] == d->f && loops_has_block (d, c, d->flow.block_of[from[1]]) &&
         flow_dominates (&d->flow, from[1], record);
}

/* Whether the loop may be left behind the block, but where the program ends. */
static bool is_left_behind (struct body *d, const struct counter *c, uint32_t block)
{
  const bool *returns = loops_returning (d);
  struct loop_blocks loop = loops_blocks (d, c);
  for (uint32_t n = 0; n < loop.n; n++) {
    const struct block *b = &d->b->blocks[loop.v[n]];
    for (uint32_t k = 0; k < b->n_edges; k++)
      if (returns[b->edges[k].target] && !loops_has_block (d, c, b->edges[k].target) &&
          dominates (&d->flow.dominators, block, loop.v[n]))
        return true;
  }
  return false;
}

/* Finds stores that count up in memory in each round in which the creation at the record has
   succeeded. */
static void find_up (struct body *d, const struct counter *c, uint32_t record,
                     uint32_t up[MOST_BEHIND])
{
  struct loop_blocks loop = loops_blocks (d, c);
  uint32_t n = 0, tries = 0, created = d->flow.block_of[record];
  for (uint32_t k = 0; k < loop.n && tries < MOST_BEHIND; k++) {
    const struct block *b = &d->b->blocks[loop.v[k]];
    if (!dominates (&d->flow.dominators, loop.v[k], c->latch) ||
        !dominates (&d->flow.dominators, created, loop.v[k]))
      continue;
    uint32_t found = n;
    for (uint32_t r = created == loop.v[k] ? record + 1 : b->first; r < b->end; r++)
      if (found < MOST_BEHIND && adds_one (d, c, r))
        up[found++] = r + 1;
    tries += found > n;
    if (found > n && (loops_is_inner (d, loop.v[k], c->header) || is_left_behind (d, c, loop.v[k])))
      memset (up + n, 0, (found - n) * sizeof *up);
    else
      n = found;
  }
}

void loops_find_stored (struct body *d, const struct counter *c, struct loop_shape *loop, bool sure,
                        expr_id bound)
{
  if (c->moving || loops_counts_again (d, c) || !loop->end)
    return;
  find_number (d, c, expr_add (&d->s->x, loop->end, 1), loop);
  if (bound && loops_is_steady (d, bound, c))
    find_number (d, c, bound, loop);
  if (bound)
    find_bound (d, c, bound, loop);
  if (sure)
    find_up (d, c, loop->record, loop->up);
}
