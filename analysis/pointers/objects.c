/* Objects: makes abstract objects and their locations, and folds offsets by type.

   Folding walks the type: at an array the offset is taken modulo the element, at a struct it goes
   on in the field it falls into.  It is a function of object and offset alone, so two accesses of
   one byte always get one location.  Where a pointer is moved, the assumption is C's: it stays
   inside the array it points into. */

#include "objects.h"
#include "hash.h"

#include <string.h>

enum { DEEPEST_TYPE = 32 };

void objects_init (struct objects *o, const struct program *p)
{
  *o = (struct objects){.program = p};
  vec_push (&o->v, (struct abstract_object){0});
  vec_push (&o->locs, (struct location){0});
}

void objects_free (struct objects *o)
{
  vec_free (&o->v);
  vec_free (&o->locs);
  map_free (&o->by_key);
  map_free (&o->by_place);
  vec_free (&o->became_whole);
  free (o->memo);
  vec_free (&o->in_array);
}

static uint64_t key_of (enum object_kind kind, uint32_t a, uint32_t b, uint32_t chain)
{
  return hash_add (hash_add (hash_u64 ((uint64_t)kind << 32 | chain), a), b);
}

static bool same_key (const struct abstract_object *v, enum object_kind kind, uint32_t a,
                      uint32_t b, uint32_t chain)
{
  return v->kind == kind && v->a == a && v->b == b && v->chain == chain;
}

static void set_layout (struct abstract_object *v, uint32_t unit, uint32_t type, uint64_t size)
{
  v->unit = unit;
  v->type = type;
  v->size = size;
}

/* A table of virtual functions: GCC declares it as an array, but each element has a meaning of its
 * own. */
static bool is_vtable (const struct program *p, uint32_t unit, const struct rec_object *r)
{
  uint32_t wanted = OF_CONST | OF_ARTIFICIAL;
  const struct type *types = p->units[unit].unit->types;
  if ((r->flags & wanted) != wanted || !r->type || types[r->type].r.kind != TK_ARRAY)
    return false;
  const struct type *element = &types[types[r->type].r.target];
  return element->r.kind == TK_POINTER && types[element->r.target].r.kind == TK_FUNCTION;
}

/* The layout of a variable of the program is known from its declaration. */
static void lay_out (const struct program *p, struct abstract_object *v)
{
  v->read_only = v->kind == OBJECT_FUNCTION || v->kind == OBJECT_STRING;
  if (v->kind == OBJECT_GLOBAL) {
    const struct rec_object *r = object_record (p, v->a);
    v->read_only = r->flags & OF_CONST && p->objects[v->a].defined;
    uint32_t unit = p->objects[v->a].unit;
    set_layout (v, unit, is_vtable (p, unit, r) ? 0 : r->type, r->size);
  } else if (v->kind == OBJECT_LOCAL) {
    uint32_t unit = p->functions[v->a].unit;
    const struct rec_local *l = &p->functions[v->a].body->locals[v->b];
    uint64_t bytes = l->type ? p->units[unit].unit->types[l->type].r.bits / 8 : 0;
    set_layout (v, unit, l->type, l->size ? l->size : bytes);
  }
}

object_id object_make (struct objects *o, enum object_kind kind, uint32_t a, uint32_t b,
                       uint32_t chain)
{
  uint64_t key = key_of (kind, a, b, chain);
  uint32_t *known = map_at (&o->by_key, key);
  while (*known && !same_key (&o->v.v[*known], kind, a, b, chain))
    known = map_at (&o->by_key, ++key); /* two keys with one hash */
  if (!*known) {
    struct abstract_object v = {.kind = (uint8_t)kind, .a = a, .b = b, .chain = chain};
    lay_out (o->program, &v);
    *known = o->v.n;
    vec_push (&o->v, v);
  }
  return *known;
}

object_id object_find (const struct objects *o, enum object_kind kind, uint32_t a, uint32_t b,
                       uint32_t chain)
{
  for (uint64_t key = key_of (kind, a, b, chain);; key++) {
    object_id known = map_get (&o->by_key, key, 0);
    if (!known || same_key (&o->v.v[known], kind, a, b, chain))
      return known;
  }
}

/* Layout */

static const struct type *type_of (const struct objects *o, uint32_t unit, uint32_t type)
{
  return type ? &o->program->units[unit].unit->types[type] : NULL;
}

static int64_t bytes_of (const struct type *t)
{
  return t ? (int64_t)(t->r.bits / 8) : 0;
}

static int64_t modulo (int64_t x, int64_t m)
{
  int64_t r = x % m;
  return r < 0 ? r + m : r;
}

static bool covers (const struct objects *o, uint32_t unit, const struct rec_field *f,
                    int64_t offset)
{
  const struct type *t = type_of (o, unit, f->type);
  bool flexible = t && t->r.kind == TK_ARRAY && !bytes_of (t);
  return f->bitoff / 8 <= offset && (flexible || offset < f->bitoff / 8 + bytes_of (t));
}

/* Fields of a struct are in the order of their offsets; the last that starts at OFFSET or before,
   and has a size, covers it or none does. */
static const struct rec_field *struct_field_at (const struct objects *o, uint32_t unit,
                                                const struct type *t, int64_t offset)
{
  uint32_t low = 0, high = t->n_fields;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (t->fields[middle].bitoff / 8 <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  while (low-- > 0) {
    const struct rec_field *f = &t->fields[low];
    if (f->flags & DF_BITFIELD)
      continue;
    if (covers (o, unit, f, offset))
      return f;
    if (bytes_of (type_of (o, unit, f->type)))
      break;
  }
  return NULL;
}

/* The field that byte OFFSET falls into; the last one with a flexible array takes all behind it. In
   unions the largest decides. */
static const struct rec_field *field_at (const struct objects *o, uint32_t unit,
                                         const struct type *t, int64_t offset)
{
  const struct rec_field *found = NULL;
  if (t->r.kind != TK_UNION)
    return struct_field_at (o, unit, t, offset);
  for (uint32_t i = 0; i < t->n_fields; i++) {
    const struct rec_field *f = &t->fields[i];
    if (!(f->flags & DF_BITFIELD) && covers (o, unit, f, offset) &&
        (!found ||
         bytes_of (type_of (o, unit, f->type)) > bytes_of (type_of (o, unit, found->type))))
      found = f;
  }
  return found;
}

/* A walk down a type to a byte. */
struct descent {
  uint32_t unit;
  const struct type *type;
  int64_t base;   /* where the current thing starts */
  int64_t offset; /* folded so far */
};

/* One level down; false at a scalar.  *ELEMENT is set to the size of an element if the level was an
   array, else to 0. */
static bool descend (const struct objects *o, struct descent *d, int64_t *element)
{
  const struct type *t = d->type;
  *element = 0;
  if (!t)
    return false;
  if (t->r.kind == TK_ARRAY) {
    const struct type *e = type_of (o, d->unit, t->r.target);
    *element = bytes_of (e);
    if (*element <= 0)
      return false;
    d->offset = d->base + modulo (d->offset - d->base, *element);
    d->type = e;
    return true;
  }
  if (t->r.kind != TK_STRUCT && t->r.kind != TK_UNION)
    return false;
  const struct rec_field *f = field_at (o, d->unit, t, d->offset - d->base);
  if (!f)
    return false;
  d->base += f->bitoff / 8;
  d->type = type_of (o, d->unit, f->type);
  return true;
}

/* Starts at the top of an object, which is itself an array if it holds any number of its type. */
static struct descent start (const struct objects *o, const struct abstract_object *v,
                             int64_t offset, int64_t *element)
{
  struct descent d = {v->unit, type_of (o, v->unit, v->type), 0, offset};
  *element = v->is_array ? bytes_of (d.type) : 0;
  if (*element > 0)
    d.offset = modulo (offset, *element);
  return d;
}

/* *INSIDE: it is in the middle of a scalar. */
static int64_t fold (const struct objects *o, const struct abstract_object *v, int64_t offset,
                     bool *inside)
{
  int64_t element;
  struct descent d = start (o, v, offset, &element);
  for (int i = 0; i < DEEPEST_TYPE && descend (o, &d, &element); i++)
    ;
  *inside = d.type && d.type->r.kind < TK_STRUCT && d.offset != d.base;
  return d.offset;
}

uint32_t arrays_around (const struct objects *o, object_id object, int64_t offset,
                        struct array_around *out)
{
  const struct abstract_object *v = &o->v.v[object];
  int64_t element;
  struct descent d = start (o, v, offset, &element);
  uint32_t n = 0;
  if (element > 0)
    out[n++] = (struct array_around){0, element, INT64_MAX};
  for (int i = 0; i < DEEPEST_TYPE && n < MOST_AROUND; i++) {
    struct array_around a = {d.base, 0, bytes_of (d.type)};
    if (!descend (o, &d, &a.element))
      break;
    if (!a.size)
      a.size = INT64_MAX;
    if (a.element)
      out[n++] = a;
  }
  return n;
}

bool struct_begins (const struct objects *o, object_id object, int64_t offset, uint64_t bytes)
{
  int64_t element;
  struct descent d = start (o, &o->v.v[object], offset, &element);
  for (int i = 0; i < DEEPEST_TYPE; i++) {
    bool is_struct = d.type && (d.type->r.kind == TK_STRUCT || d.type->r.kind == TK_UNION);
    if (is_struct && d.base == d.offset && bytes_of (d.type) > (int64_t)bytes)
      return true;
    if (!descend (o, &d, &element))
      break;
  }
  return false;
}

bool loc_is_in_array (struct objects *o, loc_id l)
{
  if (l >= o->in_array.n)
    vec_resize (&o->in_array, o->locs.n);
  if (!o->in_array.v[l]) {
    struct array_around around[MOST_AROUND];
    o->in_array.v[l] = arrays_around (o, o->locs.v[l].object, o->locs.v[l].offset, around) ? 2 : 1;
  }
  return o->in_array.v[l] > 1;
}

struct field_place object_field (const struct objects *o, object_id object, int64_t offset)
{
  int64_t element;
  struct descent d = start (o, &o->v.v[object], offset, &element);
  struct field_place found = {0};
  for (int i = 0; i < DEEPEST_TYPE; i++) {
    const struct type *t = d.type;
    if (t && (t->r.kind == TK_STRUCT || t->r.kind == TK_UNION)) {
      if (t->r.kind == TK_UNION && !found.in_union) {
        found.in_union = true;
        found.outer_union = t;
        found.in_outer = d.offset - d.base;
      }
      found.field = field_at (o, d.unit, t, d.offset - d.base);
      found.record = found.field ? t : NULL;
    }
    if (!descend (o, &d, &element)) {
      found.scalar = t && t->r.kind < TK_STRUCT ? t : NULL;
      break;
    }
    if (element && found.in_union)
      found.in_outer = OFFSET_ANYWHERE;
  }
  return found;
}

bool steps_over_elements (const struct objects *o, object_id object, int64_t offset,
                          uint64_t stride)
{
  const struct abstract_object *v = &o->v.v[object];
  struct array_around around[MOST_AROUND];
  if (!v->is_array && v->size && stride % v->size == 0)
    return true;
  for (uint32_t n = arrays_around (o, object, offset, around); n-- > 0;)
    if (stride % (uint64_t)around[n].element == 0)
      return true;
  return false;
}

/* Locations */

/* The location, made if it is new and there are fewer than LIMIT; else 0. */
static loc_id find_loc (struct objects *o, object_id object, int64_t offset, uint32_t limit)
{
  uint64_t key = hash_add (hash_u64 (object), (uint64_t)offset);
  uint32_t *known = map_at (&o->by_place, key);
  while (*known && (o->locs.v[*known].object != object || o->locs.v[*known].offset != offset))
    known = map_at (&o->by_place, ++key);
  struct abstract_object *v = &o->v.v[object];
  if (*known || v->n_locs >= limit)
    return *known;
  loc_id l = *known = o->locs.n;
  vec_push (&o->locs, (struct location){object, v->first_loc, offset});
  v->first_loc = l;
  v->n_locs++;
  return l;
}

static loc_id make_loc (struct objects *o, object_id object, int64_t offset)
{
  return find_loc (o, object, offset, UINT32_MAX);
}

loc_id loc_anywhere (struct objects *o, object_id object)
{
  if (o->v.v[object].whole)
    return o->v.v[object].whole;
  if (!o->v.v[object].anywhere) {
    loc_id l = make_loc (o, object, OFFSET_ANYWHERE);
    o->v.v[object].anywhere = l;
  }
  return o->v.v[object].anywhere;
}

loc_id loc_everything (struct objects *o, object_id object)
{
  loc_anywhere (o, object);
  loc_id whole = o->v.v[object].whole;
  return whole ? whole : make_loc (o, object, OFFSET_EVERYTHING);
}

/* Objects of which nothing but their identity matters have one location. */
static bool is_point (const struct abstract_object *v)
{
  return v->kind == OBJECT_FUNCTION || v->kind == OBJECT_STRING || v->kind == OBJECT_OUTSIDE ||
         v->kind == OBJECT_POOL || v->kind == OBJECT_LIBRARY || v->kind == OBJECT_RESULT;
}

loc_id object_take_as_whole (struct objects *o, object_id object)
{
  loc_id whole = make_loc (o, object, 0);
  o->v.v[object].whole = whole;
  vec_push (&o->became_whole, object);
  return whole;
}

static loc_id find_loc_at (struct objects *o, object_id object, int64_t offset)
{
  const struct abstract_object *v = &o->v.v[object];
  bool inside;
  int64_t folded = fold (o, v, offset, &inside);
  bool outside = folded < 0 || (v->size && !v->is_array && (uint64_t)folded > v->size);
  if (outside)
    return loc_anywhere (o, object);
  uint32_t most = !v->type ? MOST_UNTYPED_LOCATIONS : inside ? MOST_INSIDE : MOST_LOCATIONS;
  loc_id l = find_loc (o, object, folded, most);
  if (l)
    return l;
  return inside ? loc_anywhere (o, object) : object_take_as_whole (o, object);
}

/* Pointers are moved by the same distances again and again.  Layouts do not change once an object
   has locations. */
static inline loc_id remembered_loc (struct objects *o, object_id object, int64_t offset)
{
  enum { MEMO_BITS = 15 };
  if (!o->memo)
    o->memo = XCNEWVEC (struct loc_memo, (size_t)1 << MEMO_BITS);
  struct loc_memo *m =
      &o->memo[(((uint64_t)object << 32) + (uint64_t)offset) * HASH_K1 >> (64 - MEMO_BITS)];
  if (m->object != object || m->offset != offset)
    *m = (struct loc_memo){object, find_loc_at (o, object, offset), offset};
  return m->loc;
}

loc_id loc_at (struct objects *o, object_id object, int64_t offset)
{
  const struct abstract_object *v = &o->v.v[object];
  if (v->whole)
    return v->whole;
  if (is_point (v))
    return make_loc (o, object, 0);
  return offset == OFFSET_ANYWHERE ? loc_anywhere (o, object) : remembered_loc (o, object, offset);
}

/* Whether the object is array A and nothing else. */
static bool is_all (const struct abstract_object *v, const struct array_around *a)
{
  return !a->base && (a->size == INT64_MAX || (uint64_t)a->size >= v->size);
}

/* What a pointer may lead to: nothing yet, one location, or anywhere. */
static void may_lead_to (struct objects *o, loc_id *found, loc_id l)
{
  *found = *found && *found != l ? loc_anywhere (o, loc_object (o, l)) : l;
}

/* Down by BYTES.  OFFSET stands for that offset in any element of the arrays around it; of which
   element the pointer was, nobody knows.  It may have stayed in one of the arrays, or have left the
   innermost one in front, as container_of does; if several places fit, it is anywhere. */
static loc_id move_down (struct objects *o, object_id object, int64_t offset, int64_t bytes)
{
  enum { MOST_TRIES = 64 };
  struct array_around around[MOST_AROUND];
  uint32_t n = arrays_around (o, object, offset, around);
  const struct array_around *inner = n ? &around[n - 1] : NULL;
  loc_id found = 0;
  if (!inner || offset + bytes >= inner->base)
    return loc_at (o, object, offset + bytes);
  for (uint32_t i = n; i-- > 0;) {
    const struct array_around *a = &around[i];
    int64_t in = offset - a->base;
    if (in + bytes >= 0)
      break; /* in the same element */
    if (a != inner && !is_all (&o->v.v[object], a))
      return loc_anywhere (o, object); /* it may have left several arrays */
    bool fits = a->size == INT64_MAX || in + a->size - a->element + bytes >= 0;
    if (is_all (&o->v.v[object], a) || fits)
      may_lead_to (o, &found, loc_at (o, object, a->base + modulo (in + bytes, a->element)));
  }
  for (int64_t i = 0, to = offset + bytes; to < inner->base && i < inner->size / inner->element;
       i++, to += inner->element) {
    if (i == MOST_TRIES)
      return loc_anywhere (o, object);
    if (to >= 0)
      may_lead_to (o, &found, loc_at (o, object, to));
  }
  return found ? found : loc_anywhere (o, object);
}

/* The same around L: few locations are in an array. */
static bool loc_steps (struct objects *o, loc_id l, uint64_t stride)
{
  struct location at = o->locs.v[l];
  uint64_t size = o->v.v[at.object].size;
  return loc_is_in_array (o, l) ? steps_over_elements (o, at.object, at.offset, stride)
                                : size && stride % size == 0;
}

loc_id loc_shift (struct objects *o, loc_id l, int64_t bytes, uint64_t stride)
{
  struct location at = o->locs.v[l];
  const struct abstract_object *v = &o->v.v[at.object];
  if (v->whole)
    return v->whole;
  if (is_point (v) || at.offset == OFFSET_ANYWHERE || (!bytes && !stride))
    return l;
  int64_t offset;
  if (__builtin_add_overflow (at.offset, bytes, &offset))
    return loc_anywhere (o, at.object);
  /* From the end of all it may go back inside. */
  bool end =
      !v->is_array && v->size && (at.offset < offset ? offset : at.offset) >= (int64_t)v->size;
  if (stride && (end || !loc_steps (o, l, stride)))
    return loc_anywhere (o, at.object);
  return bytes < 0 ? move_down (o, at.object, at.offset, bytes)
                   : remembered_loc (o, at.object, offset);
}

bool loc_ends_before (const struct objects *o, loc_id l, int64_t bytes)
{
  struct location at = o->locs.v[l];
  const struct abstract_object *v = &o->v.v[at.object];
  return v->kind == OBJECT_HEAP && v->size && !v->is_array && !v->stands_for && !v->whole &&
         at.offset > OFFSET_EVERYTHING && bytes > 0 &&
         (uint64_t)at.offset + (uint64_t)bytes >= v->size;
}

/* Objects that hold pointers are aligned to what their pointers need, and to no more. */
loc_id loc_align (struct objects *o, loc_id l, int64_t alignment)
{
  enum { LARGEST_ALIGNMENT = 16 };
  struct location at = o->locs.v[l];
  const struct abstract_object *v = &o->v.v[at.object];
  if (v->whole || is_point (v) || at.offset == OFFSET_ANYWHERE)
    return v->whole ? v->whole : l;
  if (alignment > LARGEST_ALIGNMENT)
    return loc_anywhere (o, at.object);
  return loc_shift (o, l, -(at.offset % alignment), 0);
}

void object_lay_out_as (struct objects *o, object_id object, object_id like, int64_t offset,
                        uint64_t size)
{
  struct abstract_object *v = &o->v.v[object];
  const struct abstract_object *w = &o->v.v[like];
  if (v->type || v->first_loc || v->whole || w->whole || !w->type)
    return;
  if (!offset && (!size || size == w->size)) {
    v->unit = w->unit;
    v->type = w->type;
    v->size = w->size;
    v->is_array = w->is_array;
    return;
  }
  int64_t element;
  struct descent d = start (o, w, offset, &element);
  for (int i = 0; size && d.type && i < DEEPEST_TYPE; i++) {
    if (d.base == offset && (uint64_t)bytes_of (d.type) == size) {
      v->unit = w->unit;
      v->type = (uint32_t)(d.type - o->program->units[w->unit].unit->types);
      v->size = size;
      return;
    }
    if (!descend (o, &d, &element))
      return;
  }
}

static int by_offset (const void *a, const void *b)
{
  const struct placed_loc *x = a, *y = b;
  return x->offset != y->offset ? (x->offset > y->offset) - (x->offset < y->offset)
                                : (x->loc > y->loc) - (x->loc < y->loc);
}

struct locs_of_object placed_in (struct placed_locs *p, const struct objects *o, object_id object,
                                 const struct bitset *wanted)
{
  if (object >= p->in.n)
    vec_resize (&p->in, o->v.n);
  struct locs_of_object *in = &p->in.v[object];
  if (in->newest)
    return *in;
  in->newest = o->v.v[object].first_loc;
  in->first = p->v.n;
  for (loc_id l = in->newest; l; l = o->locs.v[l].next)
    if ((!wanted || bitset_has (wanted, l)) && o->locs.v[l].offset != OFFSET_EVERYTHING)
      vec_push (&p->v, (struct placed_loc){o->locs.v[l].offset, l});
  in->end = p->v.n;
  if (in->end > in->first)
    qsort (p->v.v + in->first, in->end - in->first, sizeof *p->v.v, by_offset);
  return *in;
}

uint32_t placed_behind (const struct placed_locs *p, struct locs_of_object in, int64_t offset)
{
  while (in.first < in.end) {
    uint32_t middle = in.first + (in.end - in.first) / 2;
    if (p->v.v[middle].offset > offset)
      in.end = middle;
    else
      in.first = middle + 1;
  }
  return in.first;
}

void placed_free (struct placed_locs *p)
{
  vec_free (&p->in);
  vec_free (&p->v);
}

const char *object_type_name (const struct objects *o, object_id object)
{
  const struct abstract_object *v = &o->v.v[object];
  const struct unit *u = v->type ? o->program->units[v->unit].unit : NULL;
  return u && u->types[v->type].r.name ? u->strings[u->types[v->type].r.name] : NULL;
}

const char *loc_struct_name (const struct objects *o, loc_id l)
{
  const struct location *at = &o->locs.v[l];
  const struct abstract_object *v = &o->v.v[at->object];
  const char *name = object_type_name (o, at->object);
  int64_t element;
  if (!v->type || v->whole || at->offset <= OFFSET_EVERYTHING)
    return name;
  struct descent d = start (o, v, at->offset, &element);
  for (int i = 0; d.type && i < DEEPEST_TYPE; i++) {
    if ((d.type->r.kind == TK_STRUCT || d.type->r.kind == TK_UNION) && d.type->r.name)
      name = o->program->units[d.unit].unit->strings[d.type->r.name];
    if (!descend (o, &d, &element))
      break;
  }
  return name;
}
