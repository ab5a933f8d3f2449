/* Facts: what a state of the lock analysis knows about conditions, as ranges of expressions. */

#include "kept.h"
#include "claims.h"
#include "constants.h"
#include "turns.h"

/* Holds and facts */

uint32_t hold_intern (struct summaries *s, struct hold h)
{
  uint32_t key[] = {h.lock, (uint32_t)h.mode | (uint32_t)h.depth << 8, h.origin};
  uint32_t number = tuples_intern (&s->holds, key, h.origin ? 3 : 2);
  if (number > s->hold_of.n)
    vec_push (&s->hold_of, h);
  return number;
}

uint32_t hold_make (struct summaries *s, expr_id lock, enum lock_mode mode, unsigned depth)
{
  return hold_intern (s, (struct hold){lock, (uint8_t)mode, (uint8_t)depth, 0});
}

static bool is_same_range (const struct result_range *a, const struct result_range *b)
{
  return a->low == b->low && a->high == b->high && a->has_hole == b->has_hole &&
         (!a->has_hole || a->hole == b->hole);
}

static bool is_fact (const void *facts, uint32_t number, const void *key)
{
  const struct fact *a = (const struct fact *)facts + number, *b = key;
  return a->e == b->e && is_same_range (&a->range, &b->range);
}

static uint64_t hash_fact (const void *facts, uint32_t number)
{
  const struct fact *f = (const struct fact *)facts + number;
  uint64_t h = hash_add ((uint64_t)f->e << 1 | f->range.has_hole, (uint64_t)f->range.low);
  return hash_u64 (hash_add (hash_add (h, (uint64_t)f->range.high), (uint64_t)f->range.hole));
}

uint32_t fact_make (struct summaries *s, expr_id e, struct result_range r)
{
  if (!r.has_hole)
    r.hole = 0;
  struct fact fact = {e, r};
  uint64_t hash = hash_fact (&fact, 0);
  uint32_t known = hash_index_find (&s->facts.numbers, hash, is_fact, s->facts.v.v, &fact);
  if (known != HASH_NONE)
    return known + 1;
  vec_push (&s->facts.v, fact);
  hash_index_add (&s->facts.numbers, hash, hash_fact, s->facts.v.v);
  return s->facts.v.n;
}

struct result_range fact_range (const struct summaries *s, uint32_t fact)
{
  return s->facts.v.v[fact - 1].range;
}

bool locks_range_meet (struct result_range a, struct result_range b, struct result_range *out)
{
  struct result_range r = {a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high,
                           a.has_hole || b.has_hole, a.has_hole ? a.hole : b.hole};
  for (int i = 0; i < 2; i++) {
    const struct result_range *h = i ? &b : &a;
    if (h->has_hole && r.low == h->hole && r.low < INT64_MAX)
      r.low++;
    if (h->has_hole && r.high == h->hole && r.high > INT64_MIN)
      r.high--;
  }
  if (r.has_hole && (r.hole < r.low || r.hole > r.high))
    r.has_hole = false;
  *out = r;
  return r.low <= r.high;
}

/* What an operation alone says about its result. */
static struct result_range natural_range (const struct exprs *x, expr_id e)
{
  struct result_range r = result_unknown;
  int64_t k;
  if (!e)
    return r;
  const struct expr *v = expr_get (x, e);
  if (v->op == X_OP && v->code >= OP_EQ && v->code <= OP_GE) {
    r.low = 0;
    r.high = 1;
  } else if (v->op == X_OP && v->code == OP_AND && expr_is_const (x, v->b, &k) && k >= 0) {
    r.low = 0;
    r.high = k;
  } else if (v->op == X_OP && v->code == OP_MOD && expr_is_const (x, v->b, &k) && k > 0) {
    r.low = 1 - k;
    r.high = k - 1;
  } else if (v->op == X_CONVERT && v->k > 0 && v->k < 63) {
    r.low = 0;
    r.high = ((int64_t)1 << v->k) - 1;
  }
  return r;
}

/* The fact about E; 0: none. */
static uint32_t find_fact (const struct summaries *s, setid facts, expr_id e)
{
  for (struct set_iter i = sets_each (&s->sets, facts); set_next (&i);)
    if (s->facts.v.v[i.x - 1].e == e)
      return i.x;
  return 0;
}

static bool is_unknown (const struct result_range *r)
{
  return r->low == INT64_MIN && r->high == INT64_MAX && !r->has_hole;
}

/* K added to a bound; no bound stays none. */
static int64_t moved_bound (int64_t bound, int64_t k)
{
  int64_t sum;
  if (bound == INT64_MIN || bound == INT64_MAX)
    return bound;
  if (__builtin_add_overflow (bound, k, &sum))
    return k < 0 ? INT64_MIN : INT64_MAX;
  return sum;
}

static struct result_range moved_range (struct result_range r, int64_t k)
{
  r.low = moved_bound (r.low, k);
  r.high = moved_bound (r.high, k);
  r.has_hole &= !__builtin_add_overflow (r.hole, k, &r.hole);
  return r;
}

struct result_range locks_known_range (const struct summaries *s, const struct state *st, expr_id e)
{
  uint32_t fact = find_fact (s, st->facts, e);
  if (fact)
    return fact_range (s, fact);
  const struct expr *v = e ? expr_get (&s->x, e) : NULL;
  struct result_range natural = natural_range (&s->x, e);
  if (v && v->op == X_ADD)
    return moved_range (locks_known_range (s, st, v->a), v->k);
  if (v && v->op == X_CONVERT) { /* what fits is not changed */
    struct result_range inner = locks_known_range (s, st, v->a);
    int64_t bits = v->k < 0 ? -v->k - 1 : v->k;
    if (bits > 0 && bits < 63 && inner.low >= (v->k < 0 ? -((int64_t)1 << bits) : 0) &&
        inner.high < (int64_t)1 << bits)
      return inner;
  }
  return natural;
}

static bool contains (const struct result_range *r, int64_t k)
{
  return k >= r->low && k <= r->high && !(r->has_hole && r->hole == k);
}

/* What is known of an expression that is in X or in Y. */
static struct result_range joined_range (struct result_range x, struct result_range y, bool widen)
{
  struct result_range r = {x.low < y.low ? x.low : y.low, x.high > y.high ? x.high : y.high, 0, 0};
  if (x.has_hole && !contains (&y, x.hole)) {
    r.has_hole = true;
    r.hole = x.hole;
  } else if (y.has_hole && !contains (&x, y.hole)) {
    r.has_hole = true;
    r.hole = y.hole;
  }
  if (widen && r.low < x.low)
    r.low = INT64_MIN;
  if (widen && r.high > x.high)
    r.high = INT64_MAX;
  if (r.has_hole && (r.hole < r.low || r.hole > r.high))
    r.has_hole = false;
  return r;
}

/* Most facts are in both, or what one of them says is what is left. */
static setid join_facts (struct summaries *s, setid a, setid b, bool widen)
{
  struct state other = {.facts = b};
  uint32_t kept[2 * MOST_FACTS], n = 0;
  setid both = SETS_EMPTY;
  bool same = true;
  for (struct set_iter i = sets_each (&s->sets, a); set_next (&i);) {
    expr_id e = fact_expr (s, i.x);
    uint32_t fact = i.x;
    if (!sets_has (&s->sets, b, fact)) {
      struct result_range x = fact_range (s, i.x);
      struct result_range r = joined_range (x, locks_known_range (s, &other, e), widen);
      if (!is_same_range (&r, &x)) {
        same = false;
        if (is_unknown (&r))
          continue;
        fact = fact_make (s, e, r);
      }
    }
    if (n == sizeof kept / sizeof *kept) {
      both = sets_union (&s->sets, both, sets_from (&s->sets, kept, n));
      n = 0;
    }
    kept[n++] = fact;
  }
  return same ? a : sets_union (&s->sets, both, sets_from (&s->sets, kept, n));
}

setid locks_join_facts (struct summaries *s, setid a, setid b, bool widen)
{
  if (a == b || !a)
    return a;
  uint32_t known = map_get (&s->joined_facts[widen], map_pair (a, b), 0);
  if (!known) {
    known = 1 + join_facts (s, a, b, widen);
    map_set (&s->joined_facts[widen], map_pair (a, b), known);
  }
  return known - 1;
}

uint32_t locks_constants_of (struct body *d, expr_id e, int64_t *values)
{
  struct summaries *s = d->s;
  const struct expr *v = expr_get (&s->x, e);
  int64_t offset;
  uint32_t n = 0;
  if (v->op != X_LOAD || (!s->constants.n && !s->fields.n) || v->k > 64)
    return 0;
  expr_id base = expr_base (&s->x, v->a, &offset);
  if (expr_get (&s->x, base)->op == X_OBJECT)
    n = constants_at (s, d->f, loc_at (&s->p->objects, expr_get (&s->x, base)->a, offset),
                      (uint64_t)v->k / 8, values);
  return n ? n : kept_at (s, expr_points (&s->x, d->f, v->a), (uint64_t)v->k / 8, values);
}

/* Whether it is an integer made of another one. */
static bool is_converted (const struct expr *v)
{
  return v->op == X_CONVERT && (v->k >= 8 || v->k <= -8);
}

/* What is loaded from a variable that has only certain values, perhaps converted to another
   integer; false: none of them is in R. */
static bool narrow_to_constants (struct body *d, expr_id e, struct result_range *r)
{
  struct expr v = *expr_get (&d->s->x, e);
  bool converts = is_converted (&v);
  int64_t values[MOST_VALUES], low = INT64_MAX, high = INT64_MIN, k;
  uint32_t n = locks_constants_of (d, converts ? v.a : e, values);
  for (uint32_t i = 0; i < n; i++) {
    k = values[i];
    if (converts)
      expr_is_const (&d->s->x,
                     expr_convert (&d->s->x, expr_const (&d->s->x, k),
                                   (unsigned)(v.k < 0 ? -v.k : v.k), v.k < 0),
                     &k);
    if (contains (r, k)) {
      low = k < low ? k : low;
      high = k > high ? k : high;
    }
  }
  if (n) {
    r->low = low > r->low ? low : r->low;
    r->high = high < r->high ? high : r->high;
  }
  return !n || low <= high;
}

bool tells_callers (const struct body *d, expr_id e)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = expr_get (x, e);
  if ((v->flags & (XF_FORMAL | XF_OPAQUE)) == XF_FORMAL)
    return true;
  while (v->op == X_CONVERT)
    v = expr_get (x, v->a);
  return v->op == X_LOAD && d->s->only_start[d->f] && v->flags & XF_FORMAL &&
         !(expr_get (x, v->a)->flags & XF_OPAQUE);
}

/* A is in R, and below B or, if not HOLDS, not below it: what is known of B by that; with SWAPPED
   it is B that is in R. */
static struct result_range other_range (struct result_range r, bool holds, bool swapped)
{
  struct result_range other = result_unknown;
  if (holds != swapped)
    other.low = moved_bound (r.low, holds);
  else
    other.high = moved_bound (r.high, -holds);
  return other;
}

/* E is in R: so much is known of what it has been compared with. */
static bool learn_others (struct lock_walk *w, struct state *st, expr_id e, struct result_range r)
{
  struct summaries *s = w->d->s;
  bool possible = true;
  w->deriving = true; /* once, or bounds could go on by ones */
  for (struct set_iter i = sets_each (&s->sets, st->facts); possible && set_next (&i);) {
    const struct expr *v = expr_get (&s->x, fact_expr (s, i.x));
    struct result_range told = fact_range (s, i.x);
    if (v->op == X_OP && v->code == OP_LT && told.low == told.high && (v->a == e || v->b == e))
      possible = locks_learn (w, st, v->a == e ? v->b : v->a, other_range (r, told.low, v->b == e));
  }
  w->deriving = false;
  return possible;
}

/* The lowest bits of a number that E, a mask or the remainder of it by a power of two, is in R; *N:
   how many are known. */
static int64_t known_bits (const struct exprs *x, expr_id e, struct result_range r, unsigned *n)
{
  const struct expr *v = expr_get (x, e);
  int64_t k;
  *n = 0;
  if (v->op != X_OP || (v->code != OP_AND && v->code != OP_MOD) || !expr_is_const (x, v->b, &k) ||
      k <= 0 || k > INT32_MAX)
    return 0;
  int64_t mask = v->code == OP_AND ? k : k - 1;
  bool odd = mask == 1 && (r.low > 0 || r.high < 0 || (r.has_hole && !r.hole));
  if (r.low != r.high && !odd)
    return 0;
  if (v->code == OP_AND || !(mask & k))
    *n = (unsigned)__builtin_ctzll (~(uint64_t)mask);
  return odd ? 1 : r.low & mask;
}

/* The same of E, a mask or a remainder: so much is known of other ones of the same number. */
static bool learn_bits (struct lock_walk *w, struct state *st, expr_id e, struct result_range r)
{
  enum { MOST_BITS = 8 };
  struct exprs *x = &w->d->s->x;
  expr_id of = expr_get (x, e)->a;
  bool possible = true;
  unsigned n;
  int64_t bits = known_bits (x, e, r, &n);
  w->deriving = true;
  for (unsigned i = 1; possible && i <= n && i <= MOST_BITS; i++) {
    int64_t unit = INT64_C (1) << i, low = bits & (unit - 1);
    expr_id mask = expr_binary (x, OP_AND, of, expr_const (x, unit - 1));
    expr_id rest = expr_binary (x, OP_MOD, of, expr_const (x, unit));
    /* Only what a condition looks at. */
    if (mask != e && locks_looks_at (w, mask).times)
      possible = locks_learn (w, st, mask, result_range_of (RELATION_EQ, low));
    if (possible && rest != e && locks_looks_at (w, rest).times)
      possible = locks_learn (w, st, rest, result_range_of (low ? RELATION_NE : RELATION_EQ, 0));
  }
  w->deriving = false;
  return possible;
}

void locks_look (struct lock_walk *w, expr_id e)
{
  uint32_t block = w->d->flow.block_of[w->looking];
  uint32_t place = w->d->flow.in_cycle[block] ? NODE_NONE : w->d->flow.rpo.place[block];
  struct look *look = locks_look_of (w, e);
  look->times++;
  if (look->last < place)
    look->last = place;
}

struct look locks_looks_at (const struct lock_walk *w, expr_id e)
{
  uint32_t n = map_get (&w->look_of, e, 0);
  return n ? w->looks.v[n - 1] : (struct look){0};
}

struct look *locks_look_of (struct lock_walk *w, expr_id e)
{
  uint32_t *n = map_at (&w->look_of, e);
  if (!*n) {
    vec_push (&w->looks, (struct look){0});
    *n = w->looks.n;
  }
  return &w->looks.v[*n - 1];
}

/* Whether E is of a value that is computed again before anything can look at it: one from an
   earlier round of a loop. */
static bool is_over (const struct lock_walk *w, expr_id e)
{
  const struct body *d = w->d;
  const struct expr *v = expr_get (&d->s->x, e);
  if (!(v->flags & XF_OPAQUE))
    return false;
  switch ((enum expr_op)v->op) {
  case X_VALUE: {
    uint32_t def = v->a == d->f ? d->b->value_defs[v->b] : UINT32_MAX;
    return def != UINT32_MAX &&
           !dominates (&d->flow.dominators, d->flow.block_of[def], d->flow.rpo.nodes[w->place]);
  }
  case X_INDEX:
  case X_OP:
    return is_over (w, v->a) || is_over (w, v->b);
  case X_ADD:
  case X_CONVERT:
  case X_LOAD:
    return is_over (w, v->a);
  default:
    return false;
  }
}

/* The one of FACTS that nothing looks at any more: of an earlier round, or what conditions looked
   at the longest ago, first among results of a try to lock; 0: there is none.  For NEW, such a
   result, something else goes in any case. */
static uint32_t make_room (struct lock_walk *w, setid facts, expr_id new)
{
  struct summaries *s = w->d->s;
  uint32_t oldest[2] = {w->place, w->place}, found[2] = {0}, any = 0;
  bool is_tried = locks_looks_at (w, new).tried;
  for (struct set_iter i = sets_each (&s->sets, facts); set_next (&i);) {
    expr_id e = fact_expr (s, i.x);
    struct look look = locks_looks_at (w, e);
    bool over = is_over (w, e), other = !over && !look.tried;
    uint32_t last = over ? 0 : look.times ? look.last : NODE_NONE;
    if (other && tells_callers (w->d, e))
      continue;
    if (other && is_tried)
      any = i.x;
    if (last < oldest[other]) {
      oldest[other] = last;
      found[other] = i.x;
    }
  }
  return found[0] ? found[0] : found[1] ? found[1] : any;
}

/* What is known of E is that it is in R. */
static void put_fact (struct lock_walk *w, struct state *st, expr_id e, struct result_range r)
{
  struct summaries *s = w->d->s;
  uint32_t old = find_fact (s, st->facts, e);
  struct result_range told = old ? fact_range (s, old) : result_unknown;
  if (old && is_same_range (&told, &r))
    return;
  bool full = !old && sets_size (&s->sets, st->facts) >= MOST_FACTS;
  if (full)
    old = make_room (w, st->facts, e);
  if (!full || old)
    st->facts = sets_replace (&s->sets, st->facts, old, fact_make (s, e, r));
}

/* The fact about the comparison of E with a number; 0: none. */
static uint32_t find_equality (const struct summaries *s, setid facts, expr_id e, int64_t number)
{
  int64_t k;
  for (struct set_iter i = sets_each (&s->sets, facts); set_next (&i);) {
    const struct expr *v = expr_get (&s->x, fact_expr (s, i.x));
    if (v->op == X_OP && v->code == OP_EQ && v->a == e && expr_is_const (&s->x, v->b, &k) &&
        k == number)
      return i.x;
  }
  return 0;
}

/* A range has one hole: a second number that E is not is a fact about the comparison with it.
   False: the only number in BOTH is such a one. */
static bool learn_hole (struct lock_walk *w, struct state *st, expr_id e, struct result_range known,
                        struct result_range r, struct result_range both)
{
  struct summaries *s = w->d->s;
  bool second = known.has_hole && r.has_hole && both.has_hole && r.hole != both.hole &&
                r.hole >= both.low && r.hole <= both.high;
  if (second) {
    expr_id equal = expr_binary (&s->x, OP_EQ, e, expr_const (&s->x, r.hole));
    w->news += !w->has_holes;
    w->has_holes = true;
    if (equal && sets_size (&s->sets, st->facts) < MOST_FACTS)
      put_fact (w, st, equal, result_range_of (RELATION_EQ, 0));
  }
  if (!w->has_holes || both.low != both.high)
    return true;
  uint32_t fact = find_equality (s, st->facts, e, both.low);
  struct result_range told = fact ? fact_range (s, fact) : result_unknown;
  return !fact || told.low != 0 || told.high != 0;
}

/* Whether the value of E tells more than itself is the same each time. */
static struct look look_closely (struct lock_walk *w, expr_id e)
{
  struct look look = *locks_look_of (w, e);
  if (look.tells == NOT_KNOWN) {
    const struct expr v = *expr_get (&w->d->s->x, e);
    int64_t values[MOST_VALUES];
    bool tells = (v.op == X_OP && (v.code == OP_AND || v.code == OP_MOD)) ||
                 locks_tells_signal (w, e) ||
                 locks_constants_of (w->d, is_converted (&v) ? v.a : e, values);
    look.tells = tells ? SOMETHING_ELSE : NOTHING_ELSE;
    locks_look_of (w, e)->tells = look.tells;
  }
  return look;
}

bool locks_learn (struct lock_walk *w, struct state *st, expr_id e, struct result_range r)
{
  struct summaries *s = w->d->s;
  int64_t k;
  struct result_range known, both;
  if (e && expr_get (&s->x, e)->op == X_ADD) {
    r = moved_range (r, -expr_get (&s->x, e)->k);
    e = expr_get (&s->x, e)->a;
  }
  if (w->counting) {
    locks_look (w, e);
    return true;
  }
  if (!e)
    return true;
  if (expr_is_const (&s->x, e, &k))
    return locks_range_meet (r, result_range_of (RELATION_EQ, k), &both);
  known = locks_known_range (s, st, e);
  if (!locks_range_meet (known, r, &both))
    return false;
  if (is_unknown (&both))
    return true;
  struct look look = look_closely (w, e);
  if (look.tells == SOMETHING_ELSE && !narrow_to_constants (w->d, e, &both))
    return false;
  if (look.tells == SOMETHING_ELSE)
    locks_see_signal (w, st, e, both);
  if (w->d->claims.n)
    claims_learn (w, st, e, both);
  if (look.tells == SOMETHING_ELSE)
    locks_see_claim (w, st, e, both);
  if (look.tells == SOMETHING_ELSE && !w->deriving && !learn_bits (w, st, e, both))
    return false;
  if (look.times < 2 && !tells_callers (w->d, e))
    return true;
  if (!learn_hole (w, st, e, known, r, both))
    return false;
  put_fact (w, st, e, both);
  return w->deriving || learn_others (w, st, e, both);
}

/* Conditions */

static const uint8_t mirrored[] = {OP_EQ, OP_NE, OP_GT, OP_GE, OP_LT, OP_LE};

/* Whether the values of R that a conversion without loss gives are those of its operand: neither is
   negative in either type, as in `(unsigned)i < 16'. */
static bool is_same_number (const struct lock_walk *w, expr_id e, const struct expr *v,
                            struct result_range *r)
{
  if (v->op != X_CONVERT || map_get (&w->lossless, e, 0) != KEEPS_BITS)
    return false;
  unsigned bits = (unsigned)(v->k < 0 ? -v->k : v->k);
  if (bits < 8 || bits > 64)
    return false;
  if (v->k > 0 && bits < 64 && r->low < 0)
    r->low = 0; /* unsigned */
  return r->low >= 0 && r->high <= INT64_MAX >> (64 - bits);
}

/* The number K if E is `(unsigned)k + c', which GCC makes of `k > 0 && k < 10'; *R becomes what is
   known of K.  As the sum wraps, only one number that is negative in neither type gives each
   result; 0: others may, too. */
static expr_id wrapped_number (const struct lock_walk *w, const struct expr *e,
                               struct result_range *r)
{
  const struct exprs *x = &w->d->s->x;
  const struct expr *sum = expr_get (x, e->op == X_CONVERT ? e->a : 0);
  const struct expr *number = expr_get (x, sum->op == X_ADD ? sum->a : 0);
  if (e->k < 8 || e->k > 32 || number->op != X_CONVERT || number->k != e->k ||
      map_get (&w->lossless, sum->a, 0) != KEEPS_BITS)
    return 0;
  int64_t most = (INT64_C (1) << e->k) - 1, c = sum->k & most;
  if (c > most / 2)
    c -= most + 1;
  r->low = (r->low > 0 ? r->low : 0) - c;
  r->high = (r->high < most ? r->high : most) - c;
  r->has_hole = false;
  return r->low >= 0 && r->high <= most / 2 ? number->a : 0;
}

bool locks_assume_range (struct lock_walk *w, struct state *st, expr_id e, struct result_range r,
                         int depth)
{
  struct exprs *x = &w->d->s->x;
  struct result_range zero = result_range_of (RELATION_EQ, 0), both;
  bool is_zero = r.low == 0 && r.high == 0, not_zero = !locks_range_meet (r, zero, &both);
  if (!e || !depth)
    return true;
  struct expr v = *expr_get (x, e);
  if (expr_is_comparison (x, e) && (is_zero || not_zero))
    return locks_assume (w, st, is_zero ? opposite_comparison (v.code) : v.code, v.a, v.b,
                         depth - 1);
  if (v.op == X_CONVERT && expr_is_comparison (x, v.a))
    return locks_assume_range (w, st, v.a, r, depth - 1);
  struct result_range inner = r;
  expr_id number = wrapped_number (w, &v, &inner);
  if (number)
    return locks_learn (w, st, e, r) && locks_assume_range (w, st, number, inner, depth - 1);
  if (is_same_number (w, e, &v, &r))
    return locks_learn (w, st, e, r) && locks_assume_range (w, st, v.a, r, depth - 1);
  if (v.op == X_CONVERT && (is_zero || not_zero) && map_find (&w->lossless, e))
    return locks_learn (w, st, e, r) &&
           locks_assume_range (w, st, v.a, is_zero ? r : result_range_of (RELATION_NE, 0),
                               depth - 1);
  if (v.op == X_OP && ((v.code == OP_AND && not_zero) || (v.code == OP_OR && is_zero)))
    return locks_learn (w, st, e, r) &&
           locks_assume_range (w, st, v.a, is_zero ? r : result_range_of (RELATION_NE, 0),
                               depth - 1) &&
           locks_assume_range (w, st, v.b, is_zero ? r : result_range_of (RELATION_NE, 0),
                               depth - 1);
  return locks_learn (w, st, e, r);
}

/* A and B are equal: what is locked by the one is locked by the name of the other, too. */
static void name_equal (struct lock_walk *w, struct state *st, expr_id a, expr_id b)
{
  struct summaries *s = w->d->s;
  int64_t at, to, offset;
  expr_id base = expr_base (&s->x, a, &at), other = expr_base (&s->x, b, &to);
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    if (is_token (s, h.lock))
      continue;
    expr_id lock = expr_base (&s->x, h.lock, &offset) == base
                       ? expr_add (&s->x, other, offset - at + to)
                       : expr_replace (&s->x, h.lock, a, b);
    if (!lock || lock == h.lock || locks_find_hold (s, st->held, lock))
      continue;
    h.origin = h.origin ? h.origin : h.lock;
    h.lock = lock;
    st->held = sets_add (&s->sets, st->held, hold_intern (s, h));
  }
}

/* A is below B, or is not. */
static bool learn_bounds (struct lock_walk *w, struct state *st, expr_id a, expr_id b, bool holds)
{
  struct result_range low = other_range (locks_known_range (w->d->s, st, a), holds, false),
                      high = other_range (locks_known_range (w->d->s, st, b), holds, true);
  return w->counting || ((is_unknown (&low) || locks_learn (w, st, b, low)) &&
                         (is_unknown (&high) || locks_learn (w, st, a, high)));
}

bool locks_assume (struct lock_walk *w, struct state *st, enum opcode code, expr_id a, expr_id b,
                   int depth)
{
  struct exprs *x = &w->d->s->x;
  int64_t k;
  if (!a || !b || !depth || code < OP_EQ || code > OP_GE)
    return true;
  if (expr_is_const (x, a, &k) && !expr_is_const (x, b, &k)) {
    expr_id t = a;
    a = b;
    b = t;
    code = mirrored[code - OP_EQ];
  }
  if (expr_is_const (x, b, &k))
    return locks_assume_range (w, st, a, result_range_of (relation_of (code), k), depth);
  /* a < b, in one form. */
  bool holds = code == OP_EQ || code == OP_LT || code == OP_GT;
  if (code == OP_GT || code == OP_LE) {
    expr_id t = a;
    a = b;
    b = t;
  }
  enum opcode form = code == OP_EQ || code == OP_NE ? OP_EQ : OP_LT;
  if (code == OP_EQ && !w->counting) {
    name_equal (w, st, a, b);
    name_equal (w, st, b, a);
    turns_see_equal (w, st, a, b);
    locks_see_claim_equal (w, st, a, b);
  }
  expr_id comparison = expr_binary (x, form, a, b);
  bool bounds = form == OP_LT && (tells_callers (w->d, a) || tells_callers (w->d, b));
  if (w->counting && bounds)
    locks_look (w, comparison); /* callers give them */
  return locks_learn (w, st, comparison, result_range_of (RELATION_EQ, holds)) &&
         (!bounds || learn_bounds (w, st, a, b, holds));
}

expr_id locks_chosen (struct lock_walk *w, const struct state *st, expr_id e)
{
  const struct exprs *x = &w->d->s->x;
  for (;;) {
    const struct expr v = *expr_get (x, e), both = *expr_get (x, v.op == X_OP ? v.b : 0);
    struct state yes = *st, no = *st;
    if (v.op != X_OP || v.code != OP_SELECT || both.op != X_OP || both.code != OP_OTHER)
      return e;
    bool may_be = locks_assume_range (w, &yes, v.a, result_range_of (RELATION_NE, 0), DEEPEST_EXPR);
    if (may_be == locks_assume_range (w, &no, v.a, result_range_of (RELATION_EQ, 0), DEEPEST_EXPR))
      return e;
    e = may_be ? both.a : both.b;
  }
}

struct result_range locks_range_of_result (struct lock_walk *w, const struct state *st, expr_id e)
{
  const struct exprs *x = &w->d->s->x;
  expr_id inner = expr_get (x, e)->op == X_CONVERT ? expr_get (x, e)->a : e;
  struct state yes = *st, no = *st;
  if (!expr_is_comparison (x, inner))
    return locks_known_range (w->d->s, st, e);
  if (!locks_assume_range (w, &yes, inner, result_range_of (RELATION_NE, 0), DEEPEST_EXPR))
    return result_range_of (RELATION_EQ, 0);
  if (!locks_assume_range (w, &no, inner, result_range_of (RELATION_EQ, 0), DEEPEST_EXPR))
    return result_range_of (RELATION_EQ, 1);
  return (struct result_range){.low = 0, .high = 1};
}

expr_id fact_expr (const struct summaries *s, uint32_t fact)
{
  return s->facts.v.v[fact - 1].e;
}

bool carry_fact (struct body *d, uint32_t edge, const struct point *p, uint32_t fact, uint32_t *out)
{
  struct summaries *s = d->s;
  struct state st = {.facts = p->facts};
  struct result_range range = fact_range (s, fact), both;
  expr_id e = instantiated (d, edge, fact_expr (s, fact));
  int64_t k;
  *out = 0;
  if (!e)
    return true;
  if (expr_is_const (&s->x, e, &k))
    return locks_range_meet (range, result_range_of (RELATION_EQ, k), &both);
  if (!locks_range_meet (range, locks_known_range (s, &st, e), &both))
    return false;
  if ((expr_get (&s->x, e)->flags & (XF_FORMAL | XF_OPAQUE)) == XF_FORMAL)
    *out = fact_make (s, e, range);
  return true;
}

bool fact_chooses (const struct summaries *s, funid f, uint32_t fact, uint32_t *formal)
{
  const struct expr *e = expr_get (&s->x, fact_expr (s, fact));
  *formal = e->a;
  return e->op == X_FORMAL && e->a < 32 && s->choosing[f] >> e->a & 1;
}

bool fact_allows (const struct summaries *s, uint32_t fact, int64_t k)
{
  struct result_range both;
  return locks_range_meet (fact_range (s, fact), result_range_of (RELATION_EQ, k), &both);
}
