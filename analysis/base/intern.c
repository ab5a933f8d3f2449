/* Interners.  A record is its length in bytes and the contents, filled up to whole words; strings
   have a NUL behind them.  Short records are packed into blocks, because the arena aligns to 16. */

#include "intern.h"

enum { BLOCK = 256, LONG = 32, SHORT = 8 }; /* words */

struct contents {
  const void *data;
  size_t bytes;
};

static bool is_record (const void *records, uint32_t number, const void *key)
{
  const uint32_t *r = ((uint32_t *const *)records)[number];
  const struct contents *c = key;
  return *r == c->bytes && (!c->bytes || memcmp (r + 1, c->data, c->bytes) == 0);
}

/* Tuples, of which most are short: the same without a call. */
static bool is_tuple (const void *records, uint32_t number, const void *key)
{
  const uint32_t *r = ((uint32_t *const *)records)[number];
  const struct contents *c = key;
  const uint32_t *v = c->data;
  if (*r != c->bytes)
    return false;
  if (c->bytes > SHORT * sizeof *v)
    return memcmp (r + 1, v, c->bytes) == 0;
  for (size_t i = 0; i < c->bytes / sizeof *v; i++)
    if (r[1 + i] != v[i])
      return false;
  return true;
}

static uint64_t words_hash (const uint32_t *v, size_t n)
{
  if (n > SHORT)
    return hash_bytes (v, n * sizeof *v);
  uint64_t h = n * HASH_K1;
  for (; n > 1; n -= 2, v += 2)
    h = hash_add (h, (uint64_t)v[1] << 32 | v[0]);
  return hash_u64 (n ? hash_add (h, *v) : h);
}

static uint64_t tuple_hash (const void *records, uint32_t number)
{
  const uint32_t *r = ((uint32_t *const *)records)[number];
  return words_hash (r + 1, *r / sizeof *r);
}

static uint64_t record_hash (const void *records, uint32_t number)
{
  const uint32_t *r = ((uint32_t *const *)records)[number];
  return hash_bytes (r + 1, *r);
}

static uint32_t *take (struct interner *i, size_t words)
{
  if (words > LONG)
    return arena_room (&i->arena, words * sizeof (uint32_t));
  if (words > (size_t)(i->end - i->next)) {
    i->next = arena_room (&i->arena, BLOCK * sizeof (uint32_t));
    i->end = i->next + BLOCK;
  }
  uint32_t *p = i->next;
  i->next += words;
  return p;
}

/* Enters what is known to be new.  WORDS: what the contents take, with a NUL if they need one. */
static uint32_t enter (struct interner *i, const struct contents *c, size_t words, uint64_t hash,
                       hash_of *of)
{
  if (c->bytes > UINT32_MAX)
    xmalloc_failed (c->bytes);
  uint32_t *r = take (i, 1 + words);
  r[words] = 0; /* the NUL, in what may be the last word of the contents */
  *r = (uint32_t)c->bytes;
  if (c->bytes)
    memcpy (r + 1, c->data, c->bytes);
  vec_push (&i->records, r);
  hash_index_add (&i->index, hash, of, i->records.v);
  return i->records.n;
}

static void free_interner (struct interner *i)
{
  hash_index_free (&i->index);
  vec_free (&i->records);
  arena_free (&i->arena);
  *i = (struct interner){0};
}

static size_t interner_bytes (const struct interner *i)
{
  return hash_index_bytes (&i->index) + vec_bytes (&i->records) + i->arena.bytes;
}

uint32_t strings_intern_n (struct strings *s, const char *text, size_t n)
{
  struct contents c = {text, n};
  uint64_t hash = hash_bytes (text, n);
  s->i.lookups++;
  uint32_t number = hash_index_find (&s->i.index, hash, is_record, s->i.records.v, &c);
  return number != HASH_NONE ? number + 1
                             : enter (&s->i, &c, n / sizeof (uint32_t) + 1, hash, record_hash);
}

uint32_t strings_intern (struct strings *s, const char *text)
{
  return strings_intern_n (s, text, strlen (text));
}

uint32_t strings_find (const struct strings *s, const char *text)
{
  struct contents c = {text, strlen (text)};
  return hash_index_find (&s->i.index, hash_bytes (text, c.bytes), is_record, s->i.records.v, &c) +
         1; /* HASH_NONE is -1 */
}

void strings_free (struct strings *s)
{
  free_interner (&s->i);
}

size_t strings_bytes (const struct strings *s)
{
  return interner_bytes (&s->i);
}

uint32_t tuples_intern (struct tuples *t, const uint32_t *numbers, uint32_t n)
{
  struct contents c = {numbers, (size_t)n * sizeof *numbers};
  uint64_t hash = words_hash (numbers, n);
  t->i.lookups++;
  uint32_t number = hash_index_find (&t->i.index, hash, is_tuple, t->i.records.v, &c);
  return number != HASH_NONE ? number + 1 : enter (&t->i, &c, n, hash, tuple_hash);
}

uint32_t tuples_find (const struct tuples *t, const uint32_t *numbers, uint32_t n)
{
  struct contents c = {numbers, (size_t)n * sizeof *numbers};
  return hash_index_find (&t->i.index, words_hash (numbers, n), is_tuple, t->i.records.v, &c) + 1;
}

void tuples_free (struct tuples *t)
{
  free_interner (&t->i);
}

size_t tuples_bytes (const struct tuples *t)
{
  return interner_bytes (&t->i);
}
