/* Operations: what each function does with locks, while it is summarised. */

#include "misuse.h"
#include "items-internal.h"
#include "locks-internal.h"
#include "loops.h"

/* Which lock an effect is about, and what it does with it; false: it is none that can be misused.
 */
static bool operation_of (struct body *d, const struct rec_call *c, const struct model_effect *e,
                          struct operation *o)
{
  static const struct {
    uint8_t effect, use, lock, class;
  } uses[] = {{EFFECT_ACQUIRE, USE_LOCK, ACQUIRE_LOCK, ACQUIRE_CLASS},
              {EFFECT_RELEASE, USE_UNLOCK, RELEASE_LOCK, RELEASE_CLASS},
              {EFFECT_WAIT, USE_WAIT, WAIT_LOCK, WAIT_CLASS},
              {EFFECT_DESTROY, USE_DESTROY, DESTROY_LOCK, DESTROY_CLASS}};
  unsigned i = 0;
  while (i < sizeof uses / sizeof uses[0] && uses[i].effect != e->kind)
    i++;
  if (i == sizeof uses / sizeof uses[0] || e->guard)
    return false;
  const struct model_operand *lock = &e->op[uses[i].lock];
  *o = (struct operation){.use = uses[i].use, .class = (uint8_t)e->op[uses[i].class].u.keyword};
  if (o->class != LOCK_MUTEX && o->class != LOCK_RWLOCK && o->class != LOCK_SPIN &&
      o->class != LOCK_CRITICAL)
    return false;
  if (o->use == USE_LOCK) {
    o->mode = (uint8_t)e->op[ACQUIRE_MODE].u.keyword;
    o->use = e->outcome && !e->outcome->expected ? USE_TRY : USE_LOCK;
  }
  if (e->kind == EFFECT_ACQUIRE || e->kind == EFFECT_RELEASE)
    o->lock = lock_of_effect (d, c, e);
  else if (lock->kind == MODEL_PLACE)
    o->lock = address_of_model_place (d, c, &lock->u.place);
  return o->lock && !is_token (d->s, o->lock);
}

/* Whether LOCK is held, if HELD are, and perhaps locks at MAYBE. */
static enum lock_state state_of (struct body *d, expr_id lock, setid held, setid maybe)
{
  struct summaries *s = d->s;
  if (locks_find_hold (s, held, lock))
    return LOCK_HELD;
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);)
    if (!is_token (s, hold_get (s, i.x).lock) &&
        may_be_same_lock (s, d->f, hold_get (s, i.x).lock, d->f, lock))
      return LOCK_UNKNOWN;
  setid at = maybe ? expr_points (&s->x, d->f, lock) : SETS_EMPTY;
  return maybe && (!at || sets_has (&s->p->sets, maybe, 0) || points_may_meet (s->p, at, maybe))
             ? LOCK_UNKNOWN
             : LOCK_FREE;
}

/* Two ways come together. */
static enum lock_state join_states (enum lock_state a, enum lock_state b)
{
  if (a == b)
    return a;
  return a >= LOCK_SOMETIMES || b >= LOCK_SOMETIMES ? LOCK_SOMETIMES : LOCK_UNKNOWN;
}

static void add_operation (struct body *d, struct operation o)
{
  const struct point *p = &d->point[o.record];
  struct summaries *s = d->s;
  o.function = d->f;
  o.certain &= d->returns.n && loops_is_certain (d, o.record);
  o.facts = sets_union (&s->sets, o.facts, items_facts (d, p->facts));
  vec_push (&s->operations, o);
}

/* Whether some call may return again, with what is held when somebody jumps there: not every way
   behind it is one. */
static bool returns_twice (struct body *d)
{
  for (uint32_t i = 0; !d->knows_twice && i < d->b->n_blocks; i++)
    for (uint32_t k = 0; k < d->b->blocks[i].n_edges; k++)
      d->returns_twice |=
          d->b->blocks[i].edges[k].kind == EK_ABNORMAL || d->b->blocks[i].edges[k].kind == EK_EH;
  d->knows_twice = true;
  return d->returns_twice;
}

bool operations_note (struct lock_walk *w, uint32_t record, bool final)
{
  struct body *d = w->d;
  const struct pointers *p = d->s->p;
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  uint32_t first, end;
  calls_of_record (p, d->f, record, &first, &end);
  const struct model *m = end - first == 1 && p->calls.v[first].kind == CALL_NOW
                              ? p->models[p->calls.v[first].callee]
                              : NULL;
  for (uint32_t i = 0; m && w->now.n && i < m->n_effects; i++) {
    struct operation o;
    if (!operation_of (d, c, &m->effects[i], &o))
      continue;
    for (uint32_t k = 0; k < w->now.n; k++) {
      enum lock_state state = state_of (d, o.lock, w->now.v[k].held, w->now.v[k].maybe);
      o.state = (uint8_t)(k ? join_states (o.state, state) : state);
    }
    /* Later there may be so many states that they are one. */
    if (!final && o.state >= LOCK_SOMETIMES)
      map_set (&d->held_once, record, 1);
    if (!final)
      return true;
    if (o.state < LOCK_SOMETIMES && map_find (&d->held_once, record))
      o.state = LOCK_SOMETIMES;
    if (o.state == LOCK_SOMETIMES && returns_twice (d))
      o.state = LOCK_UNKNOWN;
    o.record = record;
    o.certain = true;
    o.held = d->point[record].held;
    o.released = d->point[record].released;
    add_operation (d, o);
    return true;
  }
  return false;
}

/* Callees */

/* Whether the lock is held when the callee comes to its operation INNER, if P is the case when it
   is called. */
static enum lock_state state_in_callee (struct body *d, uint32_t edge, const struct point *p,
                                        const struct operation *inner, expr_id lock)
{
  enum lock_state state = state_of (d, lock, p->held, p->maybe);
  bool gone = false, doubtful = false;
  for (struct set_iter i = sets_each (&d->s->sets, inner->released); set_next (&i);) {
    expr_id other = instantiated (d, edge, i.x);
    gone |= other == lock;
    doubtful |=
        other != lock &&
        (!other || (!is_token (d->s, other) && may_be_same_lock (d->s, d->f, other, d->f, lock)));
  }
  return doubtful ? LOCK_UNKNOWN : gone && state == LOCK_HELD ? LOCK_FREE : state;
}

static void bring_operation (struct body *d, uint32_t edge, uint32_t record, uint32_t number)
{
  struct summaries *s = d->s;
  const struct operation inner = s->operations.v[number];
  const struct point *p = &d->point[record];
  struct operation o = inner;
  o.lock = instantiated (d, edge, inner.lock);
  if (!o.lock)
    return;
  o.record = record;
  o.inner = number;
  o.facts = SETS_EMPTY;
  for (struct set_iter k = sets_each (&s->sets, inner.facts); set_next (&k);) {
    uint32_t fact;
    if (!carry_fact (d, edge, p, k.x, &fact))
      return; /* it does not happen in this call */
    if (fact)
      o.facts = sets_add (&s->sets, o.facts, fact);
  }
  struct item as_item = {
      .function = inner.function, .held = inner.held, .released = inner.released};
  carry_locks (d, edge, p, &as_item, &o.held, &o.released);
  if (inner.state == LOCK_FREE)
    o.state = (uint8_t)state_in_callee (d, edge, p, &inner, o.lock);
  add_operation (d, o);
}

/* A lock behind a global pointer would have to be the same one for the caller, which is one more
   thing to be shown about that pointer. */
bool operation_goes_up (const struct summaries *s, const struct operation *o)
{
  /* In callers, two locks of one kind may be two of which the order is known. */
  bool second = o->use == USE_LOCK && o->state == LOCK_UNKNOWN && o->held;
  return o->certain && (o->state == LOCK_FREE || second) && o->use != USE_TRY &&
         (expr_get (&s->x, o->lock)->flags & (XF_LOAD | XF_FORMAL)) != XF_LOAD;
}

/* Ways out of the function */

/* An operation of the function, in an order in which those on one lock stand together, and of these
   what dominates others before them. */
struct in_order {
  expr_id lock;
  uint32_t begin, end; /* of its block in the dominator tree */
  uint32_t record, number;
  bool locks;
};
typedef VEC (struct in_order) vec_in_order;

static int by_lock_and_flow (const void *a, const void *b)
{
  const struct in_order *x = a, *y = b;
  if (x->lock != y->lock)
    return x->lock < y->lock ? -1 : 1;
  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  if (x->record != y->record)
    return x->record < y->record ? -1 : 1;
  return x->locks - y->locks; /* what one call does is in no order */
}

static vec_in_order operations_in_order (const struct body *d, const struct summary *s)
{
  vec_in_order v = {0};
  for (uint32_t k = s->first_operation; k < d->s->operations.n; k++) {
    const struct operation *o = &d->s->operations.v[k];
    uint32_t block = d->flow.block_of[o->record];
    vec_push (&v,
              ((struct in_order){o->lock, d->flow.dominators.begin[block],
                                 d->flow.dominators.end[block], o->record, k, o->use == USE_LOCK}));
  }
  if (v.n)
    qsort (v.v, v.n, sizeof *v.v, by_lock_and_flow);
  return v;
}

/* Finds the unlocks of one lock before which nothing locks it on every way.  Subtrees lie apart or
   one in the other: a block is dominated by those that begin before it and have not ended.  What a
   function unlocks behind its setjmp it has locked itself, if it locks that at all. */
static void find_alone (struct body *d, const struct in_order *v, uint32_t n)
{
  struct operation *operations = d->s->operations.v;
  uint32_t end = 0;
  bool locks = false;
  for (uint32_t i = 0; i < n; i++)
    locks |= v[i].locks && !operations[v[i].number].inner; /* callees may leave it to him */
  bool comes_back = locks && returns_twice (d);
  for (uint32_t i = 0; i < n; i++) {
    operations[v[i].number].alone =
        operations[v[i].number].use == USE_UNLOCK && end <= v[i].begin && !comes_back;
    if (v[i].locks && v[i].end > end)
      end = v[i].end;
  }
}

/* Whether the function may return with the lock, and may return without.  Where main returns the
   program ends. */
static bool may_leave_with (struct body *d, const struct summary *s, expr_id lock)
{
  bool with = false, without = false;
  if (d->f == d->s->p->objects.program->main)
    return false;
  for (uint32_t i = 0; i < s->n_rows; i++) {
    enum lock_state state = state_of (d, lock, s->rows[i].held, s->rows[i].maybe);
    with |= state == LOCK_HELD;
    without |= state == LOCK_FREE;
  }
  return with && without;
}

/* Whether a callee locks it and looks at the result: the caller may learn that it has failed. */
static bool may_have_failed (const struct summaries *s, const struct operation *o)
{
  bool brought = o->inner;
  while (o->inner)
    o = &s->operations.v[o->inner];
  return brought && s->p->objects.program->functions[o->function].body->records[o->record]->dst;
}

/* Whether a call there ends the thread, on some way with all locks that its caller has. */
static bool ends_thread (const struct body *d, const struct call_edge *c)
{
  const struct model *m = d->s->p->models[c->callee];
  return c->kind == CALL_NOW && d->point[c->record].reached &&
         (m ? runs_handlers (m) : call_is_instantiated (d->s, c) && d->s->of[c->callee].ends);
}

/* What is held where the function ends its thread: holds, some of them on one way only. */
static setid held_at_end (struct body *d, struct summary *s)
{
  const struct pointers *p = d->s->p;
  setid held = SETS_EMPTY;
  s->ends = false;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    const struct call_edge *c = &p->calls.v[k];
    if (!ends_thread (d, c))
      continue;
    held = sets_union (&d->s->sets, held, d->point[c->record].held);
    bool released = false;
    for (struct set_iter i = sets_each (&d->s->sets, d->point[c->record].released); set_next (&i);)
      released |= !i.x || !is_token (d->s, i.x);
    s->ends |= !released && !returns_twice (d);
  }
  return held;
}

/* Finds which of the operations V on one lock leak it.  AT_END: holds where the thread ends. */
static void find_leaks_of (struct body *d, const struct summary *s, const struct in_order *v,
                           uint32_t n, setid at_end)
{
  struct operation *all = d->s->operations.v;
  bool released = false, unsure = false;
  for (uint32_t i = 0; i < n; i++) {
    const struct operation *o = &all[v[i].number];
    released |= o->use == USE_UNLOCK;
    unsure |= o->alone || o->use == USE_TRY; /* who has it cannot get it by trying */
  }
  bool ends = locks_find_hold (d->s, at_end, v[0].lock);
  bool leaks = (released || ends) && !unsure && !returns_twice (d) &&
               (ends || may_leave_with (d, s, v[0].lock));
  for (uint32_t i = 0; i < n; i++)
    all[v[i].number].leaks = leaks && v[i].locks && !may_have_failed (d->s, &all[v[i].number]);
}

static void find_leaks (struct body *d, struct summary *s)
{
  setid at_end = held_at_end (d, s);
  bool leaves = at_end;
  for (uint32_t i = 0; i < s->n_rows; i++)
    for (struct set_iter k = sets_each (&d->s->sets, s->rows[i].held); set_next (&k);)
      leaves |= !is_token (d->s, hold_get (d->s, k.x).lock);
  vec_in_order v = operations_in_order (d, s);
  for (uint32_t i = 0, n; i < v.n; i += n) {
    for (n = 1; i + n < v.n && v.v[i + n].lock == v.v[i].lock;)
      n++;
    find_alone (d, &v.v[i], n);
    if (leaves)
      find_leaks_of (d, s, &v.v[i], n, at_end);
  }
  vec_free (&v);
}

void operations_bring (struct body *d, struct summary *s)
{
  struct summaries *all = d->s;
  const struct pointers *p = all->p;
  uint32_t n = 0;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    const struct call_edge *call = &p->calls.v[k];
    uint32_t first, end;
    calls_of_record (p, d->f, call->record, &first, &end);
    if (end - first != 1 || p->models[call->callee] || !call_is_instantiated (all, call) ||
        !d->point[call->record].reached) {
      if (d->point[call->record].reached)
        summaries_note (all, NOTE_UNSEEN, call->callee);
      continue;
    }
    const struct summary *m = &all->of[call->callee];
    for (uint32_t i = 0; i < m->n_operations; i++) {
      if (!operation_goes_up (all, &all->operations.v[m->first_operation + i]))
        continue;
      if (++n <= MOST_OPERATIONS)
        bring_operation (d, k, call->record, m->first_operation + i);
      else
        summaries_note (all, NOTE_UNSEEN, call->callee);
    }
  }
  find_leaks (d, s);
  s->n_operations = all->operations.n - s->first_operation;
}
