/* Settled: what main does after it has asked must not write the variable; see settled.h. */

#include "settled.h"
#include "worklist.h"

struct asking {
  struct terms *t;
  const struct program *program;
  loc_id l;
  uint32_t at[2]; /* records of main that load it; UINT32_MAX: another function does */
  bool main_asks; /* all records of main that load it do */
  bool *asks;     /* by function: it, or what it calls or starts, loads it there */
};

bool settled_may_be (const struct pointers *p, loc_id l)
{
  struct array_around around[MOST_AROUND];
  object_id object = loc_object (&p->objects, l);
  const struct abstract_object *v = &p->objects.v.v[object];
  return v->kind == OBJECT_GLOBAL && !v->whole && !object_is_tls (p, object) &&
         loc_get (&p->objects, l)->offset > OFFSET_EVERYTHING &&
         !is_in_world (p, WORLD_OUTSIDE, object) && !is_in_world (p, WORLD_POOL, object) &&
         !arrays_around (&p->objects, object, loc_get (&p->objects, l)->offset, around);
}

/* The variable that a load is of; 0: it is no global one that exists once. */
static loc_id variable_of (struct terms *t, expr_id e, funid *f, uint32_t *record)
{
  struct exprs *x = &t->s->x;
  struct pointers *p = t->s->p;
  int64_t offset;
  if (!e || expr_get (x, e)->op != X_LOAD || (uint64_t)expr_get (x, e)->k & LOAD_ATOMIC)
    return 0;
  expr_id base = expr_base (x, expr_get (x, e)->a, &offset);
  const uint32_t *at = tuples_numbers (&x->versions, expr_get (x, e)->b);
  if (expr_get (x, base)->op != X_OBJECT || offset <= OFFSET_EVERYTHING)
    return 0;
  loc_id l = loc_at (&p->objects, expr_get (x, base)->a, offset);
  *f = at[0];
  *record = at[1];
  return settled_may_be (p, l) ? l : 0;
}

static bool may_write (const struct summaries *s, funid f, loc_id l)
{
  const struct sets *sets = &s->p->sets;
  loc_id anywhere = s->p->objects.v.v[loc_object (&s->p->objects, l)].anywhere;
  return s->mod_all[f] || sets_has (sets, s->mod[f], l) ||
         (anywhere && sets_has (sets, s->mod[f], anywhere));
}

/* Whether nobody but main writes it, and what main calls. */
static bool only_main_writes (const struct asking *d)
{
  const struct summaries *s = d->t->s;
  const struct pointers *p = s->p;
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (p->calls.v[i].callee && p->calls.v[i].kind != CALL_NOW &&
        may_write (s, p->calls.v[i].callee, d->l))
      return false;
  for (funid f = 1; f <= d->program->n_functions; f++) {
    const struct function *b = d->program->functions[f].body;
    bool outside = called_from_world (p, WORLD_OUTSIDE, f) || called_from_world (p, WORLD_POOL, f);
    bool beside = b && b->r.flags & (FF_CONSTRUCTOR | FF_DESTRUCTOR);
    if ((outside || beside) && (may_write (s, f, d->l) || (d->asks[f] && f != d->program->main)))
      return false;
  }
  return true;
}

void mark_callers (const struct pointers *p, bool *marked, bool by_calls, funid but)
{
  uint32_t n = p->objects.program->n_functions;
  struct arena arena = {0};
  struct worklist list = {0};
  vec_u32 from = {0}, to = {0};
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->caller && c->callee && c->caller != but && (c->kind == CALL_NOW || !by_calls)) {
      vec_push (&from, c->callee);
      vec_push (&to, c->caller);
    }
  }
  uint32_t unseen = n + 1; /* any code that calls back */
  for (funid f = 1; f <= n; f++) {
    if (called_from_world (p, WORLD_OUTSIDE, f) || called_from_world (p, WORLD_POOL, f)) {
      vec_push (&from, f);
      vec_push (&to, unseen);
    }
    if (calls_unseen (p, f)) {
      vec_push (&from, unseen);
      vec_push (&to, f);
    }
  }
  for (uint32_t i = 0; i < p->world_calls.n; i++)
    if (p->world_calls.v[i].caller && p->world_calls.v[i].caller != but) {
      vec_push (&from, unseen);
      vec_push (&to, p->world_calls.v[i].caller);
    }
  struct csr callers = csr_from_edges (&arena, n + 2, from.v, to.v, to.n);
  bool back = false;
  for (funid f = 1; f <= n; f++)
    if (marked[f])
      worklist_push (&list, f);
  for (uint32_t f; worklist_pop (&list, &f);)
    for (uint32_t k = callers.first[f]; k < callers.first[f + 1]; k++) {
      bool *mark = callers.targets[k] == unseen ? &back : &marked[callers.targets[k]];
      if (!*mark) {
        *mark = true;
        worklist_push (&list, callers.targets[k]);
      }
    }
  vec_free (&from);
  vec_free (&to);
  worklist_free (&list);
  arena_free (&arena);
}

static bool loads_at (const struct asking *d, uint32_t record)
{
  const struct summaries *s = d->t->s;
  const struct effects *all = s->effects;
  funid main = d->program->main;
  for (uint32_t k = effects_at (all, main, record);
       k < all->first[main + 1] && all->v.v[k].record == record; k++)
    if (!effect_writes (&all->v.v[k]) &&
        (!all->v.v[k].where || sets_has (&s->p->sets, effect_locations (s->p, &all->v.v[k]), d->l)))
      return true;
  return false;
}

static bool asks_at (const struct asking *d, uint32_t record)
{
  const struct pointers *p = d->t->s->p;
  uint32_t first, end;
  calls_of_record (p, d->program->main, record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (d->asks[p->calls.v[k].callee])
      return true;
  return record == d->at[0] || record == d->at[1] || (d->main_asks && loads_at (d, record));
}

static bool writes_at (const struct asking *d, uint32_t record)
{
  const struct summaries *s = d->t->s;
  const struct effects *all = s->effects;
  funid main = d->program->main;
  uint32_t first, end;
  calls_of_record (s->p, main, record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (s->p->calls.v[k].callee && may_write (s, s->p->calls.v[k].callee, d->l))
      return true;
  loc_id anywhere = s->p->objects.v.v[loc_object (&s->p->objects, d->l)].anywhere;
  for (uint32_t k = effects_at (all, main, record);
       k < all->first[main + 1] && all->v.v[k].record == record; k++)
    if (effect_writes (&all->v.v[k]) &&
        (!all->v.v[k].where ||
         sets_has (&s->p->sets, effect_locations (s->p, &all->v.v[k]), d->l) ||
         (anywhere && sets_has (&s->p->sets, all->v.v[k].where, anywhere))))
      return true;
  return false;
}

/* Whether main may write it when it has asked. */
static bool writes_later (const struct asking *d)
{
  struct arena arena = {0};
  const struct function *b = d->program->functions[d->program->main].body;
  bool *later = ARENA_ARRAY (&arena, b->n_blocks, bool), found = false;
  struct worklist list = {0};
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    bool asked = false;
    for (uint32_t r = b->blocks[i].first; r < b->blocks[i].end; r++) {
      asked |= asks_at (d, r);
      found |= asked && writes_at (d, r);
    }
    for (uint32_t k = 0; asked && k < b->blocks[i].n_edges; k++)
      worklist_push (&list, b->blocks[i].edges[k].target);
  }
  for (uint32_t i; !found && worklist_pop (&list, &i);) {
    if (later[i])
      continue;
    later[i] = true;
    for (uint32_t r = b->blocks[i].first; r < b->blocks[i].end; r++)
      found |= writes_at (d, r);
    for (uint32_t k = 0; k < b->blocks[i].n_edges; k++)
      worklist_push (&list, b->blocks[i].edges[k].target);
  }
  worklist_free (&list);
  arena_free (&arena);
  return found;
}

/* Whether main writes it only before any of those has asked. */
static bool is_settled (struct asking *d)
{
  mark_callers (d->t->s->p, d->asks, false, d->program->main);
  return only_main_writes (d) && !writes_later (d);
}

static bool has_one_main (const struct terms *t)
{
  const struct program *p = t->s->p->objects.program;
  return p->main && p->functions[p->main].body && !t->once.main_is_called;
}

bool settled_loads (struct terms *t, expr_id a, expr_id b)
{
  const struct program *program = t->s->p->objects.program;
  struct asking d = {.t = t, .program = program, .at = {UINT32_MAX, UINT32_MAX}};
  funid f[2] = {0};
  uint32_t at[2] = {0};
  if (!has_one_main (t))
    return false;
  d.l = variable_of (t, a, &f[0], &at[0]);
  if (!d.l || d.l != variable_of (t, b, &f[1], &at[1]))
    return false;
  d.asks = xcalloc (program->n_functions + 1, sizeof *d.asks);
  for (int i = 0; i < 2; i++)
    if (f[i] == program->main)
      d.at[i] = at[i];
    else
      d.asks[f[i]] = true;
  bool settled = is_settled (&d);
  free (d.asks);
  return settled;
}

bool settled_for (struct terms *t, loc_id l, const bool *asks)
{
  const struct program *program = t->s->p->objects.program;
  struct asking d = {.t = t, .program = program, .l = l, .at = {UINT32_MAX, UINT32_MAX}};
  if (!has_one_main (t) || !settled_may_be (t->s->p, l))
    return false;
  d.asks = xcalloc (program->n_functions + 1, sizeof *d.asks);
  memcpy (d.asks, asks, (program->n_functions + 1) * sizeof *d.asks);
  d.main_asks = asks[program->main];
  d.asks[program->main] = false;
  bool settled = is_settled (&d);
  free (d.asks);
  return settled;
}
