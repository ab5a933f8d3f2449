/* Depends: which tasks wait for others, by the addresses that they name.

   Tasks that one task creates wait in the order of their creation: one that writes an address for
   all that name it, one that reads it for those that write it.  What all of them have in common is
   a symbol, so that two addresses are known to be one wherever they are named. */

#include "items-internal.h"
#include "sums.h"
#include "teams.h"

enum { MOST_DEPENDS = 16, MOST_TASKS = 32 };

static expr_id in_table (const struct body *d, uint32_t record, uint32_t n)
{
  expr_id found = 0;
  for (uint32_t i = 0; i < d->tables.n; i++) {
    int64_t at;
    if (d->tables.v[i].record == record &&
        expr_is_const (&d->s->x, d->tables.v[i].memory.at, &at) &&
        at == (int64_t)(n * sizeof (uint64_t)))
      found = d->tables.v[i].memory.value;
  }
  return found;
}

static bool number_in_table (const struct body *d, uint32_t record, uint32_t n, int64_t *k)
{
  return expr_is_const (&d->s->x, in_table (d, record, n), k) && *k >= 0 && *k <= MOST_DEPENDS;
}

/* The table of libgomp: how many there are, how many of them write, the addresses of those, then
   others; or 0, how many there are, how many write, exclude each other, and read. */
void depends_find (struct body *d, struct item *i)
{
  struct summaries *s = d->s;
  int64_t n, count[3] = {0};
  uint32_t at = 2;
  i->first_depend = s->depends.n;
  i->n_depends = 0;
  if (!number_in_table (d, i->record, 0, &n))
    return;
  if (n) {
    if (!number_in_table (d, i->record, 1, &count[0]) || count[0] > n)
      return;
    count[2] = n - count[0];
  } else {
    at = 5;
    for (uint32_t k = 0; k < 3; k++)
      if (!number_in_table (d, i->record, 2 + k, &count[k]))
        return;
  }
  for (uint8_t kind = 0; kind < 3; kind++)
    for (int64_t k = 0; k < count[kind]; k++, at++) {
      expr_id e = in_table (d, i->record, at);
      vec_push (&s->depends, (struct depend){kind, e, teams_symbol (d, e)});
      i->n_depends++;
    }
}

void depends_bring (struct body *d, uint32_t edge, const struct item *inner, struct item *i)
{
  struct summaries *s = d->s;
  i->first_depend = s->depends.n;
  for (uint32_t k = 0; k < inner->n_depends; k++) {
    struct depend x = s->depends.v[inner->first_depend + k];
    x.at = instantiated (d, edge, x.at);
    x.symbol = teams_symbol (d, x.at);
    vec_push (&s->depends, x);
  }
}

/* Whether one of two tasks waits for the other; EXCLUDES: or for its end, whoever comes first. */
static bool waits (const struct summaries *s, const struct item *a, const struct item *b,
                   bool excludes)
{
  for (uint32_t i = 0; i < a->n_depends; i++)
    for (uint32_t k = 0; k < b->n_depends; k++) {
      const struct depend *x = &s->depends.v[a->first_depend + i];
      const struct depend *y = &s->depends.v[b->first_depend + k];
      if (x->symbol && x->symbol == y->symbol &&
          (x->kind != y->kind || x->kind == DEPEND_OUT || (x->kind == DEPEND_MUTEX && excludes)))
        return true;
    }
  return false;
}

/* E, in which loads of what a region does not write while it runs are the same, wherever they are. */
static expr_id steady (struct summaries *s, funid region, expr_id e)
{
  const struct expr v = *expr_get (&s->x, e);
  switch ((enum expr_op)v.op) {
  case X_LOAD: {
    setid where = expr_points (&s->x, region, v.a);
    uint32_t all_the_time[] = {region, UINT32_MAX};
    return where && !sets_meet (&s->p->sets, where, s->mod[region])
               ? expr_load (&s->x, steady (s, region, v.a),
                            tuples_intern (&s->x.versions, all_the_time, 2), (uint64_t)v.k)
               : e;
  }
  case X_ADD:
    return expr_add (&s->x, steady (s, region, v.a), v.k);
  case X_INDEX:
    return expr_index (&s->x, steady (s, region, v.a), steady (s, region, v.b), v.k);
  case X_OP:
    return expr_binary (&s->x, (enum opcode)v.code, steady (s, region, v.a),
                        steady (s, region, v.b));
  case X_CONVERT:
    return expr_convert (&s->x, steady (s, region, v.a), (unsigned)labs (v.k), v.k < 0);
  default:
    return e;
  }
}

/* Whether two addresses are one, however they are computed. */
static bool same_address (const struct exprs *x, expr_id a, expr_id b)
{
  struct sum first = {0}, second = {0}, between = {0};
  int64_t k;
  return a == b ||
         (a && b && sum_of (x, a, &first) && sum_of (x, b, &second) &&
          sum_difference (&first, &second, &between) && sum_is_number (&between, &k) && !k);
}

bool depends_cover (struct summaries *s, const struct item *task, expr_id address, bool writes)
{
  funid region = task->function;
  bool stays = task->n_depends && address && is_region (s, region) && !s->mod_all[region];
  if (stays)
    address = steady (s, region, address);
  for (uint32_t i = 0; i < task->n_depends; i++) {
    const struct depend *x = &s->depends.v[task->first_depend + i];
    expr_id at = stays && x->at ? steady (s, region, x->at) : x->at;
    if (at && same_address (&s->x, at, address) && (x->kind == DEPEND_OUT || !writes))
      return true;
  }
  return false;
}

/* Whether B is created after A whenever it is, and each of them once. */
static bool follows (const struct body *d, const struct item *a, const struct item *b)
{
  return a->record != b->record && flow_dominates (&d->flow, a->record, b->record) &&
         !d->flow.in_cycle[d->flow.block_of[a->record]] &&
         !d->flow.in_cycle[d->flow.block_of[b->record]];
}

void depends_order (struct body *d, const struct summary *m)
{
  struct summaries *s = d->s;
  uint32_t tasks[MOST_TASKS], n = 0;
  bool order[MOST_TASKS][MOST_TASKS] = {0};
  for (uint32_t k = m->first_item; k < s->items.n && n < MOST_TASKS; k++)
    if (s->items.v[k].n_depends && (s->items.v[k].kind == ITEM_FORK || !s->items.v[k].inner))
      tasks[n++] = k;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < n; k++)
      order[i][k] = waits (s, &s->items.v[tasks[i]], &s->items.v[tasks[k]], false);
  /* One that waits for another has waited for all that this has waited for. */
  for (uint32_t by = 0; by < n; by++)
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < n; k++)
        if (order[i][by] && order[by][k] &&
            follows (d, &s->items.v[tasks[i]], &s->items.v[tasks[by]]) &&
            follows (d, &s->items.v[tasks[by]], &s->items.v[tasks[k]]))
          order[i][k] = order[k][i] = true;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < n; k++)
      if (order[i][k] || waits (s, &s->items.v[tasks[i]], &s->items.v[tasks[k]], true))
        map_set (&s->task_orders, map_pair (tasks[i], tasks[k]), 1);
}
