/* See cleanups.h. */

#include "cleanups.h"

#include <string.h>

enum { LONGEST_TEST = 4 };

struct cleanups {
  struct arena *arena;
  const struct models *models;
  const struct unit *u;
  struct function *f;
};

/* The two returns of a push, and its buffer. */
struct push {
  uint32_t block;         /* calls what returns twice, last */
  uint32_t body, handler; /* blocks behind the first return, and behind the second */
  const struct address *buffer;
};

static const struct rec_call *last_call_of (const struct function *f, const struct block *b)
{
  const struct record *last = b->end > b->first ? f->records[b->end - 1] : NULL;
  return last && last->kind == REC_call ? (const struct rec_call *)last : NULL;
}

/* What the model of the function that is called does with a buffer, as its only effect. */
static const struct model_effect *effect_of (const struct cleanups *d, const struct rec_call *c)
{
  uint32_t symbol = c ? called_symbol (c) : 0;
  const struct rec_symbol *y = symbol ? &d->u->symbols[symbol] : NULL;
  const struct model *m =
      y ? models_find (d->models, d->u->strings[y->source ? y->source : y->name]) : NULL;
  return m && m->n_effects == 1 && c->args.n ? &m->effects[0] : NULL;
}

static const struct address *buffer_of (const struct rec_call *c)
{
  const struct operand *o = &c->args.v[0];
  return o->kind == OPND_ADDRESS && o->u.addr->base_kind == BASE_LOCAL ? o->u.addr : NULL;
}

/* Whether the operand is VALUE, which may have been converted. */
static bool comes_from (const struct cleanups *d, const struct operand *o, uint32_t value)
{
  for (int n = 0; n < LONGEST_TEST && o->kind == OPND_VALUE && o->value != value; n++) {
    uint32_t def = d->f->value_defs[o->value];
    const struct record *r = def == UINT32_MAX ? NULL : d->f->records[def];
    const struct rec_op *op = r && r->kind == REC_op ? (const struct rec_op *)r : NULL;
    const struct rec_call *c = r && r->kind == REC_call ? (const struct rec_call *)r : NULL;
    if (op && (op->code == OP_COPY || op->code == OP_CONVERT))
      o = &op->a;
    else if (c && c->builtin && c->args.n && !strcmp (d->u->strings[c->builtin], "expect"))
      o = &c->args.v[0];
    else
      return false;
  }
  return o->kind == OPND_VALUE && o->value == value;
}

/* Where the two returns of the push lead, which are told apart by the test that follows. */
static bool find_returns (const struct cleanups *d, uint32_t result, struct push *out)
{
  uint32_t at = out->block;
  const struct block *b = &d->f->blocks[at];
  for (uint32_t k = 0; k < b->n_edges; k++)
    if (b->edges[k].kind == EK_FALL)
      at = b->edges[k].target;
  b = &d->f->blocks[at];
  const struct record *last = b->end > b->first ? d->f->records[b->end - 1] : NULL;
  const struct rec_branch *r =
      last && last->kind == REC_branch ? (const struct rec_branch *)last : NULL;
  if (!r || b->n_preds || b->n_edges != 2 || (r->code != OP_NE && r->code != OP_EQ) ||
      r->b.kind != OPND_INT || r->b.u.number != 0 || !comes_from (d, &r->a, result))
    return false;
  bool first = (b->edges[0].kind == EK_TRUE) == (r->code == OP_NE);
  out->handler = b->edges[!first].target;
  out->body = b->edges[first].target;
  return !d->f->blocks[out->handler].n_preds; /* it would need another value for the new edges */
}

static bool find_push (const struct cleanups *d, uint32_t block, struct push *out)
{
  const struct rec_call *c = last_call_of (d->f, &d->f->blocks[block]);
  const struct model_effect *e = effect_of (d, c);
  if (!e || e->kind != EFFECT_SETJMP || e->op[SETJMP_KIND].u.keyword != JUMP_CLEANUP || !c->r.dst)
    return false;
  *out = (struct push){.block = block, .buffer = buffer_of (c)};
  return out->buffer && find_returns (d, c->r.dst, out);
}

static bool pops (const struct cleanups *d, const struct block *b, const struct push *p)
{
  const struct rec_call *c = last_call_of (d->f, b);
  const struct model_effect *e = effect_of (d, c);
  const struct address *buffer = e && e->kind == EFFECT_CLEANUP_POP ? buffer_of (c) : NULL;
  return buffer && buffer->base == p->buffer->base;
}

static bool has_abnormal (const struct block *b)
{
  for (uint32_t k = 0; k < b->n_edges; k++)
    if (b->edges[k].kind == EK_ABNORMAL)
      return true;
  return false;
}

/* Blocks between push and pop. */
static void find_between (const struct cleanups *d, const struct push *p, bool *between)
{
  uint32_t *stack = ARENA_ARRAY (d->arena, d->f->n_blocks, uint32_t), n = 0;
  if (!pops (d, &d->f->blocks[p->body], p))
    between[stack[n++] = p->body] = true;
  while (n) {
    const struct block *b = &d->f->blocks[stack[--n]];
    for (uint32_t k = 0; k < b->n_edges; k++) {
      uint32_t to = b->edges[k].target;
      if (b->edges[k].kind != EK_ABNORMAL && !between[to] && !pops (d, &d->f->blocks[to], p))
        between[stack[n++] = to] = true;
    }
  }
}

static void add_edge (const struct cleanups *d, struct block *b, uint32_t to)
{
  struct flow_edge *edges = ARENA_ARRAY (d->arena, b->n_edges + 1, struct flow_edge);
  memcpy (edges, b->edges, b->n_edges * sizeof *edges);
  edges[b->n_edges++] = (struct flow_edge){.target = to, .kind = EK_ABNORMAL};
  b->edges = edges;
}

static void drop_predecessor (struct function *f, struct block *b, uint32_t from)
{
  uint32_t at = 0;
  while (at < b->n_preds && b->preds[at] != from)
    at++;
  if (at == b->n_preds)
    return;
  for (uint32_t r = b->first; r < b->end && f->records[r]->kind == REC_phi; r++) {
    struct rec_phi *phi = (struct rec_phi *)f->records[r];
    phi->args.n--;
    for (uint32_t k = at; k < phi->args.n; k++)
      phi->args.v[k] = phi->args.v[k + 1];
  }
  b->n_preds--;
  for (uint32_t k = at; k < b->n_preds; k++)
    b->preds[k] = b->preds[k + 1];
}

/* Whether the block does nothing but gather edges. */
static bool is_empty (const struct function *f, const struct block *b)
{
  return b->first == b->end || f->records[b->end - 1]->kind == REC_phi;
}

/* No edges of longjmp to block TO; nor to those that gather them, if they then lead nowhere. */
static void drop_abnormal (struct function *f, uint32_t to)
{
  for (uint32_t i = 0; i < f->n_blocks; i++) {
    struct block *b = &f->blocks[i];
    uint32_t n = 0, old = b->n_edges;
    for (uint32_t k = 0; k < old; k++)
      if (b->edges[k].kind != EK_ABNORMAL || b->edges[k].target != to)
        b->edges[n++] = b->edges[k];
    if (n == old)
      continue;
    b->n_edges = n;
    drop_predecessor (f, &f->blocks[to], i);
    if (!n && i != to && is_empty (f, b))
      drop_abnormal (f, i);
  }
}

static void lead (struct cleanups *d)
{
  struct push p;
  for (uint32_t i = 0; i < d->f->n_blocks; i++) {
    if (!has_abnormal (&d->f->blocks[i]) || !find_push (d, i, &p))
      continue;
    bool *between = ARENA_ARRAY (d->arena, d->f->n_blocks, bool);
    find_between (d, &p, between);
    for (uint32_t k = 0; k < d->f->n_blocks; k++)
      if (between[k] && has_abnormal (&d->f->blocks[k]))
        add_edge (d, &d->f->blocks[k], p.handler);
    drop_abnormal (d->f, i);
  }
}

void lead_to_handlers (struct units *units, const struct models *models)
{
  struct cleanups d = {.arena = &units->arena, .models = models};
  for (size_t i = 0; i < units->n; i++)
    for (uint32_t k = 0; k < units->v[i]->n_functions; k++) {
      d.u = units->v[i];
      d.f = &units->v[i]->functions[k];
      lead (&d);
    }
}
