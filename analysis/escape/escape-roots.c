/* Escape: the roots, memory that an activation may have for itself, and which of them a value may
   point to. */

#include "escape-internal.h"

static bool is_in_takes (const struct body *d, expr_id e)
{
  for (uint32_t i = 0; i < d->takes.n; i++)
    if (d->takes.v[i].e == e)
      return true;
  for (uint32_t i = 0; i < d->loose.n; i++)
    if (d->loose.v[i].e == e)
      return true;
  return false;
}

bool escape_is_root (const struct body *d, expr_id e)
{
  const struct expr *v = expr_get (&d->s->x, e);
  const struct abstract_object *o;
  switch ((enum expr_op)v->op) {
  case X_FORMAL:
    return v->a < 32;
  case X_FRESH:
    return v->a == d->f;
  case X_OBJECT:
    o = &d->s->p->objects.v.v[v->a];
    /* The start of a thread has all its thread-local variables anew. */
    return (o->kind == OBJECT_LOCAL && o->a == d->f) ||
           (o->kind == OBJECT_GLOBAL && d->s->only_start[d->f] &&
            !bitset_has (&d->s->tasks, d->f) &&
            object_record (d->s->p->objects.program, o->a)->flags & OF_TLS);
  case X_VALUE:
  case X_REACHED:
    return escape_join (d, e) || is_in_takes (d, e);
  case X_LOAD:
  case X_AT:
    return is_in_takes (d, e);
  default:
    return false;
  }
}

bool is_taken (const struct summaries *s, expr_id root)
{
  const struct expr *v = root ? expr_get (&s->x, root) : NULL;
  uint32_t first, end;
  if (v && v->op == X_AT)
    v = expr_get (&s->x, v->a);
  if (!v || v->op != X_FRESH) /* a join may have been, too */
    return v && (v->op == X_LOAD || v->op == X_REACHED || v->op == X_VALUE);
  calls_of_record (s->p, v->a, v->b, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (s->of[s->p->calls.v[k].callee].taken_result)
      return true;
  return false;
}

uint32_t escape_root (const struct escape_walk *w, expr_id e)
{
  e = expr_root (&w->d->s->x, e);
  uint32_t n = e ? map_get (&w->number, e, 0) : 0;
  return n ? n - 1 : NO_ROOT;
}

uint32_t escape_formal (const struct pointers *p, funid f, uint32_t i)
{
  const struct function *b = p->objects.program->functions[f].body;
  if (!b || i < b->n_params)
    return i;
  return b->r.flags & FF_VARARGS ? b->n_params : UINT32_MAX;
}

/* All roots are known from the start: a pointer that comes from who knows where may be any of them.
 */
void escape_add_root (struct escape_walk *w, expr_id e)
{
  struct summaries *s = w->d->s;
  if (!e || !escape_is_root (w->d, e) || w->n == MOST_ROOTS || map_get (&w->number, e, 0))
    return;
  const struct expr *v = expr_get (&s->x, e);
  if (v->op == X_OBJECT && s->p->objects.v.v[v->a].kind == OBJECT_GLOBAL)
    w->locals_of_thread |= escape_bit (w->n);
  if (v->op == X_FORMAL)
    w->formals |= escape_bit (w->n);
  w->root[w->n] = e;
  map_set (&w->number, e, w->n + 1);
  map_clear (&w->of_set);
  setid at = expr_points (&s->x, w->d->f, e);
  if (s->object_roots.n < s->p->objects.v.n)
    vec_resize (&s->object_roots, s->p->objects.v.n);
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);) {
    struct object_roots *o = &s->object_roots.v[loc_object (&s->p->objects, i.x)];
    o->roots = (o->function == s->n_escapes ? o->roots : 0) | escape_bit (w->n);
    o->function = s->n_escapes;
  }
  w->n++;
}

void escape_find_roots (struct escape_walk *w)
{
  struct body *d = w->d;
  escape_find_takes (w);
  for (uint32_t i = 0; i < d->b->n_params; i++)
    escape_add_root (w, expr_formal (&d->s->x, i));
  if (d->b->r.flags & FF_VARARGS && d->b->n_params < 32 && w->n < MOST_ROOTS) {
    w->rest = escape_bit (w->n);
    w->formals |= w->rest;
    w->root[w->n++] = expr_formal (&d->s->x, d->b->n_params);
  }
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    struct access a[MOST_ACCESSES];
    uint32_t dst = d->b->records[r]->dst;
    if (dst)
      escape_add_root (w, expr_root (&d->s->x, d->value[dst]));
    unsigned n = accesses_of (d->u, d->b, d->b->records[r], a);
    for (unsigned i = 0; i < n; i++)
      if (a[i].addr->base_kind != BASE_VALUE)
        escape_add_root (w, expr_root (&d->s->x, value_of_address (d, a[i].addr)));
  }
  for (uint32_t i = 1; i <= d->b->n_locals; i++)
    if (d->b->locals[i].flags & OF_ADDRESSED)
      escape_add_root (
          w, expr_object (&d->s->x, object_make (&d->s->p->objects, OBJECT_LOCAL, d->f, i, 0)));
  escape_find_joins (w);
  /* What is taken was in memory, and callees find thread-local variables by themselves. */
  w->known = w->locals_of_thread;
  for (uint32_t i = 0; i < w->n; i++) {
    const struct join *join = escape_join (d, w->root[i]);
    uint8_t op = expr_get (&d->s->x, w->root[i])->op;
    if (join ? join->taken : op != X_FORMAL && op != X_OBJECT && is_taken (d->s, w->root[i]))
      w->known |= w->alias[i];
  }
}
