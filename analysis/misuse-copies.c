/* Copies of locks: a lock that is copied with the struct around it is another lock, which excludes
   nobody who takes the first.  Reported where both are used as locks; a copy of a template that
   nobody locks is as good as an initialiser. */

#include "misuse.h"

struct copy_finder {
  struct misuses *out;
  struct summaries *s;
  struct bitset locked; /* locations that are locked */
};

/* Both are certain, and not the same. */
static bool find_both (struct copy_finder *d, setid to, setid from, uint32_t *target,
                       uint32_t *source)
{
  const struct objects *o = &d->s->p->objects;
  return sets_is_single (&d->s->p->sets, to, target) &&
         sets_is_single (&d->s->p->sets, from, source) && *target != *source &&
         loc_get (o, *target)->offset > OFFSET_EVERYTHING &&
         loc_get (o, *source)->offset > OFFSET_EVERYTHING;
}

static void look_at_copy (struct copy_finder *d, funid f, uint32_t record, const struct rec_copy *c)
{
  struct pointers *p = d->s->p;
  struct objects *o = &p->objects;
  uint32_t target, source;
  if (!find_both (d, points_of_address (p, f, &c->to), points_of_address (p, f, &c->from), &target,
                  &source))
    return;
  int64_t at = loc_get (o, source)->offset, size = (int64_t)(c->bits / 8);
  for (loc_id l = o->v.v[loc_object (o, source)].first_loc; l; l = loc_get (o, l)->next) {
    int64_t in = loc_get (o, l)->offset - at;
    if (!bitset_has (&d->locked, l) || loc_get (o, l)->offset <= OFFSET_EVERYTHING || in < 0 ||
        in >= size)
      continue;
    loc_id copied = loc_shift (o, target, in, 0);
    if (copied == l || !bitset_has (&d->locked, copied))
      continue;
    vec_push (
        &d->out->places,
        (struct misuse_place){.rule = RULE_LOCK_COPY, .function = f, .record = record, .loc = l});
    return;
  }
}

void misuse_find_copies (struct misuses *out)
{
  struct summaries *s = out->c->t->s;
  struct copy_finder d = {.out = out, .s = s};
  const struct program *program = s->p->objects.program;
  for (uint32_t i = 1; i < s->operations.n; i++) {
    const struct operation *o = &s->operations.v[i];
    setid at = o->use <= USE_TRY ? expr_points (&s->x, o->function, o->lock) : SETS_EMPTY;
    for (struct set_iter k = sets_each (&s->p->sets, at); set_next (&k);)
      bitset_add (&d.locked, k.x);
  }
  for (funid f = 1; f <= program->n_functions; f++) {
    const struct function *b = s->filter->reached[f] ? program->functions[f].body : NULL;
    for (uint32_t r = 0; b && r < b->n_records; r++)
      if (b->records[r]->kind == REC_copy)
        look_at_copy (&d, f, r, (const struct rec_copy *)b->records[r]);
  }
  bitset_free (&d.locked);
}
