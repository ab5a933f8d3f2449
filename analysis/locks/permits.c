/* Permits: found by how words and semaphores are used, checked where all of the program is known.
 */

#include "permits.h"
#include "least.h"
#include "signals.h"
#include "summaries-internal.h"
#include "verdicts.h"

#include <pthread.h>

/* Pseudo functions in `broken'. */
enum {
  BROKEN_PERMIT = INT32_MAX,     /* location: none */
  BROKEN_JOINED = INT32_MAX - 1, /* location: 1 + the one that it is handed on with */
  BROKEN_APART = INT32_MAX - 2   /* location: not that either */
};

static const struct model_outcome found_zero = {.n = 1, .alternatives = {{RELATION_EQ, 0}}};
static const struct model_outcome chosen = {
    .n = 1, .alternatives = {{RELATION_EQ, PTHREAD_BARRIER_SERIAL_THREAD}}};
static const struct model_outcome found_other = {.n = 1, .alternatives = {{RELATION_NE, 0}}};

/* What an effect does */

static bool constant_of (const struct function *b, const struct rec_call *c,
                         const struct model_operand *o, int64_t *k)
{
  if (o->kind == MODEL_NUMBER) {
    *k = o->u.number;
    return true;
  }
  return o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG && !o->u.place.derefs &&
         o->u.place.number < c->args.n && constant_operand (b, &c->args.v[o->u.place.number], k);
}

/* Orders as __ATOMIC_RELAXED and so on. */
static bool order_is (const struct function *b, const struct rec_call *c,
                      const struct model_operand *o, enum permit_use use)
{
  enum { CONSUME = 1, ACQUIRE, RELEASE };
  int64_t order = 0;
  if (!constant_of (b, c, o, &order))
    return false;
  return use == PERMIT_GIVE ? order >= RELEASE : order >= CONSUME && order != RELEASE;
}

/* The same, or 1 for a number that is not known but certainly none of 0 and below. */
static bool number_of (const struct summaries *s, funid f, uint32_t record,
                       const struct model_operand *o, int64_t *k)
{
  const struct function *b = s->p->objects.program->functions[f].body;
  if (constant_of (b, (const struct rec_call *)b->records[record], o, k))
    return true;
  *k = 1;
  return map_find (&s->numbers_taken, map_pair (f, record));
}

/* Whether it may be so that the call takes a word by a number that is no constant. */
static bool takes_number (const struct summaries *s, funid f, const struct rec_call *c,
                          const struct model_effect *e)
{
  const struct function *b = s->p->objects.program->functions[f].body;
  const struct model_operand *o = e->kind == EFFECT_ATOMIC_CAS   ? &e->op[ATOMIC_CAS_DESIRED]
                                  : e->kind == EFFECT_ATOMIC_RMW ? &e->op[ATOMIC_RMW_VALUE]
                                                                 : NULL;
  int64_t k;
  return o && o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG && !o->u.place.derefs &&
         o->u.place.number < c->args.n && !constant_of (b, c, o, &k) &&
         least_value (s, f, &c->args.v[o->u.place.number]) > 0;
}

struct permit_op permit_op_of (const struct summaries *s, funid f, uint32_t record,
                               const struct model_effect *e)
{
  const struct function *b = s->p->objects.program->functions[f].body;
  const struct rec_call *c = (const struct rec_call *)b->records[record];
  struct permit_op r = {0};
  int64_t k, old = 0;
  switch (e->kind) {
  case EFFECT_ATOMIC_STORE:
    r.place = &e->op[ATOMIC_STORE_MEMORY];
    r.use = constant_of (b, c, &e->op[ATOMIC_STORE_VALUE], &k) && !k ? PERMIT_GIVE : PERMIT_OTHER;
    r.ordered = order_is (b, c, &e->op[ATOMIC_STORE_ORDER], PERMIT_GIVE);
    break;
  case EFFECT_ATOMIC_RMW:
    r.place = &e->op[ATOMIC_RMW_MEMORY];
    r.use = PERMIT_OTHER;
    if (e->op[ATOMIC_RMW_OPERATION].u.keyword != RMW_EXCHANGE ||
        e->op[ATOMIC_RMW_RESULT].u.keyword != WHICH_OLD ||
        !number_of (s, f, record, &e->op[ATOMIC_RMW_VALUE], &k))
      break;
    r.use = k ? PERMIT_TAKE : PERMIT_GIVE;
    r.ordered = order_is (b, c, &e->op[ATOMIC_RMW_ORDER], r.use);
    r.on = &found_zero;
    break;
  case EFFECT_ATOMIC_CAS:
    r.place = &e->op[ATOMIC_CAS_MEMORY];
    r.use = PERMIT_OTHER;
    if (!number_of (s, f, record, &e->op[ATOMIC_CAS_DESIRED], &k))
      break;
    if (e->op[ATOMIC_CAS_EXPECTED].kind == MODEL_PLACE && e->op[ATOMIC_CAS_EXPECTED].u.place.derefs)
      r.old = &e->op[ATOMIC_CAS_EXPECTED];
    else if (!constant_of (b, c, &e->op[ATOMIC_CAS_EXPECTED], &old))
      break;
    if (k && old)
      break;
    r.use = k ? PERMIT_TAKE : PERMIT_GIVE;
    r.ordered = order_is (b, c, &e->op[ATOMIC_CAS_ORDER], r.use);
    r.on = e->op[ATOMIC_CAS_RESULT].u.keyword == WHICH_SUCCESS ? &found_other : &found_zero;
    break;
  case EFFECT_SEM_WAIT:
    r = (struct permit_op){PERMIT_TAKE, true, &e->op[SEM_WAIT_SEM], e->outcome, NULL};
    break;
  case EFFECT_SEM_POST:
    r = (struct permit_op){PERMIT_GIVE, true, &e->op[SEM_POST_SEM], NULL, NULL};
    break;
  case EFFECT_BARRIER_WAIT:
    if (c->r.dst && e->op[BARRIER_WAIT_TEAM].u.keyword == TEAM_COUNTED)
      r = (struct permit_op){PERMIT_TAKE, true, &e->op[BARRIER_WAIT_BARRIER], &chosen, NULL};
    break;
  default:
    break;
  }
  return r;
}

/* Whether it is about an object of the library, not a word of the program. */
static bool is_semaphore (const struct model_effect *e)
{
  return e->kind == EFFECT_SEM_WAIT || e->kind == EFFECT_SEM_POST || e->kind == EFFECT_BARRIER_WAIT;
}

/* Which there are */

static setid place_points (struct summaries *s, funid f, const struct rec_call *c,
                           const struct model_operand *o)
{
  if (o->kind != MODEL_PLACE || o->u.place.base != MODEL_ARG || o->u.place.derefs != 1 ||
      o->u.place.number >= c->args.n || o->u.place.offsets)
    return SETS_EMPTY;
  return points_of_operand (s->p, f, &c->args.v[o->u.place.number]);
}

static void find_taken (struct summaries *s)
{
  const struct pointers *p = s->p;
  for (uint32_t k = 0; k < p->calls.n; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    if (!m || !call->caller || call->kind != CALL_NOW)
      continue;
    const struct function *b = p->objects.program->functions[call->caller].body;
    const struct rec_call *c = (const struct rec_call *)b->records[call->record];
    for (uint32_t i = 0; c->r.kind == REC_call && i < m->n_effects; i++) {
      if (m->effects[i].kind == EFFECT_ONCE) {
        setid control = place_points (s, call->caller, c, &m->effects[i].op[ONCE_CONTROL]);
        for (struct set_iter j = sets_each (&p->sets, control); set_next (&j);)
          bitset_add (&s->onces, j.x);
      }
      if (takes_number (s, call->caller, c, &m->effects[i]))
        map_set (&s->numbers_taken, map_pair (call->caller, call->record), 1);
      struct permit_op op = permit_op_of (s, call->caller, call->record, &m->effects[i]);
      if (!op.use || (op.use != PERMIT_TAKE && !is_semaphore (&m->effects[i])))
        continue;
      setid at = place_points (s, call->caller, c, op.place);
      for (struct set_iter j = sets_each (&p->sets, at); set_next (&j);) {
        bitset_add (&s->permits, j.x);
        if (is_semaphore (&m->effects[i]))
          bitset_add (m->effects[i].kind == EFFECT_BARRIER_WAIT ? &s->barriers : &s->semaphores,
                      j.x);
      }
    }
  }
}

/* Whether the access leaves a word a permit: it takes it, gives it back or sets it to 0. */
static bool is_proper (const struct summaries *s, const struct effect *e)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  const struct record *r = b->records[e->record];
  uint32_t first, end;
  int64_t k;
  if (r->kind == REC_clear || e->mode == MODE_FREE)
    return true;
  if (r->kind != REC_call)
    return stored_constant (s, e, &k) && !k;
  calls_of_record (s->p, e->function, e->record, &first, &end);
  for (uint32_t i = first; i < end; i++) {
    const struct model *m = s->p->models[s->p->calls.v[i].callee];
    for (uint32_t n = 0; m && n < m->n_effects; n++) {
      const struct model_effect *f = &m->effects[n];
      struct permit_op op = permit_op_of (s, e->function, e->record, f);
      if (op.use && &op.place->u.place == e->place)
        return op.use == PERMIT_TAKE || (op.use == PERMIT_GIVE && op.ordered);
      if (f->kind == EFFECT_FILL && &f->op[FILL_MEMORY].u.place == e->place)
        return constant_of (b, (const struct rec_call *)r, &f->op[FILL_VALUE], &k) && !k;
    }
  }
  return false;
}

static bool may_be_permit (const struct summaries *s, loc_id l)
{
  const struct objects *o = &s->p->objects;
  object_id object = loc_object (o, l);
  return loc_get (o, l)->offset > OFFSET_EVERYTHING && !is_in_world (s->p, WORLD_OUTSIDE, object) &&
         !is_in_world (s->p, WORLD_POOL, object) &&
         (o->v.v[object].kind != OBJECT_GLOBAL || bitset_has (&s->semaphores, l) ||
          bitset_has (&s->barriers, l) || starts_as_zero (s->p, object, loc_get (o, l)->offset));
}

/* The value that calls with constants give a semaphore: 1 + it; UINT32_MAX: several. */
static void note_start (struct summaries *s, struct map *starts, const struct call_edge *call)
{
  const struct pointers *p = s->p;
  const struct model *m = p->models[call->callee];
  const struct function *b = p->objects.program->functions[call->caller].body;
  const struct rec_call *c = (const struct rec_call *)b->records[call->record];
  int64_t k;
  for (uint32_t i = 0; c->r.kind == REC_call && i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    if (e->kind != EFFECT_INIT || e->op[INIT_CLASS].u.keyword != LOCK_SEM ||
        !constant_of (b, c, &e->op[INIT_VALUE], &k))
      continue;
    setid at = place_points (s, call->caller, c, &e->op[INIT_LOCK]);
    for (struct set_iter j = sets_each (&p->sets, at); set_next (&j);) {
      uint32_t *known = map_at (starts, j.x);
      uint32_t now = k >= 0 && k < UINT32_MAX - 1 ? (uint32_t)k + 1 : UINT32_MAX;
      *known = !*known || *known == now ? now : UINT32_MAX;
    }
  }
}

/* Adds START, 1 + a value, or 0 or UINT32_MAX if that is unknown, to a sum. */
static void add_start (struct map *sums, loc_id l, uint32_t start)
{
  uint32_t *sum = map_at (sums, l);
  *sum = !start || start == UINT32_MAX || *sum == UINT32_MAX ? UINT32_MAX : *sum + start - 1;
}

/* Semaphores that are known not to start as one permit. */
static void find_wrong_starts (struct summaries *s)
{
  const struct pointers *p = s->p;
  struct map starts = {0}, sums = {0};
  for (uint32_t k = 0; k < p->calls.n; k++)
    if (p->calls.v[k].caller && p->models[p->calls.v[k].callee] &&
        model_has (p->models[p->calls.v[k].callee], EFFECT_INIT))
      note_start (s, &starts, &p->calls.v[k]);
  for (uint64_t l = bitset_next (&s->semaphores, 1); l != BITSET_END;
       l = bitset_next (&s->semaphores, l + 1))
    add_start (&sums, map_get (&s->permit_of, l, (uint32_t)l), map_get (&starts, l, 0));
  for (uint64_t l = bitset_next (&s->semaphores, 1); l != BITSET_END;
       l = bitset_next (&s->semaphores, l + 1)) {
    uint32_t sum = map_get (&sums, map_get (&s->permit_of, l, (uint32_t)l), 0);
    if (sum != 1 && sum != UINT32_MAX)
      bitset_remove (&s->permits, l);
  }
  map_free (&starts);
  map_free (&sums);
}

/* Variables that say whether something was done once: those that threads set back, and those that
   nobody does. */
static void find_rearmed (struct summaries *s)
{
  const struct objects *o = &s->p->objects;
  for (uint64_t l = bitset_next (&s->onces, 1); l != BITSET_END; l = bitset_next (&s->onces, l + 1))
    if (o->v.v[loc_object (o, (loc_id)l)].kind == OBJECT_GLOBAL &&
        loc_get (o, (loc_id)l)->offset > OFFSET_EVERYTHING &&
        !is_in_world (s->p, WORLD_OUTSIDE, loc_object (o, (loc_id)l)))
      bitset_add (&s->done, l);
  for (uint32_t k = 0; s->onces.words.n && k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (!effect_changes (e))
      continue;
    bool by_threads = !only_main_calls (s->filter, o->program, e->function);
    for (struct set_iter i = sets_each (&s->p->sets, effect_locations (s->p, e)); set_next (&i);)
      if (bitset_has (&s->onces, i.x) && o->v.v[loc_object (o, i.x)].kind == OBJECT_GLOBAL) {
        bitset_remove (&s->done, i.x);
        if (by_threads)
          bitset_add (&s->rearmed, i.x);
      }
  }
}

bool may_be_rearmed (struct summaries *s, funid f, expr_id control)
{
  setid at = s->rearmed.words.n ? expr_points (&s->x, f, control) : SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);)
    if (bitset_has (&s->rearmed, i.x))
      return true;
  return false;
}

void permits_find (struct summaries *s)
{
  find_taken (s);
  find_rearmed (s);
  if (!bitset_count (&s->permits))
    return;
  bitset_unite (&s->no_permits, &s->permits);
  if (!proves_by (s->p, PROOF_WORD)) {
    bitset_free (&s->permits);
    return;
  }
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (!effect_writes (e))
      continue;
    setid set = effect_locations (s->p, e);
    for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);)
      if (bitset_has (&s->permits, i.x) && !bitset_has (&s->semaphores, i.x) &&
          !bitset_has (&s->barriers, i.x) && !is_proper (s, e))
        bitset_remove (&s->permits, i.x);
  }
  for (uint64_t l = bitset_next (&s->no_permits, 1); l != BITSET_END;
       l = bitset_next (&s->no_permits, l + 1)) {
    uint32_t joined = map_get (&s->broken, map_pair (BROKEN_JOINED, (uint32_t)l), 0);
    joined = map_find (&s->broken, map_pair (BROKEN_APART, (uint32_t)l)) ? 0 : joined;
    if (joined)
      map_set (&s->permit_of, l, joined - 1);
    if (!may_be_permit (s, (loc_id)l) ||
        (!joined && map_find (&s->broken, map_pair (BROKEN_PERMIT, (uint32_t)l))))
      bitset_remove (&s->permits, l);
  }
  find_wrong_starts (s);
  for (uint64_t l = bitset_next (&s->permits, 1); l != BITSET_END;
       l = bitset_next (&s->permits, l + 1))
    bitset_remove (&s->no_permits, l);
}

/* Asking */

bool is_permit (struct summaries *s, funid f, expr_id lock)
{
  setid at = lock && s->permits.words.n ? expr_points (&s->x, f, lock) : SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);)
    if (bitset_has (&s->permits, i.x))
      return true;
  return false;
}

bool is_no_lock (struct summaries *s, funid f, expr_id lock)
{
  if (!s->no_permits.words.n || is_token (s, lock))
    return false;
  setid at = expr_points (&s->x, f, lock);
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);)
    if (bitset_has (&s->no_permits, i.x))
      return true;
  return false;
}

bool is_unnamed_lock (struct summaries *s, funid f, expr_id lock)
{
  uint32_t l;
  return (s->barriers.words.n || s->onces.words.n) && lock && !is_token (s, lock) &&
         sets_is_single (&s->p->sets, expr_points (&s->x, f, lock), &l) &&
         (bitset_has (&s->barriers, l) || bitset_has (&s->onces, l));
}

loc_id permit_location (struct summaries *s, funid f, expr_id lock)
{
  enum { SMALLEST = 4 }; /* arrays of smaller things are a part of the lock */
  const struct objects *o = &s->p->objects;
  struct array_around around[MOST_AROUND];
  uint32_t l;
  if (!lock || !s->permits.words.n || is_token (s, lock) ||
      !sets_is_single (&s->p->sets, expr_points (&s->x, f, lock), &l) ||
      !bitset_has (&s->permits, l))
    return 0;
  for (uint32_t n = arrays_around (o, loc_object (o, l), loc_get (o, l)->offset, around); n-- > 0;)
    if (around[n].element >= SMALLEST)
      return 0;
  return map_get (&s->permit_of, l, l);
}

uint32_t permit_hold (struct summaries *s, funid f, setid held, expr_id lock)
{
  loc_id l = map_size (&s->permit_of) ? permit_location (s, f, lock) : 0;
  for (struct set_iter i = sets_each (&s->sets, held); l && set_next (&i);)
    if (permit_location (s, f, hold_get (s, i.x).lock) == l)
      return i.x;
  return 0;
}

/* Checking */

/* A semaphore whose permit the occurrence has; 0: none. */
static loc_id held_semaphore (const struct contexts *c, const struct occurrence *e)
{
  struct summaries *s = c->t->s;
  const struct item *i = &s->items.v[e->item];
  for (struct set_iter k = sets_each (&s->sets, i->held); set_next (&k);) {
    loc_id l = permit_location (s, i->function, hold_get (s, k.x).lock);
    if (l && bitset_has (&s->semaphores, l))
      return l;
  }
  for (struct set_iter k = sets_each (&c->terms->sets, e->held.exclusive); set_next (&k);) {
    struct term t = term_get (c->terms, k.x);
    loc_id l = t.kind == TERM_ABS ? loc_at (&s->p->objects, t.a, t.d) : 0;
    if (l && bitset_has (&s->semaphores, l))
      return l;
  }
  return 0;
}

static bool has_permit (const struct contexts *c, const struct occurrence *e, expr_id address)
{
  struct summaries *s = c->t->s;
  const struct item *i = &s->items.v[e->item];
  for (struct set_iter k = sets_each (&s->sets, i->held); set_next (&k);)
    if (hold_get (s, k.x).lock == address && hold_get (s, k.x).mode == MODE_EXCLUSIVE)
      return true;
  if (permit_hold (s, i->function, i->held, address))
    return true;
  uint32_t term = term_of_lock (c->terms, i->function, address);
  return term && sets_has (&c->terms->sets, e->held.exclusive, term);
}

/* Whether no other thread may touch the word meanwhile. */
static bool is_alone (const struct verdicts *v, const struct occurrence *e, loc_id l)
{
  const struct sets *sets = &v->c->t->sets;
  for (uint32_t k = verdicts_list (v, l); k; k = verdicts_next (v, k)) {
    const struct access_class *c = verdicts_class (v, k);
    for (struct set_iter i = sets_each (sets, v->c->v.v[e->context].threads); set_next (&i);)
      for (struct set_iter j = sets_each (sets, c->threads); set_next (&j);)
        if (contexts_parallel (v->c, (struct moment){i.x, e->alive, e->ended, e->phases},
                               (struct moment){j.x, c->alive, c->ended, c->phases}))
          return false;
  }
  return true;
}

/* L is no permit.  First it is tried without what it is handed on with: if others stand for it,
   they without it. */
static void break_permit (struct summaries *s, loc_id l, struct map *broken)
{
  if (!bitset_has (&s->permits, l))
    return;
  loc_id first = map_get (&s->permit_of, l, l);
  bool any = first != l;
  if (any)
    map_set (broken, map_pair (BROKEN_APART, l), 1);
  for (uint32_t k = 0; k < map_size (&s->permit_of) && first == l; k++)
    if (map_value (&s->permit_of, k) == first) {
      map_set (broken, map_pair (BROKEN_APART, (uint32_t)map_key (&s->permit_of, k)), 1);
      any = true;
    }
  if (!any)
    map_set (broken, map_pair (BROKEN_PERMIT, l), 1);
}

/* Whether the access takes the word, or tries to. */
static bool takes (const struct summaries *s, const struct effect *e)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  const struct rec_call *c = (const struct rec_call *)b->records[e->record];
  uint32_t first, end;
  calls_of_record (s->p, e->function, e->record, &first, &end);
  for (uint32_t i = first; i < end; i++) {
    const struct model *m = s->p->models[s->p->calls.v[i].callee];
    for (uint32_t n = 0; m && c->r.kind == REC_call && n < m->n_effects; n++) {
      struct permit_op op = permit_op_of (s, e->function, e->record, &m->effects[n]);
      if (op.use == PERMIT_TAKE && &op.place->u.place == e->place)
        return true;
    }
  }
  return false;
}

/* A post by who has the permit of another semaphore: perhaps they hand on one, if it starts without
   any. */
static bool join_semaphores (const struct verdicts *v, const struct occurrence *e,
                             struct map *broken)
{
  const struct contexts *c = v->c;
  struct summaries *s = c->t->s;
  const struct item *i = &s->items.v[e->item];
  loc_id other = has_permit (c, e, i->e[0]) ? 0 : held_semaphore (c, e);
  bool any = false;
  setid at = other ? expr_points (&s->x, i->function, i->e[0]) : SETS_EMPTY;
  for (struct set_iter k = sets_each (&s->p->sets, at); set_next (&k);)
    if (bitset_has (&s->semaphores, k.x) && !bitset_has (&s->permits, k.x) &&
        map_get (&v->signals.starts, k.x, 0) == 1 && /* 1 + its start */
        !map_find (broken, map_pair (BROKEN_APART, k.x)))
      any |= map_add (broken, map_pair (BROKEN_JOINED, k.x), 1 + other);
  return any;
}

static void check_post (const struct contexts *c, const struct occurrence *e, struct map *broken)
{
  struct summaries *s = c->t->s;
  const struct item *i = &s->items.v[e->item];
  if (has_permit (c, e, i->e[0]))
    return;
  setid at = expr_points (&s->x, i->function, i->e[0]);
  for (struct set_iter k = sets_each (&s->p->sets, at); set_next (&k);)
    if (bitset_has (&s->semaphores, k.x))
      break_permit (s, k.x, broken);
}

/* Semaphores whose values are not those of one permit. */
static void check_starts (const struct verdicts *v, struct map *broken)
{
  struct summaries *s = v->c->t->s;
  struct map sums = {0};
  for (uint64_t l = bitset_next (&s->semaphores, 1); l != BITSET_END;
       l = bitset_next (&s->semaphores, l + 1))
    add_start (&sums, map_get (&s->permit_of, l, (uint32_t)l), map_get (&v->signals.starts, l, 0));
  for (uint64_t l = bitset_next (&s->semaphores, 1); l != BITSET_END;
       l = bitset_next (&s->semaphores, l + 1))
    if (map_get (&sums, map_get (&s->permit_of, l, (uint32_t)l), 0) != 1)
      break_permit (s, (loc_id)l, broken);
  map_free (&sums);
}

void permits_check (const struct verdicts *v, struct map *broken)
{
  const struct contexts *c = v->c;
  struct summaries *s = c->t->s;
  if (!bitset_count (&s->permits))
    return;
  bool joined = false;
  for (uint32_t k = 0; k < c->others.n; k++) {
    const struct occurrence e = occurrence_at (c, c->others.v[k]);
    if (s->items.v[e.item].kind == ITEM_SEND)
      joined |= join_semaphores (v, &e, broken);
  }
  if (joined)
    return; /* they are looked at together in the next round */
  check_starts (v, broken);
  for (uint64_t l = bitset_next (&s->barriers, 1); l != BITSET_END;
       l = bitset_next (&s->barriers, l + 1))
    if (!signals_is_barrier (&v->signals, c, (loc_id)l))
      break_permit (s, (loc_id)l, broken);
  for (uint64_t l = bitset_next (&s->spoiled, 1); l != BITSET_END;
       l = bitset_next (&s->spoiled, l + 1))
    break_permit (s, (loc_id)l, broken);
  for (uint32_t k = 0; k < c->occurrences.n; k++) {
    const struct occurrence at_e = occurrence_at (c, k), *e = &at_e;
    const struct item *i = &s->items.v[e->item];
    if (i->kind == ITEM_SEND)
      check_post (c, e, broken); /* or a barrier, which is no semaphore */
    if (i->kind != ITEM_ACCESS)
      continue;
    const struct effect *f = event_effect (v, k);
    if (!effect_writes (f) || f->mode == MODE_FREE)
      continue;
    struct effect here = *f;
    if (i->where)
      here.where = i->where;
    setid at = effect_locations (s->p, &here);
    for (struct set_iter j = sets_each (&s->p->sets, at); set_next (&j);)
      if (bitset_has (&s->permits, j.x) && !bitset_has (&s->semaphores, j.x) &&
          !bitset_has (&s->barriers, j.x) && !takes (s, f) && !has_permit (c, e, i->e[0]) &&
          !is_alone (v, e, j.x))
        break_permit (s, j.x, broken);
  }
}
