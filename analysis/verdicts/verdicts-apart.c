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
  if (c->owner || c->reaped || c->frame || c->named || c->local || c->fresh || c->exact ||
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

void apart_start (struct judge *d)
{
  struct apart *p = &d->apart;
  p->used = d->priced.n >= FEW && !d->c->sudden && !d->s->p->without;
  p->slots = false;
  p->plain = 0;
  vec_clear (&p->v);
  for (uint32_t at = 0; p->used && at < d->priced.n; at++)
    p->used = list_class (d, at);
  if (p->used)
    qsort (p->v.v, p->v.n, sizeof *p->v.v, by_key);
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

static int ascending (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The parts in one list, each class once. */
static void unite (struct apart *p)
{
  vec_clear (&p->met);
  for (uint32_t i = 0; i < p->parts.n; i++)
    for (uint32_t k = p->parts.v[i].first; k < p->parts.v[i].end; k++)
      vec_push (&p->met, p->v.v[k].at);
  if (p->met.n > 1)
    qsort (p->met.v, p->met.n, sizeof *p->met.v, ascending);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->met.n; i++)
    if (!kept || p->met.v[kept - 1] != p->met.v[i])
      p->met.v[kept++] = p->met.v[i];
  p->met.n = kept;
}

bool apart_find_met (struct judge *d, uint32_t at, uint32_t first, uint32_t end, uint32_t proofs)
{
  struct apart *p = &d->apart;
  uint32_t fork = proof_bit (PROOF_FORK), team = proof_bit (PROOF_TEAM);
  const struct access_class *c = class_at (d, at);
  thread_id by = p->used ? plain_thread (d, c) : 0;
  bool forked = by && !(~proofs & (fork | (p->slots ? team : 0)));
  bool phased =
      by && phases_of (d, c) && proofs & team && (proofs & fork || is_among_all (d, c, by));
  if (!forked && !phased)
    return false;
  vec_clear (&p->parts);
  uint64_t n = phased ? add_in_phase (d, c, by, first, end) : UINT64_MAX;
  uint32_t n_parts = p->parts.n;
  if (forked && add_beside (d, c, by, false, first, end) < n) {
    p->parts.n -= n_parts;
    memmove (p->parts.v, p->parts.v + n_parts, p->parts.n * sizeof *p->parts.v);
  } else {
    p->parts.n = n_parts;
  }
  add_part (p, SPECIAL, first, end);
  unite (p);
  return true;
}

void apart_free (struct apart *p)
{
  vec_free (&p->v);
  vec_free (&p->parts);
  vec_free (&p->met);
}
