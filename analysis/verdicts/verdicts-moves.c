/* Verdicts: memory that goes from hand to hand.  At any time it is somebody's own, or in one shared
   place: a list, a queue, a slot, from which pointers to it are loaded under the lock of that
   place.

   - Who takes the pointer out of its place under the lock owns the memory; his accesses are left
     out (see escape.c).  That is right if all other accesses are made while the lock of the place
     has been held since the pointer was found there.
   - Two accesses through pointers that were found in different places, or in places with one lock,
   do not race.

   Pointers to such memory may be stored only by who owns it, or where they were found, or in places
   with the same lock.  That it is not left behind in a second place when it is taken out of one is
   assumed (ASSUME_TAKEN). */

#include "verdicts-internal.h"

struct place_source {
  setid from;
  struct guards since;
};

static struct place_source source_get (const struct judge *d, uint32_t source)
{
  const uint32_t *v = tuples_numbers (&d->sources, source);
  return (struct place_source){v[0], {v[1], v[2]}};
}

static uint32_t source_make (struct judge *d, setid from, struct guards since)
{
  uint32_t key[] = {from, since.any, since.exclusive};
  return tuples_intern (&d->sources, key, 3);
}

uint32_t source_of_item (struct judge *d, uint32_t item)
{
  const struct item *i = &d->s->items.v[item];
  if (!i->source.from)
    return 0;
  uint32_t *known = map_at (&d->source_by_item, item);
  if (!*known) {
    setid from = expr_points (&d->s->x, i->function, i->source.from);
    uint32_t made = from ? source_make (d, from, terms_of_source (d->terms, item)) : 0;
    known = map_at (&d->source_by_item, item);
    *known = 1 + made;
  }
  return *known - 1;
}

uint32_t source_of (struct judge *d, uint32_t occurrence)
{
  const struct occurrence at_e = occurrence_at (d->c, occurrence), *e = &at_e;
  uint32_t own = source_of_item (d, e->item);
  if (!own)
    return 0;
  struct place_source v = source_get (d, own);
  v.since.any = sets_union (&d->terms->sets, v.since.any, e->held.any);
  v.since.exclusive = sets_union (&d->terms->sets, v.since.exclusive, e->held.exclusive);
  return source_make (d, v.from, v.since);
}

/* Whether the places may be one. */
static bool may_be_one (const struct pointers *p, setid a, setid b)
{
  enum { FEW = 16 };
  const struct objects *o = &p->objects;
  if (sets_size (&p->sets, a) > FEW || sets_size (&p->sets, b) > FEW)
    return true;
  for (struct set_iter i = sets_each (&p->sets, a); set_next (&i);)
    for (struct set_iter k = sets_each (&p->sets, b); set_next (&k);)
      if (loc_object (o, i.x) == loc_object (o, k.x) &&
          (i.x == k.x || loc_get (o, i.x)->offset <= OFFSET_EVERYTHING ||
           loc_get (o, k.x)->offset <= OFFSET_EVERYTHING))
        return true;
  return false;
}

bool are_moved_apart (const struct judge *d, const struct access_class *a,
                      const struct access_class *b)
{
  if (!a->source || !b->source)
    return false;
  struct place_source x = source_get (d, a->source), y = source_get (d, b->source);
  return sets_meet (&d->terms->sets, x.since.exclusive, y.since.any) ||
         sets_meet (&d->terms->sets, x.since.any, y.since.exclusive) ||
         !may_be_one (d->s->p, x.from, y.from);
}

/* Places */

/* An access at the occurrence, at any time since its pointer was found. */
static struct access_class moment_of (const struct judge *d, uint32_t occurrence)
{
  const struct occurrence at_e = occurrence_at (d->c, occurrence), *e = &at_e;
  struct threads *t = d->c->t;
  const struct item *i = &d->s->items.v[e->item];
  setid ever = i->source.brief ? SETS_EMPTY : t->ever[i->function];
  return (struct access_class){.mode = MODE_WRITE,
                               .threads = d->c->v.v[e->context].threads,
                               .alive = sets_union (&t->sets, e->alive, ever),
                               .ended = ever ? SETS_EMPTY : e->ended,
                               .phases = e->phases,
                               .sent = e->sent};
}

/* Whether others may write a place, or use it at all, without one of the guards. */
static bool is_used_without (struct judge *d, uint32_t occurrence, setid from, struct guards since,
                             bool reads)
{
  const struct objects *o = &d->s->p->objects;
  struct access_class now = moment_of (d, occurrence);
  thread_id by[2];
  for (struct set_iter k = sets_each (&d->s->p->sets, from); set_next (&k);) {
    object_id object = loc_object (o, k.x);
    if (loc_get (o, k.x)->offset <= OFFSET_EVERYTHING || o->v.v[object].kind >= OBJECT_STRING)
      return true;
    now.held = terms_in_object (d->terms, &d->r->domains, since, object);
    uint32_t n = d->r->cells.stands_for[k.x] ? verdicts_list (d->r, k.x) : 0;
    for (; n; n = verdicts_next (d->r, n)) {
      const struct access_class *a = verdicts_class (d->r, n);
      if ((reads || mode_writes (a->mode)) && !share_guard (d, &now, a) &&
          may_meet (d, &now, a, by))
        return true;
    }
  }
  return from == SETS_EMPTY;
}

static bool source_changes (struct judge *d, uint32_t occurrence)
{
  uint32_t source = source_of (d, occurrence);
  struct place_source v = source ? source_get (d, source) : (struct place_source){0};
  /* Who takes a pointer out by its index only reads it. */
  bool reads = false;
  for (struct set_iter k = sets_each (&d->s->p->sets, v.from); set_next (&k);)
    reads |= bitset_has (&d->indexed, k.x);
  return !source || is_used_without (d, occurrence, v.from, v.since, reads);
}

/* Links */

/* Whether a place is always used under one lock, a hold of a link. */
static bool is_guarded_by (struct judge *d, uint32_t occurrence, expr_id place, uint32_t hold)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  setid at = expr_points (&d->s->x, i->function, place);
  struct guards g = terms_of_place (d->terms, i, place, sets_single (&d->s->sets, hold));
  return !is_used_without (d, occurrence, at, g, true);
}

/* The place where a link puts memory: behind it there may be more of the same kind. */
static expr_id place_of (const struct item *link)
{
  return link->into_source.from ? link->into_source.from : link->e[0];
}

/* Whether all places where new memory is put are used under one lock, a hold of this link. */
static bool are_puts_guarded (struct judge *d, uint32_t occurrence, uint32_t hold)
{
  const struct summaries *s = d->s;
  const struct item *i = &s->items.v[d->c->occurrences.v[occurrence].item];
  const struct links *links = terms_links (d->terms);
  expr_id root = expr_root (&s->x, i->e[1]);
  uint32_t k = root ? links_first (links, i->function, root) : 0;
  bool any = false;
  for (; k; k = links_next (links, k)) {
    const struct item *put = &s->items.v[links_item (links, k)];
    any |= put->own; /* else it was in some place before */
    if (!is_guarded_by (d, occurrence, place_of (put), hold))
      return false;
  }
  return any;
}

/* Whether a place that the pointer found at the occurrence is in, too, since a link has put it there
   under a lock of both, is used without what has been held since; or one to which somebody moves
   what is there, if the function may have done that meanwhile: that other threads do not is known
   otherwise. */
static bool is_used_beside (struct judge *d, uint32_t occurrence)
{
  struct sets *sets = &d->s->p->sets;
  uint32_t source = source_of (d, occurrence);
  struct place_source v = source ? source_get (d, source) : (struct place_source){0};
  bool moved = d->s->items.v[d->c->occurrences.v[occurrence].item].source.moved;
  setid into = SETS_EMPTY, later = SETS_EMPTY;
  for (struct set_iter k = sets_each (sets, v.from); set_next (&k);) {
    into = sets_union (sets, into, map_get (&d->copied_into, k.x, SETS_EMPTY));
    if (moved)
      later = sets_union (sets, later, map_get (&d->moved_into, k.x, SETS_EMPTY));
  }
  into = sets_union (sets, into, sets_difference (sets, later, v.from));
  return into && is_used_without (d, occurrence, into, v.since, true);
}

/* The link puts what was found in one place, or two if a callee finds it in a copy, into another. */
static void note_moved (struct judge *d, const struct item *link, struct map *moved)
{
  struct exprs *x = &d->s->x;
  expr_id root = expr_root (x, link->e[1]);
  setid from = expr_points (x, link->function, link->source.from);
  if (root && expr_get (x, root)->op == X_LOAD)
    from = sets_union (&d->s->p->sets, from,
                       expr_points (x, link->function, expr_get (x, root)->a));
  else if (is_taken (d->s, root)) /* by a callee */
    from = sets_union (&d->s->p->sets, from, d->taken_from);
  setid to = expr_points (x, link->function, place_of (link));
  for (struct set_iter k = sets_each (&d->s->p->sets, from); set_next (&k);) {
    setid *into = map_at (moved, k.x);
    *into = sets_union (&d->s->p->sets, *into, to);
  }
}

/* Whether the stored pointer stays where it belongs. */
static bool link_is_proper (struct judge *d, uint32_t occurrence)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  bool known = i->source.from && !source_changes (d, occurrence);
  int64_t k;
  if ((i->own && !i->needs) || expr_is_const (&d->s->x, i->e[1], &k))
    return true;
  if (known && ((i->into_own && !i->into_needs) || i->e[0] == i->source.from ||
                i->into_source.from == i->source.from))
    return true;
  for (struct set_iter h = sets_each (&d->s->sets, i->source.since); set_next (&h);)
    if (known ? is_guarded_by (d, occurrence, i->source.from, h.x) &&
                    is_guarded_by (d, occurrence, place_of (i), h.x)
              : are_puts_guarded (d, occurrence, h.x)) {
      if (known)
        note_moved (d, i, &d->copied_into);
      return true;
    }
  return false;
}

/* Takes */

static bool any_in (const struct pointers *p, setid where, const struct bitset *objects)
{
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);)
    if (bitset_has (objects, loc_object (&p->objects, i.x)))
      return true;
  return false;
}

/* The same for many sets, which are gone through once each. */
struct asked {
  const struct bitset *objects;
  VEC (uint8_t) of_set; /* 1 no, 2 yes */
};

static bool any_of (const struct pointers *p, setid where, struct asked *a)
{
  if (where >= a->of_set.n)
    vec_resize (&a->of_set, sets_count (&p->sets) + 1);
  uint8_t *known = &a->of_set.v[where];
  if (!*known)
    *known = 1 + any_in (p, where, a->objects);
  return *known > 1;
}

static void add_objects (const struct pointers *p, setid where, struct bitset *out)
{
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);)
    bitset_add (out, loc_object (&p->objects, i.x));
}

/* The same, unless the set has been ADDED before. */
static void add_once (const struct pointers *p, setid where, struct bitset *added,
                      struct bitset *out)
{
  if (bitset_has (added, where))
    return;
  bitset_add (added, where);
  add_objects (p, where, out);
}

/* Variables that are taken out of shared places; not those that have such a place, as the head of a
   ring has, which nobody takes. */
static void find_nodes (struct judge *d, struct bitset *nodes)
{
  const struct summaries *s = d->s;
  const struct objects *o = &s->p->objects;
  struct bitset places = {0}, taken = {0};
  for (uint32_t k = 1; k < s->items.n; k++)
    if (s->items.v[k].kind == ITEM_TAKE && !s->items.v[k].into) {
      const struct item *i = &s->items.v[k];
      add_objects (s->p, i->where, &taken);
      add_objects (s->p, expr_points (&d->s->x, i->function, i->source.from),
                   &places);
    }
  for (uint64_t k = bitset_next (&taken, 1); k != BITSET_END; k = bitset_next (&taken, k + 1))
    if ((o->v.v[k].kind == OBJECT_GLOBAL || o->v.v[k].kind == OBJECT_LOCAL) &&
        !bitset_has (&places, (object_id)k))
      bitset_add (nodes, (object_id)k);
  bitset_free (&places);
  bitset_free (&taken);
}

/* Whether a variable is put somewhere by its name, by somebody who need not own it: main may put it
   where others will find it before there are any. */
static bool is_put_again (struct judge *d, uint32_t occurrence)
{
  const struct occurrence at_e = occurrence_at (d->c, occurrence), *e = &at_e;
  expr_id root = expr_root (&d->s->x, d->s->items.v[e->item].e[1]);
  return root && expr_get (&d->s->x, root)->op == X_OBJECT &&
         (e->alive || !occurrence_is_main (d->c, e)) && !link_is_proper (d, occurrence);
}

/* Objects to which pointers are stored where they do not belong. */
static void find_misplaced (struct judge *d, struct bitset *out)
{
  const struct pointers *p = d->s->p;
  const struct domains *domains = &d->r->domains;
  struct bitset added = {0}; /* sets */
  struct bitset nodes = {0};
  struct asked wanted = {.objects = &d->s->wanted}, movable = {.objects = &domains->movable},
               known = {.objects = &nodes};
  find_nodes (d, &nodes);
  for (uint32_t k = 0; k < domains->links.n; k++) {
    const struct stored_pointer *l = &domains->links.v[k];
    const struct item *i = &d->s->items.v[l->item];
    if (!l->item && any_of (p, l->into, &wanted) && any_of (p, l->where, &movable))
      add_once (p, l->where, &added, out);
    if (l->item && i->kind == ITEM_LINK && any_of (p, l->where, &movable) &&
        !any_of (p, l->into, &movable)) /* else it is behind others of its kind */
      note_moved (d, i, &d->moved_into);
  }
  for (uint32_t k = 0; k < d->c->others.n; k++) {
    uint32_t occurrence = d->c->others.v[k];
    const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
    if (i->kind == ITEM_LINK && any_of (p, i->where, &movable) &&
        !link_is_proper (d, occurrence))
      add_once (p, i->where, &added, out);
    else if (i->kind == ITEM_LINK && any_of (p, i->where, &known) && is_put_again (d, occurrence))
      add_once (p, i->where, &added, out);
  }
  bitset_free (&nodes);
  bitset_free (&added);
  vec_free (&wanted.of_set);
  vec_free (&movable.of_set);
  vec_free (&known.of_set);
}

/* Whether somebody may touch what was taken, and has not found it in a shared place.  The head of a
   list, which nobody takes, is used under the lock. */
static bool may_be_known (struct judge *d, uint32_t occurrence)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  const struct objects *o = &d->s->p->objects;
  struct access_class taking = moment_of (d, occurrence);
  setid locks = terms_of_holds (d->terms, i->function, i->held).exclusive;
  thread_id by[2];
  for (struct set_iter k = sets_each (&d->s->p->sets, i->where); set_next (&k);) {
    const struct abstract_object *v = &o->v.v[loc_object (o, k.x)];
    if (v->kind >= OBJECT_STRING)
      return true;
    for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next)
      for (uint32_t n = d->r->cells.stands_for[l] ? verdicts_list (d->r, l) : 0; n;
           n = verdicts_next (d->r, n)) {
        const struct access_class *a = verdicts_class (d->r, n);
        bool fits = v->kind == OBJECT_HEAP ? a->source != 0
                                           : sets_meet (&d->terms->sets, a->held.any, locks);
        if (!fits && may_meet (d, &taking, a, by))
          return true;
      }
  }
  return i->where == SETS_EMPTY;
}

/* What was found in memory that has been taken is the taker's if nothing else leads to it: pointers
   to it were stored once, when it was new, in memory like that. */
struct brought {
  struct bitset objects; /* that somebody relies on */
  struct bitset known;   /* of those: something else may lead there */
  struct map holders;    /* object: locations where pointers to it are stored */
};

/* Whether nothing but the item stores a pointer to the new memory that it does. */
static bool is_stored_once (const struct judge *d, uint32_t item)
{
  const struct links *new = d->r->domains.of_new;
  const struct item *i = &d->s->items.v[item];
  expr_id root = expr_root (&d->s->x, i->e[1]);
  for (uint32_t k = links_first (new, i->function, root); k; k = links_next (new, k))
    if (links_item (new, k) != item)
      return false;
  return true;
}

static void find_brought (struct judge *d, struct brought *b)
{
  const struct objects *o = &d->s->p->objects;
  const struct domains *domains = &d->r->domains;
  for (uint32_t k = 1; k < d->s->items.n; k++)
    if (d->s->items.v[k].kind == ITEM_TAKE && d->s->items.v[k].into)
      add_objects (d->s->p, d->s->items.v[k].where, &b->objects);
  struct tuples told = {0}; /* links that tell the same */
  bool any = bitset_next (&b->objects, 0) != BITSET_END;
  for (uint32_t k = 0; any && k < domains->links.n; k++) {
    const struct stored_pointer *l = &domains->links.v[k];
    const struct item *i = &d->s->items.v[l->item];
    bool first = l->item && i->own && !i->needs && is_stored_once (d, l->item);
    uint32_t key[] = {l->into, l->where, first}, before = tuples_count (&told);
    if ((l->item && i->kind == ITEM_ASIDE) || tuples_intern (&told, key, 3) <= before)
      continue;
    for (struct set_iter n = sets_each (&d->s->p->sets, l->where); set_next (&n);) {
      object_id object = loc_object (o, n.x);
      if (!bitset_has (&b->objects, object))
        continue;
      setid *holders = map_at (&b->holders, object);
      *holders = sets_union (&d->s->p->sets, *holders, l->into);
      if (!first)
        bitset_add (&b->known, object);
    }
  }
  tuples_free (&told);
}

/* Whether all locations are in the objects. */
static bool are_in (const struct pointers *p, setid locations, const struct bitset *objects)
{
  for (struct set_iter i = sets_each (&p->sets, locations); set_next (&i);)
    if (!bitset_has (objects, loc_object (&p->objects, i.x)))
      return false;
  return true;
}

/* Whether somebody else may touch what a take has brought along, which came from INTO. */
static bool may_be_shared (struct judge *d, const struct brought *b, uint32_t occurrence,
                           const struct bitset *into)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  const struct objects *o = &d->s->p->objects;
  struct access_class taking = moment_of (d, occurrence);
  thread_id by[2];
  for (struct set_iter k = sets_each (&d->s->p->sets, i->where); set_next (&k);) {
    object_id object = loc_object (o, k.x);
    if (o->v.v[object].kind != OBJECT_HEAP || bitset_has (&b->known, object) ||
        !are_in (d->s->p, map_get (&b->holders, object, SETS_EMPTY), into))
      return true;
    for (loc_id l = o->v.v[object].first_loc; l; l = loc_get (o, l)->next)
      for (uint32_t n = d->r->cells.stands_for[l] ? verdicts_list (d->r, l) : 0; n;
           n = verdicts_next (d->r, n))
        if (may_meet (d, &taking, verdicts_class (d->r, n), by))
          return true;
  }
  return i->where == SETS_EMPTY;
}

/* Whether the function writes all of the places, but for those in the objects. */
static bool writes_places (const struct judge *d, funid f, setid places,
                           const struct bitset *objects)
{
  const struct effects *effects = d->s->effects;
  struct pointers *p = d->s->p;
  for (struct set_iter k = sets_each (&p->sets, places); set_next (&k);) {
    bool writes = bitset_has (objects, loc_object (&p->objects, k.x));
    for (uint32_t i = effects->first[f]; !writes && i < effects->first[f + 1]; i++)
      writes = effect_writes (&effects->v.v[i]) && sets_has (&p->sets, effects->v.v[i].where, k.x);
    if (!writes)
      return false;
  }
  return true;
}

/* Whether others find what is in a list, which the function has taken as a whole, in places where
   this leaves it. */
static bool is_left_elsewhere (struct judge *d, uint32_t occurrence, const struct bitset *into)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  const struct objects *o = &d->s->p->objects;
  for (struct set_iter k = sets_each (&d->s->p->sets, i->where); set_next (&k);)
    for (loc_id l = o->v.v[loc_object (o, k.x)].first_loc; l; l = loc_get (o, l)->next)
      for (uint32_t n = d->r->cells.stands_for[l] ? verdicts_list (d->r, l) : 0; n;
           n = verdicts_next (d->r, n)) {
        uint32_t source = verdicts_class (d->r, n)->source;
        if (source && !writes_places (d, i->counts_in, source_get (d, source).from, into))
          return true;
      }
  return false;
}

/* Whether a list that was taken as a whole may be known elsewhere: to others than those who find
   what is in there under the lock, or to code that nobody sees. */
static bool may_list_be_known (struct judge *d, const struct bitset *misplaced, uint32_t occurrence,
                               const struct bitset *into)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  const struct pointers *p = d->s->p;
  for (struct set_iter k = sets_each (&p->sets, i->where); set_next (&k);)
    for (int w = 0; w < N_WORLDS; w++)
      if (is_in_world (p, w, loc_object (&p->objects, k.x)))
        return true;
  return !are_in (p, i->where, into) || any_in (p, i->where, misplaced) ||
         may_be_known (d, occurrence) || is_left_elsewhere (d, occurrence, into);
}

/* Whether a take is not what it was taken for. */
static bool take_is_broken (struct judge *d, const struct brought *b,
                            const struct bitset *misplaced, uint32_t occurrence)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  struct bitset into = {0};
  if (!i->into)
    return any_in (d->s->p, i->where, misplaced) || source_changes (d, occurrence) ||
           may_be_known (d, occurrence);
  add_objects (d->s->p, i->into, &into);
  bool shared = i->each ? may_list_be_known (d, misplaced, occurrence, &into)
                        : may_be_shared (d, b, occurrence, &into);
  bitset_free (&into);
  return shared;
}

/* Sources that may change while they are relied on, and those of what may be in two places. */
static void check_sources (struct judge *d, const struct bitset *misplaced)
{
  struct tuples known = {0};
  vec_u32 answers = {0};
  struct bitset relying = {0}; /* items */
  struct asked movable = {.objects = &d->r->domains.movable}, lost = {.objects = misplaced};
  for (uint32_t k = 1; k < d->s->items.n; k++) {
    const struct item *i = &d->s->items.v[k];
    if (i->kind == ITEM_ACCESS && i->source.from && any_of (d->s->p, i->where, &movable))
      bitset_add (&relying, k);
  }
  for (uint32_t k = 0; k < d->c->occurrences.n; k++) {
    if (!bitset_has (&relying, d->c->occurrences.v[k].item))
      continue;
    const struct occurrence at_e = occurrence_at (d->c, k), *e = &at_e;
    const struct item *i = &d->s->items.v[e->item];
    uint32_t key[] = {source_of (d, k), d->c->v.v[e->context].threads,
                      e->alive,         e->ended,
                      e->phases,        e->sent,
                      i->function,      i->source.brief | i->source.moved << 1};
    uint32_t id = tuples_intern (&known, key, sizeof key / sizeof key[0]);
    if (id > answers.n)
      vec_push (&answers, source_changes (d, k) || is_used_beside (d, k));
    const struct item *own = innermost (d->s, e->item);
    if (answers.v[id - 1] || any_of (d->s->p, i->where, &lost))
      map_set (d->broken, map_pair (own->function | (uint32_t)BROKEN_SOURCE, own->record), 1);
  }
  tuples_free (&known);
  vec_free (&answers);
  bitset_free (&relying);
  vec_free (&movable.of_set);
  vec_free (&lost.of_set);
}

void check_moves (struct judge *d)
{
  struct bitset misplaced = {0};
  struct brought brought = {0};
  if (!d->s->takes)
    return;
  for (uint32_t k = 1; k < d->s->items.n; k++) {
    const struct item *i = &d->s->items.v[k];
    setid from = i->kind == ITEM_TAKE ? expr_points (&d->s->x, i->function, i->source.from)
                                      : SETS_EMPTY;
    d->taken_from = sets_union (&d->s->p->sets, d->taken_from, from);
    for (struct set_iter l = sets_each (&d->s->p->sets, i->e[1] ? from : SETS_EMPTY);
         set_next (&l);)
      bitset_add (&d->indexed, l.x);
  }
  find_misplaced (d, &misplaced);
  check_sources (d, &misplaced);
  find_brought (d, &brought);
  for (uint32_t k = 0; k < d->c->others.n; k++) {
    uint32_t occurrence = d->c->others.v[k], item = d->c->occurrences.v[occurrence].item;
    if (d->s->items.v[item].kind != ITEM_TAKE)
      continue;
    const struct item *own = innermost (d->s, item);
    uint64_t key = map_pair (own->function | (uint32_t)BROKEN_TAKE, own->record);
    if (!map_find (d->broken, key) && take_is_broken (d, &brought, &misplaced, occurrence))
      map_set (d->broken, key, 1);
  }
  bitset_free (&brought.objects);
  bitset_free (&brought.known);
  map_free (&brought.holders);
  map_free (&d->copied_into);
  map_free (&d->moved_into);
  bitset_free (&misplaced);
}
