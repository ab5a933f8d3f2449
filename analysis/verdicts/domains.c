/* Domains: found when they are asked for, one kind of owner at a time. */

#include "domains-internal.h"
#include "terms.h"
#include "worklist.h"

/* Owners */

static bool is_in_array (const struct summaries *s, loc_id l)
{
  struct array_around around[MOST_AROUND];
  return arrays_of_lock (&s->p->objects, l, around);
}

/* Whether a place IN bytes behind the start of an element is in an array there, and no array of the
   next element is so long that who counts from behind its start may have begun there. */
static bool is_in_inner_array (const struct objects *o, object_id object, struct array_around array,
                               int64_t in)
{
  enum { MOST_PLACES = 64 };
  struct array_around around[MOST_AROUND];
  int64_t at = 0;
  for (uint32_t k = 0; at <= in && k < MOST_PLACES; k++) {
    if (arrays_around (o, object, array.base + at, around) < 2) {
      at += SMALLEST_LOCK;
      continue;
    }
    int64_t begin = around[1].base - array.base, size = around[1].size;
    if (begin < 0 || begin > at || size <= 0 || size - begin >= array.element - in)
      return false;
    at = begin + size;
    if (in >= begin && in < at)
      return true;
  }
  return false;
}

/* Which element of the array E is in, that steps through arrays inside of it and is IN bytes behind
   the start of an element without these steps; false: that is not sure. */
static bool element_with_steps (struct summaries *s, funid f, expr_id e, struct array_around array,
                                int64_t in, int64_t *number)
{
  const struct objects *o = &s->p->objects;
  setid at = expr_points (&s->x, f, e);
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);) {
    int64_t offset = loc_get (o, i.x)->offset - array.base, rest = in % array.element;
    if (loc_get (o, i.x)->offset <= OFFSET_EVERYTHING || offset < 0)
      return false;
    rest += rest < 0 ? array.element : 0;
    if (rest != offset % array.element && !is_in_inner_array (o, loc_object (o, i.x), array, rest))
      return false;
    *number = (in - rest) / array.element;
  }
  return at != SETS_EMPTY;
}

/* E without the indices of arrays that are parts of an owner, moved to the start of the element
   that the owner is. */
static expr_id owner_at (struct summaries *s, funid f, expr_id e, loc_id owner)
{
  const struct objects *o = &s->p->objects;
  struct array_around around[MOST_AROUND];
  int64_t offset, more;
  uint32_t n = arrays_of_lock (o, owner, around), l;
  if (loc_get (o, owner)->offset == OFFSET_EVERYTHING)
    return expr_root (&s->x, e); /* all of the object */
  if (n > 1 || loc_get (o, owner)->offset <= OFFSET_EVERYTHING)
    return 0;
  expr_id whole = expr_base (&s->x, e, &offset), base = whole;
  for (; base && expr_get (&s->x, base)->op == X_INDEX &&
         (!n || expr_get (&s->x, base)->k != around[0].element);
       offset += more)
    base = expr_base (&s->x, expr_get (&s->x, base)->a, &more);
  if (!n || !base)
    return base;
  if (!sets_is_single (&s->p->sets, expr_points (&s->x, f, base), &l) ||
      loc_get (o, l)->offset < around[0].base)
    return 0;
  int64_t in = (loc_get (o, l)->offset - around[0].base) % around[0].element + offset;
  int64_t element = in >= 0 ? in / around[0].element : -1 - (-1 - in) / around[0].element;
  if (base != whole && !element_with_steps (s, f, e, around[0], in, &element))
    return 0;
  return expr_add (&s->x, base, element * around[0].element);
}

loc_id owner_in (const struct pointers *p, setid owners, object_id object)
{
  for (struct set_iter i = sets_each (&p->sets, owners); set_next (&i);)
    if (loc_object (&p->objects, i.x) == object)
      return i.x;
  return 0;
}

/* One of OWNERS, if the pointer leads to objects with one of them only. */
static loc_id owner_behind (struct summaries *s, funid f, expr_id e, setid owners)
{
  loc_id owner = 0;
  setid at = expr_points (&s->x, f, e);
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);) {
    owner = owner_in (s->p, owners, loc_object (&s->p->objects, i.x));
    if (!owner)
      return 0;
  }
  return owner;
}

expr_id owner_of (struct summaries *s, funid f, expr_id e, setid owners)
{
  bool anywhere = false;
  for (; e; e = expr_origin (&s->x, e)) {
    expr_id root = expr_root (&s->x, e);
    const struct expr *v = expr_get (&s->x, root);
    /* What was reached may be the owner, or behind it. */
    loc_id owner = v->op != X_REACHED ? owner_behind (s, f, root, owners) : 0;
    if (owner && anywhere && is_in_array (s, owner))
      return 0; /* any element of it */
    if (owner)
      return owner_at (s, f, e, owner);
    anywhere = v->op == X_REACHED && v->code & REACHED_ANYWHERE;
  }
  return 0;
}

/* New memory */

void links_find (struct links *l, const struct summaries *s, enum item_kind kind)
{
  *l = (struct links){0};
  for (uint32_t k = 1; k < s->items.n; k++) {
    const struct item *i = &s->items.v[k];
    expr_id root = i->kind == kind ? expr_root (&s->x, i->e[1]) : 0;
    if (!root || !(expr_is_fresh (&s->x, root) || expr_get (&s->x, root)->op == X_LOAD))
      continue;
    uint32_t *first = map_at (&l->first, map_pair (i->function, root));
    vec_push (&l->v, (struct new_link){k, *first});
    *first = l->v.n;
  }
}

void links_free (struct links *l)
{
  map_free (&l->first);
  vec_free (&l->v);
}

enum { DEEPEST_NEW = 3 };

/* The same as owner_of_new, with DEPTH links. */
static expr_id future_owner (struct summaries *s, const struct links *links, funid f, expr_id e,
                             setid owners, int depth)
{
  expr_id root = 0, one = owner_of (s, f, e, owners);
  if (one || !depth)
    return one;
  for (; e; e = expr_origin (&s->x, e))
    root = expr_root (&s->x, e);
  for (uint32_t k = root ? links_first (links, f, root) : 0; k; k = links_next (links, k)) {
    const struct item *i = &s->items.v[links_item (links, k)];
    expr_id next = future_owner (s, links, f, i->e[0], owners, depth - 1);
    if (!next || (one && next != one))
      return 0;
    one = next;
  }
  return one;
}

expr_id owner_of_new (struct summaries *s, const struct links *links, funid f, expr_id e,
                      setid owners)
{
  return future_owner (s, links, f, e, owners, DEEPEST_NEW);
}

/* Pointers that are stored */

static void add_link (struct domains *d, uint32_t item, setid into, setid where)
{
  if (into && where && (item || map_add (&d->unknown, map_pair (into, where), 1)))
    vec_push (&d->links, (struct stored_pointer){item, into, where});
}

/* All that the locations may hold. */
static setid contents_of (struct domains *d, setid set)
{
  struct pointers *p = d->t->s->p;
  uint32_t *known = map_at (&d->contents, set);
  if (*known)
    return *known - 1;
  vec_u32 all = {0};
  for (struct set_iter i = sets_each (&p->sets, set); set_next (&i);)
    vec_push (&all, points_of_content (p, i.x));
  *known = 1 + sets_union_all (&p->sets, all.v, all.n);
  vec_free (&all);
  return *known - 1;
}

/* Whether a model says that bytes are written, which are no pointers. */
static bool writes_bytes (const struct pointers *p, const struct effect *e)
{
  uint32_t first, end;
  calls_of_record (p, e->function, e->record, &first, &end);
  for (uint32_t k = first; e->place && k < end; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++) {
      const struct model_effect *f = &m->effects[i];
      if ((f->kind == EFFECT_FILL && &f->op[FILL_MEMORY].u.place == e->place) ||
          (f->kind == EFFECT_WRITE && &f->op[WRITE_MEMORY].u.place == e->place))
        return true;
    }
  }
  return false;
}

/* Stores in functions without items, copies, and what libraries store. */
static void find_unknown_links (struct domains *d)
{
  struct summaries *s = d->t->s;
  struct pointers *p = s->p;
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    const struct record *r = p->objects.program->functions[e->function].body->records[e->record];
    if (!effect_writes (e) || e->mode == MODE_FREE || r->kind == REC_clear ||
        (r->kind == REC_call && writes_bytes (p, e)) || !s->filter->reached[e->function] ||
        (r->kind == REC_store && s->filter->sliced[e->function] &&
         ((const struct rec_store *)r)->src.kind != OPND_CONTENTS) ||
        (r->kind == REC_copy && map_find (&s->known_copies, map_pair (e->function, e->record))))
      continue;
    if (r->kind == REC_store && ((const struct rec_store *)r)->src.kind != OPND_CONTENTS)
      add_link (d, 0, e->where,
                points_of_operand (p, e->function, &((const struct rec_store *)r)->src));
    else
      add_link (d, 0, e->where, contents_of (d, effect_locations (p, e)));
  }
}

/* By function: whether it is entered in some way that brings its items to nobody. */
static bool *find_opaque (const struct threads *t)
{
  const struct program *p = t->s->p->objects.program;
  bool *opaque = xcalloc (p->n_functions + 1, sizeof *opaque);
  for (uint32_t i = 0; i < t->s->p->calls.n; i++) {
    const struct call_edge *c = &t->s->p->calls.v[i];
    if (c->kind != CALL_FORK && (!c->caller || !call_is_instantiated (t->s, c)))
      opaque[c->callee] = true;
  }
  for (thread_id i = 1; i < t->v.n; i++)
    opaque[t->v.v[i].start] |= t->v.v[i].kind != THREAD_CREATED || !t->v.v[i].first_item;
  for (uint32_t i = 0; i < p->n_entries; i++)
    opaque[p->entries[i]] = true;
  for (funid f = 1; f <= p->n_functions; f++)
    opaque[f] |= called_from_world (t->s->p, WORLD_OUTSIDE, f) ||
                 called_from_world (t->s->p, WORLD_POOL, f) || runs_by_itself (p, f);
  return opaque;
}

static void find_links (struct domains *d)
{
  const struct threads *t = d->t;
  bool *opaque = find_opaque (t);
  for (uint32_t i = 1; i < t->s->items.n; i++) {
    const struct item *item = &t->s->items.v[i];
    if (item->kind == ITEM_ASIDE ||
        (item->kind == ITEM_LINK && (!item->open || opaque[item->function])))
      add_link (d, i, item->into, item->where);
  }
  find_unknown_links (d);
  free (opaque);
}

void domains_free (struct domains *d)
{
  for (uint32_t i = 0; i < d->v.n; i++) {
    bitset_free (&d->v.v[i].reach);
    bitset_free (&d->v.v[i].shared);
    bitset_free (&d->v.v[i].given);
  }
  bitset_free (&d->movable);
  links_free (&d->aside);
  free (d->classes);
  free (d->first_target);
  free (d->seen_from);
  vec_free (&d->targets);
  vec_free (&d->v);
  vec_free (&d->links);
  map_free (&d->by_owners);
  map_free (&d->linked);
  map_free (&d->unknown);
  map_free (&d->contents);
}

/* Reachability */

/* Which objects pointers to memory that matters are stored in: the links know that better than the
   pointer analysis, to which the arguments of a function are one for all its calls. */
static void find_linked (struct domains *d)
{
  enum { MOST_PAIRS = 1 << 18 };
  const struct pointers *p = d->t->s->p;
  const struct objects *o = &p->objects;
  struct map alike = {0}; /* into, where: links that tell the same */
  uint64_t pairs = 0;
  for (uint32_t k = 0; k < d->links.n; k++) {
    const struct stored_pointer *l = &d->links.v[k];
    if (map_add (&alike, map_pair (l->into, l->where), 1))
      pairs += (uint64_t)sets_size (&p->sets, l->into) * sets_size (&p->sets, l->where);
  }
  d->all_linked = pairs >= MOST_PAIRS;
  for (uint32_t k = 0; k < map_size (&alike) && !d->all_linked; k++) {
    setid into = (setid)(map_key (&alike, k) >> 32), where = (setid)map_key (&alike, k);
    for (struct set_iter i = sets_each (&p->sets, into); set_next (&i);)
      for (struct set_iter j = sets_each (&p->sets, where); set_next (&j);)
        map_set (&d->linked, map_pair (loc_object (o, i.x), loc_object (o, j.x)), 1);
  }
  map_free (&alike);
}

bool is_copied (const struct pointers *p, object_id object)
{
  const struct abstract_object *o = &p->objects.v.v[object];
  uint32_t first, end;
  if (o->kind != OBJECT_HEAP)
    return true; /* an argument that is a struct */
  calls_of_record (p, o->a, o->b, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    if (!m || model_has (m, EFFECT_REALLOCATE))
      return true;
  }
  return first == end;
}

/* Whether a pointer to object TO, which may be there as far as the pointer analysis knows, may be
   stored in object IN. */
static bool is_linked (const struct domains *d, object_id in, object_id to)
{
  const struct summaries *s = d->t->s;
  return d->all_linked || s->p->objects.v.v[to].kind != OBJECT_HEAP ||
         !bitset_has (&s->wanted, to) || map_find (&d->linked, map_pair (in, to)) ||
         is_copied (s->p, in);
}

/* The objects that pointers in OBJECT lead to, up to a 0 in `targets': found when they are first
   asked for. */
static uint32_t targets_of (struct domains *d, object_id object)
{
  const struct pointers *p = d->t->s->p;
  const struct objects *o = &p->objects;
  if (d->first_target[object])
    return d->first_target[object] - 1;
  d->first_target[object] = 1 + d->targets.n;
  for (loc_id l = o->v.v[object].first_loc; l; l = loc_get (o, l)->next) {
    setid held = points_of_content (p, l);
    for (struct set_iter i = sets_each (&p->sets, held); set_next (&i);) {
      object_id next = loc_object (o, i.x);
      if (d->seen_from[next] == object)
        continue;
      d->seen_from[next] = object;
      if (o->v.v[next].kind != OBJECT_FUNCTION && o->v.v[next].kind != OBJECT_STRING &&
          is_linked (d, object, next))
        vec_push (&d->targets, next);
    }
  }
  vec_push (&d->targets, 0);
  return d->first_target[object] - 1;
}

/* Adds what can be reached from the objects of the list. */
static void spread (struct domains *d, struct worklist *list, struct bitset *to)
{
  for (uint32_t object; worklist_pop (list, &object);)
    for (uint32_t i = targets_of (d, object); d->targets.v[i]; i++)
      if (bitset_add (to, d->targets.v[i]))
        worklist_push (list, d->targets.v[i]);
}

/* Adds the objects of locations, new ones to the list too. */
static void add_objects (const struct pointers *p, setid where, struct bitset *to,
                         struct worklist *list)
{
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);)
    if (bitset_add (to, loc_object (&p->objects, i.x)))
      worklist_push (list, loc_object (&p->objects, i.x));
}

static bool meets (const struct pointers *p, setid set, const struct bitset *objects)
{
  for (struct set_iter i = sets_each (&p->sets, set); set_next (&i);)
    if (bitset_has (objects, loc_object (&p->objects, i.x)))
      return true;
  return false;
}

bool may_be_in_owner (const struct pointers *p, setid into, setid owners)
{
  for (struct set_iter i = sets_each (&p->sets, into); set_next (&i);)
    if (owner_in (p, owners, loc_object (&p->objects, i.x)))
      return true;
  return false;
}

/* Whether the variable that a pointer is put into may be one of the owners. */
static bool is_aside_owner (const struct domains *d, uint32_t link, setid owners)
{
  const struct summaries *s = d->t->s;
  return may_be_in_owner (s->p, s->items.v[links_item (&d->aside, link)].into, owners);
}

bool has_one_owner (struct domains *d, uint32_t item, setid owner)
{
  struct summaries *s = d->t->s;
  const struct item *i = &s->items.v[item];
  expr_id root = expr_root (&s->x, i->e[1]), one = 0;
  uint32_t first = links_first (d->of_new, i->function, root), k;
  bool others = false;
  for (k = first; k; k = links_next (d->of_new, k))
    others |= links_item (d->of_new, k) != item;
  for (k = links_first (&d->aside, i->function, root); k; k = links_next (&d->aside, k))
    others |= links_item (&d->aside, k) != item && is_aside_owner (d, k, owner);
  if (!others)
    return true;
  if (first && !(one = owner_of_new (s, d->of_new, i->function, root, owner)))
    return false;
  for (k = links_first (&d->aside, i->function, root); k; k = links_next (&d->aside, k)) {
    const struct item *aside = &s->items.v[links_item (&d->aside, k)];
    if (!is_aside_owner (d, k, owner))
      continue;
    expr_id to = owner_of (s, aside->function, aside->e[0], owner);
    if (!to || (one && to != one))
      return false;
    one = to;
  }
  return true;
}

/* Whether a pointer that is stored leads to the domain it is stored in. */
static bool stays_inside (struct domains *d, const struct stored_pointer *l, setid owner)
{
  struct summaries *s = d->t->s;
  if (!l->item)
    return false;
  const struct item *i = &s->items.v[l->item];
  if ((i->own && !i->needs) || i->certain)
    return has_one_owner (d, l->item, owner);
  expr_id to = owner_of_new (s, d->of_new, i->function, i->e[0], owner);
  return to && to == owner_of (s, i->function, i->e[1], owner);
}

static void find_reach (struct domains *d, struct domain *v)
{
  enum { MOST_OBJECTS = 2000 };
  const struct pointers *p = d->t->s->p;
  struct worklist list = {0};
  add_objects (p, v->owners, &v->reach, &list);
  spread (d, &list, &v->reach);
  v->lost = bitset_count (&v->reach) > MOST_OBJECTS;
  worklist_free (&list);
}

/* What is taken out of one domain and given to another, from the objects of the list, takes what is
   behind it along: that is in no domain for good, unless it goes from hand to hand itself (see
   verdicts-moves.c). */
static void add_behind (struct domains *d, struct worklist *list, struct bitset *behind,
                        struct domain *v)
{
  const struct pointers *p = d->t->s->p;
  spread (d, list, behind);
  for (uint64_t k = bitset_next (behind, 1); k != BITSET_END; k = bitset_next (behind, k + 1))
    if (!bitset_has (&d->movable, (object_id)k) && !owner_in (p, v->owners, (object_id)k))
      bitset_add (&v->shared, (object_id)k);
}

static void find_shared (struct domains *d, struct domain *v)
{
  const struct pointers *p = d->t->s->p;
  const struct objects *o = &p->objects;
  struct worklist list = {0};
  struct bitset taken = {0};
  for (uint64_t k = bitset_next (&v->reach, 1); k != BITSET_END && !v->lost;
       k = bitset_next (&v->reach, k + 1)) {
    v->lost = o->v.v[k].kind >= OBJECT_STRING || is_in_world (p, WORLD_OUTSIDE, (object_id)k) ||
              is_in_world (p, WORLD_POOL, (object_id)k);
    /* Only new memory is in no domain at first. */
    if (!owner_in (p, v->owners, (object_id)k) && o->v.v[k].kind != OBJECT_HEAP)
      bitset_add (&v->shared, (object_id)k);
  }
  for (uint32_t i = 0; i < d->links.n && !v->lost; i++) {
    const struct stored_pointer *l = &d->links.v[i];
    if (!meets (p, l->into, &v->reach))
      continue;
    if (stays_inside (d, l, v->owners)) {
      const struct item *link = &d->t->s->items.v[l->item];
      if (link->own && is_taken (d->t->s, expr_root (&d->t->s->x, link->e[1])))
        add_objects (p, l->where, &taken, &list);
      continue;
    }
    for (struct set_iter k = sets_each (&p->sets, l->where); set_next (&k);)
      bitset_add (&v->shared, loc_object (o, k.x));
  }
  add_behind (d, &list, &taken, v);
  for (uint64_t k = bitset_next (&v->shared, 1); k != BITSET_END;
       k = bitset_next (&v->shared, k + 1))
    worklist_push (&list, (uint32_t)k);
  spread (d, &list, &v->shared);
  worklist_free (&list);
  bitset_free (&taken);
}

/* Kinds of owners */

/* Whether two locations are the same part of objects of one type. */
static bool are_alike (const struct pointers *p, loc_id a, loc_id b)
{
  const struct objects *o = &p->objects;
  const struct abstract_object *x = &o->v.v[loc_object (o, a)], *y = &o->v.v[loc_object (o, b)];
  if (loc_get (o, a)->offset != loc_get (o, b)->offset || x->is_array != y->is_array)
    return false;
  if (x->kind == OBJECT_HEAP && y->kind == OBJECT_HEAP && x->a == y->a && x->b == y->b)
    return true;
  const struct unit *u = o->program->units[x->unit].unit, *w = o->program->units[y->unit].unit;
  return x->type && y->type && u->types[x->type].r.name && w->types[y->type].r.name &&
         !strcmp (u->strings[u->types[x->type].r.name], w->strings[w->types[y->type].r.name]);
}

/* Whether the two lead to the same memory, and are owners of one kind. */
static bool belong_together (const struct pointers *p, const struct domain *a,
                             const struct domain *b)
{
  for (struct set_iter i = sets_each (&p->sets, a->owners); set_next (&i);)
    for (struct set_iter k = sets_each (&p->sets, b->owners); set_next (&k);)
      if (i.x != k.x && !are_alike (p, i.x, k.x))
        return false;
  for (uint64_t k = bitset_next (&a->reach, 1); k != BITSET_END; k = bitset_next (&a->reach, k + 1))
    if (bitset_has (&b->reach, (uint32_t)k))
      return true;
  return false;
}

static void unite_kinds (struct domains *d)
{
  struct pointers *p = d->t->s->p;
  for (uint32_t i = 0; i < d->v.n; i++)
    for (uint32_t k = 0; k < i; k++) {
      struct domain *a = &d->v.v[i], *b = &d->v.v[k];
      if (a->owners == b->owners || !belong_together (p, a, b))
        continue;
      setid both = sets_union (&p->sets, a->owners, b->owners), old[] = {a->owners, b->owners};
      bitset_unite (&a->reach, &b->reach);
      for (uint32_t j = 0; j < d->v.n; j++)
        if (d->v.v[j].owners == old[0] || d->v.v[j].owners == old[1]) {
          d->v.v[j].owners = both;
          bitset_unite (&d->v.v[j].reach, &a->reach);
        }
    }
}

enum { MOST_DOMAINS = 63 };

static void add_domain (struct domains *d, setid owners)
{
  if (owners && d->v.n < MOST_DOMAINS && map_add (&d->by_owners, owners, d->v.n + 1))
    vec_push (&d->v, (struct domain){.owners = owners});
}

static void find_domains (struct domains *d, struct terms *terms)
{
  struct summaries *s = d->t->s;
  for (uint32_t k = 1; k < s->items.n; k++) {
    const struct item *i = &s->items.v[k];
    setid taken = i->kind == ITEM_TAKE && !i->into ? i->where : SETS_EMPTY;
    for (struct set_iter j = sets_each (&s->p->sets, taken); set_next (&j);)
      if (s->p->objects.v.v[loc_object (&s->p->objects, j.x)].kind == OBJECT_HEAP)
        bitset_add (&d->movable, loc_object (&s->p->objects, j.x));
    if (i->kind == ITEM_ACCESS) {
      add_domain (d, i->owners);
      add_domain (d, i->slot ? i->slot_owners : SETS_EMPTY);
    }
    if (i->kind != ITEM_ACCESS || !i->held || !expr_origin (&s->x, i->e[0]))
      continue;
    struct guards g = terms_of_item (terms, k, 0);
    for (struct set_iter j = sets_each (&terms->sets, g.any); set_next (&j);) {
      struct term v = term_get (terms, j.x);
      add_domain (d, v.kind == TERM_OWNER ? v.a : SETS_EMPTY);
    }
  }
  if (!d->v.n && !s->takes)
    return;
  find_links (d);
  links_find (&d->aside, s, ITEM_ASIDE);
  find_linked (d);
  d->first_target = xcalloc (s->p->objects.v.n, sizeof *d->first_target);
  d->seen_from = xcalloc (s->p->objects.v.n, sizeof *d->seen_from);
  for (uint32_t i = 0; i < d->v.n; i++)
    find_reach (d, &d->v.v[i]);
  unite_kinds (d);
  for (uint32_t i = 0; i < d->v.n; i++) {
    find_shared (d, &d->v.v[i]);
    domains_find_given (d, &d->v.v[i]);
  }
}

static bool are_apart (const struct domain *v, object_id object)
{
  return !v->lost && bitset_has (&v->reach, object) && !bitset_has (&v->shared, object);
}

static void find_classes (struct domains *d)
{
  d->classes = xcalloc (d->t->s->p->objects.v.n, sizeof *d->classes);
  for (uint64_t k = bitset_next (&d->movable, 0); k != BITSET_END;
       k = bitset_next (&d->movable, k + 1))
    d->classes[k] = UINT64_C (1) << MOST_DOMAINS;
  for (uint32_t i = 0; i < d->v.n; i++)
    for (uint64_t k = bitset_next (&d->v.v[i].reach, 0); k != BITSET_END;
         k = bitset_next (&d->v.v[i].reach, k + 1))
      d->classes[k] |= (uint64_t)are_apart (&d->v.v[i], (object_id)k) << i;
  for (uint32_t i = 0; i < d->v.n; i++)
    for (uint64_t k = bitset_next (&d->v.v[i].given, 0); k != BITSET_END;
         k = bitset_next (&d->v.v[i].given, k + 1))
      d->classes[k] = hash_u64 (hash_add (d->classes[k], i));
}

void domains_init (struct domains *d, struct threads *t, struct terms *terms)
{
  *d = (struct domains){.t = t, .of_new = terms_links (terms)};
  find_domains (d, terms);
  find_classes (d);
}

setid domains_kind (const struct domains *d, setid owners, object_id object)
{
  uint32_t known = map_get (&d->by_owners, owners, 0);
  return known && are_apart (&d->v.v[known - 1], object) ? d->v.v[known - 1].owners : SETS_EMPTY;
}

bool domains_differ (const struct domains *d, setid a, setid b)
{
  const struct pointers *p = d->t->s->p;
  uint32_t x = map_get (&d->by_owners, a, 0), y = map_get (&d->by_owners, b, 0);
  if (!x || !y || d->v.v[x - 1].owners != d->v.v[y - 1].owners)
    return false;
  for (struct set_iter i = sets_each (&p->sets, a); set_next (&i);)
    if (owner_in (p, b, loc_object (&p->objects, i.x)))
      return false;
  return true;
}

bool domains_exclude (const struct domains *d, setid owners, object_id object)
{
  uint32_t known = map_get (&d->by_owners, owners, 0);
  return known && !d->v.v[known - 1].lost && !bitset_has (&d->v.v[known - 1].reach, object);
}
