/* Fields: what the tests around a join find in the fields of an object (see items-around.c).

   They say that no thread was created with the object if the field was something else when the
   thread was created, and has been since.  That is so if

     it was found to be so then, or a constant was stored there before, or the memory was 0 at
   first; or that is stored right behind the creation, and it is its creator who looks;

     what is stored there later, by whomever, is such a constant, too, or the thread does not run
   any more.  Other stores are to this very object, by who makes it and creates the thread, and done
     before, or never in one run with the creation. */

#include "fields.h"

#include "constants.h"
#include "flow.h"
#include "threads.h"

/* Whether what the one test has found is never what the other one wants. */
static bool excludes (const struct field_test *found, const struct field_test *wanted)
{
  bool agree = !((found->value ^ wanted->value) & found->mask & wanted->mask);
  if (found->at != wanted->at || found->bits != wanted->bits)
    return false;
  if (found->equal)
    return wanted->equal ? !agree : agree && !(wanted->mask & ~found->mask);
  return wanted->equal && agree && !(found->mask & ~wanted->mask);
}

static bool fulfils (const struct field_test *t, uint64_t value)
{
  return ((value & t->mask) == t->value) == (bool)t->equal;
}

/* A field of the objects that a thread is created with. */
struct field {
  struct summaries *s;
  const struct item *fork;
  const struct function *body; /* of the function that creates it, and has made the object */
  const struct flow *flow;
  uint32_t made; /* ... by this call */
  const struct field_test *test;
  setid at, first; /* its locations; those of its first byte */
  vec_u32 others;  /* records of the function at which something else is stored, perhaps */
  bool set_first;  /* ... or that is done by the call that makes it */
};

/* Whether execution may come from one record to the other before the object is made anew. */
static bool comes_to (const struct field *x, uint32_t from, uint32_t to)
{
  const uint32_t *block_of = x->flow->block_of;
  bool anew = block_of[to] != block_of[x->made];
  if (block_of[from] == block_of[to] && from < to)
    return !(from < x->made && x->made < to);
  return flow_leads_without (x->body, block_of[from], block_of[to],
                             anew ? block_of[x->made] : NODE_NONE, NODE_NONE);
}

/* The value of the function that the pointer is, but for constants that are added; 0: none. */
static uint32_t root_of (const struct function *b, const struct operand *o)
{
  enum { FAR = 8 };
  uint32_t value = 0;
  for (int i = 0; i < FAR; i++) {
    const struct address *a = o->kind == OPND_ADDRESS ? o->u.addr : NULL;
    if (a ? a->base_kind != BASE_VALUE || a->n_indices : o->kind != OPND_VALUE)
      return value;
    value = a ? a->base : o->value;
    uint32_t def = b->value_defs[value];
    const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
    if (!op || op->r.kind != REC_op ||
        (op->code != OP_COPY && op->code != OP_CONVERT &&
         (op->code != OP_POINTER_ADD || op->b.kind != OPND_INT)))
      return value;
    o = &op->a;
  }
  return 0;
}

/* Whether the record of F is a call by which the object is made, on the way that its chain of calls
   tells from the call `made' on. */
static bool makes_object (const struct field *x, funid f, uint32_t record)
{
  const struct pointers *p = x->s->p;
  if (f == x->fork->function)
    return record == x->made;
  for (struct set_iter l = sets_each (&p->sets, x->first); set_next (&l);) {
    const struct abstract_object *o = &p->objects.v.v[loc_object (&p->objects, l.x)];
    if (o->kind != OBJECT_HEAP || o->a == x->fork->function)
      continue; /* its chain leads to callers */
    if (o->a == f && o->b == record)
      return true;
    for (uint32_t i = o->chain ? tuples_length (&p->chains, o->chain) / 2 : 0; i-- > 0;) {
      const uint32_t *at = tuples_numbers (&p->chains, o->chain) + 2 * i;
      if (at[0] == x->fork->function)
        break;
      if (at[0] == f && at[1] == record)
        return true;
    }
  }
  return false;
}

static bool is_in_object (struct field *, funid, uint32_t record, const struct operand *,
                          int depth);

/* Whether a pointer of F may lead into the objects. */
static bool may_lead_there (const struct field *x, funid f, const struct operand *o)
{
  struct pointers *p = x->s->p;
  setid set = points_of_operand (p, f, o);
  bool found = !set || set_traits (p, set) / SET_OWN & SET_WORLDS;
  for (struct set_iter l = sets_each (&p->sets, x->first); !found && set_next (&l);)
    for (struct set_iter i = sets_each (&p->sets, set); !found && set_next (&i);)
      found = loc_object (&p->objects, i.x) == loc_object (&p->objects, l.x);
  return found;
}

/* Whether what callers of F give by the parameter that is the value is so, or leads elsewhere. */
static bool is_in_given (struct field *x, funid f, uint32_t value, int depth)
{
  const struct pointers *p = x->s->p;
  const struct program *program = p->objects.program;
  const struct function *b = program->functions[f].body;
  uint32_t first, end, k = 0;
  bool any = false;
  while (k < b->n_params && b->locals[k + 1].value != value)
    k++;
  if (k == b->n_params || !depth || called_from_world (p, WORLD_OUTSIDE, f) ||
      called_from_world (p, WORLD_POOL, f))
    return false;
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->callee != f)
      continue;
    calls_of_record (p, c->caller, c->record, &first, &end);
    const struct rec_call *call =
        c->caller ? (const struct rec_call *)program->functions[c->caller].body->records[c->record]
                  : NULL;
    if (c->kind != CALL_NOW || end - first != 1 || !call || call->r.kind != REC_call ||
        k >= call->args.n ||
        (may_lead_there (x, c->caller, &call->args.v[k]) &&
         !is_in_object (x, c->caller, c->record, &call->args.v[k], depth - 1)))
      return false;
    any = true;
  }
  return any;
}

/* Whether the pointer that the record of F uses is to the object, while that is made, or as the
   function has made it: then notes where that happens, or calls F.  What the creation calls may
   come before or behind it. */
static bool is_in_object (struct field *x, funid f, uint32_t record, const struct operand *o,
                          int depth)
{
  const struct function *b = x->s->p->objects.program->functions[f].body;
  uint32_t value = root_of (b, o), def = value ? b->value_defs[value] : UINT32_MAX;
  if (!value || def == UINT32_MAX)
    return value && is_in_given (x, f, value, depth);
  if (!makes_object (x, f, def) || (f == x->fork->function && record == x->fork->record))
    return false;
  if (f == x->fork->function)
    vec_push (&x->others, record);
  else
    x->set_first = true;
  return true;
}

/* The same for the pointer of an access. */
static bool is_own (struct field *x, const struct effect *e)
{
  enum { DEEP = 3 };
  struct operand address = {.kind = OPND_ADDRESS, .u.addr = (struct address *)e->addr};
  const struct operand *o = e->addr ? &address : e->operand;
  return o && is_in_object (x, e->function, e->record, o, DEEP);
}

/* Whether the access may change the field. */
static bool writes_field (const struct field *x, const struct effect *e)
{
  struct pointers *p = x->s->p;
  if (!effect_changes (e))
    return false;
  bool found = sets_meet (&p->sets, effect_locations (p, e), x->at);
  bool from_world = set_traits (p, e->where) / SET_OWN & SET_WORLDS;
  for (struct set_iter l = sets_each (&p->sets, x->at); from_world && !found && set_next (&l);)
    found = effect_may_reach (p, e, l.x);
  return found;
}

/* Whether the access puts a number there that the test does not want, in all of the field. */
static bool stores_wanted (const struct field *x, const struct effect *e)
{
  const struct summaries *s = x->s;
  int64_t k;
  bool zero;
  if (!constants_stored_whole (s, e, &k, &zero) || fulfils (x->test, zero ? 0 : (uint64_t)k))
    return false;
  return zero || (e->bytes * 8 == x->test->bits && sets_subset (&s->p->sets, e->where, x->first));
}

/* Whether what is stored says nothing, since the thread does not run. */
static bool is_idle (const struct field *x, const struct effect *e)
{
  const struct summaries *s = x->s;
  const struct summary *m = &s->of[e->function];
  for (uint32_t n = m->first_thread; n < m->first_thread + m->n_threads; n++) {
    const struct field_test *v;
    uint32_t n_tests = items_tests (s, s->items.v[s->forks.v[n]].tests, &v);
    for (uint32_t i = 0; i < n_tests; i++)
      if (v[i].kind == TEST_IDLE && v[i].record == e->record && v[i].at == x->test->at)
        return true;
  }
  return false;
}

/* Finds what is stored there; false: something else by others than the function. */
static bool find_stores (struct field *x)
{
  const struct summaries *s = x->s;
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (!writes_field (x, e))
      continue;
    if (stores_wanted (x, e) || is_idle (x, e))
      continue;
    if (!is_own (x, e))
      return false;
  }
  return true;
}

/* Whether one of the other stores may be done behind the record, to the same object. */
static bool is_changed_behind (const struct field *x, uint32_t record)
{
  bool found = false;
  for (uint32_t i = 0; i < x->others.n && !found; i++)
    found = comes_to (x, record, x->others.v[i]);
  return found;
}

static bool begins_right (const struct field *x)
{
  const struct pointers *p = x->s->p;
  bool right = !x->set_first && !fulfils (x->test, 0) && !is_changed_behind (x, x->fork->record);
  for (struct set_iter l = sets_each (&p->sets, x->first); right && set_next (&l);)
    right = begins_as_zero (p, l.x);
  for (uint32_t i = 0; i < x->others.n && right; i++)
    right = !comes_to (x, x->others.v[i], x->fork->record);
  return right;
}

/* Whether the test fails from the creation on, or for LATER when its creator looks. */
static bool field_stays (const struct field *x, bool later)
{
  const struct field_test *known;
  uint32_t n = items_tests (x->s, x->fork->tests, &known);
  bool stays = begins_right (x);
  for (uint32_t i = 0; i < n && !stays; i++)
    stays = (known[i].kind == TEST_KNOWN || (later && known[i].kind == TEST_LATER)) &&
            excludes (&known[i], x->test) && !is_changed_behind (x, known[i].record);
  return stays;
}

/* Where the field is, INSIDE bytes from the beginning of the new memory; false: nobody knows. */
static bool find_field (struct field *x, expr_id mine, int64_t inside)
{
  struct summaries *s = x->s;
  struct objects *o = &s->p->objects;
  setid own = expr_points (&s->x, x->fork->function, mine);
  for (struct set_iter i = sets_each (&s->p->sets, own); set_next (&i);) {
    int64_t from = loc_get (o, i.x)->offset + inside;
    object_id object = loc_object (o, i.x);
    if (loc_get (o, i.x)->offset <= OFFSET_EVERYTHING || o->v.v[object].whole)
      return false;
    for (loc_id l = o->v.v[object].first_loc; l; l = loc_get (o, l)->next) {
      int64_t offset = loc_get (o, l)->offset;
      if (offset <= OFFSET_EVERYTHING || (offset >= from && offset < from + x->test->bits / 8))
        x->at = sets_add (&s->p->sets, x->at, l);
      if (offset == from)
        x->first = sets_add (&s->p->sets, x->first, l);
    }
  }
  return x->first;
}

/* The call of the function by which the new memory was made; UINT32_MAX: it is not. */
static uint32_t made_by (const struct exprs *x, funid f, expr_id mine)
{
  const struct expr *v = expr_get (x, mine);
  if (v->op == X_FRESH)
    return v->a == f ? v->b : UINT32_MAX;
  const uint32_t *at = v->op == X_AT ? tuples_numbers (&x->versions, v->b) : NULL;
  return at && at[0] == f ? at[1] : UINT32_MAX;
}

const struct item *fields_creation (const struct summaries *s, uint32_t item)
{
  const struct item *i = &s->items.v[item];
  int64_t inside;
  while (i->inner && expr_is_fresh (&s->x, expr_base (&s->x, s->items.v[i->inner].e[0], &inside)))
    i = &s->items.v[i->inner];
  return i;
}

bool fields_created_in (const struct summaries *s, const struct item *fork, funid f)
{
  while (fork->function != f && !fork->via && fork->inner)
    fork = &s->items.v[fork->inner];
  return fork->function == f || fork->via;
}

bool fields_tell (struct summaries *s, const struct item *fork, const struct field_test *test,
                  bool later)
{
  const struct program *program = s->p->objects.program;
  int64_t inside;
  expr_id mine = expr_base (&s->x, fork->e[0], &inside);
  struct field x = {.s = s,
                    .fork = fork,
                    .body = program->functions[fork->function].body,
                    .flow = flow_of (program, fork->function),
                    .made = made_by (&s->x, fork->function, mine),
                    .test = test};
  bool tell =
      x.made != UINT32_MAX && !fork->repeats && !comes_to (&x, fork->record, fork->record) &&
      find_field (&x, mine, inside + test->at) && find_stores (&x) && field_stays (&x, later);
  vec_free (&x.others);
  return tell;
}
