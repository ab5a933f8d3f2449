/* Fences: what they have done is held like a lock. */

#include "fences.h"
#include "locks-internal.h"

enum { MOST_FENCED = 16 };

void fences_find (struct summaries *s)
{
  const struct pointers *p = s->p;
  for (uint32_t k = 0; k < p->calls.n && !s->fences; k++)
    s->fences = p->models[p->calls.v[k].callee] &&
                model_has (p->models[p->calls.v[k].callee], EFFECT_FENCE);
  for (uint32_t k = 0; s->fences && k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (e->mode == MODE_ATOMIC_WRITE && has_flag (s, e->where) && write_is_relaxed (s, e))
      for (struct set_iter i = sets_each (&p->sets, e->where); set_next (&i);)
        if (bitset_has (&s->flags, i.x))
          bitset_add (&s->fenced, i.x);
  }
  if (bitset_count (&s->fenced) > MOST_FENCED)
    bitset_free (&s->fenced); /* those prove nothing */
}

/* Who has dropped the last reference is alone. */
static void hold (struct body *d, struct state *st, expr_id signal)
{
  bool last = expr_get (&d->s->x, signal)->code == SIGNAL_LAST;
  locks_acquire (d, st, signal, last ? MODE_EXCLUSIVE : MODE_SHARED, 1);
}

static expr_id mark (struct body *d, enum signal code)
{
  return expr_signal (&d->s->x, code, expr_const (&d->s->x, 0), 0);
}

static void add_mark (struct body *d, struct state *st, enum signal code)
{
  expr_id e = mark (d, code);
  if (!locks_find_hold (d->s, st->held, e))
    locks_acquire (d, st, e, MODE_SHARED, 1);
}

/* What relaxed loads have found has been seen. */
static void settle (struct body *d, struct state *st)
{
  struct summaries *s = d->s;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    const struct expr v = *expr_get (&s->x, hold_get (s, i.x).lock);
    if (v.op != X_SIGNAL || v.code != SIGNAL_PENDING)
      continue;
    st->held = sets_difference (&s->sets, st->held, sets_single (&s->sets, i.x));
    hold (d, st, v.a);
  }
}

void fences_apply (struct body *d, struct state *st, const struct rec_call *c,
                   const struct model_effect *e)
{
  const struct objects *o = &d->s->p->objects;
  const struct model_operand *order = &e->op[FENCE_ORDER];
  if (orders_reads (c, order)) {
    settle (d, st);
    add_mark (d, st, SIGNAL_ACQUIRED);
  }
  if (!orders_writes (c, order))
    return;
  for (uint64_t l = bitset_next (&d->s->fenced, 1); l != BITSET_END;
       l = bitset_next (&d->s->fenced, l + 1)) {
    int64_t offset = loc_get (o, (loc_id)l)->offset;
    if (offset > OFFSET_EVERYTHING)
      locks_release (
          d, st,
          expr_signal (
              &d->s->x, SIGNAL_SENT,
              expr_add (&d->s->x, expr_object (&d->s->x, loc_object (o, (loc_id)l)), offset), 0));
  }
  add_mark (d, st, SIGNAL_FENCED);
}

void fences_load (struct body *d, struct state *st)
{
  if (d->s->fences && st->held)
    locks_drop_hold (d->s, st, mark (d, SIGNAL_ACQUIRED));
}

void fences_return (struct body *d, struct state *st)
{
  if (d->s->fences && st->held && locks_find_hold (d->s, st->held, mark (d, SIGNAL_ACQUIRED)))
    settle (d, st);
}

void fences_see (struct body *d, struct state *st, expr_id signal, bool relaxed)
{
  if (relaxed && !d->s->fences)
    return;
  if (relaxed && signal && !locks_find_hold (d->s, st->held, mark (d, SIGNAL_ACQUIRED)))
    signal = expr_signal (&d->s->x, SIGNAL_PENDING, signal, 0);
  if (signal)
    hold (d, st, signal);
}

bool is_fenced (const struct summaries *s, setid held)
{
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);) {
    const struct expr *v = expr_get (&s->x, hold_get (s, i.x).lock);
    if (v->op == X_SIGNAL && v->code == SIGNAL_FENCED)
      return true;
  }
  return false;
}
