/* Locks: which locks are held at each point of a function, relative to its entry.

   A forward analysis of a few states per point.  A state has the locks held (must), the locks of
   callers that may have been released, and facts about conditions: ranges of the expressions that
   branches look at.  States that hold the same are merged at joins, their facts intersected; so
   `if (c) lock (); ... if (c) unlock ();' and the result of trylock that is tested later stay
   apart, and a function has a row per way of returning.  When a point has too many states, they
   become one. */

#include "claims.h"
#include "loops.h"

#include <errno.h>

/* Instruction RECORD is executed: its last result is gone. */
static void forget_facts (struct lock_walk *w, struct state *st, uint32_t record, uint32_t value)
{
  struct summaries *s = w->d->s;
  setid kept = st->facts;
  for (struct set_iter i = sets_each (&s->sets, st->facts); set_next (&i);)
    if (expr_mentions (&s->x, tuples_numbers (&s->facts, i.x)[0], w->d->f, record, value))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  st->facts = kept;
  kept = st->held;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);)
    if (expr_mentions (&s->x, hold_get (s, i.x).lock, w->d->f, record, value))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  st->held = kept;
}

/* States */

/* The locks that both hold, as long and as exclusively as the weaker one. */
static setid meet_holds (struct summaries *s, setid a, setid b)
{
  if (a == b)
    return a;
  setid both = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, a); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    uint32_t other = locks_find_hold (s, b, h.lock);
    if (!other)
      continue;
    struct hold o = hold_get (s, other);
    /* A first name that is gone does not matter. */
    if (h.origin != o.origin) {
      h.origin = h.origin && locks_find_hold (s, b, h.origin) ? h.origin : 0;
      o.origin = o.origin && locks_find_hold (s, a, o.origin) ? o.origin : 0;
    }
    if (h.origin && o.origin && h.origin != o.origin)
      continue;
    h.mode = h.mode == MODE_SHARED ? h.mode : o.mode;
    h.depth = h.depth < o.depth ? h.depth : o.depth;
    h.origin = h.origin ? h.origin : o.origin;
    both = sets_add (&s->sets, both, hold_intern (s, h));
  }
  return both;
}

/* Whether LOCK, if it was released on the way, has been taken again since. */
static bool is_retaken (const struct summaries *s, setid held, setid released, expr_id lock)
{
  uint32_t hold = locks_find_hold (s, held, lock);
  return !sets_has (&s->sets, released, lock) ||
         (hold && hold_get (s, hold).mode == MODE_EXCLUSIVE);
}

/* Two ways come together.  A lock that one of them has released and taken again, and the other has
   not touched, is held if it was held at the start. */
static void meet_ways (struct summaries *s, setid *held, setid *released, setid other_held,
                       setid other_released)
{
  if (*held == other_held && *released == other_released)
    return;
  setid all = sets_union (&s->sets, *released, other_released), kept = all;
  setid both = meet_holds (s, *held, other_held);
  for (struct set_iter i = sets_each (&s->sets, all); set_next (&i);)
    if (i.x && !is_token (s, i.x) && !locks_find_hold (s, both, i.x) &&
        is_retaken (s, *held, *released, i.x) && is_retaken (s, other_held, other_released, i.x))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  *held = both;
  *released = kept;
}

static void merge_state (struct summaries *s, struct state *into, const struct state *st,
                         bool widen)
{
  meet_ways (s, &into->held, &into->released, st->held, st->released);
  into->facts = locks_join_facts (s, into->facts, st->facts, widen);
}

static bool same_state (const struct state *a, const struct state *b)
{
  return a->held == b->held && a->released == b->released && a->facts == b->facts;
}

bool locks_add_state (struct summaries *s, struct states *to, const struct state *st)
{
  enum { FEW_CHANGES = 8 };
  bool widen = to->changes > FEW_CHANGES;
  for (uint32_t i = 0; i < to->n; i++)
    if (to->merged || (to->v[i].held == st->held && to->v[i].released == st->released)) {
      struct state old = to->v[i];
      merge_state (s, &to->v[i], st, widen);
      bool changed = !same_state (&old, &to->v[i]);
      to->changes += changed && !widen;
      return changed;
    }
  if (to->n < MOST_STATES) {
    to->v[to->n++] = *st;
    return true;
  }
  for (uint32_t i = 1; i < to->n; i++)
    merge_state (s, &to->v[0], &to->v[i], true);
  merge_state (s, &to->v[0], st, true);
  to->n = 1;
  to->merged = true;
  return true;
}

/* Edges */

/* The branch says that the call which the program relies on has failed. */
static void drop_unexpected (struct lock_walk *w, struct state *st, expr_id e)
{
  struct body *d = w->d;
  const uint32_t *record = map_find (&w->expected, e);
  if (!record)
    return;
  const struct rec_call *c = (const struct rec_call *)d->b->records[*record];
  struct result_range r = locks_known_range (d->s, st, e), both;
  uint32_t first, end;
  calls_of_record (d->s->p, d->f, *record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = d->s->p->models[d->s->p->calls.v[k].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++) {
      const struct model_effect *f = &m->effects[i];
      if (f->kind == EFFECT_FORK && f->outcome && !d->flow.in_cycle[d->flow.block_of[*record]] &&
          model_outcome_given (f->outcome, r) == ANSWER_NO)
        locks_acquire (d, st, expr_token (&d->s->x, d->f, *record), MODE_EXCLUSIVE, 1);
      if (f->kind == EFFECT_SEM_WAIT && f->outcome &&
          model_outcome_given (f->outcome, r) == ANSWER_NO)
        locks_fail_wait (w, c, f, st);
      /* Programs that test the result test for the first alternative. */
      if (f->kind == EFFECT_ACQUIRE && f->outcome &&
          model_outcome_given (f->outcome, r) != ANSWER_YES &&
          !locks_range_meet (r,
                             result_range_of (f->outcome->alternatives[0].relation,
                                              f->outcome->alternatives[0].value),
                             &both)) {
        uint32_t old = locks_find_hold (d->s, st->held, lock_of_effect (d, c, f));
        if (old)
          st->held = sets_difference (&d->s->sets, st->held, sets_single (&d->s->sets, old));
      }
    }
  }
}

/* Whether the operand is errno. */
static bool is_errno (const struct body *d, const struct operand *o)
{
  const struct pointers *p = d->s->p;
  uint32_t def = o->kind == OPND_VALUE ? d->b->value_defs[o->value] : UINT32_MAX, first, end;
  if (def == UINT32_MAX || d->b->records[def]->kind != REC_load)
    return false;
  const struct address *a = &((const struct rec_load *)d->b->records[def])->addr;
  def = a->base_kind == BASE_VALUE ? d->b->value_defs[a->base] : UINT32_MAX;
  if (def == UINT32_MAX || d->b->records[def]->kind != REC_call)
    return false;
  calls_of_record (p, d->f, def, &first, &end);
  const struct model *m = end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
  return m && m->n_effects == 1 && m->effects[0].kind == EFFECT_RETURN &&
         m->effects[0].op[RETURN_VALUE].kind == MODEL_PLACE &&
         m->effects[0].op[RETURN_VALUE].u.place.base == MODEL_THREAD;
}

/* A wait for a semaphore that is one fails only because a signal has interrupted it. */
static bool failed_otherwise (struct lock_walk *w, const struct rec_branch *r, bool taken,
                              const struct state *st)
{
  const struct body *d = w->d;
  if ((r->code != OP_EQ && r->code != OP_NE) || (r->code == OP_EQ) == taken ||
      r->b.kind != OPND_INT || r->b.u.number != EINTR || !is_errno (d, &r->a))
    return false;
  for (uint32_t i = 0; i < map_size (&w->expected); i++) {
    struct result_range known = locks_known_range (d->s, st, (expr_id)map_key (&w->expected, i));
    uint32_t first, end;
    calls_of_record (d->s->p, d->f, map_value (&w->expected, i), &first, &end);
    for (uint32_t k = first; k < end; k++) {
      const struct model *m = d->s->p->models[d->s->p->calls.v[k].callee];
      for (uint32_t n = 0; m && n < m->n_effects; n++)
        if (m->effects[n].kind == EFFECT_SEM_WAIT && m->effects[n].outcome &&
            model_outcome_given (m->effects[n].outcome, known) == ANSWER_NO)
          return true;
    }
  }
  return false;
}

static bool take_branch (struct lock_walk *w, const struct rec_branch *r, bool taken,
                         struct state *st)
{
  struct body *d = w->d;
  expr_id a = value_of_operand (d, &r->a), b = value_of_operand (d, &r->b);
  enum opcode code = r->code;
  if (code < OP_EQ || code > OP_GE)
    return true;
  if (!taken)
    code = opposite_comparison (code);
  if (code != OP_EQ && code != OP_NE && (!is_ordered (d, &r->a) || !is_ordered (d, &r->b)))
    return true;
  return locks_assume (w, st, code, a, b, DEEPEST_EXPR);
}

/* The cases of a switch follow it. */
static bool take_case (struct lock_walk *w, uint32_t block, uint32_t edge, struct state *st)
{
  struct body *d = w->d;
  const struct block *b = &d->b->blocks[block];
  struct result_range hull = {INT64_MAX, INT64_MIN, false, 0};
  expr_id index = 0;
  for (uint32_t r = b->first; r < b->end; r++) {
    const struct record *record = d->b->records[r];
    if (record->kind == REC_switch)
      index = value_of_operand (d, &((const struct rec_switch *)record)->index);
    if (record->kind != REC_case)
      continue;
    const struct rec_case *c = (const struct rec_case *)record;
    if (c->edge != edge)
      continue;
    if (c->low < hull.low)
      hull.low = c->low;
    if (c->low + c->span > hull.high)
      hull.high = c->low + c->span;
  }
  return hull.low > hull.high || b->edges[edge].kind == EK_DEFAULT ||
         locks_assume_range (w, st, index, hull, DEEPEST_EXPR);
}

/* Phis happen all at once: what they do is found in the state before. */
struct phi_effect {
  uint32_t record;
  expr_id e;
  setid held, renamed; /* holds by the old name, and by the new one */
  struct result_range known;
};

enum { MOST_PHIS = 32 };

/* Whether E does not mention the phis of a block. */
static bool stays_the_same (const struct lock_walk *w, expr_id e, uint32_t block)
{
  const struct body *d = w->d;
  const struct block *b = &d->b->blocks[block];
  for (uint32_t r = b->first; r < b->end && d->b->records[r]->kind == REC_phi; r++)
    if (expr_mentions (&d->s->x, e, d->f, r, d->b->records[r]->dst))
      return false;
  return true;
}

static void find_phi_effect (struct lock_walk *w, const struct state *st, uint32_t to, expr_id from,
                             struct phi_effect *out)
{
  struct summaries *s = w->d->s;
  int64_t at, offset, k;
  expr_id base = expr_base (&s->x, from, &at);
  out->known = expr_is_const (&s->x, from, &k) ? result_range_of (RELATION_EQ, k)
                                               : locks_known_range (s, st, from);
  if (expr_get (&s->x, base)->op == X_CONST)
    return;
  expr_id root = expr_root (&s->x, from);
  if (expr_get (&s->x, root)->op == X_OBJECT && root != from)
    out->known = result_range_of (RELATION_NE, 0); /* part of a variable */
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    expr_id lock =
        expr_base (&s->x, h.lock, &offset) == base ? expr_add (&s->x, out->e, offset - at) : 0;
    if (!lock && !is_token (s, h.lock)) /* of an element by its number */
      lock = expr_replace (&s->x, h.lock, from, out->e);
    if (!lock || lock == h.lock)
      continue;
    /* The old name goes on if it means the same as before. */
    bool stays = stays_the_same (w, h.lock, to);
    if (!stays)
      out->held = sets_add (&s->sets, out->held, i.x);
    else if (!h.origin)
      h.origin = h.lock;
    h.lock = lock;
    out->renamed = sets_add (&s->sets, out->renamed, hold_intern (s, h));
  }
}

/* Which of the arguments of phis in block TO is the one from FROM; NODE_NONE: none. */
static uint32_t number_of_edge (struct lock_walk *w, uint32_t from, uint32_t to)
{
  enum { FEW = 8 };
  const struct block *b = &w->d->b->blocks[to];
  if (b->n_preds <= FEW) {
    for (uint32_t i = 0; i < b->n_preds; i++)
      if (b->preds[i] == from)
        return i;
    return NODE_NONE;
  }
  if (bitset_add (&w->numbered, to))
    for (uint32_t i = 0; i < b->n_preds; i++)
      map_add (&w->edges, map_pair (b->preds[i], to), i);
  return map_get (&w->edges, map_pair (from, to), NODE_NONE);
}

/* What the phis of the target are when it is entered from here. */
static void take_phis (struct lock_walk *w, uint32_t from, uint32_t to, struct state *st)
{
  struct body *d = w->d;
  struct sets *sets = &d->s->sets;
  const struct block *b = &d->b->blocks[to];
  struct phi_effect effects[MOST_PHIS];
  uint32_t n = 0, edge = NODE_NONE;
  if (b->first < b->end && d->b->records[b->first]->kind == REC_phi)
    edge = number_of_edge (w, from, to);
  for (uint32_t r = b->first; r < b->end && d->b->records[r]->kind == REC_phi; r++) {
    const struct rec_phi *phi = (const struct rec_phi *)d->b->records[r];
    if (edge >= phi->args.n || n == MOST_PHIS)
      continue;
    expr_id arg = value_of_operand (d, &phi->args.v[edge]);
    struct phi_effect effect = {.record = r, .e = d->value[phi->r.dst], .known = result_unknown};
    if (arg == effect.e)
      continue;
    if (arg)
      find_phi_effect (w, st, to, arg, &effect);
    effects[n++] = effect;
  }
  /* A lock must not be held by two names: only one would be released. */
  for (uint32_t i = 0; i < n; i++)
    st->held = sets_difference (sets, st->held, effects[i].held);
  for (uint32_t r = b->first; r < b->end && d->b->records[r]->kind == REC_phi; r++)
    forget_facts (w, st, r, d->b->records[r]->dst);
  for (uint32_t i = 0; i < n; i++) {
    const struct result_range *known = &effects[i].known;
    setid renamed = effects[i].renamed;
    for (uint32_t k = 0; k < i; k++) /* one lock, one name */
      if (sets_meet (sets, effects[k].held, effects[i].held))
        renamed = SETS_EMPTY;
    st->held = sets_union (sets, st->held, renamed);
    if (known->low != INT64_MIN || known->high != INT64_MAX || known->has_hole)
      locks_learn (w, st, effects[i].e, *known);
  }
}

/* The state that goes along an edge; false: none does. */
static bool take_edge (struct lock_walk *w, uint32_t block, uint32_t edge, struct state *st)
{
  struct body *d = w->d;
  const struct block *b = &d->b->blocks[block];
  const struct record *last = b->end > b->first ? d->b->records[b->end - 1] : NULL;
  switch (b->edges[edge].kind) {
  case EK_TRUE:
  case EK_FALSE:
    if (last && last->kind == REC_branch) {
      const struct rec_branch *r = (const struct rec_branch *)last;
      w->at = b->end - 1;
      if (!take_branch (w, r, b->edges[edge].kind == EK_TRUE, st))
        return false;
      if (failed_otherwise (w, r, b->edges[edge].kind == EK_TRUE, st))
        return false;
      drop_unexpected (w, st, value_of_operand (d, &r->a));
    }
    break;
  case EK_CASE:
  case EK_DEFAULT:
    if (!take_case (w, block, edge, st))
      return false;
    break;
  case EK_ABNORMAL:
  case EK_EH:
    /* The callee may have been left in the middle. */
    if (w->last_call != UINT32_MAX) {
      uint32_t first, end;
      calls_of_record (d->s->p, d->f, w->last_call, &first, &end);
      for (uint32_t k = first; k < end; k++)
        locks_drop_released (d, st, d->s->p->calls.v[k].callee);
    }
    break;
  default:
    break;
  }
  for (uint32_t i = 0; i < w->waits.n; i++)
    if (w->waits.v[i].test == block && w->waits.v[i].exit == b->edges[edge].target)
      locks_acquire (
          d, st, expr_signal (&d->s->x, SIGNAL_SEEN, w->waits.v[i].semaphore, w->waits.v[i].times),
          MODE_SHARED, 1);
  take_phis (w, block, b->edges[edge].target, st);
  return true;
}

/* Blocks */

static void note_point (struct lock_walk *w, uint32_t record)
{
  struct summaries *s = w->d->s;
  struct point *p = &w->d->point[record];
  *p = (struct point){0};
  for (uint32_t i = 0; i < w->now.n; i++) {
    const struct state *st = &w->now.v[i];
    p->facts = p->reached ? locks_join_facts (s, p->facts, st->facts, false) : st->facts;
    if (p->reached) {
      meet_ways (s, &p->held, &p->released, st->held, st->released);
    } else {
      p->held = st->held;
      p->released = st->released;
    }
    p->reached = true;
  }
}

/* Each lock by one name: the one that has to do with the result, or else the first one. */
static setid first_names (struct lock_walk *w, setid held, expr_id result)
{
  struct summaries *s = w->d->s;
  setid kept = held;
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    uint32_t first = h.origin ? locks_find_hold (s, kept, h.origin) : 0;
    for (struct set_iter k = sets_each (&s->sets, kept); !first && h.origin && set_next (&k);)
      first = k.x != i.x && hold_get (s, k.x).origin == h.origin ? k.x : 0;
    if (!first || !sets_has (&s->sets, kept, i.x))
      continue;
    bool returned = result && expr_replace (&s->x, h.lock, expr_root (&s->x, result), 0) != h.lock;
    kept = sets_difference (&s->sets, kept, sets_single (&s->sets, returned ? first : i.x));
  }
  return kept;
}

static void add_row (struct lock_walk *w, const struct state *st, const struct rec_return *r)
{
  struct summaries *s = w->d->s;
  struct summary *m = w->summary;
  expr_id e = value_of_operand (w->d, &r->value);
  struct exit_row row = {first_names (w, st->held, e), st->released, result_unknown};
  for (uint32_t i = 0; i < w->d->forks.n; i++)
    w->d->forks.v[i].left |=
        !locks_find_hold (s, st->held, expr_token (&s->x, w->d->f, w->d->forks.v[i].record));
  for (uint32_t i = 0; i < w->d->forks.n; i++) { /* of no use to callers */
    struct state left = {row.held, SETS_EMPTY, SETS_EMPTY};
    locks_drop_hold (s, &left, expr_token (&s->x, w->d->f, w->d->forks.v[i].record));
    row.held = left.held;
  }
  int64_t k;
  if (expr_is_const (&s->x, e, &k))
    row.result = result_range_of (RELATION_EQ, k);
  else if (e)
    row.result = locks_range_of_result (w, st, e);
  for (uint32_t i = 0; i < m->n_rows; i++)
    if (m->rows[i].held == row.held && m->rows[i].released == row.released) {
      struct result_range *x = &m->rows[i].result;
      x->low = x->low < row.result.low ? x->low : row.result.low;
      x->high = x->high > row.result.high ? x->high : row.result.high;
      x->has_hole &= row.result.has_hole && x->hole == row.result.hole;
      return;
    }
  if (m->n_rows < MOST_ROWS) {
    m->rows[m->n_rows++] = row;
    return;
  }
  for (uint32_t i = 0; i < m->n_rows; i++) {
    meet_ways (s, &row.held, &row.released, m->rows[i].held, m->rows[i].released);
  }
  row.result = result_unknown;
  m->rows[0] = row;
  m->n_rows = 1;
}

static void walk_block (struct lock_walk *w, uint32_t block, bool final)
{
  struct body *d = w->d;
  const struct block *b = &d->b->blocks[block];
  w->now = w->in[block];
  w->last_call = UINT32_MAX;
  for (uint32_t r = b->first; r < b->end; r++) {
    const struct record *record = d->b->records[r];
    if (final)
      note_point (w, r);
    if (d->flow.in_cycle[block] && record->dst && record->kind != REC_phi)
      for (uint32_t i = 0; i < w->now.n; i++)
        forget_facts (w, &w->now.v[i], r, record->dst);
    if (record->kind == REC_call)
      locks_walk_call (w, r);
    else if (record->kind == REC_store)
      locks_walk_store (w, r);
    else if (record->kind == REC_return && final)
      for (uint32_t i = 0; i < w->now.n; i++)
        add_row (w, &w->now.v[i], (const struct rec_return *)record);
    if (d->claims.n)
      claims_apply (w, r);
  }
}

/* Whether it ends the thread: with a value, not on behalf of a handler that has run. */
static bool runs_handlers (const struct model *m)
{
  for (uint32_t i = 0; i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_THREAD_EXIT &&
        m->effects[i].op[THREAD_EXIT_VALUE].kind != MODEL_NONE)
      return true;
  return false;
}

/* Whether code behind the call may jump out of it: modelled functions say so. */
static bool may_jump (const struct body *d, uint32_t record)
{
  uint32_t first, end;
  if (record == UINT32_MAX)
    return true;
  calls_of_record (d->s->p, d->f, record, &first, &end);
  bool jumps = first == end;
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = d->s->p->models[d->s->p->calls.v[k].callee];
    jumps |= m ? model_has (m, EFFECT_LONGJMP) || model_has (m, EFFECT_CALL) ||
                     model_has (m, EFFECT_CANCEL_POINT) || runs_handlers (m)
               : d->s->jumps[d->s->p->calls.v[k].callee] ||
                     !d->s->p->objects.program->functions[d->s->p->calls.v[k].callee].body;
  }
  return jumps;
}

static bool leave_block (struct lock_walk *w, uint32_t block, uint32_t edge)
{
  const struct flow_edge *e = &w->d->b->blocks[block].edges[edge];
  bool abnormal = e->kind == EK_ABNORMAL || e->kind == EK_EH, changed = false;
  if (abnormal && !may_jump (w->d, w->last_call))
    return false;
  const struct states *from = abnormal && w->last_call != UINT32_MAX ? &w->before_call : &w->now;
  for (uint32_t i = 0; i < from->n; i++) {
    struct state st = from->v[i];
    if (take_edge (w, block, edge, &st))
      changed |= locks_add_state (w->d->s, &w->in[e->target], &st);
  }
  return changed;
}

/* Whether it is a conversion to no fewer bits: what is not 0 stays so. */
static bool keeps_zero (const struct body *d, const struct rec_op *op)
{
  uint32_t from = op->a.kind == OPND_VALUE ? d->b->value_types[op->a.value] : 0;
  uint32_t to = d->b->value_types[op->r.dst];
  return op->code == OP_CONVERT && from && to && d->u->types[from].r.kind != TK_FLOAT &&
         d->u->types[to].r.kind != TK_FLOAT && d->u->types[from].r.bits <= d->u->types[to].r.bits;
}

/* Which expressions are worth a fact: those that two conditions look at, or a condition and a phi
   or a call with several outcomes. */
static void find_interest (struct lock_walk *w)
{
  struct body *d = w->d;
  struct state none = {0};
  w->counting = true;
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    for (uint32_t r = d->b->blocks[i].first; r < d->b->blocks[i].end; r++) {
      const struct record *record = d->b->records[r];
      if (record->kind == REC_branch) {
        take_branch (w, (const struct rec_branch *)record, true, &none);
        take_branch (w, (const struct rec_branch *)record, false, &none);
      } else if (record->kind == REC_switch) {
        *map_at (&w->interest, value_of_operand (d, &((const struct rec_switch *)record)->index)) +=
            1;
      } else if (record->kind == REC_return) {
        expr_id e = value_of_operand (d, &((const struct rec_return *)record)->value);
        locks_assume_range (w, &none, e, result_range_of (RELATION_NE, 0), DEEPEST_EXPR);
      } else if (record->kind == REC_call && record->dst) {
        *map_at (&w->interest, d->value[record->dst]) += 1;
      } else if (record->kind == REC_op && keeps_zero (d, (const struct rec_op *)record)) {
        map_set (&w->lossless, d->value[record->dst], 1);
      } else if (record->kind == REC_phi) {
        const struct rec_phi *phi = (const struct rec_phi *)record;
        *map_at (&w->interest, d->value[phi->r.dst]) += 1;
        for (uint32_t k = 0; k < phi->args.n; k++)
          *map_at (&w->interest, value_of_operand (d, &phi->args.v[k])) += 1;
      }
    }
  w->counting = false;
}

static void find_waits (struct lock_walk *w)
{
  struct body *d = w->d;
  const struct pointers *p = d->s->p;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    if (!m || call->kind != CALL_NOW || !model_has (m, EFFECT_SEM_WAIT) ||
        d->b->records[call->record]->kind != REC_call ||
        !d->flow.in_cycle[d->flow.block_of[call->record]])
      continue;
    const struct rec_call *c = (const struct rec_call *)d->b->records[call->record];
    struct repeated r = {0};
    r.times = loops_times (d, call->record, &r.test, &r.exit);
    for (uint32_t i = 0; r.times && i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_SEM_WAIT &&
          (!m->effects[i].outcome || m->effects[i].outcome->expected) &&
          m->effects[i].op[SEM_WAIT_SEM].kind == MODEL_PLACE) {
        r.semaphore = address_of_model_place (d, c, &m->effects[i].op[SEM_WAIT_SEM].u.place);
        vec_push (&w->waits, r);
      }
  }
}

static void find_forks (struct lock_walk *w)
{
  struct body *d = w->d;
  const struct pointers *p = d->s->p;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++)
    if (p->calls.v[k].callee && d->s->component[p->calls.v[k].callee] == d->s->component[d->f])
      return; /* threads of other activations are told apart by nobody */
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    if (!m || call->kind != CALL_NOW || !model_has (m, EFFECT_FORK) ||
        d->b->records[call->record]->kind != REC_call ||
        d->flow.in_cycle[d->flow.block_of[call->record]])
      continue;
    const struct rec_call *c = (const struct rec_call *)d->b->records[call->record];
    for (uint32_t i = 0; i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_FORK && m->effects[i].op[FORK_HANDLE].kind == MODEL_PLACE)
        vec_push (&w->d->forks, (struct fork){call->record,
                                              address_of_model_place (
                                                  d, c, &m->effects[i].op[FORK_HANDLE].u.place),
                                              SETS_EMPTY, false});
  }
  if (w->d->forks.n > MOST_HELD / 2)
    vec_clear (&w->d->forks); /* a creation that fails counts as one that does not */
}

/* Walks all blocks until nothing changes. */
static void walk_all (struct lock_walk *w)
{
  struct body *d = w->d;
  struct ranklist list;
  uint32_t block;
  w->in = ARENA_ARRAY (&d->arena, d->b->n_blocks, struct states);
  ranklist_init (&list, d->flow.rpo.place, d->b->n_blocks);
  w->in[0].n = 1;
  for (uint32_t i = 0; i < d->forks.n; i++)
    locks_acquire (d, &w->in[0].v[0], expr_token (&d->s->x, d->f, d->forks.v[i].record),
                   MODE_EXCLUSIVE, 1);
  ranklist_push (&list, 0);
  while (ranklist_pop (&list, &block)) {
    walk_block (w, block, false);
    for (uint32_t k = 0; k < d->b->blocks[block].n_edges; k++)
      if (leave_block (w, block, k))
        ranklist_push (&list, d->b->blocks[block].edges[k].target);
  }
  w->summary->n_rows = 0;
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    if (w->in[i].n)
      walk_block (w, i, true);
  ranklist_free (&list);
}

void locks_find (struct body *d, struct summary *summary)
{
  struct lock_walk w = {.d = d, .summary = summary};
  d->point = ARENA_ARRAY (&d->arena, d->b->n_records, struct point);
  find_interest (&w);
  find_forks (&w);
  find_waits (&w);
  walk_all (&w);
  claims_find (d); /* which need to know what is held */
  d->knows_points = true;
  if (d->claims.n || d->tests_flags)
    walk_all (&w);
  map_free (&w.interest);
  map_free (&w.edges);
  bitset_free (&w.numbered);
  map_free (&w.expected);
  map_free (&w.lossless);
  map_free (&w.updates);
  vec_free (&w.waits);
}
