/* Walks: loops that go through a list from node to node:

     for (p = head; p; p = p->next)
       create (work, p);

   If the loop ends, which only a null pointer at the end of the list brings about, and nobody
   changes the pointers meanwhile, it has come to no node twice: it would have come to it again and
   again.  That the list has an end is the assumption `lists'. */

#include "walks.h"

#include "assume.h"
#include "flow.h"
#include "loops.h"
#include "prefilter.h"
#include "teams.h"

/* The loop around a block, if it comes around in one way, and begins once only, or may begin again.
 */
static bool find_loop (struct body *d, uint32_t header, struct walk_loop *w)
{
  const struct csr *before = &d->flow.predecessors;
  uint32_t n = 0;
  w->loop.header = header;
  for (uint32_t k = before->first[header]; k < before->first[header + 1]; k++) {
    uint32_t from = before->targets[k];
    if (dominates (&d->flow.dominators, header, from)) {
      w->loop.latch = from;
      n++;
    } else if (d->flow.in_cycle[from] && !w->again)
      return false;
  }
  return n == 1;
}

bool walks_is_node (struct body *d, const struct walk_loop *w, expr_id e)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = e ? expr_get (x, e) : NULL;
  if (!v || e == w->now || !w->variable || v->op != X_LOAD || v->a != w->variable ||
      v->k & LOAD_ATOMIC || tuples_length (&x->versions, v->b) != 2)
    return e && e == w->now;
  const uint32_t *at = tuples_numbers (&x->versions, v->b);
  return at[0] == d->f && loops_has_block (d, &w->loop, d->flow.block_of[at[1]]) &&
         flow_dominates (&d->flow, at[1], w->store);
}

/* Whether the next node is found in the node. */
static bool goes_on (struct body *d, struct walk_loop *w)
{
  const struct exprs *x = &d->s->x;
  expr_id loaded = w->next ? expr_base (x, w->next, &w->shift) : 0;
  const struct expr *v = loaded ? expr_get (x, loaded) : NULL;
  return v && v->op == X_LOAD && !(v->k & LOAD_ATOMIC) &&
         walks_is_node (d, w, expr_base (x, v->a, &w->link));
}

/* A value that is the phi at a record. */
static bool find_value (struct body *d, uint32_t record, struct walk_loop *w)
{
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[record];
  const struct block *b = &d->b->blocks[d->flow.block_of[record]];
  if (phi->r.kind != REC_phi || phi->args.n != 2 || b->n_preds != 2 ||
      !find_loop (d, d->flow.block_of[record], w))
    return false;
  w->now = d->value[phi->r.dst];
  for (uint32_t i = 0; i < 2; i++)
    *(b->preds[i] == w->loop.latch ? &w->next : &w->first) = value_of_operand (d, &phi->args.v[i]);
  return goes_on (d, w);
}

/* A variable, loaded at a record. */
static bool find_variable (struct body *d, uint32_t record, expr_id now, struct walk_loop *w)
{
  struct summaries *s = d->s;
  uint32_t block = d->flow.block_of[record], stores = 0;
  uint32_t header = dominates (&d->flow.dominators, block, block) ? block : NODE_NONE;
  while (header != NODE_NONE && !find_loop (d, header, w))
    header = loops_around (d, header);
  if (header == NODE_NONE || !loops_has_block (d, &w->loop, block) ||
      loops_is_inner (d, block, header))
    return false;
  w->now = now;
  w->variable = expr_get (&s->x, now)->a;
  setid where = expr_points (&s->x, d->f, w->variable);
  for (uint32_t k = s->effects->first[d->f]; k < s->effects->first[d->f + 1]; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (!effect_writes (e) || !loops_has_block (d, &w->loop, d->flow.block_of[e->record]) ||
        !sets_meet (&s->p->sets, effect_locations (s->p, e), where))
      continue;
    const struct rec_store *store = (const struct rec_store *)d->b->records[e->record];
    if (stores++ || store->r.kind != REC_store || value_of_address (d, &store->addr) != w->variable)
      return false;
    w->store = e->record;
    w->next = value_of_operand (d, &store->src);
  }
  return stores == 1 && goes_on (d, w) && flow_dominates (&d->flow, record, w->store) &&
         dominates (&d->flow.dominators, d->flow.block_of[w->store], w->loop.latch) &&
         !loops_is_inner (d, d->flow.block_of[w->store], header);
}

/* Whether the block leaves the loop if the node, or the next one, is null. */
static bool ends_at_null (struct body *d, const struct walk_loop *w, uint32_t block, bool next)
{
  const struct block *b = &d->b->blocks[block];
  const struct rec_branch *branch =
      b->end > b->first ? (const struct rec_branch *)d->b->records[b->end - 1] : NULL;
  int64_t k;
  if (!branch || branch->r.kind != REC_branch || (branch->code != OP_EQ && branch->code != OP_NE) ||
      !(next ? value_of_operand (d, &branch->a) == w->next
             : walks_is_node (d, w, value_of_operand (d, &branch->a))) ||
      !expr_is_const (&d->s->x, value_of_operand (d, &branch->b), &k) || k)
    return false;
  for (uint32_t i = 0; i < b->n_edges; i++)
    if (b->edges[i].kind == (branch->code == OP_EQ ? EK_TRUE : EK_FALSE))
      return !loops_has_block (d, &w->loop, b->edges[i].target);
  return false;
}

/* Whether nothing else ends the loop, but that no thread could be created: a list without an end
   may be left in another way when it has been gone through more than once. */
static bool has_no_other_end (struct body *d, const struct walk_loop *w, uint32_t fork)
{
  for (uint32_t i = 0; i < d->b->n_blocks; i++) {
    const struct block *b = &d->b->blocks[i];
    for (uint32_t k = 0; k < b->n_edges && loops_has_block (d, &w->loop, i); k++)
      if (!loops_has_block (d, &w->loop, b->edges[k].target) &&
          (b->end == b->first || !(ends_at_null (d, w, i, false) || ends_at_null (d, w, i, true) ||
                                   loops_leaves_by_failure (d, fork, i, k))))
        return false;
  }
  return true;
}

/* Whether what the function does at the record may happen while the loop runs: in a region, other
   threads of the team may do it, unless it comes first. */
static bool is_meanwhile (struct body *d, const struct walk_loop *w, uint32_t record)
{
  uint32_t block = d->flow.block_of[record];
  return loops_has_block (d, &w->loop, block) ||
         (is_region (d->s, d->f) && !dominates (&d->flow.dominators, block, w->loop.header));
}

/* Whether the function or a thread may write there meanwhile, besides the store of the next node.
 */
static bool may_change (struct body *d, const struct walk_loop *w, expr_id address)
{
  struct summaries *s = d->s;
  struct pointers *p = s->p;
  setid where = expr_points (&s->x, d->f, address);
  if (!where || set_traits (p, where) & (SET_WORLDS | SET_ANYWHERE))
    return true;
  for (uint32_t k = s->effects->first[d->f]; k < s->effects->first[d->f + 1]; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (effect_writes (e) && is_meanwhile (d, w, e->record) &&
        !(w->variable && e->record == w->store) &&
        sets_meet (&p->sets, effect_locations (p, e), where))
      return true;
  }
  for (uint32_t k = 0; k < p->calls.n; k++) {
    const struct call_edge *c = &p->calls.v[k];
    bool here = c->caller == d->f && is_meanwhile (d, w, c->record);
    if ((here || c->kind != CALL_NOW) && c->callee && c->callee != d->f &&
        (s->mod_all[c->callee] || sets_meet (&p->sets, s->mod[c->callee], where)))
      return true;
  }
  return false;
}

bool walks_at (struct body *d, uint32_t record, expr_id e, struct walk_loop *w)
{
  const struct exprs *x = &d->s->x;
  const struct expr v = *expr_get (x, e);
  uint32_t def = UINT32_MAX, block = d->flow.block_of[record];
  if (v.op == X_VALUE && v.a == d->f)
    def = d->b->value_defs[v.b];
  if ((v.op == X_LOAD || (v.op == X_REACHED && !(v.code & REACHED_ANYWHERE))) &&
      tuples_length (&x->versions, v.b) == 2 && tuples_numbers (&x->versions, v.b)[0] == d->f)
    def = tuples_numbers (&x->versions, v.b)[1];
  return def != UINT32_MAX &&
         (v.op == X_LOAD ? find_variable (d, def, e, w) : find_value (d, def, w) && w->now == e) &&
         loops_has_block (d, &w->loop, block) && !loops_is_inner (d, block, w->loop.header);
}

/* Whether E is a node of its own in each execution of the record. */
static bool walks_to (struct body *d, uint32_t record, expr_id e)
{
  const struct exprs *x = &d->s->x;
  struct walk_loop w = {0};
  return walks_at (d, record, e, &w) && !w.shift &&
         (ends_at_null (d, &w, w.loop.header, false) || ends_at_null (d, &w, w.loop.latch, true)) &&
         has_no_other_end (d, &w, record) && !may_change (d, &w, expr_get (x, w.next)->a) &&
         !(w.variable && may_change (d, &w, w.variable));
}

/* Whether nodes begin so far from each other in their objects, at the locations AT. */
static bool are_apart (const struct pointers *p, setid at, int64_t bytes)
{
  const struct objects *o = &p->objects;
  for (struct set_iter i = sets_each (&p->sets, at); set_next (&i);) {
    struct array_around a[MOST_AROUND], b[MOST_AROUND];
    const struct location *l = loc_get (o, i.x), *m;
    uint32_t n = arrays_around (o, l->object, l->offset, a);
    if (!n || bytes > a[n - 1].element)
      return false;
    for (struct set_iter k = sets_each (&p->sets, at); set_next (&k);) {
      if (k.x == i.x || (m = loc_get (o, k.x))->object != l->object)
        continue;
      uint32_t others = arrays_around (o, m->object, m->offset, b);
      int64_t between = m->offset > l->offset ? m->offset - l->offset : l->offset - m->offset;
      if (others != n || b[n - 1].base != a[n - 1].base || b[n - 1].element != a[n - 1].element ||
          between < bytes || a[n - 1].element - between < bytes)
        return false;
    }
  }
  return true;
}

bool walks_stays (struct summaries *s, funid f, expr_id node, expr_id e, uint64_t bytes)
{
  const struct objects *o = &s->p->objects;
  int64_t offset;
  setid at = expr_points (&s->x, f, node), in_arrays = SETS_EMPTY;
  if (!at || expr_root (&s->x, e) != node)
    return false;
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);) {
    struct array_around around[MOST_AROUND];
    const struct location *l = loc_get (o, i.x);
    if (l->offset <= OFFSET_EVERYTHING)
      return false;
    if (arrays_around (o, l->object, l->offset, around))
      in_arrays = sets_add (&s->p->sets, in_arrays, i.x);
    else if (l->offset)
      return false; /* not all of the object is the node */
  }
  return !in_arrays || (bytes && expr_base (&s->x, e, &offset) == node && offset >= 0 &&
                        are_apart (s->p, in_arrays, offset + (int64_t)bytes));
}

void walks_find (struct body *d, struct item *fork)
{
  struct summaries *s = d->s;
  int64_t offset;
  if (!(s->p->assumed & assumption_bit (ASSUME_LISTS)) || !proves_by (s->p, PROOF_THREAD) ||
      fork->repeats || fork->inner || !d->flow.in_cycle[d->flow.block_of[fork->record]] ||
      !(is_region (s, d->f) || only_main_calls (s->filter, s->p->objects.program, d->f)))
    return;
  for (int part = 0; part <= MOST_MEMORY && !fork->walks; part++) {
    expr_id e = part ? fork->memory[part - 1].value : fork->e[2];
    e = e ? expr_base (&s->x, e, &offset) : 0;
    if (e && (!part || fork->memory[part - 1].at) && walks_to (d, fork->record, e))
      fork->walks = (uint8_t)(1 + part);
  }
  if (fork->walks)
    fork->counts_in = d->f;
}
