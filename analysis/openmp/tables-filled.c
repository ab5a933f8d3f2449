/* Tables: arrays into which one loop stores, before the region starts, a number that is computed
   from that of the element:

     for (i = 0; i < n; i++)
       u[i] = n - i;
   #pragma omp parallel for
     for (i = 0; i < n; i++)
       a[u[i]] = 0;                  // as a[n - i]

   The values of the function that starts the region are symbols, as in footprints-creator.c.  If
   another one has the loop, its numbers are constants, or what the first one calls it with. */

#include "footprints-internal.h"
#include "pointers-internal.h"
#include "teams.h"

/* The store of a loop: element number SIGN * COUNTER + NUMBER becomes FACTOR * COUNTER + VALUE. */
struct fill {
  struct creator *by, other;
  const struct rec_call *call; /* of the other function; NULL: nobody knows, or it is a region */
  const struct rec_store *store;
  uint32_t record;
  uint32_t counter; /* value */
  uint64_t element; /* bytes */
  int64_t sign, factor;
  struct row number, value;
};

/* Bytes from the beginning of the table to what is stored. */
static bool find_bytes (struct making *m, const struct fill *l, object_id table, struct row *bytes)
{
  struct pointers *p = m->d->s->p;
  const struct address *addr = &l->store->addr;
  bytes->k = address_bytes (addr);
  for (uint32_t i = 0; i < addr->n_indices; i++)
    if (!addr->indices[i].stride ||
        !creator_add (m, l->by, &addr->indices[i].index, bytes, (int64_t)addr->indices[i].stride))
      return false;
  if (addr->base_kind != BASE_VALUE)
    return object_of_base (p, l->by->f, addr) == table;
  struct operand o = {.kind = OPND_VALUE, .value = addr->base};
  const struct rec_op *op;
  while ((op = creator_operation (l->by, &o))) {
    if (op->code == OP_POINTER_ADD ? !creator_add (m, l->by, &op->b, bytes, 1)
                                   : op->code != OP_COPY && op->code != OP_CONVERT)
      return false;
    o = op->a;
  }
  setid at = points_of_operand (p, l->by->f, &o);
  if (sets_size (&p->sets, at) != 1)
    return false;
  struct set_iter i = sets_each (&p->sets, at);
  return set_next (&i) && loc_object (&p->objects, i.x) == table &&
         !loc_get (&p->objects, i.x)->offset;
}

static bool divide_row (struct row *r, int64_t by)
{
  if (r->k % by)
    return false;
  r->k /= by;
  for (uint32_t i = 0; i < r->n; i++) {
    if (r->t[i].c % by)
      return false;
    r->t[i].c /= by;
  }
  return true;
}

/* The value of the function that a term of a row is; 0: it is none. */
static uint32_t value_of_term (const struct making *m, const struct fill *l, uint64_t atom)
{
  const struct atom *a = &m->f.atoms[atom];
  const struct tuples *t = &m->d->s->symbols;
  const uint32_t *key = a->kind == ATOM_SYMBOL ? tuples_numbers (t, a->a) : NULL;
  return key && tuples_length (t, a->a) == 4 && key[0] == UINT32_MAX && key[1] == UINT32_MAX &&
                 key[2] == l->by->f
             ? key[3]
             : 0;
}

/* Whether the value changes while the function runs. */
static bool changes (struct making *m, const struct fill *l, uint32_t value)
{
  uint32_t def = l->by->b->value_defs[value];
  const struct flow *flow = creator_flow (m, l->by);
  return def != UINT32_MAX && flow->in_cycle[flow->block_of[def]];
}

/* R += FACTOR * what the function is called with for its formal VALUE. */
static bool add_argument (struct making *m, const struct fill *l, uint32_t value, struct row *r,
                          int64_t factor)
{
  const struct function *b = l->by->b;
  struct creator *own = creator_of (m->d);
  struct fill outside = {.by = own};
  struct row given = {0};
  uint32_t formal = 0, i = 1;
  if (!l->call || b->value_defs[value] != UINT32_MAX)
    return false;
  for (; i <= b->n_locals && b->locals[i].value != value; i++)
    formal += !!(b->locals[i].flags & OF_PARAMETER);
  if (i > b->n_locals || !(b->locals[i].flags & OF_PARAMETER) || formal >= l->call->args.n ||
      !creator_add (m, own, &l->call->args.v[formal], &given, factor))
    return false;
  for (i = 0; i < given.n; i++) {
    uint32_t symbol = value_of_term (m, &outside, given.t[i].atom);
    if (!symbol || changes (m, &outside, symbol))
      return false;
  }
  return row_add (r, &given, 1);
}

/* Takes the counter out of a row; false: something else changes, too, or is not known here. */
static bool take_counter (struct making *m, struct fill *l, struct row *r, int64_t *factor)
{
  struct row rest = {.k = r->k};
  *factor = 0;
  for (uint32_t i = 0; i < r->n; i++) {
    uint32_t value = value_of_term (m, l, r->t[i].atom);
    if (!value)
      return false;
    if (changes (m, l, value)) {
      if (l->counter && l->counter != value)
        return false;
      l->counter = value;
      *factor = r->t[i].c;
    } else if (l->by == &l->other ? !add_argument (m, l, value, &rest, r->t[i].c)
                                  : !row_add_atom (&rest, r->t[i].atom, r->t[i].c)) {
      return false;
    }
  }
  *r = rest;
  return true;
}

/* Where the function that starts the region calls the other one, if nobody else does. */
static const struct rec_call *find_call (struct making *m, const struct fill *l)
{
  const struct creator *own = creator_of (m->d);
  const struct call_edge *c = own ? tables_call (m->d->s, l->by->f) : NULL;
  const struct record *r =
      c && c->caller == own->f && c->kind == CALL_NOW && !is_region (m->d->s, l->by->f)
          ? own->b->records[c->record]
          : NULL;
  return r && r->kind == REC_call ? (const struct rec_call *)r : NULL;
}

static bool find_fill (struct making *m, const struct table *t, struct fill *l)
{
  struct summaries *s = m->d->s;
  const struct table_writer *w = &s->tables.writers.v[t->first_writer];
  const struct program *program = s->p->objects.program;
  struct creator *own = creator_of (m->d);
  l->other = (struct creator){.f = w->f,
                              .b = program->functions[w->f].body,
                              .u = function_unit (program, w->f),
                              .data = UINT32_MAX};
  l->by = own && own->f == w->f ? own : &l->other;
  if (l->by == &l->other)
    l->call = find_call (m, l);
  l->record = w->record;
  l->store = (const struct rec_store *)l->by->b->records[w->record];
  if (l->store->r.kind != REC_store)
    return false;
  uint32_t type = l->store->src.kind == OPND_VALUE ? l->by->b->value_types[l->store->src.value] : 0;
  uint64_t bits = l->store->bits ? l->store->bits : type ? l->by->u->types[type].r.bits : 0;
  return bits == l->element * 8 && find_bytes (m, l, t->object, &l->number) &&
         divide_row (&l->number, (int64_t)l->element) &&
         take_counter (m, l, &l->number, &l->sign) && (l->sign == 1 || l->sign == -1) &&
         creator_add (m, l->by, &l->store->src, &l->value, 1) &&
         take_counter (m, l, &l->value, &l->factor);
}

/* The loop of the counter, if it goes through all numbers from FIRST to LAST and each time comes to
   the store, and ends only when it has done so. */
static bool find_bounds (struct making *m, struct fill *l, struct row *first, struct row *last)
{
  const struct function *b = l->by->b;
  const struct flow *flow = creator_flow (m, l->by);
  uint32_t def = b->value_defs[l->counter], header = flow->block_of[def];
  const struct rec_phi *phi = (const struct rec_phi *)b->records[def];
  const struct block *h = &b->blocks[header];
  const struct rec_branch *test = (const struct rec_branch *)b->records[h->end - 1];
  const struct operand counter = {.kind = OPND_VALUE, .value = l->counter};
  if (phi->r.kind != REC_phi || phi->args.n != 2 || h->n_preds != 2 || h->n_edges != 2 ||
      test->r.kind != REC_branch)
    return false;
  uint32_t back = dominates (&flow->dominators, header, h->preds[1]) ? 1 : 0;
  uint32_t latch = h->preds[back];
  struct row next = {0}, self = {0}, left = {0}, right = {0};
  if (!dominates (&flow->dominators, header, latch) ||
      !dominates (&flow->dominators, flow->block_of[l->record], latch) ||
      !creator_add (m, l->by, &counter, &self, 1) ||
      !creator_add (m, l->by, &phi->args.v[back], &next, 1) || !row_add (&next, &self, -1) ||
      next.n || (next.k != 1 && next.k != -1) ||
      !creator_add (m, l->by, &phi->args.v[!back], first, 1) ||
      !creator_add (m, l->by, &test->a, &left, 1) || !creator_add (m, l->by, &test->b, &right, 1))
    return false;
  /* The way into the loop, and no other one out of it. */
  uint32_t *loop_of = flow_loops (&m->d->arena, flow), inside = 2;
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    uint32_t in = i;
    while (in != header && in != NODE_NONE)
      in = loop_of[in];
    for (uint32_t k = 0; k < b->blocks[i].n_edges && in == header; k++) {
      uint32_t to = b->blocks[i].edges[k].target;
      while (to != header && to != NODE_NONE)
        to = loop_of[to];
      if (i == header && to == header)
        inside = k;
      if (i != header && to != header)
        return false;
    }
  }
  if (inside == 2)
    return false;
  enum opcode code =
      h->edges[inside].kind == EK_TRUE ? test->code : opposite_comparison (test->code);
  /* Counter - what it is compared with */
  if (!row_add (&left, &right, -1) || !row_add (&left, &self, -1) ||
      (next.k > 0 ? code != OP_LT && code != OP_LE && code != OP_NE
                  : code != OP_GT && code != OP_GE && code != OP_NE) ||
      !row_negate (&left))
    return false;
  *last = left;
  last->k -= code == OP_LT || (code == OP_NE && next.k > 0);
  last->k += code == OP_GT || (code == OP_NE && next.k < 0);
  if (next.k < 0) {
    struct row swap = *first;
    *first = *last;
    *last = swap;
  }
  int64_t none;
  return take_counter (m, l, first, &none) && !none && take_counter (m, l, last, &none) && !none;
}

/* The same of a loop that the threads of a region share out. */
static bool find_shared_bounds (struct making *m, struct fill *l, struct row *first,
                                struct row *last)
{
  const struct function *b = l->by->b;
  const struct flow *flow = creator_flow (m, l->by);
  uint32_t header = flow->block_of[b->value_defs[l->counter]];
  const struct rec_phi *phi = (const struct rec_phi *)b->records[b->value_defs[l->counter]];
  const struct block *h = &b->blocks[header];
  int64_t none;
  if (phi->r.kind != REC_phi || (phi->iteration & 15) != 1 || (phi->step != 1 && phi->step != -1) ||
      !phi->first.kind || !phi->last.kind || !creator_add (m, l->by, &phi->first, first, 1) ||
      !creator_add (m, l->by, &phi->last, last, 1))
    return false;
  for (uint32_t i = 0; i < h->n_preds; i++)
    if (dominates (&flow->dominators, header, h->preds[i]) &&
        !dominates (&flow->dominators, flow->block_of[l->record], h->preds[i]))
      return false;
  enum opcode code = (enum opcode)phi->test;
  last->k -= code == OP_LT || (code == OP_NE && phi->step > 0);
  last->k += code == OP_GT || (code == OP_NE && phi->step < 0);
  if (phi->step < 0) {
    struct row swap = *first;
    *first = *last;
    *last = swap;
  }
  return take_counter (m, l, first, &none) && !none && take_counter (m, l, last, &none) && !none;
}

/* Where the threads of a region share out the loop; UINT32_MAX: nowhere. */
static uint32_t where_shared (struct making *m, struct fill *l)
{
  const struct pointers *p = m->d->s->p;
  const struct flow *flow = creator_flow (m, l->by);
  uint32_t at = flow->block_of[l->by->b->value_defs[l->counter]], first, end;
  for (; at != NODE_NONE; at = flow->dominators.parent[at])
    for (uint32_t r = l->by->b->blocks[at].first; r < l->by->b->blocks[at].end; r++) {
      if (l->by->b->records[r]->kind != REC_call)
        continue;
      calls_of_record (p, l->by->f, r, &first, &end);
      for (uint32_t k = first; k < end; k++) {
        const struct model *model =
            p->calls.v[k].kind == CALL_NOW ? p->models[p->calls.v[k].callee] : NULL;
        if (model && (model_has (model, EFFECT_TEAM_INDEX) || model_has (model, EFFECT_CHUNK)))
          return r;
      }
    }
  return UINT32_MAX;
}

/* Whether the loop, of which HEAD is done first, has run when the region starts, or when the lanes
   get there: in the function that starts it, in one that calls this, or in one that they have
   called. */
static bool is_before (struct making *m, struct fill *l, uint32_t head)
{
  enum { MOST_CALLERS = 4 };
  struct summaries *s = m->d->s;
  const struct creator *own = creator_of (m->d);
  const struct flow *flow = creator_flow (m, l->by);
  bool always = true; /* it is done whenever its function is called */
  if (l->by->f == m->d->f)
    return flow_dominates (&m->d->flow, head, m->record);
  const struct call_edge *called = tables_call (s, l->by->f);
  for (uint32_t i = 0; i < l->by->b->n_records; i++)
    always &= l->by->b->records[i]->kind != REC_return || flow_dominates (flow, head, i);
  funid f = own ? own->f : 0;
  uint32_t record = own ? own->record : 0;
  for (int depth = 0; f && depth < MOST_CALLERS; depth++) {
    struct creator at = {.f = f, .b = s->p->objects.program->functions[f].body};
    if (f == l->by->f)
      return flow_dominates (flow, head, record);
    if (called && called->caller == f)
      return always && called->record != record &&
             flow_dominates (creator_flow (m, &at), called->record, record);
    const struct call_edge *up = tables_call (s, f);
    f = up && up->kind == CALL_NOW ? up->caller : 0;
    record = up ? up->record : 0;
  }
  return false;
}

/* Whether the loop has stored to element NUMBER. */
static bool is_filled (struct making *m, struct fill *l, const struct row *number)
{
  struct row first = {0}, last = {0}, counter = {0}, below = {0}, above = {0};
  uint32_t head = l->by->b->value_defs[l->counter];
  bool shared = is_region (m->d->s, l->by->f);
  if (shared)
    head = where_shared (m, l);
  if (head == UINT32_MAX ||
      !(shared ? find_shared_bounds (m, l, &first, &last) : find_bounds (m, l, &first, &last)) ||
      !is_before (m, l, head) || !row_add (&counter, number, l->sign) ||
      !row_add (&counter, &l->number, -l->sign) || !row_add (&below, &counter, 1) ||
      !row_add (&below, &first, -1) || !row_add (&above, &last, 1) ||
      !row_add (&above, &counter, -1))
    return false;
  creator_rows (m);
  return footprint_is_natural (&m->f, &below) && footprint_is_natural (&m->f, &above);
}

/* Whether the memory is new, and not set to 0. */
static bool is_undefined (const struct pointers *p, const struct abstract_object *o)
{
  uint32_t first, end;
  if (o->kind != OBJECT_HEAP)
    return o->kind == OBJECT_LOCAL || o->kind == OBJECT_STACK;
  calls_of_record (p, o->a, o->b, &first, &end);
  const struct model *m = end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
  bool undefined = m && model_has (m, EFFECT_ALLOCATE);
  for (uint32_t i = 0; undefined && i < m->n_effects; i++)
    undefined = m->effects[i].kind != EFFECT_ALLOCATE ||
                m->effects[i].op[ALLOCATE_CONTENTS].u.keyword != CONTENTS_ZERO;
  return undefined;
}

/* What a loop has stored to element NUMBER. */
static bool row_of_filled (struct making *m, const struct table *t, uint64_t element,
                           const struct row *number, struct row *r)
{
  const struct abstract_object *o = &m->d->s->p->objects.v.v[t->object];
  struct fill l = {.element = element};
  int64_t factor;
  if (t->n_writers != 1 || !find_fill (m, t, &l))
    return false;
  /* What is not initialised is set before it is read. */
  bool undefined = is_undefined (m->d->s->p, o) && !l.value.n && !l.number.n;
  if (!undefined && !is_filled (m, &l, number))
    return false;
  return !__builtin_mul_overflow (l.factor, l.sign, &factor) && row_add (r, number, factor) &&
         row_add (r, &l.number, -factor) && row_add (r, &l.value, 1);
}

/* One of the constants of a table. */
static bool row_of_number (struct making *m, const struct table *t, expr_id load,
                           const struct row *number, struct row *r)
{
  struct looked *k = &m->f.looked[m->f.n_looked];
  struct row low = {.k = -t->sorted[0]}, high = {.k = t->sorted[t->n - 1]};
  uint64_t atom;
  if (m->f.n_looked == MOST_LOOKED ||
      !making_atom (m, (struct atom){.kind = ATOM_FREE, .a = load, .b = KNOWN}, &atom) ||
      !row_add_atom (&low, atom, 1) || !row_add_atom (&high, atom, -1) ||
      !footprint_add_row (&m->f, &low) || !footprint_add_row (&m->f, &high))
    return false;
  *k = (struct looked){.table = t->object, .atom = atom, .number = *number};
  m->f.n_looked++;
  return row_add_atom (r, atom, 1);
}

bool tables_row (struct making *m, expr_id load, struct row *r)
{
  struct body *d = m->d;
  struct pointers *p = d->s->p;
  const struct expr v = *expr_get (&d->s->x, load);
  uint64_t element = (uint64_t)v.k / 8;
  int64_t offset, more;
  expr_id e = expr_base (&d->s->x, v.a, &offset);
  const struct expr index = e ? *expr_get (&d->s->x, e) : (struct expr){0};
  struct row number = {0};
  if (index.op != X_INDEX || !element || index.k != (int64_t)element)
    return false;
  expr_id base = expr_base (&d->s->x, index.a, &more);
  setid at = base ? expr_points (&d->s->x, d->f, base) : SETS_EMPTY;
  if (sets_size (&p->sets, at) != 1 || expr_get (&d->s->x, base)->op == X_INDEX ||
      (offset + more) % (int64_t)element)
    return false;
  struct set_iter i = sets_each (&p->sets, at);
  if (!set_next (&i) || loc_get (&p->objects, i.x)->offset || !making_expr (m, index.b, &number) ||
      __builtin_add_overflow (number.k, (offset + more) / (int64_t)element, &number.k))
    return false;
  struct table *t = tables_find (d->s, loc_object (&p->objects, i.x));
  if (!t)
    return false;
  const struct table *constants = table_of_numbers (d->s, t->object, element);
  return constants ? row_of_number (m, constants, load, &number, r)
                   : row_of_filled (m, t, element, &number, r);
}
