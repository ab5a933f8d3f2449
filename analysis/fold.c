/* Fold: partition refinement.  At first all static functions with one name and place are taken for
   equal; then a body's hash is made with the classes of the functions it uses, which splits
   classes, until no class splits any more.  So functions that call each other fold together, and
   two that differ only in which `static int count' they use stay apart.

   Linear in the bodies of the candidates for each round; rounds are few, by the depth of calls
   through which a difference must travel. */

#include "fold.h"
#include "hash.h"
#include "intern.h"
#include "map.h"
#include "vec.h"

#include <string.h>

struct folder {
  struct program *p;
  uint32_t *class; /* by function: 0 none; candidates that may be equal have equal classes */
  const struct program_unit *unit; /* of the function being hashed */
};

/* References */

static uint64_t hash_function_ref (const struct folder *d, uint32_t symbol)
{
  funid f = d->unit->functions[symbol];
  return d->class[f] ? hash_pair (1, d->class[f]) : hash_pair (2, f);
}

static uint64_t hash_object_ref (const struct folder *d, uint32_t number)
{
  const struct rec_object *o = &d->unit->unit->objects[number];
  /* String literals are equal if they have the same length: nobody can write them. */
  return o->symbol ? hash_pair (3, d->unit->objects[number]) : hash_pair (4, (uint32_t)o->size);
}

static uint64_t hash_symbol_ref (const struct folder *d, uint32_t symbol)
{
  const struct unit *u = d->unit->unit;
  return u->symbols[symbol].flags & SF_FUNCTION ? hash_function_ref (d, symbol)
                                                : hash_string (u->strings[u->symbols[symbol].name]);
}

static uint64_t hash_type_ref (const struct folder *d, uint32_t type)
{
  const struct unit *u = d->unit->unit;
  const struct rec_type *t = &u->types[type].r;
  uint64_t h = hash_pair (t->kind, t->flags);
  h = hash_add (h, t->bits);
  return hash_add (h, t->name ? hash_string (u->strings[t->name]) : 0);
}

static uint64_t hash_operand (const struct folder *, const struct operand *);

static uint64_t hash_address (const struct folder *d, const struct address *a)
{
  uint64_t h = a->base_kind == BASE_SYMBOL   ? hash_symbol_ref (d, a->base)
               : a->base_kind == BASE_OBJECT ? hash_object_ref (d, a->base)
                                             : hash_pair (10 + a->base_kind, a->base);
  h = hash_add (h, (uint64_t)a->bitoff);
  for (uint32_t i = 0; i < a->n_indices; i++) {
    h = hash_add (h, hash_operand (d, &a->indices[i].index));
    h = hash_add (hash_add (h, a->indices[i].stride), a->indices[i].bound);
  }
  for (uint32_t i = 0; i < a->n_steps; i++)
    h = hash_add (hash_add (h, a->steps[i].kind), (uint64_t)a->steps[i].n);
  return h;
}

static uint64_t hash_operand (const struct folder *d, const struct operand *o)
{
  switch (o->kind) {
  case OPND_ADDRESS:
  case OPND_CONTENTS:
    return hash_add (o->kind, hash_address (d, o->u.addr));
  case OPND_INT:
    return hash_add (o->kind, (uint64_t)o->u.number);
  default:
    return hash_add (hash_pair (o->kind, o->other), o->value);
  }
}

static uint64_t hash_list (const struct folder *d, const struct field_desc *f,
                           const struct number_list *l)
{
  uint64_t h = l->n;
  for (uint32_t i = 0; i < l->n; i++)
    h = hash_add (h, f->type == FT_TYPES  ? hash_type_ref (d, l->v[i])
                     : f->type == FT_STRS ? hash_string (d->unit->unit->strings[l->v[i]])
                                          : l->v[i]);
  return h;
}

static uint64_t hash_field (const struct folder *d, const struct record *r,
                            const struct field_desc *f)
{
  const void *p = (const char *)r + f->offset;
  switch ((enum field_type)f->type) {
  case FT_U:
  case FT_S:
  case FT_DELTA:
    return *(const uint64_t *)p;
  case FT_ENUM:
  case FT_FLAGS:
    return *(const uint32_t *)p;
  case FT_STR:
    return hash_string (d->unit->unit->strings[*(const uint32_t *)p]);
  case FT_TYPE:
    return hash_type_ref (d, *(const uint32_t *)p);
  case FT_SYM:
    return *(const uint32_t *)p ? hash_symbol_ref (d, *(const uint32_t *)p) : 0;
  case FT_DEF:
    return r->dst;
  case FT_OPND:
    return hash_operand (d, p);
  case FT_ADDR:
    return hash_address (d, p);
  case FT_TYPES:
  case FT_STRS:
  case FT_NUMS:
  case FT_BLOCKS:
    return hash_list (d, f, p);
  case FT_OPNDS: {
    const struct operand_list *l = p;
    uint64_t h = l->n;
    for (uint32_t i = 0; i < l->n; i++)
      h = hash_add (h, hash_operand (d, &l->v[i]));
    return h;
  }
  case FT_LOC: /* the function's own place is in its key */
  case FT_EDGES:
  case FT_BYTES:
  case FT_CORE:
    return 0;
  }
  return 0;
}

static uint64_t hash_record (const struct folder *d, const struct record *r)
{
  const struct record_desc *desc = &facts_records[r->kind];
  uint64_t h = r->kind;
  for (unsigned i = 0; i < desc->n_fields; i++)
    h = hash_add (h, hash_field (d, r, &desc->fields[i]));
  return h;
}

static uint64_t hash_body (struct folder *d, funid f)
{
  const struct function *b = d->p->functions[f].body;
  d->unit = &d->p->units[d->p->functions[f].unit];
  uint64_t h = hash_pair (b->n_values, b->n_blocks);
  h = hash_add (h, b->r.flags);
  for (uint32_t i = 1; i <= b->n_locals; i++)
    h = hash_add (h, hash_record (d, &b->locals[i].r));
  for (uint32_t i = 1; i <= b->n_values; i++)
    h = hash_add (h, hash_type_ref (d, b->value_types[i]));
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    const struct block *k = &b->blocks[i];
    h = hash_add (h, hash_pair (k->first, k->end));
    for (uint32_t e = 0; e < k->n_edges; e++)
      h = hash_add (h, hash_pair (k->edges[e].target, k->edges[e].kind));
    for (uint32_t e = 0; e < k->n_preds; e++)
      h = hash_add (h, k->preds[e]);
  }
  for (uint32_t i = 0; i < b->n_records; i++)
    h = hash_add (h, hash_record (d, b->records[i]));
  return hash_u64 (h);
}

/* Classes */

/* Name and place; 0 if F cannot have copies. */
static uint64_t key_of (const struct program *p, funid f)
{
  const struct program_function *pf = &p->functions[f];
  if (!pf->body || pf->is_public)
    return 0;
  const struct unit *u = p->units[pf->unit].unit;
  uint32_t loc = u->symbols[pf->symbol].r.loc;
  if (!loc || !u->locs[loc].file)
    return 0;
  const struct rec_loc *l = &u->locs[loc];
  uint64_t h = hash_string (pf->link_name);
  h = hash_add (h, hash_string (u->strings[u->files[l->file].path]));
  return hash_u64 (hash_add (hash_add (h, (uint64_t)l->line), (uint64_t)l->column)) | 1;
}

/* The first classes: by key, for keys that several functions have. */
static uint32_t first_classes (struct folder *d, vec_u32 *candidates)
{
  struct map count = {0}, number = {0};
  for (funid f = 1; f <= d->p->n_functions; f++) {
    uint64_t key = key_of (d->p, f);
    if (key)
      ++*map_at (&count, key);
  }
  for (funid f = 1; f <= d->p->n_functions; f++) {
    uint64_t key = key_of (d->p, f);
    if (!key || map_get (&count, key, 0) < 2)
      continue;
    uint32_t *class = map_at (&number, key);
    if (!*class)
      *class = map_size (&number);
    d->class[f] = *class;
    vec_push (candidates, f);
  }
  uint32_t n = map_size (&number);
  map_free (&count);
  map_free (&number);
  return n;
}

/* Splits classes by the hash of bodies; returns how many there are then. */
static uint32_t split_classes (struct folder *d, const vec_u32 *candidates)
{
  struct map number = {0};
  uint32_t *next = xcalloc (candidates->n + 1, sizeof *next);
  for (uint32_t i = 0; i < candidates->n; i++) {
    funid f = candidates->v[i];
    uint32_t *class = map_at (&number, hash_add (hash_body (d, f), d->class[f]));
    if (!*class)
      *class = map_size (&number);
    next[i] = *class;
  }
  for (uint32_t i = 0; i < candidates->n; i++)
    d->class[candidates->v[i]] = next[i];
  uint32_t n = map_size (&number);
  map_free (&number);
  free (next);
  return n;
}

static void replace_copies (struct folder *d, const vec_u32 *candidates)
{
  struct program *p = d->p;
  funid *first = xcalloc (candidates->n + 1, sizeof *first);
  funid *stands_for = xcalloc (p->n_functions + 1, sizeof *stands_for);
  for (uint32_t i = 0; i < candidates->n; i++) {
    funid f = candidates->v[i], *rep = &first[d->class[f] - 1];
    if (!*rep) {
      *rep = f;
      continue;
    }
    stands_for[f] = *rep;
    p->functions[f].folded_into = *rep;
    p->functions[f].body = NULL;
    p->folded++;
  }
  for (uint32_t i = 0; i < p->n_units; i++) {
    struct program_unit *u = &p->units[i];
    for (uint32_t k = 1; k <= u->unit->n_symbols; k++)
      if (stands_for[u->functions[k]])
        u->functions[k] = stands_for[u->functions[k]];
    for (uint32_t k = 0; k < u->unit->n_functions; k++)
      if (stands_for[u->bodies[k]])
        u->bodies[k] = 0;
  }
  free (first);
  free (stands_for);
}

void fold_functions (struct program *p)
{
  struct folder d = {.p = p, .class = xcalloc (p->n_functions + 1, sizeof (uint32_t))};
  vec_u32 candidates = {0};
  uint32_t n = first_classes (&d, &candidates), before = 0;
  while (n != before) {
    before = n;
    n = split_classes (&d, &candidates);
  }
  if (candidates.n)
    replace_copies (&d, &candidates);
  vec_free (&candidates);
  free (d.class);
}
