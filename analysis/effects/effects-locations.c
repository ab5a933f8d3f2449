/* Effects: which locations an access touches, and may reach. */

#include "effects-internal.h"

#include <string.h>

/* The locations that an access touches, as bits: each comes many times. */
struct span {
  uint64_t *words;      /* room for all locations */
  uint32_t first, last; /* of the words that are not 0 */
};

static inline void add_location (struct span *s, loc_id l)
{
  uint32_t word = l / 64;
  s->words[word] |= UINT64_C (1) << l % 64;
  s->first = word < s->first ? word : s->first;
  s->last = word > s->last ? word : s->last;
}

static void add_set (struct span *s, const struct sets *sets, setid set)
{
  uint32_t word;
  for (struct set_iter i = sets_each (sets, set); set_next_word (&i, &word);) {
    if (!i.mask)
      continue;
    s->words[word] |= i.mask;
    s->first = word < s->first ? word : s->first;
    s->last = word > s->last ? word : s->last;
  }
}

/* Whether an access of so many bytes (0: all) from START on is to L, too: behind that, or before it
   if a word that is accessed there reaches so far. */
static bool touches (const struct pointers *p, int64_t start, uint64_t bytes, loc_id l)
{
  int64_t at = loc_get (&p->objects, l)->offset;
  if (at >= start)
    return !bytes || at < start + (int64_t)bytes;
  return at > OFFSET_EVERYTHING && l < p->word_bytes.n && at + p->word_bytes.v[l] > start;
}

/* Of so many bytes from START on those that an access may be of without touching L. */
static uint64_t alone_beside (const struct pointers *p, loc_id start, loc_id l, uint64_t bytes)
{
  int64_t from = loc_get (&p->objects, start)->offset, at = loc_get (&p->objects, l)->offset;
  if (l == start || !touches (p, from, 0, l))
    return bytes;
  uint64_t distance = at > from ? (uint64_t)at - (uint64_t)from : 0;
  return distance < bytes ? distance : bytes;
}

/* How many bytes from START on an access may be of that touches no other location. */
static uint64_t bytes_alone (struct pointers *p, loc_id start)
{
  const struct objects *o = &p->objects;
  object_id object = loc_object (o, start);
  int64_t from = loc_get (o, start)->offset;
  if (start >= p->alone.n)
    vec_resize (&p->alone, o->locs.n);
  struct lone_place *known = &p->alone.v[start];
  if (known->newest == o->v.v[object].first_loc)
    return known->bytes;
  struct locs_of_object in = placed_in (&p->placed, o, object, NULL);
  uint64_t alone = UINT64_MAX;
  for (uint32_t k = placed_behind (&p->placed, in, from - WORD_BYTES); k < in.end; k++) {
    alone = alone_beside (p, start, p->placed.v.v[k].loc, alone);
    if (p->placed.v.v[k].offset > from)
      break;
  }
  for (loc_id l = o->v.v[object].first_loc; l != in.newest; l = loc_get (o, l)->next)
    alone = alone_beside (p, start, l, alone);
  *known = (struct lone_place){o->v.v[object].first_loc, alone};
  return alone;
}

/* Adds what an access of so many bytes to START also touches.  Most touch nothing else, and the
   same places are in many sets. */
static void add_overlapping (struct pointers *p, struct span *s, loc_id start, uint64_t bytes)
{
  const struct objects *o = &p->objects;
  object_id object = loc_object (o, start);
  if (bytes && bytes <= bytes_alone (p, start))
    return;
  int64_t from = loc_get (o, start)->offset;
  struct locs_of_object in = placed_in (&p->placed, o, object, NULL);
  for (uint32_t k = placed_behind (&p->placed, in, from - WORD_BYTES); k < in.end; k++) {
    struct placed_loc l = p->placed.v.v[k];
    if (bytes && l.offset >= from + (int64_t)bytes)
      break;
    if (touches (p, from, bytes, l.loc))
      add_location (s, l.loc);
  }
  for (loc_id l = o->v.v[object].first_loc; l != in.newest; l = loc_get (o, l)->next)
    if (touches (p, from, bytes, l))
      add_location (s, l);
}

/* Adds all of an object: of a large one as a set, since many accesses touch it so.  With FREED
   without what stands for places that are not known. */
static void add_whole (struct pointers *p, struct span *s, object_id object, bool freed)
{
  enum { LARGE = 8 };
  const struct objects *o = &p->objects;
  const struct abstract_object *v = &o->v.v[object];
  if (freed || v->n_locs < LARGE) {
    for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next)
      if (loc_get (o, l)->offset >= 0 || !freed)
        add_location (s, l);
    return;
  }
  struct whole_object *whole = &p->wholes.v[object];
  if (whole->newest != v->first_loc) {
    vec_u32 all = {0};
    vec_reserve (&all, v->n_locs);
    for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next)
      vec_push (&all, l);
    whole->newest = v->first_loc;
    whole->all = sets_from (&p->sets, all.v, all.n);
    vec_free (&all);
  }
  add_set (s, &p->sets, whole->all);
}

/* The locations of a set of which an access of so many bytes (0: all) may touch more.  Where a word
   is known to touch nothing else, that is so until the object gets another location. */
static void find_others (struct pointers *p, setid set, uint64_t bytes, vec_u32 *out)
{
  const struct objects *o = &p->objects;
  for (; p->n_lone < o->locs.n; p->n_lone++)
    for (loc_id l = o->v.v[loc_object (o, p->n_lone)].first_loc; p->lone.words.n && l;
         l = loc_get (o, l)->next)
      bitset_remove (&p->lone, l);
  uint32_t word;
  vec_clear (out);
  for (struct set_iter i = sets_each (&p->sets, set); set_next_word (&i, &word);) {
    bool known = bytes && bytes <= WORD_BYTES && word < p->lone.words.n;
    for (uint64_t m = i.mask & ~(known ? p->lone.words.v[word] : 0); m; m &= m - 1)
      vec_push (out, word * 64 + (unsigned)__builtin_ctzll (m));
  }
}

setid effect_locations (struct pointers *p, const struct effect *e)
{
  struct objects *o = &p->objects;
  /* All locations that matter exist when the first effect is asked: those of the effects. */
  uint32_t key[] = {e->where, e->bytes < UINT32_MAX ? (uint32_t)e->bytes : UINT32_MAX,
                    e->mode == MODE_FREE};
  uint32_t id = tuples_intern (&p->spans, key, sizeof key / sizeof key[0]);
  if (id <= p->spanned.n)
    return p->spanned.v[id - 1];
  vec_resize (&p->span, o->locs.n / 64 + 1);
  struct span span = {.words = p->span.v, .first = p->span.n};
  vec_resize (&p->wholes, o->v.n);
  bool freed = e->mode == MODE_FREE, whole = false; /* some objects are touched as a whole */
  find_others (p, e->where, freed ? 0 : e->bytes, &p->others);
  for (uint32_t i = 0; i < p->others.n; i++) {
    loc_id l = p->others.v[i];
    object_id object = loc_object (o, l);
    if ((freed || loc_get (o, l)->offset <= OFFSET_EVERYTHING) &&
        p->wholes.v[object].spanned != id) {
      p->wholes.v[object].spanned = id;
      whole = true;
      add_whole (p, &span, object, freed);
    }
  }
  add_set (&span, &p->sets, e->where);
  for (uint32_t i = 0; !freed && i < p->others.n; i++) {
    loc_id l = p->others.v[i];
    if (whole && p->wholes.v[loc_object (o, l)].spanned == id)
      continue;
    if (bytes_alone (p, l) >= WORD_BYTES)
      bitset_add (&p->lone, l);
    add_overlapping (p, &span, l, e->bytes);
  }
  uint32_t n = span.first <= span.last ? span.last + 1 - span.first : 0;
  setid set = sets_from_words (&p->sets, span.words + span.first, n, span.first);
  memset (span.words + span.first, 0, n * sizeof *span.words);
  vec_push (&p->spanned, set);
  return set;
}

/* How far the access is from what its pointer points to; negative: nobody knows. */
static int64_t distance (const struct pointers *p, const struct effect *e)
{
  enum { FAR = 8 };
  const struct function *b = p->objects.program->functions[e->function].body;
  const struct address *a = e->addr;
  if (!a && e->operand && e->operand->kind == OPND_ADDRESS)
    a = e->operand->u.addr;
  if (!a)
    return 0;
  int64_t bytes = a->n_indices ? -1 : a->bitoff >> 3;
  const struct operand *o = &(struct operand){.kind = OPND_VALUE, .value = a->base};
  for (int i = 0; i < FAR && bytes >= 0 && a->base_kind == BASE_VALUE && o->kind == OPND_VALUE;
       i++) {
    uint32_t def = b->value_defs[o->value];
    const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
    if (!op || op->r.kind != REC_op)
      break;
    if (op->code == OP_POINTER_ADD)
      bytes = op->b.kind == OPND_INT ? bytes + op->b.u.number : -1;
    o = &op->a;
  }
  return bytes;
}

bool effect_may_reach (struct pointers *p, const struct effect *e, loc_id l)
{
  object_id object = loc_object (&p->objects, l);
  const struct unit *u = function_unit (p->objects.program, e->function);
  unsigned own = set_traits (p, e->where) / SET_OWN & SET_WORLDS;
  bool reaches = false;
  for (int w = 0; w < N_WORLDS; w++)
    reaches |= own >> w & 1 && is_in_world (p, w, object);
  if (!reaches)
    return false;
  const char *type = object_type_name (&p->objects, object);
  uint32_t used = e->addr ? e->addr->root : 0;
  if (type && used && u->types[used].r.name && strcmp (type, u->strings[u->types[used].r.name]))
    return false;
  int64_t from = distance (p, e), at = loc_get (&p->objects, l)->offset;
  return from < 0 || at <= OFFSET_EVERYTHING || from == at ||
         (from < at && at < from + (int64_t)e->bytes);
}
