/* Joins: which threads a join waits for, by the memory that their handles are in. */

#include "loops.h"
#include "settled.h"
#include "threads-internal.h"

/* Handles */

expr_id loaded_from (const struct summaries *s, expr_id e)
{
  return e && expr_get (&s->x, e)->op == X_LOAD ? expr_get (&s->x, e)->a : 0;
}

static bool is_fresh (const struct thread_finder *d, expr_id address)
{
  return expr_is_fresh (&d->s->x, expr_root (&d->s->x, address));
}

uint32_t threads_handle (struct thread_finder *d, const struct item *fork)
{
  if (!fork->shape || !fork->e[3] || !fork->e[4] || !fork->e[5])
    return fork->e[0];
  const struct loop_shape *l = &d->s->shapes.v[fork->shape - 1];
  uint32_t key[] = {fork->e[3],
                    fork->e[4],
                    fork->e[5],
                    (uint32_t)l->stride,
                    (uint32_t)(l->stride >> 32),
                    (uint32_t)l->offset,
                    (uint32_t)(l->offset >> 32),
                    (uint32_t)l->step,
                    (uint32_t)(l->step >> 32),
                    l->through | (uint32_t)(l->down && l->step != 1) << 1,
                    (uint32_t)l->inside};
  return UINT32_C (1) << 31 | tuples_intern (&d->shapes, key, sizeof key / sizeof key[0]);
}

/* What the memory of a creation's handle is known by: fresh memory is not that of others. */
static expr_id fresh_root (const struct thread_finder *d, const struct item *fork)
{
  return is_fresh (d, fork->e[0]) ? expr_root (&d->s->x, fork->e[0]) : 0;
}

static void note_handle_in (struct thread_finder *d, loc_id l, expr_id memory, uint32_t item)
{
  uint32_t name = threads_handle (d, &d->s->items.v[item]);
  uint32_t *number = map_at (&d->known_at, map_pair (l, memory));
  if (!*number) {
    vec_push (&d->known, (struct handles){0});
    *number = d->known.n;
  }
  struct handles *h = &d->known.v[*number - 1];
  vec_push (&d->noted, (struct noted_handle){item, h->noted});
  h->noted = d->noted.n - 1;
  for (int i = 0; i < MOST_NAMES; i++) {
    if (!h->v[i].item) {
      h->v[i].name = name;
      h->v[i].item = item;
      return;
    }
    if (h->v[i].name == name) {
      if (h->v[i].item != item)
        h->v[i].other = item;
      return;
    }
  }
  h->more = true;
}

enum { ALL_FRESH = UINT32_MAX };

static void note_handle (struct thread_finder *d, loc_id l, uint32_t item)
{
  expr_id fresh = fresh_root (d, &d->s->items.v[item]);
  note_handle_in (d, l, fresh, item);
  if (fresh)
    note_handle_in (d, l, ALL_FRESH, item);
}

/* Whether the address is that of the same memory whenever both happen in one activation, and of
   other memory when not. */
static bool means_the_same (const struct summaries *s, expr_id base, const struct item *a,
                            const struct item *b)
{
  const struct expr *v = expr_get (&s->x, base);
  if (v->op == X_OBJECT && s->p->objects.v.v[v->a].kind == OBJECT_GLOBAL)
    return true;
  return a->function == b->function &&
         (expr_is_fresh (&s->x, base) ||
          (v->op == X_OBJECT && s->p->objects.v.v[v->a].kind == OBJECT_LOCAL &&
           s->p->objects.v.v[v->a].a == a->function));
}

/* Whether the handle is at a constant place of a variable. */
static bool is_at_place (const struct summaries *s, const struct item *i, struct span *at)
{
  return !i->shape && span_of (s, i, at) && expr_get (&s->x, at->base)->op == X_OBJECT;
}

static bool is_at_place_of (const struct summaries *s, const struct item *i,
                            const struct item *other, struct span *at)
{
  struct span one;
  return is_at_place (s, i, at) && is_at_place (s, other, &one) && at->base == one.base &&
         means_the_same (s, at->base, i, other);
}

static int by_number (const void *a, const void *b)
{
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

/* Where many handles are, if they are in one variable. */
static void find_places (struct thread_finder *d, struct handles *h)
{
  const struct item *v = d->s->items.v;
  uint32_t n = 0;
  struct span at;
  for (uint32_t k = h->noted; k; k = d->noted.v[k].before, n++)
    if (!is_at_place_of (d->s, &v[d->noted.v[k].item], &v[d->noted.v[h->noted].item], &at))
      return;
  h->places = ARENA_ARRAY (&d->arena, n, int64_t);
  for (uint32_t k = h->noted; k; k = d->noted.v[k].before) {
    is_at_place (d->s, &v[d->noted.v[k].item], &at);
    h->places[h->n_places++] = at.first;
  }
  qsort (h->places, n, sizeof *h->places, by_number);
}

/* Whether one of many handles overlaps that of FORK, but is not at the same place. */
static bool is_near_place (const struct thread_finder *d, const struct handles *h,
                           const struct item *fork)
{
  struct span at;
  if (!h->places || !is_at_place_of (d->s, fork, &d->s->items.v[d->noted.v[h->noted].item], &at))
    return true;
  uint32_t low = 0, high = h->n_places; /* the first one that ends behind its start */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (h->places[middle] > at.first - HANDLE_BYTES)
      high = middle;
    else
      low = middle + 1;
  }
  while (low < h->n_places && h->places[low] == at.first)
    low++;
  return low < h->n_places && h->places[low] < at.first + HANDLE_BYTES;
}

static void find_known_handles (struct thread_finder *d)
{
  vec_push (&d->noted, (struct noted_handle){0, 0});
  for (thread_id i = 1; i < d->t->v.n; i++) {
    uint32_t item = d->t->v.v[i].item;
    if (!item || d->s->items.v[item].nameless)
      continue;
    setid at = expr_points (&d->s->x, d->s->items.v[item].function, d->s->items.v[item].e[0]);
    if (!at)
      note_handle (d, 0, item);
    for (struct set_iter k = sets_each (&d->s->p->sets, at); set_next (&k);)
      note_handle (d, k.x, item);
  }
  for (uint32_t k = 0; k < d->known.n; k++)
    if (d->known.v[k].more)
      find_places (d, &d->known.v[k]);
}

/* Whether two creations may put handles into the same bytes. */
static bool may_overlap (struct thread_finder *d, const struct item *a, const struct item *b)
{
  struct span x, y;
  return !(span_of (d->s, a, &x) && span_of (d->s, b, &y) && means_the_same (d->s, x.base, a, b) &&
           spans_are_apart (&x, &y));
}

/* Whether a handle of another creation than ITEM, which FORK is, too, may be at L, by another name.
 */
static bool has_other_handle (struct thread_finder *d, loc_id l, uint32_t item,
                              const struct item *fork)
{
  uint32_t name = threads_handle (d, fork);
  expr_id fresh = fresh_root (d, fork), memory[] = {0, fresh ? fresh : ALL_FRESH};
  for (int n = 0; n < 2; n++) {
    uint32_t number = map_get (&d->known_at, map_pair (l, memory[n]), 0);
    const struct handles *h = number ? &d->known.v[number - 1] : NULL;
    if (h && h->more && is_near_place (d, h, fork))
      return true;
    for (int i = 0; h && !h->more && i < MOST_NAMES && h->v[i].item; i++)
      if (h->v[i].name != name && (h->v[i].item != item || h->v[i].other) &&
          may_overlap (d, fork, &d->s->items.v[h->v[i].item]))
        return true;
  }
  return false;
}

/* Whether the memory of the handle that FORK writes is written by the creation of one thread only.
 */
static bool handle_is_sole (struct thread_finder *d, const struct item *fork, thread_id thread)
{
  struct summaries *s = d->s;
  setid at = expr_points (&s->x, fork->function, fork->e[0]);
  if (!at)
    return false;
  /* One creation of several possible start functions is one thread at a time, and one that goes to
     the same address makes the earlier one unjoinable; see lose_overwritten. */
  uint32_t item = d->t->v.v[thread].item;
  for (struct set_iter k = sets_each (&s->p->sets, at); set_next (&k);)
    if (handle_is_dirty (d, k.x) || has_other_handle (d, k.x, item, fork))
      return false;
  return !has_other_handle (d, 0, item, fork);
}

/* Whether the address means the same in all functions and activations. */
static bool is_global (const struct summaries *s, expr_id e)
{
  expr_id root = expr_root (&s->x, e);
  if (!root || expr_get (&s->x, e)->flags & (XF_FORMAL | XF_OPAQUE))
    return false;
  const struct expr *v = expr_get (&s->x, root);
  return v->op == X_OBJECT && s->p->objects.v.v[v->a].kind == OBJECT_GLOBAL;
}

/* Whether END is the number of the last element whose thread was created, since the loop of the
   creations has gone to its bound, or has made what it has come to the bound: `n = i; break'. */
static bool is_lesser_end (struct thread_finder *d, const struct item *fork, expr_id created,
                           expr_id end)
{
  struct exprs *x = &d->s->x;
  int64_t k;
  expr_id lesser = created && fork->e[5] ? expr_base (x, end, &k) : 0;
  struct expr v = *expr_get (x, lesser);
  if (v.op != X_OP || v.code != OP_MIN)
    return false;
  expr_id a = expr_add (x, loops_unconverted (x, v.a), k);
  expr_id b = expr_add (x, loops_unconverted (x, v.b), k);
  return (a == created && b == fork->e[5]) || (b == created && a == fork->e[5]);
}

static bool same_shape (struct thread_finder *d, const struct item *fork, const struct item *join)
{
  const struct summaries *s = d->s;
  if (!fork->shape || !join->shape || fork->e[4] != join->e[4] || !fork->e[3] || !fork->e[4])
    return false;
  const struct loop_shape *a = &s->shapes.v[fork->shape - 1], *b = &s->shapes.v[join->shape - 1];
  bool same_end = fork->e[5] == join->e[5] ||
                  (fork->loops_here && fork->function == join->function &&
                   (a->end == join->e[5] || is_lesser_end (d, fork, a->end, join->e[5]))) ||
                  threads_count_alike (d, fork, join) || threads_counts_behind (d, fork, join);
  if (b->only && (!fork->loops_here || !join->loops_here || fork->function != join->function ||
                  fork->record != b->only - 1))
    return false;
  if (a->step != 1 && a->down != b->down)
    return false; /* their first elements may be others, and so all */
  return join->e[5] && same_end && a->stride == b->stride && a->offset == b->offset &&
         a->step == b->step && a->through == b->through && a->inside == b->inside;
}

/* Whether a join, or one that comes after others, waits for all handles of constant places that
   FORK writes. */
static bool reads_all (struct thread_finder *d, uint32_t fork, uint32_t join)
{
  const struct item *f = &d->s->items.v[fork], *j = &d->s->items.v[join];
  struct span written, read;
  return span_of (d->s, f, &written) && span_of (d->s, j, &read) &&
         means_the_same (d->s, read.base, f, j) &&
         (span_covers (&read, &written) ||
          (span_covers (&written, &read) && joins_complete (d, fork, join)));
}

/* Addresses of handles that are equal have equal keys. */
static uint64_t handle_key (struct thread_finder *d, funid f, expr_id e, bool is_array)
{
  const struct expr *root = expr_get (&d->s->x, expr_root (&d->s->x, e));
  loc_id l = root->op == X_OBJECT ? 0 : threads_unique (d, f, e, is_array);
  return l ? (uint64_t)1 << 32 | l : e;
}

/* Where to look for creations with handles in the memory of the address. */
static uint64_t memory_key (struct thread_finder *d, funid f, expr_id e)
{
  expr_id root = expr_root (&d->s->x, e);
  loc_id l = expr_get (&d->s->x, root)->op == X_OBJECT ? 0 : threads_unique (d, f, e, true);
  return l ? (uint64_t)1 << 32 | loc_object (&d->s->p->objects, l) : root;
}

static bool is_number (const struct summaries *s, expr_id e)
{
  int64_t k;
  return expr_is_const (&s->x, e, &k);
}

/* Whether the join is of the root of a tree of threads that FORK creates. */
static bool is_root_of (struct thread_finder *d, thread_id i, const struct item *fork,
                        const struct item *join, expr_id address)
{
  return bitset_has (&d->t->fans, i) && !join->shape && join->function == fork->function &&
         !fork->inner &&
         address == expr_add (&d->s->x, fork->e[3], d->s->shapes.v[fork->shape - 1].offset);
}

/* Whether what the join NUMBER reads at ADDRESS are the handles of the creation K. */
static void match_creation (struct thread_finder *d, uint32_t number, uint32_t k, expr_id address,
                            bool global, bool counted)
{
  struct summaries *s = d->s;
  const struct item *join = &s->items.v[number], *fork = &s->items.v[k];
  expr_id key = join->shape ? join->e[3] : address;
  bool anywhere = global && (counted || threads_counts_settled (d, fork, join) ||
                             threads_counts_behind (d, fork, join));
  if ((fork->function != join->function && !anywhere) ||
      !is_of_call (s, join->e[0], fork->function, fork->record, fork->inner))
    return;
  bool array = join->shape || fork->shape;
  bool same = (!array || same_shape (d, fork, join)) &&
              handle_key (d, fork->function, array ? fork->e[3] : fork->e[0], array) ==
                  handle_key (d, join->function, key, array);
  bool all = same || reads_all (d, k, number);
  for (struct set_iter i = sets_each (&d->t->sets, d->t->of_item.v[k]); set_next (&i);)
    if ((all || is_root_of (d, i.x, fork, join, address)) && handle_is_sole (d, fork, i.x)) {
      d->t->joins[number] = sets_add (&d->t->sets, d->t->joins[number], i.x);
      d->joins_all[number] |= anywhere;
    }
}

static void match_join (struct thread_finder *d, uint32_t number)
{
  struct summaries *s = d->s;
  const struct item *join = &s->items.v[number];
  if (!join->e[0] || expr_get (&s->x, join->e[0])->op != X_LOAD)
    return;
  expr_id address = expr_if_not_null (&s->x, expr_get (&s->x, join->e[0])->a);
  expr_id key = join->shape ? join->e[3] : address;
  bool global = (is_global (s, key) || threads_unique (d, join->function, key, join->shape)) &&
                (!join->shape || is_number (s, join->e[4]));
  bool counted = !join->shape || is_number (s, join->e[5]) || threads_count_of (d, join);
  uint64_t memory = memory_key (d, join->function, key);
  for (uint32_t k = map_get (&d->by_handle, memory, 0); k; k = d->next[k])
    match_creation (d, number, k, address, global, counted);
  if (join->shape) {
    for (uint32_t k = map_get (&d->in_variable, memory, 0); k; k = d->next[k])
      match_creation (d, number, k, address, global, counted);
    return;
  }
  /* One handle is that of who writes just there. */
  expr_id loaded = expr_get (&s->x, join->e[0])->a, places[] = {address, loaded};
  for (int i = 0; i < (loaded == address ? 1 : 2); i++)
    for (uint32_t k = map_get (&d->by_address, places[i], 0); k; k = d->next_there[k])
      match_creation (d, number, k, address, global, counted);
}

/* A join of the thread of main, whose handle is in a variable where main has put it. */
static void match_main (struct thread_finder *d, uint32_t number)
{
  struct summaries *s = d->s;
  const struct item *join = &s->items.v[number];
  uint32_t l;
  expr_id address = loaded_from (s, join->e[0]);
  if (!address || !is_global (s, address) ||
      !sets_is_single (&s->p->sets, expr_points (&s->x, join->function, address), &l) ||
      !bitset_has (&d->selves, l) || bitset_has (&d->dirty, l))
    return;
  for (thread_id i = 1; i < d->t->v.n; i++) {
    const struct item *fork = &s->items.v[d->t->v.v[i].item];
    setid at =
        fork->kind == ITEM_FORK ? expr_points (&s->x, fork->function, fork->e[0]) : SETS_EMPTY;
    if (sets_has (&s->p->sets, at, l))
      return; /* somebody else's may be there */
  }
  for (thread_id i = 1; i < d->t->v.n; i++)
    if (d->t->v.v[i].kind == THREAD_MAIN) {
      d->t->joins[number] = sets_add (&d->t->sets, d->t->joins[number], i);
      d->joins_all[number] = true;
    }
}

/* Whether it is known which one thread the join is of. */
static bool joins_one (const struct threads *t, uint32_t join)
{
  thread_id one;
  return !t->s->items.v[join].shape && sets_is_single (&t->sets, t->joins[join], &one) &&
         !t->v.v[one].lost;
}

/* Other threads whose handle may be where a join finds one. */
static void find_perhaps (struct thread_finder *d)
{
  struct summaries *s = d->s;
  struct threads *t = d->t;
  struct map at = {0}; /* location: threads with their handle there */
  VEC (struct {
    thread_id thread;
    uint32_t next;
  })
  chains = {0}; /* ... as chains first */
  vec_u32 found = {0};
  t->perhaps = xcalloc (s->items.n, sizeof *t->perhaps);
  vec_push (&chains, (__typeof__ (*chains.v)){0, 0});
  for (thread_id i = 1; i < t->v.n; i++) {
    const struct item *fork = &s->items.v[t->v.v[i].item];
    if (t->v.v[i].kind != THREAD_CREATED || fork->task || fork->region || fork->nameless)
      continue;
    vec_push (&found, i);
    setid where = expr_points (&s->x, fork->function, fork->e[0]);
    for (struct set_iter k = sets_each (&s->p->sets, where); set_next (&k);) {
      uint32_t *first = map_at (&at, k.x);
      vec_push (&chains, (__typeof__ (*chains.v)){i, *first});
      *first = chains.n - 1;
    }
  }
  setid all = sets_from (&t->sets, found.v, found.n);
  for (uint32_t k = 0; k < map_size (&at); k++) {
    uint32_t *first = map_find (&at, map_key (&at, k));
    vec_clear (&found);
    for (uint32_t n = *first; n; n = chains.v[n].next)
      vec_push (&found, chains.v[n].thread);
    *first = sets_from (&t->sets, found.v, found.n);
  }
  vec_free (&chains);
  vec_free (&found);
  for (uint32_t n = 0; n < s->forks.n; n++) {
    uint32_t i = s->forks.v[n];
    const struct item *join = &s->items.v[i];
    if (join->kind != ITEM_JOIN || join->task || join->n_depends || !join->e[0] || joins_one (t, i))
      continue;
    expr_id address = loaded_from (s, join->e[0]);
    setid where = address ? expr_points (&s->x, join->function, address) : SETS_EMPTY;
    setid may = where || expr_get (&s->x, join->e[0])->op == X_FORMAL ? SETS_EMPTY : all;
    for (struct set_iter k = sets_each (&s->p->sets, where); set_next (&k);) {
      setid there = map_get (&at, k.x, SETS_EMPTY);
      /* What nobody is seen to put there is a copy of any handle, too: that of a struct. */
      may = sets_union (&t->sets, may, there && !handle_is_dirty (d, k.x) ? there : all);
    }
    t->perhaps[i] = sets_difference (&t->sets, may, t->joins[i]);
  }
  map_free (&at);
}

/* Arrays of pointers */

/* Whether pointers at a location are stored by one instruction, once to each element, each to new
   memory: then they differ and stay. */
static bool is_table (struct thread_finder *d, loc_id l)
{
  struct summaries *s = d->s;
  const struct effect *e = assigned_alone (&s->assigned, s->p, s->effects, l);
  bool found = false;
  if (!e || !object_is_unique (d->terms, loc_object (&s->p->objects, l)))
    return false;
  for (uint32_t k = 1; k < s->items.n; k++) {
    const struct item *i = &s->items.v[k];
    const struct item *core = item_core (s, i);
    if (i->kind != ITEM_LINK || i->open || core->function != e->function ||
        core->record != e->record)
      continue;
    if (found || !i->own || i->needs || !i->each || i->at_start ||
        !expr_is_fresh (&s->x, i->e[1]) || is_taken (s, i->e[1]) ||
        !called_once (&d->terms->once, i->function))
      return false;
    found = true;
  }
  return found;
}

/* Loops over handles in what an array of pointers leads to, if that is no such table. */
static void drop_shapes (struct thread_finder *d)
{
  struct summaries *s = d->s;
  struct map known = {0}; /* location: 1 + whether it is */
  for (uint32_t k = 0; k < s->forks.n; k++) {
    struct item *i = &s->items.v[s->forks.v[k]];
    if (!i->shape || !s->shapes.v[i->shape - 1].through)
      continue;
    setid table = expr_points (&s->x, i->function, i->e[3]);
    uint32_t l = 0;
    bool one = i->e[3] && sets_is_single (&s->p->sets, table, &l);
    if (one && s->shapes.v[i->shape - 1].offset)
      l = loc_at (&s->p->objects, loc_object (&s->p->objects, l),
                  loc_get (&s->p->objects, l)->offset + s->shapes.v[i->shape - 1].offset);
    uint32_t *answer = map_at (&known, l);
    if (one && !*answer) {
      bool is = is_table (d, l);
      answer = map_at (&known, l);
      *answer = 1 + is;
    }
    if (!one || *answer != 2)
      i->shape = 0;
  }
  map_free (&known);
}

void threads_find_joins (struct thread_finder *d)
{
  struct summaries *s = d->s;
  drop_shapes (d);
  d->next = ARENA_ARRAY (&d->arena, s->items.n, uint32_t);
  d->next_there = ARENA_ARRAY (&d->arena, s->items.n, uint32_t);
  d->t->joins = xcalloc (s->items.n, sizeof *d->t->joins);
  d->joins_all = ARENA_ARRAY (&d->arena, s->items.n, bool);
  for (uint32_t n = 0; n < s->forks.n; n++) {
    uint32_t i = s->forks.v[n];
    const struct item *f = &s->items.v[i];
    expr_id key = f->shape ? f->e[3] : f->e[0];
    if (f->kind != ITEM_FORK || !key)
      continue;
    bool there = !f->shape && expr_get (&s->x, expr_root (&s->x, key))->op == X_OBJECT;
    uint32_t *first =
        map_at (there ? &d->in_variable : &d->by_handle, memory_key (d, f->function, key));
    d->next[i] = *first;
    *first = i;
    if (there) {
      first = map_at (&d->by_address, key);
      d->next_there[i] = *first;
      *first = i;
    }
  }
  threads_find_handles (d);
  threads_find_counts (d);
  find_known_handles (d);
  for (uint32_t n = 0; n < s->forks.n; n++) {
    uint32_t i = s->forks.v[n];
    const struct item *item = &s->items.v[i];
    if (item->kind == ITEM_JOIN) {
      match_join (d, i);
      match_main (d, i);
    }
    if (item->kind != ITEM_FORK)
      continue;
    map_set (&d->t->fork_items, map_pair (item->function, item->record), i);
    for (struct set_iter k = sets_each (&d->t->sets, d->t->of_item.v[i]); set_next (&k);) {
      const struct item *made = &s->items.v[d->t->v.v[k.x].item];
      if (handle_is_sole (d, made, k.x))
        bitset_add (&d->t->sole, k.x);
    }
  }
  find_perhaps (d);
}
