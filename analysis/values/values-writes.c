/* Writes: what a function writes, by itself or by those that it calls: memory of its formals, and
   other locations. */

#include "values-internal.h"

/* The formal that an address is in the memory of, without a load in between; 32: none. */
static uint32_t formal_of (const struct exprs *x, expr_id e)
{
  expr_id root = expr_root (x, e);
  return root && expr_get (x, root)->op == X_FORMAL && expr_get (x, root)->a < 32
             ? expr_get (x, root)->a
             : 32;
}

/* Adds the locations of MOD that are in the objects of AT; all, if nobody knows those. */
static setid in_objects (struct pointers *p, setid mod, setid at)
{
  setid all = SETS_EMPTY;
  if (!at || values_worlds_of (p, at))
    return mod;
  for (struct set_iter i = sets_each (&p->sets, mod); set_next (&i);)
    for (struct set_iter k = sets_each (&p->sets, at); set_next (&k);)
      if (loc_object (&p->objects, i.x) == loc_object (&p->objects, k.x)) {
        all = sets_add (&p->sets, all, i.x);
        break;
      }
  return all;
}

static void find_call_writes (struct body *d, struct summary *s, const struct call_edge *call,
                              const struct rec_call *c)
{
  struct pointers *p = d->s->p;
  const struct summary *m = &d->s->of[call->callee];
  if (!call_is_instantiated (d->s, call)) {
    s->writes_else = sets_union (&p->sets, s->writes_else, d->s->mod[call->callee]);
    return;
  }
  s->writes_else = sets_union (&p->sets, s->writes_else, m->writes_else);
  for (uint32_t n = 0; n < 32; n++) {
    if (!(m->writes_formals >> n & 1))
      continue;
    expr_id e = n < c->args.n ? value_of_operand (d, &c->args.v[n]) : 0;
    uint32_t formal = e ? formal_of (&d->s->x, e) : 32;
    if (formal < 32)
      s->writes_formals |= (uint32_t)1 << formal;
    else
      s->writes_else = sets_union (&p->sets, s->writes_else,
                                   in_objects (p, d->s->mod[call->callee],
                                               e ? expr_points (&d->s->x, d->f, e) : SETS_EMPTY));
  }
}

void values_find_writes (struct body *d, struct summary *s)
{
  struct pointers *p = d->s->p;
  const struct effects *all = d->s->effects;
  enum { MANY = 256 };
  s->writes_else = d->s->mod[d->f];
  if (d->s->mod_all[d->f] || sets_size (&p->sets, d->s->mod[d->f]) > MANY)
    return;
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    uint32_t first, end;
    calls_of_record (p, d->f, r, &first, &end);
    if (d->b->records[r]->kind == REC_asm || (d->b->records[r]->kind == REC_call && first == end))
      return; /* nobody knows who is called */
  }
  s->writes_else = SETS_EMPTY;
  for (uint32_t k = all->first[d->f]; k < all->first[d->f + 1]; k++) {
    const struct effect *e = &all->v.v[k];
    uint32_t formal =
        e->addr && effect_writes (e) ? formal_of (&d->s->x, value_of_address (d, e->addr)) : 32;
    if (!effect_writes (e))
      continue;
    if (formal < 32)
      s->writes_formals |= (uint32_t)1 << formal;
    else
      s->writes_else = sets_union (&p->sets, s->writes_else, effect_locations (p, e));
  }
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    const struct call_edge *call = &p->calls.v[k];
    if (call->kind == CALL_NOW && call->callee && !p->models[call->callee] &&
        d->b->records[call->record]->kind == REC_call)
      find_call_writes (d, s, call, (const struct rec_call *)d->b->records[call->record]);
  }
}
