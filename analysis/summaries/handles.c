/* Handles of threads: whether the one that a join gets is that of a creation, and still that of the
   thread that it was written for.  Creations are found by the address of the handle, not looked through at each join.
 */

#include "summaries-internal.h"

/* Whether the record is behind READ, and need not be behind JOIN. */
static bool is_between (const struct body *d, uint32_t read, uint32_t record, uint32_t join)
{
  return record != read && flow_dominates (&d->flow, read, record) &&
         !flow_dominates (&d->flow, join, record);
}

static int by_address (const void *a, const void *b)
{
  const struct handle *x = a, *y = b;
  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return (x->record > y->record) - (x->record < y->record);
}

/* Where the function's own creations of threads write handles. */
static void find_handles (struct body *d)
{
  const struct pointers *p = d->s->p;
  d->knows_handles = true;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    const struct rec_call *c = (const struct rec_call *)d->b->records[call->record];
    for (uint32_t i = 0; m && call->kind == CALL_NOW && i < m->n_effects; i++) {
      const struct model_operand *o = &m->effects[i].op[FORK_HANDLE];
      if (m->effects[i].kind == EFFECT_FORK && o->kind == MODEL_PLACE)
        vec_push (&d->handles,
                  ((struct handle){address_of_model_place (d, c, &o->u.place), call->record}));
    }
  }
  if (d->handles.n)
    qsort (d->handles.v, d->handles.n, sizeof *d->handles.v, by_address);
}

/* The first of the handles that are written there. */
static uint32_t first_handle (const struct body *d, expr_id at)
{
  uint32_t low = 0, high = d->handles.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (d->handles.v[middle].at < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Whether another thread may have been created with the handle's memory since it was read: then the
   join is not of the one whose handle is there. */
bool is_stale (struct body *d, expr_id handle, uint32_t join)
{
  if (!handle || expr_get (&d->s->x, handle)->op != X_LOAD)
    return false;
  const uint32_t *version = tuples_numbers (&d->s->x.versions, expr_get (&d->s->x, handle)->b);
  if (version[0] != d->f)
    return false;
  uint32_t read = version[1];
  expr_id at = expr_if_not_null (&d->s->x, expr_get (&d->s->x, handle)->a);
  for (uint32_t k = 0; k < d->forks.n; k++)
    if (d->forks.v[k].handle == at && is_between (d, read, d->forks.v[k].record, join))
      return true;
  if (!d->knows_handles)
    find_handles (d);
  for (uint32_t k = first_handle (d, at); k < d->handles.n && d->handles.v[k].at == at; k++)
    if (is_between (d, read, d->handles.v[k].record, join))
      return true;
  return false;
}

bool writes_handle (const struct summaries *s, const struct effect *e)
{
  uint32_t first, end;
  calls_of_record (s->p, e->function, e->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = s->p->models[s->p->calls.v[k].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_FORK && e->place == &m->effects[i].op[FORK_HANDLE].u.place)
        return true;
  }
  return false;
}

bool is_of_call (const struct summaries *s, expr_id handle, funid f, uint32_t record,
                 uint32_t inner)
{
  expr_id root = expr_root (&s->x, expr_get (&s->x, handle)->a);
  const struct expr *v = expr_get (&s->x, root);
  if (v->op != X_OBJECT || s->p->objects.v.v[v->a].kind != OBJECT_LOCAL)
    return true;
  for (uint32_t version = expr_get (&s->x, handle)->b; f != s->p->objects.v.v[v->a].a;) {
    const uint32_t *at = version ? tuples_numbers (&s->x.versions, version) : NULL;
    if (!at || at[0] != f || at[1] != record || !inner)
      return false;
    version = tuples_length (&s->x.versions, version) > 2 ? at[2] : 0;
    f = s->items.v[inner].function;
    record = s->items.v[inner].record;
    inner = s->items.v[inner].inner;
  }
  return true;
}
