/* Sets: a set is a tuple of the tuple interner, in one of three forms.

   few:   up to 8 elements, ascending;
   many:  the size, then up to 64 chunks of (element / 64, 64-bit mask in two halves), ascending, no
          mask 0;
   paged: the size and the number of chunks, then pages of (chunk / 32, id of the page, its size),
          ascending; a page is a tuple of chunks in an interner of its own.

   They are told apart by the length, so that fewer than three chunks have empty ones behind them.

   Operations leap: where one operand has a gap, the other is searched in growing steps, so that a
   small set against a large one costs a few probes (and one copy, if the result is new). */

#include "sets-internal.h"

enum { MEMO_FIRST_BITS = 10, MEMO_MOST_BITS = 18, INSERTION_SORT = 64 };

static uint32_t length_of (const struct sets *p, setid s)
{
  return s ? tuples_length (&p->tuples, s) : 0;
}

static const uint32_t *words_of (const struct sets *p, setid s)
{
  return s ? tuples_numbers (&p->tuples, s) : NULL;
}

static bool is_few (const struct sets *p, setid s)
{
  return length_of (p, s) <= SETS_FEW;
}

/* Writes N ascending elements as chunks; returns their number.  OUT may be NULL. */
static uint32_t to_chunks (const uint32_t *elements, size_t n, struct chunk *out)
{
  uint32_t chunks = 0;
  for (size_t i = 0; i < n; chunks++) {
    uint32_t index = elements[i] / 64;
    uint64_t mask = 0;
    for (; i < n && elements[i] / 64 == index; i++)
      mask |= UINT64_C (1) << elements[i] % 64;
    if (out)
      out[chunks] = chunk (index, mask);
  }
  return chunks;
}

struct view view_of (const struct sets *p, setid s, struct chunk room[SETS_FEW])
{
  uint32_t length = length_of (p, s);
  const uint32_t *words = words_of (p, s);
  if (length <= SETS_FEW)
    return (struct view){room, to_chunks (words, length, room), length};
  const struct chunk *chunks = (const struct chunk *)(words + 1);
  uint32_t n = length / CHUNK_WORDS;
  while (!mask_of (&chunks[n - 1]))
    n--;
  return (struct view){chunks, n, *words};
}

struct chunk *scratch_chunks (struct sets *p, uint64_t n)
{
  vec_reserve (&p->scratch, 1 + CHUNK_WORDS * (n + LEAST_CHUNKS));
  return (struct chunk *)(p->scratch.v + 1);
}

setid from_scratch (struct sets *p, uint32_t n, uint64_t size)
{
  struct chunk *chunks = (struct chunk *)(p->scratch.v + 1);
  if (!size)
    return SETS_EMPTY;
  if (size <= SETS_FEW) {
    uint32_t few[SETS_FEW], i = 0;
    for (const struct chunk *c = chunks; c < chunks + n; c++)
      for (uint64_t mask = mask_of (c); mask; mask &= mask - 1)
        few[i++] = c->index * 64 + (unsigned)__builtin_ctzll (mask);
    return tuples_intern (&p->tuples, few, i);
  }
  if (size > UINT32_MAX)
    xmalloc_failed (PTRDIFF_MAX);
  if (n > FLAT_CHUNKS)
    return pages_from (p, chunks, n, size);
  while (n < LEAST_CHUNKS)
    chunks[n++] = chunk (UINT32_MAX, 0);
  p->scratch.v[0] = (uint32_t)size;
  return tuples_intern (&p->tuples, p->scratch.v, 1 + CHUNK_WORDS * n);
}

static setid from_ascending (struct sets *p, const uint32_t *elements, size_t n)
{
  if (!n)
    return SETS_EMPTY;
  if (n <= SETS_FEW)
    return tuples_intern (&p->tuples, elements, (uint32_t)n);
  struct chunk *out = scratch_chunks (p, to_chunks (elements, n, NULL));
  return from_scratch (p, to_chunks (elements, n, out), n);
}

static void insertion_sort (uint32_t *v, size_t n)
{
  for (size_t i = 1; i < n; i++) {
    uint32_t x = v[i];
    size_t j = i;
    for (; j > 0 && v[j - 1] > x; j--)
      v[j] = v[j - 1];
    v[j] = x;
  }
}

/* Byte by byte, the lowest first; a byte that all have in common is skipped.  OTHER is as large. */
static uint32_t *radix_sort (uint32_t *v, uint32_t *other, size_t n)
{
  for (int shift = 0; shift < 32; shift += 8) {
    size_t start[257] = {0};
    for (size_t i = 0; i < n; i++)
      start[(v[i] >> shift & 255) + 1]++;
    if (start[(v[0] >> shift & 255) + 1] == n)
      continue;
    for (int b = 1; b < 256; b++)
      start[b] += start[b - 1];
    for (size_t i = 0; i < n; i++)
      other[start[v[i] >> shift & 255]++] = v[i];
    uint32_t *t = v;
    v = other;
    other = t;
  }
  return v;
}

/* The set of N elements between LEAST and GREATEST, which are not far from each other: the chunks
   are filled where they lie. */
static setid from_dense (struct sets *p, const uint32_t *elements, size_t n, uint32_t least,
                         uint32_t greatest)
{
  uint32_t first = least / 64, used = 0, room = greatest / 64 - first + 1;
  struct chunk *out = scratch_chunks (p, room);
  uint64_t size = 0;
  for (uint32_t k = 0; k < room; k++)
    out[k] = chunk (first + k, 0);
  for (size_t i = 0; i < n; i++) {
    struct chunk *c = &out[elements[i] / 64 - first];
    uint32_t *half = elements[i] & 32 ? &c->high : &c->low, bit = UINT32_C (1) << elements[i] % 32;
    size += !(*half & bit);
    *half |= bit;
  }
  for (uint32_t k = 0; k < room; k++)
    if (out[k].low | out[k].high)
      out[used++] = out[k];
  return from_scratch (p, used, size);
}

setid sets_from_words (struct sets *p, const uint64_t *words, uint32_t n, uint32_t first)
{
  struct chunk *out = scratch_chunks (p, n);
  uint32_t used = 0;
  uint64_t size = 0;
  for (uint32_t i = 0; i < n; i++) {
    out[used] = chunk (first + i, words[i]);
    used += words[i] != 0;
    size += (unsigned)__builtin_popcountll (words[i]);
  }
  return from_scratch (p, used, size);
}

setid sets_from (struct sets *p, const uint32_t *elements, size_t n)
{
  size_t i = 1;
  while (i < n && elements[i - 1] < elements[i])
    i++;
  if (i >= n)
    return from_ascending (p, elements, n);
  if (n > PTRDIFF_MAX / (2 * sizeof *elements))
    xmalloc_failed (PTRDIFF_MAX);
  uint32_t least = elements[0], greatest = elements[0];
  for (i = 1; i < n; i++) {
    least = elements[i] < least ? elements[i] : least;
    greatest = elements[i] > greatest ? elements[i] : greatest;
  }
  if (greatest / 64 - least / 64 < n)
    return from_dense (p, elements, n, least, greatest);
  uint32_t few[INSERTION_SORT], *many = n <= INSERTION_SORT ? NULL : XNEWVEC (uint32_t, 2 * n);
  uint32_t *sorted = many ? many : few;
  memcpy (sorted, elements, n * sizeof *elements);
  if (many)
    sorted = radix_sort (sorted, sorted + n, n);
  else
    insertion_sort (sorted, n);
  size_t distinct = 1;
  for (i = 1; i < n; i++)
    if (sorted[i] != sorted[i - 1])
      sorted[distinct++] = sorted[i];
  setid s = from_ascending (p, sorted, distinct);
  free (many);
  return s;
}

setid sets_single (struct sets *p, uint32_t x)
{
  return tuples_intern (&p->tuples, &x, 1);
}

uint32_t seek_chunk (const struct chunk *c, uint32_t i, uint32_t n, uint32_t index)
{
  uint32_t step = 1;
  if (i == n || c[i].index >= index)
    return i;
  for (; step < n - i && c[i + step].index < index; step *= 2)
    i += step;
  uint32_t end = step < n - i ? i + step : n; /* c[i] is below, c[end] is not */
  while (end - i > 1) {
    uint32_t middle = i + (end - i) / 2;
    if (c[middle].index < index)
      i = middle;
    else
      end = middle;
  }
  return end;
}

static struct chunk *copy_chunks (struct chunk *out, const struct chunk *c, uint32_t n)
{
  if (n == 1)
    *out = *c; /* where sets interleave, all runs are short */
  else
    memcpy (out, c, n * sizeof *c);
  return out + n;
}

uint32_t merge_chunks (enum operation op, const struct view *a, const struct view *b,
                       struct chunk *out, uint64_t *size)
{
  struct chunk *o = out;
  uint64_t common = 0;
  uint32_t i = 0, j = 0;
  while (i < a->n && j < b->n) {
    const struct chunk *ca = &a->chunks[i], *cb = &b->chunks[j];
    if (ca->index < cb->index) {
      uint32_t next = seek_chunk (a->chunks, i, a->n, cb->index);
      if (op != INTERSECTION)
        o = copy_chunks (o, ca, next - i);
      i = next;
    } else if (ca->index > cb->index) {
      uint32_t next = seek_chunk (b->chunks, j, b->n, ca->index);
      if (op == UNION)
        o = copy_chunks (o, cb, next - j);
      j = next;
    } else {
      uint64_t ma = mask_of (ca), mb = mask_of (cb);
      uint64_t mask = op == UNION ? ma | mb : op == INTERSECTION ? ma & mb : ma & ~mb;
      common += (unsigned)__builtin_popcountll (ma & mb);
      *o = chunk (ca->index, mask);
      o += mask != 0;
      i++, j++;
    }
  }
  if (op != INTERSECTION)
    o = copy_chunks (o, a->chunks + i, a->n - i);
  if (op == UNION)
    o = copy_chunks (o, b->chunks + j, b->n - j);
  *size = op == INTERSECTION ? common : a->size - common + (op == UNION ? b->size : 0);
  return (uint32_t)(o - out);
}

/* An operation on sets of which one has many elements.  For the union, A is the smaller. */
static setid compute (struct sets *p, enum operation op, setid a, setid b)
{
  if (op == UNION && sets_subset (p, a, b))
    return b;
  if (is_paged (p, a) || is_paged (p, b)) {
    struct pages pa, pb;
    pages_of_set (&pa, p, a);
    pages_of_set (&pb, p, b);
    return pages_merge (p, op, &pa, &pb);
  }
  struct chunk room_a[SETS_FEW], room_b[SETS_FEW];
  struct view va = view_of (p, a, room_a), vb = view_of (p, b, room_b);
  uint64_t size;
  struct chunk *out = scratch_chunks (p, (uint64_t)va.n + (op == UNION ? vb.n : 0));
  uint32_t n = merge_chunks (op, &va, &vb, out, &size);
  if (op != UNION && size == va.size)
    return a;
  return op == INTERSECTION && size == vb.size ? b : from_scratch (p, n, size);
}

/* The union of few and few elements. */
static setid unite_few (struct sets *p, const uint32_t *a, uint32_t na, const uint32_t *b,
                        uint32_t nb)
{
  uint32_t out[2 * SETS_FEW], n = 0;
  while (na && nb) {
    uint32_t x = *a, y = *b;
    out[n++] = x < y ? x : y;
    a += x <= y, na -= x <= y;
    b += y <= x, nb -= y <= x;
  }
  while (na--)
    out[n++] = *a++;
  while (nb--)
    out[n++] = *b++;
  return from_ascending (p, out, n);
}

/* Of the few elements of A those that are in B, or those that are not. */
static setid filter_few (struct sets *p, setid a, setid b, bool in_b)
{
  const uint32_t *elements = words_of (p, a);
  uint32_t out[SETS_FEW], n = 0, length = length_of (p, a);
  for (uint32_t i = 0; i < length; i++)
    if (sets_has (p, b, elements[i]) == in_b)
      out[n++] = elements[i];
  return n == length ? a : from_ascending (p, out, n);
}

static struct sets_memo *memo_place (const struct sets *p, uint32_t op, setid a, setid b)
{
  return &p->memo[hash_add (hash_pair (a, b), op) >> (64 - p->memo_bits)];
}

static void grow_memo (struct sets *p)
{
  struct sets_memo *old = p->memo;
  size_t n = old ? (size_t)1 << p->memo_bits : 0;
  p->memo_bits = old ? p->memo_bits + 1 : MEMO_FIRST_BITS;
  p->memo = XCNEWVEC (struct sets_memo, (size_t)1 << p->memo_bits);
  for (size_t i = 0; i < n; i++)
    if (old[i].operation)
      *memo_place (p, old[i].operation, old[i].a, old[i].b) = old[i];
  free (old);
}

/* The smaller set first, so that each pair of sets has one order. */
static void order (const struct sets *p, setid *a, setid *b)
{
  uint32_t size_a = sets_size (p, *a), size_b = sets_size (p, *b);
  if (size_a > size_b || (size_a == size_b && *a > *b)) {
    setid t = *a;
    *a = *b;
    *b = t;
  }
}

/* The union when it is not known. */
static setid unite (struct sets *p, setid a, setid b)
{
  order (p, &a, &b);
  if (is_few (p, a) && sets_subset (p, a, b))
    return b;
  if (is_few (p, b))
    return unite_few (p, words_of (p, a), length_of (p, a), words_of (p, b), length_of (p, b));
  return compute (p, UNION, a, b);
}

/* The operation, looked up or computed; operands of the commutative ones come in one order. */
static setid apply (struct sets *p, enum operation op, setid a, setid b)
{
  if (!p->memo || (p->memo_bits < MEMO_MOST_BITS && sets_count (p) >> p->memo_bits))
    grow_memo (p);
  struct sets_memo *m = memo_place (p, op, a, b);
  p->lookups++;
  if (m->operation == op && m->a == a && m->b == b) {
    p->hits++;
    return m->result;
  }
  *m = (struct sets_memo){op, a, b, op == UNION ? unite (p, a, b) : compute (p, op, a, b)};
  return m->result;
}

setid sets_union_ (struct sets *p, setid a, setid b)
{
  return a < b ? apply (p, UNION, a, b) : apply (p, UNION, b, a);
}

setid sets_intersection_ (struct sets *p, setid a, setid b)
{
  order (p, &a, &b);
  if (is_few (p, a))
    return filter_few (p, a, b, true);
  return apply (p, INTERSECTION, a, b);
}

setid sets_difference_ (struct sets *p, setid a, setid b)
{
  if (is_few (p, a))
    return filter_few (p, a, b, false);
  return apply (p, DIFFERENCE, a, b);
}

setid sets_add (struct sets *p, setid s, uint32_t x)
{
  if (sets_has (p, s, x))
    return s;
  if (is_few (p, s))
    return unite_few (p, words_of (p, s), length_of (p, s), &x, 1);
  if (is_paged (p, s)) {
    struct pages all, single;
    pages_of_set (&all, p, s);
    pages_of_element (&single, p, x);
    return pages_merge (p, UNION, &all, &single);
  }
  struct chunk one = chunk (x / 64, UINT64_C (1) << x % 64);
  struct view va = view_of (p, s, NULL), vb = {&one, 1, 1};
  uint64_t size;
  struct chunk *out = scratch_chunks (p, (uint64_t)va.n + 1);
  uint32_t n = merge_chunks (UNION, &va, &vb, out, &size);
  return from_scratch (p, n, size);
}

setid sets_replace (struct sets *p, setid s, uint32_t out, uint32_t x)
{
  uint32_t kept[SETS_FEW + 1], n = 0, length = length_of (p, s);
  const uint32_t *elements = words_of (p, s);
  if (length > SETS_FEW)
    return sets_add (p, out ? sets_difference (p, s, sets_single (p, out)) : s, x);
  for (uint32_t i = 0; i < length && elements[i] < x; i++)
    if (elements[i] != out)
      kept[n++] = elements[i];
  kept[n++] = x;
  for (uint32_t i = 0; i < length; i++)
    if (elements[i] > x && elements[i] != out)
      kept[n++] = elements[i];
  return from_ascending (p, kept, n);
}

setid sets_union_all (struct sets *p, setid *v, size_t n)
{
  for (; n > 1; n = (n + 1) / 2)
    for (size_t i = 0; i < n; i += 2)
      v[i / 2] = i + 1 < n ? sets_union (p, v[i], v[i + 1]) : v[i];
  return n ? v[0] : SETS_EMPTY;
}

bool view_has (const struct view *v, uint32_t x)
{
  uint32_t i = seek_chunk (v->chunks, 0, v->n, x / 64);
  return i < v->n && v->chunks[i].index == x / 64 && mask_of (&v->chunks[i]) >> x % 64 & 1;
}

bool sets_many_have (const struct sets *p, setid s, uint32_t x)
{
  if (is_paged (p, s))
    return pages_have (p, s, x);
  struct view v = view_of (p, s, NULL);
  return view_has (&v, x);
}

bool view_is_part (const struct view *a, const struct view *b)
{
  for (uint32_t i = 0, j = 0; i < a->n; i++, j++) {
    j = seek_chunk (b->chunks, j, b->n, a->chunks[i].index);
    if (j == b->n || b->chunks[j].index != a->chunks[i].index ||
        mask_of (&a->chunks[i]) & ~mask_of (&b->chunks[j]))
      return false;
  }
  return true;
}

bool sets_subset (const struct sets *p, setid a, setid b)
{
  if (a == b)
    return true;
  if (sets_size (p, a) >= sets_size (p, b))
    return false;
  if (is_few (p, a)) {
    const uint32_t *elements = words_of (p, a);
    for (uint32_t n = length_of (p, a); n-- > 0;)
      if (!sets_has (p, b, elements[n]))
        return false;
    return true;
  }
  if (is_paged (p, a) || is_paged (p, b)) {
    struct pages pa, pb;
    pages_of_set (&pa, p, a);
    pages_of_set (&pb, p, b);
    return pages_are_part (&pa, &pb);
  }
  struct view va = view_of (p, a, NULL), vb = view_of (p, b, NULL);
  return view_is_part (&va, &vb);
}

bool views_meet (const struct view *a, const struct view *b)
{
  for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
    uint32_t ia = a->chunks[i].index, ib = b->chunks[j].index;
    if (ia == ib && mask_of (&a->chunks[i]) & mask_of (&b->chunks[j]))
      return true;
    i = seek_chunk (a->chunks, i, a->n, ia == ib ? ia + 1 : ib);
    j = seek_chunk (b->chunks, j, b->n, ia == ib ? ia + 1 : ia);
  }
  return false;
}

bool sets_meet (const struct sets *p, setid a, setid b)
{
  order (p, &a, &b);
  if (is_few (p, a)) {
    const uint32_t *elements = words_of (p, a);
    for (uint32_t n = length_of (p, a); n-- > 0;)
      if (sets_has (p, b, elements[n]))
        return true;
    return false;
  }
  if (is_paged (p, a) || is_paged (p, b)) {
    struct pages pa, pb;
    pages_of_set (&pa, p, a);
    pages_of_set (&pb, p, b);
    return pages_meet (&pa, &pb);
  }
  struct view va = view_of (p, a, NULL), vb = view_of (p, b, NULL);
  return views_meet (&va, &vb);
}

void sets_elements (const struct sets *p, setid s, uint32_t *out)
{
  for (struct set_iter i = sets_each (p, s); set_next (&i);)
    *out++ = i.x;
}

void sets_free (struct sets *p)
{
  tuples_free (&p->tuples);
  tuples_free (&p->pages);
  vec_free (&p->scratch);
  vec_free (&p->made);
  free (p->memo);
  *p = (struct sets){0};
}

size_t sets_bytes (const struct sets *p)
{
  return tuples_bytes (&p->tuples) + tuples_bytes (&p->pages) + vec_bytes (&p->scratch) +
         vec_bytes (&p->made) + (p->memo ? sizeof *p->memo << p->memo_bits : 0);
}
