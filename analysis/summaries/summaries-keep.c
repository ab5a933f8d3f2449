/* Summaries, made once more: what rests on nothing that has changed is kept.

   Between two rounds a few equalities are withdrawn, each of which one function rests on.  That
   function is summarised again.  If what its callers see of it is as before, they are kept, else
   they are summarised again, too.  Functions come in the same order as in the round before, so that
   what they have put into lists stands there one behind the other.  Expressions, sets and what is
   found by numbers of these stay; items and operations get other numbers. */

#include "summaries-keep.h"
#include "permits.h"
#include "watch.h"

void summaries_note (struct summaries *s, enum note_kind kind, uint32_t x)
{
  const struct note *last =
      s->notes.n > vec_last (&s->made).notes ? &s->notes.v[s->notes.n - 1] : NULL;
  if (!last || last->kind != kind || last->x != x)
    vec_push (&s->notes, (struct note){(uint8_t)kind, x});
}

void summaries_apply_notes (struct summaries *s)
{
  for (uint32_t i = 0; i < s->notes.n; i++) {
    uint32_t x = s->notes.v[i].x;
    switch ((enum note_kind)s->notes.v[i].kind) {
    case NOTE_OWNED:
      bitset_add (&s->owned, x);
      break;
    case NOTE_TAKEN:
      bitset_add (&s->taken, x);
      break;
    case NOTE_UNSETTLED:
      bitset_add (&s->unsettled, x);
      break;
    case NOTE_SPOILED:
      bitset_add (&s->spoiled, x);
      break;
    case NOTE_UNSEEN:
      s->calls_unseen[x] = true;
      break;
    case NOTE_TAKES:
      s->takes = true;
      break;
    case NOTE_DROPS:
      s->drops = true;
      break;
    case NOTE_BROUGHT:
    case NOTE_INVARIANT:
    case NOTE_COUNTER:
      break;
    }
  }
}

struct made summaries_made (const struct summaries *s)
{
  return (struct made){.items = s->items.n,
                       .points = s->points.n,
                       .operations = s->operations.n,
                       .ahead = map_size (&s->ahead),
                       .draws = map_size (&s->draws),
                       .swaps = map_size (&s->cas_from),
                       .looks = map_size (&s->locked_looks),
                       .each = map_size (&s->each),
                       .copies = map_size (&s->known_copies),
                       .notes = s->notes.n,
                       .settled = s->stats.settled,
                       .cut = s->stats.cut};
}

void summaries_cut (struct summaries *s, const struct made *before, uint32_t n)
{
  s->items.n = before->items;
  while (s->opened.n && s->opened.v[s->opened.n - 1] >= s->items.n)
    s->opened.n--;
  while (s->forks.n && s->forks.v[s->forks.n - 1] >= s->items.n)
    s->forks.n--;
  s->points.n = before->points;
  s->operations.n = before->operations;
  map_cut (&s->ahead, before->ahead);
  map_cut (&s->draws, before->draws);
  map_cut (&s->cas_from, before->swaps);
  map_cut (&s->locked_looks, before->looks);
  map_cut (&s->each, before->each);
  map_cut (&s->known_copies, before->copies);
  s->notes.n = before->notes;
  s->stats.settled = before->settled;
  s->stats.cut = before->cut;
  s->made.n = n;
}

/* What has changed */

/* What is not taken for granted any more of a location is known to the functions that have noted
   it, or may acquire it. */
static bool note_lost (struct keeper *k, uint32_t kind, loc_id l)
{
  switch (kind) {
  case BROKEN_INVARIANT:
    map_set (&k->lost, map_pair (NOTE_INVARIANT, l), 1);
    return true;
  case BROKEN_COUNTER:
    map_set (&k->lost, map_pair (NOTE_COUNTER, l), 1);
    return true;
  case BROKEN_GATE:
    k->gates = sets_add (&k->old.p->sets, k->gates, l);
    return true;
  default:
    return false;
  }
}

/* Marks the functions that look at what is broken; false: all may. */
static bool find_touched (struct keeper *k, const struct map *broken)
{
  const struct summaries *old = &k->old;
  struct map sources = {0};
  for (uint32_t i = 0; i < map_size (broken); i++) {
    uint64_t key = map_key (broken, i);
    uint32_t f = (uint32_t)(key >> 32);
    if (map_find (&old->broken, key))
      continue;
    bool joined = old->joins_draws && f & BROKEN_CLAIM,
         located = f >= BROKEN_GATE && f <= INT32_MAX;
    if (located ? !note_lost (k, f, (loc_id)key) : joined) {
      map_free (&sources);
      return false;
    }
    if (located)
      continue;
    if (f & BROKEN_SOURCE)
      map_set (&sources, map_pair (f & ~(uint32_t)BROKEN_SOURCE, (uint32_t)key), 1);
    if (f & BROKEN_MEMORY)
      map_set (&sources, map_pair (f & ~(uint32_t)BROKEN_MEMORY, (uint32_t)key / MOST_MEMORY), 1);
    bitset_add (&k->touched,
                f & ~((uint32_t)BROKEN_TAKE | BROKEN_CLAIM | BROKEN_SOURCE | BROKEN_MEMORY));
  }
  /* Callers ask for the sources of what callees do, and know memory for the threads they create. */
  for (uint32_t i = 1; map_size (&sources) && i < vec_last (&old->made).items; i++) {
    const struct item *own = item_core (old, &old->items.v[i]);
    if (map_find (&sources, map_pair (own->function, own->record)))
      bitset_add (&k->touched, old->items.v[i].function);
  }
  map_free (&sources);
  return true;
}

/* What is shared by the threads of teams, and what they wait for, is in tables of its own. */
static bool has_teams (const struct summaries *s)
{
  return s->asks_member || s->depends.n || s->shared_loops.n || map_size (&s->constructs) ||
         map_size (&s->task_orders) || tuples_count (&s->slots);
}

bool keep_start (struct keeper *k, struct summaries *s, const struct map *broken)
{
  *k = (struct keeper){.old = *s};
  if (!s->made.n || has_teams (s) || !find_touched (k, broken))
    return false;
  uint32_t n = s->p->objects.program->n_functions;
  k->changed = xcalloc (n + 1, sizeof *k->changed);
  k->item = xcalloc (s->items.n, sizeof *k->item);
  k->operation = xcalloc (s->operations.n, sizeof *k->operation);
  *s = (struct summaries){.p = s->p,
                          .effects = s->effects,
                          .filter = s->filter,
                          .x = s->x,
                          .sets = s->sets,
                          .holds = s->holds,
                          .hold_of = {s->hold_of.v, s->hold_of.n, s->hold_of.room},
                          .facts = s->facts,
                          .joined_facts = {s->joined_facts[0], s->joined_facts[1]},
                          .numbers = s->numbers,
                          .tests = s->tests,
                          .symbols = s->symbols,
                          .shapes = {s->shapes.v, s->shapes.n, s->shapes.room},
                          .lists = {s->lists.v, s->lists.n, s->lists.room},
                          .ways = s->ways};
  k->old.shapes.v = NULL;
  k->old.lists.v = NULL;
  k->old.ways = (struct tuples){0};
  k->old.hold_of.v = NULL;
  return true;
}

void keep_variables (struct keeper *k, const struct summaries *s)
{
  const struct bitset *a = &k->old.relaxed, *b = &s->relaxed;
  k->anew = a->words.n != b->words.n ||
            (a->words.n && memcmp (a->words.v, b->words.v, a->words.n * sizeof *a->words.v) != 0);
}

void keep_nothing (struct keeper *k)
{
  bitset_free (&k->touched);
  map_free (&k->lost);
}

void keep_end (struct keeper *k)
{
  /* What went over to the new ones is theirs. */
  struct summaries *old = &k->old;
  exprs_init (&old->x, old->p);
  old->sets = (struct sets){0};
  old->holds = old->numbers = old->tests = old->symbols = (struct tuples){0};
  old->facts = (struct facts){0};
  old->joined_facts[0] = old->joined_facts[1] = (struct map){0};
  summaries_free (old);
  keep_nothing (k);
  free (k->changed);
  free (k->item);
  free (k->operation);
}

/* Numbers */

/* Where an item of the last round is now.  *LOST: it is none that callers know. */
static uint32_t item_now (const struct keeper *k, uint32_t item, bool *lost)
{
  *lost |= item && !k->item[item];
  return k->item[item];
}

static bool move_item (struct keeper *k, struct summaries *s, const struct item *from,
                       struct item *to)
{
  bool lost = false;
  *to = *from;
  to->inner = item_now (k, from->inner, &lost);
  to->core = item_now (k, from->core, &lost);
  to->via = item_now (k, from->via, &lost);
  to->after = item_now (k, from->after, &lost);
  to->reaped = item_now (k, from->reaped & ~REAPED_FLAGS, &lost) | (from->reaped & REAPED_FLAGS);
  for (int i = 0; i < MOST_JOINED; i++)
    to->joined[i] = item_now (k, from->joined[i], &lost);
  to->before = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, from->before); set_next (&i);)
    to->before = sets_add (&s->sets, to->before, item_now (k, i.x, &lost));
  return !lost;
}

static bool move_operation (struct keeper *k, const struct operation *from, struct operation *to)
{
  *to = *from;
  to->inner = k->operation[from->inner];
  return !from->inner || to->inner;
}

/* Keeping */

/* Whether something has changed that F has looked at. */
static bool is_touched (const struct keeper *k, const struct summaries *s, funid f)
{
  if (bitset_has (&k->touched, f) || (k->gates && points_may_meet (s->p, s->acquires[f], k->gates)))
    return true;
  for (uint32_t i = k->from.notes; map_size (&k->lost) && i < k->to.notes; i++)
    if (map_find (&k->lost, map_pair (k->old.notes.v[i].kind, k->old.notes.v[i].x)))
      return true;
  return false;
}

static bool callee_changed (const struct keeper *k, const struct summaries *s, funid f)
{
  const struct pointers *p = s->p;
  for (uint32_t i = p->first_call[f]; i < p->first_call[f + 1]; i++)
    if (k->changed[p->calls.v[i].callee])
      return true;
  for (uint32_t i = k->from.notes; i < k->to.notes; i++)
    if (k->old.notes.v[i].kind == NOTE_BROUGHT && k->changed[k->old.notes.v[i].x])
      return true;
  return false;
}

static bool copy_items (struct keeper *k, struct summaries *s)
{
  const struct summaries *old = &k->old;
  uint32_t first = s->items.n;
  bool kept = true;
  for (uint32_t i = k->from.items; i < k->to.items; i++)
    k->item[i] = first + (i - k->from.items);
  for (uint32_t i = k->from.items; kept && i < k->to.items; i++) {
    struct item to;
    kept = move_item (k, s, &old->items.v[i], &to);
    vec_push (&s->items, to);
  }
  for (uint32_t i = k->from.operations; i < k->to.operations; i++)
    k->operation[i] = s->operations.n + (i - k->from.operations);
  uint32_t first_operation = s->operations.n;
  for (uint32_t i = k->from.operations; kept && i < k->to.operations; i++) {
    struct operation to;
    kept = move_operation (k, &old->operations.v[i], &to);
    vec_push (&s->operations, to);
  }
  if (!kept) {
    s->items.n = first;
    s->operations.n = first_operation;
  }
  return kept;
}

static void copy_map (const struct map *from, uint32_t first, uint32_t end, struct map *to)
{
  for (uint32_t i = first; i < end; i++)
    map_set (to, map_key (from, i), map_value (from, i));
}

/* The next function, which has been summarised in the round before, too. */
static void keep_next (struct keeper *k)
{
  k->from = k->old.made.v[k->next++];
  k->to = k->old.made.v[k->next];
}

bool keep_function (struct keeper *k, struct summaries *s, funid f, bool again)
{
  const struct summaries *old = &k->old;
  keep_next (k);
  if (again || k->anew || is_touched (k, s, f) || callee_changed (k, s, f))
    return false;
  struct made now = summaries_made (s);
  if (!copy_items (k, s))
    return false;
  for (uint32_t i = k->from.points; i < k->to.points; i++)
    vec_push (&s->points, old->points.v[i]);
  for (uint32_t i = k->from.ahead; i < k->to.ahead; i++) {
    uint64_t key = map_key (&old->ahead, i);
    map_set (&s->ahead, map_pair (k->item[key >> 32], k->item[(uint32_t)key]), 1);
  }
  copy_map (&old->draws, k->from.draws, k->to.draws, &s->draws);
  copy_map (&old->cas_from, k->from.swaps, k->to.swaps, &s->cas_from);
  copy_map (&old->locked_looks, k->from.looks, k->to.looks, &s->locked_looks);
  copy_map (&old->each, k->from.each, k->to.each, &s->each);
  copy_map (&old->known_copies, k->from.copies, k->to.copies, &s->known_copies);
  for (uint32_t i = k->from.notes; i < k->to.notes; i++)
    summaries_note (s, old->notes.v[i].kind, old->notes.v[i].x);
  s->stats.settled += k->to.settled - k->from.settled;
  s->stats.cut += k->to.cut - k->from.cut;
  struct summary m = old->of[f];
  m.first_item = now.items + (m.first_item - k->from.items);
  m.first_point = now.points + (m.first_point - k->from.points);
  m.first_operation = now.operations + (m.first_operation - k->from.operations);
  items_list (s, &m);
  s->of[f] = m;
  return true;
}

/* Comparing */

/* The next item from I on that callers see. */
static uint32_t next_open (const struct item *v, uint32_t i, uint32_t end)
{
  while (i < end && !v[i].open)
    i++;
  return i;
}

static bool same_items (struct keeper *k, struct summaries *s, uint32_t first)
{
  const struct summaries *old = &k->old;
  uint32_t a = next_open (old->items.v, k->from.items, k->to.items);
  uint32_t b = next_open (s->items.v, first, s->items.n);
  while (a < k->to.items && b < s->items.n) {
    struct item moved;
    if (!move_item (k, s, &old->items.v[a], &moved) ||
        memcmp (&moved, &s->items.v[b], sizeof moved) != 0)
      return false;
    k->item[a] = b;
    a = next_open (old->items.v, a + 1, k->to.items);
    b = next_open (s->items.v, b + 1, s->items.n);
  }
  return a == k->to.items && b == s->items.n;
}

static uint32_t next_going_up (const struct summaries *s, const struct operation *v, uint32_t i,
                               uint32_t end)
{
  while (i < end && !operation_goes_up (s, &v[i]))
    i++;
  return i;
}

static bool same_operations (struct keeper *k, const struct summaries *s, uint32_t first)
{
  const struct operation *v = k->old.operations.v, *w = s->operations.v;
  uint32_t a = next_going_up (s, v, k->from.operations, k->to.operations);
  uint32_t b = next_going_up (s, w, first, s->operations.n);
  while (a < k->to.operations && b < s->operations.n) {
    struct operation moved;
    if (!move_operation (k, &v[a], &moved) || memcmp (&moved, &w[b], sizeof moved) != 0)
      return false;
    k->operation[a] = b;
    a = next_going_up (s, v, a + 1, k->to.operations);
    b = next_going_up (s, w, b + 1, s->operations.n);
  }
  return a == k->to.operations && b == s->operations.n;
}

static bool same_rows (const struct summary *a, const struct summary *b)
{
  bool same = a->n_rows == b->n_rows;
  for (uint32_t i = 0; same && i < a->n_rows; i++) {
    const struct exit_row *v = &a->rows[i], *w = &b->rows[i];
    same = v->held == w->held && v->released == w->released && v->maybe == w->maybe &&
           v->facts == w->facts && v->unborn == w->unborn && v->phase == w->phase &&
           v->result.low == w->result.low && v->result.high == w->result.high &&
           v->result.has_hole == w->result.has_hole && v->result.hole == w->result.hole;
  }
  return same;
}

/* Without rows, which have holes, and where in the lists its parts are. */
static struct summary bare (struct summary m)
{
  memset (m.rows, 0, sizeof m.rows);
  m.first_item = m.first_point = m.first_operation = m.n_items = m.n_points = m.n_operations = 0;
  m.first_opened = m.first_thread = m.n_threads = 0;
  return m;
}

void keep_compare (struct keeper *k, struct summaries *s, funid f, const struct made *before)
{
  struct summary a = bare (k->old.of[f]), b = bare (s->of[f]);
  for (uint32_t i = k->from.items; i < k->to.items; i++)
    k->item[i] = 0;
  for (uint32_t i = k->from.operations; i < k->to.operations; i++)
    k->operation[i] = 0;
  /* Bytes between members may differ: then callers are summarised again in vain. */
  k->changed[f] = memcmp (&a, &b, sizeof a) != 0 || !same_rows (&k->old.of[f], &s->of[f]) ||
                  k->from.ahead != k->to.ahead || before->ahead != map_size (&s->ahead) ||
                  !same_items (k, s, before->items) || !same_operations (k, s, before->operations);
}
