/* Edges: what is known behind a branch, a case, a call that has failed or a phi. */

#include "locks-internal.h"
#include "teams.h"

#include <errno.h>

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
      if (f->kind == EFFECT_PROCESS_FORK && f->op[PROCESS_FORK_MEMORY].u.keyword == CHILD_COPY &&
          !r.low && !r.high) /* in the child */
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

/* The same for what the operand of the branch is made of: the result may have been compared before,
   and what came out of that is tested now. */
static void drop_tested (struct lock_walk *w, struct state *st, expr_id e)
{
  const struct exprs *x = &w->d->s->x;
  for (; e; e = expr_get (x, e)->a) {
    drop_unexpected (w, st, e);
    const struct expr *v = expr_get (x, e);
    int64_t k;
    if (v->op != X_CONVERT && !(expr_is_comparison (x, e) && expr_is_const (x, v->b, &k)))
      return;
  }
}

/* Whether the value says if a thread was created. */
static bool tells_of_creation (const struct lock_walk *w, expr_id e)
{
  const struct body *d = w->d;
  const struct exprs *x = &d->s->x;
  while (e && (expr_get (x, e)->op == X_CONVERT || expr_is_comparison (x, e)))
    e = expr_get (x, e)->a;
  const uint32_t *record = e ? map_find (&w->expected, e) : NULL;
  uint32_t first = 0, end = 0;
  if (record && !d->flow.in_cycle[d->flow.block_of[*record]])
    calls_of_record (d->s->p, d->f, *record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = d->s->p->models[d->s->p->calls.v[k].callee];
    if (m && model_has (m, EFFECT_FORK))
      return true;
  }
  return false;
}

bool locks_split_result (struct lock_walk *w, expr_id e, const struct state *st,
                         struct state states[2])
{
  expr_id zero = expr_const (&w->d->s->x, 0);
  states[0] = states[1] = *st;
  if (!tells_of_creation (w, e) || !locks_assume (w, &states[0], OP_EQ, e, zero, DEEPEST_EXPR) ||
      !locks_assume (w, &states[1], OP_NE, e, zero, DEEPEST_EXPR))
    return false;
  drop_tested (w, &states[0], e);
  drop_tested (w, &states[1], e);
  return true;
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

bool locks_take_branch (struct lock_walk *w, const struct rec_branch *r, bool taken,
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
  locks_see_number (w, st, code, a, b);
  locks_see_unequal (w, st, code, a, b);
  return locks_assume (w, st, code, a, b, DEEPEST_EXPR);
}

/* The cases of a switch follow it. */
/* Whether the way to a block is that edge only. */
static bool is_only_way (const struct function *b, uint32_t block, uint32_t edge)
{
  uint32_t to = b->blocks[block].edges[edge].target;
  for (uint32_t i = 0; i < b->n_blocks; i++)
    for (uint32_t k = 0; k < b->blocks[i].n_edges; k++)
      if (b->blocks[i].edges[k].target == to && (i != block || k != edge))
        return false;
  return true;
}

/* Whether all that may set the flag is behind record FROM. */
static bool is_sent_behind (struct body *d, expr_id sent, uint32_t from)
{
  struct summaries *s = d->s;
  setid where = expr_points (&s->x, d->f, expr_get (&s->x, sent)->a);
  for (uint32_t i = s->effects->first[d->f]; i < s->effects->first[d->f + 1]; i++) {
    const struct effect *e = &s->effects->v.v[i];
    if (effect_writes (e) && sets_meet (&s->p->sets, effect_locations (s->p, e), where) &&
        !flow_dominates (&d->flow, from, e->record))
      return false;
  }
  for (uint32_t k = s->p->first_call[d->f]; k < s->p->first_call[d->f + 1]; k++) {
    const struct call_edge *c = &s->p->calls.v[k];
    if (!s->p->models[c->callee] && sends_of (s, c->callee) &&
        !flow_dominates (&d->flow, from, c->record))
      return false;
  }
  return where && is_flag (s, where);
}

/* A section is executed once: who begins with it has not set the flags yet that are set there only.
 */
static void begin_section (struct lock_walk *w, uint32_t block, uint32_t edge, expr_id index,
                           struct state *st)
{
  struct body *d = w->d;
  struct summaries *s = d->s;
  const struct block *to = &d->b->blocks[d->b->blocks[block].edges[edge].target];
  if (w->counting || !index || to->first == to->end || !teams_is_drawn (d, index) ||
      !is_only_way (d->b, block, edge))
    return;
  for (struct set_iter i = sets_each (&s->sets, st->released); set_next (&i);) {
    const struct expr v = *expr_get (&s->x, i.x);
    if (v.op == X_SIGNAL && v.code == SIGNAL_SENT && v.a && is_sent_behind (d, i.x, to->first))
      st->released = sets_difference (&s->sets, st->released, sets_single (&s->sets, i.x));
  }
}

/* Each record once, not once for each edge. */
static struct switch_cases find_cases (struct body *d, uint32_t block)
{
  const struct block *b = &d->b->blocks[block];
  struct switch_cases cases = {0, ARENA_ARRAY (&d->arena, b->n_edges, struct result_range)};
  for (uint32_t i = 0; i < b->n_edges; i++)
    cases.hull[i] = (struct result_range){INT64_MAX, INT64_MIN, false, 0};
  for (uint32_t r = b->first; r < b->end; r++) {
    const struct record *record = d->b->records[r];
    if (record->kind == REC_switch)
      cases.index = value_of_operand (d, &((const struct rec_switch *)record)->index);
    const struct rec_case *c = (const struct rec_case *)record;
    if (record->kind != REC_case || c->edge >= b->n_edges)
      continue;
    struct result_range *hull = &cases.hull[c->edge];
    if (c->low < hull->low)
      hull->low = c->low;
    if (c->low + c->span > hull->high)
      hull->high = c->low + c->span;
  }
  return cases;
}

/* Whether a switch goes elsewhere than by EDGE for a number. */
static bool has_case (const struct body *d, uint32_t block, uint32_t edge, int64_t k)
{
  const struct block *b = &d->b->blocks[block];
  for (uint32_t r = b->first; r < b->end; r++) {
    const struct rec_case *c = (const struct rec_case *)d->b->records[r];
    if (c->r.kind == REC_case && c->edge != edge && k >= c->low && k <= c->low + c->span)
      return true;
  }
  return false;
}

/* Whether the switch has cases for all numbers that its index may be, if that is loaded from where
   only certain ones are stored. */
static bool has_all_cases (struct body *d, uint32_t block, uint32_t edge, expr_id index)
{
  const struct expr *v = index ? expr_get (&d->s->x, index) : NULL;
  int64_t values[MOST_VALUES], width = 64;
  for (; v && v->op == X_CONVERT; v = expr_get (&d->s->x, index)) {
    width = v->k < 0 ? (-v->k < width ? -v->k : width) : v->k < width ? v->k : width;
    index = v->a;
  }
  uint32_t n = v && v->op == X_LOAD && v->k <= width ? locks_constants_of (d, index, values) : 0;
  for (uint32_t i = 0; i < n; i++)
    if (!has_case (d, block, edge, values[i]) || (values[i] < 0 && width < 64))
      return false;
  return n;
}

/* The numbers for which the switch goes elsewhere than by EDGE, if there is none between them for
   which it does not; else none. */
static struct result_range other_cases (const struct body *d, uint32_t block, uint32_t edge)
{
  const struct block *b = &d->b->blocks[block];
  struct result_range all = {INT64_MAX, INT64_MIN, false, 0};
  uint64_t n = 0;
  for (uint32_t r = b->first; r < b->end; r++) {
    const struct rec_case *c = (const struct rec_case *)d->b->records[r];
    if (c->r.kind != REC_case || c->edge == edge)
      continue;
    all.low = c->low < all.low ? c->low : all.low;
    all.high = c->low + c->span > all.high ? c->low + c->span : all.high;
    n += (uint64_t)c->span + 1;
  }
  if (n != (uint64_t)all.high - (uint64_t)all.low + 1)
    return (struct result_range){INT64_MAX, INT64_MIN, false, 0};
  return all;
}

/* Whether the index of the switch has no sign. */
static bool is_unsigned (const struct body *d, uint32_t block)
{
  const struct unit *u = function_unit (d->s->p->objects.program, d->f);
  const struct block *b = &d->b->blocks[block];
  for (uint32_t r = b->first; r < b->end; r++) {
    const struct rec_switch *s = (const struct rec_switch *)d->b->records[r];
    uint32_t type = s->r.kind == REC_switch && s->index.kind == OPND_VALUE
                        ? d->b->value_types[s->index.value]
                        : 0;
    if (type)
      return u->types[type].r.flags & TF_UNSIGNED && u->types[type].r.bits < 64;
  }
  return false;
}

/* What is behind all cases, in one direction: the default. */
static bool take_default (struct lock_walk *w, uint32_t block, uint32_t edge, expr_id index,
                          struct state *st)
{
  struct body *d = w->d;
  struct result_range others = other_cases (d, block, edge);
  if (!index || others.low > others.high)
    return true;
  struct result_range known = locks_known_range (d->s, st, index);
  int64_t low = is_unsigned (d, block) && known.low < 0 ? 0 : known.low;
  if (low < others.low || others.high == INT64_MAX)
    return true;
  return locks_assume_range (
      w, st, index, (struct result_range){.low = others.high + 1, .high = INT64_MAX}, DEEPEST_EXPR);
}

static bool take_case (struct lock_walk *w, uint32_t block, uint32_t edge, struct state *st)
{
  struct body *d = w->d;
  uint32_t *number = map_at (&w->switches, block);
  if (!*number) {
    vec_push (&w->cases, find_cases (d, block));
    *number = w->cases.n;
  }
  struct switch_cases cases = w->cases.v[*number - 1];
  struct result_range hull = cases.hull[edge];
  if (d->b->blocks[block].edges[edge].kind == EK_DEFAULT)
    return !has_all_cases (d, block, edge, cases.index) &&
           take_default (w, block, edge, cases.index, st);
  if (hull.low > hull.high)
    return true;
  bool taken = locks_assume_range (w, st, cases.index, hull, DEEPEST_EXPR);
  if (taken && hull.low == hull.high && teams_claim (d, cases.index, hull.low))
    begin_section (w, block, edge, cases.index, st);
  return taken;
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
                                               : locks_range_of_result (w, st, from);
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

/* Whether a phi is, along that edge, what it was before. */
static bool stays_itself (struct body *d, const struct rec_phi *phi, uint32_t edge)
{
  return edge < phi->args.n && d->value[phi->r.dst] &&
         value_of_operand (d, &phi->args.v[edge]) == d->value[phi->r.dst];
}

uint32_t locks_split_edge (struct lock_walk *w, uint32_t from, uint32_t to, const struct state *st,
                           struct state states[2])
{
  struct body *d = w->d;
  const struct block *b = &d->b->blocks[to];
  uint32_t edge = NODE_NONE;
  states[0] = *st;
  if (d->forks.n && b->first < b->end && d->b->records[b->first]->kind == REC_phi)
    edge = number_of_edge (w, from, to);
  for (uint32_t r = b->first; r < b->end && d->b->records[r]->kind == REC_phi; r++) {
    const struct rec_phi *phi = (const struct rec_phi *)d->b->records[r];
    expr_id arg = edge < phi->args.n ? value_of_operand (d, &phi->args.v[edge]) : 0;
    if (arg && arg != d->value[phi->r.dst] && locks_split_result (w, arg, st, states))
      return 2;
    states[0] = *st;
  }
  return 1;
}

/* What the phis of the target are when it is entered from here. */
static void take_phis (struct lock_walk *w, uint32_t from, uint32_t to, struct state *st)
{
  struct body *d = w->d;
  struct sets *sets = &d->s->sets;
  const struct block *b = &d->b->blocks[to];
  struct phi_effect effects[MOST_PHIS];
  uint32_t n = 0;
  if (b->first == b->end || d->b->records[b->first]->kind != REC_phi)
    return;
  uint32_t edge = number_of_edge (w, from, to);
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
  uint32_t mentions = locks_mention (d->s, st);
  for (uint32_t r = b->first; r < b->end && d->b->records[r]->kind == REC_phi; r++)
    if (mentions & expr_bits (r, d->b->records[r]->dst) &&
        !stays_itself (d, (const struct rec_phi *)d->b->records[r], edge))
      locks_forget (w, st, r, d->b->records[r]->dst);
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

/* Whether a call takes or releases a lock that everybody sees. */
static bool locks_something (const struct body *d, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (d->s->p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = d->s->p->models[d->s->p->calls.v[k].callee];
    if (m && (model_has (m, EFFECT_ACQUIRE) || model_has (m, EFFECT_RELEASE)))
      return true;
  }
  return false;
}

/* Whether the way from a block does nothing but call functions, until it comes to block TO. */
static bool only_calls (const struct body *d, uint32_t from, uint32_t to)
{
  enum { FEW_BLOCKS = 16 };
  uint32_t blocks[FEW_BLOCKS] = {from}, n = 1;
  bool comes = false;
  for (uint32_t i = 0; i < n; i++) {
    const struct block *b = &d->b->blocks[blocks[i]];
    for (uint32_t r = b->first; r < b->end; r++) {
      uint8_t kind = d->b->records[r]->kind;
      if (kind == REC_store || kind == REC_return || (kind == REC_call && locks_something (d, r)))
        return false;
    }
    for (uint32_t k = 0; k < b->n_edges; k++) {
      uint32_t next = b->edges[k].target, known = 0;
      while (known < n && blocks[known] != next)
        known++;
      comes |= next == to;
      if (next == to || known < n)
        continue;
      if (n == FEW_BLOCKS)
        return false;
      blocks[n++] = next;
    }
  }
  return comes;
}

/* A lock could not be taken, which is told, and then the program goes on where it would have gone
   otherwise:

     if (pthread_mutex_lock (&m))
       perror ("lock");

   That happens to broken programs only, as such a lock waits until it is got. */
static bool only_tells (const struct lock_walk *w, uint32_t block, uint32_t edge,
                        const struct rec_branch *r)
{
  enum { LOOKS = 3 }; /* the call, and both ways of the branch: see find_interest */
  const struct body *d = w->d;
  const struct block *b = &d->b->blocks[block];
  expr_id e = value_of_operand (w->d, &r->a);
  const uint32_t *record = map_find (&w->expected, e);
  bool fails = (r->code == OP_NE && b->edges[edge].kind == EK_TRUE) ||
               (r->code == OP_EQ && b->edges[edge].kind == EK_FALSE);
  if (!record || !fails || r->b.kind != OPND_INT || r->b.u.number || b->n_edges != 2 ||
      !locks_something (d, *record) || locks_looks_at (w, e).times > LOOKS ||
      !(d->s->p->assumed & assumption_bit (ASSUME_LOCKED)))
    return false;
  uint32_t to = b->edges[1 - edge].target;
  const struct block *then = &d->b->blocks[to];
  bool differs = then->first < then->end && d->b->records[then->first]->kind == REC_phi;
  return to != block && !differs && only_calls (d, b->edges[edge].target, to);
}

/* The state that goes along an edge; false: none does. */
bool locks_take_edge (struct lock_walk *w, uint32_t block, uint32_t edge, struct state *st)
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
      if (!locks_take_branch (w, r, b->edges[edge].kind == EK_TRUE, st))
        return false;
      if (failed_otherwise (w, r, b->edges[edge].kind == EK_TRUE, st))
        return false;
      if (r->last && b->edges[edge].kind == EK_TRUE)
        locks_acquire (d, st, teams_claim_at (d, b->end - 1), MODE_EXCLUSIVE, 1);
      if (!only_tells (w, block, edge, r))
        drop_tested (w, st, value_of_operand (d, &r->a));
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
      locks_drop_hold (d->s, st, expr_token (&d->s->x, d->f, w->last_call));
      calls_of_record (d->s->p, d->f, w->last_call, &first, &end);
      for (uint32_t k = first; k < end; k++)
        locks_drop_released (d, st, d->s->p->calls.v[k].callee, true);
    }
    break;
  default:
    break;
  }
  for (uint32_t i = 0; i < w->waits.n; i++)
    if (w->waits.v[i].test == block && w->waits.v[i].exit == b->edges[edge].target)
      locks_acquire (d, st,
                     expr_signal (&d->s->x, SIGNAL_SEEN, w->waits.v[i].semaphore,
                                  w->waits.v[i].number ? signal_count_of (w->waits.v[i].number)
                                                       : w->waits.v[i].times),
                     MODE_SHARED, 1);
  take_phis (w, block, b->edges[edge].target, st);
  return true;
}
