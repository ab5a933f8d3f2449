/* Sets: immutable sets of 32-bit numbers, each known by an id.  Equal sets have equal ids, so that
   a set is compared, copied and kept as a number.  The empty set is 0; ids are dense and given in
   the order of first appearance.

     setid s = sets_union (&pool, sets_single (&pool, 7), sets_from (&pool, array, n));
     for (struct set_iter i = sets_each (&pool, s); set_next (&i);)
       use (i.x);

   Up to 8 elements are kept as they are, more as 64-bit masks: 12 bytes per 64 neighbours, and of
   large sets in pages that they share.  Every set ever made stays until the pool is freed: a large
   set that grows by one element n times costs n pages; gather in a bitset or an array first, then
   make the set. */

#ifndef RACECHECK_SETS_H
#define RACECHECK_SETS_H

#include "intern.h"

typedef uint32_t setid;

enum { SETS_EMPTY = 0, SETS_FEW = 8, SETS_PAGED = 2 };

struct sets_memo {
  uint32_t operation; /* 0: free */
  setid a, b, result;
};

/* All zero is a pool with the empty set only. */
struct sets {
  struct tuples tuples, pages;
  struct sets_memo *memo; /* direct-mapped; grows with the number of sets up to a limit */
  uint32_t memo_bits;
  vec_u32 scratch, made;
  uint64_t lookups, hits; /* in the memo: operations on large sets, and those known */
};

/* The set of N elements in any order, with or without repetition.  Linear. */
setid sets_from (struct sets *, const uint32_t *elements, size_t n);
/* Of bits: bit K of the word I is element 64 * (FIRST + I) + K. */
setid sets_from_words (struct sets *, const uint64_t *words, uint32_t n, uint32_t first);
setid sets_single (struct sets *, uint32_t x);
/* S with X in the place of OUT, an element of it, or 0 for none. */
setid sets_replace (struct sets *, setid s, uint32_t out, uint32_t x);
/* S with X.  Logarithmic if it is there already, else a copy, or that of a page. */
setid sets_add (struct sets *, setid s, uint32_t x);
/* Linear in the smaller operand and in what is copied; a result that exists is returned, not made
   again.  On large sets the last results are remembered. */
static inline setid sets_union (struct sets *, setid a, setid b);
static inline setid sets_intersection (struct sets *, setid a, setid b);
static inline setid sets_difference (struct sets *, setid a, setid b);
/* The union of N sets, which are written over: two by two, so that no large set grows one by one.
 */
setid sets_union_all (struct sets *, setid *v, size_t n);

/* Logarithmic. */
static inline bool sets_has (const struct sets *, setid s, uint32_t x);
/* Whether A is part of B; whether they have an element in common.  Linear in the smaller one. */
bool sets_subset (const struct sets *, setid a, setid b);
bool sets_meet (const struct sets *, setid a, setid b);
/* The number of elements.  Constant time. */
static inline uint32_t sets_size (const struct sets *, setid s);
/* Whether S has one element only, which then is *X. */
static inline bool sets_is_single (const struct sets *, setid s, uint32_t *x);
/* Writes the elements, ascending, to OUT, which has room for sets_size of them. */
void sets_elements (const struct sets *, setid s, uint32_t *out);

void sets_free (struct sets *);
/* Memory held. */
size_t sets_bytes (const struct sets *);

/* Sets made so far, which is the largest id. */
static inline uint32_t sets_count (const struct sets *p)
{
  return tuples_count (&p->tuples);
}

/* Goes through the elements, ascending.  The pool may get new sets meanwhile. */
struct set_iter {
  uint32_t x; /* the element */
  uint32_t base;
  uint64_t mask;
  const uint32_t *at, *end;
  const uint32_t *page, *last_page; /* those that come next; NULL: it has none */
  const struct tuples *pages;
  bool few;
};

static inline struct set_iter sets_each (const struct sets *, setid);

/* What has pages is told by the length: see sets.c. */
static inline bool set_is_paged (uint32_t length)
{
  return length > SETS_FEW && length % 3 == SETS_PAGED;
}

static inline bool set_next_page (struct set_iter *i)
{
  if (i->page == i->last_page)
    return false;
  i->at = tuples_numbers (i->pages, i->page[1]);
  i->end = i->at + tuples_length (i->pages, i->page[1]);
  i->page += 3;
  return true;
}

static inline bool set_next (struct set_iter *i)
{
  if (i->few) {
    if (i->at == i->end)
      return false;
    i->x = *i->at++;
    return true;
  }
  while (!i->mask) {
    if (i->at == i->end && !set_next_page (i))
      return false;
    i->base = i->at[0] * 64;
    i->mask = (uint64_t)i->at[2] << 32 | i->at[1];
    i->at += 3;
  }
  i->x = i->base + (unsigned)__builtin_ctzll (i->mask);
  i->mask &= i->mask - 1;
  return true;
}

/* The same, 64 at a time: bit K of MASK is element 64 * *INDEX + K. */
static inline bool set_next_word (struct set_iter *i, uint32_t *index)
{
  if (i->at == i->end && !set_next_page (i))
    return false;
  if (i->few) {
    *index = *i->at / 64;
    i->mask = UINT64_C (1) << *i->at++ % 64;
    return true;
  }
  *index = i->at[0];
  i->mask = (uint64_t)i->at[2] << 32 | i->at[1];
  i->at += 3;
  return true;
}

/* What is above, where most operands are empty or equal. */

setid sets_union_ (struct sets *, setid a, setid b);
setid sets_intersection_ (struct sets *, setid a, setid b);
setid sets_difference_ (struct sets *, setid a, setid b);

static inline setid sets_union (struct sets *p, setid a, setid b)
{
  return !b || a == b ? a : !a ? b : sets_union_ (p, a, b);
}

static inline setid sets_intersection (struct sets *p, setid a, setid b)
{
  return !a || a == b ? a : !b ? b : sets_intersection_ (p, a, b);
}

static inline setid sets_difference (struct sets *p, setid a, setid b)
{
  return !a || !b ? a : a == b ? SETS_EMPTY : sets_difference_ (p, a, b);
}

static inline uint32_t sets_size (const struct sets *p, setid s)
{
  uint32_t length = s ? tuples_length (&p->tuples, s) : 0;
  return length <= SETS_FEW ? length : tuples_numbers (&p->tuples, s)[0];
}

static inline bool sets_is_single (const struct sets *p, setid s, uint32_t *x)
{
  if (!s || tuples_length (&p->tuples, s) != 1)
    return false;
  *x = tuples_numbers (&p->tuples, s)[0];
  return true;
}

bool sets_many_have (const struct sets *, setid s, uint32_t x); /* of more than a few */

static inline bool sets_has (const struct sets *p, setid s, uint32_t x)
{
  if (!s)
    return false;
  uint32_t n = tuples_length (&p->tuples, s);
  if (n > SETS_FEW)
    return sets_many_have (p, s, x);
  const uint32_t *elements = tuples_numbers (&p->tuples, s);
  while (n-- > 0)
    if (elements[n] == x)
      return true;
  return false;
}

static inline struct set_iter sets_each (const struct sets *p, setid s)
{
  if (!s)
    return (struct set_iter){.few = true};
  const uint32_t *words = tuples_numbers (&p->tuples, s);
  uint32_t length = tuples_length (&p->tuples, s);
  if (length <= SETS_FEW)
    return (struct set_iter){.at = words, .end = words + length, .few = true};
  if (set_is_paged (length))
    return (struct set_iter){
        .page = words + SETS_PAGED, .last_page = words + length, .pages = &p->pages};
  return (struct set_iter){.at = words + 1, .end = words + length};
}

#endif
