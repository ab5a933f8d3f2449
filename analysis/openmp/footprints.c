/* Footprints: found from the addresses of a function, index by index. */

#include "footprints-internal.h"
#include "pointers-internal.h"
#include "teams.h"

static int factors_of (const struct level *l)
{
  return !!l->multiplier[0] + !!l->multiplier[1];
}

static bool add_level (struct making *m, struct level l)
{
  uint32_t at = 0;
  while (at < m->f.n_levels &&
         (m->f.levels[at].stride > l.stride ||
          (m->f.levels[at].stride == l.stride && factors_of (&m->f.levels[at]) > factors_of (&l))))
    at++;
  if (at < m->f.n_levels && m->f.levels[at].stride == l.stride &&
      factors_of (&m->f.levels[at]) == factors_of (&l))
    return !memcmp (m->f.levels[at].multiplier, l.multiplier, sizeof l.multiplier) &&
           row_add (&m->f.levels[at].row, &l.row, 1);
  if (m->f.n_levels == MOST_LEVELS || l.stride <= 0)
    return false;
  memmove (&m->f.levels[at + 1], &m->f.levels[at], (m->f.n_levels - at) * sizeof l);
  m->f.levels[at] = l;
  m->f.n_levels++;
  return true;
}

/* A pointer to an array of variable length that has been moved by whole arrays, if an index inside
   one follows: this stays inside. */
static void find_arrays (const struct making *m, struct level *l)
{
  struct level rows = {.stride = l->stride};
  int64_t unit = m->f.n_levels ? m->f.levels[m->f.n_levels - 1].stride : 0;
  bool counted = false;
  if (!m->inside || !unit || l->row.k || !l->row.n || (l->stride != 1 && l->stride != unit))
    return;
  for (uint32_t i = 0; i < l->row.n; i++) {
    struct atom a = m->f.atoms[l->row.t[i].atom];
    int64_t k = l->row.t[i].c * l->stride;
    if (a.kind == ATOM_SYMBOL) /* one array further */
      a = (struct atom){.kind = ATOM_PRODUCT, .b = a.a};
    if (a.kind != ATOM_PRODUCT || k % unit ||
        (i && (rows.multiplier[0] != a.b || rows.multiplier[1] != a.c)) ||
        (a.a ? !row_add_atom (&rows.row, a.a - 1, k / unit)
             : __builtin_add_overflow (rows.row.k, k / unit, &rows.row.k)))
      return;
    rows.multiplier[0] = a.b;
    rows.multiplier[1] = a.c;
    counted |= a.a != 0;
  }
  rows.stride = unit;
  if (counted)
    *l = rows;
}

/* The same of the pointer, of which L is what it has been moved by: if that is something else, the
   index that follows is not one inside an array of which there are several. */
static void find_rows (struct making *m, struct level *l)
{
  find_arrays (m, l);
  m->inside &= l->multiplier[0] || (!l->row.n && !l->row.k);
}

/* The pointer that the construct counts itself, or how often it has moved since the thread's first
   element, which is where the index begins; 0: there is none. */
static expr_id counting_pointer (const struct making *m, expr_id base)
{
  const struct body *d = m->d;
  const struct expr *v = expr_get (&d->s->x, base);
  expr_id e = v->op == X_INDEX ? v->b : base;
  const struct expr *counted = expr_get (&d->s->x, e);
  if (counted->op != X_VALUE || counted->a != d->f || !making_counts (m, counted))
    return 0;
  return v->op != X_INDEX || d->value[counted->b] == base ? e : 0;
}

/* A pointer that the construct counts itself: the elements from the first one on. */
static bool add_moving (struct making *m, expr_id *base, struct level *l)
{
  struct body *d = m->d;
  expr_id e = counting_pointer (m, *base);
  if (!e)
    return false;
  const struct rec_phi *phi =
      (const struct rec_phi *)d->b->records[d->b->value_defs[expr_get (&d->s->x, e)->b]];
  int64_t step = phi->step, offset;
  expr_id first = phi->first.kind ? value_of_operand (d, &phi->first) : 0;
  if (!first || !step || !making_factor (m, e, &l->row) || !l->row.n)
    return false;
  /* Only how often it has moved. */
  uint64_t atom = UINT64_MAX;
  for (uint32_t i = 0; i < l->row.n; i++)
    if (m->f.atoms[l->row.t[i].atom].kind == ATOM_ITERATION && !m->f.atoms[l->row.t[i].atom].raw)
      atom = l->row.t[i].atom;
  l->row = (struct row){0};
  l->stride = step < 0 ? -step : step;
  *base = expr_base (&d->s->x, first, &offset);
  m->f.offset += offset;
  return atom != UINT64_MAX && row_add_atom (&l->row, atom, step < 0 ? -1 : 1);
}

/* The indices that an address is made of; *BASE: what is left. */
static bool add_levels (struct making *m, expr_id *base)
{
  const struct exprs *x = &m->d->s->x;
  int64_t more;
  for (*base = expr_base (x, *base, &more); *base; *base = expr_base (x, *base, &more)) {
    struct level l = {0};
    if (__builtin_add_overflow (m->f.offset, more, &m->f.offset))
      return false;
    const struct expr v = *expr_get (x, *base);
    if (v.op == X_INDEX && !counting_pointer (m, *base)) {
      l.stride = v.k;
      *base = v.a;
      if (!making_expr (m, v.b, &l.row))
        return false;
      find_rows (m, &l);
      if (!add_level (m, l))
        return false;
    } else {
      return !add_moving (m, base, &l) || add_level (m, l);
    }
  }
  return false;
}

/* A pointer whose expression would be too deep: what it is moved by, from the expression that is
   returned; 0: nobody knows. */
static expr_id add_pointer (struct making *m, const struct operand *o, int depth)
{
  struct body *d = m->d;
  expr_id e = value_of_operand (d, o);
  uint32_t def = !e && o->kind == OPND_VALUE ? d->b->value_defs[o->value] : UINT32_MAX;
  if (e || def == UINT32_MAX || d->b->records[def]->kind != REC_op || !depth)
    return e;
  const struct rec_op *op = (const struct rec_op *)d->b->records[def];
  struct level l = {.stride = 1};
  if (op->code == OP_COPY || op->code == OP_CONVERT)
    return add_pointer (m, &op->a, depth - 1);
  if (op->code != OP_POINTER_ADD || !making_operand (m, &op->b, &l.row))
    return 0;
  find_rows (m, &l);
  if (!add_level (m, l))
    return 0;
  return add_pointer (m, &op->a, depth - 1);
}

/* A pointer that who starts the region has moved. */
static bool add_moved (struct making *m, expr_id root)
{
  struct level l = {.stride = 1};
  uint32_t base = creator_pointer (m, root, &l.row);
  if (base)
    m->f.base = base;
  m->moved = l.row.n || l.row.k;
  return !base || (!l.row.n && !l.row.k) || add_level (m, l);
}

/* Bytes that are whole elements of the next index are counted as such. */
static bool count_elements (struct making *m)
{
  if (m->f.n_levels < 1 || m->f.levels[m->f.n_levels - 1].stride != 1 || m->f.bytes == 1)
    return true;
  struct level l = m->f.levels[--m->f.n_levels];
  int64_t unit = m->f.n_levels ? m->f.levels[m->f.n_levels - 1].stride : (int64_t)m->f.bytes;
  memset (&m->f.levels[m->f.n_levels], 0, sizeof l);
  if (l.row.k % unit)
    return false;
  l.row.k /= unit;
  for (uint32_t i = 0; i < l.row.n; i++) {
    if (l.row.t[i].c % unit)
      return false;
    l.row.t[i].c /= unit;
  }
  l.stride = unit;
  return add_level (m, l);
}

/* An index of elements that have a variable size. */
static bool add_scaled (struct making *m, const struct address_index *i)
{
  struct level l = {.stride = (int64_t)i->unit};
  struct row scale = {0};
  if (!i->unit || !making_operand (m, &i->index, &l.row) || !making_operand (m, &i->scale, &scale))
    return false;
  l.multiplier[0] = making_symbol (m, &scale);
  return l.multiplier[0] && add_level (m, l);
}

/* The same as add_levels, from what the instruction says, which keeps constants apart for each
 * index.
 */
static bool add_address (struct making *m, const struct address *addr, expr_id *base)
{
  struct body *d = m->d;
  *base = addr->base_kind == BASE_VALUE
              ? d->value[addr->base]
              : expr_object (&d->s->x, object_of_base (d->s->p, d->f, addr));
  m->f.offset = address_bytes (addr);
  m->inside = addr->n_indices && !addr->indices[0].bound;
  for (uint32_t i = 0; i < addr->n_indices; i++) {
    struct level l = {.stride = (int64_t)addr->indices[i].stride};
    if (!l.stride ? !add_scaled (m, &addr->indices[i])
                  : address_step (addr, i) &&
                        (!making_operand (m, &addr->indices[i].index, &l.row) || !add_level (m, l)))
      return false;
  }
  const struct operand pointer = {.kind = OPND_VALUE, .value = addr->base};
  if (!*base && addr->base_kind == BASE_VALUE)
    *base = add_pointer (m, &pointer, DEEPEST_ROW);
  return *base && add_levels (m, base);
}

/* Element `row * length + column' of an array that is used as a matrix: two indices, if the column
   is inside. */
static bool split_level (struct making *m, uint32_t n, uint32_t b, uint32_t c)
{
  struct level *fine = &m->f.levels[n], coarse = {.stride = fine->stride, .multiplier = {b, c}};
  struct row rest = {.k = fine->row.k};
  for (uint32_t i = 0; i < fine->row.n; i++) {
    struct atom a = m->f.atoms[fine->row.t[i].atom];
    int64_t k = fine->row.t[i].c;
    if (a.kind == ATOM_PRODUCT && a.b == b && a.c == c) {
      if (a.a ? !row_add_atom (&coarse.row, a.a - 1, k)
              : __builtin_add_overflow (coarse.row.k, k, &coarse.row.k))
        return false;
    } else if (a.kind == ATOM_PRODUCT && !a.a && !c && (a.b == b || a.c == b)) {
      if (!making_add_symbol (m, &coarse.row, a.b == b ? a.c : a.b, k))
        return false;
    } else if (a.kind == ATOM_SYMBOL && a.a == b && !c) {
      if (__builtin_add_overflow (coarse.row.k, k, &coarse.row.k))
        return false;
    } else if (!row_add_atom (&rest, fine->row.t[i].atom, k)) {
      return false;
    }
  }
  if (m->f.n_levels == MOST_LEVELS)
    return false;
  memmove (&m->f.levels[n + 1], &m->f.levels[n], (m->f.n_levels - n) * sizeof coarse);
  m->f.n_levels++;
  m->f.levels[n] = coarse;
  m->f.levels[n + 1].row = rest;
  return true;
}

/* The multiplier of a counter in the row that has the most factors. */
static bool find_multiplier (const struct making *m, const struct row *r, struct atom *by)
{
  bool found = false;
  for (uint32_t i = 0; i < r->n; i++) {
    const struct atom *a = &m->f.atoms[r->t[i].atom];
    if (a->kind == ATOM_PRODUCT && a->a && (!found || (a->c && !by->c))) {
      *by = *a;
      found = true;
    }
  }
  return found;
}

/* Constants that the offset has are part of the index. */
static void add_offset (struct making *m, uint32_t n)
{
  int64_t rest = m->f.offset, k = 0;
  for (uint32_t i = 0; i <= n; i++)
    if (i == n || !m->f.levels[i].multiplier[0])
      k = footprint_take_offset (&rest, m->f.levels[i].stride,
                                 m->f.exact || i + 1 == m->f.n_levels);
  m->f.levels[n].row.k += k;
  m->f.offset -= k * m->f.levels[n].stride;
}

/* The same of a row in which all threads are: one of two symbols is the length. */
static void split_common (struct making *m, uint32_t n)
{
  const struct row *r = &m->f.levels[n].row;
  for (uint32_t i = 0; i < r->n; i++) {
    struct atom a = m->f.atoms[r->t[i].atom];
    if (a.kind != ATOM_PRODUCT || a.a || !a.c)
      continue;
    const struct footprint whole = m->f;
    for (int second = 1; second >= 0; second--) {
      uint32_t length = second ? a.c : a.b;
      add_offset (m, n);
      if (split_level (m, n, length, 0) &&
          footprint_fits (&m->f, &m->f.levels[n + 1].row, length)) {
        m->f.split = true;
        return;
      }
      m->f = whole;
    }
    return;
  }
}

static bool split_levels (struct making *m)
{
  struct atom by = {0};
  for (uint32_t n = 0; n < m->f.n_levels; n++) {
    uint32_t outer = 0, first = n;
    if (!m->f.levels[n].multiplier[0] && !find_multiplier (m, &m->f.levels[n].row, &by)) {
      uint32_t before = m->f.n_levels;
      split_common (m, n);
      n += m->f.n_levels - before;
      continue;
    }
    if (find_multiplier (m, &m->f.levels[n].row, &by)) {
      add_offset (m, n);
      m->f.split = true;
    }
    while (find_multiplier (m, &m->f.levels[n].row, &by)) {
      if (!split_level (m, n, by.b, by.c))
        return false;
      n++;
    }
    /* Each index below must be inside the row of the next one. */
    for (uint32_t i = first; i < n; i++) {
      const uint32_t *x = m->f.levels[i].multiplier, *y = m->f.levels[i + 1].multiplier;
      outer = !y[0]                   ? (x[1] ? 0 : x[0])
              : x[0] == y[0] && !y[1] ? x[1]
              : x[1] == y[0] && !y[1] ? x[0]
                                      : 0;
      if (!outer || !footprint_fits (&m->f, &m->f.levels[i + 1].row, outer))
        return false;
    }
  }
  return true;
}

static bool has_products (const struct footprint *f)
{
  for (uint32_t n = 0; n < f->n_levels; n++)
    for (uint32_t i = 0; i < f->levels[n].row.n; i++)
      if (f->atoms[f->levels[n].row.t[i].atom].kind == ATOM_PRODUCT)
        return true;
  return false;
}

/* The same, if all indices are inside their rows, which only who starts the region may know. */
static void split_if_inside (struct making *m)
{
  for (int asked = 0; asked < 2; asked++) {
    const struct footprint whole = m->f;
    if (split_levels (m) && !has_products (&m->f))
      return;
    if (asked || !has_products (&whole)) {
      m->f = whole; /* one index, of products */
      return;
    }
    m->f = whole;
    creator_rows (m);
  }
}

enum { POINTER_BYTES = 8 };

/* Only the number of the element counts, not what of it: all its pointers may lead to one thing. */
static bool count_owners (struct making *m, int64_t size)
{
  struct level l = m->f.n_levels ? m->f.levels[0] : (struct level){.stride = 1};
  if (m->f.n_levels > 1 || l.multiplier[0] ||
      __builtin_mul_overflow (l.row.k, l.stride, &l.row.k) ||
      __builtin_add_overflow (l.row.k, m->f.offset, &l.row.k))
    return false;
  l.row.k = l.row.k >= 0 ? l.row.k / size : -1 - (-1 - l.row.k) / size;
  for (uint32_t i = 0; i < l.row.n; i++) {
    if (__builtin_mul_overflow (l.row.t[i].c, l.stride, &l.row.t[i].c) || l.row.t[i].c % size)
      return false;
    l.row.t[i].c /= size;
  }
  l.stride = size;
  m->f.levels[0] = l;
  m->f.n_levels = 1;
  m->f.offset = 0;
  m->f.bytes = (uint64_t)size;
  return true;
}

/* Whether threads may have parts of arrays of their own: by constructs, or by their number. */
static bool has_teams (const struct summaries *s)
{
  return map_size (&s->iterations) || map_size (&s->constructs) || s->asks_member;
}

uint32_t footprint_keep (struct summaries *s, const struct footprint *f)
{
  return tuples_intern (
      &s->slots, (const uint32_t *)(const void *)f,
      (uint32_t)((offsetof (struct footprint, rows) + f->n_rows * sizeof f->rows[0]) /
                 sizeof (uint32_t)));
}

static uint32_t find (struct body *d, uint32_t record, const struct address *addr, expr_id address,
                      uint64_t bytes, setid behind, int64_t size, expr_id *base)
{
  struct summaries *s = d->s;
  *base = 0;
  if (!bytes || (!d->lanes && !has_teams (s)))
    return 0;
  struct making *m = ARENA_ARRAY (&d->arena, 1, struct making);
  *m = (struct making){
      .d = d, .record = record, .f = {.bytes = bytes, .exact = addr != NULL, .behind = behind}};
  expr_id root = address;
  if (!(addr ? add_address (m, addr, &root) : address && add_levels (m, &root)))
    return 0;
  m->f.base = teams_symbol (d, root);
  if (!m->f.base || (!behind && !add_moved (m, root)))
    return 0;
  doacross_find (m);
  making_conditions (m);
  if (m->moved || bitset_has (&s->in_inner_regions, d->f))
    creator_rows (m);
  if (behind ? !count_owners (m, size) : !count_elements (m))
    return 0;
  if (!behind)
    split_if_inside (m);
  if (!behind && !d->lanes)
    making_leaving (m);
  *base = root;
  return footprint_keep (s, &m->f);
}

uint32_t footprint_find (struct body *d, uint32_t record, const struct address *addr,
                         expr_id address, uint64_t bytes, expr_id *base)
{
  return find (d, record, addr, address, bytes, SETS_EMPTY, 0, base);
}

/* The size of the elements of arrays at whose start all locations are; 0: there is none. */
static int64_t element_at (const struct objects *o, const struct sets *sets, setid at)
{
  int64_t size = 0;
  for (struct set_iter i = sets_each (sets, at); set_next (&i);) {
    struct array_around around[MOST_AROUND];
    int64_t offset = loc_get (o, i.x)->offset;
    if (offset <= OFFSET_EVERYTHING ||
        arrays_around (o, loc_object (o, i.x), offset, around) != 1 ||
        (offset - around[0].base) % around[0].element || (size && size != around[0].element))
      return 0;
    size = around[0].element;
  }
  return size >= POINTER_BYTES ? size : 0;
}

uint32_t footprint_behind (struct body *d, uint32_t record, expr_id address, expr_id *base,
                           setid *owners)
{
  struct pointers *p = d->s->p;
  const struct exprs *x = &d->s->x;
  if (!has_teams (d->s) || !proves_by (p, PROOF_REACH))
    return 0;
  for (expr_id e = address; e && (e = expr_origin (x, e));) {
    expr_id root = expr_root (x, e);
    if (expr_get (x, root)->op == X_REACHED)
      break;
    *owners = expr_points (&d->s->x, d->f, root); /* its elements */
    int64_t size = element_at (&p->objects, &p->sets, *owners);
    uint32_t slot = size ? find (d, record, NULL, e, POINTER_BYTES, *owners, size, base) : 0;
    if (slot)
      return slot;
  }
  *owners = SETS_EMPTY;
  return 0;
}
