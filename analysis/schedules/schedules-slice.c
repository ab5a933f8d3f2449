/* What matters in a search: the values on which it depends what threads do to each other, the
   memory from which these come, and the instructions that others may see; backwards from conditions
   on loaded values, handles, locks, and elements that are accessed. */

#include "schedules-internal.h"

struct slicer {
  struct trial *d;
  vec_u32 list;         /* values to look at: function, value */
  struct bitset loaded; /* values that depend on memory, or on the result of a try */
  bool *forks;          /* by function: it creates threads, or calls who does */
  bool changed;
};

static void keep_operand (struct slicer *w, funid f, const struct operand *o);

static void keep_address (struct slicer *w, funid f, const struct address *a)
{
  struct operand base = {.kind = OPND_VALUE, .value = a->base};
  if (a->base_kind == BASE_VALUE)
    keep_operand (w, f, &base);
  for (uint32_t i = 0; i < a->n_indices; i++)
    keep_operand (w, f, &a->indices[i].index);
}

static void keep_operand (struct slicer *w, funid f, const struct operand *o)
{
  if (o->kind == OPND_ADDRESS)
    keep_address (w, f, o->u.addr);
  if (o->kind != OPND_VALUE || !o->value || !bitset_add (&w->d->kept, w->d->base[f] + o->value))
    return;
  vec_push (&w->list, f);
  vec_push (&w->list, o->value);
}

static void keep_args (struct slicer *w, funid f, const struct rec_call *c)
{
  for (uint32_t i = 0; i < c->args.n; i++)
    keep_operand (w, f, &c->args.v[i]);
}

static void track (struct slicer *w, setid where)
{
  for (struct set_iter i = sets_each (&w->d->p->sets, where); set_next (&i);)
    w->changed |= bitset_add (&w->d->tracked, i.x);
}

/* The effects of a record. */
static uint32_t effects_end (const struct trial *d, funid f, uint32_t record, uint32_t *first)
{
  uint32_t k = effects_at (d->effects, f, record), end = k;
  while (end < d->effects->first[f + 1] && d->effects->v.v[end].record == record)
    end++;
  *first = k;
  return end;
}

static void track_record (struct slicer *w, funid f, uint32_t record)
{
  uint32_t k, end = effects_end (w->d, f, record, &k);
  for (; k < end; k++)
    track (w, w->d->effects->v.v[k].where);
}

static void keep_hidden (struct slicer *w, funid f, const struct address *a);

/* All that the record touches, not only where that begins. */
static void track_spans (struct slicer *w, funid f, uint32_t record)
{
  uint32_t k, end = effects_end (w->d, f, record, &k);
  for (; k < end; k++)
    track (w, effect_span (w->d, &w->d->effects->v.v[k]));
}

/* What is in a struct that the record copies. */
static void keep_struct (struct slicer *w, funid f, uint32_t record, const struct address *from)
{
  keep_address (w, f, from);
  track_spans (w, f, record);
  keep_hidden (w, f, from);
}

static void keep_formal (struct slicer *w, funid f, uint32_t n)
{
  const struct pointers *p = w->d->p;
  for (uint32_t k = 0; k < p->calls.n; k++) {
    const struct call_edge *e = &p->calls.v[k];
    if (e->callee != f || !e->caller)
      continue;
    const struct record *r = body_of (w->d, e->caller)->records[e->record];
    if (r->kind != REC_call)
      continue;
    const struct rec_call *c = (const struct rec_call *)r;
    if (p->models[f] || e->kind != CALL_NOW || model_at (w->d, e->caller, e->record))
      keep_args (w, e->caller, c);
    else if (n < c->args.n && c->args.v[n].kind == OPND_CONTENTS)
      keep_struct (w, e->caller, e->record, c->args.v[n].u.addr);
    else if (n < c->args.n)
      keep_operand (w, e->caller, &c->args.v[n]);
  }
}

/* What a call gives behind `...'. */
static void keep_unnamed (struct slicer *w, const struct call_edge *e)
{
  const struct function *b = e->caller ? body_of (w->d, e->callee) : NULL;
  if (!b || !(b->r.flags & FF_VARARGS) || !w->d->plans[e->caller].reached)
    return;
  const struct record *r = body_of (w->d, e->caller)->records[e->record];
  for (uint32_t i = b->n_params; r->kind == REC_call && i < ((const struct rec_call *)r)->args.n;
       i++)
    keep_operand (w, e->caller, &((const struct rec_call *)r)->args.v[i]);
}

static void keep_results (struct slicer *w, funid f, uint32_t record)
{
  const struct pointers *p = w->d->p;
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct function *b = body_of (w->d, p->calls.v[k].callee);
    if (!b || p->models[p->calls.v[k].callee] || p->calls.v[k].kind != CALL_NOW)
      continue;
    for (uint32_t i = 0; i < b->n_records; i++) {
      const struct rec_return *r = (const struct rec_return *)b->records[i];
      if (r->r.kind == REC_return && r->value.kind == OPND_CONTENTS)
        keep_struct (w, p->calls.v[k].callee, i, r->value.u.addr);
      else if (r->r.kind == REC_return)
        keep_operand (w, p->calls.v[k].callee, &r->value);
    }
  }
}

/* The record copies a struct to where the address is, if that is given. */
static void keep_copied (struct slicer *w, funid f, uint32_t record, const struct address *to)
{
  const struct record *r = body_of (w->d, f)->records[record];
  const struct rec_copy *copy = (const struct rec_copy *)r;
  const struct rec_call *call = (const struct rec_call *)r;
  const struct address *a = r->kind == REC_copy ? &copy->to
                            : r->kind == REC_call && call->result.kind == OPND_CONTENTS
                                ? call->result.u.addr
                                : NULL;
  if (!a || (to && (a->base_kind != to->base_kind || a->base != to->base)))
    return;
  keep_address (w, f, a);
  if (r->kind == REC_copy)
    keep_struct (w, f, record, &copy->from);
  else
    keep_results (w, f, record);
}

/* A variable whose address nobody takes has no effects: what is stored there. */
static void keep_hidden (struct slicer *w, funid f, const struct address *a)
{
  const struct function *b = body_of (w->d, f);
  object_id object = a->base_kind == BASE_LOCAL ? object_of_base (w->d->p, f, a) : 0;
  if (!object || !bitset_add (&w->d->tracked, loc_at (&w->d->p->objects, object, 0)))
    return;
  w->changed = true;
  if (a->base <= b->n_params)
    keep_formal (w, f, a->base - 1);
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct rec_store *r = (const struct rec_store *)b->records[i];
    if (r->r.kind == REC_store && r->addr.base_kind == BASE_LOCAL && r->addr.base == a->base) {
      keep_address (w, f, &r->addr);
      keep_operand (w, f, &r->src);
    }
    keep_copied (w, f, i, a);
  }
}

/* The condition at the end of a block. */
static void keep_condition (struct slicer *w, funid f, uint32_t block)
{
  const struct function *b = body_of (w->d, f);
  for (uint32_t r = b->blocks[block].first; r < b->blocks[block].end; r++)
    if (b->records[r]->kind == REC_branch) {
      keep_operand (w, f, &((const struct rec_branch *)b->records[r])->a);
      keep_operand (w, f, &((const struct rec_branch *)b->records[r])->b);
    } else if (b->records[r]->kind == REC_switch) {
      keep_operand (w, f, &((const struct rec_switch *)b->records[r])->index);
    }
}

/* Which of its arguments a phi is: what has led to its block decides, and if that goes around, when
   it ends. */
static void keep_choice (struct slicer *w, funid f, uint32_t block)
{
  enum { FAR = 8 };
  const struct flow *flow = &w->d->plans[f].flow;
  const struct block *b = &body_of (w->d, f)->blocks[block];
  uint32_t above = flow->dominators.parent[block];
  for (uint32_t i = 0; i < b->n_preds; i++) {
    uint32_t from = b->preds[i];
    for (int far = 0; far < FAR && from != NODE_NONE && from != block; far++) {
      keep_condition (w, f, from);
      from = from == above ? NODE_NONE : flow->dominators.parent[from];
    }
  }
  if (flow->in_cycle[block])
    keep_condition (w, f, block);
}

/* What a value is computed from matters, too. */
static void keep_definition (struct slicer *w, funid f, uint32_t value)
{
  const struct function *b = body_of (w->d, f);
  uint32_t def = b->value_defs[value];
  if (def == UINT32_MAX) {
    for (uint32_t i = 1; i <= b->n_params; i++)
      if (b->locals[i].value == value)
        keep_formal (w, f, i - 1);
    return;
  }
  const struct record *r = b->records[def];
  if (r->kind == REC_phi) {
    const struct rec_phi *phi = (const struct rec_phi *)r;
    for (uint32_t i = 0; i < phi->args.n; i++)
      keep_operand (w, f, &phi->args.v[i]);
    keep_choice (w, f, w->d->plans[f].flow.block_of[def]);
  } else if (r->kind == REC_op) {
    const struct rec_op *op = (const struct rec_op *)r;
    keep_operand (w, f, &op->a);
    keep_operand (w, f, &op->b);
    keep_operand (w, f, &op->c);
  } else if (r->kind == REC_load) {
    keep_address (w, f, &((const struct rec_load *)r)->addr);
    track_record (w, f, def);
    keep_hidden (w, f, &((const struct rec_load *)r)->addr);
  } else if (r->kind == REC_va) {
    keep_operand (w, f, &((const struct rec_va *)r)->list);
    w->d->lists = true;
    for (uint32_t k = 0; k < w->d->p->calls.n; k++)
      keep_unnamed (w, &w->d->p->calls.v[k]);
  } else if (r->kind == REC_call) {
    if (model_at (w->d, f, def)) {
      keep_args (w, f, (const struct rec_call *)r);
      track_record (w, f, def);
    }
    keep_results (w, f, def);
  }
}

/* Whether a value depends on memory */

static bool is_loaded (const struct slicer *w, funid f, const struct operand *o)
{
  return o->kind == OPND_VALUE && bitset_has (&w->loaded, w->d->base[f] + o->value);
}

/* Whether a condition in the function does. */
static bool branches_on_loaded (const struct slicer *w, funid f)
{
  const struct function *b = body_of (w->d, f);
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct rec_branch *branch = (const struct rec_branch *)b->records[i];
    if (branch->r.kind == REC_branch &&
        (is_loaded (w, f, &branch->a) || is_loaded (w, f, &branch->b)))
      return true;
  }
  return false;
}

/* One of several constants: which one is what a condition has found. */
static bool is_choice (const struct function *b, const struct rec_phi *phi)
{
  for (uint32_t i = 0; i < phi->args.n; i++) {
    const struct operand *o = &phi->args.v[i];
    uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
    const struct rec_op *op = def == UINT32_MAX ? NULL : (const struct rec_op *)b->records[def];
    if (o->kind == OPND_VALUE && !(op && op->r.kind == REC_op && op->a.kind != OPND_VALUE &&
                                   op->b.kind != OPND_VALUE && op->c.kind != OPND_VALUE))
      return false;
  }
  return phi->args.n > 1;
}

/* Whether the result of a call comes from outside of the program. */
static bool is_input (const struct trial *d, funid f, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (d->p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (d->p->models[d->p->calls.v[k].callee] || !body_of (d, d->p->calls.v[k].callee))
      return true;
  return first == end;
}

static bool record_loads (const struct slicer *w, funid f, uint32_t record)
{
  const struct record *r = body_of (w->d, f)->records[record];
  if (r->kind == REC_load || r->kind == REC_va ||
      (r->kind == REC_call && is_input (w->d, f, record)))
    return true;
  if (r->kind == REC_op) {
    const struct rec_op *op = (const struct rec_op *)r;
    return is_loaded (w, f, &op->a) || is_loaded (w, f, &op->b) || is_loaded (w, f, &op->c);
  }
  if (r->kind == REC_phi) {
    const struct rec_phi *phi = (const struct rec_phi *)r;
    for (uint32_t i = 0; i < phi->args.n; i++)
      if (is_loaded (w, f, &phi->args.v[i]))
        return true;
    return is_choice (body_of (w->d, f), phi) && branches_on_loaded (w, f);
  }
  return false;
}

/* Arguments and results of calls. */
static bool pass_loaded (struct slicer *w, const struct call_edge *e)
{
  const struct trial *d = w->d;
  const struct function *b = body_of (d, e->callee);
  if (!e->caller || !b || d->p->models[e->callee])
    return false;
  bool changed = false;
  const struct rec_call *c = (const struct rec_call *)body_of (d, e->caller)->records[e->record];
  if (c->r.kind != REC_call)
    return false;
  bool forks = e->kind != CALL_NOW || model_at (d, e->caller, e->record);
  for (uint32_t i = 1; i <= b->n_params; i++)
    if (b->locals[i].value && !forks && i <= c->args.n &&
        is_loaded (w, e->caller, &c->args.v[i - 1]))
      changed |= bitset_add (&w->loaded, d->base[e->callee] + (uint32_t)b->locals[i].value);
  for (uint32_t i = 0; i < b->n_records && c->r.dst && !forks; i++)
    if (b->records[i]->kind == REC_return &&
        is_loaded (w, e->callee, &((const struct rec_return *)b->records[i])->value))
      changed |= bitset_add (&w->loaded, d->base[e->caller] + c->r.dst);
  return changed;
}

static void find_loaded (struct slicer *w)
{
  struct trial *d = w->d;
  const struct function *start = body_of (d, d->program->main);
  if (start->n_params && start->locals[1].value)
    bitset_add (&w->loaded, d->base[d->program->main] + (uint32_t)start->locals[1].value);
  for (bool changed = true; changed;) {
    changed = false;
    for (funid f = 1; f <= d->program->n_functions; f++) {
      const struct function *b = d->plans[f].reached ? body_of (d, f) : NULL;
      for (uint32_t i = 0; b && i < b->n_records; i++)
        if (b->records[i]->dst && record_loads (w, f, i))
          changed |= bitset_add (&w->loaded, d->base[f] + b->records[i]->dst);
    }
    for (uint32_t k = 0; k < d->p->calls.n; k++)
      changed |= pass_loaded (w, &d->p->calls.v[k]);
  }
}

static void find_forks (struct slicer *w)
{
  const struct pointers *p = w->d->p;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < p->calls.n; k++) {
      const struct call_edge *e = &p->calls.v[k];
      bool forks = e->kind == CALL_FORK || (e->kind == CALL_NOW && w->forks[e->callee]);
      if (forks && !w->forks[e->caller])
        w->forks[e->caller] = changed = true;
    }
  }
}

/* Where it begins */

static void keep_roots (struct slicer *w, funid f)
{
  const struct trial *d = w->d;
  const struct function *b = body_of (d, f);
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct record *r = b->records[i];
    const struct rec_branch *branch = (const struct rec_branch *)r;
    if (r->kind == REC_branch && (w->forks[f] || d->thorough || is_loaded (w, f, &branch->a) ||
                                  is_loaded (w, f, &branch->b))) {
      keep_operand (w, f, &branch->a);
      keep_operand (w, f, &branch->b);
    }
    if (r->kind == REC_switch &&
        (w->forks[f] || d->thorough || is_loaded (w, f, &((const struct rec_switch *)r)->index)))
      keep_operand (w, f, &((const struct rec_switch *)r)->index);
    if (r->kind == REC_call) {
      const struct model *m = model_at (d, f, i);
      if (m && model_synchronises (m))
        keep_args (w, f, (const struct rec_call *)r);
      keep_operand (w, f, &((const struct rec_call *)r)->callee);
    }
  }
}

/* Locations and their bytes */

void find_widths (struct trial *d)
{
  enum { WORD = 8 };
  for (uint32_t k = 0; k < d->effects->v.n; k++) {
    const struct effect *e = &d->effects->v.v[k];
    for (struct set_iter i = sets_each (&d->p->sets, e->where); set_next (&i);) {
      uint32_t *width = map_at (&d->widths, i.x);
      uint32_t bytes = e->bytes && e->bytes <= WORD ? (uint32_t)e->bytes : 1;
      *width = *width > bytes ? *width : bytes;
    }
  }
}

/* Whether an access of so many bytes from FROM on may touch L. */
static bool may_touch (const struct trial *d, object_id object, int64_t from, uint64_t bytes,
                       loc_id l)
{
  struct array_around around[MOST_AROUND];
  const struct objects *o = &d->p->objects;
  int64_t at = loc_get (o, l)->offset, width = map_get (&d->widths, l, 1);
  if (from <= OFFSET_EVERYTHING || at <= OFFSET_EVERYTHING)
    return true;
  if (at + width > from && (!bytes || at < from + (int64_t)bytes))
    return true;
  for (uint32_t n = arrays_around (o, object, from, around); n-- > 0;)
    if ((!bytes || from + (int64_t)bytes > around[n].base + around[n].element) &&
        at + width > around[n].base)
      return true; /* it goes on in the next element */
  for (uint32_t n = arrays_around (o, object, at, around); n-- > 0;)
    if (at + width > around[n].base + around[n].element &&
        (!bytes || from + (int64_t)bytes > around[n].base))
      return true;
  return false;
}

setid effect_span (struct trial *d, const struct effect *e)
{
  const struct objects *o = &d->p->objects;
  uint32_t bytes =
      e->bytes && e->bytes < UINT32_MAX && e->mode != MODE_FREE ? (uint32_t)e->bytes : 0;
  uint32_t *known = map_at (&d->spans, map_pair (e->where, bytes));
  if (*known)
    return *known - 1;
  vec_u32 all = {0};
  for (struct set_iter i = sets_each (&d->p->sets, e->where); set_next (&i);) {
    object_id object = loc_object (o, i.x);
    int64_t from = e->mode == MODE_FREE ? OFFSET_ANYWHERE : loc_get (o, i.x)->offset;
    for (loc_id l = o->v.v[object].first_loc; l; l = loc_get (o, l)->next)
      if (may_touch (d, object, from, bytes, l))
        vec_push (&all, l);
  }
  setid set = sets_from (&d->p->sets, all.v, all.n);
  vec_free (&all);
  map_set (&d->spans, map_pair (e->where, bytes), set + 1);
  return set;
}

bool effect_matters (struct trial *d, const struct effect *e, const struct bitset *set)
{
  for (struct set_iter i = sets_each (&d->p->sets, effect_span (d, e)); set_next (&i);)
    if (bitset_has (set, i.x))
      return true;
  return false;
}

/* What is stored in memory that matters, and which elements are accessed of what is disputed. */
static void keep_accesses (struct slicer *w)
{
  struct trial *d = w->d;
  for (uint32_t k = 0; k < d->effects->v.n; k++) {
    const struct effect *e = &d->effects->v.v[k];
    if (!d->plans[e->function].reached)
      continue;
    const struct record *r = body_of (d, e->function)->records[e->record];
    bool tracked = effect_matters (d, e, &d->tracked);
    if (!tracked && !effect_matters (d, e, &d->disputed))
      continue;
    if (e->addr)
      keep_address (w, e->function, e->addr);
    if (e->operand)
      keep_operand (w, e->function, e->operand);
    if (r->kind == REC_store && tracked)
      keep_operand (w, e->function, &((const struct rec_store *)r)->src);
    if (tracked)
      keep_copied (w, e->function, e->record, NULL);
    const struct model *m =
        r->kind == REC_call && tracked ? model_at (d, e->function, e->record) : NULL;
    if (m && model_synchronises (m))
      track_record (w, e->function,
                    e->record); /* what an atomic stores elsewhere comes from there */
    if (m && model_has (m, EFFECT_COPY))
      track_spans (w, e->function, e->record);
    if (m && (model_has (m, EFFECT_COPY) || model_has (m, EFFECT_FILL)))
      keep_args (w, e->function, (const struct rec_call *)r);
    if (r->kind == REC_call && e->place && e->place->base == MODEL_ARG &&
        e->place->number < ((const struct rec_call *)r)->args.n)
      keep_operand (w, e->function, &((const struct rec_call *)r)->args.v[e->place->number]);
    for (uint32_t i = 1; tracked && i <= body_of (d, e->function)->n_params; i++)
      if (!body_of (d, e->function)->locals[i].value)
        keep_formal (w, e->function, i - 1); /* it is in memory */
  }
}

/* Plans */

static bool record_visible (struct trial *d, funid f, uint32_t record)
{
  const struct record *r = body_of (d, f)->records[record];
  const struct model *m = r->kind == REC_call ? model_at (d, f, record) : NULL;
  uint32_t k, end = effects_end (d, f, record, &k);
  if (m && model_synchronises (m) && !model_has (m, EFFECT_SELF) && !model_has (m, EFFECT_EQUAL))
    return true;
  for (; k < end; k++)
    for (struct set_iter i = sets_each (&d->p->sets, effect_span (d, &d->effects->v.v[k]));
         set_next (&i);)
      if (may_decide (d, i.x))
        return true;
  return false;
}

static bool record_disputed (struct trial *d, funid f, uint32_t record)
{
  uint32_t k, end = effects_end (d, f, record, &k);
  for (; k < end; k++)
    if (effect_matters (d, &d->effects->v.v[k], &d->disputed))
      return true;
  return false;
}

static void use_operand (const struct plan *p, const struct operand *o, uint64_t *live);

static void use_address (const struct plan *p, const struct address *a, uint64_t *live)
{
  struct operand base = {.kind = OPND_VALUE, .value = a->base};
  if (a->base_kind == BASE_VALUE)
    use_operand (p, &base, live);
  for (uint32_t i = 0; i < a->n_indices; i++)
    use_operand (p, &a->indices[i].index, live);
}

static void use_operand (const struct plan *p, const struct operand *o, uint64_t *live)
{
  if (o->kind == OPND_ADDRESS || o->kind == OPND_CONTENTS)
    use_address (p, o->u.addr, live);
  uint32_t n = o->kind == OPND_VALUE ? p->number[o->value] : 0;
  if (n)
    live[(n - 1) / 64] |= UINT64_C (1) << (n - 1) % 64;
}

/* LIVE behind the record becomes LIVE before it. */
static void live_before (const struct plan *p, const struct record *r, uint64_t *live)
{
  uint32_t n = r->dst ? p->number[r->dst] : 0;
  if (n)
    live[(n - 1) / 64] &= ~(UINT64_C (1) << (n - 1) % 64);
  switch (r->kind) {
  case REC_op:
    use_operand (p, &((const struct rec_op *)r)->a, live);
    use_operand (p, &((const struct rec_op *)r)->b, live);
    use_operand (p, &((const struct rec_op *)r)->c, live);
    break;
  case REC_load:
    use_address (p, &((const struct rec_load *)r)->addr, live);
    break;
  case REC_store:
    use_address (p, &((const struct rec_store *)r)->addr, live);
    use_operand (p, &((const struct rec_store *)r)->src, live);
    break;
  case REC_copy:
    use_address (p, &((const struct rec_copy *)r)->to, live);
    use_address (p, &((const struct rec_copy *)r)->from, live);
    break;
  case REC_clear:
    use_address (p, &((const struct rec_clear *)r)->addr, live);
    break;
  case REC_call: {
    const struct rec_call *c = (const struct rec_call *)r;
    use_operand (p, &c->callee, live);
    for (uint32_t i = 0; i < c->args.n; i++)
      use_operand (p, &c->args.v[i], live);
    break;
  }
  case REC_branch:
    use_operand (p, &((const struct rec_branch *)r)->a, live);
    use_operand (p, &((const struct rec_branch *)r)->b, live);
    break;
  case REC_switch:
    use_operand (p, &((const struct rec_switch *)r)->index, live);
    break;
  case REC_return:
    use_operand (p, &((const struct rec_return *)r)->value, live);
    break;
  case REC_va:
    use_operand (p, &((const struct rec_va *)r)->list, live);
    use_operand (p, &((const struct rec_va *)r)->from, live);
    break;
  case REC_asm_operand:
    use_operand (p, &((const struct rec_asm_operand *)r)->operand, live);
    break;
  default:
    break;
  }
}

/* What the phis of TO need that come from FROM. */
static void use_phis (const struct plan *p, const struct function *b, uint32_t from, uint32_t to,
                      uint64_t *live)
{
  const struct block *k = &b->blocks[to];
  for (uint32_t r = k->first; r < k->end && b->records[r]->kind == REC_phi; r++)
    for (uint32_t i = 0; i < k->n_preds; i++)
      if (k->preds[i] == from)
        use_operand (p, &((const struct rec_phi *)b->records[r])->args.v[i], live);
}

static void find_live (struct trial *d, funid f)
{
  struct plan *p = &d->plans[f];
  const struct function *b = body_of (d, f);
  p->row = (p->n_kept + 63) / 64;
  p->live = ARENA_ARRAY (&d->arena, (size_t)(b->n_records + 1) * p->row + 1, uint64_t);
  uint64_t *at_start = ARENA_ARRAY (&d->arena, (size_t)b->n_blocks * p->row + 1, uint64_t);
  uint64_t *now = ARENA_ARRAY (&d->arena, p->row + 1, uint64_t);
  for (bool changed = p->row > 0; changed;) {
    changed = false;
    for (uint32_t k = b->n_blocks; k-- > 0;) {
      memset (now, 0, p->row * sizeof *now);
      for (uint32_t e = 0; e < b->blocks[k].n_edges; e++) {
        uint32_t to = b->blocks[k].edges[e].target;
        for (uint32_t i = 0; i < p->row; i++)
          now[i] |= at_start[(size_t)to * p->row + i];
        use_phis (p, b, k, to, now);
      }
      for (uint32_t r = b->blocks[k].end; r-- > b->blocks[k].first;) {
        live_before (p, b->records[r], now);
        memcpy (p->live + (size_t)r * p->row, now, p->row * sizeof *now);
      }
      changed |= memcmp (at_start + (size_t)k * p->row, now, p->row * sizeof *now) != 0;
      memcpy (at_start + (size_t)k * p->row, now, p->row * sizeof *now);
    }
  }
}

static void make_plan (struct trial *d, funid f)
{
  struct plan *p = &d->plans[f];
  const struct function *b = body_of (d, f);
  p->number = ARENA_ARRAY (&d->arena, b->n_values + 1, uint32_t);
  p->visible = ARENA_ARRAY (&d->arena, b->n_records + 1, bool);
  for (uint32_t v = 1; v <= b->n_values; v++)
    if (bitset_has (&d->kept, d->base[f] + v))
      p->number[v] = ++p->n_kept;
  p->disputed = ARENA_ARRAY (&d->arena, b->n_records + 1, bool);
  for (uint32_t i = 0; i < b->n_records; i++) {
    p->visible[i] = record_visible (d, f, i);
    p->disputed[i] = record_disputed (d, f, i);
  }
  find_live (d, f);
}

void slice_find (struct trial *d)
{
  struct slicer w = {.d = d};
  w.forks = xcalloc (d->program->n_functions + 1, sizeof *w.forks);
  for (funid f = 1; f <= d->program->n_functions; f++)
    if (d->plans[f].reached)
      d->plans[f].flow = *flow_of (d->program, f);
  find_loaded (&w);
  find_forks (&w);
  for (funid f = 1; f <= d->program->n_functions; f++)
    if (d->plans[f].reached)
      keep_roots (&w, f);
  do {
    w.changed = false;
    keep_accesses (&w);
    while (w.list.n) {
      uint32_t value = vec_pop (&w.list);
      funid f = vec_pop (&w.list);
      keep_definition (&w, f, value);
      w.changed = true;
    }
  } while (w.changed);
  for (funid f = 1; f <= d->program->n_functions; f++)
    if (d->plans[f].reached)
      make_plan (d, f);
  free (w.forks);
  bitset_free (&w.loaded);
  vec_free (&w.list);
}
