/* Least: by going backwards from the value.  A value that is met again on the way to itself is no
   smaller than it is, if it has only grown meanwhile. */

#include "least.h"
#include "numbers.h"

enum { MOST_STEPS = 400, MOST_OPEN = 32 };
#define ANY_LARGE INT64_MAX

struct search {
  const struct summaries *s;
  const struct pointers *p;
  uint64_t open[MOST_OPEN]; /* values, as function and number, that are being looked at */
  uint32_t n_open, steps;
};

static int64_t smaller (int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static int64_t sum (int64_t a, int64_t b)
{
  enum { BITS = 62 };
  const int64_t far = INT64_C (1) << BITS;
  if (a == LEAST_UNKNOWN || b == LEAST_UNKNOWN)
    return LEAST_UNKNOWN;
  if (a == ANY_LARGE || b == ANY_LARGE)
    return a >= 0 && b >= 0 ? ANY_LARGE : LEAST_UNKNOWN; /* it has become smaller */
  return a > -far && a < far && b > -far && b < far ? a + b : LEAST_UNKNOWN;
}

static int64_t least (struct search *w, funid f, const struct operand *o);

static struct integer_type type_of (const struct search *w, funid f, uint32_t value)
{
  const struct program *p = w->p->objects.program;
  return integer_type (function_unit (p, f), p->functions[f].body->value_types[value]);
}

/* Whether the result is a number of a type that may be too narrow for it, and begins again at 0
   then. */
static bool may_wrap (const struct search *w, funid f, const struct rec_op *r)
{
  struct integer_type to = type_of (w, f, r->r.dst), from = {0};
  if (r->a.kind == OPND_VALUE)
    from = type_of (w, f, r->a.value);
  bool narrow = to.bits && !to.is_bool && to.bits <= NUMBER_BITS;
  switch (r->code) {
  case OP_CONVERT:
    return narrow && (!from.bits || from.bits - !from.is_unsigned > to.bits - !to.is_unsigned);
  case OP_ADD:
  case OP_MUL:
    return narrow;
  default:
    return false;
  }
}

static int64_t least_of_op (struct search *w, funid f, const struct rec_op *r)
{
  int64_t a, b;
  if (may_wrap (w, f, r))
    return LEAST_UNKNOWN;
  switch (r->code) {
  case OP_COPY:
  case OP_CONVERT:
    return least (w, f, &r->a);
  case OP_ADD:
    a = least (w, f, &r->a);
    return a == LEAST_UNKNOWN ? a : sum (a, least (w, f, &r->b));
  case OP_MUL:
  case OP_OR:
  case OP_AND:
  case OP_MOD:
    a = least (w, f, &r->a);
    b = a < 0 ? LEAST_UNKNOWN : least (w, f, &r->b);
    if (b < 0)
      return LEAST_UNKNOWN;
    return r->code == OP_OR ? (a > b ? a : b) : r->code == OP_MUL && a && b ? smaller (a, b) : 0;
  case OP_EQ:
  case OP_NE:
  case OP_LT:
  case OP_LE:
  case OP_GT:
  case OP_GE:
    return 0;
  default:
    return LEAST_UNKNOWN;
  }
}

/* What is found in memory that only what is seen writes.  Variables of functions are written before
   they are read; other memory may be as it was at the start. */
static int64_t least_at (struct search *w, setid where)
{
  struct pointers *p = w->s->p;
  int64_t found = ANY_LARGE;
  if (!where)
    return LEAST_UNKNOWN;
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);) {
    object_id object = loc_object (&p->objects, i.x);
    if (p->objects.v.v[object].kind != OBJECT_LOCAL)
      found = 0;
    if (is_in_world (p, WORLD_OUTSIDE, object) || is_in_world (p, WORLD_POOL, object) ||
        (p->objects.v.v[object].kind == OBJECT_GLOBAL &&
         !starts_as_zero (p, object, loc_get (&p->objects, i.x)->offset)))
      return LEAST_UNKNOWN;
  }
  for (uint32_t k = 0; k < w->s->effects->v.n && found != LEAST_UNKNOWN; k++) {
    const struct effect *e = &w->s->effects->v.v[k];
    if (!effect_writes (e) || e->mode == MODE_FREE ||
        !sets_meet (&p->sets, effect_locations (p, e), where))
      continue;
    const struct record *r = p->objects.program->functions[e->function].body->records[e->record];
    if (r->kind == REC_store && e->bytes && e->bytes <= 8)
      found = smaller (found, least (w, e->function, &((const struct rec_store *)r)->src));
    else if (r->kind != REC_clear)
      found = LEAST_UNKNOWN;
  }
  return found;
}

/* What a call gives to a formal of its callee; NULL: nobody knows. */
static const struct operand *actual_of (const struct pointers *p, const struct call_edge *c,
                                        uint32_t formal)
{
  const struct function *b = c->caller ? p->objects.program->functions[c->caller].body : NULL;
  const struct rec_call *r = b ? (const struct rec_call *)b->records[c->record] : NULL;
  uint32_t first, end;
  if (!r || r->r.kind != REC_call)
    return NULL;
  if (c->kind == CALL_NOW)
    return formal < r->args.n ? &r->args.v[formal] : NULL;
  calls_of_record (p, c->caller, c->record, &first, &end);
  for (; c->kind == CALL_FORK && first < end; first++) {
    const struct model *m = p->models[p->calls.v[first].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++) {
      const struct model_operand *o = &m->effects[i].op[FORK_CALL];
      if (m->effects[i].kind != EFFECT_FORK || o->kind != MODEL_CALL || formal >= o->u.call->n_args)
        continue;
      o = &o->u.call->args[formal];
      if (o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG && !o->u.place.derefs &&
          o->u.place.number < r->args.n)
        return &r->args.v[o->u.place.number];
    }
  }
  return NULL;
}

static int64_t least_given (struct search *w, funid f, uint32_t formal)
{
  const struct pointers *p = w->p;
  const struct program *program = p->objects.program;
  int64_t found = ANY_LARGE;
  bool any = false;
  if (called_from_world (p, WORLD_OUTSIDE, f) || called_from_world (p, WORLD_POOL, f) ||
      f == program->main)
    return LEAST_UNKNOWN;
  for (uint32_t i = 0; i < program->n_entries; i++)
    if (program->entries[i] == f)
      return LEAST_UNKNOWN;
  for (uint32_t i = 0; i < p->calls.n && found != LEAST_UNKNOWN; i++) {
    if (p->calls.v[i].callee != f)
      continue;
    const struct operand *o = actual_of (p, &p->calls.v[i], formal);
    found = smaller (found, o ? least (w, p->calls.v[i].caller, o) : LEAST_UNKNOWN);
    any = true;
  }
  return any ? found : LEAST_UNKNOWN;
}

static int64_t least_of_value (struct search *w, funid f, uint32_t value)
{
  const struct function *b = w->p->objects.program->functions[f].body;
  uint32_t def = b->value_defs[value];
  for (uint32_t i = 1; def == UINT32_MAX && i <= b->n_params; i++)
    if (b->locals[i].value == value)
      return least_given (w, f, i - 1);
  const struct record *r = def == UINT32_MAX ? NULL : b->records[def];
  if (r && r->kind == REC_op)
    return least_of_op (w, f, (const struct rec_op *)r);
  if (r && r->kind == REC_load)
    return least_at (w, points_of_address (w->s->p, f, &((const struct rec_load *)r)->addr));
  if (!r || r->kind != REC_phi)
    return LEAST_UNKNOWN;
  const struct rec_phi *phi = (const struct rec_phi *)r;
  int64_t found = ANY_LARGE;
  for (uint32_t i = 0; i < phi->args.n && found != LEAST_UNKNOWN; i++)
    found = smaller (found, least (w, f, &phi->args.v[i]));
  return found;
}

static int64_t least (struct search *w, funid f, const struct operand *o)
{
  if (o->kind == OPND_INT)
    return o->u.number;
  if (o->kind == OPND_ADDRESS && o->u.addr->base_kind != BASE_VALUE)
    return 1; /* a variable is somewhere */
  uint64_t key = map_pair (f, o->value);
  if (o->kind != OPND_VALUE || w->steps++ > MOST_STEPS || w->n_open == MOST_OPEN)
    return LEAST_UNKNOWN;
  for (uint32_t i = 0; i < w->n_open; i++)
    if (w->open[i] == key)
      return ANY_LARGE;
  w->open[w->n_open++] = key;
  int64_t found = least_of_value (w, f, o->value);
  w->n_open--;
  return found;
}

int64_t least_value (const struct summaries *s, funid f, const struct operand *o)
{
  struct search w = {.s = s, .p = s->p};
  int64_t found = least (&w, f, o);
  return found == ANY_LARGE ? LEAST_UNKNOWN : found;
}
