/* Escape: what a function gives to who calls it, besides memory that it returns.

   - What was found in memory that it has taken, and returned: `n = q->first; q->first = n->next; p
   = n->data; free (n); return p'.  The caller has it, if nothing else leads there: an item of kind
     TAKE says so, see verdicts-moves.c.
   - Memory that it has taken, and stores where a parameter points to: `*out = p; return 1'.  On the
   ways on which it does not store it, it returns other constants: `return 0'. */

#include "escape-internal.h"
#include "values-internal.h"

static bool is_zero (const struct exprs *x, expr_id e)
{
  int64_t k;
  return expr_is_const (x, e, &k) && !k;
}

/* What E is where ways come together, if it is null on all but one; else itself. */
static expr_id without_null (struct body *d, expr_id e)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = e ? expr_get (x, e) : NULL;
  uint32_t record = UINT32_MAX;
  if (v && v->op == X_VALUE && v->a == d->f)
    record = d->b->value_defs[v->b];
  if (v && v->op == X_REACHED && tuples_length (&x->versions, v->b) == 2 &&
      tuples_numbers (&x->versions, v->b)[0] == d->f)
    record = tuples_numbers (&x->versions, v->b)[1];
  const struct rec_phi *phi =
      record != UINT32_MAX ? (const struct rec_phi *)d->b->records[record] : NULL;
  expr_id other = 0;
  for (uint32_t k = 0; phi && phi->r.kind == REC_phi && k < phi->args.n; k++) {
    expr_id arg = value_of_operand (d, &phi->args.v[k]);
    if (is_zero (x, arg))
      continue;
    if (!arg || arg == e || (other && other != arg))
      return e;
    other = arg;
  }
  return other ? other : e;
}

/* Whether the function has stored a pointer in the memory that it had for itself: what is found
   there may be something that its caller still has. */
static bool is_filled_here (const struct escape_walk *w, expr_id holder)
{
  uint32_t n = escape_root (w, holder);
  for (uint32_t i = 0; n != NO_ROOT && i < w->n; i++)
    if (w->alias[n] >> i & 1 && (w->inside[i] | w->inner[i]))
      return true;
  return n == NO_ROOT;
}

/* What E is, if it was loaded from memory that the function had for itself; 0: it was not. */
static expr_id brought_of (const struct escape_walk *w, expr_id e)
{
  struct body *d = w->d;
  const struct exprs *x = &d->s->x;
  e = without_null (d, e);
  const struct expr *v = e ? expr_get (x, e) : NULL;
  uint32_t needs = 0;
  expr_id holder;
  if (!v || v->op != X_LOAD)
    return 0;
  const uint32_t *at = tuples_numbers (&x->versions, v->b);
  bool brought =
      at[0] == d->f && tuples_length (&x->versions, v->b) == 2 && d->point[at[1]].reached &&
      !map_find (&d->s->broken, map_pair (d->f | (uint32_t)BROKEN_TAKE, at[1])) &&
      is_held_by_own (d, at[1], e, &needs, &holder) && !needs && !is_filled_here (w, holder);
  return brought ? e : 0;
}

/* Whether the value, which RECORD stores, is memory that nobody else knows when the function
   returns; it is stored nowhere but in the memory of FORMAL. */
static bool is_handed_out (const struct escape_walk *w, expr_id e, expr_id formal, uint32_t record)
{
  struct body *d = w->d;
  uint32_t n = escape_root (w, e);
  const struct join *join = escape_join (d, e);
  if (n == NO_ROOT || w->root[n] != e || !(join ? join->taken : is_taken (d->s, e)))
    return false;
  for (uint32_t i = 0; i < w->n; i++)
    if (w->inside[i] & escape_bit (n) && w->root[i] != formal)
      return false;
  return !(escape_behind (w, record).escaped & escape_bit (n));
}

static bool add_without (struct given *g, const struct body *d, const struct operand *o)
{
  int64_t k;
  if (g->n_without == MOST_WITHOUT || !constant_operand (d->b, o, &k))
    return false;
  g->without[g->n_without++] = k;
  return true;
}

/* The phi that gives the returned value, perhaps converted; NULL: there is none. */
static const struct rec_phi *phi_of (const struct body *d, const struct operand *o,
                                     uint32_t *record)
{
  enum { FAR = 4 };
  for (int i = 0; i < FAR && o->kind == OPND_VALUE; i++) {
    *record = d->b->value_defs[o->value];
    const struct record *r = *record != UINT32_MAX ? d->b->records[*record] : NULL;
    if (r && r->kind == REC_phi)
      return (const struct rec_phi *)r;
    const struct rec_op *op = (const struct rec_op *)r;
    if (!r || r->kind != REC_op || (op->code != OP_COPY && op->code != OP_CONVERT))
      return NULL;
    o = &op->a;
  }
  return NULL;
}

/* The function returns O, with what is known then. */
static bool add_outcome (const struct escape_walk *w, struct summary *s, const struct operand *o,
                         struct owning at)
{
  struct outcome v = {0};
  v.any = !constant_operand (w->d->b, o, &v.value);
  for (uint32_t i = 0; i < w->n; i++) {
    const struct expr *root = expr_get (&w->d->s->x, w->root[i]);
    if (root->op == X_FORMAL && (at.escaped | at.tied | at.found) & escape_bit (i))
      v.known |= (uint32_t)1 << root->a;
  }
  v.known |= v.any ? s->result_holds : 0;
  for (uint32_t i = 0; i < s->n_outcomes; i++)
    if (s->outcomes[i].any == v.any && s->outcomes[i].value == v.value) {
      s->outcomes[i].known |= v.known;
      return true;
    }
  if (s->n_outcomes == MOST_OUTCOMES)
    return false;
  s->outcomes[s->n_outcomes++] = v;
  return true;
}

/* What is known on the ways to RETURN_, by what the function returns there. */
static bool find_outcomes (const struct escape_walk *w, struct summary *s, uint32_t return_)
{
  const struct body *d = w->d;
  const struct rec_return *r = (const struct rec_return *)d->b->records[return_];
  uint32_t at;
  const struct rec_phi *phi = phi_of (d, &r->value, &at);
  const struct block *b = phi ? &d->b->blocks[d->flow.block_of[at]] : NULL;
  if (!phi || phi->args.n != b->n_preds)
    return add_outcome (w, s, &r->value, escape_behind (w, return_));
  for (uint32_t k = 0; k < b->n_preds; k++) {
    const struct block *pred = &d->b->blocks[b->preds[k]];
    if (pred->end == pred->first ||
        !add_outcome (w, s, &phi->args.v[k], escape_behind (w, pred->end - 1)))
      return false;
  }
  return true;
}

/* Whether it matters what the function returns: what it gets becomes known, or not. */
static void find_refusals (const struct escape_walk *w, struct summary *s)
{
  const struct body *d = w->d;
  uint32_t any = s->escapes;
  for (uint32_t i = 0; i < MOST_TIED; i++)
    any |= s->ties[i];
  bool found = any && !s->inside_escapes && !s->result_inner;
  for (uint32_t i = 0; found && i < d->returns.n; i++)
    found = find_outcomes (w, s, d->returns.v[i]);
  if (!found)
    s->n_outcomes = 0;
}

/* What the function returns on the ways to RETURN_ on which it has not come past STORE. */
static bool find_without (const struct body *d, uint32_t store, uint32_t return_, struct given *g)
{
  const struct rec_return *r = (const struct rec_return *)d->b->records[return_];
  uint32_t from = d->flow.block_of[store], at;
  if (flow_dominates (&d->flow, store, return_))
    return true;
  const struct rec_phi *phi = phi_of (d, &r->value, &at);
  if (!phi)
    return !flow_leads (d->b, from, d->flow.block_of[return_]) && add_without (g, d, &r->value);
  const struct block *b = &d->b->blocks[d->flow.block_of[at]];
  if (flow_leads (d->b, d->flow.block_of[at], from) || phi->args.n != b->n_preds)
    return false;
  for (uint32_t k = 0; k < b->n_preds; k++) {
    const struct block *pred = &d->b->blocks[b->preds[k]];
    bool stored = b->preds[k] == from ||
                  (pred->end > pred->first && flow_dominates (&d->flow, store, pred->end - 1));
    if (!stored && (flow_leads (d->b, from, b->preds[k]) || !add_without (g, d, &phi->args.v[k])))
      return false;
  }
  return true;
}

/* Whether nothing else is put where STORE puts something but null: in the memory of FORMAL. */
static bool is_only_store (struct body *d, uint32_t store, expr_id formal)
{
  struct exprs *x = &d->s->x;
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    const struct record *record = d->b->records[r];
    struct access a[MOST_ACCESSES];
    unsigned n = r == store ? 0 : accesses_of (d->u, d->b, record, a);
    if (record->kind == REC_store &&
        is_zero (x, value_of_operand (d, &((const struct rec_store *)record)->src)))
      continue;
    for (unsigned i = 0; i < n; i++)
      if (a[i].mode == ACCESS_WRITE && a[i].bits >= d->u->r.pointer_bits &&
          expr_root (x, value_of_address (d, a[i].addr)) == formal)
        return false;
    const struct rec_call *c = (const struct rec_call *)record;
    for (uint32_t i = 0; record->kind == REC_call && i < c->args.n; i++)
      if (expr_root (x, value_of_operand (d, &c->args.v[i])) == formal)
        return false;
  }
  return true;
}

/* RECORD stores VALUE at ADDRESS. */
static bool try_given (const struct escape_walk *w, struct summary *s, uint32_t record,
                       expr_id address, expr_id value)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  struct given g = {0};
  expr_id formal = address ? expr_base (x, address, &g.offset) : 0;
  if (!formal || expr_get (x, formal)->op != X_FORMAL || !value)
    return false;
  expr_id brought = brought_of (w, value);
  if ((!brought && !is_handed_out (w, value, formal, record)) || !is_only_store (d, record, formal))
    return false;
  for (uint32_t i = 0; i < d->returns.n; i++)
    if (!find_without (d, record, d->returns.v[i], &g))
      return false;
  g.formal = 1 + expr_get (x, formal)->a;
  g.brought = brought;
  escape_note_filled (w, escape_root (w, value), NULL, s);
  s->given = g;
  s->taken_result = true;
  return true;
}

void escape_find_gives (const struct escape_walk *w, struct summary *s)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  uint32_t word = d->u->r.pointer_bits;
  s->brought_result = 0;
  s->given = (struct given){0};
  s->n_outcomes = 0;
  find_refusals (w, s);
  if (!s->fresh_result && d->point)
    s->brought_result = brought_of (w, s->result);
  if (s->brought_result)
    s->fresh_result = s->taken_result = true;
  bool found = s->fresh_result || !d->returns.n || !d->point;
  for (uint32_t r = 0; r < d->b->n_records && !found; r++) {
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    const struct rec_copy *copy = (const struct rec_copy *)d->b->records[r];
    if (!d->point[r].reached)
      continue;
    if (store->r.kind == REC_store && store_bits (d->u, d->b, store) == word)
      found = try_given (w, s, r, value_of_address (d, &store->addr),
                         value_of_operand (d, &store->src));
    if (copy->r.kind != REC_copy || copy->bits > LARGEST_KNOWN_COPY)
      continue;
    expr_id to = value_of_address (d, &copy->to), from = value_of_address (d, &copy->from);
    for (uint32_t at = 0; to && from && at + word <= copy->bits && !found; at += word)
      found =
          try_given (w, s, r, expr_add (x, to, at / 8),
                     expr_load (x, expr_add (x, from, at / 8), expr_version (x, d->f, r, 0), word));
  }
}
