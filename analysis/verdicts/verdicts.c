/* Verdicts: judges each location by the classes of its accesses. */

#include "verdicts-internal.h"
#include "permits.h"
#include "watch.h"

const struct item *innermost (const struct summaries *s, uint32_t item)
{
  return item_core (s, &s->items.v[item]);
}

const struct effect *event_effect (const struct verdicts *r, uint32_t event)
{
  const struct summaries *s = r->c->t->s;
  return &s->effects->v.v[s->items.v[r->c->occurrences.v[event].item].effect];
}

uint32_t verdicts_list (const struct verdicts *r, loc_id l)
{
  return l < r->cells.n_locs ? r->first_node[r->cells.stands_for[l]] : 0;
}

/* What a pair costs more if one of its pointers may lead to too much. */
#define COST_MERGED ((uint64_t)1 << 38)

/* What one access makes of the cost of its pairs: locks, then atomics, then reads. */
static uint64_t cost_of (const struct access_class *c)
{
  return (c->merged || c->unseen || !c->told ? COST_MERGED : 0) | (uint64_t)c->locks << 6 |
         (uint64_t)mode_is_atomic (c->mode) << 4 | (uint64_t)!mode_writes (c->mode) << 2;
}

/* What a guess makes of it: two accesses that are certainly to this memory say more, whatever locks
   they hold. */
static uint64_t guess_cost (bool guess)
{
  return (uint64_t)guess << 32;
}

/* That it is one thread, or not certain which, costs most pairs: see pair_cost. */
static uint64_t least_cost (const struct access_class *a, const struct access_class *b)
{
  return ((uint64_t)hidden_pair (a->hidden, b->hidden) << 40) + guess_cost (a->guess || b->guess) +
         cost_of (a) + cost_of (b) + (!a->sure || !b->sure);
}

/* How well a pair explains the race: less is better.  That a handler runs twice at a time says
   least of all that is certain. */
static uint64_t pair_cost (const struct judge *d, const struct access_class *a,
                           const struct access_class *b, const thread_id by[2])
{
  const struct sets *sets = &d->c->t->sets;
  bool doubt = !sets_has (sets, a->sure, by[0]) || !sets_has (sets, b->sure, by[1]);
  bool lost = !sets_has (sets, a->told, by[0]) || !sets_has (sets, b->told, by[1]);
  bool same = by[0] == by[1], again = same && d->c->t->v.v[by[0]].kind == THREAD_SIGNAL;
  return (least_cost (a, b) | doubt) + ((uint64_t)same << 1) + ((uint64_t)again << 31) +
         (lost ? COST_MERGED : 0);
}

static bool comes_first (const struct access_class *a, const struct access_class *b)
{
  return a->locks != b->locks ? a->locks < b->locks : a->order <= b->order;
}

enum { MOST_CLASSES = 600 };

/* The term that all accesses hold, the writing ones exclusively; 0: none. */
static uint32_t common_guard (const struct judge *d)
{
  struct sets *sets = &d->terms->sets;
  setid common = SETS_EMPTY;
  bool first = true;
  for (uint32_t i = 0; i < d->list.n; i++) {
    const struct access_class *c = &d->r->classes.v[d->list.v[i]];
    setid held = mode_writes (c->mode) ? c->held.exclusive : c->held.any;
    common = first ? held : sets_intersection (sets, common, held);
    first = false;
  }
  for (struct set_iter i = sets_each (sets, common); set_next (&i);)
    if (term_get (d->terms, i.x).kind != TERM_SEEN)
      return i.x;
  return 0;
}

static uint32_t proofs_of_guard (struct judge *d, uint32_t term)
{
  uint32_t *known = map_at (&d->guards, term);
  if (!*known)
    *known = term_proofs (d->terms, term);
  return *known;
}

/* What the pairs of classes say about a location. */
struct comparison {
  bool meet;       /* two may happen at the same time */
  bool all_atomic; /* those are */
  bool any_locked; /* `common' is set */
  setid common;    /* guards that all others share that may */
  uint32_t locked; /* ... what these prove by, pair by pair */
  uint64_t best;   /* cost of the pair that shows the race best */
  uint64_t order;  /* ... of its first access */
};

/* Whether a pair of that cost shows the race no better than what is known. */
static bool is_worse (uint64_t cost, const struct access_class *a, const struct access_class *b,
                      const struct comparison *seen, const struct verdict *v)
{
  return v->kind == VERDICT_RACE &&
         (cost > seen->best ||
          (cost == seen->best && (comes_first (a, b) ? a : b)->order >= seen->order));
}

static bool both_atomic (const struct judge *d, const struct access_class *a,
                         const struct access_class *b)
{
  return mode_is_atomic (a->mode) && mode_is_atomic (b->mode) && proves_by (d->s->p, PROOF_ATOMIC);
}

static void set_race (struct verdict *v, uint32_t i, uint32_t k, const thread_id by[2], bool swap)
{
  v->kind = VERDICT_RACE;
  v->first = swap ? k : i;
  v->other = swap ? i : k;
  v->first_thread = by[swap];
  v->other_thread = by[!swap];
}

/* Two of the list may meet: whether they race, and show it better than what is known. */
static void compare_pair (struct judge *d, uint32_t i, uint32_t k, const thread_id by[2],
                          struct comparison *seen, struct verdict *v)
{
  const struct access_class *a = &d->r->classes.v[i], *b = &d->r->classes.v[k];
  seen->meet = true;
  if (both_atomic (d, a, b)) {
    v->proofs |= proof_bit (PROOF_ATOMIC);
    return;
  }
  seen->all_atomic = false;
  setid shared = shared_guards (d, a, b);
  seen->common =
      seen->any_locked ? sets_intersection (&d->terms->sets, seen->common, shared) : shared;
  seen->any_locked = true;
  if (shared) {
    struct set_iter one = sets_each (&d->terms->sets, shared);
    set_next (&one);
    seen->locked |= proofs_of_guard (d, one.x);
    return;
  }
  bool swap = !comes_first (a, b);
  uint64_t cost = pair_cost (d, a, b, by);
  if (is_worse (cost, a, b, seen, v))
    return;
  seen->best = cost;
  seen->order = (swap ? b : a)->order;
  set_race (v, i, k, by, swap);
}

/* Whether two threads, BY, may make both accesses to the same memory at the same time. */
static bool meet (struct judge *d, const struct access_class *a, const struct access_class *b,
                  thread_id by[2])
{
  bool may = conflict (d, a, b) && may_meet (d, a, b, by);
  if (may && are_moved_apart (d, a, b)) {
    d->because = proof_bit (PROOF_TAKEN);
    may = false;
  }
  return may;
}

/* Of the pairs from FROM on that show the race as well as the one that was found, the newest: that
   is what is shown, and few are looked at. */
static void choose_newest (struct judge *d, uint32_t from, const struct comparison *seen,
                           struct verdict *v)
{
  const struct access_class *classes = d->r->classes.v;
  vec_clear (&d->firsts);
  for (uint32_t i = from; i < d->list.n; i++)
    if (classes[d->list.v[i]].order == seen->order)
      vec_push (&d->firsts, i);
  /* The access that comes first is one of these. */
  for (uint32_t i = from, next = 0; i < d->list.n; i++) {
    bool any = next < d->firsts.n && d->firsts.v[next] == i;
    uint32_t n = any ? d->list.n - i : d->firsts.n - next;
    for (uint32_t j = 0; j < n; j++) {
      uint32_t k = any ? i + j : d->firsts.v[next + j];
      const struct access_class *a = &classes[d->list.v[i]], *b = &classes[d->list.v[k]];
      thread_id by[2];
      bool swap = !comes_first (a, b);
      if (least_cost (a, b) > seen->best || (swap ? b : a)->order != seen->order ||
          !meet (d, a, b, by) || pair_cost (d, a, b, by) != seen->best || share_guard (d, a, b) ||
          both_atomic (d, a, b))
        continue;
      set_race (v, d->list.v[i], d->list.v[k], by, swap);
      return;
    }
    next += any;
  }
}

/* What the cost of the pairs of a class depends on. */
static uint64_t price_of (const struct access_class *c)
{
  return (uint64_t)c->hidden << 40 | guess_cost (c->guess) | cost_of (c) | !c->sure;
}

static int by_price (const void *a, const void *b)
{
  const struct priced *x = a, *y = b;
  if (x->price != y->price)
    return x->price < y->price ? -1 : 1;
  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  return (x->at > y->at) - (x->at < y->at);
}

/* Compares those of A with those of B, which are the same or others: all pairs cost the same, at
   least.  Once a race is known, most need not be looked at. */
static void compare_runs (struct judge *d, struct run a, struct run b, struct comparison *seen,
                          struct verdict *v)
{
  const struct access_class *classes = d->r->classes.v;
  const struct priced *p = d->priced.v;
  const uint32_t *list = d->list.v;
  const struct access_class *one = &classes[list[p[a.first].at]],
                            *other = &classes[list[p[b.first].at]];
  uint64_t cost = least_cost (one, other);
  if (!mode_writes (one->mode) && !mode_writes (other->mode))
    return; /* nor do any others of one price */
  for (uint32_t i = a.first; i < a.end && !(v->kind == VERDICT_RACE && cost > seen->best); i++) {
    uint32_t first = a.first == b.first ? i : b.first;
    bool few = apart_find_met (d, i, first, b.end, v->proofs);
    uint32_t n = few ? d->apart.met.n : b.end - first;
    d->r->pairs += n;
    for (uint32_t j = 0; j < n; j++) {
      uint32_t k = few ? d->apart.met.v[j] : first + j;
      if (v->kind == VERDICT_RACE &&
          (cost > seen->best ||
           (cost == seen->best && p[i].order >= seen->order && p[k].order >= seen->order)))
        break; /* those behind it stand behind it in the source, too */
      bool swap = p[i].at > p[k].at;
      uint32_t x = list[p[swap ? k : i].at], y = list[p[swap ? i : k].at];
      thread_id by[2];
      if (is_worse (cost, &classes[x], &classes[y], seen, v) ||
          never_meet (d, &classes[x], &classes[y], &v->proofs))
        continue;
      bool may = meet (d, &classes[x], &classes[y], by);
      v->proofs |= d->because;
      if (may)
        compare_pair (d, x, y, by, seen, v);
    }
  }
}

/* Compares those of the list from FROM on: those first that show a race best. */
static void compare_pairs (struct judge *d, uint32_t from, struct comparison *seen,
                           struct verdict *v)
{
  vec_clear (&d->priced);
  vec_clear (&d->runs);
  for (uint32_t i = from; i < d->list.n; i++) {
    const struct access_class *c = &d->r->classes.v[d->list.v[i]];
    vec_push (&d->priced, (struct priced){price_of (c), c->order, i});
  }
  qsort (d->priced.v, d->priced.n, sizeof *d->priced.v, by_price);
  for (uint32_t i = 0; i < d->priced.n; i++) {
    if (!i || d->priced.v[i].price != d->priced.v[i - 1].price)
      vec_push (&d->runs, (struct run){i, i});
    d->runs.v[d->runs.n - 1].end = i + 1;
  }
  v->proofs |= apart_start (d);
  for (uint32_t i = 0; i < d->runs.n; i++)
    for (uint32_t k = 0; k <= i; k++)
      compare_runs (d, d->runs.v[k], d->runs.v[i], seen, v);
  if (v->kind == VERDICT_RACE)
    choose_newest (d, from, seen, v);
}

/* The verdict of locations with these classes. */
static struct verdict judge_location (struct judge *d, uint32_t first)
{
  struct verdict v = {.kind = VERDICT_READ_ONLY};
  struct comparison seen = {.all_atomic = true};
  const struct sets *sets = &d->c->t->sets;
  bool written = false, several = false;
  setid threads = SETS_EMPTY; /* two of them are enough */
  vec_clear (&d->list);
  for (uint32_t n = first; n; n = verdicts_next (d->r, n)) {
    const struct access_class *k = verdicts_class (d->r, n);
    vec_push (&d->list, d->r->nodes.v[n].class);
    written |= mode_writes (k->mode);
    if (!several && k->threads != threads)
      threads = sets_union (&d->c->t->sets, threads, k->threads);
    several |= sets_size (sets, threads) > 1 || sets_meet (sets, threads, d->c->several);
  }
  if (!written)
    return v;
  v.kind = several ? VERDICT_ORDERED : VERDICT_PRIVATE;
  v.term = common_guard (d);
  if (v.term) {
    v.kind = VERDICT_GUARDED;
    v.proofs = proofs_of_guard (d, v.term);
    return v;
  }
  /* If the last ones race, that is enough. */
  if (d->list.n > MOST_CLASSES)
    compare_pairs (d, d->list.n - MOST_CLASSES, &seen, &v);
  if (v.kind != VERDICT_RACE || seen.best >= COST_MERGED)
    compare_pairs (d, 0, &seen, &v);
  struct set_iter guard = sets_each (&d->terms->sets, seen.common);
  if (v.kind != VERDICT_RACE && seen.meet)
    v.kind = seen.all_atomic     ? VERDICT_ATOMIC
             : set_next (&guard) ? VERDICT_GUARDED
                                 : VERDICT_LOCKED;
  if (v.kind == VERDICT_GUARDED)
    v.term = guard.x;
  v.proofs |= v.term ? proofs_of_guard (d, v.term) : seen.locked;
  v.proofs = v.kind == VERDICT_RACE ? 0 : v.proofs & ALL_PROOFS;
  return v;
}

/* Adds the locations of sets to OUT. */
static void add_locations (const struct sets *sets, const struct bitset *from, struct bitset *out)
{
  for (uint64_t k = bitset_next (from, 1); k != BITSET_END; k = bitset_next (from, k + 1))
    for (struct set_iter i = sets_each (sets, (setid)k); set_next (&i);)
      bitset_add (out, i.x);
}

/* Accesses that are not among the classes: those of who had the memory for himself. */
static void add_left_out (struct judge *d)
{
  struct bitset owned = {0}, taken = {0};
  add_locations (&d->s->p->sets, &d->s->owned, &owned);
  add_locations (&d->s->p->sets, &d->s->taken, &taken);
  for (uint32_t k = 0; k < d->r->v.n; k++) {
    struct verdict *v = &d->r->v.v[k];
    if (v->kind == VERDICT_RACE || v->kind == VERDICT_UNDECIDED)
      continue;
    v->proofs |= bitset_has (&owned, v->loc) ? proof_bit (PROOF_PRIVATE) : 0;
    v->proofs |= bitset_has (&taken, v->loc) ? proof_bit (PROOF_TAKEN) : 0;
    for (uint32_t left = v->proofs; left; left &= left - 1)
      d->r->rest_on[__builtin_ctz (left)]++;
  }
  bitset_free (&owned);
  bitset_free (&taken);
}

/* Locations with the same classes have the same verdict.  ASKED: if not NULL, only these are
   wanted, and, if there are GATES, one that is raced on. */
static void judge_all (struct judge *d, const struct bitset *asked, bool gates)
{
  struct verdicts *r = d->r;
  uint32_t *verdict = xcalloc (r->nodes.n, sizeof *verdict); /* by first node: 1 + number */
  for (loc_id l = 1; l < d->s->p->objects.locs.n; l++) {
    bool wanted = !asked || (gates && !r->count[VERDICT_RACE]) || bitset_has (asked, l);
    uint32_t first = wanted ? verdicts_list (r, l) : 0;
    if (!first)
      continue;
    struct verdict v = {.kind = VERDICT_UNDECIDED};
    if (verdict[first])
      v = r->v.v[verdict[first] - 1];
    else if (!watch_over ())
      v = judge_location (d, first);
    v.loc = l;
    vec_push (&r->v, v);
    verdict[first] = r->v.n;
    r->count[v.kind]++;
    watch_share (l, d->s->p->objects.locs.n);
  }
  free (verdict);
}

/* All will be done once more: only what the checks ask for. */
static void judge_asked (struct judge *d)
{
  struct bitset asked = {0};
  for (uint32_t k = 0; k < d->s->invariants.n; k++)
    bitset_add (&asked, d->s->invariants.v[k].loc);
  for (struct set_iter i = sets_each (&d->s->p->sets, d->s->counter_set); set_next (&i);)
    bitset_add (&asked, i.x);
  judge_all (d, &asked, has_gates (d));
  bitset_free (&asked);
}

void verdicts_doubt (struct verdicts *r)
{
  uint32_t races = r->count[VERDICT_RACE];
  for (uint32_t i = 0; i < r->v.n; i++)
    if (r->v.v[i].kind != VERDICT_RACE)
      r->v.v[i].kind = VERDICT_UNDECIDED;
  memset (r->count, 0, sizeof r->count);
  r->count[VERDICT_RACE] = races;
  r->count[VERDICT_UNDECIDED] = r->v.n - races;
}

static void find_several (struct judge *d)
{
  struct threads *t = d->c->t;
  vec_u32 several = {0};
  for (struct set_iter i = sets_each (&t->sets, d->c->several); set_next (&i);)
    if (t->v.v[i.x].kind == THREAD_CREATED || t->v.v[i.x].kind == THREAD_ENTRY)
      vec_push (&several, i.x);
  d->several = sets_from (&t->sets, several.v, several.n);
  vec_free (&several);
}

void verdicts_find (struct verdicts *r, struct contexts *c, struct map *broken,
                    struct hiding *hiding)
{
  struct map left_out = {0};
  struct judge d = {
      .r = r, .c = c, .s = c->t->s, .terms = c->terms, .broken = broken, .left_out = &left_out};
  *r = (struct verdicts){.c = c, .hiding = hiding};
  vec_push (&r->classes, (struct access_class){0});
  vec_push (&r->nodes, (struct class_node){0});
  cells_init (&r->cells, d.s->p, &d.s->filter->candidates);
  vec_push (&d.dominant, (struct dominant){0});
  signals_find (&r->signals, c);
  domains_init (&r->domains, c->t, c->terms);
  r->cells.domains = &r->domains;
  find_several (&d);
  for (thread_id i = 1; i < c->t->v.n; i++)
    if (c->lent[i])
      vec_push (&d.lent, i);
  for (uint32_t i = 0; i < map_size (broken) && !d.breaks_takes; i++)
    d.breaks_takes = map_key (broken, i) >> 32 & (uint32_t)BROKEN_TAKE;
  rounds_find (&r->rounds, c, &r->signals);
  gather_accesses (&d);
  uint32_t before = map_size (broken);
  check_reuses (&d);
  check_moves (&d);
  r->again = map_size (broken) > before && !watch_over ();
  if (r->again)
    judge_asked (&d);
  else
    judge_all (&d, NULL, false);
  check_invariants (&d);
  if (map_size (broken) == before) /* else there may be more than seemed to be executed */
    permits_check (r, broken);
  check_counters (&d);
  check_gates (&d);
  check_claims (&d);
  r->again |= map_size (broken) > before && !watch_over ();
  if (!r->again)
    add_left_out (&d);
  tuples_free (&d.groups);
  vec_free (&d.first);
  vec_free (&d.dominant);
  vec_free (&d.count);
  tuples_free (&d.seen);
  tuples_free (&d.moments);
  map_free (&d.meetings);
  vec_free (&d.met);
  map_free (&d.guards);
  tuples_free (&d.sources);
  map_free (&d.source_by_item);
  vec_free (&d.by_a);
  vec_free (&d.by_b);
  bitset_free (&d.lost);
  bitset_free (&d.changed);
  bitset_free (&d.set_first);
  bitset_free (&d.droppers);
  bitset_free (&d.indexed);
  vec_free (&d.views);
  map_free (&d.view_by_key);
  map_free (&d.extended);
  vec_free (&d.last_extended);
  vec_free (&d.list);
  vec_free (&d.priced);
  vec_free (&d.runs);
  vec_free (&d.firsts);
  tuples_free (&d.kinds);
  tuples_free (&d.events);
  map_free (&d.gathered);
  map_free (&left_out);
  vec_free (&d.lent);
  apart_free (&d.apart);
}

void verdicts_free (struct verdicts *r)
{
  vec_free (&r->classes);
  vec_free (&r->nodes);
  free (r->first_node);
  cells_free (&r->cells);
  signals_free (&r->signals);
  rounds_free (&r->rounds);
  domains_free (&r->domains);
  vec_free (&r->v);
}