/* Dead, in one function: what conditions say, and what values are; see dead.h. */

#include "dead-internal.h"

enum {
  MOST_FACTS_OF_VALUE = 12,
  DEEPEST_FACT = 2, /* facts about what a fact compares with */
  DEEPEST_TEST = 6, /* operations between a condition and what it is about */
  FREE_PASSES = 3,  /* before bounds that move are given up */
  MOST_PASSES = 60, /* through a function */
  NARROWING_PASSES = 2
};

static struct integer_type type_of_value (const struct walk *w, uint32_t value)
{
  return integer_type (w->u, w->b->value_types[value]);
}

/* The type that the operands of a comparison have. */
struct integer_type dead_compared_type (const struct walk *w, const struct operand *a,
                                        const struct operand *b)
{
  const struct operand *o = a->kind == OPND_VALUE ? a : b;
  return o->kind == OPND_VALUE ? type_of_value (w, o->value) : (struct integer_type){.bits = 64};
}

/* Facts from conditions */

static const struct operand zero_operand = {.kind = OPND_INT};

static enum opcode opposite (enum opcode code)
{
  static const uint8_t to[] = {OP_NE, OP_EQ, OP_GE, OP_GT, OP_LE, OP_LT};
  return (enum opcode)to[code - OP_EQ];
}

static enum opcode mirrored (enum opcode code)
{
  static const uint8_t to[] = {OP_EQ, OP_NE, OP_GT, OP_GE, OP_LT, OP_LE};
  return (enum opcode)to[code - OP_EQ];
}

static bool compares (uint32_t code)
{
  return code >= OP_EQ && code <= OP_GE;
}

static void add_fact (struct walk *w, const struct operand *o, struct fact f)
{
  if (o->kind != OPND_VALUE || w->n_facts_of[o->value] == MOST_FACTS_OF_VALUE)
    return;
  w->n_facts_of[o->value]++;
  f.next = w->facts_of[o->value];
  vec_push (&w->facts, f);
  w->facts_of[o->value] = w->facts.n;
}

static const struct rec_op *operation_of (const struct walk *w, const struct operand *o)
{
  uint32_t def = o->kind == OPND_VALUE ? w->b->value_defs[o->value] : UINT32_MAX;
  return def != UINT32_MAX && w->b->records[def]->kind == REC_op
             ? (const struct rec_op *)w->b->records[def]
             : NULL;
}

/* Something was learned of O: so it is of what O was made of. */
static void trace_back (struct walk *w, const struct operand *o, struct fact f)
{
  for (int i = 0; i < DEEPEST_TEST; i++) {
    const struct rec_op *op = operation_of (w, o);
    if (!op || (op->code != OP_CONVERT && op->code != OP_COPY &&
                ((op->code != OP_ADD && op->code != OP_SUB) || op->b.kind != OPND_INT)))
      return;
    f.back = op;
    o = &op->a;
    add_fact (w, o, f);
  }
}

static void learn (struct walk *w, struct fact f, enum opcode code, const struct operand *a,
                   const struct operand *b, int depth);

/* Whether O is 0, by what it was made of. */
static void learn_zero (struct walk *w, struct fact f, bool zero, const struct operand *o,
                        int depth)
{
  const struct rec_op *op = depth ? operation_of (w, o) : NULL;
  enum opcode code = zero ? OP_EQ : OP_NE;
  if (!op)
    return;
  struct integer_type to = type_of_value (w, op->r.dst);
  struct integer_type from = dead_compared_type (w, &op->a, &op->a);
  if (compares (op->code))
    learn (w, f, zero ? opposite ((enum opcode)op->code) : (enum opcode)op->code, &op->a, &op->b,
           depth - 1);
  else if ((op->code == OP_AND && !zero) || (op->code == OP_OR && zero)) {
    learn (w, f, code, &op->a, &zero_operand, depth - 1);
    learn (w, f, code, &op->b, &zero_operand, depth - 1);
  } else if (op->code == OP_COPY || (op->code == OP_CONVERT && from.bits && to.bits &&
                                     (!zero || to.is_bool || to.bits >= from.bits)))
    learn (w, f, code, &op->a, &zero_operand, depth - 1);
  else if (op->code == OP_NOT && to.is_bool)
    learn (w, f, opposite (code), &op->a, &zero_operand, depth - 1);
}

static void learn (struct walk *w, struct fact f, enum opcode code, const struct operand *a,
                   const struct operand *b, int depth)
{
  f.back = NULL;
  f.code = code;
  f.other = b;
  add_fact (w, a, f);
  trace_back (w, a, f);
  f.code = mirrored (code);
  f.other = a;
  add_fact (w, b, f);
  trace_back (w, b, f);
  if (b->kind != OPND_INT || (code != OP_EQ && code != OP_NE))
    return;
  const struct rec_op *op = operation_of (w, a);
  bool is_truth = op && (compares (op->code) || type_of_value (w, a->value).is_bool ||
                         (op->a.kind == OPND_VALUE && op->code == OP_CONVERT &&
                          type_of_value (w, op->a.value).is_bool));
  if (!b->u.number)
    learn_zero (w, f, code == OP_EQ, a, depth);
  else if (b->u.number == 1 && is_truth)
    learn_zero (w, f, code == OP_NE, a, depth);
}

const struct rec_branch *dead_branch (const struct function *b, uint32_t block)
{
  const struct block *k = &b->blocks[block];
  const struct record *r = k->end > k->first ? b->records[k->end - 1] : NULL;
  const struct rec_branch *branch = (const struct rec_branch *)r;
  return r && r->kind == REC_branch && compares (branch->code) && k->n_edges == 2 && !branch->last
             ? branch
             : NULL;
}

static void find_facts (struct walk *w)
{
  const struct csr *before = &w->flow.predecessors;
  for (uint32_t i = 0; i < w->flow.rpo.n; i++) {
    uint32_t block = w->flow.rpo.nodes[i];
    const struct block *k = &w->b->blocks[block];
    const struct rec_branch *r = dead_branch (w->b, block);
    for (uint32_t e = 0; r && e < 2; e++) {
      uint8_t kind = k->edges[e].kind;
      struct fact f = {.block = block, .edge = e, .target = k->edges[e].target};
      /* The first block is entered otherwise, too. */
      f.only = f.target && before->first[f.target + 1] - before->first[f.target] == 1;
      if (kind == EK_TRUE || kind == EK_FALSE)
        learn (w, f, kind == EK_TRUE ? (enum opcode)r->code : opposite ((enum opcode)r->code),
               &r->a, &r->b, DEEPEST_TEST);
    }
  }
}

/* What values are */

static bool holds (const struct walk *w, const struct fact *f, struct place at)
{
  return (f->block == at.block && f->edge == at.edge) ||
         (f->only && dominates (&w->flow.dominators, f->target, at.block));
}

static struct number known (const struct walk *w, uint32_t value, struct place at, int depth);

/* An operand; constants in the type of the others. */
static struct number number_of (const struct walk *w, const struct operand *o,
                                struct integer_type t, struct place at, int depth)
{
  if (o->kind == OPND_VALUE)
    return known (w, o->value, at, depth);
  if (o->kind == OPND_INT || (o->kind == OPND_OTHER && o->other == OO_WIDE))
    return number_constant (o->u.number, t);
  return number_any ((struct integer_type){0});
}

/* What the operand of an operation is, whose result is RESULT. */
static struct number before_operation (const struct walk *w, const struct rec_op *op,
                                       const struct number *result)
{
  struct integer_type to = type_of_value (w, op->r.dst), from = type_of_value (w, op->a.value);
  if (op->code == OP_CONVERT || op->code == OP_COPY)
    return number_unconvert (result, from, to);
  struct number k = number_constant (op->b.u.number, to);
  return number_compute (op->code == OP_ADD ? OP_SUB : OP_ADD, result, &k, to);
}

static struct number known (const struct walk *w, uint32_t value, struct place at, int depth)
{
  struct number n = w->of[w->asked[value]];
  struct integer_type t = type_of_value (w, value);
  for (uint32_t i = w->facts_of[value]; i && t.bits && depth && !n.none;
       i = w->facts.v[i - 1].next) {
    const struct fact *f = &w->facts.v[i - 1];
    struct number other;
    if (!holds (w, f, at))
      continue;
    if (f->back) {
      other = known (w, f->back->r.dst, at, depth);
      other = before_operation (w, f->back, &other);
    } else
      other = number_of (w, f->other, t, at, depth - 1);
    n = number_where (&n, f->back ? OP_EQ : f->code, &other, t);
  }
  return n;
}

/* Whether `a ASKED b' holds if `a CODE b' does. */
static int implied (enum opcode code, enum opcode asked)
{
  enum { LESS = 1, EQUAL = 2, MORE = 4 };
  static const uint8_t ways[] = {EQUAL, LESS | MORE, LESS, LESS | EQUAL, MORE, MORE | EQUAL};
  uint8_t are = ways[code - OP_EQ], wanted = ways[asked - OP_EQ];
  return !(are & wanted) ? 0 : !(are & ~wanted) ? 1 : -1;
}

int dead_compare (const struct walk *w, enum opcode code, const struct operand *a,
                  const struct operand *b, struct place at)
{
  struct integer_type t = dead_compared_type (w, a, b);
  struct number x = number_of (w, a, t, at, DEEPEST_FACT),
                y = number_of (w, b, t, at, DEEPEST_FACT);
  int known = t.bits ? number_compare (code, &x, &y, t) : -1;
  if (known >= 0 || x.none || y.none || !t.bits || a->kind != OPND_VALUE || b->kind != OPND_VALUE)
    return known;
  if (a->value == b->value)
    return implied (OP_EQ, code);
  for (uint32_t i = w->facts_of[a->value]; i && known < 0; i = w->facts.v[i - 1].next) {
    const struct fact *f = &w->facts.v[i - 1];
    if (!f->back && f->other->kind == OPND_VALUE && f->other->value == b->value && holds (w, f, at))
      known = implied (f->code, code);
  }
  return known;
}

static struct number truth (int known)
{
  struct number no = number_one (0), yes = number_one (1);
  return known < 0 ? number_join (&no, &yes) : known ? yes : no;
}

/* `(unsigned)k + c' is `k + c' where that is not negative, which GCC asks instead of two bounds. */
static struct number sum_of_signed (const struct walk *w, const struct rec_op *op,
                                    const struct number *sum, struct place at)
{
  const struct rec_op *from = operation_of (w, &op->a);
  struct integer_type t = type_of_value (w, op->r.dst), wide = {.bits = 64}, inner;
  if (!from || from->code != OP_CONVERT || op->b.kind != OPND_INT || t.bits >= 64)
    return *sum;
  inner = dead_compared_type (w, &from->a, &from->a);
  if (!inner.bits || inner.bits > t.bits)
    return *sum;
  struct number k = number_one (op->b.u.number),
                n = number_of (w, &from->a, inner, at, DEEPEST_FACT);
  n = number_compute ((enum opcode)op->code, &n, &k, wide);
  n = number_convert (&n, wide, t);
  return number_where (sum, OP_EQ, &n, t);
}

static struct number computed (const struct walk *w, const struct rec_op *op, struct place at)
{
  struct integer_type t = type_of_value (w, op->r.dst),
                      from = dead_compared_type (w, &op->a, &op->a);
  enum opcode code = (enum opcode)op->code;
  struct number a = number_of (w, &op->a, from, at, DEEPEST_FACT),
                b = number_of (w, &op->b, t, at, DEEPEST_FACT), k;
  if (a.none)
    return a;
  if (compares (code))
    return b.none ? b : truth (dead_compare (w, code, &op->a, &op->b, at));
  switch (code) {
  case OP_COPY:
  case OP_CONVERT:
    return number_convert (&a, from, t);
  case OP_SELECT:
    k = number_of (w, &op->c, t, at, DEEPEST_FACT);
    switch (op->a.kind == OPND_VALUE ? dead_compare (w, OP_NE, &op->a, &zero_operand, at) : -1) {
    case 0:
      return k;
    case 1:
      return b;
    default:
      return number_join (&b, &k);
    }
  case OP_NEG:
    k = number_one (0);
    return number_compute (OP_SUB, &k, &a, t);
  case OP_NOT:
    if (t.is_bool)
      return truth (dead_compare (w, OP_EQ, &op->a, &zero_operand, at));
    k = number_one (-1);
    return t.is_unsigned ? number_any (t) : number_compute (OP_SUB, &k, &a, t);
  case OP_ABS:
    return a.low >= 0 ? a : number_any (t);
  case OP_ADD:
  case OP_SUB:
    k = number_compute (code, &a, &b, t);
    return sum_of_signed (w, op, &k, at);
  default:
    return number_compute (code, &a, &b, t);
  }
}

static struct number joined (const struct walk *w, uint32_t block, const struct rec_phi *r)
{
  const struct block *k = &w->b->blocks[block];
  struct number all = number_none;
  if (r->iteration || r->lane_loop)
    return number_any (type_of_value (w, r->r.dst));
  for (uint32_t i = 0; i < k->n_preds && i < r->args.n; i++) {
    uint32_t from = k->preds[i];
    bool entry = from >= w->b->n_blocks;
    for (uint32_t e = 0; e < (entry ? 1 : w->b->blocks[from].n_edges); e++) {
      if (!entry &&
          (w->b->blocks[from].edges[e].target != block || !w->taken[w->first_edge[from] + e]))
        continue;
      struct place at = {entry ? 0 : from, e};
      struct number n =
          number_of (w, &r->args.v[i], type_of_value (w, r->r.dst), at, entry ? 0 : DEEPEST_FACT);
      all = number_join (&all, &n);
    }
  }
  return all;
}

/* Walking through a function */

static void set_number (struct walk *w, uint32_t value, struct number n, bool phi)
{
  struct number *old = &w->of[w->asked[value]];
  if (phi && !w->narrow) {
    n = number_join (old, &n);
    if (w->widen)
      n = number_widen (old, &n, type_of_value (w, value));
  }
  w->changed |= !number_equal (old, &n);
  *old = n;
}

static void walk_record (struct walk *w, uint32_t block, uint32_t record)
{
  const struct record *r = w->b->records[record];
  struct place at = {block, UINT32_MAX};
  if (r->kind == REC_phi)
    set_number (w, r->dst, joined (w, block, (const struct rec_phi *)r), true);
  else if (r->kind == REC_op)
    set_number (w, r->dst, computed (w, (const struct rec_op *)r, at), false);
  else
    set_number (w, r->dst, dead_result (w, (const struct rec_call *)r, record), false);
}

bool dead_is_reached (const struct walk *w, uint32_t block)
{
  bool reached = !block;
  for (uint32_t k = w->edges_in[block]; k < w->edges_in[block + 1]; k++)
    reached |= w->taken[w->from.v[k]];
  return reached;
}

static void leave (struct walk *w, uint32_t block, bool reached)
{
  const struct block *k = &w->b->blocks[block];
  const struct rec_branch *r = dead_branch (w->b, block);
  struct place at = {block, UINT32_MAX};
  int way = -1;
  bool none = false;
  if (r && reached) {
    struct integer_type t = dead_compared_type (w, &r->a, &r->b);
    none = number_of (w, &r->a, t, at, DEEPEST_FACT).none ||
           number_of (w, &r->b, t, at, DEEPEST_FACT).none;
    way = dead_compare (w, (enum opcode)r->code, &r->a, &r->b, at);
  }
  for (uint32_t e = 0; e < k->n_edges; e++) {
    bool *taken = &w->taken[w->first_edge[block] + e];
    bool now =
        reached && !none &&
        (way < 0 || (k->edges[e].kind == EK_TRUE && way) || (k->edges[e].kind == EK_FALSE && !way));
    now |= *taken && !w->narrow;
    w->changed |= now != *taken;
    *taken = now;
  }
}

static void walk_once (struct walk *w)
{
  w->changed = false;
  for (uint32_t i = 0; i < w->flow.rpo.n; i++) {
    uint32_t block = w->flow.rpo.nodes[i];
    bool reached = dead_is_reached (w, block);
    for (uint32_t k = w->first_todo[i]; reached && k < w->first_todo[i + 1]; k++)
      walk_record (w, block, w->todo.v[k]);
    leave (w, block, reached);
  }
}

/* Which edges lead to a block. */
static void find_edges (struct walk *w)
{
  const struct function *b = w->b;
  uint32_t n = 0;
  w->first_edge = ARENA_ARRAY (&w->arena, b->n_blocks + 1, uint32_t);
  w->edges_in = ARENA_ARRAY (&w->arena, b->n_blocks + 2, uint32_t);
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    w->first_edge[i] = n;
    n += b->blocks[i].n_edges;
    for (uint32_t e = 0; e < b->blocks[i].n_edges; e++)
      w->edges_in[b->blocks[i].edges[e].target + 1]++;
  }
  for (uint32_t i = 0; i < b->n_blocks; i++)
    w->edges_in[i + 1] += w->edges_in[i];
  w->taken = ARENA_ARRAY (&w->arena, n + 1, bool);
  uint32_t *at = ARENA_ARRAY (&w->arena, b->n_blocks + 1, uint32_t);
  for (uint32_t i = 0; i < n; i++)
    vec_push (&w->from, 0);
  for (uint32_t i = 0; i < b->n_blocks; i++)
    for (uint32_t e = 0; e < b->blocks[i].n_edges; e++) {
      uint32_t to = b->blocks[i].edges[e].target;
      w->from.v[w->edges_in[to] + at[to]++] = w->first_edge[i] + e;
    }
}

static void ask (struct walk *w, vec_u32 *values, const struct operand *o)
{
  if (o->kind != OPND_VALUE || w->asked[o->value])
    return;
  vec_push (values, o->value);
  w->asked[o->value] = values->n;
}

/* Which values decide where branches go: what these compare, and what that is made of.  Where calls
   are looked at, too, all. */
static void find_asked (struct walk *w, vec_u32 *values)
{
  const struct function *b = w->b;
  for (uint32_t i = 1; i <= b->n_values && w->d->calls; i++)
    ask (w, values, &(struct operand){.kind = OPND_VALUE, .value = i});
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    const struct rec_branch *r = dead_branch (b, i);
    if (r) {
      ask (w, values, &r->a);
      ask (w, values, &r->b);
    }
  }
  for (uint32_t i = 0; i < values->n; i++) {
    uint32_t def = b->value_defs[values->v[i]];
    const struct record *r = def != UINT32_MAX ? b->records[def] : NULL;
    const struct rec_op *op = (const struct rec_op *)r;
    const struct rec_phi *phi = (const struct rec_phi *)r;
    if (r && r->kind == REC_op) {
      ask (w, values, &op->a);
      ask (w, values, &op->b);
      ask (w, values, &op->c);
    } else if (r && r->kind == REC_phi) {
      for (uint32_t k = 0; k < phi->args.n; k++)
        ask (w, values, &phi->args.v[k]);
    }
  }
}

/* Whether the value that the record gives is from others. */
static bool is_computed (const struct walk *w, const struct record *r)
{
  return (r->kind == REC_phi || r->kind == REC_op || (r->kind == REC_call && w->d->calls)) &&
         type_of_value (w, r->dst).bits;
}

/* What is known of values before anything is computed; and what is to be. */
static void start_numbers (struct walk *w)
{
  const struct function *b = w->b;
  vec_u32 values = {0};
  w->asked = ARENA_ARRAY (&w->arena, b->n_values + 1, uint32_t);
  find_asked (w, &values);
  w->of = ARENA_ARRAY (&w->arena, values.n + 1, struct number);
  w->of[0] = number_any ((struct integer_type){0});
  for (uint32_t i = 0; i < values.n; i++) {
    uint32_t def = b->value_defs[values.v[i]];
    w->of[i + 1] = def != UINT32_MAX && is_computed (w, b->records[def])
                       ? number_none
                       : number_any (type_of_value (w, values.v[i]));
  }
  vec_free (&values);
  w->first_todo = ARENA_ARRAY (&w->arena, w->flow.rpo.n + 1, uint32_t);
  for (uint32_t i = 0; i < w->flow.rpo.n; i++) {
    const struct block *k = &b->blocks[w->flow.rpo.nodes[i]];
    for (uint32_t r = k->first; r < k->end; r++)
      if (b->records[r]->dst && w->asked[b->records[r]->dst] && is_computed (w, b->records[r]))
        vec_push (&w->todo, r);
    w->first_todo[i + 1] = w->todo.n;
  }
}

void dead_start (struct walk *w, struct finder *d, funid f)
{
  *w = (struct walk){.d = d, .f = f, .b = d->program->functions[f].body};
  w->u = function_unit (d->program, f);
  w->flow = *flow_of (d->program, f);
  w->facts_of = ARENA_ARRAY (&w->arena, w->b->n_values + 1, uint32_t);
  w->n_facts_of = ARENA_ARRAY (&w->arena, w->b->n_values + 1, uint8_t);
  start_numbers (w);
  for (uint32_t i = 1; i <= w->b->n_params && !d->of[f].open; i++)
    if (w->b->locals[i].value && integer_type (w->u, w->b->locals[i].type).bits &&
        w->b->value_defs[w->b->locals[i].value] == UINT32_MAX)
      w->of[w->asked[w->b->locals[i].value]] = d->of[f].params[i - 1];
  find_edges (w);
  find_facts (w);
}

/* False: it would take too long. */
bool dead_solve (struct walk *w)
{
  uint32_t passes = 0;
  bool loops = false;
  for (uint32_t i = 0; i < w->b->n_blocks; i++)
    loops |= w->flow.in_cycle[i];
  if (!loops) {
    walk_once (w);
    return true;
  }
  do {
    w->widen = passes >= FREE_PASSES;
    walk_once (w);
  } while (w->changed && ++passes < MOST_PASSES);
  bool done = !w->changed;
  w->narrow = w->changed = true;
  for (int i = 0; i < NARROWING_PASSES && done && w->changed; i++)
    walk_once (w);
  return done;
}

void dead_finish (struct walk *w)
{
  vec_free (&w->facts);
  vec_free (&w->from);
  vec_free (&w->todo);
  arena_free (&w->arena);
}

struct number dead_number (const struct walk *w, const struct operand *o, struct integer_type t,
                           struct place at)
{
  return number_of (w, o, t, at, DEEPEST_FACT);
}
