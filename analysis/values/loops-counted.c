/* Loops that create as many threads as a number says, or a counter: which is counted up for each of
   them, or was set to their number; and how often a loop runs. */

#include "constants.h"
#include "loops.h"

uint32_t loops_make_number (struct body *d, expr_id e, int64_t more, bool loose)
{
  int64_t k;
  expr_id base = e ? expr_number (&d->s->x, e, &k) : 0;
  if (!base || k + more > INT16_MAX || k + more < INT16_MIN)
    return 0;
  uint32_t key[] = {d->f, base, (uint32_t)(int32_t)(k + more), loose};
  return tuples_intern (&d->s->numbers, key, sizeof key / sizeof *key);
}

bool loops_number_here (struct body *d, uint32_t *number, expr_id base, int64_t *constant)
{
  const uint32_t *v = tuples_numbers (&d->s->numbers, *number);
  int64_t more = (int32_t)v[2], k;
  if (v[3] || !base || !expr_has_formal (&d->s->x, v[1]))
    return false;
  if (expr_is_const (&d->s->x, base, &k) && k >= 0 && k < INT32_MAX) {
    *constant = k + more;
    return true;
  }
  uint32_t here = loops_make_number (d, base, more, false);
  *number = here ? here : *number;
  return false;
}

bool creates_threads (const struct summaries *s, funid callee)
{
  const struct model *m = s->p->models[callee];
  return m ? model_has (m, EFFECT_FORK) : s->of[callee].creates;
}

/* The stores of the function to counters, as numbers of effects. */
static const vec_u32 *counting_stores (struct body *d)
{
  struct summaries *s = d->s;
  uint32_t l;
  for (uint32_t k = s->effects->first[d->f];
       !d->knows_counting && s->counter_set && k < s->effects->first[d->f + 1]; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (effect_writes (e) && sets_is_single (&s->p->sets, e->where, &l) && counter_noted (s, l))
      vec_push (&d->counting, k);
  }
  d->knows_counting = true;
  return &d->counting;
}

void loops_find_preset (struct body *d, struct item *i)
{
  struct summaries *s = d->s;
  const struct exprs *x = &s->x;
  uint32_t l;
  int64_t more;
  const vec_u32 *stores = counting_stores (d);
  for (uint32_t k = 0; i->number && k < stores->n; k++) {
    const struct effect *e = &s->effects->v.v[stores->v[k]];
    const uint32_t *number = tuples_numbers (&s->numbers, i->number);
    if (!sets_is_single (&s->p->sets, e->where, &l) || counter_at (s, l)->set != stores->v[k] + 1 ||
        d->flow.in_cycle[d->flow.block_of[e->record]] ||
        !flow_dominates (&d->flow, e->record, i->record) || number[3])
      continue;
    expr_id value =
        value_of_operand (d, &((const struct rec_store *)d->b->records[e->record])->src);
    if (value && expr_number (x, value, &more) == number[1] && more > INT16_MIN &&
        more < INT16_MAX) {
      i->preset = l;
      i->preset_more = (int32_t)more - (int32_t)number[2];
    }
  }
}

loc_id loops_armed (struct body *d, uint32_t record)
{
  struct summaries *s = d->s;
  const struct pointers *p = s->p;
  const vec_u32 *stores = counting_stores (d);
  for (uint32_t k = 0; k < stores->n; k++) {
    const struct effect *e = &s->effects->v.v[stores->v[k]];
    uint32_t l;
    if (!sets_is_single (&p->sets, e->where, &l) || counter_step (s, e) <= 0 ||
        !flow_dominates (&d->flow, e->record, record))
      continue;
    bool ok = !loops_comes_around (d, record, record, e->record);
    for (uint32_t i = p->first_call[d->f]; ok && i < p->first_call[d->f + 1]; i++) {
      uint32_t other = p->calls.v[i].record;
      if (other != record && creates_threads (s, p->calls.v[i].callee))
        ok = !loops_comes_around (d, record, other, e->record) &&
             !loops_comes_around (d, other, record, e->record);
    }
    if (ok)
      return l;
  }
  return 0;
}

/* Whether the counter is not counted down again between two executions of FORK. */
static bool counts_down_once (struct body *d, const struct effect *e, loc_id l, uint32_t fork)
{
  const struct summaries *s = d->s;
  for (uint32_t k = s->effects->first[d->f]; k < s->effects->first[d->f + 1]; k++) {
    const struct effect *other = &s->effects->v.v[k];
    if (effect_writes (other) && sets_has (&s->p->sets, other->where, l) &&
        counter_step (s, other) <= 0 &&
        (loops_comes_around (d, e->record, other->record, fork) ||
         loops_comes_around (d, other->record, e->record, fork)))
      return false;
  }
  return true;
}

bool loops_undoes (struct body *d, const struct effect *e)
{
  struct summaries *s = d->s;
  const struct pointers *p = s->p;
  uint32_t l, block = d->flow.block_of[e->record];
  if (!s->constants.n || !effect_writes (e) || !sets_is_single (&p->sets, e->where, &l) ||
      !counter_noted (s, l) || counter_step (s, e) >= 0)
    return false;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    uint32_t fork = p->calls.v[k].record;
    if (!creates_threads (s, p->calls.v[k].callee) || loops_armed (d, fork) != l)
      continue;
    for (uint32_t i = 0; i < d->b->n_blocks; i++)
      for (uint32_t n = 0; n < d->b->blocks[i].n_edges; n++) {
        uint32_t to = d->b->blocks[i].edges[n].target;
        if (d->flow.predecessors.first[to + 1] - d->flow.predecessors.first[to] == 1 &&
            dominates (&d->flow.dominators, to, block) && loops_leaves_by_failure (d, fork, i, n))
          return counts_down_once (d, e, l, fork);
      }
  }
  return false;
}

/* Whether neither the function nor any thread writes what is at the address. */
static bool stays_as_it_is (struct body *d, expr_id address)
{
  const struct summaries *s = d->s;
  struct pointers *p = s->p;
  setid where = expr_points (&d->s->x, d->f, address);
  if (!where || set_traits (p, where) & (SET_WORLDS | SET_ANYWHERE) || s->mod_all[d->f] ||
      sets_meet (&p->sets, s->mod[d->f], where))
    return false;
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);) {
    const struct location *l = loc_get (&p->objects, i.x);
    if (l->offset <= OFFSET_EVERYTHING || object_field (&p->objects, l->object, l->offset).in_union)
      return false;
  }
  return !threads_write (s, where);
}

/* Whether a value is the same in all rounds of a loop. */
bool loops_is_steady (struct body *d, expr_id e, const struct counter *c)
{
  const struct expr *v = e ? expr_get (&d->s->x, e) : NULL;
  uint32_t def = UINT32_MAX;
  expr_id address;
  if (!v)
    return false;
  switch ((enum expr_op)v->op) {
  case X_CONST:
  case X_FORMAL:
  case X_OBJECT:
    return true;
  case X_VALUE:
    def = v->a == d->f ? d->b->value_defs[v->b] : UINT32_MAX;
    return v->a == d->f && (def == UINT32_MAX || !loops_has_block (d, c, d->flow.block_of[def]));
  case X_LOAD:
    if (tuples_length (&d->s->x.versions, v->b) != 2 ||
        tuples_numbers (&d->s->x.versions, v->b)[0] != d->f)
      return false;
    def = tuples_numbers (&d->s->x.versions, v->b)[1];
    address = v->a;
    return (!loops_has_block (d, c, d->flow.block_of[def]) || stays_as_it_is (d, address)) &&
           loops_is_steady (d, address, c);
  case X_ADD:
  case X_CONVERT:
    return loops_is_steady (d, v->a, c);
  default:
    return false;
  }
}

/* Whether it is loaded from a global variable. */
static bool is_global_load (const struct exprs *x, expr_id e)
{
  int64_t offset;
  if (!e || expr_get (x, e)->op != X_LOAD)
    return false;
  expr_id base = expr_base (x, expr_get (x, e)->a, &offset);
  return base && expr_get (x, base)->op == X_OBJECT;
}

/* How often the loop of a counter executes a block; 0: unknown, or *NUMBER. */
static int64_t times_by (struct body *d, const struct counter *c, uint32_t block, uint32_t *test,
                         uint32_t *exit, uint32_t *number)
{
  struct exprs *x = &d->s->x;
  const struct csr *g = &d->flow.predecessors;
  int64_t tested = 0, first, last;
  if (!loops_has_block (d, c, block) || c->moving || loops_is_inner (d, block, c->header) ||
      !loops_find_exit (d, c, true, test, exit, &tested) || *test != c->header || tested ||
      !dominates (&d->flow.dominators, block, c->latch))
    return 0;
  for (uint32_t k = g->first[c->header]; k < g->first[c->header + 1]; k++)
    if (!loops_has_block (d, c, g->targets[k]) && d->flow.in_cycle[g->targets[k]])
      return 0; /* counts again */
  const struct block *b = &d->b->blocks[*test];
  const struct rec_branch *branch = (const struct rec_branch *)d->b->records[b->end - 1];
  bool exits_if_true = false;
  for (uint32_t k = 0; k < b->n_edges; k++)
    exits_if_true |= b->edges[k].target == *exit && b->edges[k].kind == EK_TRUE;
  enum opcode relation = exits_if_true ? opposite_comparison (branch->code) : branch->code;
  expr_id bound = expr_unconverted (x, value_of_operand (d, &branch->b), NUMBER_BITS);
  if (!expr_is_const (x, c->init, &first) || (c->step != 1 && c->step != -1))
    return 0;
  if (!expr_is_const (x, bound, &last)) {
    bool strict = relation == OP_LT || relation == OP_NE;
    bool steady = loops_is_steady (d, bound, c);
    if (c->step == 1 && (strict || relation == OP_LE) && (steady || is_global_load (x, bound)))
      *number = loops_make_number (d, bound, -first + !strict, !steady);
    return 0;
  }
  int64_t distance = c->step > 0 ? last - first : first - last;
  if (relation == (c->step > 0 ? OP_LT : OP_GT) || relation == OP_NE)
    return distance > 0 ? distance : 0;
  return relation == (c->step > 0 ? OP_LE : OP_GE) && distance >= 0 ? distance + 1 : 0;
}

int64_t loops_times (struct body *d, uint32_t record, uint32_t *test, uint32_t *exit,
                     uint32_t *number)
{
  uint32_t block = d->flow.block_of[record];
  int64_t times = 0;
  *number = 0;
  vec_u32 headers = {0}; /* outer ones last */
  for (uint32_t b = block; b != NODE_NONE; b = loops_around (d, b))
    vec_push (&headers, b);
  for (uint32_t n = headers.n; n-- > 0;) {
    const struct block *b = &d->b->blocks[headers.v[n]];
    for (uint32_t r = b->first; !times && !*number && r < b->end; r++) {
      struct counter c = {0};
      if (d->b->records[r]->kind == REC_phi &&
          loops_counter (d, d->value[d->b->records[r]->dst], &c) && !c.shift && c.phi == r)
        times = times_by (d, &c, block, test, exit, number);
    }
  }
  vec_free (&headers);
  return times;
}
