/* Handles of threads: where creations put them, and whether something else is stored there, too. */

#include "threads-internal.h"

/* Whether the instruction stores what pthread_self has returned. */
static bool stores_self (const struct thread_finder *d, const struct effect *e,
                         const struct record *r)
{
  const struct pointers *p = d->s->p;
  const struct function *b = d->program->functions[e->function].body;
  uint32_t first, end;
  if (r->kind != REC_store)
    return false;
  const struct operand *o = &((const struct rec_store *)r)->src;
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  if (def == UINT32_MAX || b->records[def]->kind != REC_call)
    return false;
  calls_of_record (p, e->function, def, &first, &end);
  const struct model *m = end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
  return m && model_has (m, EFFECT_SELF);
}

/* Finds the threads of each function, and functions that are called otherwise. */
static void find_starts (struct thread_finder *d)
{
  const struct pointers *p = d->s->p;
  d->called = ARENA_ARRAY (&d->arena, d->program->n_functions + 1, bool);
  for (uint32_t i = 0; i < p->calls.n; i++)
    d->called[p->calls.v[i].callee] |= p->calls.v[i].kind != CALL_FORK;
  d->next_of_start = ARENA_ARRAY (&d->arena, d->t->v.n, uint32_t);
  for (thread_id i = d->t->v.n; i-- > 1;) {
    uint32_t *first = map_at (&d->first_of_start, d->t->v.v[i].start);
    d->next_of_start[i] = *first;
    *first = i;
  }
}

/* Whether the function is called only by those who create threads. */
static bool is_only_started (const struct thread_finder *d, funid f)
{
  const struct pointers *p = d->s->p;
  return !d->called[f] && !called_from_world (p, WORLD_OUTSIDE, f) &&
         !called_from_world (p, WORLD_POOL, f);
}

/* Whether the store puts the handle of each thread that makes it where its creation puts that. */
static bool is_where_created (struct thread_finder *d, const struct effect *e)
{
  const struct item *v = d->s->items.v;
  bool any = false;
  if (!d->called)
    find_starts (d);
  for (thread_id i = map_get (&d->first_of_start, e->function, 0); i; i = d->next_of_start[i]) {
    const struct thread *t = &d->t->v.v[i];
    bool found = false;
    for (uint32_t k = t->first_item; k < t->first_item + t->n_items && !found; k++) {
      const struct item *inner = &v[v[k].inner];
      found = v[k].kind == ITEM_ACCESS && !v[k].via && v[k].e[0] && v[k].e[0] == v[t->item].e[0] &&
              !inner->inner && inner->record == e->record &&
              &d->s->effects->v.v[inner->effect] == e;
    }
    if (t->kind != THREAD_CREATED || !found)
      return false;
    any = true;
  }
  return any && is_only_started (d, e->function);
}

/* Whether the access is to a number at most, not to what contains one. */
static bool is_word (const struct effect *e)
{
  enum { WORD = 8 };
  return e->bytes && e->bytes <= WORD;
}

/* Values of one function that go elsewhere than into functions of libraries and comparisons. */
struct passed {
  funid f; /* 0: none yet */
  struct bitset values;
};

static void pass_value (struct passed *to, const struct operand *o)
{
  if (o->kind == OPND_VALUE)
    bitset_add (&to->values, o->value);
}

static void pass_values (struct passed *to, const struct operand_list *list)
{
  for (uint32_t i = 0; i < list->n; i++)
    pass_value (to, &list->v[i]);
}

/* Adds those of which the record makes something else, or which it puts somewhere. */
static void pass_at (struct passed *to, const struct record *r)
{
  const struct rec_op *op = (const struct rec_op *)r;
  switch (r->kind) {
  case REC_op:
    if (op->code < OP_EQ || op->code > OP_GE) {
      pass_value (to, &op->a);
      pass_value (to, &op->b);
    }
    break;
  case REC_store:
    pass_value (to, &((const struct rec_store *)r)->src);
    break;
  case REC_phi:
    pass_values (to, &((const struct rec_phi *)r)->args);
    break;
  case REC_call:
    pass_values (to, &((const struct rec_call *)r)->args);
    break;
  case REC_return:
    pass_value (to, &((const struct rec_return *)r)->value);
    break;
  case REC_asm_operand:
    pass_value (to, &((const struct rec_asm_operand *)r)->operand);
    break;
  default:
    break;
  }
}

/* Whether the value that the record defines is passed on.  Who asks does so function by function. */
static bool is_passed_on (const struct thread_finder *d, struct passed *in, funid f,
                          uint32_t record)
{
  const struct function *b = d->program->functions[f].body;
  uint32_t first, end;
  if (in->f != f) {
    in->f = f;
    bitset_clear (&in->values);
    for (uint32_t r = 0; r < b->n_records; r++) {
      if (b->records[r]->kind == REC_call) {
        calls_of_record (d->s->p, f, r, &first, &end);
        if (end - first == 1 && d->s->p->models[d->s->p->calls.v[first].callee])
          continue;
      }
      pass_at (in, b->records[r]);
    }
  }
  return b->records[record]->dst && bitset_has (&in->values, b->records[record]->dst);
}

/* Whether the access reads a handle, or what contains one, and that goes elsewhere. */
static bool takes_handle (const struct thread_finder *d, struct passed *in, const struct effect *e)
{
  const struct record *r = d->program->functions[e->function].body->records[e->record];
  return !is_word (e) || (r->kind == REC_call && e->mode == MODE_READ) ||
         is_passed_on (d, in, e->function, e->record);
}

/* Whether a handle may be somewhere else than where a creation has put it: then it may come with
   what it is in when that is copied. */
static bool handles_leak (const struct thread_finder *d)
{
  const struct summaries *s = d->s;
  struct pointers *p = s->p;
  struct bitset others = {0}; /* sets without handles */
  struct passed passed = {0};
  bool leak = false;
  for (uint32_t i = 0; i < s->effects->v.n && !leak; i++) {
    const struct effect *e = &s->effects->v.v[i];
    setid where = e->mode == MODE_WRITE || e->mode == MODE_FREE ? SETS_EMPTY
                                                                : effect_locations (p, e);
    bool any = false;
    if (!where || bitset_has (&others, where))
      continue;
    for (struct set_iter k = sets_each (&p->sets, where); !any && set_next (&k);)
      any = bitset_has (&d->handles, k.x);
    if (!any)
      bitset_add (&others, where);
    leak = any && takes_handle (d, &passed, e);
  }
  bitset_free (&others);
  for (uint32_t i = 0; i < p->calls.n && !leak; i++) {
    const struct call_edge *c = &p->calls.v[i];
    leak = c->caller && c->kind == CALL_NOW && p->models[c->callee] &&
           model_has (p->models[c->callee], EFFECT_SELF) &&
           is_passed_on (d, &passed, c->caller, c->record);
  }
  bitset_free (&passed.values);
  return leak;
}

/* Whether the value is no handle of a thread: it was computed, or is narrower.  A pointer to
   something is assumed to be none. */
static bool is_no_handle (const struct thread_finder *d, funid f, const struct operand *o)
{
  enum { FAR = 4 };
  const struct function *b = d->program->functions[f].body;
  const struct unit *u = function_unit (d->program, f);
  for (int i = 0; i < FAR && o->kind == OPND_VALUE; i++) {
    const struct type *t =
        b->value_types[o->value] ? &u->types[b->value_types[o->value]] : NULL;
    uint32_t def = b->value_defs[o->value];
    const struct rec_op *op =
        def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
    if (!t)
      return false;
    if (t->r.kind == TK_POINTER)
      return t->r.target && u->types[t->r.target].r.kind != TK_VOID &&
             d->s->p->assumed & assumption_bit (ASSUME_HANDLES);
    if (t->r.kind == TK_FLOAT || (t->r.kind == TK_INTEGER && t->r.bits < u->r.pointer_bits))
      return true;
    if (t->r.kind != TK_INTEGER || !op || op->r.kind != REC_op)
      return false;
    if (op->code >= OP_ADD && op->code <= OP_GE)
      return true;
    if (op->code != OP_COPY && op->code != OP_CONVERT)
      return false;
    o = &op->a;
  }
  return o->kind == OPND_INT;
}

void threads_find_handles (struct thread_finder *d)
{
  struct summaries *s = d->s;
  struct pointers *p = s->p;
  for (uint32_t n = 0; n < s->forks.n; n++) {
    const struct item *i = &s->items.v[s->forks.v[n]];
    expr_id address = i->kind == ITEM_FORK ? i->e[0] : loaded_from (s, i->e[0]);
    if (address) {
      setid set = expr_points (&s->x, i->function, address);
      for (struct set_iter k = sets_each (&p->sets, set); set_next (&k);) {
        bitset_add (&d->handles, k.x);
        loc_id l = loc_is_anywhere (&p->objects, k.x)
                       ? p->objects.v.v[loc_object (&p->objects, k.x)].first_loc
                       : 0;
        for (; l; l = loc_get (&p->objects, l)->next)
          bitset_add (&d->handles, l);
      }
    }
  }
  if (!bitset_count (&d->handles))
    return;
  bool leaked = handles_leak (d);
  for (uint32_t i = 0; i < s->effects->v.n; i++) {
    const struct effect *e = &s->effects->v.v[i];
    const struct record *r = d->program->functions[e->function].body->records[e->record];
    if (!effect_writes (e))
      continue;
    int64_t number;
    if (r->kind == REC_store ? is_no_handle (d, e->function, &((const struct rec_store *)r)->src)
                             : e->mode == MODE_WRITE && stored_constant (s, e, &number))
      continue; /* a number is nobody's handle */
    if (r->kind == REC_clear ||
        (r->kind == REC_call && !e->addr && e->place && !e->behind && writes_handle (s, e)))
      continue;
    if (e->mode == MODE_FREE)
      continue;
    bool self = stores_self (d, e, r);
    if (self && is_where_created (d, e))
      continue;
    self &= only_main_calls (d->s->filter, d->program, e->function);
    if (self)
      vec_push (&d->self_stores, i);
    setid where = leaked || is_word (e) ? effect_locations (p, e) : e->where;
    for (struct set_iter k = sets_each (&p->sets, where); set_next (&k);)
      if (bitset_has (&d->handles, k.x) && (self || handle_may_be_written (d, e, k.x)))
        bitset_add (self ? &d->selves : &d->dirty, k.x);
  }
}

bool handle_is_dirty (const struct thread_finder *d, loc_id l)
{
  const struct objects *o = &d->s->p->objects;
  bool dirty = bitset_has (&d->dirty, l);
  l = loc_is_anywhere (o, l) ? o->v.v[loc_object (o, l)].first_loc : 0;
  for (; l; l = loc_get (o, l)->next)
    dirty |= bitset_has (&d->dirty, l);
  return dirty;
}
