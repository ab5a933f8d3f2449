/* Locks: which locks are held at each point of a function, relative to its entry.

   A forward analysis of a few states per point.  A state has the locks held (must), the locks of
   callers that may have been released, and facts about conditions: ranges of the expressions that
   branches look at.  States that hold the same are merged at joins, their facts intersected; so
   `if (c) lock (); ... if (c) unlock ();' and the result of trylock that is tested later stay
   apart, and a function has a row per way of returning.  When a point has too many states, they
   become one. */

#include "claims.h"
#include "constants.h"
#include "loops.h"
#include "misuse.h"
#include "turns.h"

/* Whether main is there before it creates threads: it has found a value that is overwritten before
   that, and does not create any on the way here; or that it has created some.  Rows carry that to
   callers. */
static enum start_phase phase_of (const struct lock_walk *w, const struct state *st)
{
  struct summaries *s = w->d->s;
  if (!s->may_fork || s->may_fork[w->d->f])
    return PHASE_UNKNOWN;
  enum start_phase known = locks_phase (s, st);
  if (known)
    return known;
  for (struct set_iter i = sets_each (&s->sets, st->facts); set_next (&i);) {
    const struct expr *v = expr_get (&s->x, fact_expr (s, i.x));
    int64_t offset;
    if (v->op != X_LOAD || tuples_numbers (&s->x.versions, v->b)[0] != w->d->f)
      continue;
    struct result_range r = locks_known_range (s, st, fact_expr (s, i.x));
    expr_id base = expr_base (&s->x, v->a, &offset);
    uint64_t bits = (uint64_t)v->k & ~(uint64_t)(LOAD_ATOMIC | LOAD_RELAXED);
    enum start_phase phase =
        base && expr_get (&s->x, base)->op == X_OBJECT
            ? constants_phase (s, loc_at (&s->p->objects, expr_get (&s->x, base)->a, offset),
                               bits / 8, &r)
            : PHASE_UNKNOWN;
    if (phase)
      return phase;
  }
  return PHASE_UNKNOWN;
}

static bool is_alone (const struct lock_walk *w, const struct state *st)
{
  return phase_of (w, st) == PHASE_BEFORE;
}

static bool same_states (const struct states *a, const struct states *b)
{
  return a->n == b->n && !memcmp (a->v, b->v, a->n * sizeof a->v[0]);
}

/* HELD without what says that threads of this function do not run. */
static setid without_tokens (struct body *d, setid held)
{
  struct state left = {.held = held};
  for (uint32_t i = 0; i < d->forks.n; i++)
    locks_drop_hold (d->s, &left, expr_token (&d->s->x, d->f, d->forks.v[i].record));
  return left.held;
}

/* Those of its facts that are about formals which callers give numbers. */
static setid choosing_facts (const struct lock_walk *w, const struct state *st)
{
  struct summaries *s = w->d->s;
  setid kept = SETS_EMPTY;
  uint32_t formal;
  for (struct set_iter i = sets_each (&s->sets, st->facts); set_next (&i);)
    if (fact_chooses (s, w->d->f, i.x, &formal))
      kept = sets_add (&s->sets, kept, i.x);
  return kept;
}

/* Numbers that callers give may decide which of the states it is, and so what is held:

     static void add (int n, bool lock)
     {
       if (lock) pthread_mutex_lock (&m);
       sum += n;                              callers that hold it say false

   Then each is noted by itself. */
static void note_ways (struct lock_walk *w, struct point *p)
{
  struct state ways[MOST_STATES];
  uint32_t n = 0;
  for (uint32_t i = 0; i < w->now.n; i++) {
    struct state st = w->now.v[i];
    st.facts = choosing_facts (w, &st);
    uint32_t k = 0;
    while (k < n && ways[k].facts != st.facts)
      k++;
    if (k < n)
      locks_meet (w->d, &ways[k], &st);
    else
      ways[n++] = st;
  }
  bool differ = false;
  for (uint32_t k = 0; k < n; k++) {
    ways[k].held = w->recurses ? without_tokens (w->d, ways[k].held) : ways[k].held;
    differ |= ways[k].held != p->held;
  }
  if (!differ)
    return;
  p->first_way = w->d->ways.n;
  p->n_ways = n;
  for (uint32_t k = 0; k < n; k++)
    vec_push (&w->d->ways, (struct point){true, ways[k].held, ways[k].released, ways[k].facts,
                                          ways[k].maybe, .n_ways = 0});
}

/* What holds in all states; what main does alone does not matter to others, unless it is all.
   FOLLOWS: the last one that was noted is the record before. */
static void note_point (struct lock_walk *w, uint32_t record, bool follows)
{
  struct summaries *s = w->d->s;
  if (follows && same_states (&w->now, &w->noted)) {
    w->d->point[record] = w->d->point[record - 1];
    return;
  }
  w->noted = w->now;
  struct state all = w->now.v[0];
  bool alone = w->now.n > 1 && is_alone (w, &all), mixed = false;
  for (uint32_t i = 1; i < w->now.n; i++) {
    bool alone_too = is_alone (w, &w->now.v[i]);
    if (alone && !alone_too)
      all = w->now.v[i];
    if (alone != alone_too) {
      alone = false;
      mixed = true;
      continue;
    }
    all.facts = locks_join_facts (s, all.facts, w->now.v[i].facts, false);
    locks_meet (w->d, &all, &w->now.v[i]);
  }
  if (w->recurses)
    all.held = without_tokens (w->d, all.held);
  w->d->point[record] =
      w->now.n ? (struct point){true, all.held, all.released, all.facts, all.maybe, .n_ways = 0}
               : (struct point){0};
  if (w->now.n > 1 && !mixed)
    note_ways (w, &w->d->point[record]);
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

/* What does not change: neither depends on memory, nor on what is executed here. */
static setid facts_of_formals (struct summaries *s, setid facts)
{
  setid kept = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, facts); set_next (&i);)
    if ((expr_get (&s->x, fact_expr (s, i.x))->flags & (XF_FORMAL | XF_OPAQUE)) == XF_FORMAL)
      kept = sets_add (&s->sets, kept, i.x);
  return kept;
}

static void add_row (struct lock_walk *w, const struct state *st, expr_id e)
{
  struct summaries *s = w->d->s;
  struct summary *m = w->summary;
  struct exit_row row = {first_names (w, st->held, e),
                         st->released,
                         st->maybe,
                         result_unknown,
                         facts_of_formals (s, st->facts),
                         w->d->forks.n && w->all_forks,
                         0};
  for (uint32_t i = 0; i < w->d->forks.n; i++)
    if (!locks_find_hold (s, st->held, expr_token (&s->x, w->d->f, w->d->forks.v[i].record))) {
      w->d->forks.v[i].left = true;
      row.unborn = false;
    }
  row.held = without_tokens (w->d, row.held); /* of no use to callers */
  row.phase = phase_of (w, st);
  struct state left = {.held = row.held};
  locks_set_phase (s, &left, PHASE_UNKNOWN);
  row.held = left.held;
  int64_t k;
  if (expr_is_const (&s->x, e, &k))
    row.result = result_range_of (RELATION_EQ, k);
  else if (e)
    row.result = locks_range_of_result (w, st, e);
  for (uint32_t i = 0; i < m->n_rows; i++)
    if (m->rows[i].held == row.held && m->rows[i].released == row.released &&
        m->rows[i].unborn == row.unborn) {
      struct result_range *x = &m->rows[i].result;
      x->low = x->low < row.result.low ? x->low : row.result.low;
      x->high = x->high > row.result.high ? x->high : row.result.high;
      x->has_hole &= row.result.has_hole && x->hole == row.result.hole;
      m->rows[i].maybe = locks_join_doubts (s, m->rows[i].maybe, row.maybe);
      m->rows[i].facts = locks_join_facts (s, m->rows[i].facts, row.facts, false);
      m->rows[i].phase = m->rows[i].phase == row.phase ? row.phase : PHASE_UNKNOWN;
      return;
    }
  if (m->n_rows < MOST_ROWS) {
    m->rows[m->n_rows++] = row;
    return;
  }
  struct state all = {row.held, row.released, SETS_EMPTY, row.maybe};
  for (uint32_t i = 0; i < m->n_rows; i++)
    locks_meet (
        w->d, &all,
        &(struct state){m->rows[i].held, m->rows[i].released, SETS_EMPTY, m->rows[i].maybe});
  m->rows[0] =
      (struct exit_row){all.held, all.released, all.maybe, result_unknown, SETS_EMPTY, false, 0};
  m->n_rows = 1;
}

static void leave (struct lock_walk *w, const struct state *st, const struct rec_return *r)
{
  expr_id e = locks_chosen (w, st, value_of_operand (w->d, &r->value));
  struct state states[2];
  if (e && locks_split_result (w, e, st, states)) {
    add_row (w, &states[0], e);
    add_row (w, &states[1], e);
  } else {
    add_row (w, st, e);
  }
}

/* Whether expressions may mention the result of the instruction: that of an operation is made of
   its operands, unless nothing is known about it. */
static bool is_mentioned (const struct body *d, const struct record *r)
{
  return r->kind != REC_op || expr_get (&d->s->x, d->value[r->dst])->op == X_VALUE;
}

/* Nobody gets behind an access through a null pointer: leaves out states in which it is one. */
static void drop_null (struct lock_walk *w, const struct record *r)
{
  const struct address *a = r->kind == REC_load    ? &((const struct rec_load *)r)->addr
                            : r->kind == REC_store ? &((const struct rec_store *)r)->addr
                                                   : NULL;
  expr_id e = a && a->base_kind == BASE_VALUE ? w->d->value[a->base] : 0;
  if (!e)
    return;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < w->now.n; i++) {
    struct result_range known = locks_known_range (w->d->s, &w->now.v[i], e);
    if (known.low || known.high)
      w->now.v[kept++] = w->now.v[i];
  }
  w->now.n = kept;
}

/* Whether turns_write, and turns_load or locks_walk_store, do anything to any state. */
static bool does_work (struct lock_walk *w, uint32_t record)
{
  struct body *d = w->d;
  const struct record *r = d->b->records[record];
  uint8_t *works = &w->works[record];
  if (*works == NOT_KNOWN)
    *works = (d->s->turns.words.n && turns_are_written (d, record)) ||
                     (r->kind == REC_load && turns_are_loaded (d, d->value[r->dst])) ||
                     (r->kind == REC_store && locks_store_works (d, record))
                 ? SOMETHING_ELSE
                 : NOTHING_ELSE;
  return *works == SOMETHING_ELSE;
}

/* WALK_NOTING: it is noted what holds at each point, but for rows and operations. */
enum walk_kind { WALK_ON, WALK_NOTING, WALK_FINAL };

/* Whether there are rows or operations to be noted when all is known. */
static bool walk_block (struct lock_walk *w, uint32_t block, enum walk_kind kind)
{
  struct body *d = w->d;
  const struct block *b = &d->b->blocks[block];
  bool final = kind == WALK_FINAL, more = false;
  w->now = w->in[block];
  w->place = d->flow.rpo.place[block];
  w->last_call = UINT32_MAX;
  for (uint32_t r = b->first; r < b->end; r++) {
    const struct record *record = d->b->records[r];
    drop_null (w, record);
    if (kind != WALK_ON)
      note_point (w, r, r > b->first);
    if (d->flow.in_cycle[block] && record->dst && record->kind != REC_phi &&
        is_mentioned (d, record))
      for (uint32_t i = 0; i < w->now.n; i++)
        locks_forget (w, &w->now.v[i], r, record->dst);
    bool works = does_work (w, r);
    if (works)
      turns_write (w, r);
    more |= record->kind == REC_return;
    if (record->kind == REC_call)
      more |= operations_note (w, r, final);
    if (record->kind == REC_call)
      locks_walk_call (w, r);
    else if (works && record->kind == REC_store)
      locks_walk_store (w, r);
    else if (works && record->kind == REC_load)
      turns_load (d, w->now.v, w->now.n, d->value[record->dst]);
    else if (record->kind == REC_return && final)
      for (uint32_t i = 0; i < w->now.n; i++)
        leave (w, &w->now.v[i], (const struct rec_return *)record);
    if (d->claims.n)
      claims_apply (w, r);
  }
  return more;
}

bool runs_handlers (const struct model *m)
{
  for (uint32_t i = 0; i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_THREAD_EXIT &&
        m->effects[i].op[THREAD_EXIT_VALUE].kind != MODEL_NONE)
      return true;
  return false;
}

bool call_may_jump (const struct summaries *s, funid f, uint32_t record)
{
  uint32_t first, end;
  if (record == UINT32_MAX)
    return true;
  calls_of_record (s->p, f, record, &first, &end);
  bool jumps = first == end;
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = s->p->models[s->p->calls.v[k].callee];
    jumps |= m ? model_has (m, EFFECT_LONGJMP) || model_has (m, EFFECT_CALL) ||
                     (s->cancels && model_has (m, EFFECT_CANCEL_POINT)) || runs_handlers (m)
               : s->jumps[s->p->calls.v[k].callee] ||
                     !s->p->objects.program->functions[s->p->calls.v[k].callee].body;
  }
  return jumps;
}

/* The two of which one decides, if the way out of a block means that `a & b' is 0, or `a | b' is
   not: *ZERO.  GCC makes these of && and ||. */
static bool is_either (const struct lock_walk *w, uint32_t block, uint32_t edge, expr_id both[2],
                       bool *zero)
{
  const struct block *b = &w->d->b->blocks[block];
  const struct rec_branch *r =
      b->end > b->first ? (const struct rec_branch *)w->d->b->records[b->end - 1] : NULL;
  bool taken = b->edges[edge].kind == EK_TRUE;
  if (!r || r->r.kind != REC_branch || (!taken && b->edges[edge].kind != EK_FALSE) ||
      (r->code != OP_EQ && r->code != OP_NE) || r->b.kind != OPND_INT || r->b.u.number)
    return false;
  expr_id e = value_of_operand (w->d, &r->a);
  const struct expr *v = e ? expr_get (&w->d->s->x, e) : NULL;
  *zero = (r->code == OP_EQ) == taken;
  if (!v || v->op != X_OP || v->code != (*zero ? OP_AND : OP_OR))
    return false;
  both[0] = v->a;
  both[1] = v->b;
  return expr_is_comparison (&w->d->s->x, both[0]) && expr_is_comparison (&w->d->s->x, both[1]);
}

/* Along an edge that one of two conditions leads to go two states. */
static bool take_either (struct lock_walk *w, uint32_t block, uint32_t edge, const struct state *st,
                         const expr_id both[2], bool zero)
{
  struct result_range decides = result_range_of (zero ? RELATION_EQ : RELATION_NE, 0);
  struct result_range not = result_range_of (zero ? RELATION_NE : RELATION_EQ, 0);
  struct states *to = &w->in[w->d->b->blocks[block].edges[edge].target];
  bool changed = false;
  for (int i = 0; i < 2; i++) {
    struct state way = *st;
    if (locks_assume_range (w, &way, both[0], i ? not : decides, DEEPEST_EXPR) &&
        (!i || locks_assume_range (w, &way, both[1], decides, DEEPEST_EXPR)) &&
        locks_take_edge (w, block, edge, &way))
      changed |= locks_add_state (w->d, to, &way);
  }
  return changed;
}

/* Whether the block was left in that state before, and the same was known: what has become of it is
   in the states of the targets, which only become weaker. */
static bool has_left (const struct lock_walk *w, uint32_t block, const struct state *st)
{
  const struct left *left = w->left ? &w->left[block] : NULL;
  for (uint32_t i = 0; left && left->news == w->news && i < left->states.n; i++)
    if (!memcmp (&left->states.v[i], st, sizeof *st))
      return true;
  return false;
}

static bool leave_block (struct lock_walk *w, uint32_t block, uint32_t edge)
{
  const struct flow_edge *e = &w->d->b->blocks[block].edges[edge];
  bool abnormal = e->kind == EK_ABNORMAL || e->kind == EK_EH, changed = false;
  if (abnormal && !call_may_jump (w->d->s, w->d->f, w->last_call))
    return false;
  const struct states *from = abnormal && w->last_call != UINT32_MAX ? &w->before_call : &w->now;
  expr_id both[2];
  bool zero, either = is_either (w, block, edge, both, &zero);
  w->d->told_less |= either;
  for (uint32_t i = 0; i < from->n; i++) {
    if (from == &w->now && has_left (w, block, &from->v[i]))
      continue;
    if (either && w->d->apart) {
      changed |= take_either (w, block, edge, &from->v[i], both, zero);
      continue;
    }
    struct state states[2];
    uint32_t n = locks_split_edge (w, block, e->target, &from->v[i], states);
    for (uint32_t k = 0; k < n; k++)
      if (locks_take_edge (w, block, edge, &states[k]))
        changed |= locks_add_state (w->d, &w->in[e->target], &states[k]);
  }
  return changed;
}

/* Whether it is a conversion to no fewer bits, or of a truth value: what is not 0 stays so. */
static bool keeps_zero (const struct body *d, const struct rec_op *op)
{
  uint32_t from = op->a.kind == OPND_VALUE ? d->b->value_types[op->a.value] : 0;
  uint32_t to = d->b->value_types[op->r.dst];
  return op->code == OP_CONVERT && from && to && d->u->types[from].r.kind != TK_FLOAT &&
         d->u->types[to].r.kind != TK_FLOAT &&
         (d->u->types[from].r.bits <= d->u->types[to].r.bits || d->u->types[to].r.kind == TK_BOOL);
}

/* E is a value that may be known on some ways; if it is the result of a comparison, so is what was
   compared. */
static void look_at (struct lock_walk *w, expr_id e)
{
  const struct exprs *x = &w->d->s->x;
  struct state none = {0};
  locks_look (w, e);
  expr_id tested = e && expr_get (x, e)->op == X_CONVERT ? expr_get (x, e)->a : e;
  if (tested && expr_is_comparison (x, tested))
    locks_assume_range (w, &none, tested, result_range_of (RELATION_NE, 0), DEEPEST_EXPR);
}

/* What the function that is called by an edge finds of its arguments. */
static void look_at_callee (struct lock_walk *w, uint32_t edge)
{
  const struct call_edge *call = &w->d->s->p->calls.v[edge];
  const struct model *model = w->d->s->p->models[call->callee];
  const struct summary *m = &w->d->s->of[call->callee];
  const struct rec_call *c = (const struct rec_call *)w->d->b->records[call->record];
  struct state none = {0};
  w->ends |= w->d->s->never_returns[call->callee];
  for (uint32_t i = 0; model && i < model->n_effects; i++)
    if (model->effects[i].kind == EFFECT_ASSUME) {
      w->ends = true;
      locks_assume_model (w, c, &model->effects[i], &none);
    }
  if (call->kind != CALL_NOW || model || !call_is_instantiated (w->d->s, call))
    return;
  for (uint32_t i = 0; i < m->n_rows; i++) {
    w->ends |= m->rows[i].facts != SETS_EMPTY;
    locks_assume_row (w, edge, &m->rows[i], &none);
  }
}

/* The same for all that are called there; it counts for two, as a branch does. */
static void look_at_callees (struct lock_walk *w, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (w->d->s->p, w->d->f, record, &first, &end);
  w->ends |= (((const struct rec_call *)w->d->b->records[record])->flags & CF_NORETURN) != 0;
  bool few = calls_are_few (w->d->s, first, end);
  for (uint32_t k = first; few && k < end; k++) {
    look_at_callee (w, k);
    look_at_callee (w, k);
  }
}

/* The numbers of elements that an instruction accesses in a variable: see sections.h. */
static void look_at_elements (struct lock_walk *w, const struct record *r)
{
  const struct address *a = r->kind == REC_load    ? &((const struct rec_load *)r)->addr
                            : r->kind == REC_store ? &((const struct rec_store *)r)->addr
                                                   : NULL;
  for (uint32_t i = 0; a && a->base_kind == BASE_OBJECT && i < a->n_indices; i++)
    look_at (w, value_of_operand (w->d, &a->indices[i].index));
}

/* Which expressions are worth a fact: those that two conditions look at, or a condition and a phi,
   an index or a call with several outcomes. */
static void find_interest (struct lock_walk *w)
{
  struct body *d = w->d;
  struct state none = {0};
  w->counting = true;
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    for (uint32_t r = d->b->blocks[i].first; r < d->b->blocks[i].end; r++) {
      const struct record *record = d->b->records[r];
      w->looking = r;
      if (record->kind == REC_branch) {
        locks_take_branch (w, (const struct rec_branch *)record, true, &none);
        locks_take_branch (w, (const struct rec_branch *)record, false, &none);
      } else if (record->kind == REC_switch) {
        locks_look (w, value_of_operand (d, &((const struct rec_switch *)record)->index));
      } else if (record->kind == REC_return) {
        expr_id e = value_of_operand (d, &((const struct rec_return *)record)->value);
        locks_assume_range (w, &none, e, result_range_of (RELATION_NE, 0), DEEPEST_EXPR);
      } else if (record->kind == REC_call) {
        look_at_callees (w, r);
        if (record->dst)
          look_at (w, d->value[record->dst]);
      } else if (record->kind == REC_op && keeps_zero (d, (const struct rec_op *)record)) {
        map_set (&w->lossless, d->value[record->dst],
                 d->u->types[d->b->value_types[record->dst]].r.kind == TK_BOOL ? KEEPS_ZERO
                                                                               : KEEPS_BITS);
      } else if (record->kind == REC_phi) {
        const struct rec_phi *phi = (const struct rec_phi *)record;
        locks_look (w, d->value[phi->r.dst]);
        for (uint32_t k = 0; k < phi->args.n; k++)
          look_at (w, value_of_operand (d, &phi->args.v[k]));
      } else {
        look_at_elements (w, record);
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
    r.times = loops_times (d, call->record, &r.test, &r.exit, &r.number);
    for (uint32_t i = 0; (r.times || r.number) && i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_SEM_WAIT &&
          (!m->effects[i].outcome || m->effects[i].outcome->expected) &&
          m->effects[i].op[SEM_WAIT_SEM].kind == MODEL_PLACE) {
        r.semaphore = address_of_model_place (d, c, &m->effects[i].op[SEM_WAIT_SEM].u.place);
        vec_push (&w->waits, r);
      }
  }
}

/* The only creation of a thread by the callee whose handle the caller knows, or one of two that are
   not both executed; 0: there is none. */
static uint32_t fork_of_callee (const struct body *d, uint32_t edge)
{
  const struct call_edge *call = &d->s->p->calls.v[edge];
  const struct summary *m = &d->s->of[call->callee];
  uint32_t first, end, fork = 0, two = 0;
  calls_of_record (d->s->p, d->f, call->record, &first, &end);
  if (end - first != 1 || !call_is_instantiated (d->s, call))
    return 0;
  for (uint32_t k = m->first_thread; k < m->first_thread + m->n_threads; k++) {
    uint32_t i = d->s->forks.v[k];
    const struct item *item = &d->s->items.v[i];
    if (item->kind != ITEM_FORK || !item->open)
      continue;
    if (two || (fork && !forks_are_alternatives (d->s, fork, i)) || !item->once ||
        item->times != 1 || item->task || item->region || item->via)
      return 0;
    two = fork;
    fork = i;
  }
  return fork;
}

/* Gives the creation by a call a token. */
static void add_fork (struct body *d, uint32_t edge)
{
  const struct call_edge *call = &d->s->p->calls.v[edge];
  const struct model *m = d->s->p->models[call->callee];
  const struct rec_call *c = (const struct rec_call *)d->b->records[call->record];
  if (c->r.kind != REC_call || d->flow.in_cycle[d->flow.block_of[call->record]])
    return;
  uint32_t fork = m ? 0 : fork_of_callee (d, edge);
  expr_id handle = fork ? instantiated (d, edge, d->s->items.v[fork].e[0]) : 0;
  if (handle)
    vec_push (&d->forks, (struct fork){call->record, handle, fork, SETS_EMPTY, false});
  for (uint32_t i = 0; m && i < m->n_effects; i++) {
    const struct model_operand *o = &m->effects[i].op[FORK_HANDLE];
    if (m->effects[i].kind == EFFECT_FORK && o->kind == MODEL_PLACE)
      vec_push (&d->forks, (struct fork){call->record, address_of_model_place (d, c, &o->u.place),
                                         0, SETS_EMPTY, false});
  }
}

static void find_forks (struct lock_walk *w)
{
  struct body *d = w->d;
  const struct pointers *p = d->s->p;
  w->all_forks = true;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++)
    if (p->calls.v[k].callee && d->s->component[p->calls.v[k].callee] == d->s->component[d->f])
      w->recurses = true;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    uint32_t known = d->forks.n;
    if (p->calls.v[k].kind == CALL_NOW && creates_threads (d->s, p->calls.v[k].callee)) {
      add_fork (d, k);
      w->all_forks &= d->forks.n > known;
    }
  }
  if (d->forks.n > MOST_HELD / 2)
    vec_clear (&d->forks); /* a creation that fails counts as one that does not */
}

static bool has_cycle (const struct body *d)
{
  return memchr (d->flow.in_cycle, true, d->b->n_blocks) != NULL;
}

/* Walks all blocks until nothing changes.  Most come in their order, and are walked once: then what
   holds in them is noted at once. */
static void walk_all (struct lock_walk *w)
{
  enum { NOT_YET, DONE, AGAIN };
  struct body *d = w->d;
  struct ranklist list;
  uint32_t block;
  bool at_once = !d->apart && !d->knows_points; /* else the last walk's notes are in use */
  uint8_t *walked = ARENA_ARRAY (&d->arena, d->b->n_blocks, uint8_t);
  w->in = ARENA_ARRAY (&d->arena, d->b->n_blocks, struct states);
  w->left = has_cycle (d) ? ARENA_ARRAY (&d->arena, d->b->n_blocks, struct left) : NULL;
  ranklist_init (&list, d->flow.rpo.place, d->b->n_blocks);
  w->in[0].n = 1;
  for (uint32_t i = 0; i < d->forks.n; i++)
    locks_acquire (d, &w->in[0].v[0], expr_token (&d->s->x, d->f, d->forks.v[i].record),
                   MODE_EXCLUSIVE, 1);
  ranklist_push (&list, 0);
  while (ranklist_pop_on (&list, &block)) {
    bool noting = at_once && walked[block] == NOT_YET && !d->flow.in_cycle[block];
    bool more = walk_block (w, block, noting ? WALK_NOTING : WALK_ON);
    walked[block] = noting && !more ? DONE : AGAIN;
    uint32_t news = w->news; /* the first edge may bring more */
    for (uint32_t k = 0; k < d->b->blocks[block].n_edges; k++)
      if (leave_block (w, block, k))
        ranklist_push (&list, d->b->blocks[block].edges[k].target);
    if (w->left)
      w->left[block] = (struct left){w->now, news};
  }
  w->summary->n_rows = 0;
  d->s->operations.n = w->summary->first_operation;
  if (!at_once && d->b->n_records) /* what another walk has come to may not be reached */
    memset (d->point, 0, d->b->n_records * sizeof *d->point);
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    if (w->in[i].n && walked[i] != DONE)
      walk_block (w, i, WALK_FINAL);
  ranklist_free (&list);
}

static bool has_lock (const struct summaries *s, setid held)
{
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);)
    if (!is_token (s, hold_get (s, i.x).lock))
      return true;
  return false;
}

/* Whether it depends on the way which locks are held somewhere. */
static bool holds_differ (const struct lock_walk *w)
{
  struct summaries *s = w->d->s;
  for (uint32_t i = 0; i < w->d->b->n_blocks; i++)
    for (uint32_t k = 1; k < w->in[i].n; k++) {
      setid a = w->in[i].v[0].held, b = w->in[i].v[k].held;
      if (a != b && (has_lock (s, sets_difference (&s->sets, a, b)) ||
                     has_lock (s, sets_difference (&s->sets, b, a))))
        return true;
    }
  return false;
}

void locks_find (struct body *d, struct summary *summary)
{
  enum { SMALL = 32, LARGE = 512 };
  struct lock_walk w = {.d = d, .summary = summary};
  d->point = ARENA_ARRAY (&d->arena, d->b->n_records, struct point);
  w.works = ARENA_ARRAY (&d->arena, d->b->n_records, uint8_t);
  summary->first_operation = d->s->operations.n;
  find_interest (&w);
  find_forks (&w);
  find_waits (&w);
  walk_all (&w);
  d->apart = d->told_less && ((w.ends && d->b->n_blocks <= SMALL) || holds_differ (&w));
  /* Claims need to know what is held.  In large functions, whose walks take long, they must do with
     what is known before ways are told apart. */
  bool large = d->b->n_blocks > LARGE;
  if (d->apart && !large)
    walk_all (&w);
  claims_find (d);
  for (uint32_t i = 0; i < w.looks.n; i++) /* claims may tell more */
    w.looks.v[i].tells = NOT_KNOWN;
  d->knows_points = true;
  if (d->claims.n || d->tests_flags || (d->apart && large))
    walk_all (&w);
  map_free (&w.look_of);
  vec_free (&w.looks);
  map_free (&w.edges);
  map_free (&w.switches);
  vec_free (&w.cases);
  map_free (&w.targets);
  vec_free (&w.callees);
  bitset_free (&w.numbered);
  map_free (&w.expected);
  map_free (&w.lossless);
  map_free (&w.updates);
  vec_free (&w.waits);
}
