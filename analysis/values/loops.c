/* Loops: those that create or join a thread for each element of an array, and what makes the
   argument of each new thread its own. */

#include "locks-internal.h"
#include "loops.h"
#include "constants.h"
#include "walks.h"

/* Loops over arrays of handles */

bool loops_is_certain (const struct body *d, uint32_t record)
{
  for (uint32_t i = 0; i < d->returns.n; i++)
    if (!flow_dominates (&d->flow, record, d->returns.v[i]))
      return false;
  return true;
}

expr_id loops_unconverted (const struct exprs *x, expr_id e)
{
  return expr_unconverted (x, e, NUMBER_BITS);
}

/* How many bits the type of a value has for numbers from 0 on. */
static unsigned value_bits (const struct body *d, uint32_t value)
{
  const struct type *t = &d->u->types[d->b->value_types[value]];
  bool narrow = d->b->value_types[value] && t->r.bits && t->r.bits <= NUMBER_BITS;
  return narrow ? (unsigned)t->r.bits - !(t->r.flags & TF_UNSIGNED) : NUMBER_BITS;
}

/* What is added to a value of an unsigned type: 1 less is the largest number more. */
static int64_t signed_step (const struct body *d, uint32_t value, int64_t k)
{
  const struct type *t = &d->u->types[d->b->value_types[value]];
  bool wraps = d->b->value_types[value] && t->r.bits < 64 && t->r.flags & TF_UNSIGNED;
  return wraps && k >> t->r.bits == 0 && k >> (t->r.bits - 1) ? k - ((int64_t)1 << t->r.bits) : k;
}

static bool find_counter (struct body *d, expr_id e, struct counter *c)
{
  const struct exprs *x = &d->s->x;
  e = expr_base (x, loops_unconverted (x, e), &c->shift);
  c->e = e;
  if (!e || expr_get (x, e)->op != X_VALUE || expr_get (x, e)->a != d->f)
    return false;
  c->phi = d->b->value_defs[expr_get (x, e)->b];
  if (c->phi == UINT32_MAX || d->b->records[c->phi]->kind != REC_phi)
    return false;
  c->header = d->flow.block_of[c->phi];
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[c->phi];
  const struct block *b = &d->b->blocks[c->header];
  bool step = false;
  if (phi->args.n != 2 || b->n_preds != 2)
    return false;
  if (d->value[phi->r.dst] != e) { /* a pointer that moves: it counts elements from 0 on */
    c->init = expr_const (&d->s->x, 0);
    c->step = 1;
    c->moving = d->value[phi->r.dst];
    for (uint32_t i = 0; i < 2; i++)
      if (b->preds[i] < d->b->n_blocks && dominates (&d->flow.dominators, c->header, b->preds[i])) {
        c->latch = b->preds[i];
        step = true;
      }
    return step;
  }
  for (uint32_t i = 0; i < 2; i++) {
    int64_t k;
    expr_id arg =
        expr_unconverted (x, value_of_operand (d, &phi->args.v[i]), value_bits (d, phi->r.dst));
    if (arg && expr_base (x, arg, &k) == e && k && b->preds[i] < d->b->n_blocks) {
      c->step = signed_step (d, phi->r.dst, k);
      c->latch = b->preds[i];
      step = dominates (&d->flow.dominators, c->header, c->latch);
    } else {
      c->init = arg;
    }
  }
  return c->init && step;
}

/* Marks the blocks from which one is reached. */
static void mark_backwards (const struct body *d, uint32_t from, bool *mark)
{
  const struct csr *g = &d->flow.predecessors;
  struct worklist list = {0};
  worklist_push (&list, from);
  for (uint32_t b; worklist_pop (&list, &b);) {
    if (mark[b])
      continue;
    mark[b] = true;
    for (uint32_t k = g->first[b]; k < g->first[b + 1]; k++)
      worklist_push (&list, g->targets[k]);
  }
  worklist_free (&list);
}

static int by_number (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The blocks of the counter's loop, ascending: those from which its end is reached, not by way of
   its beginning.  A function may have as many loops as it has creations. */
struct loop_blocks loops_blocks (struct body *d, const struct counter *c)
{
  const struct csr *g = &d->flow.predecessors;
  uint32_t *known = map_at (&d->loop_at, map_pair (c->latch, c->header));
  if (*known)
    return d->loops.v[*known - 1];
  if (!d->in_last_loop)
    d->in_last_loop = ARENA_ARRAY (&d->arena, d->b->n_blocks, bool);
  vec_u32 found = {0};
  struct worklist list = {0};
  worklist_push (&list, c->latch);
  for (uint32_t b; worklist_pop (&list, &b);) {
    if (d->in_last_loop[b])
      continue;
    d->in_last_loop[b] = true;
    vec_push (&found, b);
    for (uint32_t k = g->first[b]; b != c->header && k < g->first[b + 1]; k++)
      worklist_push (&list, g->targets[k]);
  }
  worklist_free (&list);
  for (uint32_t i = 0; i < found.n; i++)
    d->in_last_loop[found.v[i]] = false;
  qsort (found.v, found.n, sizeof *found.v, by_number);
  uint32_t *v = ARENA_ARRAY (&d->arena, found.n, uint32_t);
  memcpy (v, found.v, found.n * sizeof *v);
  vec_push (&d->loops, (struct loop_blocks){v, found.n});
  *known = d->loops.n;
  vec_free (&found);
  return d->loops.v[d->loops.n - 1];
}

bool loops_has_block (struct body *d, const struct counter *c, uint32_t block)
{
  struct loop_blocks loop = loops_blocks (d, c);
  return bsearch (&block, loop.v, loop.n, sizeof *loop.v, by_number) != NULL;
}

/* The number that is compared where a loop ends: of a pointer, that of the element from where the
   moving one starts.  0: nobody knows. */
static expr_id compared_number (struct exprs *x, expr_id e, expr_id moving)
{
  int64_t from, at;
  expr_id array = expr_base (x, loops_unconverted (x, moving), &from);
  if (!array || expr_get (x, array)->op != X_INDEX)
    return loops_unconverted (x, e);
  struct expr v = *expr_get (x, array);
  expr_id base = expr_base (x, e, &at);
  if (!base || !v.k || (at - from) % v.k)
    return 0;
  if (base == v.a)
    return expr_const (x, (at - from) / v.k);
  const struct expr *i = expr_get (x, base);
  return i->op == X_INDEX && i->a == v.a && i->k == v.k
             ? expr_add (x, loops_unconverted (x, i->b), (at - from) / v.k)
             : 0;
}

expr_id loops_compared (struct body *d, const struct counter *c, const struct operand *o)
{
  return compared_number (&d->s->x, value_of_operand (d, o), c->moving);
}

const bool *loops_returning (struct body *d)
{
  if (d->returning)
    return d->returning;
  bool *returns = ARENA_ARRAY (&d->arena, d->b->n_blocks, bool);
  for (uint32_t r = 0; r < d->b->n_records; r++)
    if (d->b->records[r]->kind == REC_return)
      mark_backwards (d, d->flow.block_of[r], returns);
  d->returning = returns;
  return returns;
}

bool loops_find_exit (struct body *d, const struct counter *c, bool sole, uint32_t *test,
                      uint32_t *exit, int64_t *tested)
{
  const bool *returns = loops_returning (d);
  struct loop_blocks loop = loops_blocks (d, c);
  bool found = false, others = false;
  for (uint32_t n = 0; n < loop.n; n++)
    for (uint32_t i = loop.v[n], k = 0; k < d->b->blocks[i].n_edges; k++) {
      const struct block *b = &d->b->blocks[i];
      const struct record *last = b->end > b->first ? d->b->records[b->end - 1] : NULL;
      uint32_t to = b->edges[k].target;
      if (!returns[to] || loops_has_block (d, c, to))
        continue;
      int64_t shift = 0;
      bool counts = false;
      if (last && last->kind == REC_branch && !found) {
        expr_id left = loops_compared (d, c, &((const struct rec_branch *)last)->a);
        counts = expr_base (&d->s->x, left, &shift) == c->e;
      }
      others |= !counts;
      if (!counts)
        continue;
      found = true;
      *tested = shift;
      *test = i;
      *exit = to;
    }
  return found && !(sole && others);
}

/* What the counter of another loop is when that loop has ended. */
static expr_id final_value (struct body *d, expr_id e)
{
  struct exprs *x = &d->s->x;
  struct counter c = {0};
  uint32_t test = 0, exit = 0;
  int64_t tested = 0, first, last;
  if (!loops_counter (d, e, &c) || c.shift || (c.step != 1 && c.step != -1))
    return e;
  if (!loops_find_exit (d, &c, true, &test, &exit, &tested) || test != c.header || tested)
    return e;
  const struct rec_branch *branch =
      (const struct rec_branch *)d->b->records[d->b->blocks[test].end - 1];
  expr_id bound = loops_compared (d, &c, &branch->b);
  bool strict = branch->code == (c.step > 0 ? OP_LT : OP_GT) || branch->code == OP_NE;
  bool equal = branch->code == (c.step > 0 ? OP_LE : OP_GE);
  bool leaves_on_false = false;
  for (uint32_t k = 0; k < d->b->blocks[test].n_edges; k++)
    leaves_on_false |=
        d->b->blocks[test].edges[k].target == exit && d->b->blocks[test].edges[k].kind == EK_FALSE;
  /* It must have begun on the right side of the bound. */
  if ((!strict && !equal) || !leaves_on_false || !expr_is_const (x, c.init, &first) ||
      !expr_is_const (x, bound, &last) || (c.step > 0 ? first > last : first < last))
    return e;
  return equal ? expr_add (x, bound, c.step) : bound;
}

/* Whether a function with a body has created no thread if it returns that. */
static bool has_created_none (const struct summaries *s, funid callee, struct result_range result)
{
  const struct summary *m = &s->of[callee];
  struct result_range both;
  for (uint32_t i = 0; i < m->n_rows; i++)
    if (!m->rows[i].unborn && locks_range_meet (m->rows[i].result, result, &both))
      return false;
  return m->known && m->n_rows;
}

bool loops_leaves_by_failure (struct body *d, uint32_t record, uint32_t from, uint32_t edge)
{
  const struct block *b = &d->b->blocks[from];
  const struct pointers *p = d->s->p;
  const struct rec_branch *branch =
      b->end > b->first ? (const struct rec_branch *)d->b->records[b->end - 1] : NULL;
  const struct record *call = d->b->records[record];
  int64_t k;
  if (!branch || branch->r.kind != REC_branch || branch->code < OP_EQ || branch->code > OP_GE ||
      !call->dst || value_of_operand (d, &branch->a) != d->value[call->dst] ||
      !expr_is_const (&d->s->x, value_of_operand (d, &branch->b), &k))
    return false;
  enum opcode code =
      b->edges[edge].kind == EK_TRUE ? branch->code : opposite_comparison (branch->code);
  struct result_range result = result_range_of (relation_of (code), k);
  bool fails = true;
  uint32_t first, end;
  calls_of_record (p, d->f, record, &first, &end);
  for (uint32_t c = first; c < end; c++) {
    const struct model *m = p->models[p->calls.v[c].callee];
    if (!m && p->calls.v[c].kind == CALL_NOW)
      fails = fails && has_created_none (d->s, p->calls.v[c].callee, result);
    for (uint32_t n = 0; m && n < m->n_effects; n++)
      if (m->effects[n].kind == EFFECT_FORK)
        fails = fails && m->effects[n].outcome &&
                model_outcome_given (m->effects[n].outcome, result) == ANSWER_NO;
  }
  return fails;
}

/* Whether each round is left before the creation at the record, or because that has failed, if
   not by the next one. */
static bool leaves_uncreated (struct body *d, const struct counter *c, uint32_t record)
{
  uint32_t block = d->flow.block_of[record];
  struct loop_blocks loop = loops_blocks (d, c);
  for (uint32_t n = 0; n < loop.n; n++)
    for (uint32_t i = loop.v[n], k = 0; k < d->b->blocks[i].n_edges; k++)
      if (!loops_has_block (d, c, d->b->blocks[i].edges[k].target) &&
          (i == block || !dominates (&d->flow.dominators, i, block)) &&
          !loops_leaves_by_failure (d, record, i, k))
        return false;
  return true;
}

bool loops_counts_again (struct body *d, const struct counter *c)
{
  const struct csr *g = &d->flow.predecessors;
  for (uint32_t k = g->first[c->header]; k < g->first[c->header + 1]; k++)
    if (!loops_has_block (d, c, g->targets[k]) && d->flow.in_cycle[g->targets[k]])
      return true;
  return false;
}

/* The element of an array that gets the pointer to new memory in each round in which RECORD is
   executed, which gives it to a thread; 0: there is none. */
static expr_id kept_in (struct body *d, expr_id new, uint32_t record)
{
  const struct exprs *x = &d->s->x;
  struct counter c;
  int64_t offset;
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    if (store->r.kind != REC_store || value_of_operand (d, &store->src) != new)
      continue;
    expr_id at = value_of_address (d, &store->addr), element = expr_base (x, at, &offset);
    if (element && expr_get (x, element)->op == X_INDEX &&
        loops_counts (d, r, expr_get (x, element)->b, &c) &&
        (flow_dominates (&d->flow, r, record) ||
         dominates (&d->flow.dominators, d->flow.block_of[r], c.latch)))
      return at;
  }
  return 0;
}

/* Whether what is there may change while the loop runs. */
static bool changes_there (struct body *d, const struct counter *c, setid where)
{
  struct summaries *s = d->s;
  struct pointers *p = s->p;
  if (threads_write (s, where))
    return true;
  for (uint32_t i = s->effects->first[d->f]; i < s->effects->first[d->f + 1]; i++) {
    const struct effect *e = &s->effects->v.v[i];
    if (effect_writes (e) && loops_has_block (d, c, d->flow.block_of[e->record]) &&
        sets_meet (&p->sets, effect_locations (p, e), where))
      return true;
  }
  for (uint32_t i = p->first_call[d->f]; i < p->first_call[d->f + 1]; i++) {
    const struct call_edge *call = &p->calls.v[i];
    if (call->kind == CALL_NOW && !p->models[call->callee] &&
        loops_has_block (d, c, d->flow.block_of[call->record]) &&
        (s->mod_all[call->callee] || sets_meet (&p->sets, s->mod[call->callee], where)))
      return true;
  }
  return false;
}

/* Whether a number may be another one in the last round of the loop than in those before. */
static bool may_change (struct body *d, const struct counter *c, expr_id e)
{
  const struct exprs *x = &d->s->x;
  const struct expr v = *expr_get (x, e);
  switch ((enum expr_op)v.op) {
  case X_CONST:
  case X_FORMAL:
  case X_OBJECT:
    return false;
  case X_VALUE:
    return v.a == d->f && d->b->value_defs[v.b] != UINT32_MAX &&
           loops_has_block (d, c, d->flow.block_of[d->b->value_defs[v.b]]);
  case X_LOAD: {
    const uint32_t *at = tuples_numbers (&x->versions, v.b);
    return at[0] == d->f && loops_has_block (d, c, d->flow.block_of[at[1]]) &&
           (may_change (d, c, v.a) || changes_there (d, c, expr_points (&d->s->x, d->f, v.a)));
  }
  case X_FRESH:
    return v.a == d->f && loops_has_block (d, c, d->flow.block_of[v.b]);
  case X_AT:
  case X_REACHED: {
    const uint32_t *at = tuples_numbers (&x->versions, v.b);
    return at[0] == d->f && loops_has_block (d, c, d->flow.block_of[at[1]]);
  }
  case X_ADD:
  case X_CONVERT:
    return may_change (d, c, v.a);
  case X_INDEX:
  case X_OP:
    return may_change (d, c, v.a) || may_change (d, c, v.b);
  default:
    return false;
  }
}

void loops_find_shape (struct body *d, struct item *i)
{
  struct exprs *x = &d->s->x;
  int64_t offset;
  struct counter c = {0};
  expr_id address = i->e[0];
  if (i->kind == ITEM_JOIN)
    address = address && expr_get (x, address)->op == X_LOAD ? expr_get (x, address)->a : 0;
  expr_id element = expr_base (x, address, &offset);
  struct loop_shape loop = {.function = d->f, .record = i->record};
  expr_id pointer = element && expr_get (x, element)->op == X_LOAD ? expr_get (x, element)->a : 0;
  if (i->kind == ITEM_FORK && element && expr_get (x, element)->op == X_FRESH)
    pointer = kept_in (d, element, i->record);
  if (pointer) {
    loop.through = true;
    loop.inside = offset;
    element = expr_base (x, pointer, &offset);
  }
  if (!element || expr_get (x, element)->op != X_INDEX ||
      !loops_counter (d, expr_get (x, element)->b, &c))
    return;
  struct expr index = *expr_get (x, element);
  uint32_t test = 0, exit = 0;
  int64_t tested = 0;
  if (i->kind == ITEM_FORK && loops_is_inner (d, d->flow.block_of[i->record], c.header))
    return; /* several for one element */
  if (i->kind == ITEM_FORK) {
    vec_push (&d->shaped, (struct shaped_fork){i->record, i->e[0], c.e, c.header, c.latch});
    map_set (&d->shaped_at, index.a, d->shaped.n);
  }
  bool sure = dominates (&d->flow.dominators, d->flow.block_of[i->record], c.latch);
  bool counts_created = i->kind == ITEM_FORK && c.step == 1 && !(i->inner && i->repeats) && sure &&
                        !offset && !c.shift && leaves_uncreated (d, &c, i->record);
  if (counts_created && !loops_find_exit (d, &c, false, &test, &exit, &tested)) {
    /* Another counter ends the loop: of this one it is only known how far it has come then. */
    i->e[3] = index.a;
    i->e[4] = final_value (d, c.init);
    i->loop_test = c.header;
    i->loop_exit = NODE_NONE;
    i->loops_here = true;
    loop.stride = index.k;
    loop.step = 1;
    loop.counter = c.e;
    loop.header = c.header;
    loop.end = expr_add (x, c.e, -1);
    loops_find_stored (d, &c, &loop, sure, 0);
    vec_push (&d->s->shapes, loop);
    i->shape = d->s->shapes.n;
    return;
  }
  if (!loops_find_exit (d, &c, i->kind == ITEM_JOIN, &test, &exit, &tested) ||
      !dominates (&d->flow.dominators, test, c.latch))
    return;
  if (i->kind == ITEM_JOIN && !sure)
    loop.only = loops_skips (d, &c, i, index.a);
  if (i->kind == ITEM_JOIN && !sure && !loop.only)
    return;
  const struct block *b = &d->b->blocks[test];
  const struct rec_branch *branch = (const struct rec_branch *)d->b->records[b->end - 1];
  if (branch->code < OP_NE || branch->code > OP_GE)
    return;
  bool exits_if_true = false;
  for (uint32_t k = 0; k < b->n_edges; k++)
    exits_if_true |= b->edges[k].target == exit && b->edges[k].kind == EK_TRUE;
  enum opcode relation = exits_if_true ? opposite_comparison (branch->code) : branch->code;
  expr_id bound = loops_compared (d, &c, &branch->b);
  bool up = c.step > 0;
  if (i->kind == ITEM_FORK && may_change (d, &c, bound))
    return;
  /* The least and the largest counter. */
  int64_t inside = relation == OP_LE || relation == OP_GE ? 0 : up ? -1 : 1;
  if (relation == OP_EQ ||
      (up ? relation == OP_GT || relation == OP_GE : relation == OP_LT || relation == OP_LE))
    return;
  /* `a[i - 1]': the elements are others than the counters. */
  int64_t shift = (index.k ? offset / index.k : 0) + c.shift;
  expr_id first = expr_add (x, final_value (d, c.init), shift);
  expr_id last = expr_add (x, bound, inside + shift - tested);
  if (i->kind == ITEM_JOIN) {
    i->e[6] = c.e;
    i->bits = NUMBER_BITS;
  }
  i->e[3] = index.a;
  i->e[4] = up ? first : last;
  i->e[5] = up ? last : first;
  i->loop_test = test;
  i->loop_exit = exit;
  i->loops_here = true;
  loop.stride = index.k;
  loop.offset = offset - (shift - c.shift) * index.k;
  loop.step = up ? c.step : -c.step;
  loop.counter = c.e;
  loop.header = c.header;
  loop.sure = sure;
  loop.down = !up;
  if (i->kind == ITEM_FORK && last && up)
    loops_find_counted (d, i->record, expr_add (x, last, 1), loop.counted);
  if (i->kind == ITEM_FORK && c.step == 1 && !(i->inner && i->repeats) && !tested &&
      leaves_uncreated (d, &c, i->record))
    loop.end = expr_add (x, c.e, shift - 1);
  if (i->kind == ITEM_FORK && up)
    loops_find_stored (d, &c, &loop, sure, bound ? expr_add (x, last, 1) : 0);
  vec_push (&d->s->shapes, loop);
  i->shape = d->s->shapes.n;
}

uint32_t loops_around (struct body *d, uint32_t block)
{
  if (!d->loop_of)
    d->loop_of = flow_loops (&d->arena, &d->flow);
  return d->loop_of[block];
}

bool loops_contains (struct body *d, const struct counter *c, uint32_t block)
{
  while (block != NODE_NONE && block != c->header)
    block = loops_around (d, block);
  return block == c->header;
}

static enum opcode mirrored (enum opcode code)
{
  return code == OP_LT   ? OP_GT
         : code == OP_LE ? OP_GE
         : code == OP_GT ? OP_LT
         : code == OP_GE ? OP_LE
                         : code;
}

/* What has been found true of the counter whenever the block is executed. */
static bool test_before (struct body *d, const struct counter *c, uint32_t block,
                         struct loop_test *test)
{
  const struct block *b = &d->b->blocks[c->header];
  const struct record *last = b->end > b->first ? d->b->records[b->end - 1] : NULL;
  const struct csr *before = &d->flow.predecessors;
  uint32_t inside = UINT32_MAX;
  if (!last || last->kind != REC_branch || b->n_edges != 2)
    return false;
  for (uint32_t k = 0; k < 2; k++) {
    uint32_t to = b->edges[k].target;
    if (before->first[to + 1] - before->first[to] == 1 &&
        dominates (&d->flow.dominators, to, block) && loops_contains (d, c, block) &&
        !loops_contains (d, c, b->edges[1 - k].target))
      inside = k;
  }
  const struct rec_branch *branch = (const struct rec_branch *)last;
  if (inside == UINT32_MAX || branch->code < OP_NE || branch->code > OP_GE)
    return false;
  *test = (struct loop_test){&branch->a, &branch->b,
                             b->edges[inside].kind == EK_TRUE ? branch->code
                                                              : opposite_comparison (branch->code)};
  int64_t shift;
  expr_id right = loops_compared (d, c, &branch->b);
  if (right && expr_base (&d->s->x, right, &shift) == c->e)
    *test = (struct loop_test){&branch->b, &branch->a, mirrored (test->relation)};
  return true;
}

bool loops_test (struct body *d, const struct counter *c, uint32_t record, struct loop_test *test)
{
  return test_before (d, c, d->flow.block_of[record], test);
}

static bool bounds_at (struct body *d, const struct counter *c, uint32_t block, expr_id bounds[2])
{
  struct exprs *x = &d->s->x;
  struct loop_test test;
  int64_t shift;
  if (!test_before (d, c, block, &test))
    return false;
  expr_id left = loops_compared (d, c, test.left), right = loops_compared (d, c, test.right);
  if (!left || !right || expr_base (x, left, &shift) != c->e)
    return false;
  bool up = c->step > 0, strict = test.relation != OP_LE && test.relation != OP_GE;
  if (test.relation == OP_NE ? c->step != 1 && c->step != -1
                             : up != (test.relation == OP_LT || test.relation == OP_LE))
    return false;
  expr_id end = expr_add (x, right, (strict ? up ? -1 : 1 : 0) - shift);
  bounds[0] = up ? c->init : end;
  bounds[1] = up ? end : c->init;
  return bounds[0] && bounds[1];
}

bool loops_bounds (struct body *d, const struct counter *c, uint32_t record, expr_id bounds[2])
{
  return bounds_at (d, c, d->flow.block_of[record], bounds);
}

/* How many bits the numbers between two others have at most, if none is negative. */
static unsigned bits_between (const struct exprs *x, expr_id first, expr_id last)
{
  int64_t low, high;
  unsigned bits = 0;
  if (!expr_is_const (x, first, &low) || !expr_is_const (x, last, &high) || low < 0)
    return NUMBER_BITS;
  while (bits < NUMBER_BITS && high >> bits)
    bits++;
  return bits;
}

bool loops_counter (struct body *d, expr_id e, struct counter *c)
{
  expr_id bounds[2];
  if (!find_counter (d, e, c))
    return false;
  unsigned room = c->moving ? NUMBER_BITS : value_bits (d, d->b->records[c->phi]->dst);
  if (room == NUMBER_BITS)
    return true;
  /* A narrow one must not wrap: there is room for the number behind the last one, too. */
  return bounds_at (d, c, c->latch, bounds) &&
         bits_between (&d->s->x, c->step < 0 ? expr_add (&d->s->x, bounds[0], c->step) : bounds[0],
                       c->step > 0 ? expr_add (&d->s->x, bounds[1], c->step) : bounds[1]) <= room;
}

bool loops_is_inner (struct body *d, uint32_t block, uint32_t header)
{
  const struct csr *g = &d->flow.successors;
  bool *seen = ARENA_ARRAY (&d->arena, d->b->n_blocks, bool);
  struct worklist list = {0};
  bool again = false;
  worklist_push (&list, block);
  for (uint32_t b; !again && worklist_pop (&list, &b);)
    for (uint32_t k = g->first[b]; k < g->first[b + 1]; k++) {
      uint32_t to = g->targets[k];
      again |= to == block && to != header;
      if (to != header && !seen[to]) {
        seen[to] = true;
        worklist_push (&list, to);
      }
    }
  worklist_free (&list);
  return again;
}

/* If E is the counter of a loop that runs once and creates a thread in each round. */
bool loops_counts (struct body *d, uint32_t record, expr_id e, struct counter *c)
{
  *c = (struct counter){0};
  if (!loops_counter (d, e, c) || loops_is_inner (d, d->flow.block_of[record], c->header))
    return false;
  return !loops_counts_again (d, c) && loops_has_block (d, c, d->flow.block_of[record]);
}

static bool counts_threads (struct body *d, struct item *i, expr_id e)
{
  struct counter c;
  if (!loops_counts (d, i->record, e, &c))
    return false;
  expr_id bounds[2];
  i->e[6] = c.e;
  i->e[7] = loops_bounds (d, &c, i->record, bounds) ? bounds[1] : 0;
  i->bits = i->e[7] ? bits_between (&d->s->x, bounds[0], bounds[1]) : NUMBER_BITS;
  i->counts_in = d->f;
  return true;
}

/* The same for a number that E is made of. */
static bool is_made_of_counter (struct body *d, struct item *i, expr_id e)
{
  if (!e)
    return false;
  struct expr v = *expr_get (&d->s->x, e);
  switch ((enum expr_op)v.op) {
  case X_VALUE:
    return counts_threads (d, i, e);
  case X_ADD:
  case X_CONVERT:
    return is_made_of_counter (d, i, v.a);
  case X_INDEX:
  case X_OP:
    return is_made_of_counter (d, i, v.a) || is_made_of_counter (d, i, v.b);
  default:
    return false;
  }
}

/* Whether the function makes the memory anew before each execution of the record. */
static bool is_made_for (struct body *d, expr_id new, uint32_t record)
{
  const struct expr *v = expr_get (&d->s->x, new);
  if (v->op != X_FRESH || v->a != d->f || is_taken (d->s, new))
    return false;
  uint32_t block = d->flow.block_of[record], made = d->flow.block_of[v->b];
  return !d->flow.in_cycle[block] ||
         (made == block ? v->b < record : !loops_is_inner (d, block, made));
}

void loops_find_argument (struct body *d, struct item *i)
{
  struct exprs *x = &d->s->x;
  expr_id root = expr_root (x, i->e[2]);
  uint32_t needs = 0;
  if (!root || i->repeats) /* several threads get the same */
    return;
  i->fresh |=
      expr_get (x, root)->op == X_FRESH && is_owned (d, i->record, i->e[2], &needs) && !needs;
  i->made |= is_made_for (d, root, i->record);
  int64_t offset;
  bool counts = false;
  /* A number, an element, or what was found in one. */
  for (expr_id from = loops_unconverted (x, i->e[2]); from && !counts;
       from = expr_origin (x, from)) {
    expr_id e = expr_base (x, from, &offset);
    if (e && expr_get (x, e)->op == X_INDEX)
      e = expr_get (x, e)->b;
    counts = counts_threads (d, i, e);
  }
  for (int k = 0; k < MOST_MEMORY && !counts; k++)
    counts = i->memory[k].at && is_made_of_counter (d, i, i->memory[k].value);
  if (!counts)
    walks_find (d, i);
  if (counts || !(i->fresh || i->made))
    return;
  expr_id handle = expr_base (x, i->e[0], &offset);
  if (handle && handle == root)
    handle = expr_base (x, kept_in (d, root, i->record), &offset);
  if (handle && expr_get (x, handle)->op == X_INDEX)
    counts_threads (d, i, expr_get (x, handle)->b);
}

bool loops_comes_around (struct body *d, uint32_t from, uint32_t to, uint32_t by)
{
  const struct csr *g = &d->flow.successors;
  uint32_t start = d->flow.block_of[from], end = d->flow.block_of[to], stop = d->flow.block_of[by];
  bool *seen = ARENA_ARRAY (&d->arena, d->b->n_blocks, bool);
  struct worklist list = {0};
  bool found = start == end && from < to && !(stop == start && by > from && by < to);
  if (!(stop == start && by > from))
    for (uint32_t k = g->first[start]; k < g->first[start + 1]; k++)
      worklist_push (&list, g->targets[k]);
  for (uint32_t b; !found && worklist_pop (&list, &b);) {
    if (seen[b])
      continue;
    seen[b] = true;
    found = b == end && !(b == stop && by < to);
    for (uint32_t k = g->first[b]; b != stop && k < g->first[b + 1]; k++)
      worklist_push (&list, g->targets[k]);
  }
  worklist_free (&list);
  return found;
}
