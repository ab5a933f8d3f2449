/* Footprints: whether two iterations of a simd loop have elements in common. */

#include "footprints-pair.h"
#include "lanes.h"

/* Adds that the iterations, which the cover names, are not LANES apart. */
static void add_lanes (struct pair *p, const struct cover *c, int64_t lanes)
{
  for (int turned = 0; turned < 2; turned++) {
    struct linear_row r = {.k = lanes - 1};
    r.c[p->column[0][c->atom[0][0]]] += turned ? -1 : 1;
    r.c[p->column[1][c->atom[0][1]]] += turned ? 1 : -1;
    linear_add (&p->s, &r);
  }
}

/* Whether the indices are equal for iterations that are always as far from each other, and only for
   those; *DISTANCE 0: for all. */
static bool is_constant (const struct pair *p, const struct both *levels, uint32_t n,
                         const struct cover *c, int64_t *distance)
{
  uint32_t own = c->n ? p->column[0][c->atom[0][0]] : UINT32_MAX;
  uint32_t other = c->n ? p->column[1][c->atom[0][1]] : UINT32_MAX;
  *distance = 0;
  for (uint32_t i = 0; i < n; i++) {
    struct linear_row r = {0};
    pair_add (p, &r, 0, &levels[i].row[0], 1);
    pair_add (p, &r, 1, &levels[i].row[1], -1);
    int64_t factor = c->n ? r.c[own] : 0;
    for (uint32_t k = 0; k < p->s.n_columns; k++)
      if (r.c[k] && k != own && (k != other || r.c[k] != -factor))
        return false;
    if (c->n && r.c[other] != -factor)
      return false;
    if (!factor ? r.k != 0 : r.k % factor || (*distance && *distance != -r.k / factor))
      return false;
    if (factor)
      *distance = -r.k / factor;
    if (factor && !*distance)
      return false; /* the same iteration */
  }
  return true;
}

static bool is_plain (const struct footprint *f)
{
  return !f->n_unequal && !f->n_choices;
}

static enum lanes_meet meet_in_lanes (const struct summaries *s, const struct footprint *of[2],
                                      int64_t bytes, uint32_t lanes, int64_t *distance)
{
  struct both levels[2 * MOST_LEVELS];
  struct pair p;
  uint32_t n;
  struct cover any = {.open = true}, c = {0};
  if (!of[0]->n_levels && !of[1]->n_levels) /* no array */
    return of[0]->offset + (int64_t)of[0]->bytes <= of[1]->offset + bytes ||
                   of[1]->offset + bytes + (int64_t)of[1]->bytes <= of[0]->offset
               ? LANES_APART
               : LANES_MEET;
  enum meeting meeting = pair_find (s, of, bytes, &(struct wrap){0}, &p, levels, &n);
  if (meeting != MEETING_IF)
    return meeting == MEETING_NEVER ? LANES_APART : LANES_MAY_MEET;
  bool counted = cover_by_iterations (of, &c);
  bool numbered = counted && !of[0]->atoms[c.atom[0][0]].raw && !of[1]->atoms[c.atom[0][1]].raw;
  if (numbered && c.n == 1 && lanes < INT32_MAX)
    add_lanes (&p, &c, lanes);
  if (pair_is_impossible (&p, 0, &any) || (counted && pair_is_impossible (&p, 0, &c)))
    return LANES_APART;
  if (!n || c.n > 1 || !is_constant (&p, levels, n, &c, distance) || !is_plain (of[0]) ||
      !is_plain (of[1]))
    return LANES_MAY_MEET;
  return LANES_MEET;
}

uint32_t footprints_in_lanes (struct summaries *s, uint32_t a, expr_id base_a, uint32_t b,
                              expr_id base_b, uint32_t lanes, int64_t *distance)
{
  struct footprint x, y;
  int64_t bytes = 0;
  footprint_load (s, a, &x);
  footprint_load (s, b, &y);
  const struct footprint *of[] = {&x, &y};
  if ((x.base != y.base && !footprint_distance (s, base_a, base_b, &bytes)) ||
      (bytes && (x.split || y.split)))
    return LANES_MAY_MEET;
  return meet_in_lanes (s, of, bytes, lanes, distance);
}
