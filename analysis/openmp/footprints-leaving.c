/* Footprints: columns that leave their row.

     for (i = 1; i < n; i++)
       for (j = 0; j < m; j++)
         b[i][j] = b[i][j - 1];

   Rows are told apart by the first index alone, since a column is inside of its row.  Where a loop
   itself takes it outside, before the first column or behind the last one, it is one of the next
   row or of the one before.  That must be sure: the numbers are those that loops count, between
   bounds that are known, and nothing else decides in a round whether the access is done. */

#include "footprints-pair.h"

/* No loop of a matrix is that long: a number that may be larger has no known bound. */
enum { FAR = 1 << 24 };

/* Whether ROW may be as large as FROM, but not larger by far. */
static bool goes_to (const struct footprint *f, const struct row *row, int64_t from)
{
  struct row below = {.k = from - 1}, far = {.k = from + FAR};
  return row_add (&below, row, -1) && row_add (&far, row, -1) &&
         !footprint_is_natural (f, &below) && footprint_is_natural (f, &far);
}

/* Whether the row is counted by loops, which are the atoms in SEEN, and nothing else but LENGTH. */
static bool is_counted (const struct footprint *f, const struct row *row, uint64_t length,
                        bool *seen)
{
  bool found = false;
  for (uint32_t i = 0; i < row->n; i++) {
    const struct atom *a = &f->atoms[row->t[i].atom];
    bool counts = a->kind == ATOM_COUNTER || (a->kind == ATOM_ITERATION && !a->raw);
    if (!counts && row->t[i].atom != length)
      return false;
    seen[row->t[i].atom] = counts;
    found |= counts;
  }
  return found;
}

/* Takes those out of SEEN that the phis of the block count; whether some are left. */
static bool takes_counters (const struct making *m, uint32_t block, bool *seen)
{
  const struct body *d = m->d;
  bool left = false;
  for (uint32_t i = 0; i < m->f.n_atoms; i++) {
    const struct atom *a = &m->f.atoms[i];
    const struct block *b = &d->b->blocks[block];
    for (uint32_t r = b->first; seen[i] && r < b->end && d->b->records[r]->kind == REC_phi; r++) {
      const struct rec_phi *phi = (const struct rec_phi *)d->b->records[r];
      seen[i] = a->a != d->f || (a->kind == ATOM_COUNTER ? phi->r.dst : phi->iteration) != a->b;
    }
    left |= seen[i];
  }
  return left;
}

/* Whether a way from block FROM comes to the next round, of which ABOVE is one block, or leaves the
   function, without block WITHOUT. */
static bool misses (const struct function *b, uint32_t from, uint32_t above, uint32_t without)
{
  bool found =
      from != without && (from == above || flow_leads_without (b, from, above, without, NODE_NONE));
  for (uint32_t i = 0; i < b->n_blocks && from != without && !found; i++)
    found =
        !b->blocks[i].n_edges && (i == from || flow_leads_without (b, from, i, without, NODE_NONE));
  return found;
}

/* Whether the access is done in all rounds of the loops that count what is in SEEN, but for what
   the rows of the footprint say. */
static bool is_always_done (struct making *m, bool *seen)
{
  const struct body *d = m->d;
  uint32_t block = d->flow.block_of[m->record], above;
  for (; takes_counters (m, block, seen); block = above) {
    above = d->flow.dominators.parent[block];
    if (above == NODE_NONE)
      return false;
    const struct block *b = &d->b->blocks[above];
    if (b->n_edges < 2 || making_branch (m, above))
      continue;
    for (uint32_t k = 0; k < b->n_edges; k++)
      if (misses (d->b, b->edges[k].target, above, block))
        return false;
  }
  return true;
}

/* The length of the rows whose columns level N is, as a constant or an atom of the footprint. */
static bool find_length (struct making *m, uint32_t n, int64_t *length, uint64_t *atom)
{
  const struct level *row = &m->f.levels[n - 1], *column = &m->f.levels[n];
  struct atom a = {.kind = ATOM_SYMBOL, .a = row->multiplier[0]};
  *atom = UINT64_MAX;
  *length = 0;
  if (column->multiplier[0] || row->multiplier[1])
    return false;
  if (a.a)
    return row->stride == column->stride && making_atom (m, a, atom);
  *length = row->stride / column->stride;
  return row->stride % column->stride == 0;
}

/* Whether the columns of level N leave their row. */
static bool leaves (struct making *m, uint32_t n)
{
  bool seen[MOST_ATOMS] = {false};
  int64_t length;
  uint64_t atom;
  struct row below = {0}, above;
  if (!find_length (m, n, &length, &atom) || !is_counted (&m->f, &m->f.levels[n].row, atom, seen))
    return false;
  above = m->f.levels[n].row;
  if (!row_add (&below, &above, -1) || (atom != UINT64_MAX && !row_add_atom (&above, atom, -1)))
    return false;
  if (atom != UINT64_MAX)
    creator_rows (m);
  return (goes_to (&m->f, &below, 1) || goes_to (&m->f, &above, length)) &&
         is_always_done (m, seen);
}

void making_leaving (struct making *m)
{
  if (m->f.offset && !m->f.exact)
    return;
  for (uint32_t n = 1; n < m->f.n_levels; n++) {
    struct footprint before = m->f;
    bool found = !m->f.n_unequal && !m->f.n_choices && leaves (m, n);
    if (!found)
      m->f = before;
    m->f.leaves |= (uint32_t)found << n;
  }
}

bool wrap_next (const struct both *levels, uint32_t n_levels, struct wrap *w)
{
  if (w->rows < 0) {
    w->rows = 1;
    return true;
  }
  for (uint32_t i = w->level + 1; i < n_levels; i++)
    if (levels[i].leaves) {
      *w = (struct wrap){.level = i, .rows = -1};
      return true;
    }
  return false;
}

/* The columns of the other row are those behind the last one, or before the first one. */
void wrap_add (const struct pair *p, const struct both *levels, const struct wrap *w,
               uint32_t level, struct linear_row *r)
{
  const struct both *row = &levels[w->level - 1], *column = &levels[w->level];
  struct atom length = {.kind = ATOM_SYMBOL, .a = row->multiplier[0]};
  if (level + 1 == w->level)
    r->k -= w->rows;
  else if (level == w->level && !row->multiplier[0])
    r->k += w->rows * (row->stride / column->stride);
  if (level == w->level && length.a)
    for (int side = 0; side < 2; side++)
      for (uint32_t i = 0; i < p->of[side]->n_atoms; i++)
        if (!memcmp (&p->of[side]->atoms[i], &length, sizeof length)) {
          r->c[p->column[side][i]] += w->rows;
          return;
        }
  if (level == w->level && length.a)
    *r = (struct linear_row){0}; /* nothing is known */
}
