/* Copies of locks: a lock that is copied with the struct around it is another lock, which excludes
   nobody who takes the first.  Reported where both are used as locks; a copy of a template that
   nobody locks is as good as an initialiser. */

#include "misuse.h"

struct copy_finder {
  struct misuses *out;
  struct summaries *s;
  struct bitset locked;  /* locations that are locked */
  struct bitset certain; /* ... where no other may be meant: of untyped memory only these count */
};

/* Whether that is one place, and not one that stands for many: see OBJECT_POOL. */
static bool is_one_place (const struct copy_finder *d, setid where, loc_id *l)
{
  const struct objects *o = &d->s->p->objects;
  return sets_is_single (&d->s->p->sets, where, l) && loc_get (o, *l)->offset > OFFSET_EVERYTHING &&
         o->v.v[loc_object (o, *l)].kind < OBJECT_FUNCTION;
}

/* The model of what the record calls, if it is one function. */
static const struct model *model_at (const struct pointers *p, funid f, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  return end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
}

/* Whether the function initialises the lock, too. */
static bool is_initialised (const struct copy_finder *d, funid f, loc_id lock)
{
  struct pointers *p = d->s->p;
  const struct function *b = p->objects.program->functions[f].body;
  for (uint32_t r = 0; r < b->n_records; r++) {
    const struct rec_call *c = (const struct rec_call *)b->records[r];
    const struct model *m = b->records[r]->kind == REC_call ? model_at (p, f, r) : NULL;
    for (uint32_t i = 0; m && model_has (m, EFFECT_INIT) && i < c->args.n; i++)
      if (sets_has (&p->sets, points_of_operand (p, f, &c->args.v[i]), lock))
        return true;
  }
  return false;
}

static void look_at_copy (struct copy_finder *d, const struct bitset *locked, funid f,
                          uint32_t record, setid to, setid from, int64_t size)
{
  struct pointers *p = d->s->p;
  struct objects *o = &p->objects;
  uint32_t target, source;
  if (!is_one_place (d, to, &target) || !is_one_place (d, from, &source) || target == source)
    return;
  int64_t at = loc_get (o, source)->offset;
  for (loc_id l = o->v.v[loc_object (o, source)].first_loc; l; l = loc_get (o, l)->next) {
    int64_t in = loc_get (o, l)->offset - at;
    if (!bitset_has (locked, l) || loc_get (o, l)->offset <= OFFSET_EVERYTHING || in < 0 ||
        in >= size)
      continue;
    loc_id copied = loc_shift (o, target, in, 0);
    if (copied == l || !bitset_has (locked, copied) || is_initialised (d, f, copied))
      continue;
    vec_push (
        &d->out->places,
        (struct misuse_place){.rule = RULE_LOCK_COPY, .function = f, .record = record, .loc = l});
    return;
  }
}

/* A call that copies: what it reads and what it writes are as long. */
static void look_at_call (struct copy_finder *d, funid f, uint32_t record)
{
  const struct effects *all = d->s->effects;
  const struct model *m = model_at (d->s->p, f, record);
  const struct effect *from = NULL, *to = NULL;
  if (!m || !model_has (m, EFFECT_COPY))
    return;
  for (uint32_t k = effects_at (all, f, record);
       k < all->first[f + 1] && all->v.v[k].record == record; k++) {
    if (all->v.v[k].mode == MODE_READ)
      from = &all->v.v[k];
    else if (all->v.v[k].mode == MODE_WRITE)
      to = &all->v.v[k];
  }
  if (from && to && from->bytes && from->bytes == to->bytes)
    look_at_copy (d, &d->certain, f, record, to->where, from->where, (int64_t)from->bytes);
}

/* A struct that is given to a function of the program is copied into its parameter. */
static void look_at_arguments (struct copy_finder *d, funid f, uint32_t record)
{
  struct pointers *p = d->s->p;
  const struct program *program = p->objects.program;
  const struct rec_call *c = (const struct rec_call *)program->functions[f].body->records[record];
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  funid callee =
      end - first == 1 && p->calls.v[first].kind == CALL_NOW ? p->calls.v[first].callee : 0;
  const struct function *b = callee ? program->functions[callee].body : NULL;
  for (uint32_t i = 0; b && i < c->args.n && i < b->n_params; i++) {
    uint32_t type = b->locals[i + 1].type;
    if (c->args.v[i].kind != OPND_CONTENTS || !type)
      continue;
    object_id o = object_make (&p->objects, OBJECT_LOCAL, callee, i + 1, 0);
    uint64_t bits = program->units[program->functions[callee].unit].unit->types[type].r.bits;
    look_at_copy (d, &d->locked, f, record, sets_single (&p->sets, loc_at (&p->objects, o, 0)),
                  points_of_address (p, f, c->args.v[i].u.addr), (int64_t)(bits / 8));
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
    uint32_t only;
    for (struct set_iter k = sets_each (&s->p->sets, at); set_next (&k);)
      bitset_add (&d.locked, k.x);
    if (sets_is_single (&s->p->sets, at, &only) &&
        !s->p->objects.v.v[loc_object (&s->p->objects, only)].whole)
      bitset_add (&d.certain, only);
  }
  for (funid f = 1; f <= program->n_functions; f++) {
    const struct function *b = s->filter->reached[f] ? program->functions[f].body : NULL;
    for (uint32_t r = 0; b && d.locked.words.n && r < b->n_records; r++) {
      const struct rec_copy *c = (const struct rec_copy *)b->records[r];
      if (b->records[r]->kind == REC_copy)
        look_at_copy (&d, &d.locked, f, r, points_of_address (s->p, f, &c->to),
                      points_of_address (s->p, f, &c->from), (int64_t)(c->bits / 8));
      else if (b->records[r]->kind == REC_call) {
        look_at_call (&d, f, r);
        look_at_arguments (&d, f, r);
      }
    }
  }
  bitset_free (&d.locked);
  bitset_free (&d.certain);
}
