/* What depends on how library functions are used in the program: types of mutexes, and which
   functions may be left otherwise than by returning. */

#include "summaries.h"

/* Mutexes that check for errors */

static setid argument_points (struct summaries *s, funid f, const struct rec_call *c,
                              const struct model_operand *o)
{
  return o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG && o->u.place.derefs == 1 &&
                 o->u.place.number < c->args.n
             ? points_of_operand (s->p, f, &c->args.v[o->u.place.number])
             : SETS_EMPTY;
}

/* Whether the effect may make what it is about check for errors. */
static bool sets_errorcheck (const struct function *b, const struct rec_call *c,
                             const struct model_effect *e)
{
  int64_t k;
  if (e->kind != EFFECT_ATTRIBUTE || e->op[ATTRIBUTE_PROPERTY].u.keyword != PROPERTY_ERRORCHECK)
    return false;
  const struct model_operand *v = &e->op[ATTRIBUTE_VALUE], *is = &e->op[ATTRIBUTE_IS];
  if (v->kind != MODEL_PLACE || v->u.place.base != MODEL_ARG || v->u.place.number >= c->args.n ||
      is->kind != MODEL_CONSTANTS || !constant_operand (b, &c->args.v[v->u.place.number], &k))
    return true;
  for (uint32_t i = 0; i < is->u.constants->n; i++)
    if (is->u.constants->v[i] == k)
      return true;
  return false;
}

static void add_all (struct summaries *s, struct bitset *to, setid set)
{
  for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);)
    bitset_add (to, i.x);
}

/* Round 0 finds the attributes, round 1 the mutexes that get them. */
static void find_errorcheck (struct summaries *s)
{
  const struct pointers *p = s->p;
  struct bitset attributes = {0};
  for (int round = 0; round < 2; round++)
    for (uint32_t k = 0; k < p->calls.n; k++) {
      const struct call_edge *call = &p->calls.v[k];
      const struct model *m = p->models[call->callee];
      if (!m || !call->caller || call->kind != CALL_NOW ||
          !(model_has (m, EFFECT_ATTRIBUTE) || model_has (m, EFFECT_INIT)))
        continue;
      const struct function *b = p->objects.program->functions[call->caller].body;
      const struct rec_call *c = (const struct rec_call *)b->records[call->record];
      for (uint32_t i = 0; c->r.kind == REC_call && i < m->n_effects; i++) {
        const struct model_effect *e = &m->effects[i];
        if (!round && sets_errorcheck (b, c, e))
          add_all (s, &attributes, argument_points (s, call->caller, c, &e->op[ATTRIBUTE_OBJECT]));
        if (!round || e->kind != EFFECT_INIT || !attributes.words.n)
          continue;
        setid at = argument_points (s, call->caller, c, &e->op[INIT_ATTR]);
        bool checks = false;
        for (struct set_iter j = sets_each (&p->sets, at); set_next (&j);)
          checks |= bitset_has (&attributes, j.x);
        if (checks)
          add_all (s, &s->errorcheck, argument_points (s, call->caller, c, &e->op[INIT_LOCK]));
      }
    }
  bitset_free (&attributes);
}

/* Functions that may be left */

static void find_jumps (struct summaries *s)
{
  const struct pointers *p = s->p;
  const struct program *program = p->objects.program;
  s->jumps = xcalloc (program->n_functions + 1, sizeof *s->jumps);
  for (uint32_t i = 0; i < p->world_calls.n; i++)
    s->jumps[p->world_calls.v[i].caller] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < p->calls.n; i++) {
      const struct call_edge *c = &p->calls.v[i];
      const struct model *m = p->models[c->callee];
      bool jumps = m ? model_has (m, EFFECT_LONGJMP) || model_has (m, EFFECT_CANCEL_POINT) ||
                           model_has (m, EFFECT_THREAD_EXIT)
                     : !c->callee || !program->functions[c->callee].body || s->jumps[c->callee];
      if (jumps && c->kind == CALL_NOW && c->caller && !s->jumps[c->caller])
        s->jumps[c->caller] = changed = true;
    }
  }
}

void library_find (struct summaries *s)
{
  find_errorcheck (s);
  find_jumps (s);
}
