/* See numbers.h.  What does not fit its type has wrapped: of signed numbers, too. */

#include "numbers.h"

#include <string.h>

typedef __int128 wide;

const struct number number_none = {.none = true};

struct integer_type integer_type (const struct unit *u, uint32_t type)
{
  const struct rec_type *t = &u->types[type].r;
  struct integer_type i = {0};
  if (!type || t->bits > 64 || (t->kind != TK_INTEGER && t->kind != TK_BOOL && t->kind != TK_ENUM))
    return i;
  i.bits = (uint8_t)t->bits;
  i.is_bool = t->kind == TK_BOOL;
  i.is_unsigned = i.is_bool || t->flags & TF_UNSIGNED;
  return i;
}

static bool is_widest (struct integer_type t)
{
  return t.is_unsigned && t.bits == 64;
}

static int64_t lowest (struct integer_type t)
{
  return t.bits < 64 ? t.is_unsigned ? 0 : -(INT64_C (1) << (t.bits - 1)) : INT64_MIN;
}

static int64_t highest (struct integer_type t)
{
  return t.is_bool ? 1 : t.bits < 64 ? (INT64_C (1) << (t.bits - !t.is_unsigned)) - 1 : INT64_MAX;
}

static uint64_t divisor (uint64_t a, uint64_t b)
{
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* A number by a unit: from 0 on. */
static int64_t remainder_of (wide k, uint64_t unit)
{
  if (unit == 1)
    return 0;
  wide rest = k % (wide)unit;
  return (int64_t)(rest < 0 ? rest + (wide)unit : rest);
}

/* The unit of all that it may be, 0 if that is one number; and the rest. */
static uint64_t unit_of (const struct number *a, int64_t *rest)
{
  uint64_t unit = 0;
  *rest = a->n ? a->v[0] : a->rest;
  for (uint32_t i = 1; i < a->n; i++)
    unit = divisor (unit, (uint64_t)a->v[i] - (uint64_t)a->v[0]);
  return a->n ? unit : a->unit;
}

struct number number_one (int64_t k)
{
  return (struct number){.n = 1, .v = {k}, .low = k, .high = k};
}

/* What is between bounds, which are in the type, and has that rest; UNIT 0: it is the rest. */
static struct number between (wide low, wide high, uint64_t unit, int64_t rest)
{
  struct number r = {0};
  if (low > high)
    return number_none;
  if (!unit)
    return number_one (rest);
  if (unit > INT64_MAX)
    unit = 1;
  r.unit = unit;
  r.rest = remainder_of (rest, unit);
  low += remainder_of ((wide)r.rest - low, unit);
  high -= remainder_of (high - (wide)r.rest, unit);
  if (low > high)
    return number_none;
  r.low = (int64_t)low;
  r.high = (int64_t)high;
  if (high - low >= FEW_NUMBERS * (wide)unit)
    return r;
  for (wide k = low; k <= high; k += (wide)unit)
    r.v[r.n++] = (int64_t)k;
  r.unit = 0;
  r.rest = 0;
  return r;
}

struct number number_any (struct integer_type t)
{
  if (t.bits > 3 && !t.is_bool)
    return (struct number){.low = lowest (t), .high = highest (t), .unit = 1};
  return t.bits ? between (lowest (t), highest (t), 1, 0)
                : (struct number){.low = INT64_MIN, .high = INT64_MAX, .unit = 1};
}

bool number_equal (const struct number *a, const struct number *b)
{
  return a->none == b->none && a->n == b->n && a->low == b->low && a->high == b->high &&
         a->unit == b->unit && a->rest == b->rest && !memcmp (a->v, b->v, a->n * sizeof *a->v);
}

/* Adds to a few; false: they are more. */
static bool add_number (struct number *r, int64_t k)
{
  uint32_t i = 0;
  while (i < r->n && r->v[i] < k)
    i++;
  if (i < r->n && r->v[i] == k)
    return true;
  if (r->n == FEW_NUMBERS)
    return false;
  memmove (r->v + i + 1, r->v + i, (r->n - i) * sizeof *r->v);
  r->v[i] = k;
  r->n++;
  r->low = r->v[0];
  r->high = r->v[r->n - 1];
  return true;
}

static uint64_t joined_unit (const struct number *a, const struct number *b, int64_t *rest)
{
  int64_t x, y;
  uint64_t unit = divisor (unit_of (a, &x), unit_of (b, &y));
  *rest = x;
  return divisor (unit, x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x);
}

struct number number_join (const struct number *a, const struct number *b)
{
  if (a->none || b->none)
    return a->none ? *b : *a;
  struct number r = *a;
  bool few = a->n && b->n;
  for (uint32_t i = 0; few && i < b->n; i++)
    few = add_number (&r, b->v[i]);
  if (few)
    return r;
  int64_t rest;
  uint64_t unit = joined_unit (a, b, &rest);
  return between (a->low < b->low ? a->low : b->low, a->high > b->high ? a->high : b->high, unit,
                  rest);
}

struct number number_widen (const struct number *old, const struct number *new,
                            struct integer_type t)
{
  int64_t rest;
  uint64_t unit = unit_of (new, &rest);
  if (old->none || new->none || number_equal (old, new))
    return *new;
  return between (new->low < old->low ? lowest (t) : new->low,
                  new->high > old->high ? highest (t) : new->high, unit, rest);
}

static bool may_be (const struct number *a, int64_t k)
{
  if (a->none || k < a->low || k > a->high)
    return false;
  if (!a->n)
    return remainder_of (k, a->unit) == a->rest;
  bool is = false;
  for (uint32_t i = 0; i < a->n; i++)
    is |= a->v[i] == k;
  return is;
}

static struct number within (const struct number *a, int64_t low, int64_t high)
{
  struct number r = {0};
  if (!a->n)
    return between (low > a->low ? low : a->low, high < a->high ? high : a->high, a->unit, a->rest);
  for (uint32_t i = 0; i < a->n; i++)
    if (a->v[i] >= low && a->v[i] <= high)
      add_number (&r, a->v[i]);
  return r.n ? r : number_none;
}

static struct number without (const struct number *a, int64_t k)
{
  struct number r = {0};
  if (!may_be (a, k))
    return *a;
  if (!a->n)
    return between (a->low + (wide)(k == a->low), a->high - (wide)(k == a->high), a->unit, a->rest);
  for (uint32_t i = 0; i < a->n; i++)
    if (a->v[i] != k)
      add_number (&r, a->v[i]);
  return r.n ? r : number_none;
}

static struct number equal_to (const struct number *a, const struct number *b)
{
  struct number r = {0};
  if (a->n || !b->n)
    r = within (a, b->low, b->high);
  else
    r = within (b, a->low, a->high);
  const struct number *other = a->n || !b->n ? b : a;
  struct number both = {0};
  for (uint32_t i = 0; i < r.n; i++)
    if (may_be (other, r.v[i]))
      add_number (&both, r.v[i]);
  return !r.n ? r : both.n ? both : number_none;
}

struct number number_where (const struct number *a, enum opcode code, const struct number *b,
                            struct integer_type t)
{
  bool orders = code != OP_EQ && code != OP_NE;
  int64_t low = INT64_MIN, high = INT64_MAX;
  if (a->none || b->none)
    return number_none;
  if (orders && is_widest (t) && (b->low < 0 || (a->low < 0 && (code == OP_GT || code == OP_GE))))
    return *a;
  if (orders && is_widest (t))
    low = 0;
  switch (code) {
  case OP_EQ:
    return equal_to (a, b);
  case OP_NE:
    return b->n == 1 ? without (a, b->v[0]) : *a;
  case OP_LT:
    return b->high == INT64_MIN ? number_none : within (a, low, b->high - 1);
  case OP_LE:
    return within (a, low, b->high);
  case OP_GT:
    return b->low == INT64_MAX ? number_none : within (a, b->low + 1, high);
  case OP_GE:
    return within (a, b->low, high);
  default:
    return *a;
  }
}

static bool are_apart (const struct number *a, const struct number *b)
{
  int64_t rest;
  if (a->low > b->high || b->low > a->high)
    return true;
  for (int i = 0; i < 2; i++) {
    const struct number *few = i ? b : a, *other = i ? a : b;
    bool apart = few->n;
    for (uint32_t k = 0; apart && k < few->n; k++)
      apart = !may_be (other, few->v[k]);
    if (apart)
      return true;
  }
  if (a->n || b->n)
    return false;
  uint64_t unit = divisor (unit_of (a, &rest), unit_of (b, &rest));
  return remainder_of (a->rest, unit) != remainder_of (b->rest, unit);
}

int number_compare (enum opcode code, const struct number *a, const struct number *b,
                    struct integer_type t)
{
  if (a->none || b->none)
    return -1;
  switch (code) {
  case OP_EQ:
  case OP_NE:
    if (are_apart (a, b))
      return code == OP_NE;
    return a->n == 1 && b->n == 1 ? code == OP_EQ : -1;
  case OP_LT:
  case OP_GE:
    if (is_widest (t) && (a->low < 0 || b->low < 0))
      return -1;
    return a->high < b->low ? code == OP_LT : a->low >= b->high ? code == OP_GE : -1;
  case OP_GT:
  case OP_LE:
    return number_compare (code == OP_GT ? OP_LT : OP_GE, b, a, t);
  default:
    return -1;
  }
}

static int64_t wrapped (wide k, struct integer_type t)
{
  if (t.is_bool)
    return k != 0;
  if (t.bits == 64)
    return (int64_t)(uint64_t)k;
  uint64_t low = (uint64_t)k & ((UINT64_C (1) << t.bits) - 1);
  return !t.is_unsigned && low >> (t.bits - 1) ? (int64_t)low - (INT64_C (1) << t.bits)
                                               : (int64_t)low;
}

struct number number_constant (int64_t k, struct integer_type t)
{
  return number_one (t.bits ? wrapped (k, t) : k);
}

/* A result between bounds that may not fit the type. */
static struct number fitted (wide low, wide high, uint64_t unit, int64_t rest,
                             struct integer_type t)
{
  if (!unit)
    return number_one (wrapped (rest, t));
  wide around = (wide)1 << t.bits, least = is_widest (t) ? 0 : lowest (t);
  if (t.is_bool)
    return low >= 0 && high <= 1 ? between (low, high, unit, rest) : number_any (t);
  if (high < least || low > highest (t)) { /* all of them wrap */
    wide by = high < least ? around : -around;
    low += by;
    high += by;
    rest = remainder_of (rest + by, unit);
  }
  if (low >= least && high <= highest (t))
    return between (low, high, unit, rest);
  unit &= -unit; /* of what is left of it when it wraps */
  if ((wide)unit >= around)
    return number_one (wrapped (rest, t));
  return between (lowest (t), highest (t), unit, rest);
}

struct number number_convert (const struct number *a, struct integer_type from,
                              struct integer_type to)
{
  struct number r = {0};
  if (a->none || !to.bits)
    return a->none ? *a : number_any (to);
  if (!from.bits)
    return number_any (to);
  if (to.is_bool && !may_be (a, 0))
    return number_one (1);
  for (uint32_t i = 0; i < a->n; i++)
    add_number (&r, wrapped (a->v[i], to));
  return a->n ? r : fitted (a->low, a->high, a->unit, a->rest, to);
}

struct number number_unconvert (const struct number *r, struct integer_type from,
                                struct integer_type to)
{
  if (r->none || !from.bits || !to.bits || to.is_bool)
    return number_any (from);
  bool same = lowest (from) >= lowest (to) && highest (from) <= highest (to) && !is_widest (to);
  /* A number without a sign may have been negative, but not these. */
  bool small = to.bits >= from.bits && r->low >= 0 && r->high <= highest (from);
  return same || small ? within (r, lowest (from), highest (from)) : number_any (from);
}

/* Operations */

/* One number from two; false: nobody knows. */
static bool compute_one (enum opcode code, int64_t a, int64_t b, struct integer_type t, wide *r)
{
  wide x = is_widest (t) ? (wide)(uint64_t)a : a, y = is_widest (t) ? (wide)(uint64_t)b : b;
  switch (code) {
  case OP_ADD:
    *r = (wide)a + b;
    return true;
  case OP_SUB:
    *r = (wide)a - b;
    return true;
  case OP_MUL:
    *r = (wide)a * b;
    return true;
  case OP_DIV:
    *r = b ? x / y : 0;
    return b;
  case OP_MOD:
    *r = b ? x % y : 0;
    return b;
  case OP_AND:
    *r = a & b;
    return true;
  case OP_OR:
    *r = a | b;
    return true;
  case OP_XOR:
    *r = a ^ b;
    return true;
  case OP_SHL:
    *r = b >= 0 && b < 64 ? (wide)a * ((wide)1 << b) : 0;
    return b >= 0 && b < t.bits;
  case OP_SHR:
    *r = b >= 0 && b < 64 ? x >> b : 0;
    return b >= 0 && b < t.bits;
  case OP_MIN:
  case OP_MAX:
    *r = (x < y) == (code == OP_MIN) ? x : y;
    return true;
  default:
    return false;
  }
}

static bool compute_few (enum opcode code, const struct number *a, const struct number *b,
                         struct integer_type t, struct number *r)
{
  *r = (struct number){0};
  wide k;
  for (uint32_t i = 0; i < a->n; i++)
    for (uint32_t j = 0; j < b->n; j++)
      if (!compute_one (code, a->v[i], b->v[j], t, &k) || !add_number (r, wrapped (k, t)))
        return false;
  return r->n;
}

static struct number product (const struct number *a, const struct number *b, struct integer_type t)
{
  wide at[] = {(wide)a->low * b->low, (wide)a->low * b->high, (wide)a->high * b->low,
               (wide)a->high * b->high},
       low = at[0], high = at[0];
  for (int i = 1; i < 4; i++) {
    low = at[i] < low ? at[i] : low;
    high = at[i] > high ? at[i] : high;
  }
  const struct number *one = a->n == 1 ? a : b->n == 1 ? b : NULL, *other = a->n == 1 ? b : a;
  int64_t rest;
  uint64_t unit = unit_of (other, &rest), by;
  wide product_of_rest = one ? (wide)rest * one->v[0] : 0;
  if (!one || !one->v[0] || one->v[0] == INT64_MIN || product_of_rest > INT64_MAX ||
      product_of_rest < INT64_MIN)
    return fitted (low, high, 1, 0, t);
  by = (uint64_t)(one->v[0] < 0 ? -one->v[0] : one->v[0]);
  if (__builtin_mul_overflow (unit, by, &unit))
    return fitted (low, high, 1, 0, t);
  return fitted (low, high, unit, (int64_t)product_of_rest, t);
}

static struct number remainder_by (const struct number *a, int64_t k, struct integer_type t)
{
  int64_t rest, most = k - 1;
  uint64_t unit = unit_of (a, &rest);
  bool negative = a->low < 0 && !is_widest (t);
  if (a->low >= 0 && a->high <= most)
    return *a;
  if (is_widest (t) && a->low < 0)
    unit &= -unit; /* of what is larger */
  return between (negative ? -most : 0, most, divisor (unit, (uint64_t)k), rest);
}

static struct number masked (const struct number *a, int64_t k)
{
  int64_t rest, high = a->low >= 0 && a->high < k ? a->high : k;
  uint64_t unit = unit_of (a, &rest), known = unit & -unit, shift = (uint64_t)k & -(uint64_t)k;
  if (!k || (known && (uint64_t)k < known))
    return number_one (rest & k);
  if (known && known > shift)
    return between (0, high, known, rest & k);
  return between (0, high, shift, 0);
}

static struct number shifted (const struct number *a, int64_t k, struct integer_type t)
{
  if (k < 0 || k >= t.bits)
    return number_any (t);
  if (is_widest (t) && a->low < 0)
    return k ? between (0, (wide)(UINT64_MAX >> k), 1, 0) : *a;
  return between (a->low >> k, a->high >> k, 1, 0);
}

static struct number quotient (const struct number *a, int64_t k, struct integer_type t)
{
  if (k <= 0)
    return number_any (t);
  if (is_widest (t) && a->low < 0)
    return k > 1 ? between (0, (wide)(UINT64_MAX / (uint64_t)k), 1, 0) : *a;
  return between (a->low / k, a->high / k, 1, 0);
}

/* The most that has no more bits than A and B. */
static int64_t all_bits (int64_t a, int64_t b)
{
  uint64_t all = (uint64_t)(a | b);
  for (unsigned i = 1; i < 64; i *= 2)
    all |= all >> i;
  return (int64_t)all;
}

static struct number sum (const struct number *a, const struct number *b, bool minus,
                          struct integer_type t)
{
  int64_t x, y;
  uint64_t unit = divisor (unit_of (a, &x), unit_of (b, &y));
  wide rest = minus ? (wide)x - y : (wide)x + y;
  bool odd = is_widest (t) && (a->low < 0 || b->low < 0);
  if (odd || rest > INT64_MAX || rest < INT64_MIN)
    return fitted (INT64_MIN, (wide)INT64_MAX + 1, odd ? unit & -unit : 1,
                   unit ? remainder_of (rest, unit) : 0, t);
  return fitted (minus ? (wide)a->low - b->high : (wide)a->low + b->low,
                 minus ? (wide)a->high - b->low : (wide)a->high + b->high, unit, (int64_t)rest, t);
}

struct number number_compute (enum opcode code, const struct number *a, const struct number *b,
                              struct integer_type t)
{
  struct number r;
  if (a->none || b->none)
    return number_none;
  if (!t.bits)
    return number_any (t);
  if (compute_few (code, a, b, t, &r))
    return r;
  const struct number *k = b->n == 1 ? b : NULL;
  bool positive = a->low >= 0 && b->low >= 0;
  switch (code) {
  case OP_ADD:
  case OP_SUB:
    return sum (a, b, code == OP_SUB, t);
  case OP_MUL:
    return is_widest (t) && (a->low < 0 || b->low < 0) ? number_any (t) : product (a, b, t);
  case OP_MOD:
    return k && k->low > 0 ? remainder_by (a, k->low, t) : number_any (t);
  case OP_AND:
    if (k && k->low >= 0)
      return masked (a, k->low);
    return positive ? between (0, a->high < b->high ? a->high : b->high, 1, 0) : number_any (t);
  case OP_OR:
  case OP_XOR:
    return positive ? between (code == OP_XOR    ? 0
                               : a->low > b->low ? a->low
                                                 : b->low,
                               all_bits (a->high, b->high), 1, 0)
                    : number_any (t);
  case OP_DIV:
    return k ? quotient (a, k->low, t) : number_any (t);
  case OP_SHR:
    return k ? shifted (a, k->low, t) : number_any (t);
  case OP_SHL:
    if (k && k->low >= 0 && k->low < t.bits && k->low < 62 && !(is_widest (t) && a->low < 0)) {
      struct number by = number_one (INT64_C (1) << k->low);
      return product (a, &by, t);
    }
    return number_any (t);
  case OP_MIN:
  case OP_MAX:
    if (is_widest (t) && !positive)
      return number_any (t);
    return code == OP_MIN ? between (a->low < b->low ? a->low : b->low,
                                     a->high < b->high ? a->high : b->high, 1, 0)
                          : between (a->low > b->low ? a->low : b->low,
                                     a->high > b->high ? a->high : b->high, 1, 0);
  default:
    return number_any (t);
  }
}
