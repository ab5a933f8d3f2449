/* Exprs: hash-consed, built bottom-up, simplified as they are made. */

#include "exprs.h"
#include "dump.h"

#include <inttypes.h>

void exprs_init (struct exprs *x, struct pointers *p)
{
  *x = (struct exprs){.p = p};
  vec_push (&x->v, (struct expr){.op = X_NONE});
}

void exprs_free (struct exprs *x)
{
  hash_index_free (&x->ids);
  tuples_free (&x->versions);
  vec_free (&x->v);
  vec_free (&x->points);
  map_free (&x->formal_points);
  once_free (&x->once);
}

static unsigned depth_of (const struct exprs *x, expr_id e)
{
  return e ? expr_get (x, e)->depth : 0;
}

static unsigned flags_of (const struct exprs *x, expr_id e)
{
  return e ? expr_get (x, e)->flags : 0;
}

static bool is_expr (const void *table, uint32_t number, const void *key)
{
  const struct expr *v = (const struct expr *)table + number, *w = key;
  return v->a == w->a && v->b == w->b && v->op == w->op && v->code == w->code && v->k == w->k;
}

static uint64_t expr_hash (const void *table, uint32_t number)
{
  const struct expr *v = (const struct expr *)table + number;
  return hash_u64 (hash_add (hash_pair (v->a, v->b), (uint64_t)v->k) +
                   ((uint64_t)v->op | (uint64_t)v->code << 8));
}

/* The bits of what E, whose operands are expressions where SUB says so, mentions. */
static uint32_t mentions_of (const struct exprs *x, const struct expr *e, unsigned sub)
{
  uint32_t bits = 0;
  if (sub & 1 && e->op != X_AT)
    bits |= expr_get (x, e->a)->mentions;
  if (sub & 2)
    bits |= expr_get (x, e->b)->mentions;
  if (e->op == X_FRESH)
    bits |= expr_record_bit_ (e->b);
  else if (e->op == X_VALUE)
    bits |= expr_value_bit_ (e->b);
  else if (e->op == X_LOAD || e->op == X_REACHED || e->op == X_AT)
    bits |= expr_record_bit_ (tuples_numbers (&x->versions, e->b)[1]);
  return bits;
}

/* A and B are expressions only where SUB says so (bit 0: a, bit 1: b). */
static expr_id make (struct exprs *x, enum expr_op op, uint8_t code, uint32_t a, uint32_t b,
                     int64_t k, unsigned sub, unsigned flags)
{
  unsigned deep_a = sub & 1 ? depth_of (x, a) : 0, deep_b = sub & 2 ? depth_of (x, b) : 0;
  unsigned depth = 1 + (deep_a > deep_b ? deep_a : deep_b);
  if ((sub & 1 && !a) || (sub & 2 && !b) || depth > DEEPEST_EXPR)
    return 0;
  if (sub & 1)
    flags |= flags_of (x, a);
  if (sub & 2)
    flags |= flags_of (x, b);
  struct expr e = {(uint8_t)op, code, (uint8_t)depth, (uint8_t)flags, a, b, 0, k};
  uint64_t hash = expr_hash (&e, 0);
  uint32_t known = hash_index_find (&x->ids, hash, is_expr, x->v.v + 1, &e);
  if (known != HASH_NONE)
    return known + 1;
  e.mentions = mentions_of (x, &e, sub);
  vec_push (&x->v, e);
  hash_index_add (&x->ids, hash, expr_hash, x->v.v + 1);
  return x->v.n - 1;
}

expr_id expr_const (struct exprs *x, int64_t k)
{
  return make (x, X_CONST, 0, 0, 0, k, 0, 0);
}

expr_id expr_formal (struct exprs *x, uint32_t n)
{
  return make (x, X_FORMAL, 0, n, 0, 0, 0, XF_FORMAL);
}

expr_id expr_object (struct exprs *x, object_id o)
{
  return o ? make (x, X_OBJECT, 0, o, 0, 0, 0, 0) : 0;
}

expr_id expr_fresh (struct exprs *x, funid f, uint32_t record)
{
  return make (x, X_FRESH, 0, f, record, 0, 0, XF_OPAQUE);
}

expr_id expr_given (struct exprs *x, funid f, uint32_t record, setid points)
{
  expr_id e = make (x, X_FRESH, 0, f, record, 1, 0, XF_OPAQUE);
  if (e >= x->points.n)
    vec_resize (&x->points, x->v.n);
  x->points.v[e] = 1 + points;
  return e;
}

expr_id expr_value (struct exprs *x, funid f, uint32_t value)
{
  return make (x, X_VALUE, 0, f, value, 0, 0, XF_OPAQUE);
}

expr_id expr_load (struct exprs *x, expr_id address, uint32_t version, uint64_t bits)
{
  return make (x, X_LOAD, 0, address, version, (int64_t)bits, 1, XF_OPAQUE | XF_LOAD);
}

expr_id expr_at (struct exprs *x, expr_id inner, uint32_t version)
{
  return make (x, X_AT, 0, inner, version, 0, 1, XF_OPAQUE);
}

expr_id expr_reached (struct exprs *x, expr_id from, uint32_t version, unsigned how)
{
  return make (x, X_REACHED, (uint8_t)how, from, version, 0, 1, XF_OPAQUE);
}

expr_id expr_if_not_null (struct exprs *x, expr_id e)
{
  for (expr_id root = expr_root (x, e); root; root = expr_root (x, e)) {
    const struct expr *v = expr_get (x, root);
    if (v->op != X_REACHED || !(v->code & REACHED_SAME))
      break;
    e = expr_replace (x, e, root, v->a);
  }
  return e;
}

expr_id expr_unreached (struct exprs *x, expr_id e)
{
  uint32_t version = expr_get (x, e)->b;
  const uint32_t *at = tuples_numbers (&x->versions, version);
  uint32_t outer = version;
  while (tuples_length (&x->versions, version) > 2) {
    version = at[2];
    at = tuples_numbers (&x->versions, version);
  }
  const struct function *b = x->p->objects.program->functions[at[0]].body;
  expr_id value = expr_value (x, at[0], b->records[at[1]]->dst);
  return outer == version ? value : expr_at (x, value, outer);
}

expr_id expr_origin (const struct exprs *x, expr_id e)
{
  e = expr_root (x, e);
  const struct expr *v = e ? expr_get (x, e) : NULL;
  return v && (v->op == X_LOAD || v->op == X_REACHED) ? v->a : 0;
}

expr_id expr_token (struct exprs *x, funid f, uint32_t record)
{
  return make (x, X_TOKEN, 0, f, record, 0, 0, 0);
}

expr_id expr_turn (struct exprs *x, enum signal signal, expr_id address, expr_id value)
{
  int64_t k;
  while (value && expr_get (x, value)->op == X_CONVERT)
    value = expr_get (x, value)->a;
  if (value && expr_is_const (x, value, &k))
    return k >= 0 && k <= LARGEST_TURN ? expr_signal (x, signal, address, k) : 0;
  return make (x, X_SIGNAL, (uint8_t)signal, address, value, 0, 3, 0);
}

expr_id expr_signal (struct exprs *x, enum signal signal, expr_id address, int64_t count)
{
  return make (x, X_SIGNAL, (uint8_t)signal, address, 0, count, 1, 0);
}

expr_id expr_any_signal (struct exprs *x)
{
  return expr_signal (x, SIGNAL_SENT, expr_const (x, 0), 0);
}

expr_id expr_member (struct exprs *x)
{
  return make (x, X_MEMBER, 0, 0, 0, 0, 0, 0);
}

expr_id expr_claim (struct exprs *x, funid f, uint32_t record, int64_t which)
{
  return make (x, X_CLAIM, 0, f, record, which, 0, 0);
}

expr_id expr_add (struct exprs *x, expr_id e, int64_t bytes)
{
  if (!e || !bytes)
    return e;
  const struct expr *v = expr_get (x, e);
  int64_t sum;
  if ((v->op == X_ADD || v->op == X_CONST) && __builtin_add_overflow (v->k, bytes, &sum))
    return 0;
  if (v->op == X_CONST)
    return expr_const (x, sum);
  if (v->op == X_ADD)
    return sum ? make (x, X_ADD, 0, v->a, 0, sum, 1, 0) : v->a;
  return make (x, X_ADD, 0, e, 0, bytes, 1, 0);
}

expr_id expr_index (struct exprs *x, expr_id base, expr_id index, int64_t stride)
{
  enum { ADDRESS_BITS = 64 };
  int64_t offset, k;
  if (!base || !index)
    return 0;
  if (!stride)
    return expr_bit (x, base, index);
  /* Addresses have 64 bits: `a[i]' and `a + (size_t) i' are one. */
  while (expr_get (x, index)->op == X_CONVERT &&
         (expr_get (x, index)->k == ADDRESS_BITS || expr_get (x, index)->k == -ADDRESS_BITS))
    index = expr_get (x, index)->a;
  if (expr_is_const (x, index, &k))
    return __builtin_mul_overflow (k, stride, &offset) ? 0 : expr_add (x, base, offset);
  /* Offsets stay outside, so that `a[i].x' and `a[i].y' have one base. */
  base = expr_base (x, base, &offset);
  const struct expr *i = expr_get (x, index);
  if (i->op == X_ADD && !__builtin_mul_overflow (i->k, stride, &k) &&
      !__builtin_add_overflow (offset, k, &offset))
    index = i->a;
  return expr_add (x, make (x, X_INDEX, 0, base, index, stride, 3, 0), offset);
}

expr_id expr_bit (struct exprs *x, expr_id address, expr_id number)
{
  return make (x, X_INDEX, 0, address, number, 0, 3, 0);
}

/* Large unsigned numbers of 64 bits look like negative ones, which only some operations do not tell
   apart. */
static bool fold (enum opcode code, int64_t a, int64_t b, int64_t *r)
{
  bool negative = a < 0 || b < 0;
  switch (code) {
  case OP_ADD:
  case OP_POINTER_ADD:
    return !__builtin_add_overflow (a, b, r);
  case OP_SUB:
    return !__builtin_sub_overflow (a, b, r);
  case OP_MUL:
    return !__builtin_mul_overflow (a, b, r);
  case OP_DIV:
  case OP_MOD:
    if (b == 0 || negative)
      return false;
    *r = code == OP_DIV ? a / b : a % b;
    return true;
  case OP_MIN:
    *r = a < b ? a : b;
    return !negative;
  case OP_MAX:
    *r = a > b ? a : b;
    return !negative;
  case OP_AND:
    *r = a & b;
    return true;
  case OP_OR:
    *r = a | b;
    return true;
  default:
    return false;
  }
}

static bool commutes (enum opcode code)
{
  return code == OP_ADD || code == OP_MUL || code == OP_AND || code == OP_OR || code == OP_XOR ||
         code == OP_EQ || code == OP_NE || code == OP_MIN || code == OP_MAX;
}

/* The number of the element of SIZE bytes that A is in an array at B; 0: that is not known. */
static expr_id element_number (struct exprs *x, expr_id a, expr_id b, int64_t size)
{
  int64_t from, to;
  expr_id element = expr_base (x, a, &to), array = expr_base (x, b, &from);
  const struct expr v = *expr_get (x, element);
  if (size <= 0 || __builtin_sub_overflow (to, from, &to) || to % size)
    return 0;
  if (element == array)
    return expr_const (x, to / size);
  return v.op == X_INDEX && v.a == array && v.k == size ? expr_add (x, v.b, to / size) : 0;
}

expr_id expr_binary (struct exprs *x, enum opcode code, expr_id a, expr_id b)
{
  int64_t ka, kb = 0, k;
  if (!a || !b)
    return 0;
  bool const_a = expr_is_const (x, a, &ka), const_b = expr_is_const (x, b, &kb);
  if (const_a && const_b && fold (code, ka, kb, &k))
    return expr_const (x, k);
  if ((code == OP_ADD || code == OP_POINTER_ADD) && (const_a || const_b))
    return const_b ? expr_add (x, a, kb) : expr_add (x, b, ka);
  if (code == OP_SUB && const_b && kb != INT64_MIN)
    return expr_add (x, a, -kb);
  /* `p - a', whose division by the size is exact. */
  const struct expr v = *expr_get (x, a);
  expr_id number = 0;
  if (code == OP_POINTER_SUB)
    number = element_number (x, a, b, 1);
  else if (code == OP_DIV && const_b && v.op == X_OP && v.code == OP_POINTER_SUB)
    number = element_number (x, v.a, v.b, kb);
  if (number)
    return number;
  if (code == OP_POINTER_ADD || code == OP_ADD) {
    /* pointer + index * size */
    const struct expr *i = expr_get (x, b);
    int64_t stride;
    if (i->op == X_OP && i->code == OP_MUL && expr_is_const (x, i->b, &stride))
      return expr_index (x, a, i->a, stride);
    if (i->op == X_OP && i->code == OP_SHL && expr_is_const (x, i->b, &stride) && stride >= 0 &&
        stride < 32)
      return expr_index (x, a, i->a, (int64_t)1 << stride);
    if (code == OP_POINTER_ADD)
      return expr_index (x, a, b, 1);
  }
  if (commutes (code) && (const_a || (!const_b && a > b))) {
    expr_id t = a;
    a = b;
    b = t;
  }
  /* Conversions leave the bits alone that a mask lets through; one to bool does not. */
  for (int64_t bits;
       code == OP_AND && expr_is_const (x, b, &kb) && kb >= 0 && expr_get (x, a)->op == X_CONVERT;
       a = expr_get (x, a)->a) {
    bits = expr_get (x, a)->k < 0 ? -expr_get (x, a)->k : expr_get (x, a)->k;
    if (bits < 8 || (bits < 63 && kb >> bits))
      break;
  }
  return make (x, X_OP, (uint8_t)code, a, b, 0, 3, 0);
}

/* Whether all numbers of a type, of BITS or if negative of -BITS with a sign, are in another one.
 */
static bool fits (int64_t bits, int64_t into)
{
  return bits > 0 ? (into > 0 ? into >= bits : -into > bits) : bits < 0 && into < 0 && into <= bits;
}

expr_id expr_convert (struct exprs *x, expr_id e, unsigned bits, bool is_signed)
{
  int64_t k, type = is_signed ? -(int64_t)bits : (int64_t)bits;
  if (!e)
    return 0;
  if (expr_is_const (x, e, &k) && bits && bits <= 64) {
    unsigned shift = 64 - bits;
    uint64_t up = (uint64_t)k << shift;
    return expr_const (x, is_signed ? (int64_t)up >> shift : (int64_t)(up >> shift));
  }
  if (expr_get (x, e)->op == X_CONVERT && fits (expr_get (x, e)->k, type))
    return e;
  return make (x, X_CONVERT, 0, e, 0, type, 1, 0);
}

enum opcode opposite_comparison (enum opcode code)
{
  static const uint8_t opposite[] = {OP_NE, OP_EQ, OP_GE, OP_GT, OP_LE, OP_LT};
  return opposite[code - OP_EQ];
}

bool expr_is_comparison (const struct exprs *x, expr_id e)
{
  const struct expr *v = expr_get (x, e);
  return v->op == X_OP && v->code >= OP_EQ && v->code <= OP_GE;
}

uint32_t expr_version (struct exprs *x, funid f, uint32_t record, uint32_t inner)
{
  struct known_version *known = &x->lately[(record * 61 + inner) % LATELY];
  if (known->f != f || known->record != record || known->inner != inner || !known->version) {
    uint32_t key[] = {f, record, inner};
    *known =
        (struct known_version){f, record, inner, tuples_intern (&x->versions, key, inner ? 3 : 2)};
  }
  return known->version;
}

expr_id expr_base (const struct exprs *x, expr_id e, int64_t *offset)
{
  const struct expr *v = e ? expr_get (x, e) : NULL;
  *offset = v && v->op == X_ADD ? v->k : 0;
  return v && v->op == X_ADD ? v->a : e;
}

expr_id expr_unconverted (const struct exprs *x, expr_id e, unsigned bits)
{
  while (e && expr_get (x, e)->op == X_CONVERT) {
    int64_t k = expr_get (x, e)->k;
    if (k < 0 ? -k <= (int64_t)bits : k < (int64_t)bits)
      break;
    e = expr_get (x, e)->a;
  }
  return e;
}

expr_id expr_number (const struct exprs *x, expr_id e, int64_t *k)
{
  int64_t more = 0;
  *k = 0;
  for (expr_id outer = 0; e && e != outer;) {
    outer = expr_base (x, e, &more);
    *k += more;
    e = expr_unconverted (x, outer, NUMBER_BITS);
  }
  return e;
}

expr_id expr_root (const struct exprs *x, expr_id e)
{
  while (e && (expr_get (x, e)->op == X_ADD || expr_get (x, e)->op == X_INDEX))
    e = expr_get (x, e)->a;
  return e;
}

bool expr_is_fresh (const struct exprs *x, expr_id e)
{
  const struct expr *v = e ? expr_get (x, e) : NULL;
  if (v && v->op == X_AT)
    v = expr_get (x, v->a);
  return v && v->op == X_FRESH;
}

/* The allocation and the calls that led to it, innermost first. */
static uint32_t fresh_path (const struct exprs *x, expr_id e, uint32_t (*path)[2], uint32_t n)
{
  const struct expr *v = expr_get (x, e);
  uint32_t length = 0;
  for (uint32_t version = v->op == X_AT ? v->b : 0; version;) {
    const uint32_t *at = tuples_numbers (&x->versions, version);
    if (length + 1 == n)
      return 0;
    path[length][0] = at[0];
    path[length++][1] = at[1];
    version = tuples_length (&x->versions, version) > 2 ? at[2] : 0;
  }
  if (v->op == X_AT)
    v = expr_get (x, v->a);
  path[length][0] = v->a;
  path[length++][1] = v->b;
  for (uint32_t i = 0; i < length / 2; i++)
    for (int k = 0; k < 2; k++) {
      uint32_t t = path[i][k];
      path[i][k] = path[length - 1 - i][k];
      path[length - 1 - i][k] = t;
    }
  return length;
}

bool expr_are_apart (const struct exprs *x, expr_id a, expr_id b)
{
  enum { LONGEST = 16 };
  uint32_t path_a[LONGEST][2], path_b[LONGEST][2];
  if (a == b || !expr_is_fresh (x, a) || !expr_is_fresh (x, b))
    return false;
  uint32_t n = fresh_path (x, a, path_a, LONGEST), m = fresh_path (x, b, path_b, LONGEST);
  for (uint32_t i = 0; i < n && i < m; i++)
    if (path_a[i][0] != path_b[i][0] || path_a[i][1] != path_b[i][1])
      /* Two calls in one function; between functions a call may have been left out. */
      return i == 0 || path_a[i][0] == path_b[i][0];
  return false;
}

expr_id expr_element (struct exprs *x, expr_id e, expr_id counter, unsigned bits, int64_t *offset,
                      int64_t *stride)
{
  int64_t shift;
  expr_id base = expr_base (x, e, offset);
  if (!base || expr_get (x, base)->op != X_INDEX)
    return 0;
  struct expr v = *expr_get (x, base);
  expr_id index = expr_unconverted (x, v.b, bits);
  if (expr_base (x, index, &shift) != counter || v.k <= 0 ||
      (shift && index != expr_unconverted (x, v.b, NUMBER_BITS)))
    return 0;
  *stride = v.k;
  int64_t element = *offset >= 0 ? *offset / v.k : -((-*offset + v.k - 1) / v.k);
  *offset -= element * v.k;
  /* Conversions tell nothing, but would tell apart what the creator and the thread call it. */
  return expr_add (x, expr_index (x, v.a, index, v.k), element * v.k);
}

expr_id expr_replace (struct exprs *x, expr_id e, expr_id old, expr_id new)
{
  if (!e || e == old)
    return e ? new : 0;
  struct expr v = *expr_get (x, e);
  const struct expr *o = expr_get (x, old);
  if (o->depth >= v.depth || o->mentions & ~v.mentions || o->flags & ~v.flags)
    return e; /* OLD cannot be part of it */
  switch ((enum expr_op)v.op) {
  case X_LOAD:
    return expr_load (x, expr_replace (x, v.a, old, new), v.b, (uint64_t)v.k);
  case X_ADD:
    return expr_add (x, expr_replace (x, v.a, old, new), v.k);
  case X_INDEX:
    return expr_index (x, expr_replace (x, v.a, old, new), expr_replace (x, v.b, old, new), v.k);
  case X_OP:
    return expr_binary (x, v.code, expr_replace (x, v.a, old, new),
                        expr_replace (x, v.b, old, new));
  case X_CONVERT:
    return expr_convert (x, expr_replace (x, v.a, old, new), (unsigned)(v.k < 0 ? -v.k : v.k),
                         v.k < 0);
  default:
    return e;
  }
}

bool expr_is_const (const struct exprs *x, expr_id e, int64_t *k)
{
  if (!e || expr_get (x, e)->op != X_CONST)
    return false;
  *k = expr_get (x, e)->k;
  return true;
}

static bool version_mentions (const struct exprs *x, uint32_t version, funid f, uint32_t record)
{
  const uint32_t *at = tuples_numbers (&x->versions, version);
  return at[0] == f && at[1] == record;
}

bool expr_mentions_ (const struct exprs *x, expr_id e, funid f, uint32_t record, uint32_t value)
{
  const struct expr *v = expr_get (x, e);
  switch ((enum expr_op)v->op) {
  case X_FRESH:
    return v->a == f && v->b == record;
  case X_VALUE:
    return value && v->a == f && v->b == value;
  case X_LOAD:
  case X_REACHED:
    return version_mentions (x, v->b, f, record) || expr_mentions (x, v->a, f, record, value);
  case X_AT:
    return version_mentions (x, v->b, f, record);
  case X_INDEX:
  case X_OP:
  case X_SIGNAL:
    return expr_mentions (x, v->a, f, record, value) || expr_mentions (x, v->b, f, record, value);
  default:
    return expr_mentions (x, v->a, f, record, value);
  }
}

/* Printing */

static void print_version (const struct exprs *x, uint32_t version, struct text *t)
{
  const uint32_t *at = tuples_numbers (&x->versions, version);
  text_printf (t, "#%" PRIu32, at[1]);
  if (tuples_length (&x->versions, version) > 2)
    print_version (x, at[2], t);
}

void expr_print (const struct exprs *x, expr_id e, struct text *t)
{
  const struct expr *v = expr_get (x, e);
  const struct program *p = x->p->objects.program;
  switch ((enum expr_op)v->op) {
  case X_NONE:
    text_add (t, "?");
    break;
  case X_CONST:
    text_printf (t, "%" PRId64, v->k);
    break;
  case X_FORMAL:
    text_printf (t, "arg%" PRIu32, v->a);
    break;
  case X_OBJECT:
    text_add (t, "&");
    name_object (x->p, v->a, t);
    break;
  case X_FRESH:
    text_printf (t, "fresh@%s#%" PRIu32, p->functions[v->a].name, v->b);
    break;
  case X_VALUE:
    text_printf (t, "%s%%%" PRIu32, p->functions[v->a].name, v->b);
    break;
  case X_LOAD:
    text_add (t, "*(");
    expr_print (x, v->a, t);
    text_add (t, ")");
    print_version (x, v->b, t);
    break;
  case X_ADD:
    expr_print (x, v->a, t);
    text_printf (t, "%+" PRId64, v->k);
    break;
  case X_INDEX:
    expr_print (x, v->a, t);
    text_add (t, "[");
    expr_print (x, v->b, t);
    text_printf (t, ":%" PRId64 "]", v->k);
    break;
  case X_OP:
    text_add (t, "(");
    expr_print (x, v->a, t);
    text_printf (t, " %s ", facts_name (&opcode_names, v->code));
    expr_print (x, v->b, t);
    text_add (t, ")");
    break;
  case X_CONVERT:
    text_printf (t, "(%s%" PRId64 ")", v->k < 0 ? "i" : "u", v->k < 0 ? -v->k : v->k);
    expr_print (x, v->a, t);
    break;
  case X_SIGNAL:
    text_add (t, (const char *const[]){
                     "seen:", "sent:", "seen:", "sent:", "seen:", "sent:", "counted:", "passed:",
                     "closed:", "dropped:", "last:", "unset:", "turn:", "taken:", "turned:",
                     "fresh:", "pending:", "acquired:", "fenced:"}[v->code]);
    expr_print (x, v->a, t);
    if (v->b)
      text_add (t, ":");
    if (v->b)
      expr_print (x, v->b, t);
    if (v->k && signal_is_unequal (v->k))
      text_printf (t, "!=%+" PRId64, signal_distance (v->k));
    else if (v->k)
      text_printf (t, ":%" PRId64, v->k);
    break;
  case X_TOKEN:
    text_printf (t, "unborn#%" PRIu32, v->b);
    break;
  case X_MEMBER:
    text_add (t, "member");
    break;
  case X_CLAIM:
    text_printf (t, "claim#%" PRIu32 ":%" PRId64, v->b, v->k);
    break;
  case X_REACHED:
    text_add (t, "->");
    expr_print (x, v->a, t);
    print_version (x, v->b, t);
    break;
  case X_AT:
    expr_print (x, v->a, t);
    text_add (t, "@");
    print_version (x, v->b, t);
    break;
  }
}
