/* Evidence: all accesses of the locations that race, and which lock is held at most of them.

   They are counted as people see them, by lines of functions.  A lock is held at a line if it is
   held in all contexts of all accesses there. */

#include "findings-internal.h"

#include <string.h>

static void find_held (struct writer *w)
{
  struct terms *t = w->terms;
  w->held = xcalloc (w->s->items.n + 1, sizeof *w->held);
  w->first = xcalloc (w->s->items.n + 1, sizeof *w->first);
  w->next = xcalloc (w->c->occurrences.n + 1, sizeof *w->next);
  for (uint32_t k = 0; k < w->c->occurrences.n; k++) {
    const struct occurrence at_e = occurrence_at (w->c, k), *e = &at_e;
    uint32_t *held = &w->held[e->item];
    *held = 1 + (*held ? sets_intersection (&t->sets, *held - 1, e->held.any) : e->held.any);
    w->next[k] = w->first[e->item];
    w->first[e->item] = k + 1;
  }
}

/* Of the locations that an access to a set touches those that are told of, with repetition.
   OBJECTS: which these are in. */
static void add_touched (const struct writer *w, setid where, uint64_t bytes,
                         const struct bitset *told, const struct bitset *objects, vec_u32 *out)
{
  const struct objects *o = &w->s->p->objects;
  for (struct set_iter k = sets_each (&w->s->p->sets, where); set_next (&k);) {
    if (!bitset_has (objects, loc_object (o, k.x)))
      continue;
    int64_t from = loc_get (o, k.x)->offset;
    bool one = bytes == 1 || from <= OFFSET_EVERYTHING;
    loc_id l = one ? k.x : o->v.v[loc_object (o, k.x)].first_loc;
    for (; l; l = one ? 0 : loc_get (o, l)->next) {
      int64_t at = loc_get (o, l)->offset;
      if (bitset_has (told, l) &&
          (l == k.x || (at > from && (!bytes || at < from + (int64_t)bytes))))
        vec_push (out, l);
    }
  }
}

/* The spans of items, and the locations that are told of among what each touches.  Many items have
   the same one. */
struct spans {
  struct tuples ids; /* set, bytes */
  uint32_t *of;      /* by item; 0: it is no access, or happens nowhere */
  vec_u32 items;     /* by span: how many have it */
  vec_u32 first;     /* by span, and one more: into touched */
  vec_u32 touched;   /* numbers of locations */
};

static void find_spans (struct writer *w, const struct bitset *told, struct spans *s)
{
  s->of = xcalloc (w->s->items.n + 1, sizeof *s->of);
  struct bitset objects = {0};
  for (uint64_t l = bitset_next (told, 1); l != BITSET_END; l = bitset_next (told, l + 1))
    bitset_add (&objects, loc_object (&w->s->p->objects, (loc_id)l));
  vec_push (&s->first, 0);
  for (uint32_t n = 1; n < w->s->items.n; n++) {
    const struct item *i = &w->s->items.v[n];
    if (i->kind != ITEM_ACCESS || !w->held[n])
      continue;
    uint64_t bytes = w->s->effects->v.v[innermost (w->s, n)->effect].bytes;
    uint32_t key[] = {i->where, (uint32_t)bytes, (uint32_t)(bytes >> 32)};
    uint32_t id = s->of[n] = tuples_intern (&s->ids, key, sizeof key / sizeof key[0]);
    if (id == s->first.n) {
      add_touched (w, i->where, bytes, told, &objects, &s->touched);
      vec_push (&s->first, s->touched.n);
      vec_push (&s->items, 0);
    }
    s->items.v[id - 1]++;
  }
  bitset_free (&objects);
}

/* Lists the items that touch the locations that are told of, by location. */
static void index_items (struct writer *w, const struct bitset *told)
{
  struct spans s = {0};
  vec_u32 next = {0}; /* by number of location: where its next item goes */
  find_spans (w, told, &s);
  vec_push (&w->first_toucher, 0);
  for (uint32_t id = 1; id < s.first.n; id++)
    for (uint32_t k = s.first.v[id - 1]; k < s.first.v[id]; k++) {
      uint32_t *number = map_at (&w->touching, s.touched.v[k]);
      if (!*number) {
        *number = map_size (&w->touching);
        vec_push (&w->first_toucher, 0);
      }
      s.touched.v[k] = *number - 1;
      w->first_toucher.v[*number] += s.items.v[id - 1];
    }
  for (uint32_t i = 1; i < w->first_toucher.n; i++)
    w->first_toucher.v[i] += w->first_toucher.v[i - 1];
  for (uint32_t i = 0; i < w->first_toucher.n; i++)
    vec_push (&next, w->first_toucher.v[i]);
  vec_resize (&w->touching_items, vec_last (&w->first_toucher));
  for (uint32_t n = 1; n < w->s->items.n; n++)
    for (uint32_t id = s.of[n], k = id ? s.first.v[id - 1] : 0; id && k < s.first.v[id]; k++)
      w->touching_items.v[next.v[s.touched.v[k]]++] = n;
  tuples_free (&s.ids);
  free (s.of);
  vec_free (&s.items);
  vec_free (&s.first);
  vec_free (&s.touched);
  vec_free (&next);
}

void evidence_start (struct writer *w)
{
  struct bitset locations = {0};
  for (uint32_t i = 0; i < w->locations.n; i++)
    bitset_add (&locations, w->locations.v[i]);
  find_held (w);
  index_items (w, &locations);
  w->touchers = xcalloc (w->s->items.n + 1, sizeof *w->touchers);
  bitset_free (&locations);
}

void evidence_end (struct writer *w)
{
  free (w->held);
  free (w->first);
  free (w->next);
  map_free (&w->touching);
  vec_free (&w->first_toucher);
  vec_free (&w->touching_items);
  free (w->touchers);
  map_free (&w->lines);
  strings_free (&w->thread_names);
  tuples_free (&w->thread_lists);
}

/* What is looked at of an item again and again, for each location that it touches. */

/* What nobody would read is not gathered. */
enum { MOST_THREADS = 4, MOST_OCCURRENCES = 64, MOST_SITES = 200 };

/* The names of the threads in which an item happens, as a tuple of numbers. */
static uint32_t threads_of (struct writer *w, uint32_t item)
{
  uint32_t left = MOST_OCCURRENCES, n = 0, names[MOST_THREADS + 1];
  const char *last = NULL; /* most are the same */
  for (uint32_t k = w->first[item]; k && left-- && n <= MOST_THREADS; k = w->next[k - 1]) {
    const struct occurrence at_e = occurrence_at (w->c, k - 1), *e = &at_e;
    for (struct set_iter t = sets_each (&w->t->sets, w->c->v.v[e->context].threads);
         set_next (&t) && n <= MOST_THREADS;) {
      const char *text = thread_name (w, t.x, e->context);
      if (text == last)
        continue;
      uint32_t name = strings_intern (&w->thread_names, last = text);
      bool known = false;
      for (uint32_t i = 0; i < n; i++)
        known |= names[i] == name;
      if (!known)
        names[n++] = name;
    }
  }
  return tuples_intern (&w->thread_lists, names, n);
}

static const struct effect *effect_of (const struct writer *w, uint32_t item)
{
  return &w->s->effects->v.v[innermost (w->s, item)->effect];
}

static const struct toucher *toucher_of (struct writer *w, uint32_t item)
{
  struct toucher *t = &w->touchers[item];
  if (t->line)
    return t;
  const struct item *own = innermost (w->s, item);
  struct place at = record_place (w, own->function, own->record);
  uint32_t line = at.loc ? (uint32_t)at.unit->locs[at.loc].line : own->record;
  uint32_t *number = map_at (&w->lines, map_pair (own->function, line));
  if (!*number)
    *number = map_size (&w->lines);
  t->line = *number;
  t->held = sets_union (&w->terms->sets, w->held[item] - 1, terms_of_item (w->terms, item, 0).any);
  t->mode = (uint8_t)finding_mode_of (w, effect_of (w, item));
  t->threads = threads_of (w, item);
  return t;
}

/* Lines */

/* An item of a line, and the next one that is. */
struct link {
  uint32_t item, next;
};

struct line {
  setid held;     /* terms */
  uint32_t items; /* 1 + number of the first link */
};

struct lines {
  VEC (struct line) v;
  VEC (struct link) links;
};

/* The lines of functions that touch a location. */
static void find_lines (struct writer *w, loc_id l, struct lines *out)
{
  struct sets *sets = &w->terms->sets;
  struct map known = {0}; /* by number in w->lines: 1 + number */
  uint32_t place = map_get (&w->touching, l, 0);
  uint32_t first = place ? w->first_toucher.v[place - 1] : 0;
  for (uint32_t k = place ? w->first_toucher.v[place] : 0; k > first; k--) {
    uint32_t n = w->touching_items.v[k - 1];
    const struct toucher *t = toucher_of (w, n);
    uint32_t *number = map_at (&known, t->line);
    if (!*number) {
      vec_push (&out->v, (struct line){t->held, 0});
      *number = out->v.n;
      const struct item *own = innermost (w->s, n);
      struct place at = record_place (w, own->function, own->record);
      if (w->r->hiding)
        hiding_use (w->r->hiding, &at, w->program->functions[own->function].name);
    }
    struct line *at_line = &out->v.v[*number - 1];
    if (at_line->held != t->held)
      at_line->held = sets_intersection (sets, at_line->held, t->held);
    vec_push (&out->links, (struct link){n, at_line->items});
    at_line->items = out->links.n;
  }
  map_free (&known);
}

static void count_locks (struct writer *w, const struct lines *lines, struct finding *f)
{
  struct map held = {0};
  uint32_t best = 0;
  for (uint32_t i = 0; i < lines->v.n; i++)
    for (struct set_iter k = sets_each (&w->terms->sets, lines->v.v[i].held); set_next (&k);)
      if (is_named_lock (w, k.x))
        ++*map_at (&held, k.x);
  for (uint32_t i = 0; i < map_size (&held); i++)
    if (map_value (&held, i) > f->held) {
      f->held = map_value (&held, i);
      best = (uint32_t)map_key (&held, i);
    }
  if (best)
    f->common_lock = term_name (w, best);
  map_free (&held);
}

/* Sites: lines as people want to see them. */

struct thread_names {
  const char *v[MOST_THREADS + 1];
  uint32_t n;
};

static void add_threads (const struct writer *w, uint32_t list, struct thread_names *names)
{
  const uint32_t *v = tuples_numbers (&w->thread_lists, list);
  for (uint32_t k = 0; k < tuples_length (&w->thread_lists, list) && names->n <= MOST_THREADS;
       k++) {
    const char *name = strings_text (&w->thread_names, v[k]);
    bool known = false;
    for (uint32_t i = 0; i < names->n; i++)
      known |= names->v[i] == name;
    if (!known)
      names->v[names->n++] = name;
  }
}

static int by_name (const void *a, const void *b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void set_site (struct writer *w, const struct lines *lines, const struct line *line,
                      struct finding_site *out)
{
  uint32_t best = lines->links.v[line->items - 1].item, n = 0, list = 0;
  struct text threads = {0};
  struct thread_names names = {0};
  for (uint32_t k = line->items; k; k = lines->links.v[k - 1].next) {
    uint32_t item = lines->links.v[k - 1].item;
    if (w->touchers[item].threads != list)
      add_threads (w, list = w->touchers[item].threads, &names);
    if (w->touchers[item].mode > w->touchers[best].mode)
      best = item;
  }
  qsort (names.v, names.n, sizeof *names.v, by_name);
  for (uint32_t i = 0; i < names.n; i++)
    text_printf (&threads, "%s%s", i ? ", " : "", i < MOST_THREADS ? names.v[i] : "...");
  const struct effect *e = effect_of (w, best);
  const char **locks =
      ARENA_ARRAY (&w->out->arena, sets_size (&w->terms->sets, line->held), const char *);
  for (struct set_iter k = sets_each (&w->terms->sets, line->held); set_next (&k);)
    if (is_named_lock (w, k.x))
      locks[n++] = term_name (w, k.x);
  *out = (struct finding_site){.at = record_place (w, e->function, e->record),
                               .mode = w->touchers[best].mode,
                               .atomic = effect_is_atomic (e),
                               .spelled = spelled_at (w, e, innermost (w->s, best)),
                               .function = w->program->functions[e->function].name,
                               .threads = keep_text (w, &threads),
                               .n_locks = n,
                               .locks = locks};
}

void set_evidence (struct writer *w, uint32_t number)
{
  struct finding *f = &w->out->v.v[number];
  struct lines lines = {0};
  find_lines (w, w->locations.v[number], &lines);
  count_locks (w, &lines, f);
  f->of = lines.v.n;
  if (!is_left_out (w, number)) /* else nobody reads them */
    f->n_sites = f->of < MOST_SITES ? f->of : MOST_SITES;
  struct finding_site *sites = ARENA_ARRAY (&w->out->arena, f->n_sites, struct finding_site);
  f->sites = sites;
  for (uint32_t i = 0; i < f->n_sites; i++)
    set_site (w, &lines, &lines.v.v[i], &sites[i]);
  vec_free (&lines.v);
  vec_free (&lines.links);
}
