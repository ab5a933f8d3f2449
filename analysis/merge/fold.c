/* Fold: partition refinement.  At first all static functions with one name and place are taken for
   equal; then a body's hash is made with the classes of the functions it uses, which splits
   classes, until no class splits any more.  So functions that call each other fold together, and
   two that differ only in which `static int count' they use stay apart.

   A body is hashed again only when the class of something it uses has changed, so a difference that
   travels up a chain of calls costs each function on the way once. */

#include "fold.h"
#include "hash.h"
#include "bitset.h"
#include "map.h"
#include "scc.h"
#include "vec.h"

#include <string.h>

struct folder {
  struct program *p;
  uint32_t *class; /* by function: 0 none; candidates that may be equal have equal classes */
  uint64_t *hash;  /* by function: of its body, with the classes as they were when it was hashed */
  uint32_t n_classes;
  vec_u32 size;                    /* by class: how many functions */
  VEC (uint64_t) kept;             /* by class: the hash of its bodies */
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

/* Users: which candidates refer to a candidate, as a graph from the used one to its users. */

struct reference_list {
  struct folder *d;
  funid user;
  vec_u32 used, users;
};

static void note_reference (struct reference_list *l, const struct address *a)
{
  if (a->base_kind == BASE_SYMBOL) {
    funid f = l->d->p->units[l->d->p->functions[l->user].unit].functions[a->base];
    if (l->d->class[f]) {
      vec_push (&l->used, f);
      vec_push (&l->users, l->user);
    }
  }
}

static void note_operand (struct reference_list *l, const struct operand *o)
{
  if (o->kind == OPND_ADDRESS || o->kind == OPND_CONTENTS)
    note_reference (l, o->u.addr);
}

static void note_record (struct reference_list *l, const struct record *r)
{
  const struct record_desc *desc = &facts_records[r->kind];
  for (unsigned i = 0; i < desc->n_fields; i++) {
    const void *p = (const char *)r + desc->fields[i].offset;
    if (desc->fields[i].type == FT_OPND)
      note_operand (l, p);
    else if (desc->fields[i].type == FT_OPNDS)
      for (uint32_t k = 0; k < ((const struct operand_list *)p)->n; k++)
        note_operand (l, &((const struct operand_list *)p)->v[k]);
  }
}

static struct csr find_users (struct folder *d, struct arena *a, const vec_u32 *candidates)
{
  struct reference_list l = {.d = d};
  for (uint32_t i = 0; i < candidates->n; i++) {
    l.user = candidates->v[i];
    const struct function *b = d->p->functions[l.user].body;
    for (uint32_t k = 0; k < b->n_records; k++)
      note_record (&l, b->records[k]);
  }
  struct csr users = csr_from_edges (a, d->p->n_functions + 1, l.used.v, l.users.v, l.used.n);
  vec_free (&l.used);
  vec_free (&l.users);
  return users;
}

/* Splits the classes of the functions in TODO, which must be hashed again: those that no longer
   agree with the rest of their class leave it.  What has left goes to CHANGED. */
static void split_classes (struct folder *d, const vec_u32 *todo, vec_u32 *changed)
{
  struct map stay = {0},
             leave = {0};  /* by class: 1 + who stays; by class and hash: the new class */
  struct map hashed = {0}; /* by class: how many of it are hashed again */
  for (uint32_t i = 0; i < todo->n; i++)
    ++*map_at (&hashed, d->class[todo->v[i]]);
  for (uint32_t i = 0; i < todo->n; i++) {
    funid f = todo->v[i];
    uint32_t class = d->class[f];
    uint64_t hash = hash_body (d, f);
    bool all = map_get (&hashed, class, 0) == d->size.v[class];
    uint32_t *first = map_at (&stay, class);
    /* If all of the class are hashed again the first decides what the class is now; else those that
       are not do, and they agree with what F was before. */
    if (!*first) {
      *first = f + 1;
      d->kept.v[class] = all ? hash : d->hash[f];
    }
    d->hash[f] = hash;
    if (hash == d->kept.v[class])
      continue;
    uint32_t *next = map_at (&leave, hash_add (hash, class));
    if (!*next) {
      *next = ++d->n_classes;
      vec_push (&d->size, 0);
      vec_push (&d->kept, hash);
    }
    vec_push (changed, f);
    vec_push (changed, *next);
  }
  for (uint32_t i = 0; i < changed->n; i += 2) {
    d->size.v[d->class[changed->v[i]]]--;
    d->class[changed->v[i]] = changed->v[i + 1];
    d->size.v[changed->v[i + 1]]++;
  }
  map_free (&stay);
  map_free (&leave);
  map_free (&hashed);
}

static void refine (struct folder *d, const vec_u32 *candidates)
{
  struct arena a = {0};
  struct csr users = find_users (d, &a, candidates);
  struct bitset waiting = {0};
  vec_u32 todo = {0}, changed = {0};
  vec_push (&d->size, 0);
  vec_push (&d->kept, 0);
  for (uint32_t i = 0; i < d->n_classes; i++) {
    vec_push (&d->size, 0);
    vec_push (&d->kept, 0);
  }
  for (uint32_t i = 0; i < candidates->n; i++) {
    vec_push (&todo, candidates->v[i]);
    d->size.v[d->class[candidates->v[i]]]++;
  }
  while (todo.n) {
    changed.n = 0;
    split_classes (d, &todo, &changed);
    for (uint32_t i = 0; i < todo.n; i++)
      bitset_remove (&waiting, todo.v[i]);
    todo.n = 0;
    for (uint32_t i = 0; i < changed.n; i += 2)
      for (uint32_t k = users.first[changed.v[i]]; k < users.first[changed.v[i] + 1]; k++)
        if (bitset_add (&waiting, users.targets[k]))
          vec_push (&todo, users.targets[k]);
  }
  vec_free (&todo);
  vec_free (&changed);
  bitset_free (&waiting);
  arena_free (&a);
}

static void replace_copies (struct folder *d, const vec_u32 *candidates)
{
  struct program *p = d->p;
  funid *first = xcalloc (d->n_classes + 1, sizeof *first);
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
  struct folder d = {.p = p,
                     .class = xcalloc (p->n_functions + 1, sizeof (uint32_t)),
                     .hash = xcalloc (p->n_functions + 1, sizeof (uint64_t))};
  vec_u32 candidates = {0};
  d.n_classes = first_classes (&d, &candidates);
  if (candidates.n)
    refine (&d, &candidates);
  if (candidates.n)
    replace_copies (&d, &candidates);
  vec_free (&candidates);
  free (d.class);
  free (d.hash);
  vec_free (&d.size);
  vec_free (&d.kept);
}
