/* Slots: what one function draws, keeps and finds. */

#include "slots.h"
#include "values-internal.h"

/* The blocks from BLOCK on are executed only by who has found its id at MARK of element NUMBER. */
struct found_id {
  uint32_t block;
  expr_id number;
  loc_id mark;
};

struct slot_finder {
  struct body *d;
  VEC (struct found_id) found;
};

static void note (struct slot_finder *w, enum slot_key kind, uint32_t record, uint32_t value)
{
  if (value)
    map_set (&w->d->s->draws, slot_key (kind, w->d->f, record), value);
  w->d->s->joins_draws = true;
}

/* The instruction that makes a value of 64 bits, through copies; UINT32_MAX: it is none. */
static uint32_t source_of (const struct body *d, const struct operand *o)
{
  enum { FAR = 8, ID_BITS = 64 };
  for (int i = 0; i < FAR && o->kind == OPND_VALUE; i++) {
    uint32_t def = d->b->value_defs[o->value], type = d->b->value_types[o->value];
    if (def == UINT32_MAX || !type || d->u->types[type].r.bits != ID_BITS)
      return UINT32_MAX;
    const struct rec_op *op = (const struct rec_op *)d->b->records[def];
    if (op->r.kind != REC_op || (op->code != OP_COPY && op->code != OP_CONVERT))
      return def;
    o = &op->a;
  }
  return UINT32_MAX;
}

static const struct model *model_of (const struct body *d, uint32_t record)
{
  uint32_t first, end;
  if (record == UINT32_MAX || d->b->records[record]->kind != REC_call)
    return NULL;
  calls_of_record (d->s->p, d->f, record, &first, &end);
  return end - first == 1 ? d->s->p->models[d->s->p->calls.v[first].callee] : NULL;
}

static bool is_own_id (const struct body *d, const struct operand *o)
{
  const struct model *m = model_of (d, source_of (d, o));
  return m && model_has (m, EFFECT_SELF);
}

/* The number of the element, of the only array around, that an address is in; 0: there is none. */
static expr_id element_number (const struct body *d, expr_id address)
{
  const struct exprs *x = &d->s->x;
  int64_t offset, start, more;
  expr_id base = expr_base (x, address, &offset);
  if (!base || expr_get (x, base)->op != X_INDEX)
    return 0;
  struct expr v = *expr_get (x, base);
  expr_id root = expr_base (x, v.a, &start), number = expr_number (x, v.b, &more);
  struct array_around around[MOST_AROUND];
  if (!root || expr_get (x, root)->op != X_OBJECT || more || offset < 0 || offset >= v.k ||
      arrays_around (&d->s->p->objects, expr_get (x, root)->a, start, around) != 1)
    return 0;
  return around[0].base == start && around[0].element == v.k ? number : 0;
}

/* The thread-local variable, or part of it, that is the place. */
static loc_id thread_local_place (const struct summaries *s, const struct address *a, setid where)
{
  const struct objects *o = &s->p->objects;
  struct array_around around[MOST_AROUND];
  uint32_t l;
  if ((a && a->base_kind != BASE_OBJECT && a->base_kind != BASE_SYMBOL) ||
      !sets_is_single (&s->p->sets, where, &l) || !object_is_tls (s->p, loc_object (o, l)) ||
      loc_get (o, l)->offset <= OFFSET_EVERYTHING ||
      arrays_around (o, loc_object (o, l), loc_get (o, l)->offset, around))
    return 0;
  return l;
}

/* The instruction that defines an opaque value, in the function where it does. */
static bool definition_of (const struct summaries *s, expr_id e, funid *f, uint32_t *record)
{
  const struct exprs *x = &s->x;
  const struct expr *v = expr_get (x, e);
  if (v->op == X_REACHED || v->op == X_LOAD) {
    uint32_t version = v->b;
    while (tuples_length (&x->versions, version) > 2)
      version = tuples_numbers (&x->versions, version)[2];
    *f = tuples_numbers (&x->versions, version)[0];
    *record = tuples_numbers (&x->versions, version)[1];
    return true;
  }
  v = v->op == X_AT ? expr_get (x, v->a) : v;
  if (v->op != X_VALUE)
    return false;
  *f = v->a;
  *record = s->p->objects.program->functions[v->a].body->value_defs[v->b];
  return *record != UINT32_MAX;
}

static bool add_slot (struct slot *all, struct slot one)
{
  if ((all->mark && one.mark && all->mark != one.mark) ||
      (all->counter && one.counter && (all->counter != one.counter || all->more != one.more)))
    return false;
  all->mark = all->mark ? all->mark : one.mark;
  all->more = all->counter ? all->more : one.more;
  all->counter = all->counter ? all->counter : one.counter;
  all->none = !all->none || (one.none && one.none > all->none) ? one.none : all->none;
  return true;
}

/* Adds a number that is so much more than a slot. */
static bool add_more (struct slot *all, struct slot one, int64_t more)
{
  if ((more && (one.mark || one.none)) || more != (int16_t)more)
    return false;
  one.more += (int32_t)more;
  return (one.mark || one.counter) && add_slot (all, one);
}

/* A constant is one that is no number of an element. */
static bool add_constant (struct slot *all, int64_t k)
{
  return k < 0 && k == (int32_t)k && add_slot (all, (struct slot){.none = (int32_t)k});
}

/* One of two numbers, as a condition says. */
static bool chosen_slot (const struct summaries *s, const struct expr *v, struct slot *slot)
{
  const struct exprs *x = &s->x;
  const struct expr *both = v->code == OP_SELECT ? expr_get (x, v->b) : NULL;
  if (!both || both->op != X_OP || both->code != OP_OTHER)
    return false;
  for (int i = 0; i < 2; i++) {
    int64_t k, more;
    struct slot one;
    expr_id e = i ? both->b : both->a;
    if (expr_is_const (x, e, &k)
            ? !add_constant (slot, k)
            : !slot_of (s, expr_number (x, e, &more), &one) || !add_more (slot, one, more))
      return false;
  }
  return slot->mark || slot->counter;
}

bool slot_of (const struct summaries *s, expr_id e, struct slot *slot)
{
  const struct expr *v = expr_get (&s->x, e);
  funid f;
  uint32_t record;
  *slot = (struct slot){.counter = drawn_from (s, e)};
  if (slot->counter)
    return true;
  if (v->op == X_LOAD && !((uint64_t)v->k & LOAD_ATOMIC)) {
    int64_t offset;
    expr_id root = expr_base (&s->x, v->a, &offset);
    if (expr_get (&s->x, root)->op == X_OBJECT)
      slot->mark = thread_local_place (s, NULL, expr_points (&((struct summaries *)s)->x, 0, v->a));
    return slot->mark;
  }
  if (v->op == X_OP)
    return chosen_slot (s, v, slot);
  if (!definition_of (s, e, &f, &record))
    return false;
  slot->mark = map_get (&s->draws, slot_key (SLOT_MARK, f, record), 0);
  slot->counter = map_get (&s->draws, slot_key (SLOT_COUNTER, f, record), 0);
  slot->more = (int32_t)map_get (&s->draws, slot_key (SLOT_MORE, f, record), 0);
  slot->none = (int32_t)map_get (&s->draws, slot_key (SLOT_NONE, f, record), 0);
  return slot->mark || slot->counter;
}

bool slot_of_access (const struct summaries *s, const struct item *i, struct slot *slot)
{
  const struct item *own = item_core (s, i);
  *slot = (struct slot){
      .mark = map_get (&s->draws, slot_key (SLOT_ACCESS, own->function, own->record), 0)};
  return slot->mark;
}

/* Stores */

static void find_store (struct slot_finder *w, uint32_t record)
{
  struct body *d = w->d;
  const struct rec_store *r = (const struct rec_store *)d->b->records[record];
  setid where = points_of_address (d->s->p, d->f, &r->addr);
  int64_t more = 0;
  expr_id number = 0;
  uint32_t l;
  if (thread_local_place (d->s, &r->addr, where))
    number = expr_number (&d->s->x, value_of_operand (d, &r->src), &more);
  else if (is_own_id (d, &r->src) && sets_is_single (&d->s->p->sets, where, &l))
    number = element_number (d, value_of_address (d, &r->addr));
  loc_id counter = number ? drawn_from (d->s, number) : 0;
  if (!counter || more != (int32_t)more)
    return;
  note (w, SLOT_STORE, record, counter);
  note (w, SLOT_MORE, record, (uint32_t)more);
}

/* Finding */

/* Whether one of two operands is the thread's own id and the other one was loaded: where. */
static bool compares_ids (struct body *d, const struct operand *a, const struct operand *b,
                          struct found_id *out)
{
  const struct operand *o[] = {a, b};
  for (int i = 0; i < 2; i++) {
    uint32_t load = source_of (d, o[1 - i]);
    if (load == UINT32_MAX || d->b->records[load]->kind != REC_load || !is_own_id (d, o[i]))
      continue;
    const struct address *at = &((const struct rec_load *)d->b->records[load])->addr;
    out->number = element_number (d, value_of_address (d, at));
    return out->number &&
           sets_is_single (&d->s->p->sets, points_of_address (d->s->p, d->f, at), &out->mark);
  }
  return false;
}

/* The same for the branch at the end of a block: what is behind it if they are equal. */
static bool finds_id (struct body *d, uint32_t block, struct found_id *out)
{
  const struct block *b = &d->b->blocks[block];
  const struct rec_branch *r =
      b->end > b->first ? (const struct rec_branch *)d->b->records[b->end - 1] : NULL;
  if (!r || r->r.kind != REC_branch || (r->code != OP_EQ && r->code != OP_NE))
    return false;
  bool equal = r->code == OP_EQ;
  const struct operand *left = &r->a, *right = &r->b;
  if (r->b.kind == OPND_INT) {
    uint32_t def = r->a.kind == OPND_VALUE ? d->b->value_defs[r->a.value] : UINT32_MAX;
    const struct model *m = r->b.u.number ? NULL : model_of (d, def);
    const struct rec_call *c = m ? (const struct rec_call *)d->b->records[def] : NULL;
    if (!c || !model_has (m, EFFECT_EQUAL) || c->args.n != 2)
      return false;
    equal = !equal;
    left = &c->args.v[0];
    right = &c->args.v[1];
  }
  if (!compares_ids (d, left, right, out))
    return false;
  for (uint32_t k = 0; k < b->n_edges; k++)
    if (b->edges[k].kind == (equal ? EK_TRUE : EK_FALSE)) {
      const uint32_t *first = &d->flow.predecessors.first[b->edges[k].target];
      out->block = b->edges[k].target;
      return first[1] - first[0] == 1;
    }
  return false;
}

/* Where the record has found its id, in element NUMBER; 0: nowhere.  What NUMBER is has been
   defined before the branch, and so cannot change behind it without passing it again. */
static loc_id found_at (const struct slot_finder *w, expr_id number, uint32_t record)
{
  for (uint32_t k = 0; k < w->found.n; k++)
    if (w->found.v[k].number == number &&
        dominates (&w->d->flow.dominators, w->found.v[k].block, w->d->flow.block_of[record]))
      return w->found.v[k].mark;
  return 0;
}

static void find_access (struct slot_finder *w, uint32_t record)
{
  struct body *d = w->d;
  const struct record *r = d->b->records[record];
  const struct address *a = r->kind == REC_load    ? &((const struct rec_load *)r)->addr
                            : r->kind == REC_store ? &((const struct rec_store *)r)->addr
                                                   : NULL;
  expr_id number = a ? element_number (d, value_of_address (d, a)) : 0;
  if (number)
    note (w, SLOT_ACCESS, record, found_at (w, number, record));
}

/* Phis */

enum { MOST_PHIS = 16 };

struct joining {
  const struct slot_finder *w;
  uint32_t phis[MOST_PHIS], n; /* records that have been looked at, or are being */
  bool pointers;
  struct slot slot;
};

static bool join_phi (struct joining *j, uint32_t record);

static bool join_operand (struct joining *j, const struct operand *o)
{
  struct body *d = j->w->d;
  const struct exprs *x = &d->s->x;
  expr_id e = value_of_operand (d, o);
  uint32_t def = o->kind == OPND_VALUE ? d->b->value_defs[o->value] : UINT32_MAX;
  int64_t k, more = 0;
  struct slot one;
  if (e && expr_is_const (x, e, &k))
    return j->pointers ? !k : add_constant (&j->slot, k);
  if (!e || def == UINT32_MAX)
    return false;
  if (d->b->records[def]->kind == REC_phi)
    return join_phi (j, def);
  if (j->pointers && slot_of (d->s, e, &one))
    return add_slot (&j->slot, one);
  expr_id number = j->pointers ? element_number (d, e) : expr_number (x, e, &more);
  if (!number)
    return false;
  if (!slot_of (d->s, number, &one))
    one = (struct slot){.mark = found_at (j->w, number, def)};
  return add_more (&j->slot, one, more);
}

static bool join_phi (struct joining *j, uint32_t record)
{
  const struct rec_phi *phi = (const struct rec_phi *)j->w->d->b->records[record];
  for (uint32_t i = 0; i < j->n; i++)
    if (j->phis[i] == record)
      return true;
  if (j->n == MOST_PHIS)
    return false;
  j->phis[j->n++] = record;
  bool all = true;
  for (uint32_t i = 0; all && i < phi->args.n; i++)
    all = join_operand (j, &phi->args.v[i]);
  return all;
}

static void find_phi (struct slot_finder *w, uint32_t record)
{
  const struct body *d = w->d;
  uint32_t type = d->b->value_types[d->b->records[record]->dst];
  struct joining j = {.w = w, .pointers = type && d->u->types[type].r.kind == TK_POINTER};
  if (!type || d->u->types[type].r.bits <= NUMBER_BITS || !join_phi (&j, record) ||
      !(j.slot.mark || j.slot.counter))
    return;
  note (w, SLOT_MARK, record, j.slot.mark);
  note (w, SLOT_COUNTER, record, j.slot.counter);
  note (w, SLOT_MORE, record, (uint32_t)j.slot.more);
  note (w, SLOT_NONE, record, (uint32_t)j.slot.none);
}

void slots_find (struct body *d)
{
  struct slot_finder w = {.d = d};
  struct found_id found;
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    if (finds_id (d, i, &found))
      vec_push (&w.found, found);
  bool draws = map_size (&d->s->draws);
  for (uint32_t r = 0; (draws || w.found.n) && r < d->b->n_records; r++) {
    if (!d->point[r].reached)
      continue;
    if (d->b->records[r]->kind == REC_store)
      find_store (&w, r);
    if (d->b->records[r]->kind == REC_phi)
      find_phi (&w, r);
    else if (w.found.n)
      find_access (&w, r);
  }
  vec_free (&w.found);
}
