/* Linear: elimination of one variable after the other, first by equations. */

#include "linear.h"

#include <string.h>

void linear_add (struct linear *s, const struct linear_row *r)
{
  if (s->n < MOST_LINEAR_ROWS)
    s->v[s->n++] = *r;
  else
    s->full = true;
}

static int64_t gcd (int64_t a, int64_t b)
{
  while (b) {
    int64_t t = a % b;
    a = b;
    b = t;
  }
  return a < 0 ? -a : a;
}

static int64_t divide_down (int64_t a, int64_t b)
{
  int64_t q = a / b;
  return a % b < 0 ? q - 1 : q;
}

enum state { ROW_USEFUL, ROW_TRUE, ROW_FALSE };

/* Divides the row by what all its coefficients have in common: integers leave no rest. */
static enum state reduce (const struct linear *s, struct linear_row *r)
{
  int64_t all = 0;
  for (uint32_t i = 0; i < s->n_columns; i++)
    all = gcd (all, r->c[i]);
  if (!all)
    return (r->equal ? r->k == 0 : r->k >= 0) ? ROW_TRUE : ROW_FALSE;
  if (r->equal && r->k % all)
    return ROW_FALSE;
  for (uint32_t i = 0; all > 1 && i < s->n_columns; i++)
    r->c[i] /= all;
  r->k = divide_down (r->k, all);
  return ROW_USEFUL;
}

/* Reduces all rows, and leaves out those that say nothing.  False: one of them cannot hold. */
static bool reduce_all (struct linear *s)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->n; i++) {
    enum state state = reduce (s, &s->v[i]);
    if (state == ROW_FALSE)
      return false;
    bool known = state == ROW_TRUE;
    for (uint32_t k = 0; !known && !s->v[i].equal && k < kept; k++)
      if (!s->v[k].equal && !memcmp (s->v[k].c, s->v[i].c, sizeof s->v[i].c)) {
        known = true; /* the smaller one says it all */
        if (s->v[i].k < s->v[k].k)
          s->v[k].k = s->v[i].k;
      }
    if (!known)
      s->v[kept++] = s->v[i];
  }
  s->n = kept;
  return true;
}

enum { LARGEST_BITS = 62 };

/* A * FA + B * FB, both factors positive unless one of the rows is an equation. */
static bool combine (const struct linear *s, const struct linear_row *a, int64_t fa,
                     const struct linear_row *b, int64_t fb, struct linear_row *out)
{
  int64_t x, y;
  *out = (struct linear_row){.equal = a->equal && b->equal};
  for (uint32_t i = 0; i <= s->n_columns; i++) {
    int64_t ca = i < s->n_columns ? a->c[i] : a->k, cb = i < s->n_columns ? b->c[i] : b->k;
    if (__builtin_mul_overflow (ca, fa, &x) || __builtin_mul_overflow (cb, fb, &y) ||
        __builtin_add_overflow (x, y, &x) || x >> LARGEST_BITS != x >> 63)
      return false;
    *(i < s->n_columns ? &out->c[i] : &out->k) = x;
  }
  return true;
}

/* Replaces a variable by what an equation says it is.  False: numbers are too large. */
static bool eliminate_equation (struct linear *s, uint32_t row, uint32_t column)
{
  struct linear_row by = s->v[row];
  int64_t c = by.c[column];
  s->v[row] = s->v[--s->n];
  for (uint32_t i = 0; i < s->n; i++) {
    int64_t a = s->v[i].c[column], common = gcd (a, c);
    struct linear_row r;
    if (!a)
      continue;
    if (!combine (s, &s->v[i], (c < 0 ? -c : c) / common, &by, (c < 0 ? a : -a) / common, &r))
      return false;
    r.equal = s->v[i].equal;
    s->v[i] = r;
  }
  return true;
}

static bool find_equation (const struct linear *s, uint32_t *row, uint32_t *column)
{
  int64_t best = INT64_MAX;
  for (uint32_t i = 0; i < s->n; i++)
    for (uint32_t k = 0; s->v[i].equal && k < s->n_columns; k++) {
      int64_t c = s->v[i].c[k] < 0 ? -s->v[i].c[k] : s->v[i].c[k];
      if (c && c < best) {
        best = c;
        *row = i;
        *column = k;
      }
    }
  return best != INT64_MAX;
}

/* The variable whose elimination leaves the fewest rows. */
static bool find_column (const struct linear *s, uint32_t *column)
{
  int64_t best = INT64_MAX;
  for (uint32_t k = 0; k < s->n_columns; k++) {
    int64_t up = 0, down = 0;
    for (uint32_t i = 0; i < s->n; i++) {
      up += s->v[i].c[k] > 0;
      down += s->v[i].c[k] < 0;
    }
    if (up + down && up * down - up - down < best) {
      best = up * down - up - down;
      *column = k;
    }
  }
  return best != INT64_MAX;
}

static bool eliminate (struct linear *s, uint32_t column)
{
  uint32_t old = s->n, kept = 0;
  for (uint32_t i = 0; i < old; i++)
    for (uint32_t k = 0; s->v[i].c[column] > 0 && k < old; k++) {
      struct linear_row r;
      if (s->v[k].c[column] >= 0)
        continue;
      int64_t a = s->v[i].c[column], b = -s->v[k].c[column], common = gcd (a, b);
      if (!combine (s, &s->v[i], b / common, &s->v[k], a / common, &r))
        return false;
      linear_add (s, &r);
    }
  if (s->full)
    return false;
  for (uint32_t i = 0; i < s->n; i++)
    if (i >= old || !s->v[i].c[column])
      s->v[kept++] = s->v[i];
  s->n = kept;
  return true;
}

bool linear_is_impossible (struct linear *s)
{
  uint32_t row, column;
  if (s->full)
    return false;
  for (;;) {
    if (!reduce_all (s))
      return true;
    if (find_equation (s, &row, &column)) {
      if (!eliminate_equation (s, row, column))
        return false;
    } else if (!find_column (s, &column) || !eliminate (s, column)) {
      return false;
    }
  }
}
