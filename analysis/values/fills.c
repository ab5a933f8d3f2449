/* Fills: what a new thread finds in the element of an array that it gets, if a loop has filled all
   elements before another one creates the threads:

     for (i = 0; i < n; i++)  a[i].number = i;
     for (i = 0; i < n; i++)  pthread_create (..., &a[i]);

   It is kept like what is known of memory where a thread is created: see `snapshots'. */

#include "items-internal.h"
#include "loops.h"
#include "spelling.h"

/* The element of an array that a thread is created with: number NUMBER, which is between FIRST and
   LAST. */
struct filled {
  uint32_t record; /* that creates it */
  uint32_t item;   /* of the callee that does; 0: none */
  funid core;      /* the function that does it itself, and where */
  uint32_t core_record;
  expr_id number, first, last;
  expr_id element; /* address */
  uint32_t type;   /* of the counter that the number is */
  uint32_t places; /* in `snapshots' that are left */
};

/* A loop that stores to each element. */
struct filler {
  uint32_t record;
  struct counter counter;
};

static bool is_at_least (const struct exprs *x, expr_id a, expr_id b)
{
  int64_t left, right;
  return a == b || (expr_is_const (x, a, &left) && expr_is_const (x, b, &right) && left >= right);
}

static bool is_in_loop (struct body *d, const struct filler *s, uint32_t record)
{
  return record == UINT32_MAX || loops_has_block (d, &s->counter, d->flow.block_of[record]);
}

/* Whether E depends on nothing that changes from one round to the next but the counter. */
static bool depends_on_counter (struct body *d, const struct filler *s, expr_id e)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = expr_get (x, e);
  const uint32_t *at;
  switch ((enum expr_op)v->op) {
  case X_CONST:
  case X_OBJECT:
  case X_FORMAL:
    return true;
  case X_VALUE:
    return e == s->counter.e ||
           (v->a == d->f && v->b && !is_in_loop (d, s, d->b->value_defs[v->b]));
  case X_FRESH:
    return v->a == d->f && !is_in_loop (d, s, v->b);
  case X_LOAD:
    at = tuples_numbers (&x->versions, v->b);
    return at[0] == d->f && !is_in_loop (d, s, at[1]) && depends_on_counter (d, s, v->a);
  case X_ADD:
  case X_CONVERT:
    return depends_on_counter (d, s, v->a);
  case X_INDEX:
  case X_OP:
    return depends_on_counter (d, s, v->a) && depends_on_counter (d, s, v->b);
  default:
    return false;
  }
}

bool record_may_write (struct body *d, uint32_t record, setid where)
{
  struct summaries *s = d->s;
  const struct effects *effects = s->effects;
  uint32_t first, end;
  for (uint32_t i = effects_at (effects, d->f, record);
       i < effects->first[d->f + 1] && effects->v.v[i].record == record; i++)
    if (effect_writes (&effects->v.v[i]) &&
        points_may_meet (s->p, effect_locations (s->p, &effects->v.v[i]), where))
      return true;
  if (d->b->records[record]->kind != REC_call)
    return false;
  calls_of_record (s->p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (s->p->calls.v[k].kind == CALL_NOW && !s->p->models[s->p->calls.v[k].callee] &&
        callee_may_write (s, s->p->calls.v[k].callee, where))
      return true;
  return first == end;
}

/* Whether what the loop has stored may be overwritten before the creation; what a round writes
   there before it stores does not matter. */
static bool is_overwritten (struct body *d, const struct filler *s, uint32_t fork, setid where)
{
  const struct exprs *x = &d->s->x;
  uint32_t from = d->flow.block_of[s->record], to = d->flow.block_of[fork];
  int64_t offset;
  expr_id own = expr_base (
      x, value_of_address (d, &((const struct rec_store *)d->b->records[s->record])->addr),
      &offset);
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    uint32_t block = d->flow.block_of[r];
    if (r == s->record || !record_may_write (d, r, where) ||
        !(block == from || flow_leads (d->b, from, block)) ||
        !(block == to || flow_leads (d->b, block, to)))
      continue;
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    if (store->r.kind != REC_store || !flow_dominates (&d->flow, r, s->record) ||
        !loops_has_block (d, &s->counter, block) ||
        expr_base (x, value_of_address (d, &store->addr), &offset) != own)
      return true;
  }
  return false;
}

/* Whether the loop of a store has stored to all elements from FIRST to LAST when the thread is
   created; SHIFT: from the counter to the number of the element. */
static bool fills_all (struct body *d, struct filler *s, const struct filled *f, int64_t shift)
{
  struct exprs *x = &d->s->x;
  struct counter *c = &s->counter;
  uint32_t block = d->flow.block_of[s->record], fork = d->flow.block_of[f->record], test, exit;
  int64_t tested;
  expr_id bounds[2];
  return c->step == 1 && !c->moving && !loops_has_block (d, c, fork) &&
         loops_has_block (d, c, block) && dominates (&d->flow.dominators, c->header, fork) &&
         dominates (&d->flow.dominators, block, c->latch) &&
         !loops_is_inner (d, block, c->header) &&
         loops_find_exit (d, c, true, &test, &exit, &tested) && test == c->header &&
         loops_bounds (d, c, s->record, bounds) &&
         is_at_least (x, f->first, expr_add (x, bounds[0], shift)) &&
         is_at_least (x, expr_add (x, bounds[1], shift), f->last);
}

/* The next place in `snapshots' for the creation, by number from 0; MOST_MEMORY: there is none.
   What has turned out to change keeps its place: the others would not find theirs again. */
static uint32_t next_place (const struct body *d, struct filled *f)
{
  bool used[MOST_MEMORY] = {false};
  for (uint32_t k = 0; k < d->snapshots.n; k++)
    if (d->snapshots.v[k].record == f->record && d->snapshots.v[k].item == f->item)
      used[d->snapshots.v[k].number] = true;
  while (f->places && used[f->places - 1])
    f->places--;
  return f->places ? --f->places : MOST_MEMORY;
}

/* Keeps what the store at a record has put into the element, if it has filled that. */
static void look_at_store (struct body *d, struct filled *f, uint32_t record)
{
  struct exprs *x = &d->s->x;
  const struct rec_store *store = (const struct rec_store *)d->b->records[record];
  struct filler s = {.record = record};
  int64_t inside, from;
  expr_id at = value_of_address (d, &store->addr), value = value_of_operand (d, &store->src);
  expr_id own = at ? expr_base (x, at, &inside) : 0, array;
  expr_id wanted = expr_base (x, f->element, &from);
  if (!own || !value || !wanted || store->flags & AF_VOLATILE || expr_get (x, own)->op != X_INDEX ||
      expr_get (x, wanted)->op != X_INDEX || expr_get (x, own)->a != expr_get (x, wanted)->a ||
      expr_get (x, own)->k != expr_get (x, wanted)->k ||
      !loops_counter (d, expr_get (x, own)->b, &s.counter))
    return;
  array = expr_get (x, own)->a;
  uint32_t type = d->b->value_types[expr_get (x, s.counter.e)->b];
  setid where = points_of_address (d->s->p, d->f, &store->addr);
  expr_id counted = expr_add (x, f->number, -s.counter.shift);
  at = expr_add (x, wanted, inside);
  expr_id found = expr_replace (x, value, s.counter.e, counted);
  if (f->type != type || !at || !found || found == value ||
      !fills_all (d, &s, f, s.counter.shift) || !depends_on_counter (d, &s, array) ||
      !depends_on_counter (d, &s, value) || is_overwritten (d, &s, f->record, where))
    return;
  uint64_t key = values_content_key (store_bits (d->u, d->b, store), &store->addr);
  uint32_t n = next_place (d, f);
  if (n == MOST_MEMORY || map_find (&d->s->broken, broken_memory (d->f, f->record, n)) ||
      map_find (&d->s->broken, broken_memory (f->core, f->core_record, n)))
    return;
  vec_push (&d->snapshots, (struct snapshot){f->record, n, f->item, {at, found, key}});
  vec_push (&d->reuses, (struct reuse){f->record, record, at, where, 1 + n});
}

static void look_at_fork (struct body *d, uint32_t record, uint32_t item, expr_id argument)
{
  struct exprs *x = &d->s->x;
  struct counter c = {0};
  int64_t offset;
  expr_id bounds[2], element = argument ? expr_base (x, argument, &offset) : 0;
  if (!element || expr_get (x, element)->op != X_INDEX ||
      !loops_counts (d, record, expr_get (x, element)->b, &c) || c.moving ||
      !loops_bounds (d, &c, record, bounds))
    return;
  const struct item *core = item ? item_core (d->s, &d->s->items.v[item]) : NULL;
  struct filled f = {.record = record,
                     .item = item,
                     .core = core ? core->function : d->f,
                     .core_record = core ? core->record : record,
                     .number = expr_add (x, c.e, c.shift),
                     .first = expr_add (x, bounds[0], c.shift),
                     .last = expr_add (x, bounds[1], c.shift),
                     .element = argument,
                     .type = d->b->value_types[expr_get (x, c.e)->b],
                     .places = MOST_MEMORY};
  for (uint32_t r = 0; r < d->b->n_records; r++)
    if (d->b->records[r]->kind == REC_store && d->flow.in_cycle[d->flow.block_of[r]] &&
        d->point[r].reached)
      look_at_store (d, &f, r);
}

/* The threads that one of the functions creates which may be called at the record. */
static void look_at_call (struct body *d, uint32_t record, uint32_t edge)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  funid callee = d->s->p->calls.v[edge].callee;
  const struct model *m = d->s->p->models[callee];
  for (uint32_t k = 0; m && k < m->n_effects; k++)
    if (m->effects[k].kind == EFFECT_FORK && m->effects[k].op[FORK_CALL].u.call->n_args)
      look_at_fork (d, record, 0,
                    argument_of_fork (d, c, record, m, m->effects[k].op[FORK_CALL].u.call));
  const struct summary *s = &d->s->of[callee];
  for (uint32_t j = 0; !m && s->creates && j < s->n_threads; j++) {
    uint32_t item = d->s->forks.v[s->first_thread + j];
    const struct item *fork = &d->s->items.v[item];
    if (fork->kind == ITEM_FORK && fork->open)
      look_at_fork (d, record, item, instantiated (d, edge, fork->e[2]));
  }
}

void fills_find (struct body *d)
{
  const struct pointers *p = d->s->p;
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    uint32_t first, end;
    if (d->b->records[r]->kind != REC_call || !d->flow.in_cycle[d->flow.block_of[r]] ||
        map_find (&d->s->broken, map_pair (d->f, r)))
      continue;
    calls_of_record (p, d->f, r, &first, &end);
    for (uint32_t k = first; k < end; k++)
      if (p->calls.v[k].kind == CALL_NOW)
        look_at_call (d, r, k);
  }
}
