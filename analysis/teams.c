/* Slots and claims: what a construct of OpenMP gives to one thread of the team only. */

#include "teams.h"

/* Constructs */

/* Whether some way from the record comes to another execution of the same construct without a
   barrier: then two threads may be in it at the same time, each in one execution.  Out of a region
   no way does; out of another function any may. */
static bool repeats (const struct body *d, uint32_t record)
{
  const struct program *p = d->s->p->objects.program;
  bool region = is_region (p, d->f), again = false;
  bool *seen = xcalloc (d->b->n_blocks, sizeof *seen);
  struct worklist list = {0};
  uint32_t home = d->flow.block_of[record], block = home, from = record + 1;
  for (;;) {
    bool stops = false;
    for (uint32_t r = from; r < d->b->blocks[block].end && !stops; r++) {
      again |= r == record || (d->b->records[r]->kind == REC_return && !region);
      stops = d->b->records[r]->kind == REC_call && is_team_barrier (d->s->p, d->f, r);
    }
    for (uint32_t k = 0; !stops && k < d->b->blocks[block].n_edges; k++) {
      uint32_t to = d->b->blocks[block].edges[k].target;
      if (!seen[to])
        worklist_push (&list, to);
      seen[to] = true;
    }
    if (again || !worklist_pop (&list, &block))
      break;
    from = d->b->blocks[block].first;
  }
  free (seen);
  worklist_free (&list);
  return again;
}

static bool has_effect (const struct body *d, uint32_t record, enum effect_kind kind)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  if (d->b->records[record]->kind != REC_call)
    return false;
  calls_of_record (p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->calls.v[k].kind == CALL_NOW ? p->models[p->calls.v[k].callee] : NULL;
    if (m && model_has (m, kind))
      return true;
  }
  return false;
}

/* Where the loop asks for its share: the last such call before it on every way. */
static bool find_share (const struct body *d, uint32_t block, uint32_t *record)
{
  const uint32_t *up = d->flow.dominators.parent;
  for (uint32_t x = up[block]; x != NODE_NONE; x = up[x])
    for (uint32_t r = d->b->blocks[x].end; r-- > d->b->blocks[x].first;)
      if (has_effect (d, r, EFFECT_TEAM_INDEX) || has_effect (d, r, EFFECT_CHUNK)) {
        *record = r;
        return true;
      }
  return false;
}

void teams_find_iterations (struct body *d)
{
  for (uint32_t i = 0; i < d->b->n_blocks; i++) {
    const struct block *b = &d->b->blocks[i];
    for (uint32_t r = b->first; r < b->end && d->b->records[r]->kind == REC_phi; r++) {
      const struct rec_phi *phi = (const struct rec_phi *)d->b->records[r];
      uint32_t share;
      if (phi->iteration && find_share (d, i, &share) && !repeats (d, share))
        map_set (&d->s->iterations, map_pair (d->f, phi->r.dst), (uint32_t)phi->iteration);
    }
  }
}

/* Slots */

enum { MOST_LEVELS = 4, LONGEST_SLOT = 48 };

/* An index of an array in an address: FACTOR * VALUE, in elements of STRIDE bytes; the constant
   part is in the address' offset. */
struct level {
  expr_id value;
  int64_t factor, stride;
  uint32_t iteration; /* of the value; 0 none */
};

struct slot {
  uint32_t v[LONGEST_SLOT], n;
};

static bool put (struct slot *k, uint64_t x)
{
  if (k->n + 2 > LONGEST_SLOT)
    return false;
  k->v[k->n++] = (uint32_t)x;
  k->v[k->n++] = (uint32_t)(x >> 32);
  return true;
}

/* Writes what E is, if that is the same for all threads of the team. */
static bool put_common (struct body *d, expr_id e, struct slot *k)
{
  struct summaries *s = d->s;
  const struct expr v = *expr_get (&s->x, e);
  if (!put (k, v.op | (uint64_t)v.code << 8))
    return false;
  switch ((enum expr_op)v.op) {
  case X_CONST:
    return put (k, (uint64_t)v.k);
  case X_OBJECT:
    return put (k, v.a);
  case X_FORMAL: /* the block of shared variables */
    return is_region (s->p->objects.program, d->f) && put (k, v.a);
  case X_ADD:
  case X_CONVERT:
    return put (k, (uint64_t)v.k) && put_common (d, v.a, k);
  case X_INDEX:
    return put (k, (uint64_t)v.k) && put_common (d, v.a, k) && put_common (d, v.b, k);
  case X_OP:
    return put_common (d, v.a, k) && put_common (d, v.b, k);
  case X_LOAD: {
    setid where = expr_points (&s->x, d->f, v.a);
    return where && !s->mod_all[d->f] && !sets_meet (&s->p->sets, where, s->mod[d->f]) &&
           put (k, (uint64_t)v.k) && put_common (d, v.a, k);
  }
  default:
    return false;
  }
}

static const struct expr *without_call (const struct exprs *x, expr_id e)
{
  const struct expr *v = expr_get (x, e);
  return v->op == X_AT ? expr_get (x, v->a) : v;
}

/* The index as a multiple of one value; *CONSTANT: what is added to it. */
static void find_level (const struct summaries *s, expr_id index, struct level *l,
                        int64_t *constant)
{
  int64_t k;
  l->factor = 1;
  *constant = 0;
  for (;;) {
    const struct expr *v = expr_get (&s->x, index);
    if (v->op == X_ADD && !__builtin_mul_overflow (v->k, l->factor, &k) &&
        !__builtin_add_overflow (*constant, k, constant))
      index = v->a;
    else if (v->op == X_CONVERT && (v->k < 0 ? v->k <= -32 : v->k >= 32))
      index = v->a;
    else if (v->op == X_OP && v->code == OP_MUL && expr_is_const (&s->x, v->b, &k) && k > 0 &&
             !__builtin_mul_overflow (l->factor, k, &l->factor))
      index = v->a;
    else
      break;
  }
  const struct expr *v = without_call (&s->x, index);
  l->value = index;
  if (v->op == X_VALUE)
    l->iteration = map_get (&s->iterations, map_pair (v->a, v->b), 0);
}

static bool is_member (const struct summaries *s, expr_id e)
{
  return expr_get (&s->x, e)->op == X_MEMBER;
}

static unsigned dimensions (const struct level *l)
{
  return l->iteration & 15;
}

/* The indices in an address, the finest first; *OFFSET: all constant parts. */
static uint32_t find_levels (struct body *d, expr_id *base, struct level *levels, int64_t *offset)
{
  struct summaries *s = d->s;
  uint32_t n = 0;
  for (*base = expr_base (&s->x, *base, offset);
       *base && expr_get (&s->x, *base)->op == X_INDEX && n < MOST_LEVELS; n++) {
    const struct expr *v = expr_get (&s->x, *base);
    int64_t constant, more;
    levels[n] = (struct level){.stride = v->k};
    find_level (s, v->b, &levels[n], &constant);
    if (__builtin_mul_overflow (constant, v->k, &constant) ||
        __builtin_add_overflow (*offset, constant, offset) ||
        (n && levels[n].stride <= levels[n - 1].stride) || levels[n].stride <= 0)
      return 0;
    *base = expr_base (&s->x, v->a, &more);
    if (__builtin_add_overflow (*offset, more, offset))
      return 0;
  }
  return n;
}

static int64_t nearest (int64_t x, int64_t unit)
{
  return (x >= 0 ? x + unit / 2 : x - unit / 2) / unit;
}

static int64_t below (int64_t x, int64_t unit)
{
  return x >= 0 ? x / unit : -((unit - 1 - x) / unit);
}

/* One index of the address is a value that differs for each thread.  What the indices of the arrays
   inside and around the element are does not matter, since they stay inside their arrays. */
static bool put_element (const struct summaries *s, const struct level *levels, uint32_t n,
                         int64_t offset, uint64_t bytes, struct slot *k)
{
  for (uint32_t i = 0; i < n; i++) {
    const struct level *l = &levels[i];
    if (!is_member (s, l->value) && dimensions (l) != 1)
      continue;
    for (uint32_t j = n; j-- > i + 1;)
      offset -= nearest (offset, levels[j].stride) * levels[j].stride;
    int64_t unit = l->stride, element, rest;
    if ((i || i + 1 < n) && l->factor != 1)
      return false;
    if (__builtin_mul_overflow (unit, l->factor, &unit))
      return false;
    element = i ? nearest (offset, unit) : below (offset, unit);
    rest = offset - element * unit;
    if (i ? 2 * (rest < 0 ? -rest : rest) >= unit : rest + (int64_t)bytes > unit)
      return false;
    const struct expr *v = without_call (&s->x, l->value);
    return put (k, v->op | (uint64_t)v->a << 32) && put (k, v->b) && put (k, (uint64_t)unit) &&
           put (k, (uint64_t)element);
  }
  return false;
}

/* Several loops that are collapsed into one: all their variables together differ. */
static bool put_elements (const struct summaries *s, const struct level *levels, uint32_t n,
                          int64_t offset, uint64_t bytes, struct slot *k)
{
  uint32_t seen = 0, loop = 0;
  for (uint32_t i = 0; i < n; i++) {
    const struct level *l = &levels[i];
    const struct expr *v = without_call (&s->x, l->value);
    if (!l->iteration || l->factor != 1 || (loop && loop != l->iteration >> 8))
      continue;
    loop = l->iteration >> 8;
    seen |= 1u << (l->iteration >> 4 & 15);
    if (!put (k, v->op | (uint64_t)v->a << 32) || !put (k, v->b) || !put (k, (uint64_t)l->stride))
      return false;
    if (seen + 1 == 1u << dimensions (l))
      return offset >= 0 && offset + (int64_t)bytes <= levels[0].stride;
  }
  return false;
}

static expr_id without_conversion (const struct exprs *x, expr_id e)
{
  while (expr_get (x, e)->op == X_CONVERT &&
         (expr_get (x, e)->k <= -32 || expr_get (x, e)->k >= 32))
    e = expr_get (x, e)->a;
  return e;
}

/* Whether VALUE counts up from 0 or more, and the record is in the body of a loop that tests it to
   be less than LIMIT. */
static bool stays_below (struct body *d, uint32_t record, expr_id value, expr_id limit)
{
  const struct exprs *x = &d->s->x;
  const struct expr v = *expr_get (x, value);
  uint32_t def = v.op == X_VALUE && v.a == d->f ? d->b->value_defs[v.b] : UINT32_MAX;
  if (def == UINT32_MAX || d->b->records[def]->kind != REC_phi)
    return false;
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[def];
  for (uint32_t i = 0; i < phi->args.n; i++) {
    int64_t k;
    expr_id arg = value_of_operand (d, &phi->args.v[i]);
    if (!arg || (expr_is_const (x, arg, &k) ? k < 0 : expr_base (x, arg, &k) != value || k < 0))
      return false;
  }
  uint32_t head = d->flow.block_of[def];
  const struct block *b = &d->b->blocks[head];
  if (d->b->records[b->end - 1]->kind != REC_branch)
    return false;
  const struct rec_branch *test = (const struct rec_branch *)d->b->records[b->end - 1];
  expr_id left = value_of_operand (d, &test->a), right = value_of_operand (d, &test->b);
  int64_t last, length;
  if (!left || !right || without_conversion (x, left) != value)
    return false;
  bool below = test->code == OP_LT && without_conversion (x, right) == limit;
  if (!below && !((test->code == OP_LT || test->code == OP_LE) && expr_is_const (x, right, &last) &&
                  expr_is_const (x, limit, &length) && last - (test->code == OP_LT) < length))
    return false;
  for (uint32_t i = 0; i < b->n_edges; i++) {
    uint32_t to = b->edges[i].target;
    if (b->edges[i].kind == EK_TRUE)
      return d->flow.predecessors.first[to + 1] - d->flow.predecessors.first[to] == 1 &&
             dominates (&d->flow.dominators, to, d->flow.block_of[record]);
  }
  return false;
}

/* Element `row * length + column' of an array that is used as a matrix: a row belongs to the thread
   that has its number, as long as the column is inside. */
static bool put_row (struct body *d, uint32_t record, expr_id *base, uint64_t bytes, struct slot *k)
{
  struct exprs *x = &d->s->x;
  const struct expr v = *expr_get (x, *base);
  expr_id row, column, index = v.op == X_INDEX ? without_conversion (x, v.b) : 0;
  if (!index || (int64_t)bytes > v.k)
    return false;
  const struct expr sum = *expr_get (x, index), outer = *expr_get (x, v.a);
  *base = v.a;
  if (outer.op == X_INDEX && outer.k == v.k) {
    row = without_conversion (x, outer.b);
    column = index;
    *base = outer.a;
  } else if (sum.op == X_OP && sum.code == OP_ADD) {
    row = without_conversion (x, sum.a);
    column = without_conversion (x, sum.b);
  } else {
    return false;
  }
  for (int i = 0; i < 2; i++) {
    const struct expr product = *expr_get (x, row);
    for (int j = 0; product.op == X_OP && product.code == OP_MUL && j < 2; j++) {
      expr_id number = without_conversion (x, j ? product.b : product.a);
      expr_id length = without_conversion (x, j ? product.a : product.b);
      struct level l = {0};
      int64_t constant;
      find_level (d->s, number, &l, &constant);
      const struct expr *value = without_call (x, l.value);
      if ((is_member (d->s, l.value) || dimensions (&l) == 1) && l.factor == 1 && !constant &&
          stays_below (d, record, column, length))
        return put (k, value->op | (uint64_t)value->a << 32) && put (k, value->b) &&
               put (k, (uint64_t)v.k) && put_common (d, length, k);
    }
    expr_id other = row;
    row = column;
    column = other;
  }
  return false;
}

uint32_t teams_slot (struct body *d, uint32_t record, expr_id address, uint64_t bytes)
{
  struct level levels[MOST_LEVELS];
  struct slot k = {0};
  int64_t offset;
  if (!map_size (&d->s->iterations) && !d->s->asks_member)
    return 0;
  if (!bytes || !address)
    return 0;
  expr_id base = address;
  uint32_t n = find_levels (d, &base, levels, &offset);
  bool found = n && base && put_element (d->s, levels, n, offset, bytes, &k);
  if (!found) {
    k.n = 0;
    found = n && base && put_elements (d->s, levels, n, offset, bytes, &k);
  }
  if (!found) {
    k.n = 0;
    base = expr_base (&d->s->x, address, &offset);
    found = !offset && put_row (d, record, &base, bytes, &k);
  }
  return found && put_common (d, base, &k) ? tuples_intern (&d->s->slots, k.v, k.n) : 0;
}

/* Claims */

bool is_claim (const struct summaries *s, expr_id lock)
{
  return lock && expr_get (&s->x, lock)->op == X_CLAIM;
}

expr_id teams_claim_at (struct body *d, uint32_t record)
{
  return repeats (d, record) ? 0 : expr_claim (&d->s->x, d->f, record, 0);
}

/* Whether the value is a number that one thread gets, from calls at SOURCE or after it. */
static bool is_ticket (const struct body *d, uint32_t value, uint32_t *source, int depth)
{
  uint32_t def = d->b->value_defs[value];
  if (def == UINT32_MAX || !depth)
    return false;
  if (d->b->records[def]->kind == REC_call) {
    if (!has_effect (d, def, EFFECT_TICKET))
      return false;
    if (*source == UINT32_MAX || flow_dominates (&d->flow, def, *source))
      *source = def;
    return true;
  }
  if (d->b->records[def]->kind != REC_phi)
    return false;
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[def];
  for (uint32_t i = 0; i < phi->args.n; i++)
    if (phi->args.v[i].kind != OPND_VALUE ||
        (phi->args.v[i].value != value && !is_ticket (d, phi->args.v[i].value, source, depth - 1)))
      return false;
  return phi->args.n > 0;
}

expr_id teams_claim (struct body *d, expr_id e, int64_t k)
{
  enum { DEEPEST_PHI = 3 };
  struct summaries *s = d->s;
  while (expr_get (&s->x, e)->op == X_CONVERT)
    e = expr_get (&s->x, e)->a;
  const struct expr v = *expr_get (&s->x, e);
  uint32_t source = UINT32_MAX;
  if (v.op == X_MEMBER)
    return expr_claim (&s->x, 0, 0, k);
  if (v.op != X_VALUE || v.a != d->f)
    return 0;
  uint32_t iteration = map_get (&s->iterations, map_pair (v.a, v.b), 0);
  if (!((iteration & 15) == 1 ||
        (is_ticket (d, v.b, &source, DEEPEST_PHI) && k && !repeats (d, source))))
    return 0;
  return expr_claim (&s->x, d->f, d->b->value_defs[v.b], k);
}
