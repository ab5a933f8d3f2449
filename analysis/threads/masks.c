/* Masks: each creation of a thread is behind a call that blocks all signals, with nothing in
   between that may let some through; and what other threads do to their masks only adds to them, or
   puts back what such a call has found.  How a set is filled is seen if one call does it and
   nothing else is written there. */

#include "masks.h"
#include "flow.h"

enum { HOW_BLOCK = 0, HOW_SET = 2 }; /* as Linux has them */

struct mask_finder {
  struct summaries *s;
  struct pointers *p;
  struct arena arena;
  bool *opens;       /* by function: it may let signals through, or those that it calls */
  uint32_t *wrapped; /* by function: 1 + the call that changes the mask as its callers say */
};

static const struct model_effect *effect_at (const struct mask_finder *d, funid f, uint32_t record,
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

/* Whether the record is a call of one function, and the effect has happened behind it. */
static bool is_certain (const struct mask_finder *d, funid f, uint32_t record,
                        enum effect_kind kind)
{
  uint32_t k, end, n = 0;
  calls_of_record (d->p, f, record, &k, &end);
  for (; k < end; k++)
    n += d->p->calls.v[k].kind == CALL_NOW;
  return n == 1 && effect_at (d, f, record, kind);
}

/* The argument that an operand of the model is about; NULL: none. */
static const struct operand *argument (const struct rec_call *c, const struct model_operand *o)
{
  return c->r.kind == REC_call && o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG &&
                 o->u.place.number < c->args.n
             ? &c->args.v[o->u.place.number]
             : NULL;
}

/* A call that changes the mask, by itself or through a function that only hands its formals on. */
struct mask {
  bool found;
  const struct operand *set, *how, *old;
  funid writer; /* what writes the old mask */
  uint32_t at;
};

static struct mask direct_mask (const struct mask_finder *d, funid f, uint32_t record)
{
  const struct model_effect *e = effect_at (d, f, record, EFFECT_MASK_SIGNALS);
  const struct rec_call *c =
      (const struct rec_call *)d->p->objects.program->functions[f].body->records[record];
  struct mask m = {.found = e, .writer = f, .at = record};
  if (is_certain (d, f, record, EFFECT_MASK_SIGNALS)) {
    m.set = argument (c, &e->op[MASK_SIGNALS_SET]);
    m.how = argument (c, &e->op[MASK_SIGNALS_HOW]);
    m.old = argument (c, &e->op[MASK_SIGNALS_OLD]);
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

static struct mask mask_at (const struct mask_finder *d, funid f, uint32_t record)
{
  const struct function *b = d->p->objects.program->functions[f].body;
  uint32_t first, end;
  calls_of_record (d->p, f, record, &first, &end);
  struct mask m = direct_mask (d, f, record);
  for (uint32_t k = first; k < end; k++)
    m.found |= d->wrapped[d->p->calls.v[k].callee] != 0;
  funid callee = m.found && end - first == 1 ? d->p->calls.v[first].callee : 0;
  if (!callee || !d->wrapped[callee] || b->records[record]->kind != REC_call)
    return m;
  const struct function *inner = d->p->objects.program->functions[callee].body;
  const struct rec_call *c = (const struct rec_call *)b->records[record];
  m = direct_mask (d, callee, d->wrapped[callee] - 1);
  m.set = handed_on (inner, m.set, c);
  m.how = handed_on (inner, m.how, c);
  m.old = handed_on (inner, m.old, c);
  return m;
}

static bool is_how (const struct mask_finder *d, funid f, const struct operand *how, int64_t wanted)
{
  int64_t k;
  return how && constant_operand (d->p->objects.program->functions[f].body, how, &k) && k == wanted;
}

/* The one effect that writes what an operand points to; NULL: there are others. */
static const struct effect *only_writer (struct mask_finder *d, funid f, const struct operand *o)
{
  uint32_t l;
  return o && sets_is_single (&d->p->sets, points_of_operand (d->p, f, o), &l)
             ? assigned_alone (&d->s->assigned, d->p, d->s->effects, l)
             : NULL;
}

/* Whether a call blocks all signals. */
static bool blocks_all (struct mask_finder *d, const struct flow *flow, funid f, uint32_t record)
{
  struct mask m = mask_at (d, f, record);
  const struct effect *filled = only_writer (d, f, m.set);
  return (is_how (d, f, m.how, HOW_BLOCK) || is_how (d, f, m.how, HOW_SET)) && filled &&
         filled->function == f && is_certain (d, f, filled->record, EFFECT_ALL_SIGNALS) &&
         flow_dominates (flow, filled->record, record);
}

/* Whether it sets the mask that an earlier call of the function has found, which blocks all. */
static bool puts_back (struct mask_finder *d, const struct flow *flow, funid f, uint32_t record)
{
  struct mask m = mask_at (d, f, record);
  const struct effect *kept = only_writer (d, f, m.set);
  for (uint32_t k = d->p->first_call[f]; kept && k < d->p->first_call[f + 1]; k++) {
    uint32_t r = d->p->calls.v[k].record;
    struct mask by = mask_at (d, f, r);
    if (r != record && by.found && by.old && kept->function == by.writer && kept->record == by.at &&
        flow_dominates (flow, r, record) &&
        points_of_operand (d->p, f, by.old) == points_of_operand (d->p, f, m.set) &&
        blocks_all (d, flow, f, r))
      return is_how (d, f, m.how, HOW_SET);
  }
  return false;
}

/* Whether it lets no signal through that was blocked when its function was called. */
static bool is_harmless (struct mask_finder *d, const struct flow *flow, funid f, uint32_t record)
{
  struct mask m = mask_at (d, f, record);
  int64_t k;
  bool asks = m.set && constant_operand (d->p->objects.program->functions[f].body, m.set, &k) && !k;
  return asks || is_how (d, f, m.how, HOW_BLOCK) || puts_back (d, flow, f, record) ||
         blocks_all (d, flow, f, record);
}

/* Whether a way leads from record FROM to record TO that does not pass record BY. */
static bool leads_around (struct mask_finder *d, const struct function *b, const struct flow *flow,
                          uint32_t from, uint32_t to, uint32_t by)
{
  bool *seen = ARENA_ARRAY (&d->arena, b->n_blocks, bool);
  uint32_t *todo = ARENA_ARRAY (&d->arena, b->n_blocks + 1, uint32_t), n = 0;
  uint32_t start = flow->block_of[from], target = flow->block_of[to], stop = flow->block_of[by];
  if (start == target && from < to && !(stop == start && by > from && by < to))
    return true;
  if (start == stop && by > from)
    return false;
  todo[n++] = start;
  while (n) {
    const struct block *at = &b->blocks[todo[--n]];
    for (uint32_t k = 0; k < at->n_edges; k++) {
      uint32_t next = at->edges[k].target;
      if (next == target && !(stop == target && by < to))
        return true;
      if (next != stop && !seen[next]) {
        seen[next] = true;
        todo[n++] = next;
      }
    }
  }
  return false;
}

/* Whether signals are blocked whenever record FORK creates a thread. */
static bool is_masked (struct mask_finder *d, const struct flow *flow, funid f, uint32_t fork)
{
  const struct pointers *p = d->p;
  const struct function *b = p->objects.program->functions[f].body;
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
    uint32_t by = p->calls.v[k].record;
    if (!mask_at (d, f, by).found || !flow_dominates (flow, by, fork) ||
        !blocks_all (d, flow, f, by))
      continue;
    bool opened = false;
    for (uint32_t i = p->first_call[f]; !opened && i < p->first_call[f + 1]; i++) {
      uint32_t r = p->calls.v[i].record;
      bool changes = r != by && (d->opens[p->calls.v[i].callee] || mask_at (d, f, r).found);
      opened = changes && leads_around (d, b, flow, r, fork, by);
    }
    if (!opened)
      return true;
  }
  return false;
}

/* Who calls what may let signals through may do that, too. */
static void close_opens (struct mask_finder *d)
{
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < d->p->calls.n; i++) {
      const struct call_edge *c = &d->p->calls.v[i];
      if (d->opens[c->callee] && c->kind == CALL_NOW && !d->opens[c->caller])
        d->opens[c->caller] = changed = true;
    }
  }
}

/* Whether a thread that is created lets none through. */
static bool threads_open_none (const struct mask_finder *d)
{
  bool found = true;
  for (uint32_t i = 0; found && i < d->p->calls.n; i++)
    found = d->p->calls.v[i].kind != CALL_FORK ||
            !(d->opens[d->p->calls.v[i].callee] || d->wrapped[d->p->calls.v[i].callee]);
  return found;
}

/* Functions that hand their formals on to one that changes the mask. */
static void find_wrapped (struct mask_finder *d)
{
  for (uint32_t i = 0; i < d->p->calls.n; i++) {
    const struct call_edge *c = &d->p->calls.v[i];
    if (!c->caller || c->kind != CALL_NOW ||
        !effect_at (d, c->caller, c->record, EFFECT_MASK_SIGNALS))
      continue;
    const struct function *b = d->p->objects.program->functions[c->caller].body;
    struct mask m = direct_mask (d, c->caller, c->record);
    bool formals = m.set && m.how;
    for (int k = 0; formals && k < 2; k++) {
      const struct operand *o = k ? m.how : m.set;
      bool found = false;
      for (uint32_t n = 0; o->kind == OPND_VALUE && n < b->n_params; n++)
        found |= b->locals[n + 1].value == (int64_t)o->value;
      formals = found;
    }
    d->wrapped[c->caller] = formals && !d->wrapped[c->caller] ? 1 + c->record : UINT32_MAX;
  }
  for (funid f = 1; f <= d->p->objects.program->n_functions; f++)
    if (d->wrapped[f] == UINT32_MAX || called_from_world (d->p, WORLD_OUTSIDE, f) ||
        called_from_world (d->p, WORLD_POOL, f))
      d->wrapped[f] = 0;
}

bool masks_leave_main (struct summaries *s)
{
  const struct program *program = s->p->objects.program;
  struct mask_finder d = {.s = s, .p = s->p};
  bool masked = program->main && !program->n_entries, any = false;
  d.opens = ARENA_ARRAY (&d.arena, program->n_functions + 1, bool);
  d.wrapped = ARENA_ARRAY (&d.arena, program->n_functions + 1, uint32_t);
  find_wrapped (&d);
  /* Twice: what opens them must be known before a creation is looked at. */
  for (int creations = 0; masked && creations < 2; creations++) {
    struct flow flow = {0};
    funid known = 0;
    for (uint32_t i = 0; masked && i < s->p->calls.n; i++) {
      const struct call_edge *c = &s->p->calls.v[i];
      bool masks = c->caller && !d.wrapped[c->caller] && mask_at (&d, c->caller, c->record).found;
      bool forks = c->caller && effect_at (&d, c->caller, c->record, EFFECT_FORK);
      if (c->kind != CALL_NOW || !(creations ? forks : masks))
        continue;
      if (known != c->caller) {
        flow = flow_find (&d.arena, program->functions[c->caller].body);
        known = c->caller;
      }
      any |= creations;
      if (creations)
        masked = is_masked (&d, &flow, c->caller, c->record);
      else
        d.opens[c->caller] |= !is_harmless (&d, &flow, c->caller, c->record);
    }
    close_opens (&d);
  }
  masked = masked && any && threads_open_none (&d);
  arena_free (&d.arena);
  return masked;
}
