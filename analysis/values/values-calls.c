/* Values of calls: results of models, and summaries instantiated with the actuals. */

#include "loops.h"
#include "teams.h"
#include "values-internal.h"

/* Models */

static expr_id model_base (struct body *d, const struct rec_call *c, const struct model_place *p)
{
  if (p->base == MODEL_ARG && p->number < c->args.n)
    return value_of_operand (d, &c->args.v[p->number]);
  if (p->base == MODEL_RET && c->r.dst)
    return d->value[c->r.dst];
  if (p->base == MODEL_THREAD)
    return expr_object (&d->s->x, library_object (d->s->p, p));
  return 0;
}

static expr_id add_model_offset (struct body *d, expr_id e, const struct model_place *p, uint32_t i)
{
  if (!p->offsets || !e)
    return e;
  if (p->offsets[i].unknown)
    return 0;
  return expr_add (&d->s->x, e,
                   p->offsets[i].bytes +
                       p->offsets[i].pointers * (int64_t)(d->u->r.pointer_bits / 8));
}

/* Only places that are reached without a load in between have an expression. */
expr_id address_of_model_place (struct body *d, const struct rec_call *c,
                                const struct model_place *p)
{
  return p->derefs == 1 ? add_model_offset (d, model_base (d, c, p), p, 0) : 0;
}

expr_id value_of_model_operand (struct body *d, const struct rec_call *c,
                                const struct model_operand *o)
{
  if (o->kind == MODEL_NUMBER)
    return expr_const (&d->s->x, o->u.number);
  if (o->kind == MODEL_PLACE && !o->u.place.derefs)
    return add_model_offset (d, model_base (d, c, &o->u.place), &o->u.place, 0);
  return 0;
}

expr_id handle_of_model_operand (struct body *d, const struct rec_call *c, uint32_t record,
                                 const struct model_operand *o)
{
  if (o->kind != MODEL_PLACE || o->u.place.base != MODEL_ARG || o->u.place.derefs != 1)
    return value_of_model_operand (d, c, o);
  expr_id at = address_of_model_place (d, c, &o->u.place);
  return at ? expr_load (&d->s->x, at, expr_version (&d->s->x, d->f, record, 0),
                         (uint64_t)d->u->r.pointer_bits)
            : 0;
}

/* The bytes of an operand that is a constant size; 0: it is not. */
static uint64_t constant_size (const struct model_operand *o)
{
  return o->kind == MODEL_SIZE && o->u.size->kind == SIZE_PRODUCT && !o->u.size->factors &&
                 !o->u.size->pointers
             ? (uint64_t)o->u.size->bytes
             : 0;
}

/* How many bytes an atomic reads: as many as it returns, where its model does not say. */
static uint64_t atomic_bytes (const struct body *d, const struct rec_call *c,
                              const struct model_operand *size)
{
  uint64_t bytes = constant_size (size);
  uint32_t type = c->r.dst ? d->b->value_types[c->r.dst] : 0;
  return bytes || !type ? bytes : (d->u->types[type].r.bits + 7) / 8;
}

bool atomic_addend (struct body *d, const struct rec_call *c, const struct model_effect *e,
                    int64_t *k)
{
  uint8_t op = e->op[ATOMIC_RMW_OPERATION].u.keyword;
  if ((op != RMW_ADD && op != RMW_SUB) ||
      !expr_is_const (&d->s->x, value_of_model_operand (d, c, &e->op[ATOMIC_RMW_VALUE]), k))
    return false;
  uint64_t bits = 8 * atomic_bytes (d, c, &e->op[ATOMIC_RMW_SIZE]);
  if (!bits && (*k < INT8_MIN || *k > INT8_MAX))
    return false;
  if (bits && bits < 64) {
    uint64_t sign = (uint64_t)1 << (bits - 1), rest = (uint64_t)*k & (2 * sign - 1);
    *k = (int64_t)(rest ^ sign) - (int64_t)sign;
  }
  *k = op == RMW_SUB ? -*k : *k;
  return true;
}

/* What is loaded atomically is a load that is equal to no other. */
static expr_id atomic_result (struct walk *w, const struct model_effect *e,
                              const struct rec_call *c, uint32_t record)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  bool loads = e->kind == EFFECT_ATOMIC_LOAD;
  const struct model_operand *to = &e->op[loads ? (int)ATOMIC_LOAD_TARGET : (int)ATOMIC_RMW_TARGET];
  const struct model_operand *at = &e->op[loads ? (int)ATOMIC_LOAD_MEMORY : (int)ATOMIC_RMW_MEMORY];
  uint64_t bytes =
      atomic_bytes (d, c, &e->op[loads ? (int)ATOMIC_LOAD_SIZE : (int)ATOMIC_RMW_SIZE]);
  if (to->kind != MODEL_NONE || at->kind != MODEL_PLACE || !bytes || bytes > 8)
    return 0;
  uint64_t key = 8 * bytes | LOAD_ATOMIC;
  if (!orders_reads (c, &e->op[loads ? (int)ATOMIC_LOAD_ORDER : (int)ATOMIC_RMW_ORDER]))
    key |= LOAD_RELAXED;
  expr_id old = expr_load (x, address_of_model_place (d, c, &at->u.place),
                           expr_version (x, d->f, record, 0), key);
  if (loads || e->op[ATOMIC_RMW_RESULT].u.keyword == WHICH_OLD)
    return old;
  int64_t k;
  return e->op[ATOMIC_RMW_RESULT].u.keyword == WHICH_NEW && atomic_addend (d, c, e, &k)
             ? expr_add (x, old, k)
             : 0;
}

/* What a call of a modelled function returns; 0: something new. */
static expr_id model_result (struct walk *w, const struct model *m, const struct rec_call *c,
                             uint32_t record)
{
  expr_id result = 0;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    if (e->kind == EFFECT_ALLOCATE || e->kind == EFFECT_REALLOCATE) {
      const struct model_operand *to =
          &e->op[e->kind == EFFECT_ALLOCATE ? (int)ALLOCATE_TARGET : (int)REALLOCATE_TARGET];
      if (to->kind == MODEL_PLACE && to->u.place.base == MODEL_RET && !to->u.place.derefs)
        return expr_fresh (&w->d->s->x, w->d->f, record);
    } else if (e->kind == EFFECT_RETURN) {
      if (result || e->outcome || e->guard)
        return 0;
      result = value_of_model_operand (w->d, c, &e->op[RETURN_VALUE]);
    } else if (e->kind == EFFECT_TEAM_INDEX && is_league (w->d->s, w->d->f)) {
      return expr_const (&w->d->s->x, 0); /* each team has one thread */
    } else if (e->kind == EFFECT_TEAM_INDEX ||
               (e->kind == EFFECT_LEAGUE && e->op[LEAGUE_TARGET].kind != MODEL_NONE &&
                is_league (w->d->s, w->d->f))) {
      w->d->s->asks_member = true;
      return expr_member (&w->d->s->x);
    } else if (e->kind == EFFECT_TEAM_SIZE) {
      w->d->s->asks_member = true;
    } else if (e->kind == EFFECT_ATOMIC_LOAD || e->kind == EFFECT_ATOMIC_RMW) {
      return atomic_result (w, e, c, record);
    } else if (e->kind == EFFECT_KEY_GET || e->kind == EFFECT_SELF) {
      return 0;
    }
  }
  return result;
}

/* Calls */

expr_id instantiated (const struct body *d, uint32_t edge, expr_id e)
{
  return e ? map_get (&d->inst, map_pair (edge, e), 0) : 0;
}

bool callee_may_write (const struct summaries *s, funid callee, setid where)
{
  return s->mod_all[callee] || !where || sets_meet (&s->p->sets, s->mod[callee], where) ||
         values_worlds_written (s->p, where) ||
         values_worlds_written (s->p, s->mod[callee]) & values_worlds_of (s->p, where);
}

/* What code that nobody sees may write, but for what it calls back. */
static setid outside_set (struct pointers *p)
{
  return sets_single (&p->sets, p->objects.v.v[p->world_object[WORLD_OUTSIDE]].first_loc);
}

/* A call whose summary is brought here. */
struct substitution {
  struct walk *w;
  uint32_t edge, record;
  funid callee;
  const struct rec_call *call; /* NULL: */
  const expr_id *actuals;      /* of a deferred call */
  uint32_t n_actuals;
  bool by_name; /* numbers that are computed are called by their own names */
};

static expr_id instantiate (struct substitution *t, expr_id e);

/* How often a signal has been seen, if that is a number of the callee. */
static int64_t count_here (struct substitution *t, int64_t count)
{
  struct body *d = t->w->d;
  uint32_t number = signal_number (count);
  int64_t constant;
  if (!number)
    return count;
  expr_id base = instantiate (t, tuples_numbers (&d->s->numbers, number)[1]);
  return loops_number_here (d, &number, base, &constant) ? constant : signal_count_of (number);
}

/* Whether callers say it as the callee does. */
static bool is_same_for_all (const struct expr *v)
{
  return !(v->flags & (XF_FORMAL | XF_OPAQUE)) &&
         !(v->op == X_SIGNAL && !v->b && signal_number (v->k));
}

/* If E is the new memory that the callee returns, or returns a pointer into: what it is by the name
   that the result has here; else 0. */
static expr_id fresh_here (const struct substitution *t, expr_id e)
{
  struct body *d = t->w->d;
  const struct summary *m = &d->s->of[t->callee];
  int64_t offset;
  if (!m->fresh_result || !m->result || !t->call || expr_base (&d->s->x, m->result, &offset) != e)
    return 0;
  return expr_add (&d->s->x, expr_fresh (&d->s->x, d->f, t->record), -offset);
}

/* An actual whose depth leaves little room for what the callee makes of it. */
static bool is_deep_number (const struct body *d, const struct operand *actual)
{
  enum { SHALLOW = 4 };
  expr_id e = actual->kind == OPND_VALUE ? d->value[actual->value] : 0;
  const struct expr *v = expr_get (&d->s->x, e);
  return (v->op == X_OP || v->op == X_CONVERT) && v->depth > SHALLOW;
}

static expr_id actual_of_call (const struct substitution *t, uint32_t formal)
{
  struct body *d = t->w->d;
  if (formal >= t->call->args.n)
    return 0;
  const struct operand *actual = &t->call->args.v[formal];
  return t->by_name && is_deep_number (d, actual) ? expr_value (&d->s->x, d->f, actual->value)
                                                  : value_of_operand (d, actual);
}

static expr_id instantiate (struct substitution *t, expr_id e)
{
  struct body *d = t->w->d;
  struct exprs *x = &d->s->x;
  if (!e)
    return 0;
  struct expr v = *expr_get (x, e);
  if (is_same_for_all (&v))
    return e;
  const uint32_t *known = map_find (&d->inst, map_pair (t->edge, e));
  if (known)
    return *known;
  expr_id r = 0;
  switch ((enum expr_op)v.op) {
  case X_NONE:
  case X_CONST:
  case X_OBJECT:
  case X_TOKEN:
  case X_MEMBER:
  case X_CLAIM:
    r = e;
    break;
  case X_FORMAL:
    if (t->call)
      r = actual_of_call (t, v.a);
    else
      r = v.a < t->n_actuals ? t->actuals[v.a] : 0;
    break;
  case X_FRESH:
  case X_VALUE:
    r = fresh_here (t, e);
    if (r)
      break;
    r = expr_at (x, e, expr_version (x, d->f, t->record, 0));
    break;
  case X_AT:
    r = fresh_here (t, e);
    if (r)
      break;
    r = expr_at (x, v.a, expr_version (x, d->f, t->record, v.b));
    break;
  case X_LOAD: {
    expr_id address = instantiate (t, v.a);
    setid where = expr_points (x, t->callee, v.a);
    if ((uint64_t)v.k & LOAD_ATOMIC || callee_may_write (d->s, t->callee, where))
      r = expr_load (x, address, expr_version (x, d->f, t->record, v.b), (uint64_t)v.k);
    else
      r = values_load (t->w, address, (uint64_t)v.k, t->record, expr_points (x, d->f, address),
                       false);
    break;
  }
  case X_REACHED: {
    r = fresh_here (t, e);
    if (r)
      break;
    expr_id from = instantiate (t, v.a);
    r = expr_reached (x, from, expr_version (x, d->f, t->record, v.b), v.code);
    if (!r)
      r = expr_at (x, expr_unreached (x, e), expr_version (x, d->f, t->record, v.b));
    break;
  }
  case X_SIGNAL:
    r = v.b ? expr_turn (x, v.code, instantiate (t, v.a), instantiate (t, v.b))
            : expr_signal (x, v.code, instantiate (t, v.a), count_here (t, v.k));
    break;
  case X_ADD:
    r = expr_add (x, instantiate (t, v.a), v.k);
    break;
  case X_INDEX:
    r = expr_index (x, instantiate (t, v.a), instantiate (t, v.b), v.k);
    break;
  case X_OP:
    r = expr_binary (x, v.code, instantiate (t, v.a), instantiate (t, v.b));
    break;
  case X_CONVERT:
    r = expr_convert (x, instantiate (t, v.a), (unsigned)(v.k < 0 ? -v.k : v.k), v.k < 0);
    break;
  }
  map_set (&d->inst, map_pair (t->edge, e), r);
  return r;
}

bool calls_are_few (const struct summaries *s, uint32_t first, uint32_t end)
{
  enum { LITTLE = 128 }; /* in the end they bring it to all callers */
  uint32_t all = 0;
  if (end - first <= MOST_TARGETS)
    return true;
  if (end - first > MORE_TARGETS)
    return false;
  for (uint32_t i = first; i < end && all <= LITTLE; i++) {
    const struct call_edge *c = &s->p->calls.v[i];
    if (c->kind == CALL_NOW && is_known_before (s, c->callee, c->caller))
      all += s->of[c->callee].n_opened;
  }
  return all <= LITTLE;
}

bool call_is_instantiated (const struct summaries *s, const struct call_edge *c)
{
  uint32_t first, end;
  if (c->kind != CALL_NOW || !s->of[c->callee].known || !is_known_before (s, c->callee, c->caller))
    return false;
  calls_beside (s->p, (uint32_t)(c - s->p->calls.v), MORE_TARGETS, &first, &end);
  if (!calls_are_few (s, first, end))
    return false;
  /* What a library calls back gets arguments of the library's choice. */
  for (uint32_t i = first; i < end; i++)
    if (s->p->calls.v[i].kind == CALL_NOW && s->p->models[s->p->calls.v[i].callee])
      return false;
  return true;
}

uint32_t deferred_edge (struct summaries *s, uint32_t edge, uint32_t item, funid callee)
{
  uint32_t key[] = {edge, item, callee};
  return DEFERRED_EDGE | tuples_intern (&s->deferred, key, 3);
}

enum { DEEPEST_DEFERRED = 3 };

/* Whether some export of the callee is nothing any more, which formals may be to blame for. */
static bool bring_exports (struct substitution *t)
{
  struct body *d = t->w->d;
  struct summaries *s = d->s;
  uint32_t n_exports, first = summary_exports (s, t->callee, &n_exports);
  bool lost = false;
  for (uint32_t k = first; k < first + n_exports; k++) {
    expr_id e = s->exports.v[k];
    if (is_same_for_all (expr_get (&s->x, e)))
      map_set (&d->inst, map_pair (t->edge, e), e);
    else
      lost |= !instantiate (t, e) && expr_get (&s->x, e)->flags & XF_FORMAL;
  }
  return lost;
}

static bool has_deep_number (const struct substitution *t)
{
  bool has = false;
  for (uint32_t i = 0; t->call && !has && i < t->call->args.n; i++)
    has = is_deep_number (t->w->d, &t->call->args.v[i]);
  return has;
}

/* Instantiates all that a summary exports, and what is called there through formals that are
   concrete here.  Where the numbers of the caller make that too deep their names do: what the
   callee finds by them, a lock and what it protects, can still be compared. */
static void bring (struct substitution *t, int depth)
{
  struct body *d = t->w->d;
  struct summaries *s = d->s;
  uint32_t known = map_size (&d->inst);
  if (bring_exports (t) && has_deep_number (t)) {
    map_cut (&d->inst, known);
    t->by_name = true;
    bring_exports (t);
  }
  const struct summary *m = &s->of[t->callee];
  for (uint32_t n_open = 0; depth && n_open < m->n_opened; n_open++) {
    uint32_t k = s->opened.v[m->first_opened + n_open];
    if (s->items.v[k].kind != ITEM_CALL)
      continue;
    const struct item i = s->items.v[k];
    funid targets[MOST_TARGETS];
    uint32_t n = deferred_targets (s, d->f, instantiated (d, t->edge, i.e[0]), &i, targets);
    expr_id actuals[ITEM_EXPRS - 1];
    for (int j = 1; j < ITEM_EXPRS; j++)
      actuals[j - 1] = instantiated (d, t->edge, i.e[j]);
    for (uint32_t j = 0; j < n; j++) {
      struct substitution inner = {t->w,           deferred_edge (s, t->edge, k, targets[j]),
                                   t->record,      targets[j],
                                   NULL,           actuals,
                                   ITEM_EXPRS - 1, false};
      summaries_note (s, NOTE_BROUGHT, targets[j]);
      if (can_bring (s, d->f, targets[j]))
        bring (&inner, depth - 1);
    }
  }
}

static expr_id result_of_call (struct walk *w, uint32_t edge, const struct rec_call *c,
                               uint32_t record)
{
  struct body *d = w->d;
  const struct call_edge *call = &d->s->p->calls.v[edge];
  const struct model *m = d->s->p->models[call->callee];
  if (m)
    return model_result (w, m, c, record);
  if (!call_is_instantiated (d->s, call))
    return 0;
  const struct summary *s = &d->s->of[call->callee];
  return s->fresh_result ? expr_fresh (&d->s->x, d->f, record) : instantiated (d, edge, s->result);
}

/* What a task gets is a copy that the library makes for it: of what.  0: it is none. */
static expr_id copied_argument (struct body *d, const struct model *m, const struct rec_call *c,
                                const struct model_operand *argument)
{
  if (argument->kind != MODEL_PLACE || argument->u.place.base != MODEL_LOCAL)
    return 0;
  for (uint32_t i = 0; i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_COPY && m->effects[i].op[COPY_FROM].kind == MODEL_PLACE &&
        m->effects[i].op[COPY_TO].kind == MODEL_PLACE &&
        m->effects[i].op[COPY_TO].u.place.base == MODEL_LOCAL)
      return address_of_model_place (d, c, &m->effects[i].op[COPY_FROM].u.place);
  return 0;
}

uint32_t formal_of_fork (const struct model_call *call)
{
  uint32_t formal = 0;
  for (uint32_t i = 1; i < call->n_args && i < MOST_FORMALS; i++)
    if (call->args[i].kind == MODEL_PLACE && !call->args[i].u.place.derefs)
      formal = i;
  return formal;
}

expr_id argument_of_fork (struct body *d, const struct rec_call *c, uint32_t record,
                          const struct model *m, const struct model_call *call)
{
  if (!call->n_args)
    return 0;
  const struct model_operand *argument = &call->args[formal_of_fork (call)];
  return copied_argument (d, m, c, argument) ? expr_fresh (&d->s->x, d->f, record)
                                             : value_of_model_operand (d, c, argument);
}

/* Whether a global variable holds a number that the function has computed. */
static bool is_number_in_variable (const struct body *d, const struct content *t)
{
  const struct exprs *x = &d->s->x;
  const struct expr *at = expr_get (x, t->address), *v = expr_get (x, t->value);
  uint32_t type = v->op == X_VALUE && v->a == d->f ? d->b->value_types[v->b] : 0;
  return at->op == X_OBJECT && d->s->p->objects.v.v[at->a].kind == OBJECT_GLOBAL && type &&
         d->u->types[type].r.kind == TK_INTEGER;
}

/* Keeps what is known of memory, for a thread that is created at the record: it must have stayed
   until then. */
static void add_snapshot (struct body *d, uint32_t record, uint32_t number, uint32_t item,
                          expr_id at, const struct content *t)
{
  vec_push (&d->snapshots, (struct snapshot){record, number, item, {at, t->value, t->key}});
  values_rest_on (d, t);
  if (t->source != INVARIANT)
    vec_push (&d->reuses, (struct reuse){record, t->source, t->address, t->where, 1 + number});
}

/* Keeps what is known of the memory that a new thread is given. */
static void take_snapshot (struct walk *w, const struct model *m, const struct rec_call *c,
                           uint32_t record)
{
  struct body *d = w->d;
  uint32_t n = 0;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_operand *call = &m->effects[i].op[FORK_CALL];
    if (m->effects[i].kind != EFFECT_FORK || !call->u.call->n_args)
      continue;
    expr_id copied = copied_argument (d, m, c, &call->u.call->args[formal_of_fork (call->u.call)]);
    expr_id given = argument_of_fork (d, c, record, m, call->u.call);
    expr_id root = expr_root (&d->s->x, copied ? copied : given);
    for (uint32_t k = 0; root && k < w->now.n && n < MOST_MEMORY; k++) {
      const struct content *t = &w->now.v[k];
      if (expr_root (&d->s->x, t->address) != root ||
          map_find (&d->s->broken, broken_memory (d->f, record, n++)))
        continue;
      expr_id at = copied ? expr_replace (&d->s->x, t->address, copied, given) : t->address;
      add_snapshot (d, record, n - 1, 0, at, t);
    }
  }
  /* Threads that a loop creates may look how many they are. */
  for (uint32_t k = 0;
       d->flow.in_cycle[d->flow.block_of[record]] && k < w->now.n && n < MOST_MEMORY; k++) {
    const struct content *t = &w->now.v[k];
    if (is_number_in_variable (d, t) &&
        !map_find (&d->s->broken, broken_memory (d->f, record, n++)))
      add_snapshot (d, record, n - 1, 0, t->address, t);
  }
}

static bool has_memory (const struct item *fork)
{
  for (int k = 0; k < MOST_MEMORY; k++)
    if (fork->memory[k].at)
      return true;
  return false;
}

/* Whether what is known of the memory tells which function is called. */
static bool knows_function (struct walk *w, expr_id root)
{
  struct body *d = w->d;
  const struct objects *o = &d->s->p->objects;
  for (uint32_t k = 0; root && k < w->now.n; k++) {
    const struct content *t = &w->now.v[k];
    if (expr_root (&d->s->x, t->address) != root)
      continue;
    struct set_iter i = sets_each (&d->s->p->sets, expr_points (&d->s->x, d->f, t->value));
    if (set_next (&i) && o->v.v[loc_object (o, i.x)].kind == OBJECT_FUNCTION)
      return true;
  }
  return false;
}

/* The same for the threads that a callee creates, if it leaves that memory as it is.  What comes from
   the callers of this function makes them different threads for each of these: only if one that it
   starts calls what is there. */
static void take_snapshots_for (struct walk *w, uint32_t edge, uint32_t record)
{
  struct body *d = w->d;
  struct summaries *s = d->s;
  funid callee = s->p->calls.v[edge].callee;
  const struct summary *m = &s->of[callee];
  for (uint32_t j = m->first_thread; m->creates && j < m->first_thread + m->n_threads; j++) {
    uint32_t i = s->forks.v[j];
    const struct item *fork = &s->items.v[i], *core = item_core (s, fork);
    if (fork->kind != ITEM_FORK || !fork->open || has_memory (fork))
      continue;
    expr_id root = expr_root (&s->x, instantiated (d, edge, fork->e[2]));
    bool tells = knows_function (w, root);
    for (uint32_t k = 0, n = 0; root && k < w->now.n && n < MOST_MEMORY; k++) {
      const struct content *t = &w->now.v[k];
      if (expr_root (&s->x, t->address) != root || !(tells || !expr_has_formal (&s->x, t->value)) ||
          callee_may_write (s, callee, expr_points (&s->x, d->f, t->address)))
        continue;
      if (!map_find (&s->broken, broken_memory (d->f, record, n)) &&
          !map_find (&s->broken, broken_memory (core->function, core->record, n)))
        add_snapshot (d, record, n, i, t->address, t);
      n++;
    }
  }
}

/* Keeps the table by which a task waits for others, as offsets. */
static void take_table (struct walk *w, const struct model *m, const struct rec_call *c,
                        uint32_t record)
{
  struct body *d = w->d;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_operand *o = &m->effects[i].op[TASK_DEPEND_TABLE];
    if (m->effects[i].kind != EFFECT_TASK_DEPEND || o->kind != MODEL_PLACE)
      continue;
    int64_t from, at;
    expr_id table = expr_base (&d->s->x, address_of_model_place (d, c, &o->u.place), &from);
    for (uint32_t k = 0; table && k < w->now.n; k++)
      if (expr_base (&d->s->x, w->now.v[k].address, &at) == table) {
        expr_id offset = expr_const (&d->s->x, at - from);
        values_rest_on (d, &w->now.v[k]);
        vec_push (&d->tables, (struct snapshot){record, 0, 0, {offset, w->now.v[k].value, 0}});
      }
  }
}

/* Keeps what a compare and exchange expects, if that is in memory. */
static void note_expected (struct walk *w, const struct model *m, const struct rec_call *c,
                           uint32_t record)
{
  struct body *d = w->d;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_operand *o = &m->effects[i].op[ATOMIC_CAS_EXPECTED];
    if (m->effects[i].kind != EFFECT_ATOMIC_CAS || o->kind != MODEL_PLACE || !o->u.place.derefs)
      continue;
    const struct model_operand *size = &m->effects[i].op[ATOMIC_CAS_SIZE];
    uint64_t bytes =
        size->kind == MODEL_SIZE && size->u.size->kind == SIZE_PRODUCT && !size->u.size->factors
            ? (uint64_t)size->u.size->bytes
            : 0;
    map_set (&d->expected, record,
             values_known (w, address_of_model_place (d, c, &o->u.place), 8 * bytes));
  }
}

/* Whether others may run meanwhile whom a lock had kept out, or who looks at variables. */
static bool lets_others_run (struct body *d, uint32_t record)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  expr_id lock;
  calls_of_record (p, d->f, record, &first, &end);
  bool lets = first == end;
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    lets |= !m || model_has (m, EFFECT_FORK) || model_has (m, EFFECT_CALL);
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      lets |= effect_releases (d, record, &m->effects[i], &lock);
  }
  return lets;
}

/* Whether the address is in a variable of the function. */
static bool is_in_local (const struct body *d, expr_id address)
{
  const struct expr *v = expr_get (&d->s->x, expr_root (&d->s->x, address));
  return v->op == X_OBJECT && d->s->p->objects.v.v[v->a].kind == OBJECT_LOCAL;
}

/* What the callee has left in memory. */
static void know_left (struct walk *w, uint32_t edge, uint32_t record, const struct rec_call *c)
{
  struct body *d = w->d;
  funid callee = d->s->p->calls.v[edge].callee;
  struct substitution t = {w, edge, record, callee, c, NULL, 0, false};
  if (map_find (&d->s->broken, map_pair (d->f, record)))
    return;
  for (int i = 0; i < MOST_LEFT && d->s->of[callee].leaves[i].at; i++) {
    const struct memory m = d->s->of[callee].leaves[i];
    expr_id at = instantiate (&t, m.at), value = instantiate (&t, m.value);
    if (expr_is_fresh (&d->s->x, expr_root (&d->s->x, value)) && !is_in_local (d, at))
      value = 0; /* that it was found there says more of whose it is */
    setid where = at ? expr_points (&d->s->x, d->f, at) : SETS_EMPTY;
    uint64_t bits = (m.key & UINT32_MAX) + (m.key >> 32);
    /* Two of these may be in one place: then the last counts, which nobody knows. */
    values_forget_written (w, at, where, (bits + 7) / 8);
    if (at && value)
      values_know (w, at, m.key, value, record, where);
  }
}

const struct given *call_given (const struct body *d, uint32_t record)
{
  const struct pointers *p = d->s->p;
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  uint32_t first, end;
  if (c->r.kind != REC_call)
    return NULL;
  calls_of_record (p, d->f, record, &first, &end);
  const struct given *g = end - first == 1 && call_is_instantiated (d->s, &p->calls.v[first])
                              ? &d->s->of[p->calls.v[first].callee].given
                              : NULL;
  return g && g->formal && g->formal <= c->args.n ? g : NULL;
}

/* The callee has stored memory where a parameter points to, that the caller has now. */
void values_know_given (struct walk *w, uint32_t record)
{
  struct body *d = w->d;
  const struct given *g = call_given (d, record);
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  expr_id at = g ? value_of_operand (d, &c->args.v[g->formal - 1]) : 0;
  at = at ? expr_add (&d->s->x, at, g->offset) : 0;
  setid where = at ? expr_points (&d->s->x, d->f, at) : SETS_EMPTY, points = SETS_EMPTY;
  for (struct set_iter i = sets_each (&d->s->p->sets, where); set_next (&i);)
    points = sets_union (&d->s->p->sets, points, points_of_content (d->s->p, i.x));
  if (!points)
    return;
  expr_id e = expr_given (&d->s->x, d->f, record, points);
  map_set (&d->given, record, e);
  values_forget_written (w, at, where, d->u->r.pointer_bits / 8);
  values_know (w, at, d->u->r.pointer_bits, e, record, where);
}

/* What a modelled function has stored. */
static void know_stored (struct walk *w, const struct model *m, uint32_t record,
                         const struct rec_call *c)
{
  struct body *d = w->d;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    if (e->kind != EFFECT_STORE || e->outcome || e->guard ||
        e->op[STORE_MEMORY].kind != MODEL_PLACE)
      continue;
    expr_id at = address_of_model_place (d, c, &e->op[STORE_MEMORY].u.place);
    expr_id value = value_of_model_operand (d, c, &e->op[STORE_VALUE]);
    if (at && value)
      values_know (w, at, d->u->r.pointer_bits, value, record, expr_points (&d->s->x, d->f, at));
  }
}

static void know_left_and_given (struct walk *w, uint32_t edge, uint32_t record,
                                 const struct rec_call *c)
{
  const struct given *g = call_given (w->d, record);
  know_left (w, edge, record, c);
  if (g && !g->n_without)
    values_know_given (w, record);
}

void values_walk_call (struct walk *w, uint32_t record)
{
  struct body *d = w->d;
  struct pointers *p = d->s->p;
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  uint32_t first, end;
  expr_id result = 0;
  bool one = true, any = false, lets = d->s->invariants.n && lets_others_run (d, record);
  calls_of_record (p, d->f, record, &first, &end);
  bool few = calls_are_few (d->s, first, end);
  if (lets)
    values_check_invariants (w);
  for (uint32_t i = first; i < end; i++) {
    const struct call_edge *call = &p->calls.v[i];
    if (call->kind != CALL_NOW)
      continue;
    if (few && call_is_instantiated (d->s, call)) {
      struct substitution t = {w, i, record, call->callee, c, NULL, 0, false};
      bring (&t, DEEPEST_DEFERRED);
      if (end - first == 1)
        take_snapshots_for (w, i, record);
    }
    const struct model *m = p->models[call->callee];
    if (m && model_has (m, EFFECT_ATOMIC_CAS))
      note_expected (w, m, c, record);
    if (m && model_has (m, EFFECT_TASK_DEPEND))
      take_table (w, m, c, record);
    if (m && model_has (m, EFFECT_FORK) && !map_find (&d->s->broken, map_pair (d->f, record)))
      take_snapshot (w, m, c, record);
    expr_id r = c->r.dst && (few || m) ? result_of_call (w, i, c, record) : 0;
    one &= !any || r == result;
    any = true;
    result = r;
  }
  for (uint32_t i = first; i < end && w->now.n; i++) {
    funid callee = p->calls.v[i].callee;
    if (few && p->calls.v[i].kind == CALL_NOW && call_is_instantiated (d->s, &p->calls.v[i]))
      values_forget_call (w, callee, c);
    else if (p->calls.v[i].kind == CALL_NOW && p->objects.program->functions[callee].body &&
             !p->models[callee])
      values_forget_set (w, d->s->mod[callee], d->s->mod_all[callee]);
    else if (p->calls.v[i].kind == CALL_NOW && calls_unseen (p, callee))
      values_forget_set (w, sets_union (&p->sets, outside_set (p), d->s->mod[callee]),
                         d->s->mod_all[callee]);
  }
  const struct effects *effects = d->s->effects;
  for (uint32_t i = effects_at (effects, d->f, record);
       i < effects->first[d->f + 1] && effects->v.v[i].record == record; i++)
    if (effect_writes (&effects->v.v[i]))
      values_forget_written (w, 0, effects->v.v[i].where, effects->v.v[i].bytes);
  if (first == end)
    values_forget_set (w, SETS_EMPTY, true); /* into a world, or nobody knows where */
  else if (end - first == 1 && call_is_instantiated (d->s, &p->calls.v[first]))
    know_left_and_given (w, first, record, c);
  else if (end - first == 1 && p->models[p->calls.v[first].callee])
    know_stored (w, p->models[p->calls.v[first].callee], record, c);
  if (lets)
    values_assume_invariants (w);
  if (c->r.dst)
    d->value[c->r.dst] = one && result ? result : expr_value (&d->s->x, d->f, c->r.dst);
}
