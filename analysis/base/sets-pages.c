/* Pages: parts of large sets, of 32 neighbouring chunks, which sets that differ elsewhere have in
   common.  A set that grows by one element n times costs n pages, not n copies, and operations
   leave out what both have alike. */

#include "sets-internal.h"

/* One page of a set, or the chunks that would be in it. */
struct leaf {
  uint32_t index, id; /* 0: it is none yet */
  struct view v;
};

static struct view page_of (const struct sets *p, const struct chunk *page)
{
  return (struct view){(const struct chunk *)tuples_numbers (&p->pages, page->low),
                       tuples_length (&p->pages, page->low) / CHUNK_WORDS, page->high};
}

void pages_of_set (struct pages *i, const struct sets *p, setid s)
{
  i->p = p;
  i->id = s;
  i->i = 0;
  i->size = sets_size (p, s);
  i->paged = is_paged (p, s);
  if (i->paged) {
    const uint32_t *words = tuples_numbers (&p->tuples, s);
    i->at = (const struct chunk *)(words + SETS_PAGED);
    i->n = tuples_length (&p->tuples, s) / CHUNK_WORDS;
    i->n_chunks = words[1];
  } else {
    struct view v = view_of (p, s, i->room);
    i->at = v.chunks;
    i->n = i->n_chunks = v.n;
  }
}

void pages_of_element (struct pages *i, const struct sets *p, uint32_t x)
{
  *i = (struct pages){.p = p, .n = 1, .n_chunks = 1, .size = 1};
  i->room[0] = chunk (x / 64, UINT64_C (1) << x % 64);
  i->at = i->room;
}

/* The next part of the chunks that belongs into one page. */
static struct leaf take_chunks (const struct chunk *c, uint32_t *i, uint32_t n)
{
  struct leaf l = {c[*i].index / PAGE_CHUNKS, 0, {c + *i, 0, 0}};
  for (; *i < n && c[*i].index / PAGE_CHUNKS == l.index; ++*i, l.v.n++)
    l.v.size += (unsigned)__builtin_popcountll (mask_of (&c[*i]));
  return l;
}

/* The next page with at least that index; false: there is none. */
static bool next_leaf (struct pages *i, uint32_t index, struct leaf *l)
{
  i->i = seek_chunk (i->at, i->i, i->n, i->paged ? index : index * PAGE_CHUNKS);
  if (i->i == i->n)
    return false;
  if (i->paged) {
    const struct chunk *page = &i->at[i->i++];
    *l = (struct leaf){page->index, page->low, page_of (i->p, page)};
  } else {
    *l = take_chunks (i->at, &i->i, i->n);
  }
  return true;
}

/* The pages of a set that is being made, in p->made. */
static void begin_pages (struct sets *p)
{
  vec_clear (&p->made);
  vec_push (&p->made, 0);
  vec_push (&p->made, 0);
}

static void add_page (struct sets *p, const struct leaf *l)
{
  uint32_t id = l->id ? l->id
                      : tuples_intern (&p->pages, (const uint32_t *)l->v.chunks,
                                       l->v.n * CHUNK_WORDS);
  vec_push (&p->made, l->index);
  vec_push (&p->made, id);
  vec_push (&p->made, l->v.size);
}

static setid end_pages (struct sets *p, uint32_t n_chunks, uint64_t size)
{
  if (size > UINT32_MAX)
    xmalloc_failed (PTRDIFF_MAX);
  p->made.v[0] = (uint32_t)size;
  p->made.v[1] = n_chunks;
  return tuples_intern (&p->tuples, p->made.v, p->made.n);
}

setid pages_from (struct sets *p, const struct chunk *c, uint32_t n, uint64_t size)
{
  begin_pages (p);
  for (uint32_t i = 0; i < n;) {
    struct leaf l = take_chunks (c, &i, n);
    add_page (p, &l);
  }
  return end_pages (p, n, size);
}

/* X op Y, which are of the same place; what is new is put at *OUT. */
static struct leaf merge_leaves (enum operation op, const struct leaf *x, const struct leaf *y,
                                 struct chunk **out)
{
  uint64_t size;
  if (x->id && x->id == y->id)
    return op == DIFFERENCE ? (struct leaf){0} : *x;
  uint32_t n = merge_chunks (op, &x->v, &y->v, *out, &size);
  if (size == x->v.size)
    return *x;
  if (op != DIFFERENCE && size == y->v.size)
    return *y;
  struct leaf l = {x->index, 0, {*out, n, (uint32_t)size}};
  *out += n;
  return l;
}

setid pages_merge (struct sets *p, enum operation op, struct pages *a, struct pages *b)
{
  struct chunk *out = scratch_chunks (p, (uint64_t)a->n_chunks + (op == UNION ? b->n_chunks : 0));
  VEC (struct leaf) found = {0};
  struct leaf x, y;
  uint64_t size = 0;
  uint32_t n = 0;
  bool has_x = next_leaf (a, 0, &x), has_y = next_leaf (b, 0, &y);
  while (op == UNION ? has_x || has_y : has_x && (has_y || op == DIFFERENCE)) {
    bool both = has_x && has_y && x.index == y.index;
    bool first = has_x && (!has_y || x.index <= y.index);
    struct leaf l = both ? merge_leaves (op, &x, &y, &out) : first ? x : y;
    if (l.v.n && (both || op == UNION || (first && op == DIFFERENCE))) {
      vec_push (&found, l);
      size += l.v.size;
      n += l.v.n;
    }
    if (first)
      has_x = next_leaf (a, op == INTERSECTION && has_y ? y.index : 0, &x);
    if (both || !first)
      has_y = next_leaf (b, op != UNION && has_x ? x.index : 0, &y);
  }
  setid result = op != UNION && size == a->size          ? a->id
                 : op == INTERSECTION && size == b->size ? b->id
                                                         : SETS_EMPTY;
  if (!result && n > FLAT_CHUNKS) {
    begin_pages (p);
    for (uint32_t i = 0; i < found.n; i++)
      add_page (p, &found.v[i]);
    result = end_pages (p, n, size);
  } else if (!result) {
    struct chunk flat[FLAT_CHUNKS];
    n = 0;
    for (uint32_t i = 0; i < found.n; i++)
      for (uint32_t k = 0; k < found.v[i].v.n; k++)
        flat[n++] = found.v[i].v.chunks[k];
    memcpy (scratch_chunks (p, n), flat, n * sizeof *flat);
    result = from_scratch (p, n, size);
  }
  vec_free (&found);
  return result;
}

bool pages_have (const struct sets *p, setid s, uint32_t x)
{
  struct pages i;
  pages_of_set (&i, p, s);
  uint32_t at = seek_chunk (i.at, 0, i.n, x / 64 / PAGE_CHUNKS);
  if (at == i.n || i.at[at].index != x / 64 / PAGE_CHUNKS)
    return false;
  struct view v = page_of (p, &i.at[at]);
  return view_has (&v, x);
}

bool pages_are_part (struct pages *a, struct pages *b)
{
  struct leaf x, y;
  while (next_leaf (a, 0, &x))
    if (!next_leaf (b, x.index, &y) || y.index != x.index ||
        !((x.id && x.id == y.id) || view_is_part (&x.v, &y.v)))
      return false;
  return true;
}

bool pages_meet (struct pages *a, struct pages *b)
{
  struct leaf x, y;
  if (!next_leaf (a, 0, &x))
    return false;
  while (next_leaf (b, x.index, &y)) {
    if (x.index < y.index && !next_leaf (a, y.index, &x))
      return false;
    if (x.index == y.index && ((x.id && x.id == y.id) || views_meet (&x.v, &y.v)))
      return true;
  }
  return false;
}
