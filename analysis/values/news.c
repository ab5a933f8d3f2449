/* News: from where a pointer goes to others, no way may lead to the record but by the allocation. */

#include "news.h"
#include "worklist.h"

/* The value that an operand is, or is an address from; 0: none. */
static uint32_t base_of (const struct operand *o)
{
  if (o->kind == OPND_VALUE)
    return (uint32_t)o->value;
  return (o->kind == OPND_ADDRESS || o->kind == OPND_CONTENTS) &&
                 o->u.addr->base_kind == BASE_VALUE
             ? (uint32_t)o->u.addr->base
             : 0;
}

static bool keeps_pointer (const struct rec_op *op)
{
  return op->code == OP_COPY || op->code == OP_CONVERT || op->code == OP_POINTER_ADD;
}

/* The pointer that VALUE was made from. */
static uint32_t root_of (const struct function *b, uint32_t value)
{
  for (uint32_t i = 0; i <= b->n_values && value; i++) {
    uint32_t def = b->value_defs[value];
    const struct rec_op *op = def == UINT32_MAX ? NULL : (const struct rec_op *)b->records[def];
    if (!op || op->r.kind != REC_op || !keeps_pointer (op) || !base_of (&op->a))
      break;
    value = base_of (&op->a);
  }
  return value;
}

static bool mentions (const struct function *b, const struct operand *o, uint32_t value)
{
  return base_of (o) && root_of (b, base_of (o)) == value;
}

/* Whether all that is called there are atomics, which keep no address of what they access. */
static bool is_atomic (const struct pointers *p, funid f, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    if (!m || !(model_has (m, EFFECT_ATOMIC_LOAD) || model_has (m, EFFECT_ATOMIC_STORE) ||
                model_has (m, EFFECT_ATOMIC_RMW) || model_has (m, EFFECT_ATOMIC_CAS)))
      return false;
  }
  return first < end;
}

/* Whether others may know the pointer from the record on. */
static bool gives (const struct pointers *p, funid f, const struct function *b, uint32_t record,
                   uint32_t value)
{
  const struct record *r = b->records[record];
  const struct rec_op *op = (const struct rec_op *)r;
  const struct rec_call *c = (const struct rec_call *)r;
  const struct rec_phi *phi = (const struct rec_phi *)r;
  switch (r->kind) {
  case REC_load:
  case REC_branch:
  case REC_switch:
  case REC_lifetime:
    return false;
  case REC_store:
    return mentions (b, &((const struct rec_store *)r)->src, value);
  case REC_op:
    return !(op->code >= OP_EQ && op->code <= OP_GE) &&
           ((!keeps_pointer (op) && mentions (b, &op->a, value)) || mentions (b, &op->b, value) ||
            mentions (b, &op->c, value));
  case REC_phi:
    for (uint32_t i = 0; i < phi->args.n; i++)
      if (mentions (b, &phi->args.v[i], value))
        return true;
    return false;
  case REC_return:
    return false;
  case REC_call:
    for (uint32_t i = is_atomic (p, f, record) ? 1 : 0; i < c->args.n; i++)
      if (mentions (b, &c->args.v[i], value))
        return true;
    return false;
  default:
    return true;
  }
}

/* Whether a way leads from behind FROM to TO that does not come by STOP. */
static bool leads (const struct function *b, const uint32_t *block_of, uint32_t from, uint32_t to,
                   uint32_t stop)
{
  struct worklist list = {0};
  bool *seen = xcalloc (b->n_blocks, sizeof *seen), found = false;
  uint32_t block = block_of[from], start = from + 1;
  for (;;) {
    bool ends = false;
    for (uint32_t r = start; r < b->blocks[block].end && !ends && !found; r++) {
      found = r == to;
      ends = r == stop;
    }
    for (uint32_t e = 0; e < b->blocks[block].n_edges && !ends && !found; e++)
      if (!seen[b->blocks[block].edges[e].target]) {
        seen[b->blocks[block].edges[e].target] = true;
        worklist_push (&list, b->blocks[block].edges[e].target);
      }
    if (found || !worklist_pop (&list, &block))
      break;
    start = b->blocks[block].first;
  }
  worklist_free (&list);
  free (seen);
  return found;
}

static bool is_allocation (const struct pointers *p, funid f, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (!p->models[p->calls.v[k].callee] ||
        !model_has (p->models[p->calls.v[k].callee], EFFECT_ALLOCATE))
      return false;
  return first < end;
}

bool is_new_at (const struct pointers *p, funid f, uint32_t record, const struct operand *o)
{
  const struct function *b = p->objects.program->functions[f].body;
  uint32_t value = o->kind == OPND_CONTENTS ? 0 : root_of (b, base_of (o));
  uint32_t def = value ? b->value_defs[value] : UINT32_MAX;
  if (def == UINT32_MAX || b->records[def]->kind != REC_call || !is_allocation (p, f, def))
    return false;
  uint32_t *block_of = xcalloc (b->n_records + 1, sizeof *block_of);
  for (uint32_t i = 0; i < b->n_blocks; i++)
    for (uint32_t r = b->blocks[i].first; r < b->blocks[i].end; r++)
      block_of[r] = i;
  bool new = true;
  for (uint32_t r = 0; r < b->n_records && new; r++)
    new = r == record || !gives (p, f, b, r, value) || !leads (b, block_of, r, record, def);
  free (block_of);
  return new;
}

/* What is stored in a local variable, if that is done in one place only. */
static const struct operand *only_stored (const struct function *b, const struct address *at)
{
  const struct operand *found = NULL;
  for (uint32_t r = 0; r < b->n_records && at->base_kind == BASE_LOCAL; r++) {
    const struct rec_store *store = (const struct rec_store *)b->records[r];
    if (store->r.kind != REC_store || store->addr.base_kind != BASE_LOCAL ||
        store->addr.base != at->base)
      continue;
    if (found)
      return NULL;
    found = &store->src;
  }
  return found;
}

bool is_loaded (const struct function *b, const struct operand *o)
{
  enum { FAR = 4 };
  for (int i = 0; i < FAR && o && o->kind != OPND_CONTENTS; i++) {
    uint32_t value = root_of (b, base_of (o)), def = value ? b->value_defs[value] : UINT32_MAX;
    if (def == UINT32_MAX || (b->records[def]->kind != REC_load && b->records[def]->kind != REC_phi))
      return false;
    o = b->records[def]->kind == REC_load
            ? only_stored (b, &((const struct rec_load *)b->records[def])->addr)
            : NULL;
  }
  return true;
}

static bool is_through (const struct address *a, uint32_t value)
{
  return a->base_kind == BASE_VALUE && a->base == value;
}

/* Whether the record uses the value otherwise than to compare it, and not only to keep it in a
   variable: *KEPT is that one then; *SAME is another value that is the same pointer. */
static bool record_follows (const struct record *r, uint32_t value, uint32_t *same, uint32_t *kept)
{
  const struct rec_op *op = (const struct rec_op *)r;
  const struct rec_store *store = (const struct rec_store *)r;
  *same = *kept = 0;
  switch (r->kind) {
  case REC_branch:
  case REC_switch:
  case REC_lifetime:
    return false;
  case REC_load:
    return is_through (&((const struct rec_load *)r)->addr, value);
  case REC_store:
    if (is_through (&store->addr, value))
      return true;
    if (base_of (&store->src) != value)
      return false;
    *kept = store->addr.base_kind == BASE_LOCAL ? (uint32_t)store->addr.base : 0;
    return !*kept;
  case REC_op:
    if (op->code >= OP_EQ && op->code <= OP_GE)
      return false;
    *same = keeps_pointer (op) && base_of (&op->a) == value ? r->dst : 0;
    return !*same && (base_of (&op->a) == value || base_of (&op->b) == value ||
                      base_of (&op->c) == value);
  case REC_phi:
    for (uint32_t i = 0; i < ((const struct rec_phi *)r)->args.n; i++)
      if (base_of (&((const struct rec_phi *)r)->args.v[i]) == value)
        return true;
    return false;
  case REC_call:
    for (uint32_t i = 0; i < ((const struct rec_call *)r)->args.n; i++)
      if (base_of (&((const struct rec_call *)r)->args.v[i]) == value)
        return true;
    return false;
  case REC_return:
    return base_of (&((const struct rec_return *)r)->value) == value;
  default:
    return true;
  }
}

static bool follows (const struct function *b, uint32_t value, int depth)
{
  for (uint32_t r = 0; r < b->n_records; r++) {
    uint32_t same, kept;
    if (record_follows (b->records[r], value, &same, &kept) || ((same || kept) && !depth))
      return true;
    if (same && follows (b, same, depth - 1))
      return true;
    for (uint32_t k = 0; kept && k < b->n_records; k++) {
      const struct rec_load *load = (const struct rec_load *)b->records[k];
      if (load->r.kind == REC_load && load->addr.base_kind == BASE_LOCAL &&
          load->addr.base == kept && follows (b, load->r.dst, depth - 1))
        return true;
    }
  }
  return false;
}

bool is_followed (const struct function *b, uint32_t value)
{
  enum { FAR = 4 };
  return follows (b, value, FAR);
}
