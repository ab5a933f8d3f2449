/* Escape: joins, roots where ways come together on each of which a pointer is null or is another
   root, new or taken:

     b = free_list;  if (b) free_list = b->next;  UNLOCK (&m);  if (!b) b = malloc (sizeof *b);

   A join is owned if what it is on the way that was taken is.  From then on it and the roots that
   it may be are names of one thing: where one becomes known all do. */

#include "escape-internal.h"

const struct join *escape_join (const struct body *d, expr_id e)
{
  for (uint32_t i = 0; i < d->joins.n; i++)
    if (d->joins.v[i].e == e)
      return &d->joins.v[i];
  return NULL;
}

/* Whether a way leads back to the block: then the phi is what an earlier round has left. */
static bool is_header (const struct body *d, uint32_t block)
{
  for (uint32_t i = 0; i < d->b->blocks[block].n_preds; i++) {
    uint32_t before = d->b->blocks[block].preds[i];
    if (before >= d->b->n_blocks || dominates (&d->flow.dominators, block, before))
      return true;
  }
  return false;
}

static bool is_null (const struct exprs *x, expr_id e)
{
  int64_t k;
  return expr_is_const (x, e, &k) && !k;
}

/* The number of the root that an operand is, exactly, if it is one that is made or taken. */
static uint32_t made_root (const struct escape_walk *w, expr_id e)
{
  const struct body *d = w->d;
  uint32_t n = e ? escape_root (w, e) : NO_ROOT;
  uint8_t op = e ? expr_get (&d->s->x, e)->op : 0;
  bool made = op == X_FRESH || op == X_LOAD || op == X_REACHED || op == X_VALUE;
  return n != NO_ROOT && w->root[n] == e && made ? n : NO_ROOT;
}

static bool add_join (struct escape_walk *w, uint32_t record)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  const struct rec_phi *r = (const struct rec_phi *)d->b->records[record];
  struct join j = {r->r.dst ? d->value[r->r.dst] : 0, record, false};
  bool any = false;
  if (!j.e || expr_root (x, j.e) != j.e || escape_join (d, j.e) || w->n == MOST_ROOTS ||
      (expr_get (x, j.e)->op != X_VALUE && expr_get (x, j.e)->op != X_REACHED) ||
      is_header (d, d->flow.block_of[record]))
    return false;
  for (uint32_t i = 0; i < r->args.n; i++) {
    expr_id e = value_of_operand (d, &r->args.v[i]);
    if (is_null (x, e))
      continue;
    if (made_root (w, e) == NO_ROOT)
      return false;
    const struct join *of = escape_join (d, e);
    j.taken |= of ? of->taken : is_taken (d->s, e);
    any = true;
  }
  if (any)
    vec_push (&d->joins, j);
  return any;
}

/* A join, and what it may be, are one. */
static void unite (struct escape_walk *w, const struct join *j)
{
  const struct rec_phi *r = (const struct rec_phi *)w->d->b->records[j->record];
  uint64_t all = w->alias[escape_root (w, j->e)];
  for (uint32_t i = 0; i < r->args.n; i++) {
    uint32_t n = made_root (w, value_of_operand (w->d, &r->args.v[i]));
    all |= n != NO_ROOT ? w->alias[n] : 0;
  }
  for (uint32_t i = 0; i < w->n; i++)
    if (all >> i & 1)
      w->alias[i] = all;
}

void escape_find_joins (struct escape_walk *w)
{
  struct body *d = w->d;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t r = 0; r < d->b->n_records; r++)
      if (d->b->records[r]->kind == REC_phi && add_join (w, r)) {
        escape_add_root (w, d->joins.v[d->joins.n - 1].e);
        changed = true;
      }
  }
  for (uint32_t i = 0; i < w->n; i++)
    w->alias[i] = escape_bit (i);
  for (uint32_t i = 0; i < d->joins.n; i++)
    unite (w, &d->joins.v[i]);
}

void escape_enter_joins (const struct escape_walk *w, uint32_t block, uint32_t target,
                         struct owning *now)
{
  const struct body *d = w->d;
  const struct block *to = &d->b->blocks[target];
  const struct owning before = *now;
  for (uint32_t k = 0; k < d->joins.n; k++) {
    const struct join *j = &d->joins.v[k];
    const struct rec_phi *r = (const struct rec_phi *)d->b->records[j->record];
    uint64_t bit = escape_bit (escape_root (w, j->e));
    if (d->flow.block_of[j->record] != target)
      continue;
    now->escaped &= ~bit;
    now->tied &= ~bit;
    now->placed &= ~bit | w->known;
    for (uint32_t i = 0; i < r->args.n && i < to->n_preds; i++) {
      uint32_t n =
          to->preds[i] == block ? made_root (w, value_of_operand (w->d, &r->args.v[i])) : NO_ROOT;
      now->escaped |= before.escaped & escape_bit (n) ? bit : 0;
      now->tied |= before.tied & escape_bit (n) ? bit : 0;
      now->placed |= before.placed & escape_bit (n) ? bit : 0;
    }
  }
}

expr_id root_of_phi (const struct body *d, expr_id root)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = root ? expr_get (x, root) : NULL;
  if (!v || v->op != X_VALUE || v->a != d->f || d->b->value_defs[v->b] == UINT32_MAX ||
      escape_join (d, root))
    return root;
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[d->b->value_defs[v->b]];
  expr_id found = 0;
  for (uint32_t i = 0; phi->r.kind == REC_phi && i < phi->args.n; i++) {
    expr_id e = value_of_operand ((struct body *)d, &phi->args.v[i]);
    if (is_null (x, e))
      continue;
    if (!e || expr_get (x, e)->op != X_FRESH || (found && found != e))
      return root;
    found = e;
  }
  v = found ? expr_get (x, found) : NULL;
  return v && v->a == d->f && !d->flow.in_cycle[d->flow.block_of[v->b]] ? found : root;
}
