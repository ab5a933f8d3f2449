/* Footprints: whether two of them have elements in common, as a system of linear inequalities. */

#include "exchange.h"
#include "footprints-pair.h"
#include "teams.h"

bool row_add_atom (struct row *r, uint64_t atom, int64_t factor)
{
  uint32_t i = 0;
  if (!factor)
    return true;
  while (i < r->n && r->t[i].atom != atom)
    i++;
  if (i == MOST_TERMS)
    return false;
  if (i == r->n) {
    r->t[i].atom = atom;
    r->t[i].c = 0;
    r->n++;
  }
  if (__builtin_add_overflow (r->t[i].c, factor, &r->t[i].c))
    return false;
  if (!r->t[i].c) {
    r->t[i] = r->t[--r->n];
    memset (&r->t[r->n], 0, sizeof r->t[0]); /* equal rows must be equal as memory */
  }
  return true;
}

bool row_add (struct row *r, const struct row *a, int64_t factor)
{
  int64_t k;
  if (__builtin_mul_overflow (a->k, factor, &k) || __builtin_add_overflow (r->k, k, &r->k))
    return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (__builtin_mul_overflow (a->t[i].c, factor, &k) || !row_add_atom (r, a->t[i].atom, k))
      return false;
  return true;
}

bool row_negate (struct row *r)
{
  struct row old = *r;
  *r = (struct row){0};
  return row_add (r, &old, -1);
}

bool footprint_add_row (struct footprint *f, const struct row *r)
{
  for (uint32_t i = 0; i < f->n_rows; i++)
    if (!memcmp (&f->rows[i], r, sizeof *r))
      return true;
  if (f->n_rows == MOST_CONDITIONS)
    return false;
  f->rows[f->n_rows++] = *r;
  return true;
}

/* The system */

static bool is_shared (const struct atom *a)
{
  return a->kind == ATOM_SYMBOL || (a->kind == ATOM_PRODUCT && !a->a);
}

static void number_columns (struct pair *p)
{
  uint32_t n = 0;
  for (int side = 0; side < 2; side++)
    for (uint32_t i = 0; p->of[side] && i < p->of[side]->n_atoms; i++) {
      const struct atom *a = &p->of[side]->atoms[i];
      p->column[side][i] = UINT32_MAX;
      for (uint32_t k = 0; side && is_shared (a) && k < p->of[0]->n_atoms; k++)
        if (!memcmp (a, &p->of[0]->atoms[k], sizeof *a))
          p->column[side][i] = p->column[0][k];
      if (p->column[side][i] == UINT32_MAX)
        p->column[side][i] = n++;
    }
  p->s.n_columns = n;
}

void pair_add (const struct pair *p, struct linear_row *out, int side, const struct row *r,
               int64_t factor)
{
  out->k += factor * r->k;
  for (uint32_t i = 0; i < r->n; i++)
    out->c[p->column[side][r->t[i].atom]] += factor * r->t[i].c;
}

static void add_rows (struct pair *p, int side)
{
  for (uint32_t i = 0; i < p->of[side]->n_rows; i++) {
    struct linear_row r = {.equal = p->of[side]->rows[i].equal};
    pair_add (p, &r, side, &p->of[side]->rows[i], 1);
    linear_add (&p->s, &r);
  }
}

static bool is_impossible (const struct pair *p)
{
  struct linear s = p->s;
  return linear_is_impossible (&s);
}

bool footprint_is_natural (const struct footprint *f, const struct row *row)
{
  struct pair p = {.of = {f, NULL}};
  struct linear_row below = {.k = -1};
  number_columns (&p);
  add_rows (&p, 0);
  pair_add (&p, &below, 0, row, -1);
  linear_add (&p.s, &below);
  return is_impossible (&p);
}

bool footprint_fits (const struct footprint *f, const struct row *row, uint32_t symbol)
{
  struct footprint with = *f;
  uint64_t atom = 0;
  struct atom a = {.kind = ATOM_SYMBOL, .a = symbol};
  while (atom < with.n_atoms && memcmp (&with.atoms[atom], &a, sizeof a))
    atom++;
  if (atom == MOST_ATOMS)
    return false;
  with.atoms[atom] = a;
  with.n_atoms += atom == with.n_atoms;
  struct pair p = {.of = {&with, NULL}};
  number_columns (&p);
  add_rows (&p, 0);
  struct pair q = p;
  struct linear_row below = {.k = -1}, above = {0};
  struct row length = {0};
  row_add_atom (&length, atom, 1);
  pair_add (&p, &below, 0, row, -1);
  linear_add (&p.s, &below);
  pair_add (&q, &above, 0, row, 1);
  pair_add (&q, &above, 0, &length, -1);
  linear_add (&q.s, &above);
  return is_impossible (&p) && is_impossible (&q);
}

/* Elements */

static bool same_level (const struct level *a, const struct level *b)
{
  return a->stride == b->stride && !memcmp (a->multiplier, b->multiplier, sizeof a->multiplier);
}

static int compare_levels (const struct level *a, const struct level *b)
{
  int factors_a = !!a->multiplier[0] + !!a->multiplier[1];
  int factors_b = !!b->multiplier[0] + !!b->multiplier[1];
  if (a->stride != b->stride)
    return a->stride > b->stride ? -1 : 1;
  return factors_b - factors_a;
}

/* The indices of both, the coarsest first: one that has no such index stays at its first element.
 */
static bool join_levels (const struct footprint *of[2], struct both *out, uint32_t *n)
{
  uint32_t at[2] = {0};
  *n = 0;
  while (at[0] < of[0]->n_levels || at[1] < of[1]->n_levels) {
    const struct level *a = at[0] < of[0]->n_levels ? &of[0]->levels[at[0]] : NULL;
    const struct level *b = at[1] < of[1]->n_levels ? &of[1]->levels[at[1]] : NULL;
    int order = !a ? 1 : !b ? -1 : compare_levels (a, b);
    if (a && b && !order && !same_level (a, b))
      return false;
    if (*n == 2 * MOST_LEVELS)
      return false;
    const struct level *l = order <= 0 ? a : b;
    out[*n] = (struct both){.stride = l->stride};
    memcpy (out[*n].multiplier, l->multiplier, sizeof l->multiplier);
    if (order <= 0) {
      out[*n].leaves |= of[0]->leaves >> at[0] & 1;
      out[*n].row[0] = of[0]->levels[at[0]++].row;
    }
    if (order >= 0) {
      out[*n].leaves |= of[1]->leaves >> at[1] & 1;
      out[*n].row[1] = of[1]->levels[at[1]++].row;
    }
    if (order && l->multiplier[0])
      return false; /* that the other one stays in the first row is not known */
    if (*n && out[*n - 1].stride != l->stride && out[*n - 1].stride % l->stride)
      return false;
    ++*n;
  }
  return true;
}

static int64_t nearest (int64_t x, int64_t unit)
{
  return (x >= 0 ? x + unit / 2 : x - unit / 2) / unit;
}

static int64_t below (int64_t x, int64_t unit)
{
  return x >= 0 ? x / unit : -((unit - 1 - x) / unit);
}

int64_t footprint_take_offset (int64_t *offset, int64_t unit, bool down)
{
  int64_t k = down ? below (*offset, unit) : nearest (*offset, unit);
  *offset -= k * unit;
  return k;
}

/* Divides the bytes of one side among the indices; *REST: behind the start of the element. */
static void divide_offset (struct both *levels, uint32_t n, int side, bool exact, int64_t offset,
                           int64_t *rest)
{
  for (uint32_t i = 0; i < n; i++)
    if (!levels[i].multiplier[0])
      levels[i].row[side].k +=
          footprint_take_offset (&offset, levels[i].stride, exact || i + 1 == n);
  *rest = offset;
}

/* Whether the bytes of both are inside an element of the finest index. */
static bool is_inside (const struct footprint *f, int64_t rest, int64_t stride)
{
  return rest >= 0 && f->bytes <= (uint64_t)stride && rest + (int64_t)f->bytes <= stride;
}

/* Threads */

static bool find_same (const struct footprint *f, struct atom a, uint64_t *atom)
{
  for (*atom = 0; *atom < f->n_atoms; ++*atom) {
    const struct atom *b = &f->atoms[*atom];
    if (b->kind == a.kind && b->a == a.a && b->b == a.b && b->raw == a.raw)
      return true;
  }
  return false;
}

/* The same variable of the same loop, or of one that gives each thread the same iterations. */
static bool find_iteration (const struct footprint *f, const struct atom *a, uint64_t *atom)
{
  if (find_same (f, *a, atom))
    return true;
  for (*atom = 0; a->c && *atom < f->n_atoms; ++*atom)
    if (f->atoms[*atom].kind == ATOM_ITERATION && f->atoms[*atom].c == a->c &&
        f->atoms[*atom].distinct == DISTINCT_ALWAYS)
      return true;
  return false;
}

bool cover_by_iterations (const struct footprint *of[2], struct cover *c)
{
  const struct atom *first = NULL;
  for (uint32_t i = 0; i < of[0]->n_atoms; i++) {
    const struct atom *a = &of[0]->atoms[i];
    uint64_t other;
    if (a->kind != ATOM_ITERATION || a->distinct == DISTINCT_NEVER ||
        !find_iteration (of[1], a, &other) || of[1]->atoms[other].distinct == DISTINCT_NEVER ||
        (first && (first->a != a->a || first->b >> 8 != a->b >> 8)))
      continue;
    first = first ? first : a;
    c->atom[c->n][0] = i;
    c->atom[c->n++][1] = other;
  }
  if (!first)
    return false;
  c->open = c->n < (first->b & 15);
  for (uint32_t i = 0; first->distinct == DISTINCT_AROUND && i < of[0]->n_around; i++) {
    uint64_t other;
    if (find_same (of[1], of[0]->atoms[of[0]->around[i]], &other)) {
      c->atom[c->n][0] = of[0]->around[i];
      c->atom[c->n++][1] = other;
    } else {
      c->open = true;
    }
  }
  return true;
}

static bool cover_by_member (const struct footprint *of[2], struct cover *c)
{
  struct atom member = {.kind = ATOM_MEMBER};
  c->n = 1;
  return find_same (of[0], member, &c->atom[0][0]) && find_same (of[1], member, &c->atom[0][1]);
}

/* Loops that all threads go through together. */
static void add_rounds (struct pair *p)
{
  for (uint32_t i = 0; i < p->of[0]->n_atoms; i++) {
    const struct atom *a = &p->of[0]->atoms[i];
    uint64_t other;
    struct linear_row r = {.equal = true};
    if (a->kind != ATOM_COUNTER || !a->c || !find_same (p->of[1], *a, &other) ||
        p->of[1]->atoms[other].c != a->c)
      continue;
    r.c[p->column[0][i]] += 1;
    r.c[p->column[1][other]] -= 1;
    linear_add (&p->s, &r);
  }
}

static bool is_impossible_with (const struct pair *p, const struct linear_row *r)
{
  struct linear s = p->s;
  linear_add (&s, r);
  return linear_is_impossible (&s);
}

/* Quotients */

static bool same_quotient (const struct quotient *a, const struct quotient *b)
{
  return a->by == b->by && a->of == b->of;
}

/* Whether the access shows that quotients of larger rows are larger: it is between two of them. */
static bool rises (const struct pair *p, int side, const struct quotient *like)
{
  const struct footprint *f = p->of[side];
  for (uint32_t i = 0; i < f->n_quotients; i++)
    for (uint32_t k = 0; k < f->n_quotients; k++) {
      const struct quotient *a = &f->quotients[i], *b = &f->quotients[k];
      struct row between = b->row;
      struct linear_row r = {0};
      if (!same_quotient (a, like) || !same_quotient (b, like) ||
          !row_add (&between, &a->row, -1) || between.n || between.k <= 0)
        continue;
      r.c[p->column[side][a->atom]] += 1;
      r.c[p->column[side][b->atom]] -= 1;
      if (is_impossible_with (p, &r))
        return true;
    }
  return false;
}

/* Adds that one quotient is not larger than another one, if its row is not. */
static void add_rise (struct pair *p, int side, const struct quotient *less,
                      const struct quotient *more)
{
  struct linear_row row = {.k = -1}, quotient = {0};
  pair_add (p, &row, side, &less->row, 1);
  pair_add (p, &row, !side, &more->row, -1);
  if (!is_impossible_with (p, &row))
    return;
  quotient.c[p->column[!side][more->atom]] += 1;
  quotient.c[p->column[side][less->atom]] -= 1;
  linear_add (&p->s, &quotient);
}

static void add_rises (struct pair *p)
{
  for (uint32_t i = 0; i < p->of[0]->n_quotients; i++)
    for (uint32_t k = 0; k < p->of[1]->n_quotients; k++) {
      const struct quotient *a = &p->of[0]->quotients[i], *b = &p->of[1]->quotients[k];
      if (!same_quotient (a, b) || !rises (p, 0, a) || !rises (p, 1, b))
        continue;
      add_rise (p, 0, a, b);
      add_rise (p, 1, b, a);
    }
}

/* Products */

/* Adds that the product of a number of one side is larger by the symbol at least than that of a
   smaller number of the other side, if the symbol is positive. */
static void add_larger (struct pair *p, int side, const struct atom *less, uint32_t less_product,
                        const struct atom *more, uint32_t more_product)
{
  uint64_t symbol;
  struct linear_row order = {0}, positive = {0}, r = {0};
  if (!find_same (p->of[side], (struct atom){.kind = ATOM_SYMBOL, .a = less->b}, &symbol))
    return;
  order.c[p->column[side][less->a - 1]] += 1;
  order.c[p->column[!side][more->a - 1]] -= 1;
  positive.c[p->column[side][symbol]] -= 1;
  if (!is_impossible_with (p, &order) || !is_impossible_with (p, &positive))
    return;
  r.c[p->column[!side][more_product]] += 1;
  r.c[p->column[side][less_product]] -= 1;
  r.c[p->column[side][symbol]] -= 1;
  linear_add (&p->s, &r);
}

static bool is_multiple (const struct atom *a)
{
  return a->kind == ATOM_PRODUCT && a->a && !a->c;
}

static void add_products (struct pair *p)
{
  for (uint32_t i = 0; i < p->of[0]->n_atoms; i++)
    for (uint32_t k = 0; k < p->of[1]->n_atoms; k++) {
      const struct atom *a = &p->of[0]->atoms[i], *b = &p->of[1]->atoms[k];
      if (!is_multiple (a) || !is_multiple (b) || a->b != b->b)
        continue;
      add_larger (p, 0, a, i, b, k);
      add_larger (p, 1, b, k, a, i);
    }
}

/* Whether the system is impossible whenever at least one of the numbers differs: the first of them
   that does, in this order or from the last one on, comes behind others that are equal. */
static bool is_impossible_in_order (const struct pair *p, const struct cover *c, bool from_last)
{
  struct pair equal = *p;
  for (uint32_t n = 0; n < c->n; n++) {
    const uint64_t *atom = c->atom[from_last ? c->n - 1 - n : n];
    struct linear_row same = {.equal = true};
    for (int turned = 0; turned < 2; turned++) {
      struct linear_row r = {.k = -1};
      r.c[p->column[0][atom[0]]] += turned ? -1 : 1;
      r.c[p->column[1][atom[1]]] += turned ? 1 : -1;
      struct pair q = equal;
      linear_add (&q.s, &r);
      add_rises (&q);
      add_products (&q);
      if (!is_impossible (&q))
        return false;
    }
    same.c[p->column[0][atom[0]]] += 1;
    same.c[p->column[1][atom[1]]] -= 1;
    linear_add (&equal.s, &same);
  }
  return true;
}

bool pair_is_impossible_for (const struct pair *p, const struct cover *c)
{
  if (c->open)
    return is_impossible (p);
  return is_impossible_in_order (p, c, false) || (c->n > 1 && is_impossible_in_order (p, c, true));
}

/* The same, whatever is chosen. */
static bool is_impossible_chosen (const struct pair *p, uint32_t which, const struct cover *c)
{
  uint32_t n = p->of[0]->n_choices;
  int side = which >= n;
  if (which == n + p->of[1]->n_choices)
    return pair_is_impossible_looked (p, 0, c);
  const struct choice *choice = &p->of[side]->choices[side ? which - n : which];
  for (int way = -1; way <= 1; way++) { /* less than 0, 0, more */
    struct pair q = *p;
    struct linear_row test = {.k = way ? -1 : 0, .equal = !way}, is = {.equal = true};
    pair_add (p, &test, side, &choice->zero, way ? way : 1);
    pair_add (p, &is, side, &choice->rows[way != 0], 1);
    is.c[p->column[side][choice->atom]] -= 1;
    linear_add (&q.s, &test);
    linear_add (&q.s, &is);
    if (!is_impossible_chosen (&q, which + 1, c))
      return false;
  }
  return true;
}

/* What branches have found to be different is so: each of them on one side or the other. */
bool pair_is_impossible (const struct pair *p, uint32_t which, const struct cover *c)
{
  uint32_t n = p->of[0]->n_unequal;
  int side = which >= n;
  if (which == n + p->of[1]->n_unequal)
    return is_impossible_chosen (p, 0, c);
  const struct row *row = &p->of[side]->unequal[side ? which - n : which];
  for (int turned = 0; turned < 2; turned++) {
    struct pair q = *p;
    struct linear_row r = {.k = -1};
    pair_add (p, &r, side, row, turned ? -1 : 1);
    linear_add (&q.s, &r);
    if (!pair_is_impossible (&q, which + 1, c))
      return false;
  }
  return true;
}

enum meeting pair_find (const struct summaries *s, const struct footprint *of[2], int64_t distance,
                        const struct wrap *w, struct pair *p, struct both *levels,
                        uint32_t *n_levels)
{
  uint32_t n;
  int64_t rest[2] = {0};
  if (!join_levels (of, levels, &n))
    return MEETING_UNKNOWN;
  for (; n; n--) { /* an access may be to several elements of the finest index */
    struct both copy[2 * MOST_LEVELS];
    memcpy (copy, levels, sizeof copy);
    divide_offset (copy, n, 0, of[0]->exact, of[0]->offset, &rest[0]);
    divide_offset (copy, n, 1, of[1]->exact, of[1]->offset + distance, &rest[1]);
    if (is_inside (of[0], rest[0], copy[n - 1].stride) &&
        is_inside (of[1], rest[1], copy[n - 1].stride)) {
      memcpy (levels, copy, sizeof copy);
      break;
    }
  }
  if (n &&
      (rest[0] + (int64_t)of[0]->bytes <= rest[1] || rest[1] + (int64_t)of[1]->bytes <= rest[0]))
    return MEETING_NEVER; /* different fields */
  *p = (struct pair){.of = {of[0], of[1]}, .tables = &s->tables};
  number_columns (p);
  if (p->s.n_columns > MOST_COLUMNS)
    return MEETING_UNKNOWN;
  add_rows (p, 0);
  add_rows (p, 1);
  add_rounds (p);
  for (uint32_t i = 0; i < n; i++) {
    struct linear_row r = {.equal = true};
    pair_add (p, &r, 0, &levels[i].row[0], 1);
    pair_add (p, &r, 1, &levels[i].row[1], -1);
    if (w->level)
      wrap_add (p, levels, w, i, &r);
    linear_add (&p->s, &r);
  }
  *n_levels = n;
  return MEETING_IF;
}

/* Where two threads of the team are, there are two: SIZE is the symbol of their number. */
static void add_size (struct pair *p, uint32_t size)
{
  uint64_t atom;
  struct linear_row r = {.k = -2};
  for (int side = 0; side < 2; side++)
    if (find_same (p->of[side], (struct atom){.kind = ATOM_SYMBOL, .a = size}, &atom)) {
      r.c[p->column[side][atom]] = 1;
      linear_add (&p->s, &r);
      return;
    }
}

static bool are_apart (struct summaries *s, const struct footprint *of[2], int64_t distance)
{
  struct both levels[2 * MOST_LEVELS];
  struct pair p;
  struct wrap w = {0};
  uint32_t n;
  do {
    enum meeting meeting = pair_find (s, of, distance, &w, &p, levels, &n);
    if (meeting != MEETING_IF)
      return meeting == MEETING_NEVER;
    add_size (&p, teams_size_symbol (s));
    struct cover any = {.open = true}, iterations = {0}, member = {0};
    if (!pair_is_impossible (&p, 0, &any) && !pair_is_ordered (&p) &&
        !(cover_by_iterations (of, &iterations) && pair_is_impossible (&p, 0, &iterations)) &&
        !(cover_by_member (of, &member) && pair_is_impossible (&p, 0, &member)))
      return false;
  } while (wrap_next (levels, n, &w));
  return true;
}

void footprint_load (const struct summaries *s, uint32_t id, struct footprint *f)
{
  *f = (struct footprint){0};
  memcpy (f, tuples_numbers (&s->slots, id), tuples_length (&s->slots, id) * sizeof (uint32_t));
}

setid footprint_owners (const struct summaries *s, uint32_t slot)
{
  return tuples_numbers (&s->slots, slot)[offsetof (struct footprint, behind) / sizeof (uint32_t)];
}

bool footprint_is_own (const struct summaries *s, uint32_t slot)
{
  struct footprint f;
  bool asks = false;
  footprint_load (s, slot, &f);
  for (uint32_t i = 0; i < f.n_levels; i++)
    for (uint32_t k = 0; k < f.levels[i].row.n; k++) {
      const struct atom *a = &f.atoms[f.levels[i].row.t[k].atom];
      if (f.levels[i].multiplier[0] || a->kind != ATOM_MEMBER)
        return false;
      asks = true;
    }
  return asks;
}

bool footprint_is_of_league (struct summaries *s, uint32_t slot, bool alone)
{
  struct footprint f;
  uint32_t size = teams_size_symbol (s);
  bool found = false, others = false;
  footprint_load (s, slot, &f);
  for (uint32_t i = 0; i < f.n_atoms; i++) {
    const struct atom *a = &f.atoms[i];
    found |= a->kind == ATOM_ITERATION && a->of_league;
    others |= a->kind == ATOM_SYMBOL && a->a == size;
    others |= a->kind == ATOM_MEMBER || (alone && is_shared (a)) ||
              (alone && a->kind == ATOM_PRODUCT) || (a->kind == ATOM_COUNTER && a->c) ||
              (a->kind == ATOM_ITERATION && (!a->of_league || a->distinct != DISTINCT_ALWAYS));
  }
  return found && !others;
}

bool footprint_distance (const struct summaries *s, expr_id a, expr_id b, int64_t *distance)
{
  int64_t at_a, at_b;
  expr_id root = expr_base (&s->x, a, &at_a);
  if (!root || expr_base (&s->x, b, &at_b) != root ||
      (expr_get (&s->x, root)->op != X_OBJECT && expr_get (&s->x, root)->op != X_FRESH))
    return false;
  *distance = at_b - at_a;
  return true;
}

bool footprints_apart (struct summaries *s, uint32_t a, expr_id base_a, uint32_t b, expr_id base_b)
{
  struct footprint x, y;
  int64_t distance = 0;
  uint32_t key[] = {a, b, base_a, base_b};
  uint32_t before = tuples_count (&s->slot_pairs), id = tuples_intern (&s->slot_pairs, key, 4);
  if (id <= before)
    return bitset_has (&s->apart, id);
  footprint_load (s, a, &x);
  footprint_load (s, b, &y);
  const struct footprint *of[] = {&x, &y};
  if (x.behind != y.behind)
    return false;
  bool exchanged = x.base != y.base && !x.behind &&
                   are_exchanged (s, expr_root (&s->x, base_a), expr_root (&s->x, base_b));
  if (!exchanged && x.base != y.base && !footprint_distance (s, base_a, base_b, &distance))
    return false;
  if (distance && (x.split || y.split)) /* columns that are inside may not be so from there */
    return false;
  if (!exchanged && !are_apart (s, of, distance))
    return false;
  bitset_add (&s->apart, id);
  return true;
}
