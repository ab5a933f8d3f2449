/* Uses: found by an index of what the operands of all records mention, or each counter of a
   function would be a walk over all of it. */

#include "claims-uses.h"
#include "values-internal.h"

struct use {
  uint32_t record, next; /* 1 + the next one of the same */
};

/* What an expression may mention: a record of the function, or a value. */
static uint64_t key_of_record (uint32_t record)
{
  return map_pair (0, record);
}

static uint64_t key_of_value (uint32_t value)
{
  return map_pair (1, value);
}

static void note (struct uses *u, uint64_t key, uint32_t record)
{
  uint32_t *head = map_at (&u->first, key);
  if (*head && u->of.v[*head - 1].record == record)
    return;
  vec_push (&u->of, (struct use){record, *head});
  *head = u->of.n;
}

/* As expr_mentions. */
static void note_mentions (struct uses *u, const struct body *d, expr_id e, uint32_t record)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = e ? expr_get (x, e) : NULL;
  if (!v || !(v->flags & XF_OPAQUE))
    return;
  const uint32_t *at = v->op == X_LOAD || v->op == X_REACHED || v->op == X_AT
                           ? tuples_numbers (&x->versions, v->b)
                           : NULL;
  if (at && at[0] == d->f)
    note (u, key_of_record (at[1]), record);
  if (v->op == X_FRESH || v->op == X_VALUE) {
    if (v->a == d->f)
      note (u, v->op == X_FRESH ? key_of_record (v->b) : key_of_value (v->b), record);
    return;
  }
  if (v->op != X_AT)
    note_mentions (u, d, v->a, record);
  if (v->op == X_INDEX || v->op == X_OP || v->op == X_SIGNAL)
    note_mentions (u, d, v->b, record);
}

static void note_record (struct uses *u, struct body *d, uint32_t r)
{
  const struct record *v = d->b->records[r];
  const struct operand_list *list = v->kind == REC_call  ? &((const struct rec_call *)v)->args
                                    : v->kind == REC_phi ? &((const struct rec_phi *)v)->args
                                                         : NULL;
  if (v->kind == REC_return)
    note_mentions (u, d, value_of_operand (d, &((const struct rec_return *)v)->value), r);
  if (v->kind == REC_store) {
    note_mentions (u, d, value_of_operand (d, &((const struct rec_store *)v)->src), r);
    note_mentions (u, d, value_of_address (d, &((const struct rec_store *)v)->addr), r);
  }
  if (v->kind == REC_load)
    note_mentions (u, d, value_of_address (d, &((const struct rec_load *)v)->addr), r);
  for (uint32_t i = 0; list && i < list->n; i++)
    note_mentions (u, d, value_of_operand (d, &list->v[i]), r);
}

/* Whether a record that mentions what LOAD has loaded does so before RECORD is done. */
static bool is_before (struct body *d, uint32_t r, uint32_t load, uint32_t record)
{
  const struct exprs *x = &d->s->x;
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[r];
  const struct block *b = &d->b->blocks[d->flow.block_of[r]];
  if (r == record || flow_dominates (&d->flow, record, r))
    return false;
  if (phi->r.kind != REC_phi)
    return phi->r.kind != REC_load || r != load;
  for (uint32_t i = 0; i < phi->args.n && i < b->n_preds; i++)
    if (expr_mentions (x, value_of_operand (d, &phi->args.v[i]), d->f, load,
                       d->b->records[load]->dst) &&
        (b->preds[i] >= d->b->n_blocks ||
         !dominates (&d->flow.dominators, d->flow.block_of[record], b->preds[i])))
      return true;
  return false;
}

bool is_used_after (struct uses *u, struct body *d, uint32_t load, uint32_t record)
{
  uint32_t dst = d->b->records[load]->dst;
  uint64_t keys[] = {key_of_record (load), key_of_value (dst)};
  for (uint32_t r = 0; !u->known && r < d->b->n_records; r++)
    note_record (u, d, r);
  u->known = true;
  for (unsigned k = 0; k < (dst ? 2 : 1); k++)
    for (uint32_t i = map_get (&u->first, keys[k], 0); i; i = u->of.v[i - 1].next)
      if (is_before (d, u->of.v[i - 1].record, load, record))
        return false;
  return true;
}

void uses_free (struct uses *u)
{
  map_free (&u->first);
  vec_free (&u->of);
}
