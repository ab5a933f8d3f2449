/* Pairs of classes that need not be looked at.

   What many threads touch one after the other, or one team in many phases, has as many classes, and
   hardly two of them meet.  For the classes of one location that are made by one thread each, in no
   special way, it is listed whom they may meet: those of threads that may run then, or those that
   have a phase in common, whatever is less.  All others are ordered by creations, or by phases.
   Once that is among what the verdict rests on, they have nothing to add to it. */

#include "verdicts-internal.h"

enum { FEW = 64, MOST_STEPS = 32 };

/* The keys of classes: of all in a phase; by thread, all that it makes, and those without phases;
   by a thread that may be there then, likewise. */
enum list { BY, BY_ANY_TIME, BESIDE, BESIDE_ANY_TIME };

#define SPECIAL UINT64_MAX /* ... of those that may meet any other */

static uint64_t key_of_phase (uint32_t phase)
{
  return map_pair (0, phase);
}

static int by_key (const void *a, const void *b)
{
  const struct met_class *x = a, *y = b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return (x->at > y->at) - (x->at < y->at);
}

static const struct access_class *class_at (const struct judge *d, uint32_t at)
{
  return &d->r->classes.v[d->list.v[d->priced.v[at].at]];
}

/* The thread that makes the access, if whether it meets another one depends on creations and phases
   only; 0: on more. */
static thread_id plain_thread (const struct judge *d, const struct access_class *c)
{
  const struct threads *t = d->c->t;
  thread_id by;
  if (c->owner || c->reaped || c->frame || c->named || c->local || c->fresh ||
      !sets_is_single (&t->sets, c->threads, &by))
    return 0;
  return t->v.v[by].kind == THREAD_CREATED || t->v.v[by].kind == THREAD_MAIN ? by : 0;
}

/* In which phases of its team it is done; none: nobody knows. */
static setid phases_of (const struct judge *d, const struct access_class *c)
{
  return d->terms->has_teams ? c->phases : SETS_EMPTY;
}

static void add (struct apart *p, uint64_t key, uint32_t at)
{
  vec_push (&p->v, (struct met_class){key, at});
}

/* Enters a class into the lists; false: there are too many. */
static bool list_class (struct judge *d, uint32_t at)
{
  struct apart *p = &d->apart;
  struct sets *sets = &d->c->t->sets;
  const struct access_class *c = class_at (d, at);
  thread_id by = plain_thread (d, c);
  if (!by) {
    add (p, SPECIAL, at);
    return true;
  }
  setid phases = phases_of (d, c), beside = contexts_beside (d->c, by, c->alive);
  if (p->v.n + sets_size (sets, beside) > (uint64_t)MOST_STEPS * d->priced.n)
    return false;
  p->plain++;
  p->slots |= c->slot != 0;
  add (p, map_pair (by, BY), at);
  if (!phases)
    add (p, map_pair (by, BY_ANY_TIME), at);
  for (struct set_iter i = sets_each (&d->terms->sets, phases); set_next (&i);)
    add (p, key_of_phase (i.x), at);
  for (struct set_iter i = sets_each (sets, beside); set_next (&i);) {
    if (i.x != by)
      add (p, map_pair (i.x, BESIDE), at);
    if (i.x != by && !phases)
      add (p, map_pair (i.x, BESIDE_ANY_TIME), at);
  }
  return true;
}

/* Whether the bytes are known, and no sum of them is too large. */
static bool is_placed (const struct access_class *c)
{
  const int64_t far = INT64_C (1) << 60;
  return c->exact && c->bytes <= UINT32_MAX && c->at > -far && c->at < far;
}

static int by_place (const void *a, const void *b)
{
  const struct placed_class *x = a, *y = b;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return (x->at > y->at) - (x->at < y->at);
}

static uint32_t length_of (const struct access_class *c)
{
  return c->bytes > 1 ? 64 - (uint32_t)__builtin_clzll (c->bytes - 1) : 0;
}

/* Whether it is apart from others to other bytes by that alone. */
static bool is_plain_place (const struct access_class *c)
{
  return is_placed (c) && !c->local && !c->fresh && !c->slot;
}

/* Classes that have the same rivals, and where the last of them begins, and the first one ends. */
struct rivals {
  const struct access_class *one;
  int64_t last, end;
};

static int64_t end_of (const struct access_class *c)
{
  return c->at + (int64_t)c->bytes;
}

static void add_rival (struct rivals *x, const struct access_class *c)
{
  x->last = x->one && x->last > c->at ? x->last : c->at;
  x->end = x->one && x->end < end_of (c) ? x->end : end_of (c);
  x->one = c;
}

/* Whether two rivals are to other bytes, and one of them is apart from others by that alone. */
static bool any_elsewhere (const struct judge *d)
{
  enum { MOST_KINDS = 2 * (ROLE_SCALAR + 1) };
  struct rivals plain[MOST_KINDS] = {0}, all[MOST_KINDS] = {0};
  for (uint32_t at = 0; at < d->priced.n; at++) {
    const struct access_class *c = class_at (d, at);
    int kind = 2 * c->role + mode_writes (c->mode);
    if (is_placed (c))
      add_rival (&all[kind], c);
    if (is_plain_place (c))
      add_rival (&plain[kind], c);
  }
  for (int i = 0; i < MOST_KINDS; i++)
    for (int k = 0; k < MOST_KINDS; k++)
      if (plain[i].one && all[k].one && are_rivals (d, plain[i].one, all[k].one) &&
          (plain[i].end <= all[k].last || all[k].end <= plain[i].last))
        return true;
  return false;
}

/* Lists the classes by their places. */
static void list_places (struct judge *d)
{
  struct apart *p = &d->apart;
  int64_t last = INT64_MIN, end = INT64_MAX;
  for (uint32_t at = 0; at < d->priced.n; at++) {
    const struct access_class *c = class_at (d, at);
    if (!is_placed (c)) {
      vec_push (&p->vague, at);
      p->elements |= c->exact;
      continue;
    }
    vec_push (&p->placed, (struct placed_class){length_of (c), c->at, at});
    last = c->at > last ? c->at : last;
    end = end_of (c) < end ? end_of (c) : end;
  }
  p->elements |= end <= last;
  if (p->placed.n)
    qsort (p->placed.v, p->placed.n, sizeof *p->placed.v, by_place);
  for (uint32_t i = 0; i < p->placed.n; i++) {
    if (!i || p->placed.v[i].length != p->placed.v[i - 1].length)
      vec_push (&p->lengths, (struct run){i, i});
    p->lengths.v[p->lengths.n - 1].end = i + 1;
  }
}

uint32_t apart_start (struct judge *d)
{
  struct apart *p = &d->apart;
  bool many = d->priced.n >= FEW;
  p->used = many && !d->c->sudden && !d->s->p->without;
  p->by_place = many && proves_by (d->s->p, PROOF_ELEMENT);
  p->slots = p->elements = false;
  p->plain = 0;
  vec_clear (&p->v);
  vec_clear (&p->placed);
  vec_clear (&p->lengths);
  vec_clear (&p->vague);
  if (p->by_place)
    list_places (d);
  for (uint32_t at = 0; p->used && at < d->priced.n; at++)
    p->used = list_class (d, at);
  if (p->used)
    qsort (p->v.v, p->v.n, sizeof *p->v.v, by_key);
  return p->by_place && any_elsewhere (d) ? proof_bit (PROOF_ELEMENT) : 0;
}

/* The first entry that is not before KEY and AT. */
static uint32_t seek (const struct apart *p, uint64_t key, uint32_t at)
{
  struct met_class wanted = {key, at};
  uint32_t first = 0, end = p->v.n;
  while (first < end) {
    uint32_t middle = first + (end - first) / 2;
    if (by_key (&p->v.v[middle], &wanted) < 0)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

/* Lists in p->parts what is between FIRST and END of the list KEY; returns how many that are. */
static uint32_t add_part (struct apart *p, uint64_t key, uint32_t first, uint32_t end)
{
  struct run part = {seek (p, key, first), seek (p, key, end)};
  vec_push (&p->parts, part);
  return part.end - part.first;
}

/* Those that may meet a class: those of threads that may be there then; ANY_TIME: those of them
   that are in no phase. */
static uint64_t add_beside (struct judge *d, const struct access_class *c, thread_id by,
                            bool any_time, uint32_t first, uint32_t end)
{
  struct apart *p = &d->apart;
  setid beside = contexts_beside (d->c, by, c->alive);
  enum list list = any_time ? BY_ANY_TIME : BY;
  uint64_t n = add_part (p, map_pair (by, any_time ? BESIDE_ANY_TIME : BESIDE), first, end);
  if (d->c->many[by])
    n += add_part (p, map_pair (by, list), first, end);
  for (struct set_iter i = sets_each (&d->c->t->sets, beside); set_next (&i);)
    if (i.x != by)
      n += add_part (p, map_pair (i.x, list), first, end);
  return n;
}

static uint64_t add_in_phase (struct judge *d, const struct access_class *c, thread_id by,
                              uint32_t first, uint32_t end)
{
  uint64_t n = add_beside (d, c, by, true, first, end);
  for (struct set_iter i = sets_each (&d->terms->sets, c->phases); set_next (&i);)
    n += add_part (&d->apart, key_of_phase (i.x), first, end);
  return n;
}

static uint32_t length (const struct apart *p, uint64_t key)
{
  return seek (p, key, UINT32_MAX) - seek (p, key, 0);
}

/* Whether all others are made by the same thread, or by those that may be there when it makes this
   one, or when that one may be: then only phases keep them apart. */
static bool is_among_all (struct judge *d, const struct access_class *c, thread_id by)
{
  struct apart *p = &d->apart;
  uint64_t own = length (p, map_pair (by, BY)), n = own;
  setid beside = contexts_beside (d->c, by, c->alive);
  for (struct set_iter i = sets_each (&d->c->t->sets, beside); set_next (&i);)
    n += i.x != by ? length (p, map_pair (i.x, BY)) : 0;
  return n == p->plain || own + length (p, map_pair (by, BESIDE)) == p->plain;
}

/* Lists in p->parts those that a class may meet by its threads; false: all have to be looked at. */
static bool find_by_threads (struct judge *d, const struct access_class *c, uint32_t first,
                             uint32_t end, uint32_t proofs, uint64_t *n)
{
  struct apart *p = &d->apart;
  uint32_t fork = proof_bit (PROOF_FORK), team = proof_bit (PROOF_TEAM);
  uint32_t element = p->elements ? proof_bit (PROOF_ELEMENT) : 0;
  thread_id by = p->used && !(~proofs & element) ? plain_thread (d, c) : 0;
  bool forked = by && !(~proofs & (fork | (p->slots ? team : 0)));
  bool phased =
      by && phases_of (d, c) && proofs & team && (proofs & fork || is_among_all (d, c, by));
  vec_clear (&p->parts);
  *n = phased ? add_in_phase (d, c, by, first, end) : UINT64_MAX;
  uint32_t n_parts = p->parts.n;
  uint64_t beside = forked ? add_beside (d, c, by, false, first, end) : UINT64_MAX;
  if (beside < *n) {
    *n = beside;
    p->parts.n -= n_parts;
    memmove (p->parts.v, p->parts.v + n_parts, p->parts.n * sizeof *p->parts.v);
  } else {
    p->parts.n = n_parts;
  }
  if (forked || phased)
    *n += add_part (p, SPECIAL, first, end);
  return forked || phased;
}

/* The first of a run of p->placed that begins at FROM or behind it. */
static uint32_t seek_place (const struct apart *p, struct run of, int64_t from)
{
  while (of.first < of.end) {
    uint32_t middle = of.first + (of.end - of.first) / 2;
    if (p->placed.v[middle].from < from)
      of.first = middle + 1;
    else
      of.end = middle;
  }
  return of.first;
}

/* Lists in p->near those that are near a class, which may meet these and the vague ones only;
   false: it is not known where. */
static bool find_by_place (struct judge *d, const struct access_class *c, uint64_t *n)
{
  struct apart *p = &d->apart;
  if (!p->by_place || !is_plain_place (c))
    return false;
  vec_clear (&p->near);
  *n = p->vague.n;
  for (uint32_t i = 0; i < p->lengths.n; i++) {
    struct run of = p->lengths.v[i];
    int64_t most = INT64_C (1) << p->placed.v[of.first].length;
    struct run near = {seek_place (p, of, c->at - most + 1),
                       seek_place (p, of, c->at + (int64_t)c->bytes)};
    vec_push (&p->near, near);
    *n += near.end - near.first;
  }
  return true;
}

static int ascending (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Sorts what is met, each class once. */
static void sort_met (struct apart *p)
{
  if (p->met.n > 1)
    qsort (p->met.v, p->met.n, sizeof *p->met.v, ascending);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->met.n; i++)
    if (!kept || p->met.v[kept - 1] != p->met.v[i])
      p->met.v[kept++] = p->met.v[i];
  p->met.n = kept;
}

/* The parts in one list. */
static void unite_parts (struct apart *p)
{
  vec_clear (&p->met);
  for (uint32_t i = 0; i < p->parts.n; i++)
    for (uint32_t k = p->parts.v[i].first; k < p->parts.v[i].end; k++)
      vec_push (&p->met, p->v.v[k].at);
  sort_met (p);
}

/* Those near and the vague ones between FIRST and END in one list. */
static void unite_near (struct apart *p, uint32_t first, uint32_t end)
{
  vec_clear (&p->met);
  for (uint32_t i = 0; i < p->near.n; i++)
    for (uint32_t k = p->near.v[i].first; k < p->near.v[i].end; k++)
      if (p->placed.v[k].at >= first && p->placed.v[k].at < end)
        vec_push (&p->met, p->placed.v[k].at);
  for (uint32_t i = 0; i < p->vague.n; i++)
    if (p->vague.v[i] >= first && p->vague.v[i] < end)
      vec_push (&p->met, p->vague.v[i]);
  sort_met (p);
}

bool apart_find_met (struct judge *d, uint32_t at, uint32_t first, uint32_t end, uint32_t proofs)
{
  struct apart *p = &d->apart;
  const struct access_class *c = class_at (d, at);
  uint64_t n_near = UINT64_MAX, n_beside = UINT64_MAX;
  bool near = find_by_place (d, c, &n_near);
  bool beside = n_near > FEW && find_by_threads (d, c, first, end, proofs, &n_beside);
  if (beside && n_beside < n_near)
    unite_parts (p);
  else if (near)
    unite_near (p, first, end);
  return near || beside;
}

void apart_free (struct apart *p)
{
  vec_free (&p->v);
  vec_free (&p->parts);
  vec_free (&p->met);
  vec_free (&p->placed);
  vec_free (&p->lengths);
  vec_free (&p->vague);
  vec_free (&p->near);
}
