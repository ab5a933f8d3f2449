/* Misuse: from the operations to what is wrong with them. */

#include "misuse.h"

/* The lock of an operation, where it happens: its innermost form. */
static const struct operation *own_operation (const struct summaries *s, uint32_t number)
{
  while (s->operations.v[number].inner)
    number = s->operations.v[number].inner;
  return &s->operations.v[number];
}

struct misuse_finder {
  struct misuses *out;
  struct contexts *c;
  struct summaries *s;
  uint32_t rules;
  uint32_t *context; /* by function: one of its contexts; 0: nobody calls it */
  bool *is_start;    /* by function: a thread begins there, with no lock */
  setid handed;      /* locations of locks that are released by who has not taken them */
  struct map told;   /* rule and operation, where it happens */
};

static void add (struct misuse_finder *d, enum rule rule, uint32_t number, uint32_t earlier)
{
  const struct operation *o = &d->s->operations.v[number], *own = own_operation (d->s, number);
  uint32_t context = d->context[o->function];
  if (!(d->rules & rule_bit (rule)) || !context)
    return;
  uint32_t *told = map_at (&d->told, map_pair (own->function, own->record * N_RULES + rule));
  if ((*told)++)
    return;
  const struct context *x = &d->c->v.v[context];
  struct set_iter first = sets_each (&d->c->t->sets, x->sure ? x->sure : x->threads);
  if (!set_next (&first))
    return;
  vec_push (&d->out->v, (struct misuse){.rule = (uint8_t)rule,
                                        .n = 1,
                                        .at = {{number, context, first.x}},
                                        .earlier = earlier});
}

/* The locking after which NUMBER finds the lock held; 0 unknown. */
static uint32_t locked_before (const struct summaries *s, const struct summary *m, uint32_t number)
{
  const struct operation *o = &s->operations.v[number];
  uint32_t found = 0;
  for (uint32_t k = m->first_operation; k < m->first_operation + m->n_operations; k++)
    if (s->operations.v[k].use <= USE_TRY && s->operations.v[k].lock == o->lock &&
        (!found || s->operations.v[k].record < o->record))
      found = s->operations.v[k].record == o->record && found ? found : k;
  return found;
}

/* Whether a second lock of what the thread holds waits for ever. */
static bool waits_for_itself (const struct summaries *s, const struct operation *o)
{
  uint32_t hold = 0;
  for (struct set_iter i = sets_each (&s->sets, o->held); set_next (&i);)
    if (hold_get (s, i.x).lock == o->lock)
      hold = i.x;
  bool shared = hold && hold_get (s, hold).mode == MODE_SHARED;
  return o->class != LOCK_RWLOCK || (o->mode == MODE_EXCLUSIVE && hold) || (hold && !shared);
}

/* A lock that a function leaves to its callers is released by one of them: it is in an operation
   that finds it held though its function has not taken it. */
static void find_handed (struct misuse_finder *d)
{
  struct summaries *s = d->s;
  const struct pointers *p = s->p;
  for (uint32_t i = 1; i < s->operations.n; i++) {
    const struct operation *o = &s->operations.v[i];
    if (o->alone && (!operation_goes_up (s, o) || s->calls_unseen[o->function] ||
                     d->is_start[o->function] || called_from_world (p, WORLD_OUTSIDE, o->function)))
      d->handed = sets_union (&s->p->sets, d->handed, expr_points (&s->x, o->function, o->lock));
  }
}

static bool is_handed (const struct misuse_finder *d, const struct operation *o)
{
  setid at = expr_points (&d->s->x, o->function, o->lock);
  return !at || points_may_meet (d->s->p, at, d->handed) || !d->s->p->objects.program->main;
}

static void judge (struct misuse_finder *d, uint32_t number)
{
  const struct operation *o = &d->s->operations.v[number];
  const struct summary *m = &d->s->of[o->function];
  if (o->use == USE_LOCK && o->state >= LOCK_SOMETIMES && !may_nest (d->s, o->function, o->lock) &&
      waits_for_itself (d->s, o))
    add (d, RULE_DOUBLE_LOCK, number, locked_before (d->s, m, number));
  if (o->leaks && !is_handed (d, o))
    add (d, RULE_LOCK_LEAK, number, 0);
  if (o->use == USE_DESTROY && o->state == LOCK_HELD)
    add (d, RULE_DESTROY_HELD, number, locked_before (d->s, m, number));
  if (o->state == LOCK_FREE && d->is_start[o->function] &&
      (o->use == USE_UNLOCK || o->use == USE_WAIT))
    add (d, o->use == USE_WAIT ? RULE_WAIT_NOT_HELD : RULE_UNLOCK_NOT_HELD, number, 0);
}

/* The threads of a region of OpenMP begin with what their creator holds. */
static void find_starts (struct misuse_finder *d)
{
  const struct threads *t = d->c->t;
  const struct program *p = d->s->p->objects.program;
  for (thread_id i = 1; i < t->v.n; i++) {
    funid f = t->v.v[i].start;
    d->is_start[f] |= (t->v.v[i].kind == THREAD_MAIN || t->v.v[i].kind == THREAD_CREATED) &&
                      p->functions[f].body && !(p->functions[f].body->r.flags & FF_OMP_CHILD);
  }
}

void misuse_find (struct misuses *out, struct contexts *c, uint32_t asked)
{
  struct summaries *s = c->t->s;
  *out = (struct misuses){.c = c};
  struct misuse_finder d = {.out = out, .c = c, .s = s, .rules = asked};
  d.context = xcalloc (s->p->objects.program->n_functions + 1, sizeof *d.context);
  for (uint32_t x = c->v.n; x-- > 1;)
    d.context[c->v.v[x].f] = x;
  d.is_start = xcalloc (s->p->objects.program->n_functions + 1, sizeof *d.is_start);
  find_starts (&d);
  find_handed (&d);
  for (uint32_t i = 1; asked && i < s->operations.n; i++)
    judge (&d, i);
  if (asked & rule_bit (RULE_LOCK_ORDER))
    misuse_find_order (out);
  if (asked & rule_bit (RULE_LOCK_COPY))
    misuse_find_copies (out);
  if (asked & rule_bit (RULE_SIMD))
    misuse_find_lanes (out);
  if (asked & rule_bit (RULE_ASSUMPTIONS))
    assumptions_find (out, s->filter);
  free (d.context);
  free (d.is_start);
  map_free (&d.told);
}

void misuse_free (struct misuses *m)
{
  vec_free (&m->v);
  vec_free (&m->lanes);
  vec_free (&m->places);
}
