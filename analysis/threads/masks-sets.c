/* Masks: what is in the sets that calls give.  It is known if all that writes to a set is calls of
   one function, and counts from the last that every way passes. */

#include "masks-internal.h"

const struct model_effect *mask_effect (const struct mask_finder *d, funid f, uint32_t record,
                                        enum effect_kind kind)
{
  uint32_t k, end;
  calls_of_record (d->p, f, record, &k, &end);
  for (; k < end; k++) {
    const struct model *m = d->p->models[d->p->calls.v[k].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      if (m->effects[i].kind == kind)
        return &m->effects[i];
  }
  return NULL;
}

/* Whether the record is a call of one function. */
static bool is_certain (const struct mask_finder *d, funid f, uint32_t record)
{
  uint32_t k, end, n = 0;
  calls_of_record (d->p, f, record, &k, &end);
  for (; k < end; k++)
    n += d->p->calls.v[k].kind == CALL_NOW;
  return n == 1;
}

const struct operand *mask_argument (const struct rec_call *c, const struct model_operand *o)
{
  return c->r.kind == REC_call && o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG &&
                 o->u.place.number < c->args.n
             ? &c->args.v[o->u.place.number]
             : NULL;
}

static const struct rec_call *call_at (const struct mask_finder *d, funid f, uint32_t record)
{
  return (const struct rec_call *)d->p->objects.program->functions[f].body->records[record];
}

static struct mask direct_mask (const struct mask_finder *d, funid f, uint32_t record)
{
  const struct model_effect *e = mask_effect (d, f, record, EFFECT_MASK_SIGNALS);
  const struct rec_call *c = call_at (d, f, record);
  struct mask m = {.found = e, .writer = f, .at = record};
  if (e && is_certain (d, f, record)) {
    m.set = mask_argument (c, &e->op[MASK_SIGNALS_SET]);
    m.how = mask_argument (c, &e->op[MASK_SIGNALS_HOW]);
    m.old = mask_argument (c, &e->op[MASK_SIGNALS_OLD]);
  }
  return m;
}

/* The argument of a call that the callee finds in an operand. */
static const struct operand *handed_on (const struct function *callee, const struct operand *o,
                                        const struct rec_call *c)
{
  for (uint32_t k = 0; o && o->kind == OPND_VALUE && k < callee->n_params && k < c->args.n; k++)
    if (callee->locals[k + 1].value == (int64_t)o->value)
      return &c->args.v[k];
  return NULL;
}

struct mask mask_at (const struct mask_finder *d, funid f, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (d->p, f, record, &first, &end);
  struct mask m = direct_mask (d, f, record);
  for (uint32_t k = first; k < end; k++)
    m.found |= d->wrapped[d->p->calls.v[k].callee] != 0;
  funid callee = m.found && end - first == 1 ? d->p->calls.v[first].callee : 0;
  const struct rec_call *c = call_at (d, f, record);
  if (!callee || !d->wrapped[callee] || c->r.kind != REC_call)
    return m;
  const struct function *inner = d->p->objects.program->functions[callee].body;
  m = direct_mask (d, callee, d->wrapped[callee] - 1);
  m.set = handed_on (inner, m.set, c);
  m.how = handed_on (inner, m.how, c);
  m.old = handed_on (inner, m.old, c);
  return m;
}

static bool is_formal (const struct function *b, const struct operand *o)
{
  for (uint32_t n = 0; o && o->kind == OPND_VALUE && n < b->n_params; n++)
    if (b->locals[n + 1].value == (int64_t)o->value)
      return true;
  return false;
}

void masks_find_wrapped (struct mask_finder *d)
{
  const struct program *program = d->p->objects.program;
  d->wrapped = ARENA_ARRAY (&d->arena, program->n_functions + 1, uint32_t);
  for (uint32_t i = 0; i < d->p->calls.n; i++) {
    const struct call_edge *c = &d->p->calls.v[i];
    if (!c->caller || c->kind != CALL_NOW ||
        !mask_effect (d, c->caller, c->record, EFFECT_MASK_SIGNALS))
      continue;
    const struct function *b = program->functions[c->caller].body;
    struct mask m = direct_mask (d, c->caller, c->record);
    bool formals = is_formal (b, m.set) && is_formal (b, m.how);
    d->wrapped[c->caller] = formals && !d->wrapped[c->caller] ? 1 + c->record : UINT32_MAX;
  }
  for (uint32_t i = 0; i < d->p->calls.n; i++)
    if (d->p->calls.v[i].kind != CALL_NOW)
      d->wrapped[d->p->calls.v[i].callee] = 0;
  for (funid f = 1; f <= program->n_functions; f++)
    if (d->wrapped[f] == UINT32_MAX || called_from_world (d->p, WORLD_OUTSIDE, f) ||
        called_from_world (d->p, WORLD_POOL, f))
      d->wrapped[f] = 0;
}

/* Writers */

/* The one place that an operand points to; 0: there are several. */
static loc_id place_of (const struct mask_finder *d, funid f, const struct operand *o)
{
  loc_id l;
  return o && sets_is_single (&d->p->sets, points_of_operand (d->p, f, o), &l) ? l : 0;
}

static void want (struct mask_finder *d, vec_u32 *locs, loc_id l)
{
  if (l && map_add (&d->wanted, l, locs->n))
    vec_push (locs, l);
}

void masks_find_writers (struct mask_finder *d)
{
  vec_u32 locs = {0}, from = {0}, to = {0};
  for (uint32_t i = 0; i < d->p->calls.n; i++) {
    const struct call_edge *c = &d->p->calls.v[i];
    if (!c->caller || c->kind != CALL_NOW)
      continue;
    struct mask m = mask_at (d, c->caller, c->record);
    loc_id places[] = {m.found ? place_of (d, c->caller, m.set) : 0,
                       m.found ? place_of (d, c->caller, m.old) : 0};
    for (int k = 0; k < 2; k++)
      if (places[k]) {
        want (d, &locs, places[k]);
        want (d, &locs, d->p->objects.v.v[loc_object (&d->p->objects, places[k])].anywhere);
      }
  }
  setid wanted = sets_from (&d->p->sets, locs.v, locs.n);
  for (uint32_t i = 0; wanted && i < d->s->effects->v.n; i++) {
    const struct effect *e = &d->s->effects->v.v[i];
    if (!effect_changes (e))
      continue;
    setid where = sets_intersection (&d->p->sets, effect_locations (d->p, e), wanted);
    for (struct set_iter k = sets_each (&d->p->sets, where); set_next (&k);) {
      vec_push (&from, map_get (&d->wanted, k.x, 0));
      vec_push (&to, i);
    }
  }
  uint32_t n = d->s->effects->v.n > locs.n ? d->s->effects->v.n : locs.n;
  d->writers = csr_from_edges (&d->arena, n, from.v, to.v, to.n);
  vec_free (&locs);
  vec_free (&from);
  vec_free (&to);
}

enum { MOST_WRITERS = 32 };

/* The number of a place of which all writers are known; UINT32_MAX: none. */
static uint32_t number_of (const struct mask_finder *d, loc_id l)
{
  if (!l)
    return UINT32_MAX;
  object_id object = loc_object (&d->p->objects, l);
  const struct abstract_object *v = &d->p->objects.v.v[object];
  uint32_t anywhere = v->anywhere ? map_get (&d->wanted, v->anywhere, UINT32_MAX) : UINT32_MAX;
  bool known = (v->kind == OBJECT_GLOBAL || v->kind == OBJECT_LOCAL) && !v->whole &&
               loc_get (&d->p->objects, l)->offset > OFFSET_EVERYTHING;
  for (int w = 0; w < N_WORLDS; w++)
    known &= !is_in_world (d->p, w, object);
  if (anywhere != UINT32_MAX)
    known &= d->writers.first[anywhere] == d->writers.first[anywhere + 1];
  uint32_t n = known ? map_get (&d->wanted, l, UINT32_MAX) : UINT32_MAX;
  return n != UINT32_MAX && d->writers.first[n + 1] - d->writers.first[n] <= MOST_WRITERS
             ? n
             : UINT32_MAX;
}

static const struct effect *writer (const struct mask_finder *d, uint32_t k)
{
  return &d->s->effects->v.v[d->writers.targets[k]];
}

/* Whether a way leads from record FROM to record TO that does not pass record BY. */
static bool leads_around (const struct function *b, const struct flow *flow, uint32_t from,
                          uint32_t to, uint32_t by)
{
  uint32_t start = flow->block_of[from], target = flow->block_of[to], stop = flow->block_of[by];
  if (start == target && from < to && !(stop == start && by > from && by < to))
    return true;
  if ((start == stop && by > from) || (stop == target && by < to))
    return false;
  return flow_leads_without (b, start, target, stop == target ? NODE_NONE : stop, NODE_NONE);
}

/* Sets */

/* What a call does to a set: 0: something else. */
static const struct model_effect *change_at (const struct mask_finder *d, funid f,
                                             const struct effect *e, signal_bits *signals)
{
  const struct model_effect *c = e->function == f && is_certain (d, f, e->record)
                                     ? mask_effect (d, f, e->record, EFFECT_SIGNAL_SET)
                                     : NULL;
  int64_t n = 0;
  *signals = ALL_SIGNALS;
  if (c && (c->op[SIGNAL_SET_CHANGE].u.keyword == SIGNALS_ADD ||
            c->op[SIGNAL_SET_CHANGE].u.keyword == SIGNALS_REMOVE)) {
    const struct operand *o = mask_argument (call_at (d, f, e->record), &c->op[SIGNAL_SET_SIGNAL]);
    bool known =
        o && constant_operand (d->p->objects.program->functions[f].body, o, &n) && n > 0 && n <= 64;
    *signals = known ? (signal_bits)1 << (n - 1) : 0;
  }
  return c;
}

static bool takes_out (const struct model_effect *c)
{
  return c->op[SIGNAL_SET_CHANGE].u.keyword == SIGNALS_NONE ||
         c->op[SIGNAL_SET_CHANGE].u.keyword == SIGNALS_REMOVE;
}

signal_bits signals_sure (struct mask_finder *d, const struct flow *flow, funid f, uint32_t record,
                          const struct operand *set)
{
  const struct function *b = d->p->objects.program->functions[f].body;
  uint32_t n = number_of (d, place_of (d, f, set));
  signal_bits sure = 0, put, taken;
  if (n == UINT32_MAX)
    return 0;
  for (uint32_t k = d->writers.first[n]; k < d->writers.first[n + 1]; k++)
    if (!change_at (d, f, writer (d, k), &put))
      return 0;
  for (uint32_t k = d->writers.first[n]; k < d->writers.first[n + 1]; k++) {
    uint32_t by = writer (d, k)->record;
    if (takes_out (change_at (d, f, writer (d, k), &put)) || !flow_dominates (flow, by, record))
      continue;
    for (uint32_t i = d->writers.first[n]; put && i < d->writers.first[n + 1]; i++)
      if (takes_out (change_at (d, f, writer (d, i), &taken)) &&
          leads_around (b, flow, writer (d, i)->record, record, by))
        put &= taken ? ~taken : 0;
    sure |= put;
  }
  return sure;
}

signal_bits signals_possible (struct mask_finder *d, funid f, const struct operand *set)
{
  uint32_t n = number_of (d, place_of (d, f, set));
  signal_bits possible = 0, put;
  if (n == UINT32_MAX)
    return ALL_SIGNALS;
  for (uint32_t k = d->writers.first[n]; k < d->writers.first[n + 1]; k++) {
    const struct model_effect *c = change_at (d, f, writer (d, k), &put);
    if (!c || (!takes_out (c) && !put))
      return ALL_SIGNALS;
    possible |= takes_out (c) ? 0 : put;
  }
  return possible;
}

/* Old masks */

/* Whether a call of F may be what writes an old mask to that place. */
static bool may_save (const struct mask_finder *d, const struct effect *e, const struct mask *m,
                      funid f, loc_id l)
{
  return m->found && m->writer == e->function && m->at == e->record &&
         (!m->old || sets_has (&d->p->sets, points_of_operand (d->p, f, m->old), l));
}

uint32_t mask_saved_by (struct mask_finder *d, const struct flow *flow, funid f, uint32_t record,
                        const struct operand *set)
{
  const struct pointers *p = d->p;
  const struct function *b = p->objects.program->functions[f].body;
  loc_id l = place_of (d, f, set);
  uint32_t n = number_of (d, l), found = UINT32_MAX;
  vec_u32 savers = {0};
  bool known = n != UINT32_MAX;
  /* In a wrapper all its callers write there: those of other functions cannot, to a local. */
  for (uint32_t k = known ? d->writers.first[n] : 0; known && k < d->writers.first[n + 1]; k++) {
    const struct effect *e = writer (d, k);
    const struct abstract_object *v = &p->objects.v.v[loc_object (&p->objects, l)];
    uint32_t before = savers.n;
    for (uint32_t i = 0; i < d->here.n; i++) {
      struct mask m = mask_at (d, f, d->here.v[i]);
      if (may_save (d, e, &m, f, l))
        vec_push (&savers, d->here.v[i]);
    }
    known = savers.n > before && (e->function == f || (v->kind == OBJECT_LOCAL && v->a == f));
  }
  for (uint32_t k = 0; known && k < savers.n && found == UINT32_MAX; k++) {
    struct mask m = mask_at (d, f, savers.v[k]);
    bool last = savers.v[k] != record && flow_dominates (flow, savers.v[k], record) &&
                place_of (d, f, m.old) == l;
    for (uint32_t i = 0; last && i < savers.n; i++)
      last =
          savers.v[i] == savers.v[k] || !leads_around (b, flow, savers.v[i], record, savers.v[k]);
    found = last ? savers.v[k] : UINT32_MAX;
  }
  vec_free (&savers);
  return found;
}
