/* Writes facts: records in, one blob out.

   Each table of the unit is collected in its own buffer, so that the plugin may add strings, types
   and places while it is in the middle of a function; facts_finish puts the tables one behind the
   other, in the order in which a reader wants them. */

#include "facts.h"
#include "wrap.h"

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

/* A place, and where it has been written: its number in the table, for records outside functions,
   and its number among those told inside functions.  0: not yet. */
struct known_loc {
  struct rec_loc loc;
  uint32_t in_table, in_functions;
};

struct facts_writer {
  struct buffer table[REC_function + 1]; /* by kind; fields follow types, bodies follow functions */
  uint32_t count[REC_END];
  int64_t previous[REC_END][4]; /* DELTA fields of the last record of each kind */
  uint32_t last_loc, next_def;
  uint32_t block;         /* number of the current one */
  struct known_loc *locs; /* from 1 */
  uint32_t n_locs, locs_room, new_locs;
  struct rec_loc last_new; /* what the next new place is told relative to */
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

static inline void put_u (struct buffer *b, uint64_t x)
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
  return zigzag ((int64_t)w->next_def - (int64_t)value);
}

static void put_address (struct facts_writer *, struct buffer *, const struct address *);

/* The address of a whole symbol, object or local has a short code. */
static bool put_plain_address (struct buffer *b, const struct address *a)
{
  static const uint8_t place[] = {[BASE_SYMBOL] = 0, [BASE_OBJECT] = 1, [BASE_LOCAL] = 2};
  if (a->base_kind < BASE_OBJECT || a->bitoff || a->n_indices || a->n_steps || a->root)
    return false;
  put_u (b, (2 + 3 * (uint64_t)a->base + place[a->base_kind]) << 2 | 3);
  return true;
}

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
    if (put_plain_address (b, o->u.addr))
      break;
    /* fall through */
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
  enum { MANY_STEPS = 7 };
  int64_t offset = wrapping_sub (a->bitoff, a->path_bits);
  uint64_t steps = a->n_steps < MANY_STEPS ? a->n_steps : MANY_STEPS;
  put_u (b, coded_base (w, a));
  put_u (b, (uint64_t)a->n_indices << 5 | steps << 2 | (a->root != 0) << 1 | (offset != 0));
  if (offset)
    put_s (b, offset);
  if (a->root)
    put_u (b, a->root);
  if (steps == MANY_STEPS)
    put_u (b, a->n_steps);
  for (uint32_t i = 0; i < a->n_steps; i++) {
    const struct step *s = &a->steps[i];
    uint64_t n = s->kind == STEP_CONSTANT ? zigzag (s->n) : (uint64_t)s->n;
    put_u (b, n << 2 | s->kind);
  }
  for (uint32_t i = 0; i < a->n_indices; i++) {
    put_operand (w, b, &a->indices[i].index);
    put_u (b, a->indices[i].stride);
    bool scaled = !a->indices[i].stride && a->indices[i].unit;
    put_u (b, a->indices[i].bound | (scaled ? INDEX_SCALED : 0));
    if (scaled) {
      put_operand (w, b, &a->indices[i].scale);
      put_u (b, a->indices[i].unit);
    }
  }
}

static void put_numbers (struct buffer *b, const struct number_list *l)
{
  put_u (b, l->n);
  for (uint32_t i = 0; i < l->n; i++)
    put_u (b, l->v[i]);
}

static void put_edges (const struct facts_writer *w, struct buffer *b,
                       const struct flow_edge_list *l)
{
  put_u (b, l->n);
  for (uint32_t i = 0; i < l->n; i++)
    put_u (b, zigzag ((int64_t)l->v[i].target - (int64_t)w->block) << 3 | l->v[i].kind);
}

static void put_blocks (const struct facts_writer *w, struct buffer *b, const struct number_list *l)
{
  put_u (b, l->n);
  for (uint32_t i = 0; i < l->n; i++)
    put_s (b, (int64_t)l->v[i] - (int64_t)w->block);
}

static void put_bytes (struct buffer *b, const struct bytes *s)
{
  if (!s->n)
    return;
  reserve (b, s->n);
  memcpy (b->data + b->size, s->v, s->n);
  b->size += s->n;
}

/* The number of a place for records outside functions. */
static uint32_t loc_in_table (struct facts_writer *w, uint32_t loc)
{
  if (loc && !w->locs[loc].in_table) {
    struct rec_loc l = w->locs[loc].loc;
    l.r.loc = loc_in_table (w, l.r.loc); /* the record names its own by number in the table */
    w->locs[loc].in_table = facts_put (w, &l.r);
  }
  return loc ? w->locs[loc].in_table : 0;
}

enum { LOC_SAME, LOC_NONE, LOC_EARLIER, LOC_NEW };

static void put_loc (struct facts_writer *w, struct buffer *b, uint32_t loc);

static void put_new_loc (struct facts_writer *w, struct buffer *b, uint32_t number)
{
  const struct rec_loc l = w->locs[number].loc, last = w->last_new;
  bool more = l.file != last.file || l.flags || l.lines || l.r.loc;
  w->last_new = l;
  put_u (b, LOC_NEW + (zigzag (l.line - last.line) << 2 | more << 1 | (l.start != 0)));
  put_s (b, l.column - last.column);
  put_s (b, l.finish);
  if (l.start)
    put_s (b, l.start);
  if (more) {
    put_s (b, l.file - last.file);
    put_u (b, l.flags);
    put_u (b, l.lines);
    put_loc (w, b, l.r.loc);
  }
  w->locs[number].in_functions = ++w->new_locs;
}

/* A place inside a function. */
static void put_loc (struct facts_writer *w, struct buffer *b, uint32_t loc)
{
  if (loc == w->last_loc) {
    put_u (b, LOC_SAME);
  } else if (!loc) {
    put_u (b, LOC_NONE);
  } else if (w->locs[loc].in_functions) {
    put_u (b, LOC_EARLIER);
    put_u (b, w->new_locs - w->locs[loc].in_functions);
  } else {
    put_new_loc (w, b, loc);
  }
  w->last_loc = loc;
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
    if (facts_records[r->kind].in_body)
      put_loc (w, b, r->loc);
    else if (r->kind == REC_loc)
      put_u (b, r->loc);
    else
      put_u (b, loc_in_table (w, r->loc));
    break;
  case FT_DEF:
    if (r->dst != w->next_def)
      put_u (b, r->dst ? 1 + zigzag ((int64_t)r->dst - (int64_t)w->next_def) : 0);
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
  case FT_EDGES:
    put_edges (w, b, p);
    break;
  case FT_BLOCKS:
    put_blocks (w, b, p);
    break;
  case FT_BYTES:
    put_bytes (b, p);
    break;
  case FT_CORE:
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

/* What starts anew with a record of this kind. */
static void reset_state (struct facts_writer *w, unsigned kind)
{
  if (kind == REC_function) {
    w->last_loc = 0;
    w->next_def = 1;
    w->block = UINT32_MAX; /* the first block makes it 0 */
  } else if (kind == REC_type) {
    memset (w->previous[REC_field], 0, sizeof w->previous[REC_field]);
  } else if (kind == REC_block) {
    w->block++;
  }
}

/* Writes all fields.  Returns the end of the last one that is not zero, and in *CORE the end of the
   fields of the short form (0: the row has none). */
static size_t put_fields (struct facts_writer *w, struct buffer *b, const struct record *r,
                          size_t *core)
{
  const struct record_desc *d = &facts_records[r->kind];
  int64_t *previous = w->previous[r->kind];
  size_t keep = b->size;
  *core = 0;
  for (unsigned i = 0; i < d->n_fields; i++) {
    if (d->fields[i].type == FT_CORE) {
      *core = b->size;
      continue;
    }
    size_t before = b->size;
    put_field (w, b, r, &d->fields[i], previous);
    if (d->fields[i].type == FT_DELTA)
      previous++;
    if (b->size > before && (b->size != before + 1 || b->data[before] != 0))
      keep = b->size;
  }
  return keep;
}

uint32_t facts_put (struct facts_writer *w, const struct record *r)
{
  struct buffer *b = table_of (w, r->kind);
  reset_state (w, r->kind);
  reserve (b, 2);
  size_t head = b->size, start = head + 2, core;
  b->size = start;
  size_t end = put_fields (w, b, r, &core);
  b->data[head] = r->kind;
  if (core && end <= core) {
    memmove (b->data + head + 1, b->data + start, core - start);
    b->size = core - 1;
    b->data[head] |= FACTS_SHORT;
  } else {
    b->size = end;
    close_body (b, start);
  }
  if (r->dst && r->dst == w->next_def)
    b->data[head] |= FACTS_NEXT;
  uint64_t defined = r->kind == REC_local ? ((const struct rec_local *)r)->value : r->dst;
  if (r->dst || defined >= w->next_def)
    w->next_def = (uint32_t)defined + 1;
  return ++w->count[r->kind];
}

uint32_t facts_loc (struct facts_writer *w, const struct rec_loc *l)
{
  if (w->n_locs + 1 >= w->locs_room) {
    w->locs_room = w->locs_room ? w->locs_room * 2 : 1024;
    w->locs = xrealloc (w->locs, w->locs_room * sizeof *w->locs);
  }
  w->locs[++w->n_locs] = (struct known_loc){*l, 0, 0};
  return w->n_locs;
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

void facts_count (const struct facts_writer *w, struct rec_unit *u)
{
  u->counts.n = REC_function + 1;
  u->counts.v = (uint32_t *)w->count;
  u->new_locs = w->new_locs;
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
  free (w->locs);
  free (w);
}
