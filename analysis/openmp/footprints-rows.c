/* Footprints: numbers as sums of what the iterations and counters of loops are, and what the
   branches before an access say about them. */

#include "footprints-internal.h"
#include "loops.h"
#include "sums.h"
#include "teams.h"

bool making_atom (struct making *m, struct atom a, uint64_t *atom)
{
  for (*atom = 0; *atom < m->f.n_atoms; ++*atom)
    if (!memcmp (&m->f.atoms[*atom], &a, sizeof a))
      return true;
  if (m->f.n_atoms == MOST_ATOMS)
    return false;
  m->f.atoms[m->f.n_atoms++] = a;
  return true;
}

static bool add_atom (struct making *m, struct row *r, struct atom a, int64_t factor)
{
  uint64_t atom;
  return making_atom (m, a, &atom) && row_add_atom (r, atom, factor);
}

bool making_add_symbol (struct making *m, struct row *r, uint32_t symbol, int64_t factor)
{
  return add_atom (m, r, (struct atom){.kind = ATOM_SYMBOL, .a = symbol}, factor);
}

/* Numbers */

bool making_add_times (struct making *m, struct row *r, const struct row *row, uint32_t symbol,
                       int64_t factor)
{
  int64_t k;
  if (__builtin_mul_overflow (row->k, factor, &k) ||
      (k && !add_atom (m, r, (struct atom){.kind = ATOM_SYMBOL, .a = symbol}, k)))
    return false;
  for (uint32_t i = 0; i < row->n; i++) {
    struct atom of = m->f.atoms[row->t[i].atom], p = {.kind = ATOM_PRODUCT};
    uint32_t other = 0;
    if (of.kind == ATOM_PRODUCT && of.c)
      return false;
    if (of.kind == ATOM_PRODUCT)
      other = of.b;
    if (of.kind == ATOM_SYMBOL)
      other = of.a;
    p.a = of.kind == ATOM_PRODUCT  ? of.a
          : of.kind == ATOM_SYMBOL ? 0
                                   : 1 + (uint32_t)row->t[i].atom;
    p.b = other && other < symbol ? other : symbol;
    p.c = other && other < symbol ? symbol : other;
    if (__builtin_mul_overflow (row->t[i].c, factor, &k) || !add_atom (m, r, p, k))
      return false;
  }
  return true;
}

/* The symbol that a row is; 0: it is more than that. */
uint32_t making_symbol (const struct making *m, const struct row *r)
{
  return !r->k && r->n == 1 && r->t[0].c == 1 && m->f.atoms[r->t[0].atom].kind == ATOM_SYMBOL
             ? m->f.atoms[r->t[0].atom].a
             : 0;
}

/* R += FACTOR * A * B, of which one must be a constant or a symbol. */
static bool add_product (struct making *m, struct row *r, const struct row *a, const struct row *b,
                         int64_t factor)
{
  int64_t k;
  if (!a->n)
    return !__builtin_mul_overflow (a->k, factor, &k) && row_add (r, b, k);
  if (!b->n)
    return !__builtin_mul_overflow (b->k, factor, &k) && row_add (r, a, k);
  if (making_symbol (m, a))
    return making_add_times (m, r, b, making_symbol (m, a), factor);
  return making_symbol (m, b) && making_add_times (m, r, a, making_symbol (m, b), factor);
}

bool making_not_negative (struct making *m, uint64_t atom)
{
  struct row r = {0};
  return row_add_atom (&r, atom, 1) && footprint_add_row (&m->f, &r);
}

/* A - B, compared with 0 as CODE says, holds. */
bool making_comparison (struct making *m, const struct row *a, const struct row *b,
                        enum opcode code)
{
  struct row r = {.k = code == OP_LT || code == OP_GT ? -1 : 0, .equal = code == OP_EQ};
  int64_t sign = code == OP_LT || code == OP_LE ? -1 : 1;
  if (!row_add (&r, a, sign) || !row_add (&r, b, -sign))
    return false;
  if (code != OP_NE)
    return footprint_add_row (&m->f, &r);
  if (m->f.n_unequal == sizeof m->f.unequal / sizeof m->f.unequal[0])
    return false;
  m->f.unequal[m->f.n_unequal++] = r;
  return true;
}

/* Between which barriers of a loop of the region the record is: then all threads that are there in
   one phase are in the same round of the loop.  0: nobody knows. */
static uint32_t segment_of (struct making *m, uint32_t header, uint32_t record)
{
  enum { AT_HEAD = 1, AFTER = 2 };
  struct body *d = m->d;
  struct worklist list = {0};
  uint32_t segment = 0, block = d->flow.block_of[record], end = record;
  bool head = false, other = false;
  if (d->lanes || !is_region (d->s, d->f) || teams_comes_again (d, header))
    return 0;
  bool *seen = ARENA_ARRAY (&d->arena, d->b->n_blocks, bool);
  for (;;) {
    bool stops = false;
    for (uint32_t r = end; r-- > d->b->blocks[block].first && !stops;)
      if (d->b->records[r]->kind == REC_call && is_team_barrier (d->s->p, d->f, r)) {
        stops = true;
        other |= segment && segment != AFTER + r;
        segment = AFTER + r;
      }
    if (!stops && block == header)
      head = true;
    else if (!stops)
      for (uint32_t k = d->flow.predecessors.first[block];
           k < d->flow.predecessors.first[block + 1]; k++) {
        uint32_t from = d->flow.predecessors.targets[k];
        if (!seen[from])
          worklist_push (&list, from);
        seen[from] = true;
      }
    if (!worklist_pop (&list, &block))
      break;
    end = d->b->blocks[block].end;
  }
  worklist_free (&list);
  return other || (segment && head) ? 0 : head ? AT_HEAD : segment;
}

static bool row_of_product (struct making *, const struct product *, struct row *);

/* A number that is counted along with the iterations of a construct, as the variables of `linear'
   are: wherever a thread begins, it is so many times the iteration, and what is left. */
static bool row_of_linear (struct making *m, expr_id e, struct row *r)
{
  struct body *d = m->d;
  struct counter c = {0}, i = {0};
  if (!loops_counter (d, e, &c) || c.shift || c.moving)
    return false;
  const struct block *b = &d->b->blocks[c.header];
  for (uint32_t k = b->first; k < b->end && d->b->records[k]->kind == REC_phi; k++) {
    expr_id iteration = expr_value (&d->s->x, d->f, d->b->records[k]->dst);
    struct sum rest = {0};
    struct row row = {0};
    if (k == c.phi || d->value[d->b->records[k]->dst] != iteration ||
        !making_counts (m, expr_get (&d->s->x, iteration)) || !loops_counter (d, iteration, &i) ||
        i.header != c.header || i.shift || i.moving || !i.step || c.step % i.step)
      continue;
    int64_t times = c.step / i.step;
    if (!sum_of (&d->s->x, c.init, &rest) || !sum_add_expr (&d->s->x, &rest, i.init, -times) ||
        !making_expr (m, iteration, &row) || !row_add (r, &row, times))
      return false;
    for (uint32_t n = 0; n < rest.n; n++) {
      struct row product = {0};
      if (!row_of_product (m, &rest.v[n], &product) || !row_add (r, &product, rest.v[n].k))
        return false;
    }
    return true;
  }
  return false;
}

/* A number that a loop counts. */
static bool row_of_loop (struct making *m, expr_id e, struct row *r)
{
  struct counter c = {0};
  struct row first = {0};
  uint64_t atom;
  if (!loops_counter (m->d, e, &c) || c.shift || !making_expr (m, c.init, &first))
    return false;
  struct atom a = {.kind = ATOM_COUNTER,
                   .a = m->d->f,
                   .b = m->d->b->records[c.phi]->dst,
                   .c = segment_of (m, c.header, m->record)};
  return making_atom (m, a, &atom) && row_add (r, &first, 1) && row_add_atom (r, atom, c.step) &&
         making_not_negative (m, atom);
}

/* The number of the thread: less than there are threads. */
static bool row_of_member (struct making *m, struct row *r)
{
  struct row room = {.k = -1}, most = {.k = teams_most (m->d)};
  uint64_t atom, size;
  return making_atom (m, (struct atom){.kind = ATOM_MEMBER}, &atom) &&
         making_atom (m, (struct atom){.kind = ATOM_SYMBOL, .a = teams_size_symbol (m->d->s)},
                    &size) &&
         row_add_atom (&room, size, 1) && row_add_atom (&room, atom, -1) &&
         row_add_atom (&most, size, -1) && (!most.k || footprint_add_row (&m->f, &most)) &&
         footprint_add_row (&m->f, &room) && making_not_negative (m, atom) && row_add_atom (r, atom, 1);
}

/* A loop that counts by what all threads have in common. */
static bool row_of_stride (struct making *m, expr_id e, struct row *r)
{
  struct body *d = m->d;
  uint32_t def = d->b->value_defs[expr_get (&d->s->x, e)->b];
  if (def == UINT32_MAX || d->b->records[def]->kind != REC_phi)
    return false;
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[def];
  const struct block *b = &d->b->blocks[d->flow.block_of[def]];
  struct atom a = {.kind = ATOM_COUNTER, .a = d->f, .b = phi->r.dst};
  if (phi->args.n != 2 || b->n_preds != 2)
    return false;
  for (uint32_t i = 0; i < 2; i++) {
    struct row first = {0}, step = {0}, times = {0};
    struct sum s = {0};
    uint64_t atom;
    expr_id next = value_of_operand (d, &phi->args.v[i]);
    if (!next || !sum_of (&d->s->x, next, &s) || !sum_add_expr (&d->s->x, &s, e, -1) || s.n != 1 ||
        s.v[0].k != 1 || !s.v[0].factor[MOST_FACTORS - 1] || s.v[0].factor[MOST_FACTORS - 2])
      continue;
    if (!making_factor (m, s.v[0].factor[MOST_FACTORS - 1], &step) || !making_symbol (m, &step) ||
        !making_operand (m, &phi->args.v[1 - i], &first) || !making_atom (m, a, &atom) ||
        !row_add_atom (&times, atom, 1))
      return false;
    return b->preds[i] < d->b->n_blocks &&
           dominates (&d->flow.dominators, d->flow.block_of[def], b->preds[i]) &&
           row_add (r, &first, 1) && making_add_times (m, r, &times, making_symbol (m, &step), 1) &&
           making_not_negative (m, atom);
  }
  return false;
}

/* Operations that are no sums */

bool making_division (struct making *m, const struct row *of, int64_t by, bool down,
                      uint64_t quotient)
{
  struct row above = {.k = down ? 0 : by - 1}, below = {.k = by - 1};
  return row_add (&above, of, 1) && row_add_atom (&above, quotient, -by) &&
         row_add (&below, of, -1) && row_add_atom (&below, quotient, by) &&
         footprint_add_row (&m->f, &above) && footprint_add_row (&m->f, &below);
}

static bool add_division (struct making *m, expr_id x, int64_t by, bool down, uint64_t quotient)
{
  struct row of = {0};
  return making_expr (m, x, &of) && making_division (m, &of, by, down, quotient);
}

/* ATOM is not more than E, or not less. */
static bool add_limit (struct making *m, expr_id e, int64_t sign, uint64_t atom)
{
  struct row r = {0};
  return making_expr (m, e, &r) && row_add_atom (&r, atom, -1) && (sign > 0 || row_negate (&r)) &&
         footprint_add_row (&m->f, &r);
}

static bool power_of_two (int64_t k, int64_t *out)
{
  *out = k;
  return k > 0 && !(k & (k - 1));
}

/* A row without the symbol with which all of it is multiplied; 0: there is none. */
static uint32_t take_factor (const struct making *m, const struct row *r, struct row *out)
{
  uint32_t symbol = 0;
  *out = (struct row){0};
  for (uint32_t i = 0; i < r->n; i++)
    if (m->f.atoms[r->t[i].atom].kind == ATOM_PRODUCT)
      symbol = m->f.atoms[r->t[i].atom].b;
  for (uint32_t i = 0; i < r->n && symbol; i++) {
    const struct atom *a = &m->f.atoms[r->t[i].atom];
    if (a->kind == ATOM_PRODUCT && a->a && a->b == symbol && !a->c) {
      if (!row_add_atom (out, a->a - 1, r->t[i].c))
        return 0;
    } else if (a->kind == ATOM_SYMBOL && a->a == symbol) {
      out->k += r->t[i].c;
    } else {
      return 0;
    }
  }
  return r->k ? 0 : symbol;
}

/* A quotient of something that differs for threads, and what they have in common: larger for a
   larger dividend, or never. */
static bool add_quotient (struct making *m, const struct expr *v, uint64_t atom)
{
  struct row dividend = {0}, divisor = {0};
  struct quotient q = {.atom = atom};
  if (m->f.n_quotients == MOST_QUOTIENTS || !making_expr (m, v->a, &dividend) ||
      !making_expr (m, v->b, &divisor))
    return false;
  q.of = making_symbol (m, &divisor);
  q.by = take_factor (m, &dividend, &q.row);
  if (!q.by)
    q.row = dividend;
  if (q.of)
    m->f.quotients[m->f.n_quotients++] = q;
  return q.of;
}

/* `a == b ? x : y' */
static bool add_choice (struct making *m, const struct expr *v, uint64_t atom)
{
  const struct exprs *x = &m->d->s->x;
  const struct expr test = *expr_get (x, v->a), of = *expr_get (x, v->b);
  struct choice c = {.atom = atom};
  struct row right = {0};
  if (m->f.n_choices == MOST_CHOICES || test.op != X_OP || test.code != OP_EQ || of.op != X_OP ||
      of.code != OP_OTHER || !making_expr (m, test.a, &c.zero) ||
      !making_expr (m, test.b, &right) || !row_add (&c.zero, &right, -1) ||
      !making_expr (m, of.a, &c.rows[0]) || !making_expr (m, of.b, &c.rows[1]) ||
      m->f.n_choices == MOST_CHOICES)
    return false;
  m->f.choices[m->f.n_choices++] = c;
  return true;
}

/* What is known of the atom that stands for an operation. */
static bool relate (struct making *m, const struct expr *v, uint64_t atom)
{
  int64_t k = 0;
  bool constant = expr_is_const (&m->d->s->x, v->b, &k);
  switch (v->code) {
  case OP_MIN:
    return add_limit (m, v->a, 1, atom) && add_limit (m, v->b, 1, atom);
  case OP_MAX:
    return add_limit (m, v->a, -1, atom) && add_limit (m, v->b, -1, atom);
  case OP_SELECT:
    return add_choice (m, v, atom);
  case OP_DIV:
    return constant ? k > 0 && add_division (m, v->a, k, false, atom) : add_quotient (m, v, atom);
  case OP_SHR:
    return constant && k >= 0 && k < 32 && add_division (m, v->a, (int64_t)1 << k, true, atom);
  default:
    return false;
  }
}

/* A remainder: what is left of X without some number of BY, which all threads have in common if
   they have the remainder. */
static bool row_of_remainder (struct making *m, expr_id e, expr_id x, int64_t by, bool down,
                              struct row *r)
{
  uint64_t quotient;
  uint32_t key[] = {teams_symbol (m->d, e), UINT32_MAX};
  struct atom a = {.kind = ATOM_FREE, .a = e, .b = KNOWN};
  if (key[0])
    a = (struct atom){.kind = ATOM_SYMBOL, .a = tuples_intern (&m->d->s->symbols, key, 2)};
  return making_atom (m, a, &quotient) && add_division (m, x, by, down, quotient) &&
         making_expr (m, x, r) && row_add_atom (r, quotient, -by);
}

static bool row_of_operation (struct making *m, expr_id e, struct row *r)
{
  const struct expr v = *expr_get (&m->d->s->x, e);
  uint32_t symbol = teams_symbol (m->d, e);
  int64_t k;
  uint64_t atom;
  if (v.op != X_OP)
    return false;
  if (v.code == OP_MOD && expr_is_const (&m->d->s->x, v.b, &k) && k > 0)
    return row_of_remainder (m, e, v.a, k, false, r);
  if (v.code == OP_AND && expr_is_const (&m->d->s->x, v.b, &k) && k < INT32_MAX &&
      power_of_two (k + 1, &k))
    return row_of_remainder (m, e, v.a, k, true, r);
  struct atom a = {.kind = ATOM_FREE, .a = e, .b = KNOWN};
  if (symbol)
    a = (struct atom){.kind = ATOM_SYMBOL, .a = symbol};
  return making_atom (m, a, &atom) && relate (m, &v, atom) && row_add_atom (r, atom, 1);
}

/* Tries a way to find a row, which leaves nothing behind if it fails. */
static bool try_row (struct making *m, bool (*find) (struct making *, expr_id, struct row *),
                     expr_id e, struct row *r)
{
  struct footprint before = m->f;
  uint32_t known = m->n_known;
  if (find (m, e, r))
    return true;
  m->f = before;
  m->n_known = known;
  *r = (struct row){0};
  return false;
}

static bool row_of_value (struct making *m, expr_id e, struct row *r)
{
  struct body *d = m->d;
  const struct expr *x = expr_get (&d->s->x, e);
  const struct expr v = x->op == X_AT ? *expr_get (&d->s->x, x->a) : *x;
  uint32_t common = d->lanes ? teams_symbol (d, e) : 0;
  if (common)
    return add_atom (m, r, (struct atom){.kind = ATOM_SYMBOL, .a = common}, 1);
  if (v.op == X_MEMBER)
    return row_of_member (m, r);
  if (making_counts (m, &v))
    return making_iteration (m, &v, r);
  if (v.op == X_VALUE && v.a == d->f && x->op == X_VALUE && try_row (m, row_of_linear, e, r))
    return true;
  if (v.op == X_VALUE && v.a == d->f && try_row (m, row_of_loop, e, r))
    return true;
  if (v.op == X_VALUE && v.a == d->f && x->op == X_VALUE && try_row (m, row_of_stride, e, r))
    return true;
  if (v.op == X_OP && try_row (m, row_of_operation, e, r))
    return true;
  uint32_t symbol = teams_symbol (d, e);
  if (!symbol && x->op == X_LOAD && try_row (m, tables_row, e, r))
    return true;
  return symbol ? add_atom (m, r, (struct atom){.kind = ATOM_SYMBOL, .a = symbol}, 1)
                : add_atom (m, r, (struct atom){.kind = ATOM_FREE, .a = e}, 1);
}

/* A number that is no sum and no product. */
bool making_factor (struct making *m, expr_id e, struct row *r)
{
  for (uint32_t i = 0; i < m->n_known; i++)
    if (m->known[i].e == e) {
      *r = m->known[i].row;
      return true;
    }
  if (m->depth == DEEPEST_ROW || m->n_known == MOST_ATOMS)
    return false;
  m->depth++;
  *r = (struct row){0};
  bool known = row_of_value (m, e, r);
  m->depth--;
  if (known && m->n_known < MOST_ATOMS) {
    m->known[m->n_known].e = e;
    m->known[m->n_known++].row = *r;
  }
  return known;
}

/* The product of the factors: symbols come last, since only those can be multiplied with sums. */
static bool row_of_product (struct making *m, const struct product *p, struct row *r)
{
  struct row factors[MOST_FACTORS];
  *r = (struct row){.k = 1};
  for (uint32_t k = 0; k < MOST_FACTORS; k++)
    if (p->factor[k] && !making_factor (m, p->factor[k], &factors[k]))
      return false;
  for (int symbols = 0; symbols < 2; symbols++)
    for (uint32_t k = 0; k < MOST_FACTORS; k++) {
      struct row both = {0};
      if (!p->factor[k] || !!making_symbol (m, &factors[k]) != symbols)
        continue;
      if (!add_product (m, &both, r, &factors[k], 1))
        return false;
      *r = both;
    }
  return true;
}

bool making_expr (struct making *m, expr_id e, struct row *r)
{
  struct sum s = {0};
  if (!e || !sum_of (&m->d->s->x, e, &s))
    return false;
  for (uint32_t i = 0; i < s.n; i++) {
    struct row product = {0};
    if (!row_of_product (m, &s.v[i], &product) || !row_add (r, &product, s.v[i].k))
      return false;
  }
  return true;
}

/* Expressions are not made too deep: then the instruction says what the number is. */
bool making_operand (struct making *m, const struct operand *o, struct row *r)
{
  struct body *d = m->d;
  expr_id e = value_of_operand (d, o);
  if (e || o->kind != OPND_VALUE || m->depth == DEEPEST_ROW)
    return making_expr (m, e, r);
  uint32_t def = d->b->value_defs[o->value];
  if (def == UINT32_MAX || d->b->records[def]->kind != REC_op)
    return false;
  const struct rec_op *op = (const struct rec_op *)d->b->records[def];
  struct row a = {0}, b = {0};
  m->depth++;
  bool known = making_operand (m, &op->a, &a);
  bool two = op->code == OP_ADD || op->code == OP_SUB || op->code == OP_MUL;
  known = known && (!two || making_operand (m, &op->b, &b));
  m->depth--;
  if (!known)
    return false;
  if (op->code == OP_MUL)
    return add_product (m, r, &a, &b, 1);
  if (two)
    return row_add (r, &a, 1) && row_add (r, &b, op->code == OP_SUB ? -1 : 1);
  if (op->code == OP_CONVERT && d->b->value_types[o->value] &&
      d->u->types[d->b->value_types[o->value]].r.bits < 32)
    return false;
  return (op->code == OP_CONVERT || op->code == OP_COPY) && row_add (r, &a, 1);
}

/* Conditions */

bool making_branch (struct making *m, uint32_t from)
{
  struct body *d = m->d;
  const struct block *b = &d->b->blocks[from];
  const struct record *last = b->end > b->first ? d->b->records[b->end - 1] : NULL;
  const struct csr *before = &d->flow.predecessors;
  if (!last || last->kind != REC_branch || b->n_edges != 2)
    return false;
  const struct rec_branch *branch = (const struct rec_branch *)last;
  if (branch->code < OP_EQ || branch->code > OP_GE)
    return false;
  for (uint32_t k = 0; k < 2; k++) {
    uint32_t to = b->edges[k].target;
    if (before->first[to + 1] - before->first[to] != 1 ||
        !dominates (&d->flow.dominators, to, d->flow.block_of[m->record]))
      continue;
    struct making old = *m;
    struct row left = {0}, right = {0};
    enum opcode code =
        b->edges[k].kind == EK_TRUE ? branch->code : opposite_comparison (branch->code);
    bool known = making_operand (m, &branch->a, &left) && making_operand (m, &branch->b, &right) &&
                 making_comparison (m, &left, &right, code);
    if (!known)
      *m = old;
    for (uint32_t i = old.f.n_atoms; i < m->f.n_atoms; i++)
      if (m->f.atoms[i].kind == ATOM_FREE &&
          m->f.atoms[i].b != KNOWN) { /* nothing else is known of that */
        *m = old;
        return false;
      }
    return known;
  }
  return false;
}

void making_conditions (struct making *m)
{
  enum { MOST_BLOCKS = 64 };
  const uint32_t *up = m->d->flow.dominators.parent;
  uint32_t n = 0;
  for (uint32_t x = up[m->d->flow.block_of[m->record]]; x != NODE_NONE && n < MOST_BLOCKS;
       x = up[x], n++)
    making_branch (m, x);
}
