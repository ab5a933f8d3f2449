/* Terms: proofs 1 to 3 of the design as sets: a lock that exists once, a lock in the same object, a
   lock of the same index. */

#include "domains.h"
#include "permits.h"
#include "terms-internal.h"
#include "threads.h"

void terms_free (struct terms *t)
{
  once_free (&t->once);
  tuples_free (&t->stays);
  vec_free (&t->stay);
  vec_free (&t->first_around);
  vec_free (&t->around);
  sets_free (&t->sets);
  tuples_free (&t->ids);
  map_free (&t->lock);
  map_free (&t->function);
  bitset_free (&t->apart);
  vec_free (&t->by_item);
  map_free (&t->by_shift);
  map_free (&t->by_holds);
  map_free (&t->by_released);
  tuples_free (&t->found_known);
  map_free (&t->touching);
  tuples_free (&t->without);
  vec_free (&t->kept);
  vec_free (&t->known);
  bitset_free (&t->counters);
  slots_free (&t->slots);
  if (t->links)
    links_free (t->links);
  free (t->links);
  bitset_free (&t->useful);
}

const struct links *terms_links (struct terms *t)
{
  if (!t->links) {
    t->links = xmalloc (sizeof *t->links);
    links_find (t->links, t->s, ITEM_LINK);
  }
  return t->links;
}

uint32_t term_make (struct terms *t, enum term_kind kind, uint32_t a, int64_t d,
                    const uint32_t *more, uint32_t n)
{
  uint32_t key[TERM_HEAD + LONGEST_TERM] = {kind, a, (uint32_t)d, (uint32_t)(d >> 32)};
  if (n)
    memcpy (key + TERM_HEAD, more, n * sizeof *key);
  return tuples_intern (&t->ids, key, TERM_HEAD + n);
}

void terms_init (struct terms *t, struct summaries *s)
{
  *t = (struct terms){.s = s};
  once_init (&t->once, s->p);
  t->sent_any = term_make (t, TERM_SEEN, 0, 0, NULL, 0);
  t->dropped = term_make (t, TERM_SEEN, 0, 1, NULL, 0);
}

struct term term_get (const struct terms *t, uint32_t term)
{
  const uint32_t *v = tuples_numbers (&t->ids, term);
  struct term r = {(uint8_t)v[0], v[1], (int64_t)((uint64_t)v[3] << 32 | v[2]), 0, 0};
  if (r.kind == TERM_SEEN && tuples_length (&t->ids, term) > TERM_HEAD)
    r.code = (uint8_t)v[TERM_HEAD];
  if (r.kind == TERM_SEEN && tuples_length (&t->ids, term) > TERM_HEAD + 1)
    r.count = (int64_t)((uint64_t)v[TERM_HEAD + 2] << 32 | v[TERM_HEAD + 1]);
  return r;
}

bool term_is_lock (const struct terms *t, uint32_t term)
{
  uint8_t kind = term_get (t, term).kind;
  return kind != TERM_SEEN && kind != TERM_UNSET && kind != TERM_CLAIM && kind != TERM_END &&
         !is_stand_in (t->s, map_get (&t->lock, term, 0));
}

uint32_t term_proofs (const struct terms *t, uint32_t term)
{
  static const uint8_t by_kind[] = {
      [TERM_ABS] = PROOF_LOCK,        [TERM_BEHIND] = PROOF_LOCK,   [TERM_SELF] = PROOF_OBJECT,
      [TERM_NEAR] = PROOF_OBJECT,     [TERM_SEEN] = PROOF_SIGNAL,   [TERM_UNSET] = PROOF_SIGNAL,
      [TERM_LAST] = PROOF_REFERENCES, [TERM_TICKET] = PROOF_TICKET, [TERM_INDEX] = PROOF_INDEX,
      [TERM_OWNER] = PROOF_REACH,     [TERM_CLAIM] = PROOF_TEAM,    [TERM_END] = PROOF_EXIT};
  uint8_t kind = term_get (t, term).kind;
  uint32_t proofs = proof_bit (by_kind[kind]);
  funid f = map_get (&t->function, term, 0);
  expr_id lock = map_get (&t->lock, term, 0);
  if (!term_is_lock (t, term) || kind == TERM_TICKET || !lock)
    return proofs;
  if (is_permit (t->s, f, lock))
    proofs |= proof_bit (PROOF_WORD);
  else if (is_claimable (t->s, expr_points (&t->s->x, f, lock)))
    proofs |= proof_bit (PROOF_CLAIM);
  return proofs;
}

/* Locks that exist once */

bool object_is_unique (struct terms *t, object_id id)
{
  return object_exists_once (&t->once, id);
}

/* Whether there is never more than one object at a time: a variable of a function that main calls,
   or what main calls.  What is held at a time is then one lock, if no thread is left that has one
   of a call that has returned. */
static bool object_is_single (const struct terms *t, object_id id)
{
  const struct summaries *s = t->s;
  const struct abstract_object *o = &s->p->objects.v.v[id];
  return o->kind == OBJECT_LOCAL && only_main_calls (s->filter, s->p->objects.program, o->a) &&
         !bitset_has (&s->filter->recursive, o->a) && t->at_exit && !t->at_exit[o->a].born;
}

/* Where in which object it is; false: there may be several. */
static bool one_place (struct terms *t, funid f, expr_id e, object_id *object, int64_t *offset)
{
  struct summaries *s = t->s;
  expr_id base = expr_base (&s->x, e, offset);
  if (base && expr_get (&s->x, base)->op == X_INDEX && !expr_get (&s->x, base)->k)
    return false; /* one of the bits there */
  return leads_to_place (s, f, e, object, offset) || expr_only_place (&s->x, f, e, object, offset);
}

bool unique_place (struct terms *t, funid f, expr_id e, object_id *object, int64_t *offset)
{
  return one_place (t, f, e, object, offset) && object_is_unique (t, *object);
}

/* The lock behind a pointer in a variable: whoever finds one there finds the same. */
static uint32_t term_behind (struct terms *t, expr_id lock)
{
  struct summaries *s = t->s;
  int64_t behind, offset;
  expr_id load = expr_base (&s->x, lock, &behind);
  if (!load || expr_get (&s->x, load)->op != X_LOAD)
    return 0;
  expr_id variable = expr_base (&s->x, expr_get (&s->x, load)->a, &offset);
  if (!variable || expr_get (&s->x, variable)->op != X_OBJECT)
    return 0;
  object_id object = expr_get (&s->x, variable)->a;
  uint32_t more[] = {(uint32_t)behind, (uint32_t)(behind >> 32)};
  return object_is_unique (t, object) &&
                 (assigned_once (&s->assigned, s->p, s->effects, &t->once, object, offset) ||
                  assigned_each (&s->assigned, s->p, s->effects, &t->once, &s->each, object,
                                 offset))
             ? term_make (t, TERM_BEHIND, object, offset, more, 2)
             : 0;
}

uint32_t term_of_lock (struct terms *t, funid f, expr_id lock)
{
  object_id object;
  int64_t offset;
  if (!lock || !proves_by (t->s->p, PROOF_LOCK) || is_no_lock (t->s, f, lock))
    return 0;
  bool one = one_place (t, f, lock, &object, &offset);
  loc_id permit = permit_location (t->s, f, lock);
  if (!(one &&
        (object_is_unique (t, object) || (!permit && object_is_single (t, object) &&
                                          !is_claimable (t->s, expr_points (&t->s->x, f, lock))))))
    return term_behind (t, lock);
  if (permit) {
    object = loc_object (&t->s->p->objects, permit);
    offset = loc_get (&t->s->p->objects, permit)->offset;
  }
  return term_make (t, TERM_ABS, object, offset, NULL, 0);
}

uint32_t term_at (struct terms *t, enum term_kind kind, object_id object, int64_t offset)
{
  return term_make (t, kind, object, offset, NULL, 0);
}

uint32_t term_of_end (struct terms *t)
{
  return term_make (t, TERM_END, 0, 0, NULL, 0);
}

uint32_t term_sent (struct terms *t, enum signal code, object_id object, int64_t offset)
{
  uint32_t more[] = {code};
  return term_make (t, TERM_SEEN, object, offset, more, 1);
}

uint32_t term_of_signal (struct terms *t, funid f, expr_id address, enum signal code, int64_t count)
{
  object_id object;
  int64_t offset;
  if (!address || !unique_place (t, f, address, &object, &offset))
    return 0;
  if (signal_is_sent (code))
    return term_sent (t, code, object, offset);
  uint32_t more[] = {code >= SIGNAL_COUNTED ? code : code + 1u, (uint32_t)count,
                     (uint32_t)(count >> 32)};
  return term_make (t, TERM_SEEN, object, offset, more, 3);
}

/* Signals that order nothing would only multiply contexts: 0 in the place of their terms. */
static uint32_t if_useful (struct terms *t, uint32_t term)
{
  struct term v = term_get (t, term);
  bool is_sent = v.kind == TERM_UNSET || signal_is_sent (v.code);
  enum signal code = v.kind == TERM_UNSET ? SIGNAL_SENT : v.code;
  return !t->no_signals && (!is_sent || bitset_has (&t->useful, term_sent (t, code, v.a, v.d)))
             ? term
             : 0;
}

uint32_t term_passed (struct terms *t, object_id object, int64_t offset)
{
  uint32_t more[] = {SIGNAL_PASSED, 0, 0};
  return term_make (t, TERM_SEEN, object, offset, more, 3);
}

setid terms_sent_any (struct terms *t)
{
  bool matters = t->no_signals || bitset_next (&t->useful, 1) != BITSET_END;
  return matters ? sets_single (&t->sets, t->sent_any) : SETS_EMPTY;
}

setid terms_find_sent (struct terms *t, funid f, setid released)
{
  vec_u32 sent = {0};
  for (struct set_iter i = sets_each (&t->s->sets, released); set_next (&i);) {
    if (!i.x || expr_get (&t->s->x, i.x)->op != X_SIGNAL)
      continue;
    const struct expr *v = expr_get (&t->s->x, i.x);
    if (v->code == SIGNAL_TURNED)
      continue;
    if (v->code == SIGNAL_DROPPED) {
      if (t->s->drops)
        vec_push (&sent, t->dropped);
      continue;
    }
    uint32_t term = term_of_signal (t, f, v->a, v->code, 0);
    if (!term && expr_points (&t->s->x, f, v->a))
      continue; /* one of several, which signals.c breaks all */
    if (!term && terms_sent_any (t))
      vec_push (&sent, t->sent_any);
    else if (term && if_useful (t, term))
      vec_push (&sent, term);
  }
  setid all = sets_from (&t->sets, sent.v, sent.n);
  vec_free (&sent);
  return all;
}

/* Items */

static void add_guard (struct terms *t, struct guards *g, uint32_t term, funid f, expr_id lock,
                       enum lock_mode mode)
{
  if (!term)
    return;
  if (map_add (&t->lock, term, lock))
    map_set (&t->function, term, f);
  g->any = sets_add (&t->sets, g->any, term);
  if (mode != MODE_SHARED)
    g->exclusive = sets_add (&t->sets, g->exclusive, term);
}

bool terms_in_team (const struct terms *t, funid f)
{
  return t->has_teams && !bitset_has (&t->apart, f);
}

static uint32_t term_of_claim (struct terms *t, funid f, expr_id claim)
{
  const struct expr *v = expr_get (&t->s->x, claim);
  uint32_t which[] = {(uint32_t)v->k, (uint32_t)(v->k >> 32)};
  return terms_in_team (t, f) ? term_make (t, TERM_CLAIM, v->a, v->b, which, 2) : 0;
}

/* Whether nobody else has the ticket of a turn: see turns.h; obligations check it. */
static bool ticket_is_unique (struct terms *t, int64_t ticket)
{
  const struct objects *o = &t->s->p->objects;
  loc_id counter = (loc_id)(-1 - ticket);
  struct array_around around[MOST_AROUND];
  if (loc_get (o, counter)->offset <= OFFSET_EVERYTHING ||
      !object_is_unique (t, loc_object (o, counter)) ||
      arrays_around (o, loc_object (o, counter), loc_get (o, counter)->offset, around))
    return false;
  bitset_add (&t->counters, counter);
  return true;
}

struct guards terms_find_holds (struct terms *t, funid f, setid held)
{
  struct guards g = {0};
  for (struct set_iter i = sets_each (&t->s->sets, held); set_next (&i);) {
    struct hold h = hold_get (t->s, i.x);
    const struct expr *v = expr_get (&t->s->x, h.lock);
    object_id object;
    int64_t offset;
    if (v->op == X_SIGNAL && v->code == SIGNAL_UNSET && unique_place (t, f, v->a, &object, &offset))
      add_guard (t, &g, if_useful (t, term_at (t, TERM_UNSET, object, offset)), f, v->a,
                 MODE_SHARED);
    if (v->op == X_SIGNAL && ((v->code >= SIGNAL_DROPPED && !signal_is_turn (v->code)) || v->b))
      continue;
    if (v->op == X_SIGNAL && v->code == SIGNAL_TAKEN && v->k < 0 && !ticket_is_unique (t, v->k))
      continue;
    if (v->op == X_SIGNAL) {
      uint32_t seen = term_of_signal (t, f, v->a, v->code,
                                      v->code == SIGNAL_SEEN && h.depth > v->k &&
                                              !signal_number (v->k) && !signal_is_unequal (v->k)
                                          ? h.depth
                                          : v->k);
      add_guard (t, &g, seen ? if_useful (t, seen) : 0, f, v->a, MODE_SHARED);
    } else if (v->op == X_CLAIM)
      add_guard (t, &g, term_of_claim (t, f, h.lock), f, h.lock, h.mode);
    else if (expr_get (&t->s->x, h.lock)->op != X_TOKEN)
      add_guard (t, &g, term_of_lock (t, f, h.lock), f, h.lock, h.mode);
  }
  return g;
}

/* The offset of the permit that stands for others of the same object; false: it is elsewhere. */
static bool move_to_permit (struct terms *t, funid f, expr_id lock, int64_t *at)
{
  const struct objects *o = &t->s->p->objects;
  uint32_t l;
  loc_id permit = permit_location (t->s, f, lock);
  if (!permit || !sets_is_single (&t->s->p->sets, expr_points (&t->s->x, f, lock), &l))
    return true;
  *at += loc_get (o, permit)->offset - loc_get (o, l)->offset;
  return loc_object (o, permit) == loc_object (o, l);
}

/* Locks of owners */

/* Where an address may be, if each of these is a place of its own; else SETS_EMPTY. */
static setid places_of (struct summaries *s, funid f, expr_id e)
{
  enum { FEW = 16 };
  setid at = e ? expr_points (&s->x, f, e) : SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);)
    if (loc_get (&s->p->objects, i.x)->offset <= OFFSET_EVERYTHING)
      return SETS_EMPTY;
  return sets_size (&s->p->sets, at) <= FEW ? at : SETS_EMPTY;
}

/* Whether an access, which may touch several elements, may be to one of the owners themselves. */
static bool touches_owners (struct terms *t, const struct item *i, setid owners)
{
  enum { NO = 1, YES };
  const struct pointers *p = t->s->p;
  uint32_t *known = map_at (&t->touching, map_pair (i->where, owners));
  if (*known)
    return *known == YES;
  *known = NO;
  for (struct set_iter k = sets_each (&p->sets, i->where); *known == NO && set_next (&k);)
    for (struct set_iter j = sets_each (&p->sets, owners); *known == NO && set_next (&j);)
      if (loc_object (&p->objects, k.x) == loc_object (&p->objects, j.x))
        *known = YES;
  return *known == YES;
}

/* Of a lock with an index: terms of the owners at E and at all that it is reached from. */
static setid indexed_owners (struct terms *t, const struct item *i, expr_id lock, expr_id e,
                             bool inside, int depth)
{
  struct summaries *s = t->s;
  setid all = SETS_EMPTY, common = SETS_EMPTY;
  expr_id root = expr_root (&s->x, i->e[0]);
  bool first = true;
  for (; e; e = expr_origin (&s->x, e)) {
    setid place = places_of (s, i->function, e);
    uint32_t term = place && (inside || !touches_owners (t, i, place))
                        ? index_term (t, i->function, lock, e, item_is_to_one (t, i))
                        : 0;
    root = expr_root (&s->x, e);
    if (term)
      all = sets_add (&t->sets, all, term_make (t, TERM_OWNER, place, term, NULL, 0));
  }
  const struct links *links = terms_links (t);
  uint32_t k = root && depth ? links_first (links, i->function, root) : 0;
  for (; k; k = links_next (links, k)) {
    expr_id to = s->items.v[links_item (links, k)].e[0];
    setid there = indexed_owners (t, i, lock, to, inside, depth - 1);
    common = first ? there : sets_intersection (&t->sets, common, there);
    first = false;
  }
  return sets_union (&t->sets, all, common);
}

static void add_owner_terms (struct terms *t, struct guards *g, const struct item *i, struct hold h)
{
  enum { DEEPEST = 2 };
  struct summaries *s = t->s;
  if (!proves_by (s->p, PROOF_REACH))
    return;
  bool inside = item_stays_in_element (t, i);
  setid lock = places_of (s, i->function, h.lock);
  expr_id owner = lock ? owner_of (s, i->function, h.lock, lock) : 0;
  if (owner && (inside || !touches_owners (t, i, lock)) &&
      owner_of_new (s, terms_links (t), i->function, i->e[0], lock) == owner)
    add_guard (t, g, term_make (t, TERM_OWNER, lock, 0, NULL, 0), i->function, h.lock, h.mode);
  setid indexed = indexed_owners (t, i, h.lock, expr_origin (&s->x, i->e[0]), inside, DEEPEST);
  for (struct set_iter k = sets_each (&t->sets, indexed); set_next (&k);)
    add_guard (t, g, k.x, i->function, h.lock, h.mode);
}

struct guards terms_in_object (struct terms *t, const struct domains *d, struct guards g,
                               object_id object)
{
  struct guards all = g;
  for (struct set_iter i = sets_each (&t->sets, all.any); set_next (&i);) {
    struct term v = term_get (t, i.x);
    if (v.kind != TERM_OWNER)
      continue;
    bool exclusive = sets_has (&t->sets, g.exclusive, i.x);
    setid one = sets_single (&t->sets, i.x), kind = domains_kind (d, v.a, object);
    if (kind == v.a)
      continue;
    g.any = sets_difference (&t->sets, g.any, one);
    g.exclusive = sets_difference (&t->sets, g.exclusive, one);
    if (kind)
      add_guard (t, &g, term_make (t, TERM_OWNER, kind, v.d, NULL, 0),
                 map_get (&t->function, i.x, 1), map_get (&t->lock, i.x, 0),
                 exclusive ? MODE_EXCLUSIVE : MODE_SHARED);
  }
  return g;
}

/* Which of two things a lock is chosen by: the smaller or larger one, or what a comparison says.
 *OTHER is the choice of the one that it is not.  0: it is not chosen so. */
static expr_id choice_of (struct exprs *x, expr_id lock, expr_id both[2], expr_id *other)
{
  int64_t offset;
  expr_id e = expr_base (x, lock, &offset);
  if (e && expr_get (x, e)->op == X_INDEX)
    e = expr_get (x, e)->b;
  while (e && expr_get (x, e)->op == X_CONVERT)
    e = expr_get (x, e)->a;
  if (!e || expr_get (x, e)->op != X_OP)
    return 0;
  struct expr v = *expr_get (x, e);
  if (v.code == OP_MIN) {
    both[0] = v.a;
    both[1] = v.b;
    *other = expr_binary (x, OP_MAX, v.a, v.b);
    return e;
  }
  if (v.code != OP_SELECT || expr_get (x, v.b)->op != X_OP || expr_get (x, v.b)->code != OP_OTHER)
    return 0;
  both[0] = expr_get (x, v.b)->a;
  both[1] = expr_get (x, v.b)->b;
  *other = expr_binary (x, OP_SELECT, v.a, expr_binary (x, OP_OTHER, both[1], both[0]));
  return e;
}

/* HELD, and the locks of both of two things if those of the one and of the other one are held. */
static setid with_sorted (struct summaries *s, setid held)
{
  struct exprs *x = &s->x;
  for (struct set_iter k = sets_each (&s->sets, held); set_next (&k);) {
    struct hold h = hold_get (s, k.x), other = h;
    expr_id both[2], opposite, which = choice_of (x, h.lock, both, &opposite);
    if (!which)
      continue;
    other.lock = expr_replace (x, h.lock, which, opposite);
    if (!other.lock || !sets_has (&s->sets, held, hold_intern (s, other)))
      continue;
    for (int i = 0; i < 2; i++) {
      other.lock = expr_replace (x, h.lock, which, both[i]);
      if (other.lock)
        held = sets_add (&s->sets, held, hold_intern (s, other));
    }
  }
  return held;
}

struct guards terms_find (struct terms *t, const struct item *item, int64_t shift)
{
  const struct exprs *x = &t->s->x;
  struct item sorted = *item;
  const struct item *i = &sorted;
  sorted.held = with_sorted (t->s, item->held);
  struct guards g = terms_of_holds (t, i->function, i->held);
  int64_t offset, at;
  expr_id base = expr_base (x, i->e[0], &offset);
  if (!base)
    return g;
  bool inside = item_stays_in_element (t, i);
  if (inside && proves_by (t->s->p, PROOF_TICKET))
    add_guard (t, &g, ticket_term (t, i), i->function, i->e[0], MODE_EXCLUSIVE);
  for (struct set_iter k = sets_each (&t->s->sets, i->held); set_next (&k);) {
    struct hold h = hold_get (t->s, k.x);
    const struct expr *lock = expr_get (x, h.lock);
    if (lock->op == X_SIGNAL && lock->code == SIGNAL_LAST &&
        proves_by (t->s->p, PROOF_REFERENCES) && expr_base (x, lock->a, &at) == base)
      add_guard (t, &g, term_make (t, TERM_LAST, 0, at - offset - shift, NULL, 0), i->function,
                 lock->a, h.mode);
    if (is_token (t->s, h.lock) || is_no_lock (t->s, i->function, h.lock))
      continue;
    add_owner_terms (t, &g, i, h);
    if (!inside)
      continue;
    expr_id of = expr_base (x, h.lock, &at);
    int64_t inside_offset = 0;
    expr_id first = in_first_element (t, i, h.lock);
    bool inner = first && expr_base (x, first, &inside_offset) == of;
    if ((of == base || inner) && move_to_permit (t, i->function, h.lock, &at)) {
      int64_t from = inner ? inside_offset : offset;
      if (proves_by (t->s->p, PROOF_OBJECT) && (inner || has_one_distance (t, i, shift, h.lock)))
        add_guard (t, &g, term_make (t, TERM_SELF, 0, at - from - shift, NULL, 0), i->function,
                   h.lock, h.mode);
    } else {
      if (proves_by (t->s->p, PROOF_OBJECT))
        add_guard (t, &g, near_term (t, i, shift, h.lock), i->function, h.lock, h.mode);
      if (!proves_by (t->s->p, PROOF_INDEX))
        continue;
      uint32_t term = index_term (t, i->function, h.lock, i->e[0], item_is_to_one (t, i));
      if (!term && first)
        term = index_term (t, i->function, h.lock, first, false);
      add_guard (t, &g, term, i->function, h.lock, h.mode);
    }
  }
  return g;
}

struct guards terms_of_place (struct terms *t, const struct item *i, expr_id at, setid held)
{
  struct item place = {.kind = ITEM_REUSE,
                       .at_start = i->at_start,
                       .function = i->function,
                       .record = i->record,
                       .e = {at},
                       .where = expr_points (&t->s->x, i->function, at),
                       .held = held};
  return terms_find (t, &place, 0);
}

struct guards terms_of_source (struct terms *t, uint32_t item)
{
  const struct item *i = &t->s->items.v[item];
  return terms_of_place (t, i, i->source.from, i->source.since);
}

/* Whether one of the places may be one of the others, also where it is not known in which part of
   an object they are. */
static bool places_meet (struct pointers *p, setid a, setid b)
{
  const struct objects *o = &p->objects;
  if (points_may_meet (p, a, b))
    return true;
  for (struct set_iter i = sets_each (&p->sets, a); set_next (&i);)
    for (struct set_iter k = sets_each (&p->sets, b); set_next (&k);)
      if (loc_object (o, i.x) == loc_object (o, k.x) &&
          (loc_get (o, i.x)->offset <= OFFSET_EVERYTHING ||
           loc_get (o, k.x)->offset <= OFFSET_EVERYTHING))
        return true;
  return false;
}

/* The locks that a term of kind BEHIND may be: what the variable holds, so many bytes behind. */
static setid locks_behind (struct terms *t, uint32_t term)
{
  const uint32_t *key = tuples_numbers (&t->ids, term) + TERM_HEAD;
  struct term v = term_get (t, term);
  struct pointers *p = t->s->p;
  return points_moved (p, points_of_content (p, loc_at (&p->objects, v.a, v.d)),
                       (int64_t)((uint64_t)key[1] << 32 | key[0]), 0);
}

static bool may_be (struct terms *t, uint32_t term, funid f, expr_id lock)
{
  struct term v = term_get (t, term);
  struct objects *o = &t->s->p->objects;
  if (!lock)
    return true;
  setid at = expr_points (&t->s->x, f, lock);
  if (v.kind == TERM_BEHIND)
    return !at || places_meet (t->s->p, at, locks_behind (t, term));
  for (struct set_iter i = sets_each (&t->s->p->sets, at); set_next (&i);) {
    int64_t offset = loc_get (o, i.x)->offset;
    const uint32_t *permit = map_find (&t->s->permit_of, i.x);
    if (permit && loc_at (o, v.a, v.d) == *permit)
      return true;
    if (loc_object (o, i.x) == v.a &&
        (offset <= OFFSET_EVERYTHING || offset == v.d || loc_at (o, v.a, v.d) == i.x))
      return true;
  }
  /* What is known outside may be what comes from there. */
  return !at ||
         points_may_meet (t->s->p, at,
                          sets_single (&t->s->p->sets, loc_at (&t->s->p->objects, v.a, v.d)));
}

/* Whether giving up LOCK of function F may be the end of the term; who counts a new thread has not
   seen that it has ended. */
static bool ends_term (struct terms *t, uint32_t term, funid f, expr_id lock)
{
  struct term v = term_get (t, term);
  const struct expr *e = lock ? expr_get (&t->s->x, lock) : NULL;
  if (v.kind == TERM_SEEN && signal_is_turn (v.code))
    return e && e->op == X_SIGNAL && e->code == SIGNAL_TURNED && may_be (t, term, f, e->a);
  if (v.kind == TERM_SEEN && v.code != SIGNAL_CLOSED)
    return v.code == SIGNAL_SENT_DOWN && e && e->op == X_SIGNAL && e->code == SIGNAL_SENT_UP &&
           may_be (t, term, f, e->a);
  if (v.kind == TERM_CLAIM)
    return v.a && e && e->op == X_CLAIM;
  return v.kind != TERM_END && !is_token (t->s, lock) && may_be (t, term, f, lock);
}

/* What a thread holds because it runs, it holds as long as it does, even if it lets itself run
   again. */
static bool runs_until (const struct terms *t, struct guards g, uint32_t term)
{
  return !sets_has (&t->sets, g.exclusive, term) && is_stand_in (t->s, map_get (&t->lock, term, 0));
}

struct guards terms_find_without (struct terms *t, struct guards g, funid f, setid released)
{
  for (struct set_iter i = sets_each (&t->sets, g.any); set_next (&i);)
    for (struct set_iter k = sets_each (&t->s->sets, released); set_next (&k);)
      if (!runs_until (t, g, i.x) && ends_term (t, i.x, f, k.x)) {
        setid one = sets_single (&t->sets, i.x);
        g.any = sets_difference (&t->sets, g.any, one);
        g.exclusive = sets_difference (&t->sets, g.exclusive, one);
        break;
      }
  return g;
}
