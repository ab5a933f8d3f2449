/* Which functions create, join or end threads, directly or below, also by way of code that nobody
   sees. */

#include "threads-internal.h"

/* Whether a pointer to a function that creates threads is given to code that nobody sees, or memory
   with one in it. */
bool threads_registers (const struct thread_finder *d, funid f, uint32_t record)
{
  struct pointers *p = d->s->p;
  const struct objects *o = &p->objects;
  const struct record *r = d->program->functions[f].body->records[record];
  uint32_t first, end;
  if (r->kind != REC_call)
    return false;
  const struct rec_call *c = (const struct rec_call *)r;
  calls_of_record (p, f, record, &first, &end);
  bool modelled = first < end;
  for (uint32_t k = first; k < end; k++)
    modelled &= p->models[p->calls.v[k].callee] ||
                (p->calls.v[k].callee && d->program->functions[p->calls.v[k].callee].body);
  for (uint32_t i = 0; !modelled && i < c->args.n; i++) {
    const struct operand *arg = &c->args.v[i];
    setid at = arg->kind == OPND_CONTENTS ? points_of_address (p, f, arg->u.addr)
                                          : points_of_operand (p, f, arg);
    for (struct set_iter k = sets_each (&p->sets, at); set_next (&k);) {
      const struct abstract_object *v = &o->v.v[loc_object (o, k.x)];
      if (v->kind == OBJECT_FUNCTION && d->t->ever[v->a])
        return true;
      for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next) {
        setid held = points_of_content (p, l);
        for (struct set_iter j = sets_each (&p->sets, held); set_next (&j);) {
          const struct abstract_object *h = &o->v.v[loc_object (o, j.x)];
          if (h->kind == OBJECT_FUNCTION && d->t->ever[h->a])
            return true;
        }
      }
    }
  }
  return false;
}

static int by_component (const void *a, const void *b, void *s)
{
  const uint32_t *component = ((const struct summaries *)s)->component;
  funid x = *(const funid *)a, y = *(const funid *)b;
  if (component[x] != component[y])
    return component[x] < component[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

void threads_close_relevant (struct thread_finder *d)
{
  const struct pointers *p = d->s->p;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < d->n_order; i++) {
      funid f = d->order[i];
      for (uint32_t k = p->first_call[f]; !d->t->relevant[f] && k < p->first_call[f + 1]; k++)
        if (p->calls.v[k].kind == CALL_NOW && d->t->relevant[p->calls.v[k].callee])
          d->t->relevant[f] = changed = true;
    }
  }
}

void threads_find_relevant (struct thread_finder *d)
{
  struct summaries *s = d->s;
  const struct pointers *p = s->p;
  uint32_t n = d->program->n_functions;
  d->order = ARENA_ARRAY (&d->arena, n, funid);
  for (funid f = 1; f <= n; f++)
    if (s->of[f].known)
      d->order[d->n_order++] = f;
  qsort_r (d->order, d->n_order, sizeof *d->order, by_component, s);
  for (uint32_t i = 0; i < s->forks.n; i++)
    d->t->relevant[s->items.v[s->forks.v[i]].function] = true;
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct model *m = p->models[p->calls.v[i].callee];
    if (m && (model_has (m, EFFECT_THREAD_EXIT) || model_has (m, EFFECT_PROCESS_FORK)) &&
        s->of[p->calls.v[i].caller].known)
      d->t->relevant[p->calls.v[i].caller] = true;
  }
  threads_close_relevant (d);
}

void threads_find_opened (struct thread_finder *d)
{
  const struct summaries *s = d->s;
  d->opened = ARENA_ARRAY (&d->arena, d->program->n_functions + 1, setid);
  d->chosen = ARENA_ARRAY (&d->arena, d->program->n_functions + 1, setid);
  d->opened_joins = ARENA_ARRAY (&d->arena, d->program->n_functions + 1, setid);
  for (uint32_t n = 0; n < s->forks.n; n++) {
    uint32_t i = s->forks.v[n];
    const struct item *item = &s->items.v[i];
    bool fork = item->kind == ITEM_FORK;
    if (!item->open || (fork && d->unresolved[item->function]))
      continue;
    setid *to = fork ? &d->opened[item->function] : &d->opened_joins[item->function];
    setid those = fork                      ? d->t->of_item.v[i]
                  : item->kind == ITEM_JOIN ? d->t->perhaps[i]
                                            : SETS_EMPTY;
    *to = sets_union (&d->t->sets, *to, those);
    if (fork && threads_are_chosen (s, item))
      d->chosen[item->function] =
          sets_union (&d->t->sets, d->chosen[item->function], d->t->of_item.v[i]);
  }
}

/* Functions with calls of unseen code create threads too, if that may call back to who does. */
void threads_mark_outside (struct thread_finder *d)
{
  const struct pointers *p = d->s->p;
  d->outside_marked = true;
  d->changed = true;
  for (uint32_t i = 0; i < p->world_calls.n; i++)
    if (p->world_calls.v[i].caller && d->s->of[p->world_calls.v[i].caller].known)
      d->t->relevant[p->world_calls.v[i].caller] = true;
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->caller && c->kind == CALL_NOW && !p->models[c->callee] &&
        (!c->callee || !d->program->functions[c->callee].body) && d->s->of[c->caller].known)
      d->t->relevant[c->caller] = true;
  }
  threads_close_relevant (d);
}
