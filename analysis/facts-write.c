/* Writes facts: records in, one blob out.

   Each table of the unit is collected in its own buffer, so that the plugin may add strings, types
   and places while it is in the middle of a function; facts_finish puts the tables one behind the
   other, in the order in which a reader wants them. */

#include "facts.h"

#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>
#include <libiberty/hashtab.h>

struct buffer {
  uint8_t *data;
  size_t size, room;
};

/* An interned string: where its record's text stands in the buffer of strings. */
struct string_entry {
  size_t offset, length;
  uint32_t number;
};

struct facts_writer {
  struct buffer table[REC_function + 1]; /* by kind; fields follow types, bodies follow functions */
  uint32_t count[REC_END];
  int64_t previous[REC_END][4]; /* DELTA fields of the last record of each kind */
  uint32_t last_loc, last_def;
  bool in_function;
  /* Strings by contents: open addressing, a power of two. */
  struct string_entry *strings;
  uint32_t strings_room;
};

static void reserve (struct buffer *b, size_t more)
{
  if (b->size + more <= b->room)
    return;
  b->room = (b->size + more) * 2;
  b->data = xrealloc (b->data, b->room);
}

enum { LONGEST_VARINT = 10 };

static void put_u (struct buffer *b, uint64_t x)
{
  reserve (b, LONGEST_VARINT);
  while (x >= 0x80) {
    b->data[b->size++] = (uint8_t)(x | 0x80);
    x >>= 7;
  }
  b->data[b->size++] = (uint8_t)x;
}

static uint64_t zigzag (int64_t x)
{
  return ((uint64_t)x << 1) ^ (uint64_t)(x >> 63);
}

static void put_s (struct buffer *b, int64_t x)
{
  put_u (b, zigzag (x));
}

static uint64_t value_distance (const struct facts_writer *w, uint32_t value)
{
  return zigzag ((int64_t)w->last_def - (int64_t)value);
}

static void put_address (struct facts_writer *, struct buffer *, const struct address *);

static void put_operand (struct facts_writer *w, struct buffer *b, const struct operand *o)
{
  switch (o->kind) {
  case OPND_VALUE:
    put_u (b, value_distance (w, o->value) << 2 | 1);
    break;
  case OPND_INT: {
    uint64_t z = zigzag (o->u.number);
    if (z >> 62) {
      put_u (b, OO_WIDE << 2);
      put_u (b, z);
    } else {
      put_u (b, z << 2 | 2);
    }
    break;
  }
  case OPND_ADDRESS:
  case OPND_CONTENTS:
    put_u (b, (o->kind == OPND_CONTENTS) << 2 | 3);
    put_address (w, b, o->u.addr);
    break;
  default:
    put_u (b, (uint64_t)o->other << 2);
  }
}

static uint64_t coded_base (const struct facts_writer *w, const struct address *a)
{
  switch (a->base_kind) {
  case BASE_VALUE:
    return value_distance (w, a->base) << 2 | 1;
  case BASE_OBJECT:
    return (uint64_t)a->base << 3 | 2;
  case BASE_LOCAL:
    return (uint64_t)a->base << 3 | 6;
  case BASE_SYMBOL:
    return (uint64_t)a->base << 2 | 3;
  default:
    return 0;
  }
}

static void put_address (struct facts_writer *w, struct buffer *b, const struct address *a)
{
  put_u (b, coded_base (w, a));
  put_s (b, a->bitoff);
  put_u (b, (uint64_t)a->n_indices << 1 | a->has_path);
  for (uint32_t i = 0; i < a->n_indices; i++) {
    put_operand (w, b, &a->indices[i].index);
    put_u (b, a->indices[i].stride);
    put_u (b, a->indices[i].bound);
  }
  if (!a->has_path)
    return;
  put_u (b, a->root);
  put_u (b, a->n_steps);
  for (uint32_t i = 0; i < a->n_steps; i++) {
    const struct step *s = &a->steps[i];
    uint64_t n = s->kind == STEP_CONSTANT ? zigzag (s->n) : (uint64_t)s->n;
    put_u (b, n << 2 | s->kind);
  }
}

static void put_numbers (struct buffer *b, const struct number_list *l)
{
  put_u (b, l->n);
  for (uint32_t i = 0; i < l->n; i++)
    put_u (b, l->v[i]);
}

static void put_names (struct buffer *b, const struct name_list *l)
{
  put_u (b, l->n);
  uint32_t last = 0;
  for (uint32_t i = 0; i < l->n; i++) {
    put_u (b, l->v[i].value - last);
    put_u (b, l->v[i].name);
    last = l->v[i].value;
  }
}

static void put_bytes (struct buffer *b, const struct bytes *s)
{
  if (!s->n)
    return;
  reserve (b, s->n);
  memcpy (b->data + b->size, s->v, s->n);
  b->size += s->n;
}

static void put_field (struct facts_writer *w, struct buffer *b, const struct record *r,
                       const struct field_desc *f, int64_t *previous)
{
  const void *p = (const char *)r + f->offset;
  switch ((enum field_type)f->type) {
  case FT_U:
    put_u (b, *(const uint64_t *)p);
    break;
  case FT_S:
    put_s (b, *(const int64_t *)p);
    break;
  case FT_DELTA: {
    int64_t x = *(const int64_t *)p;
    put_s (b, (int64_t)((uint64_t)x - (uint64_t)*previous));
    *previous = x;
    break;
  }
  case FT_ENUM:
  case FT_FLAGS:
  case FT_STR:
  case FT_TYPE:
  case FT_SYM:
    put_u (b, *(const uint32_t *)p);
    break;
  case FT_LOC:
    if (facts_records[r->kind].in_body) {
      put_s (b, (int64_t)r->loc - (int64_t)w->last_loc);
      w->last_loc = r->loc;
    } else {
      put_u (b, r->loc);
    }
    break;
  case FT_DEF:
    put_u (b, r->dst ? 1 + zigzag ((int64_t)r->dst - (int64_t)w->last_def - 1) : 0);
    break;
  case FT_OPND:
    put_operand (w, b, p);
    break;
  case FT_ADDR:
    put_address (w, b, p);
    break;
  case FT_TYPES:
  case FT_STRS:
  case FT_NUMS:
    put_numbers (b, p);
    break;
  case FT_OPNDS: {
    const struct operand_list *l = p;
    put_u (b, l->n);
    for (uint32_t i = 0; i < l->n; i++)
      put_operand (w, b, &l->v[i]);
    break;
  }
  case FT_NAMES:
    put_names (b, p);
    break;
  case FT_BYTES:
    put_bytes (b, p);
    break;
  }
}

/* Writes the length of a body that starts at START, in front of it. */
static void close_body (struct buffer *b, size_t start)
{
  uint64_t length = b->size - start;
  if (length < 0x80) {
    b->data[start - 1] = (uint8_t)length;
    return;
  }
  struct buffer prefix = {0};
  put_u (&prefix, length);
  reserve (b, prefix.size);
  memmove (b->data + start - 1 + prefix.size, b->data + start, length);
  memcpy (b->data + start - 1, prefix.data, prefix.size);
  b->size += prefix.size - 1;
  free (prefix.data);
}

/* The buffer that records of KIND go to. */
static struct buffer *table_of (struct facts_writer *w, unsigned kind)
{
  if (kind == REC_field)
    kind = REC_type;
  else if (facts_records[kind].in_body)
    kind = REC_function;
  return &w->table[kind];
}

uint32_t facts_put (struct facts_writer *w, const struct record *r)
{
  const struct record_desc *d = &facts_records[r->kind];
  struct buffer *b = table_of (w, r->kind);
  int64_t *previous = w->previous[r->kind];
  if (r->kind == REC_function)
    w->last_loc = w->last_def = 0;
  else if (r->kind == REC_type)
    memset (w->previous[REC_field], 0, sizeof w->previous[REC_field]);

  reserve (b, 2);
  b->data[b->size++] = r->kind;
  size_t start = ++b->size, keep = start;
  for (unsigned i = 0; i < d->n_fields; i++) {
    size_t before = b->size;
    put_field (w, b, r, &d->fields[i], previous);
    if (d->fields[i].type == FT_DELTA)
      previous++;
    if (b->size != before + 1 || b->data[before] != 0)
      keep = b->size;
  }
  b->size = keep;
  close_body (b, start);
  if (r->dst)
    w->last_def = r->dst;
  return ++w->count[r->kind];
}

/* Strings are interned: a unit names the same fields and variables over and over. */

static struct string_entry *find_string (struct facts_writer *w, const char *s, size_t length)
{
  const uint8_t *data = w->table[REC_string].data;
  uint32_t mask = w->strings_room - 1;
  for (uint32_t i = iterative_hash (s, length, 0) & mask;; i = (i + 1) & mask) {
    struct string_entry *e = &w->strings[i];
    if (!e->number || (e->length == length && !memcmp (data + e->offset, s, length)))
      return e;
  }
}

static void grow_strings (struct facts_writer *w)
{
  struct string_entry *old = w->strings;
  uint32_t room = w->strings_room;
  w->strings_room = room ? room * 2 : 1024;
  w->strings = xcalloc (w->strings_room, sizeof *w->strings);
  const char *data = (const char *)w->table[REC_string].data;
  for (uint32_t i = 0; i < room; i++)
    if (old[i].number)
      *find_string (w, data + old[i].offset, old[i].length) = old[i];
  free (old);
}

uint32_t facts_string (struct facts_writer *w, const char *s)
{
  if (!s || !*s)
    return 0;
  if (w->count[REC_string] * 2 >= w->strings_room)
    grow_strings (w);
  size_t length = strlen (s);
  struct string_entry *e = find_string (w, s, length);
  if (!e->number) {
    struct rec_string r = {{REC_string, 0, 0}, {(uint32_t)length, s}};
    e->number = facts_put (w, &r.r);
    e->length = length;
    e->offset = w->table[REC_string].size - length;
  }
  return e->number;
}

struct facts_writer *facts_writer_new (void)
{
  return xcalloc (1, sizeof (struct facts_writer));
}

size_t facts_size (const struct facts_writer *w)
{
  size_t size = FACTS_HEADER_SIZE;
  for (unsigned i = 0; i <= REC_function; i++)
    size += w->table[i].size;
  return size;
}

static void put_fixed (uint8_t *p, uint64_t x, int bytes)
{
  for (int i = 0; i < bytes; i++)
    p[i] = (uint8_t)(x >> (8 * i));
}

uint8_t *facts_finish (struct facts_writer *w, size_t *size)
{
  *size = facts_size (w);
  uint8_t *blob = xmalloc (*size), *p = blob + FACTS_HEADER_SIZE;
  for (unsigned i = 0; i <= REC_function; i++) {
    if (w->table[i].size)
      memcpy (p, w->table[i].data, w->table[i].size);
    p += w->table[i].size;
  }
  size_t length = *size - FACTS_HEADER_SIZE;
  memcpy (blob, FACTS_MAGIC, 8);
  put_fixed (blob + 8, FACTS_VERSION, 4);
  put_fixed (blob + 12, xcrc32 (blob + FACTS_HEADER_SIZE, (int)length, FACTS_CHECKSUM_START), 4);
  put_fixed (blob + 16, length, 8);
  return blob;
}

void facts_writer_free (struct facts_writer *w)
{
  for (unsigned i = 0; i <= REC_function; i++)
    free (w->table[i].data);
  free (w->strings);
  free (w);
}
