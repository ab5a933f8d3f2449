/* Signals: who sends them, and whether they start as they must. */

#include "signals.h"
#include "verdicts.h"

struct signal_finder {
  struct signals *r;
  const struct contexts *c;
  struct threads *t;
  struct summaries *s;
  struct terms *terms;
};

static struct signal_info *info_of (struct signal_finder *d, uint32_t term)
{
  uint32_t *n = map_at (&d->r->of, term);
  if (!*n) {
    vec_push (&d->r->v, (struct signal_info){0});
    *n = d->r->v.n;
  }
  return &d->r->v.v[*n - 1];
}

/* A signal that may be any of several breaks them all. */
static void break_all (struct signal_finder *d, setid where)
{
  const struct objects *o = &d->s->p->objects;
  for (struct set_iter i = sets_each (&d->s->p->sets, where); set_next (&i);)
    info_of (d, term_at (d->terms, TERM_SEEN, loc_object (o, i.x), loc_get (o, i.x)->offset))
        ->broken = true;
}

static void note_sender (struct signal_finder *d, const struct occurrence *e, bool is_barrier)
{
  const struct item *i = &d->s->items.v[e->item];
  uint32_t term = term_of_signal (d->terms, i->function, i->e[0]);
  if (!term) {
    break_all (d, expr_points (&d->s->x, i->function, i->e[0]));
    return;
  }
  struct signal_info *v = info_of (d, term);
  v->senders = sets_union (&d->t->sets, v->senders, d->c->v.v[e->context].threads);
  v->is_barrier |= is_barrier;
}

static bool is_barrier_wait (const struct signal_finder *d, uint32_t item)
{
  const struct item *i = innermost (d->s, item);
  uint32_t first, end;
  calls_of_record (d->s->p, i->function, i->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = d->s->p->models[d->s->p->calls.v[k].callee];
    if (m && model_has (m, EFFECT_BARRIER_WAIT))
      return true;
  }
  return false;
}

/* A flag is set: whether it was found not to be set before, and under which locks. */
static void note_setter (struct signal_finder *d, const struct occurrence *e)
{
  const struct item *i = &d->s->items.v[e->item];
  uint32_t term = term_of_signal (d->terms, i->function, i->e[0]);
  if (!term)
    return;
  struct signal_info *v = info_of (d, term);
  bool unset = false;
  for (struct set_iter k = sets_each (&d->s->sets, i->held); set_next (&k);) {
    const struct expr *h = expr_get (&d->s->x, hold_get (d->s, k.x).lock);
    unset |= h->op == X_SIGNAL && h->code == SIGNAL_UNSET && h->a == i->e[0];
  }
  struct guards own = terms_of_holds (d->terms, i->function, i->held);
  setid all = sets_union (&d->terms->sets, own.exclusive, e->held.exclusive);
  v->unchecked |= !unset;
  v->guards = v->is_set ? sets_intersection (&d->terms->sets, v->guards, all) : all;
  v->is_set = true;
}

/* Whether the access sets a flag to something else than 0. */
static bool sets_flag (const struct signal_finder *d, const struct item *i, const struct effect *e)
{
  const struct function *b = d->s->p->objects.program->functions[e->function].body;
  int64_t k;
  if (!effect_writes (e) || !is_flag (d->s, i->where))
    return false;
  return !stored_constant (b, b->records[e->record], &k) || k;
}

/* A flag is set by an atomic that orders nothing. */
static bool is_relaxed (const struct signal_finder *d, const struct effect *e)
{
  uint32_t first, end;
  if (e->mode != MODE_ATOMIC_WRITE)
    return false;
  const struct rec_call *c =
      (const struct rec_call *)d->s->p->objects.program->functions[e->function]
          .body->records[e->record];
  calls_of_record (d->s->p, e->function, e->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = d->s->p->models[d->s->p->calls.v[k].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_ATOMIC_STORE &&
          orders_memory (c, &m->effects[i].op[ATOMIC_STORE_ORDER]))
        return false;
  }
  return true;
}

/* How semaphores and barriers start */

static void note_init (struct signal_finder *d, const struct item *i)
{
  int64_t value;
  setid at = expr_points (&d->s->x, i->function, i->e[0]);
  bool known = expr_is_const (&d->s->x, i->e[1], &value) && value >= 0 && value < INT32_MAX;
  for (struct set_iter k = sets_each (&d->s->p->sets, at); set_next (&k);) {
    uint32_t *start = map_at (&d->r->starts, k.x);
    uint32_t now = known ? (uint32_t)value + 1 : UINT32_MAX;
    *start = !*start || *start == now ? now : UINT32_MAX;
  }
}

static bool starts_well (const struct signal_finder *d, uint32_t term, struct signal_info *v)
{
  struct objects *o = &d->s->p->objects;
  struct term t = term_get (d->terms, term);
  uint32_t start = map_get (&d->r->starts, loc_at (o, t.a, t.d), 0);
  if (v->is_barrier) {
    v->count = start - 1;
    return start && start != UINT32_MAX;
  }
  return start ? start == 1 : starts_as_zero (d->s->p, t.a, t.d);
}

/* How many threads a creation makes; 0 unknown. */
static uint64_t instances (const struct signal_finder *d, thread_id i)
{
  const struct item *fork = &d->s->items.v[d->t->v.v[i].item];
  int64_t first, last;
  if (!d->c->many[i])
    return 1;
  if (fork->kind == ITEM_FORK && fork->shape && !d->t->v.v[i].lost &&
      d->s->shapes.v[fork->shape - 1].step == 1 && expr_is_const (&d->s->x, fork->e[4], &first) &&
      expr_is_const (&d->s->x, fork->e[5], &last) && last >= first)
    return (uint64_t)(last - first) + 1;
  return 0;
}

static bool is_sound (const struct signal_finder *d, const struct signal_info *v)
{
  uint64_t all = 0;
  bool sound = true;
  for (struct set_iter i = sets_each (&d->t->sets, v->senders); set_next (&i);) {
    uint64_t n = instances (d, i.x);
    sound &= n > 0;
    all += n;
  }
  return sound && (v->is_barrier ? all == v->count : all == 1);
}

static bool is_main_only (const struct contexts *c, const struct occurrence *e)
{
  for (struct set_iter i = sets_each (&c->t->sets, c->v.v[e->context].threads); set_next (&i);)
    if (c->t->v.v[i.x].kind != THREAD_MAIN)
      return false;
  return true;
}

void signals_find (struct signals *r, const struct contexts *c)
{
  struct signal_finder d = {r, c, c->t, c->t->s, c->terms};
  *r = (struct signals){0};
  for (uint32_t k = 0; k < c->occurrences.n; k++) {
    const struct occurrence *e = &c->occurrences.v[k];
    const struct item *i = &d.s->items.v[e->item];
    if (i->kind == ITEM_INIT)
      note_init (&d, i);
    if (i->kind == ITEM_SEND)
      note_sender (&d, e, is_barrier_wait (&d, e->item));
    if (i->kind != ITEM_ACCESS)
      continue;
    const struct effect *effect = &d.s->effects->v.v[innermost (d.s, e->item)->effect];
    if (sets_flag (&d, i, effect)) {
      note_sender (&d, e, false);
      note_setter (&d, e);
      if (is_relaxed (&d, effect))
        break_all (&d, i->where);
    } else if (effect_writes (effect) && is_flag (d.s, i->where) &&
               (e->alive || !is_main_only (c, e))) {
      for (struct set_iter l = sets_each (&d.s->p->sets, i->where); set_next (&l);)
        info_of (&d, term_at (d.terms, TERM_SEEN, loc_object (&d.s->p->objects, l.x),
                              loc_get (&d.s->p->objects, l.x)->offset))
            ->unchecked = true; /* it is taken back */
    }
  }
  for (uint32_t k = 0; k < map_size (&r->of); k++) {
    struct signal_info *v = &r->v.v[map_value (&r->of, k) - 1];
    v->unchecked |= v->broken || !starts_well (&d, (uint32_t)map_key (&r->of, k), v);
    v->broken |= !starts_well (&d, (uint32_t)map_key (&r->of, k), v) || !is_sound (&d, v);
  }
}

void signals_free (struct signals *r)
{
  map_free (&r->of);
  map_free (&r->starts);
  vec_free (&r->v);
}

bool signals_order (const struct signals *r, const struct contexts *c, thread_id a, setid sent,
                    setid seen)
{
  for (struct set_iter i = sets_each (&c->terms->sets, seen); set_next (&i);) {
    uint32_t n = term_get (c->terms, i.x).kind == TERM_SEEN ? map_get (&r->of, i.x, 0) : 0;
    if (!n || sets_has (&c->terms->sets, sent, i.x) ||
        sets_has (&c->terms->sets, sent, c->terms->sent_any))
      continue;
    if (!r->v.v[n - 1].broken && sets_has (&c->t->sets, r->v.v[n - 1].senders, a))
      return true;
  }
  return false;
}

bool signals_unset (const struct signals *r, const struct contexts *c, struct guards held,
                    setid seen)
{
  struct terms *t = c->terms;
  for (struct set_iter i = sets_each (&t->sets, held.any); set_next (&i);) {
    struct term v = term_get (t, i.x);
    uint32_t term = v.kind == TERM_UNSET ? term_at (t, TERM_SEEN, v.a, v.d) : 0;
    uint32_t n = term && sets_has (&t->sets, seen, term) ? map_get (&r->of, term, 0) : 0;
    const struct signal_info *info = n ? &r->v.v[n - 1] : NULL;
    if (info && info->is_set && !info->unchecked &&
        sets_meet (&t->sets, held.exclusive, info->guards))
      return true;
  }
  return false;
}
