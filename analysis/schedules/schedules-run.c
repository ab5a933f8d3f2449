/* A search executes instructions: those that only the thread itself sees until the next one that
   others may see. */

#include "schedules-internal.h"

static struct frame *frame_of (struct machine *m, uint32_t thread)
{
  return &m->threads[thread].frames[m->threads[thread].n_frames - 1];
}

/* Values */

static struct value get_kept (const struct trial *d, const struct machine *m, uint32_t thread,
                              uint32_t ssa)
{
  const struct frame *f = top_frame (m, thread);
  uint32_t n = d->plans[f->f].number[ssa];
  return n ? m->threads[thread].kept[f->kept + n - 1] : (struct value){0};
}

bool value_is_null (struct value v)
{
  enum { PAGE = 4096 };
  return v.kind == V_INT && v.n >= 0 && v.n < PAGE;
}

bool address_value (struct trial *d, const struct machine *m, uint32_t thread,
                    const struct address *a, uint32_t *object, int64_t *offset)
{
  const struct frame *f = top_frame (m, thread);
  int64_t at = a->bitoff / 8;
  *object = 0;
  if (a->bitoff % 8)
    return false;
  if (a->base_kind == BASE_VALUE) {
    struct value v = get_kept (d, m, thread, a->base);
    if (v.kind != V_POINTER)
      return false;
    *object = v.object;
    at += v.n;
  } else if (a->base_kind == BASE_OBJECT || a->base_kind == BASE_LOCAL) {
    object_id o = object_of_base (d->p, f->f, a);
    if (!o || o > 0xffff)
      return false;
    *object = a->base_kind == BASE_LOCAL ? instance_of (o, thread + 1, m->threads[thread].n_frames)
              : object_is_tls (d->p, o)  ? instance_of (o, thread + 1, 0)
                                         : o;
  } else {
    return false;
  }
  for (uint32_t i = 0; i < a->n_indices; i++) {
    struct value v = operand_value (d, m, thread, &a->indices[i].index);
    if (v.kind != V_INT || !a->indices[i].stride)
      return false;
    at += v.n * (int64_t)a->indices[i].stride;
  }
  *offset = at;
  return true;
}

struct value operand_value (struct trial *d, const struct machine *m, uint32_t thread,
                            const struct operand *o)
{
  struct value v = {0};
  if (o->kind == OPND_INT || (o->kind == OPND_OTHER && o->other == OO_WIDE))
    return value_int (o->u.number);
  if (o->kind == OPND_VALUE)
    return get_kept (d, m, thread, o->value);
  if (o->kind != OPND_ADDRESS)
    return v;
  if (o->u.addr->base_kind == BASE_SYMBOL) {
    const struct program_unit *u =
        &d->program->units[d->program->functions[top_frame (m, thread)->f].unit];
    v.object = u->functions[o->u.addr->base];
    v.kind = v.object ? V_FUNCTION : V_ANY;
  } else if (address_value (d, m, thread, o->u.addr, &v.object, &v.n)) {
    v.kind = V_POINTER;
  } else if (o->u.addr->base_kind == BASE_VALUE && !o->u.addr->n_indices &&
             value_is_null (get_kept (d, m, thread, o->u.addr->base))) {
    return get_kept (d, m, thread, o->u.addr->base); /* a member of nothing */
  }
  return v;
}

void set_value (struct trial *d, struct machine *m, uint32_t thread, uint32_t ssa, struct value v)
{
  const struct frame *f = top_frame (m, thread);
  uint32_t n = ssa ? d->plans[f->f].number[ssa] : 0;
  if (!n)
    return;
  v = value_typed (d, f->f, ssa, v);
  m->threads[thread].kept[f->kept + n - 1] =
      widened (d, UINT64_C (1) << 63 | (uint64_t)thread << 56 | (uint64_t)f->f << 32 | ssa, v);
}

/* Control */

void step_over (struct machine *m, uint32_t thread)
{
  frame_of (m, thread)->record++;
}

/* What is behind `...' is kept beside the variables of the call. */
static void put_unnamed (struct trial *d, struct machine *m, uint32_t thread, uint32_t depth,
                         const struct value *args, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    memory_cell (d, m, instance_of (0, thread + 1, depth), i, CELL_ARGUMENT, true)->v = args[i];
}

void enter_function (struct trial *d, struct machine *m, uint32_t thread, funid f,
                     const struct value *args, uint32_t n)
{
  struct strand *s = &m->threads[thread];
  const struct function *b = body_of (d, f);
  const struct plan *p = &d->plans[f];
  if (s->n_frames == MOST_FRAMES || s->n_kept + p->n_kept > MOST_KEPT || !p->reached) {
    schedules_refuse (d, "calls are too deep");
    return;
  }
  uint32_t depth = s->n_frames + 1;
  for (uint32_t i = m->n_cells; i-- > 0;) /* of an earlier call */
    if (m->cells[i].object >> 24 == depth && (m->cells[i].object >> 16 & 0xff) == thread + 1)
      memory_remove (m, &m->cells[i]);
  s->frames[s->n_frames++] =
      (struct frame){.f = f, .record = b->blocks[0].first, .kept = s->n_kept};
  memset (s->kept + s->n_kept, 0, p->n_kept * sizeof *s->kept);
  s->n_kept += p->n_kept;
  if (d->lists && b->r.flags & FF_VARARGS && n > b->n_params)
    put_unnamed (d, m, thread, depth, args + b->n_params, n - b->n_params);
  for (uint32_t i = 1; i <= b->n_params && i <= n; i++) {
    if (b->locals[i].value) {
      set_value (d, m, thread, (uint32_t)b->locals[i].value, args[i - 1]);
      continue;
    }
    object_id o = object_find (&d->p->objects, OBJECT_LOCAL, f, i, 0);
    const struct type *t = &function_unit (d->program, f)->types[b->locals[i].type];
    loc_id l = o && o <= 0xffff ? loc_at (&d->p->objects, o, 0) : 0;
    if (l && bitset_has (&d->tracked, l) && t->r.kind != TK_STRUCT && t->r.kind != TK_UNION)
      memory_store (d, m, instance_of (o, thread + 1, depth), 0, t->r.bits / 8, args[i - 1]);
  }
}

/* Takes the next argument of a list; false: there are no more, and nobody asks for one. */
static bool execute_va (struct trial *d, struct machine *m, uint32_t thread, const struct rec_va *r)
{
  enum { SURELY_KEPT = 8 };
  struct value at = operand_value (d, m, thread, &r->list), v = {0};
  struct value from = r->kind == VK_COPY ? operand_value (d, m, thread, &r->from) : at;
  set_value (d, m, thread, r->r.dst, v);
  if (at.kind != V_POINTER || from.kind != V_POINTER) {
    if (r->kind != VK_END)
      schedules_refuse (d, "a list of arguments");
    return true;
  }
  const struct memory_cell *old = memory_cell (d, m, from.object, from.n, CELL_LIST, false);
  struct value list = old ? old->v : (struct value){0};
  if (r->kind == VK_START)
    list = (struct value){.kind = V_INT, .object = m->threads[thread].n_frames};
  if (r->kind == VK_ARG && old) {
    const struct memory_cell *found =
        memory_cell (d, m, instance_of (0, thread + 1, list.object), list.n, CELL_ARGUMENT, false);
    if (!found && list.n < SURELY_KEPT)
      return false;
    list.n += found != NULL;
    if (found)
      set_value (d, m, thread, r->r.dst, found->v);
  }
  if (r->kind != VK_END && list.kind)
    memory_cell (d, m, at.object, at.n, CELL_LIST, true)->v = list;
  return true;
}

/* Goes to a block: its phis happen at once. */
static void enter_block (struct trial *d, struct machine *m, uint32_t thread, uint32_t from,
                         uint32_t to)
{
  struct frame *f = frame_of (m, thread);
  const struct function *b = body_of (d, f->f);
  const struct block *k = &b->blocks[to];
  struct value v[MOST_KEPT];
  uint32_t r, n = 0, pred = 0;
  while (pred < k->n_preds && k->preds[pred] != from)
    pred++;
  for (r = k->first; r < k->end && b->records[r]->kind == REC_phi; r++)
    if (d->plans[f->f].number[b->records[r]->dst] && pred < k->n_preds && n < MOST_KEPT)
      v[n++] = operand_value (d, m, thread, &((const struct rec_phi *)b->records[r])->args.v[pred]);
  n = 0;
  for (r = k->first; r < k->end && b->records[r]->kind == REC_phi; r++)
    if (d->plans[f->f].number[b->records[r]->dst] && n < MOST_KEPT)
      set_value (d, m, thread, b->records[r]->dst, pred < k->n_preds ? v[n++] : (struct value){0});
  f->record = r;
  f->block = to;
}

/* Whether a switch may take an edge. */
static bool may_switch (const struct function *b, const struct block *k, uint32_t edge,
                        struct value v)
{
  bool fits = false, any = false;
  for (uint32_t r = k->first; r < k->end; r++) {
    const struct rec_case *c = (const struct rec_case *)b->records[r];
    if (c->r.kind != REC_case)
      continue;
    bool here = v.kind == V_INT && v.n >= c->low && v.n <= c->low + c->span;
    any |= here;
    fits |= here && c->edge == edge;
  }
  return v.kind != V_INT || fits || (!any && k->edges[edge].kind == EK_DEFAULT);
}

static bool may_take (struct trial *d, const struct machine *m, uint32_t thread,
                      const struct block *k, uint32_t edge)
{
  const struct frame *f = top_frame (m, thread);
  const struct function *b = body_of (d, f->f);
  uint8_t kind = k->edges[edge].kind;
  if (kind == EK_EH)
    return false;
  if (kind == EK_ABNORMAL) {
    schedules_refuse (d, "control flow");
    return false;
  }
  for (uint32_t r = k->end; r-- > k->first && kind != EK_FALL;) {
    const struct rec_branch *branch = (const struct rec_branch *)b->records[r];
    const struct rec_switch *s = (const struct rec_switch *)b->records[r];
    if (branch->r.kind == REC_branch) {
      const struct unit *u = function_unit (d->program, f->f);
      const struct type *t =
          branch->a.kind == OPND_VALUE ? &u->types[b->value_types[branch->a.value]] : NULL;
      int holds = value_compare (
          (enum opcode)branch->code, operand_value (d, m, thread, &branch->a),
          operand_value (d, m, thread, &branch->b),
          t && (t->r.flags & TF_UNSIGNED || t->r.kind == TK_POINTER || t->r.kind == TK_BOOL));
      if (t && t->r.kind == TK_FLOAT)
        holds = -1;
      return holds < 0 || holds == (kind == EK_TRUE);
    }
    if (s->r.kind == REC_switch)
      return may_switch (b, k, edge, operand_value (d, m, thread, &s->index));
  }
  return true;
}

/* What the way out of a block says about what its condition looks at. */
static void learn_edge (struct trial *d, struct machine *m, uint32_t thread, const struct block *k,
                        uint32_t edge)
{
  const struct function *b = body_of (d, top_frame (m, thread)->f);
  uint8_t kind = k->edges[edge].kind;
  for (uint32_t r = k->end; r-- > k->first;) {
    const struct rec_branch *branch = (const struct rec_branch *)b->records[r];
    if (branch->r.kind != REC_branch)
      continue;
    if ((branch->code == OP_EQ || branch->code == OP_NE) && branch->b.kind == OPND_INT &&
        (kind == EK_TRUE || kind == EK_FALSE))
      value_learn (d, m, thread, &branch->a, branch->b.u.number,
                   (branch->code == OP_EQ) == (kind == EK_TRUE));
    return;
  }
}

/* The end of a block: every way that may be taken.  Takes the machine. */
static void leave_block (struct trial *d, struct machine *m, uint32_t thread)
{
  const struct frame *f = top_frame (m, thread);
  const struct block *k = &body_of (d, f->f)->blocks[f->block];
  for (uint32_t e = 0; e < k->n_edges; e++) {
    if (!may_take (d, m, thread, k, e))
      continue;
    struct machine *next = machine_copy (d, m);
    learn_edge (d, next, thread, k, e);
    enter_block (d, next, thread, f->block, k->edges[e].target);
    const struct block *to = &body_of (d, f->f)->blocks[k->edges[e].target];
    uint32_t known = tuples_count (&d->local);
    bool empty = top_frame (next, thread)->record == to->end;
    /* A thread that comes to where it has been does nothing new. */
    if (empty ? to == k : machine_intern (d, next, &d->local) <= known)
      machine_free (d, next);
    else
      vec_push (&d->todo, next);
  }
  machine_free (d, m);
}

/* Instructions */

/* A pointer into an array stays inside of it, unless it may be one to a struct, or to several rows,
   that begin there. */
static bool array_end (struct trial *d, const struct effect *e, uint32_t object, int64_t offset,
                       uint64_t *bytes)
{
  struct array_around around[MOST_AROUND];
  uint32_t n = arrays_around (&d->p->objects, object_of_instance (object), offset, around);
  int64_t at = offset;
  if (!n || around[n - 1].size == INT64_MAX)
    return false;
  for (uint32_t i = 0; i + 1 < n; i++)
    at = around[i].base + (at - around[i].base) % around[i].element;
  int64_t rest = around[n - 1].base + around[n - 1].size - at;
  *bytes = (uint64_t)rest;
  return rest > 0 && !(e->size && n > 1) &&
         !struct_begins (&d->p->objects, object_of_instance (object), offset, *bytes);
}

/* The object that a call frees: all of it. */
static bool freed_address (struct trial *d, const struct machine *m, uint32_t thread,
                           const struct rec_call *c, const struct effect *e, uint32_t *object,
                           int64_t *offset, uint64_t *bytes)
{
  const struct model_place *p = e->place;
  if (!p || p->base != MODEL_ARG || p->derefs || p->offsets || c->r.kind != REC_call ||
      p->number >= c->args.n)
    return false;
  struct value v = operand_value (d, m, thread, &c->args.v[p->number]);
  *object = v.object;
  *offset = 0;
  *bytes = INT32_MAX;
  return v.kind == V_POINTER && !v.n && is_made (v.object);
}

bool effect_address (struct trial *d, const struct machine *m, uint32_t thread,
                     const struct effect *e, uint32_t *object, int64_t *offset, uint64_t *bytes)
{
  const struct frame *f = top_frame (m, thread);
  const struct rec_call *c = (const struct rec_call *)body_of (d, f->f)->records[f->record];
  const struct operand *o = e->operand;
  struct value v;
  *bytes = e->bytes;
  if (e->mode == MODE_FREE)
    return freed_address (d, m, thread, c, e, object, offset, bytes);
  if (e->behind || e->role == ROLE_OUTSIDE)
    return false;
  if (e->addr) {
    *offset = 0;
    if (!e->bytes || !address_value (d, m, thread, e->addr, object, offset))
      return false;
    *offset += e->shift;
    return true;
  }
  if (e->place && e->place->base == MODEL_ARG && e->place->derefs == 1 && !e->place->offsets &&
      c->r.kind == REC_call && e->place->number < c->args.n)
    o = &c->args.v[e->place->number];
  if (!o)
    return false;
  v = operand_value (d, m, thread, o);
  *object = v.object;
  *offset = v.n;
  return v.kind == V_POINTER && (e->bytes || array_end (d, e, v.object, v.n, bytes));
}

void lose_effects (struct trial *d, struct machine *m, uint32_t thread)
{
  const struct frame *f = top_frame (m, thread);
  for (uint32_t k = effects_at (d->effects, f->f, f->record);
       k < d->effects->first[f->f + 1] && d->effects->v.v[k].record == f->record; k++) {
    const struct effect *e = &d->effects->v.v[k];
    uint32_t object;
    int64_t offset;
    uint64_t bytes;
    if (!effect_writes (e))
      continue;
    if (!e->where)
      schedules_refuse (d, "a write to nobody knows where");
    if (!effect_matters (d, e, &d->tracked))
      continue;
    if (effect_address (d, m, thread, e, &object, &offset, &bytes))
      memory_lose_range (d, m, object, offset, bytes);
    else
      memory_lose (d, m, effect_span (d, e));
  }
}

/* Whether the record at hand has effects; else it is about a variable whose address nobody takes.
 */
static const struct effect *first_effect (const struct trial *d, const struct frame *f)
{
  uint32_t k = effects_at (d->effects, f->f, f->record);
  const struct effect *e = &d->effects->v.v[k];
  return k < d->effects->first[f->f + 1] && e->record == f->record ? e : NULL;
}

static uint64_t bytes_of_value (const struct trial *d, funid f, uint64_t bits, uint32_t ssa)
{
  if (!bits && ssa)
    bits = function_unit (d->program, f)->types[body_of (d, f)->value_types[ssa]].r.bits;
  return bits / 8;
}

/* Such a variable, if it matters; 0: it does not. */
static uint32_t hidden_object (struct trial *d, const struct machine *m, uint32_t thread,
                               const struct address *a)
{
  object_id o = a->base_kind == BASE_LOCAL ? object_of_base (d->p, top_frame (m, thread)->f, a) : 0;
  return o && o <= 0xffff && bitset_has (&d->tracked, loc_at (&d->p->objects, o, 0))
             ? instance_of (o, thread + 1, m->threads[thread].n_frames)
             : 0;
}

static void lose_hidden (struct trial *d, struct machine *m, uint32_t thread,
                         const struct address *a)
{
  uint32_t object = hidden_object (d, m, thread, a);
  if (object)
    memory_lose_all (d, m, object);
}

/* Whether the record at hand writes what matters. */
bool writes_tracked (struct trial *d, const struct machine *m, uint32_t thread)
{
  const struct frame *f = top_frame (m, thread);
  bool tracked = false;
  for (uint32_t k = effects_at (d->effects, f->f, f->record);
       k < d->effects->first[f->f + 1] && d->effects->v.v[k].record == f->record; k++)
    tracked |=
        effect_writes (&d->effects->v.v[k]) && effect_matters (d, &d->effects->v.v[k], &d->tracked);
  return tracked;
}

static void execute_store (struct trial *d, struct machine *m, uint32_t thread,
                           const struct rec_store *r)
{
  const struct frame *f = top_frame (m, thread);
  const struct effect *e = first_effect (d, f);
  uint64_t bytes =
      e ? e->bytes
        : bytes_of_value (d, f->f, r->bits, r->src.kind == OPND_VALUE ? r->src.value : 0);
  uint32_t object;
  int64_t offset;
  if (e ? !effect_matters (d, e, &d->tracked) : !hidden_object (d, m, thread, &r->addr))
    return;
  bool known = !(r->flags & AF_BITFIELD) && bytes &&
               address_value (d, m, thread, &r->addr, &object, &offset);
  if (known)
    memory_store (d, m, object, offset, bytes, operand_value (d, m, thread, &r->src));
  else if (e)
    lose_effects (d, m, thread);
  else
    lose_hidden (d, m, thread, &r->addr);
}

static void execute_copy (struct trial *d, struct machine *m, uint32_t thread,
                          const struct rec_copy *r)
{
  struct stretch to, from;
  bool known = !(r->flags & AF_VOLATILE) && r->bits && r->bits % 8 == 0 &&
               address_value (d, m, thread, &r->to, &to.object, &to.offset) &&
               address_value (d, m, thread, &r->from, &from.object, &from.offset);
  if (known && (writes_tracked (d, m, thread) || hidden_object (d, m, thread, &r->to))) {
    memory_copy (d, m, &to, &from, r->bits / 8);
    return;
  }
  lose_effects (d, m, thread);
  lose_hidden (d, m, thread, &r->to);
}

static void execute_clear (struct trial *d, struct machine *m, uint32_t thread,
                           const struct rec_clear *r)
{
  struct stretch to;
  bool known = !(r->flags & AF_VOLATILE) && r->bits && r->bits % 8 == 0 &&
               address_value (d, m, thread, &r->addr, &to.object, &to.offset);
  if (known && (writes_tracked (d, m, thread) || hidden_object (d, m, thread, &r->addr))) {
    memory_clear (d, m, &to, r->bits / 8);
    return;
  }
  lose_effects (d, m, thread);
  lose_hidden (d, m, thread, &r->addr);
}

/* Whether something else may be in volatile memory than what the program has stored there: it never
   stores there, so somebody else must; or the access counts as atomic, and orders memory in ways
   that the search does not know. */
static bool may_change (const struct trial *d, const struct effect *e)
{
  for (struct set_iter i = sets_each (&d->p->sets, e ? e->where : SETS_EMPTY); set_next (&i);)
    if (!bitset_has (&d->written, i.x))
      return true;
  return !e || e->mode == MODE_ATOMIC_READ;
}

static void execute_load (struct trial *d, struct machine *m, uint32_t thread,
                          const struct rec_load *r)
{
  const struct frame *f = top_frame (m, thread);
  const struct effect *e = first_effect (d, f);
  uint32_t object;
  int64_t offset;
  struct value v = {0};
  if (!d->plans[f->f].number[r->r.dst])
    return;
  if (!(r->flags & AF_BITFIELD) && !(r->flags & AF_VOLATILE && may_change (d, e)) &&
      address_value (d, m, thread, &r->addr, &object, &offset))
    v = memory_load (d, m, object, offset,
                     e ? e->bytes : bytes_of_value (d, f->f, r->bits, r->r.dst));
  set_value (d, m, thread, r->r.dst, v);
}

/* The struct at FROM is what the call returns; NULL: nobody knows what it returns. */
static void return_struct (struct trial *d, struct machine *m, uint32_t thread,
                           const struct rec_call *c, const struct stretch *from)
{
  struct stretch to;
  if (from && c->result_bits % 8 == 0 && find_stretch (d, m, thread, &c->result, &to) &&
      (writes_tracked (d, m, thread) || hidden_object (d, m, thread, c->result.u.addr))) {
    memory_copy (d, m, &to, from, c->result_bits / 8);
    return;
  }
  lose_effects (d, m, thread);
  if (c->result.kind == OPND_ADDRESS || c->result.kind == OPND_CONTENTS)
    lose_hidden (d, m, thread, c->result.u.addr);
}

/* Back to the caller; or the thread has ended.  Takes the machine. */
static void leave_function (struct trial *d, struct machine *m, uint32_t thread,
                            const struct rec_return *end)
{
  struct strand *s = &m->threads[thread];
  struct value v = operand_value (d, m, thread, &end->value);
  struct stretch from;
  bool is_struct = find_stretch (d, m, thread, &end->value, &from);
  struct frame old = s->frames[--s->n_frames];
  s->n_kept = old.kept;
  if (old.once) {
    struct memory_cell *c = memory_cell (d, m, old.once - 1, old.once_at, CELL_ONCE, true);
    c->v = value_int (2);
  }
  if (!s->n_frames) {
    s->status = s->recent ? T_ENDS : T_DONE;
    s->n_kept = 0;
    vec_push (&d->todo, m);
    return;
  }
  struct frame *f = frame_of (m, thread);
  const struct record *r = body_of (d, f->f)->records[f->record];
  if (!old.once) {
    set_value (d, m, thread, r->dst, v);
    note_accesses (d, m, thread); /* where a struct is returned to */
    return_struct (d, m, thread, (const struct rec_call *)r, is_struct ? &from : NULL);
  }
  step_over (m, thread);
  vec_push (&d->todo, m);
}

/* Whether the instruction uses a null pointer. */
static bool crashes (const struct trial *d, const struct machine *m, uint32_t thread,
                     const struct record *r)
{
  const struct address *a = r->kind == REC_load    ? &((const struct rec_load *)r)->addr
                            : r->kind == REC_store ? &((const struct rec_store *)r)->addr
                                                   : NULL;
  return a && a->base_kind == BASE_VALUE && value_is_null (get_kept (d, m, thread, a->base));
}

/* A comparison that may be true or not: it is one of both.  Takes the machine. */
static void execute_either (struct trial *d, struct machine *m, uint32_t thread,
                            const struct rec_op *op)
{
  for (int is = 0; is < 2; is++) {
    struct machine *next = machine_copy (d, m);
    set_value (d, next, thread, op->r.dst, value_int (is));
    if ((op->code == OP_EQ || op->code == OP_NE) && op->b.kind == OPND_INT)
      value_learn (d, next, thread, &op->a, op->b.u.number, (op->code == OP_EQ) == is);
    step_over (next, thread);
    vec_push (&d->todo, next);
  }
  machine_free (d, m);
}

static bool is_comparison (uint8_t code)
{
  return code >= OP_EQ && code <= OP_GE;
}

/* Does one instruction.  Takes the machine, and gives what comes of it to `todo'. */
static void execute_record (struct trial *d, struct machine *m, uint32_t thread)
{
  const struct frame *f = top_frame (m, thread);
  const struct record *r = body_of (d, f->f)->records[f->record];
  if (crashes (d, m, thread, r)) {
    machine_free (d, m);
    return;
  }
  switch (r->kind) {
  case REC_op: {
    const struct rec_op *op = (const struct rec_op *)r;
    struct value v[3] = {operand_value (d, m, thread, &op->a), operand_value (d, m, thread, &op->b),
                         operand_value (d, m, thread, &op->c)};
    if (!d->plans[f->f].number[r->dst])
      break;
    struct value result = value_computed (d, f->f, op, v);
    if (result.kind == V_ANY && is_comparison (op->code)) {
      execute_either (d, m, thread, op);
      return;
    }
    set_value (d, m, thread, r->dst, result);
    break;
  }
  case REC_load:
    execute_load (d, m, thread, (const struct rec_load *)r);
    break;
  case REC_store:
    execute_store (d, m, thread, (const struct rec_store *)r);
    break;
  case REC_call:
    execute_call (d, m, thread, (const struct rec_call *)r);
    return;
  case REC_return:
    leave_function (d, m, thread, (const struct rec_return *)r);
    return;
  case REC_copy:
    execute_copy (d, m, thread, (const struct rec_copy *)r);
    break;
  case REC_clear:
    execute_clear (d, m, thread, (const struct rec_clear *)r);
    break;
  case REC_va:
    lose_effects (d, m, thread);
    if (d->lists && !execute_va (d, m, thread, (const struct rec_va *)r)) {
      machine_free (d, m);
      return;
    }
    break;
  case REC_goto:
  case REC_resume:
    schedules_refuse (d, "control flow");
    break;
  default:
    lose_effects (d, m, thread);
    set_value (d, m, thread, r->dst, (struct value){0});
    break;
  }
  step_over (m, thread);
  vec_push (&d->todo, m);
}

/* What is in `todo' goes on until the thread does something that others see. */
static void run_all (struct trial *d, uint32_t thread)
{
  enum { MOST_STEPS = 30000, MOST_IN_ALL = 4000000 };
  uint32_t steps = 0;
  tuples_free (&d->local);
  d->local = (struct tuples){0};
  while (d->todo.n) {
    struct machine *m = vec_pop (&d->todo);
    const struct strand *s = &m->threads[thread];
    if (++steps > MOST_STEPS || ++d->steps > MOST_IN_ALL)
      schedules_refuse (d, "too many steps");
    if (d->refused) {
      machine_free (d, m);
      continue;
    }
    const struct frame *f = s->n_frames ? top_frame (m, thread) : NULL;
    bool at_end = f && f->record == body_of (d, f->f)->blocks[f->block].end;
    if (s->status != T_READY || (!at_end && d->plans[f->f].visible[f->record])) {
      keep_noted (d, m, thread);
      schedules_reach (d, m);
      machine_free (d, m);
    } else if (at_end) {
      leave_block (d, m, thread);
    } else {
      if (!crashes (d, m, thread, body_of (d, f->f)->records[f->record]))
        note_accesses (d, m, thread);
      execute_record (d, m, thread);
    }
  }
  check_noted (d);
}

void run_thread (struct trial *d, struct machine *m, uint32_t thread)
{
  vec_push (&d->todo, m);
  run_all (d, thread);
}

/* What comes next */

static const struct rec_call *next_call (const struct trial *d, const struct machine *m,
                                         uint32_t thread)
{
  const struct frame *f = top_frame (m, thread);
  const struct record *r = body_of (d, f->f)->records[f->record];
  return r->kind == REC_call ? (const struct rec_call *)r : NULL;
}

bool is_enabled (struct trial *d, const struct machine *m, uint32_t thread)
{
  const struct strand *s = &m->threads[thread];
  if (s->status == T_PASSES || s->status == T_NEW || s->status == T_ENDS)
    return true;
  if (s->status != T_READY && s->status != T_WAITS)
    return false;
  const struct rec_call *c = next_call (d, m, thread);
  return !c || call_is_enabled (d, m, thread, c);
}

void execute (struct trial *d, struct machine *m, uint32_t thread)
{
  m->threads[thread].recent = 0;
  if (m->threads[thread].status == T_ENDS) {
    m->threads[thread].status = T_DONE;
    vec_push (&d->todo, m);
  } else if (m->threads[thread].status != T_READY) {
    resume_call (d, m, thread,
                 m->threads[thread].status == T_NEW ? NULL : next_call (d, m, thread));
  } else {
    execute_record (d, m, thread);
  }
  run_all (d, thread);
}
