/* Signs: from the types of what all instructions load and store.  A constant that is the same
   number with and without a sign tells nothing. */

#include "signs.h"

enum { N_SIZES = 4 }; /* 1, 2, 4, 8 bytes */

struct sign_finder {
  struct signs *s;
  const struct pointers *p;
  struct map done; /* sets of locations with sign and size */
};

/* The number of a size; N_SIZES: it is none of a number. */
static uint32_t size_number (uint64_t bytes)
{
  uint32_t n = 0;
  while (n < N_SIZES && bytes != (uint64_t)1 << n)
    n++;
  return n;
}

static uint64_t key_of (loc_id l, uint32_t size)
{
  return (uint64_t)l * N_SIZES + size;
}

static enum sign sign_of_type (const struct unit *u, uint32_t type)
{
  const struct rec_type *t = type ? &u->types[type].r : NULL;
  if (!t || (t->kind != TK_INTEGER && t->kind != TK_ENUM && t->kind != TK_BOOL))
    return SIGN_NONE;
  return t->flags & TF_UNSIGNED || t->kind == TK_BOOL ? SIGN_UNSIGNED : SIGN_SIGNED;
}

static enum sign sign_of_constant (int64_t k, uint64_t bytes)
{
  if (k < 0)
    return SIGN_SIGNED;
  return bytes < 8 && k >> (8 * bytes - 1) ? SIGN_UNSIGNED : SIGN_NONE;
}

static enum sign other_sign (enum sign sign)
{
  return sign == SIGN_SIGNED ? SIGN_UNSIGNED : SIGN_SIGNED;
}

static void add (struct sign_finder *d, loc_id l, uint32_t size, enum sign sign)
{
  bitset_add (&d->s->seen[sign], key_of (l, size));
  if (bitset_has (&d->s->seen[other_sign (sign)], key_of (l, size)))
    bitset_add (&d->s->both, key_of (l, size));
}

static void add_effect (struct sign_finder *d, const struct effect *e)
{
  const struct program *program = d->p->objects.program;
  const struct function *b = program->functions[e->function].body;
  const struct unit *u = function_unit (program, e->function);
  const struct record *r = b->records[e->record];
  const struct operand *src = &((const struct rec_store *)r)->src;
  uint32_t size = size_number (e->bytes);
  enum sign sign = SIGN_NONE;
  if (size == N_SIZES || e->flags & AF_BITFIELD)
    return;
  if (r->kind == REC_load)
    sign = sign_of_type (u, b->value_types[r->dst]);
  else if (r->kind == REC_store && src->kind == OPND_VALUE)
    sign = sign_of_type (u, b->value_types[src->value]);
  else if (r->kind == REC_store && src->kind == OPND_INT)
    sign = sign_of_constant (src->u.number, e->bytes);
  if (!sign || !map_add (&d->done, map_pair (e->where, size * N_SIGNS + (uint32_t)sign), 1))
    return;
  for (struct set_iter i = sets_each (&d->p->sets, e->where); set_next (&i);)
    add (d, i.x, size, sign);
}

/* What parameters in memory begin with. */
static void add_parameters (struct sign_finder *d, funid f)
{
  const struct objects *o = &d->p->objects;
  const struct function *b = o->program->functions[f].body;
  const struct unit *u = function_unit (o->program, f);
  for (uint32_t i = 1; b && i <= b->n_params; i++) {
    const struct rec_local *v = &b->locals[i];
    bool in_memory = v->flags & OF_ADDRESSED || !v->value;
    enum sign sign = in_memory ? sign_of_type (u, v->type) : SIGN_NONE;
    object_id object = sign ? object_find (o, OBJECT_LOCAL, f, i, 0) : 0;
    uint32_t size = object ? size_number (u->types[v->type].r.bits / 8) : N_SIZES;
    for (loc_id l = size < N_SIZES ? o->v.v[object].first_loc : 0; l; l = loc_get (o, l)->next)
      if (!loc_get (o, l)->offset)
        add (d, l, size, sign);
  }
}

void signs_find (struct signs *s, const struct pointers *p, const struct effects *effects)
{
  struct sign_finder d = {.s = s, .p = p};
  if (s->known)
    return;
  s->known = true;
  for (uint32_t i = 0; i < effects->v.n; i++)
    add_effect (&d, &effects->v.v[i]);
  for (funid f = 1; f <= p->objects.program->n_functions; f++)
    add_parameters (&d, f);
  map_free (&d.done);
}

static bool is_both (const struct signs *s, loc_id l, uint32_t size)
{
  return bitset_has (&s->both, key_of (l, size));
}

bool sign_is_unknown (const struct signs *s, loc_id l, uint64_t bytes, int64_t start)
{
  uint32_t size = size_number (bytes);
  enum sign sign = sign_of_constant (start, bytes);
  return size < N_SIZES && (is_both (s, l, size) ||
                            (sign && bitset_has (&s->seen[other_sign (sign)], key_of (l, size))));
}

bool signs_are_unknown (struct signs *s, const struct pointers *p, setid set, uint64_t bytes)
{
  uint32_t size = size_number (bytes), l;
  if (size == N_SIZES || bitset_next (&s->both, 0) == BITSET_END)
    return false;
  if (sets_is_single (&p->sets, set, &l))
    return is_both (s, l, size);
  uint32_t *known = map_at (&s->sets, map_pair (set, size));
  if (!*known) {
    bool any = false;
    for (struct set_iter i = sets_each (&p->sets, set); !any && set_next (&i);)
      any = is_both (s, i.x, size);
    *known = 1 + any;
  }
  return *known - 1;
}

void signs_free (struct signs *s)
{
  for (int i = 0; i < N_SIGNS; i++)
    bitset_free (&s->seen[i]);
  bitset_free (&s->both);
  map_free (&s->sets);
}
