/* What is known to be in memory while the values of a function are found: what a store, a call or
   the next round of a loop takes out of the list, and what a load finds there. */

#include "kept.h"
#include "constants.h"
#include "values-internal.h"

uint8_t values_worlds_of (struct pointers *p, setid set)
{
  return (uint8_t)(set_traits (p, set) & SET_WORLDS);
}

uint8_t values_worlds_written (struct pointers *p, setid set)
{
  return (uint8_t)(set_traits (p, set) / SET_OWN & SET_WORLDS);
}

/* Whether SIZE bytes (0: any number) at some location of A may meet those at one of B. */
static bool places_meet (const struct pointers *p, setid a, uint64_t size_a, setid b,
                         uint64_t size_b)
{
  enum { FEW = 8 };
  const struct objects *o = &p->objects;
  if (sets_meet (&p->sets, a, b))
    return true;
  if (sets_size (&p->sets, a) > FEW || sets_size (&p->sets, b) > FEW)
    return false;
  for (struct set_iter i = sets_each (&p->sets, a); set_next (&i);)
    for (struct set_iter k = sets_each (&p->sets, b); set_next (&k);) {
      if (loc_object (o, i.x) != loc_object (o, k.x))
        continue;
      int64_t from = loc_get (o, i.x)->offset, to = loc_get (o, k.x)->offset;
      if (from <= OFFSET_EVERYTHING || to <= OFFSET_EVERYTHING ||
          (from <= to ? !size_a || to - from < (int64_t)size_a
                      : !size_b || from - to < (int64_t)size_b))
        return true;
    }
  return false;
}

void values_forget_written (struct walk *w, expr_id address, setid where, uint64_t size)
{
  struct pointers *p = w->d->s->p;
  const struct exprs *x = &w->d->s->x;
  int64_t offset, at;
  expr_id base = expr_base (x, address, &offset);
  uint8_t written = values_worlds_written (p, where);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < w->now.n; i++) {
    const struct content *c = &w->now.v[i];
    uint64_t bytes = ((c->key & UINT32_MAX) + (c->key >> 32) + 7) / 8;
    bool meets;
    if (base && expr_base (x, c->address, &at) == base && size)
      meets = at < offset + (int64_t)size && offset < at + (int64_t)bytes;
    else
      meets = !where || written & c->worlds || places_meet (p, c->where, bytes, where, size) ||
              (values_worlds_written (p, c->where) & values_worlds_of (p, where));
    if (!meets)
      w->now.v[kept++] = *c;
  }
  w->now.n = kept;
}

/* The least number of bytes at WHERE that overlap one of the locations MOD: in unions those of
   different members do. */
static uint32_t find_overlap (struct pointers *p, setid where, setid mod)
{
  enum { WIDEST = 16 };
  const struct objects *o = &p->objects;
  int64_t least = INT32_MAX;
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);) {
    const struct abstract_object *v = &o->v.v[loc_object (o, i.x)];
    if (v->n_locs < 2 || !object_has_union (p, loc_object (o, i.x)))
      continue;
    int64_t at = loc_get (o, i.x)->offset;
    for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next) {
      int64_t other = loc_get (o, l)->offset;
      if (at <= OFFSET_EVERYTHING || other <= OFFSET_EVERYTHING)
        least = sets_has (&p->sets, mod, l) ? 0 : least;
      else if (other < at + least - 1 && other + WIDEST > at && sets_has (&p->sets, mod, l))
        least = other < at ? 0 : other - at + 1;
    }
  }
  return (uint32_t)least;
}

static bool overlaps_in_union (struct pointers *p, const struct content *c, setid mod)
{
  if (!mod || !(set_traits (p, c->where) & SET_UNION))
    return false;
  uint32_t *least = map_at (&p->overlaps, map_pair (c->where, mod));
  if (!*least)
    *least = 1 + find_overlap (p, c->where, mod);
  return ((c->key & UINT32_MAX) + (c->key >> 32) + 7) / 8 >= *least - 1;
}

/* Whether memory may change when MOD is written, which has some of the worlds WRITTEN in it. */
static bool may_change (struct pointers *p, const struct content *c, setid mod, uint8_t written)
{
  return written & c->worlds || sets_meet (&p->sets, c->where, mod) ||
         overlaps_in_union (p, c, mod) || values_worlds_written (p, c->where);
}

void values_forget_set (struct walk *w, setid mod, bool all)
{
  struct pointers *p = w->d->s->p;
  uint8_t written = values_worlds_written (p, mod);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < w->now.n; i++)
    if (!all && !may_change (p, &w->now.v[i], mod, written))
      w->now.v[kept++] = w->now.v[i];
  w->now.n = kept;
}

/* Whether the memory may be in an object that one of the arguments leads to. */
static bool is_argument (struct walk *w, const struct content *c, uint32_t formals,
                         const struct rec_call *call)
{
  struct pointers *p = w->d->s->p;
  for (uint32_t n = 0; n < 32; n++) {
    if (!(formals >> n & 1))
      continue;
    expr_id e = n < call->args.n ? value_of_operand (w->d, &call->args.v[n]) : 0;
    setid at = e ? expr_points (&w->d->s->x, w->d->f, e) : SETS_EMPTY;
    if (!at || values_worlds_of (p, at) & c->worlds)
      return true;
    for (struct set_iter i = sets_each (&p->sets, at); set_next (&i);)
      for (struct set_iter k = sets_each (&p->sets, c->where); set_next (&k);)
        if (loc_object (&p->objects, i.x) == loc_object (&p->objects, k.x))
          return true;
  }
  return false;
}

void values_forget_call (struct walk *w, funid callee, const struct rec_call *call)
{
  const struct summaries *s = w->d->s;
  const struct summary *m = &s->of[callee];
  uint8_t written = values_worlds_written (s->p, s->mod[callee]);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < w->now.n; i++) {
    const struct content *c = &w->now.v[i];
    if (!s->mod_all[callee] && (!may_change (s->p, c, s->mod[callee], written) ||
                                (!c->worlds && !may_change (s->p, c, m->writes_else, written) &&
                                 !is_argument (w, c, m->writes_formals, call))))
      w->now.v[kept++] = *c;
  }
  w->now.n = kept;
}

void values_forget_definition (struct walk *w, uint32_t record, uint32_t value)
{
  const struct exprs *x = &w->d->s->x;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < w->now.n; i++) {
    const struct content *c = &w->now.v[i];
    if (!expr_mentions (x, c->value, w->d->f, record, value) &&
        !expr_mentions (x, c->address, w->d->f, record, value))
      w->now.v[kept++] = *c;
  }
  w->now.n = kept;
}

static struct content *find_content (struct walk *w, expr_id address, uint64_t key)
{
  for (uint32_t i = 0; i < w->now.n; i++)
    if (w->now.v[i].address == address && w->now.v[i].key == key)
      return &w->now.v[i];
  return NULL;
}

static const struct invariant *find_invariant (const struct summaries *s, setid where)
{
  uint32_t l;
  for (uint32_t k = 0; sets_is_single (&s->p->sets, where, &l) && k < s->invariants.n; k++)
    if (s->invariants.v[k].loc == l)
      return &s->invariants.v[k];
  return NULL;
}

/* One that is asked for may be asked for again: when there are many, others are forgotten first. */
static struct content *keep_longer (struct walk *w, struct content *c)
{
  enum { MANY = MOST_CONTENTS - MOST_CONTENTS / 4 };
  struct content kept = *c, *last = &vec_last (&w->now);
  if (w->now.n < MANY)
    return c;
  memmove (c, c + 1, (size_t)(last - c) * sizeof *c);
  *last = kept;
  return last;
}

void values_rest_on (struct body *d, const struct content *c)
{
  uint32_t l;
  if (c->source == INVARIANT && sets_is_single (&d->s->p->sets, c->where, &l))
    summaries_note (d->s, NOTE_INVARIANT, l);
}

expr_id values_known (struct walk *w, expr_id address, uint64_t key)
{
  const struct content *c = find_content (w, address, key);
  if (c)
    values_rest_on (w->d, c);
  return c ? c->value : 0;
}

void values_know (struct walk *w, expr_id address, uint64_t key, expr_id value, uint32_t source,
                  setid where)
{
  if (!address || !value)
    return;
  if (w->now.n == MOST_CONTENTS) { /* the first is the least likely to be asked for */
    memmove (w->now.v, w->now.v + 1, (MOST_CONTENTS - 1) * sizeof *w->now.v);
    w->now.n--;
  }
  vec_push (&w->now, (struct content){address, key, value, source, where,
                                      values_worlds_of (w->d->s->p, where)});
  const struct invariant *i = w->d->s->invariants.n ? find_invariant (w->d->s, where) : NULL;
  int64_t k;
  if (i && key == 8 * i->bytes && expr_is_const (&w->d->s->x, value, &k) && k == i->value)
    vec_last (&w->now).source = INVARIANT;
}

/* Variables that are set back before a lock is released */

static expr_id invariant_address (struct body *d, struct invariant *i)
{
  const struct location *l = loc_get (&d->s->p->objects, i->loc);
  if (!i->address)
    i->address = expr_add (&d->s->x, expr_object (&d->s->x, l->object), l->offset);
  return i->address;
}

void values_assume_invariants (struct walk *w)
{
  struct body *d = w->d;
  for (uint32_t k = 0; k < d->s->invariants.n; k++) {
    struct invariant *i = &d->s->invariants.v[k];
    expr_id address = invariant_address (d, i);
    if (!find_content (w, address, 8 * i->bytes))
      values_know (w, address, 8 * i->bytes, expr_const (&d->s->x, i->value), INVARIANT,
                   sets_single (&d->s->p->sets, i->loc));
  }
}

void values_check_invariants (struct walk *w)
{
  struct body *d = w->d;
  int64_t value;
  for (uint32_t k = 0; k < d->s->invariants.n; k++) {
    struct invariant *i = &d->s->invariants.v[k];
    const struct content *c = find_content (w, invariant_address (d, i), 8 * i->bytes);
    if (!c || !expr_is_const (&d->s->x, c->value, &value) || value != i->value)
      vec_push (&w->unsettled, i->loc);
  }
}

/* Whether somebody may write there meanwhile: the locations are too many to be told apart, or what a
   library writes that is called, as errno. */
static bool leads_anywhere (struct pointers *p, setid where)
{
  return set_traits (p, where) & (SET_OWN << WORLD_POOL | SET_LIBRARY);
}

expr_id values_load (struct walk *w, expr_id address, uint64_t key, uint32_t record, setid where,
                     bool fresh)
{
  struct body *d = w->d;
  if (!address)
    return 0;
  int64_t offset;
  expr_id base = expr_base (&d->s->x, address, &offset);
  if (!fresh && expr_get (&d->s->x, base)->op == X_OBJECT && key <= 64) {
    object_id object = expr_get (&d->s->x, base)->a;
    int64_t values[MOST_VALUES];
    expr_id start = expr_at_start (d->s, object, offset, key);
    if (start)
      return start;
    if (d->s->constants.n &&
        constants_at (d->s, d->f, loc_at (&d->s->p->objects, object, offset), key / 8, values) == 1)
      return expr_const (&d->s->x, values[0]);
  }
  int64_t only[MOST_VALUES];
  if (!fresh && key <= 64 && kept_at (d->s, where, key / 8, only) == 1)
    return expr_const (&d->s->x, only[0]);
  struct content *c = fresh || leads_anywhere (d->s->p, where) ? NULL
                                                               : find_content (w, address, key);
  if (c && (map_find (&d->s->broken, map_pair (d->f, record)) || !proves_by (d->s->p, PROOF_LOADS)))
    c = NULL;
  if (c) {
    c = keep_longer (w, c);
    values_rest_on (d, c);
    if (c->source != record && c->source != INVARIANT)
      vec_push (&d->reuses, (struct reuse){record, c->source, address, where, 0});
    return c->value;
  }
  expr_id e = expr_load (&d->s->x, address, expr_version (&d->s->x, d->f, record, 0), key);
  if (!fresh)
    values_know (w, address, key, e, record, where);
  return e;
}
