/* Interners.  A record is its length in bytes and the contents, filled up to whole words; strings
   have a NUL behind them.  Short records are packed into blocks, because the arena aligns to 16. */

#include "intern.h"

enum { BLOCK = 256, LONG = 32 }; /* words */

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

static uint64_t record_hash (const void *records, uint32_t number)
{
  const uint32_t *r = ((uint32_t *const *)records)[number];
  return hash_bytes (r + 1, *r);
}

static uint32_t *take (struct interner *i, size_t words)
{
  if (words > LONG)
    return ARENA_ARRAY (&i->arena, words, uint32_t);
  if (words > (size_t)(i->end - i->next)) {
    i->next = ARENA_ARRAY (&i->arena, BLOCK, uint32_t);
    i->end = i->next + BLOCK;
  }
  uint32_t *p = i->next;
  i->next += words;
  return p;
}

/* The id, or 0: HASH_NONE is -1. */
static uint32_t find (const struct interner *i, const struct contents *c, uint64_t hash)
{
  return hash_index_find (&i->index, hash, is_record, i->records.v, c) + 1;
}

/* WORDS: what the contents take, with a NUL if they need one. */
static uint32_t intern (struct interner *i, const void *data, size_t bytes, size_t words)
{
  if (bytes > UINT32_MAX)
    xmalloc_failed (bytes);
  struct contents c = {data, bytes};
  uint64_t hash = hash_bytes (data, bytes);
  i->lookups++;
  uint32_t id = find (i, &c, hash);
  if (id)
    return id;
  uint32_t *r = take (i, 1 + words);
  *r = (uint32_t)bytes;
  if (bytes)
    memcpy (r + 1, data, bytes);
  vec_push (&i->records, r);
  hash_index_add (&i->index, hash, record_hash, i->records.v);
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
  return intern (&s->i, text, n, n / sizeof (uint32_t) + 1);
}

uint32_t strings_intern (struct strings *s, const char *text)
{
  return strings_intern_n (s, text, strlen (text));
}

uint32_t strings_find (const struct strings *s, const char *text)
{
  struct contents c = {text, strlen (text)};
  return find (&s->i, &c, hash_bytes (text, c.bytes));
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
  return intern (&t->i, numbers, (size_t)n * sizeof *numbers, n);
}

uint32_t tuples_find (const struct tuples *t, const uint32_t *numbers, uint32_t n)
{
  struct contents c = {numbers, (size_t)n * sizeof *numbers};
  return find (&t->i, &c, hash_bytes (numbers, c.bytes));
}

void tuples_free (struct tuples *t)
{
  free_interner (&t->i);
}

size_t tuples_bytes (const struct tuples *t)
{
  return interner_bytes (&t->i);
}
