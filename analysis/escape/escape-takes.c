/* Escape: the memory that an activation takes out of a shared place. */

#include "escape-internal.h"
#include "loops.h"
#include "spelling.h"

/* Loads of pointers, by address: the first one, and the next one with the same.  Loads of elements
   of arrays also by the address where the index comes from.  Copies of structs load what is in
   them. */
struct found_load {
  uint32_t record;
  expr_id e, address;
  uint32_t next, next_indexed; /* 1 + another */
};

/* Records of a function by something of theirs. */
struct by_expr {
  struct map first; /* 1 + number */
  VEC (struct found_record) v;
};

struct found_record {
  uint32_t record, next; /* 1 + another */
};

/* What the search for takes asks of all records of a function, by what it asks for: there may be as
   many takes as records. */
struct takes_index {
  bool known;
  struct by_expr given;   /* stores and arguments of calls: by the root of the value */
  struct by_expr stored;  /* stores of what was loaded: by the address that it was loaded from */
  struct by_expr wide;    /* of those: what is wider than a pointer, by the base of that address */
  struct by_expr written; /* stores: by address */
  vec_u32 copies;
  struct bitset copied; /* variables of the function that are copied on, or passed by value */
  struct map kept;      /* formals: 1 if a record makes them known, else 2 */
};

static void by_expr_add (struct by_expr *x, expr_id e, uint32_t record)
{
  uint32_t *head = e ? map_at (&x->first, e) : NULL;
  if (!head || (*head && x->v.v[*head - 1].record == record))
    return;
  vec_push (&x->v, (struct found_record){record, *head});
  *head = x->v.n;
}

/* The next record of E, from *AT on, which is 0 at first. */
static bool by_expr_next (const struct by_expr *x, expr_id e, uint32_t *at, uint32_t *record)
{
  *at = *at ? x->v.v[*at - 1].next : map_get (&x->first, e, 0);
  if (*at)
    *record = x->v.v[*at - 1].record;
  return *at;
}

static void by_expr_free (struct by_expr *x)
{
  map_free (&x->first);
  vec_free (&x->v);
}

static void note_copied (struct takes_index *x, const struct address *from)
{
  if (from->base_kind == BASE_LOCAL)
    bitset_add (&x->copied, from->base);
}

/* What a function of a library copies that the record calls; NULL: nothing. */
static const struct model_effect *copying (const struct body *d, uint32_t record)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  calls_of_record (p, d->f, record, &first, &end);
  const struct model *m = end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
  for (uint32_t k = 0; m && k < m->n_effects; k++)
    if (m->effects[k].kind == EFFECT_COPY)
      return &m->effects[k];
  return NULL;
}

static void index_records (struct body *d, struct takes_index *out)
{
  const struct exprs *x = &d->s->x;
  int64_t offset;
  for (uint32_t r = 0; !out->known && r < d->b->n_records; r++) {
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    const struct rec_call *call = (const struct rec_call *)d->b->records[r];
    if (store->r.kind == REC_store) {
      expr_id value = value_of_operand (d, &store->src);
      by_expr_add (&out->given, expr_root (x, value), r);
      by_expr_add (&out->written, value_of_address (d, &store->addr), r);
      if (value && expr_get (x, value)->op == X_LOAD) {
        by_expr_add (&out->stored, expr_get (x, value)->a, r);
        if (store_bits (d->u, d->b, store) > d->u->r.pointer_bits)
          by_expr_add (&out->wide, expr_base (x, expr_get (x, value)->a, &offset), r);
      }
    }
    if (store->r.kind == REC_copy) {
      vec_push (&out->copies, r);
      note_copied (out, &((const struct rec_copy *)store)->from);
    }
    if (store->r.kind == REC_store && store->src.kind == OPND_CONTENTS)
      note_copied (out, store->src.u.addr);
    if (call->r.kind == REC_call && copying (d, r))
      vec_push (&out->copies, r);
    for (uint32_t k = 0; call->r.kind == REC_call && k < call->args.n; k++) {
      by_expr_add (&out->given, expr_root (x, value_of_operand (d, &call->args.v[k])), r);
      if (call->args.v[k].kind == OPND_CONTENTS)
        note_copied (out, call->args.v[k].u.addr);
    }
  }
  out->known = true;
}

struct loads {
  bool known;
  struct map first, first_indexed; /* 1 + number */
  VEC (struct found_load) v;
  struct takes_index index;
};

static void takes_index_free (struct takes_index *x)
{
  by_expr_free (&x->given);
  by_expr_free (&x->stored);
  by_expr_free (&x->wide);
  by_expr_free (&x->written);
  vec_free (&x->copies);
  bitset_free (&x->copied);
  map_free (&x->kept);
}

/* What was loaded to find the element that an address is; 0: nothing, or more than one. */
static expr_id index_of (const struct exprs *x, expr_id address)
{
  int64_t k;
  expr_id e = expr_base (x, address, &k);
  if (!e || expr_get (x, e)->op != X_INDEX)
    return 0;
  for (e = expr_get (x, e)->b; e && expr_get (x, e)->op != X_LOAD;) {
    const struct expr *v = expr_get (x, e);
    bool made =
        v->op == X_CONVERT || v->op == X_ADD || (v->op == X_OP && expr_is_const (x, v->b, &k));
    e = made ? v->a : 0;
  }
  return e;
}

static void add_load (struct body *d, struct loads *out, uint32_t record, expr_id e,
                      expr_id address)
{
  const struct exprs *x = &d->s->x;
  expr_id index = index_of (x, address);
  uint32_t *head = map_at (&out->first, address);
  struct found_load l = {record, e, address, *head, 0};
  *head = out->v.n + 1;
  if (index) {
    head = map_at (&out->first_indexed, expr_get (x, index)->a);
    l.next_indexed = *head;
    *head = out->v.n + 1;
  }
  vec_push (&out->v, l);
}

/* What a struct is copied from, and what of that is known afterwards: see values.c. */
static void add_copied (struct body *d, struct loads *out, uint32_t record)
{
  struct exprs *x = &d->s->x;
  const struct rec_copy *copy = (const struct rec_copy *)d->b->records[record];
  expr_id from = value_of_address (d, &copy->from);
  uint32_t word = d->u->r.pointer_bits, version = expr_version (x, d->f, record, 0);
  for (uint32_t at = 0; from && word && at + word <= copy->bits && at < LARGEST_KNOWN_COPY;
       at += word) {
    expr_id address = expr_add (x, from, at / 8), e = expr_load (x, address, version, word);
    if (e && expr_points (x, d->f, e))
      add_load (d, out, record, e, address);
  }
}

static void find_loads (struct body *d, struct loads *out)
{
  struct summaries *s = d->s;
  out->known = true;
  for (uint32_t l = d->b->n_records; l-- > 0;) {
    const struct rec_load *load = (const struct rec_load *)d->b->records[l];
    if (d->b->records[l]->kind == REC_copy)
      add_copied (d, out, l);
    if (d->b->records[l]->kind != REC_load || !points_of_value (s->p, d->f, load->r.dst) ||
        expr_get (&s->x, d->value[load->r.dst])->op != X_LOAD)
      continue;
    expr_id address = value_of_address (d, &load->addr);
    if (address)
      add_load (d, out, l, d->value[load->r.dst], address);
  }
}

/* Whether it is a variable of this call that no pointer leads to. */
static bool is_unaddressed (const struct body *d, const struct address *a)
{
  return a->base_kind == BASE_LOCAL && !(d->b->locals[a->base].flags & OF_ADDRESSED);
}

/* Whether E was found in the memory of an address. */
static bool was_found_from (const struct exprs *x, expr_id e, expr_id from)
{
  const struct expr *v = expr_get (x, e);
  int64_t at;
  return !from || v->op != X_LOAD || expr_base (x, from, &at) == expr_base (x, v->a, &at);
}

/* Whether a struct is copied that the pointer may be in: from where it was found, or from a
   variable of this call; to where it may stay. */
static bool copies_pointer (struct body *d, const struct takes_index *index, expr_id e,
                            const struct rec_copy *r)
{
  return !(is_unaddressed (d, &r->to) && !bitset_has (&index->copied, r->to.base)) &&
         (r->from.base_kind == BASE_LOCAL ||
          was_found_from (&d->s->x, e, value_of_address (d, &r->from)));
}

/* Whether the record makes the pointer known in one more place, by itself or in a callee. */
static bool makes_known (struct body *d, const struct takes_index *index, expr_id e,
                         uint32_t record)
{
  const struct summaries *s = d->s;
  const struct record *r = d->b->records[record];
  const struct rec_store *store = (const struct rec_store *)r;
  if (r->kind == REC_store)
    return expr_root (&s->x, value_of_operand (d, &store->src)) == e &&
           !is_unaddressed (d, &store->addr);
  if (r->kind == REC_copy)
    return copies_pointer (d, index, e, (const struct rec_copy *)r);
  if (r->kind != REC_call)
    return false;
  const struct rec_call *c = (const struct rec_call *)r;
  const struct model_effect *copy = copying (d, record);
  uint32_t first, end;
  if (copy &&
      was_found_from (&s->x, e, address_of_model_place (d, c, &copy->op[COPY_FROM].u.place)))
    return true;
  calls_of_record (s->p, d->f, record, &first, &end);
  for (uint32_t k = 0; k < c->args.n; k++) {
    if (expr_root (&s->x, value_of_operand (d, &c->args.v[k])) != e)
      continue;
    bool kept = first == end || k >= 32;
    for (uint32_t i = first; !kept && i < end; i++) {
      funid callee = s->p->calls.v[i].callee;
      const struct summary *m = &s->of[callee];
      uint32_t formal = escape_formal (s->p, callee, k);
      if (s->p->models[callee])
        continue;
      kept = !m->known || formal >= 32 ||
             (m->escapes | m->found_escapes | m->result_holds) >> formal & 1;
      for (uint32_t j = 0; !kept && j < MOST_TIED; j++)
        kept = m->ties[j] >> formal & 1;
    }
    if (kept)
      return true;
  }
  return false;
}

/* Whether what the record stores goes into the memory of a formal, which becomes known to nobody
   here: whoever has that has it, too. */
static bool stores_in_formal (struct body *d, struct takes_index *x, uint32_t record)
{
  const struct record *r = d->b->records[record];
  const struct address *a = r->kind == REC_store  ? &((const struct rec_store *)r)->addr
                            : r->kind == REC_copy ? &((const struct rec_copy *)r)->to
                                                  : NULL;
  expr_id root = a ? expr_root (&d->s->x, value_of_address (d, a)) : 0;
  if (!root || expr_get (&d->s->x, root)->op != X_FORMAL)
    return false;
  uint32_t kept = map_get (&x->kept, root, 0), i;
  for (uint32_t at = 0; !kept && by_expr_next (&x->given, root, &at, &i);)
    kept = makes_known (d, x, root, i);
  map_set (&x->kept, root, kept ? kept : 2);
  return kept != 1;
}

/* Whether record R stores what was loaded from where record L loads, and still is there then,
   though it may not seem so: `n->next = head; head->prev = n; head = n' takes nothing. */
static bool keeps_equal (struct body *d, const struct takes_index *index, expr_id e, uint32_t l,
                         uint32_t r)
{
  const struct exprs *x = &d->s->x;
  const struct rec_store *store = (const struct rec_store *)d->b->records[r];
  expr_id stored = value_of_operand (d, &store->src);
  if (stored == e)
    return false;
  const uint32_t *found = tuples_numbers (&x->versions, expr_get (x, stored)->b);
  if (found[0] != d->f || !flow_dominates (&d->flow, found[1], l))
    return false;
  uint32_t i;
  for (uint32_t at = 0; by_expr_next (&index->written, expr_get (x, e)->a, &at, &i);)
    if (flow_dominates (&d->flow, found[1], i) && flow_dominates (&d->flow, i, l))
      return false;
  return true;
}

/* Whether record I makes the pointer known in one more place between records L and R.  *TIED: only
   to who has the memory of a formal. */
static bool is_known_by (struct body *d, struct takes_index *x, uint32_t i, expr_id e, uint32_t l,
                         uint32_t r, bool *tied)
{
  bool known = i != r && makes_known (d, x, e, i) && loops_comes_around (d, i, r, l);
  *tied |= known;
  return known && !stores_in_formal (d, x, i);
}

/* Whether the pointer that record L loads may be known elsewhere, too, before record R. */
static bool is_stored_before (struct body *d, struct takes_index *x, expr_id e, uint32_t l,
                              uint32_t r, bool *tied)
{
  const struct expr v = *expr_get (&d->s->x, e); /* others are made meanwhile */
  const uint32_t *found = v.op == X_LOAD ? tuples_numbers (&d->s->x.versions, v.b) : NULL;
  uint32_t i;
  if (found && found[0] == d->f && flow_dominates (&d->flow, found[1], l))
    l = found[1]; /* it was loaded before */
  index_records (d, x);
  for (uint32_t at = 0; by_expr_next (&x->given, e, &at, &i);)
    if (is_known_by (d, x, i, e, l, r, tied))
      return true;
  for (uint32_t k = 0; k < x->copies.n; k++)
    if (is_known_by (d, x, x->copies.v[k], e, l, r, tied))
      return true;
  for (uint32_t at = 0; v.op == X_LOAD && by_expr_next (&x->stored, v.a, &at, &i);)
    if (i != r && keeps_equal (d, x, e, l, i))
      return true;
  /* A struct that is copied as one number. */
  int64_t offset;
  expr_id base = v.op == X_LOAD ? expr_base (&d->s->x, v.a, &offset) : 0;
  for (uint32_t at = 0; base && by_expr_next (&x->wide, base, &at, &i);)
    if (i != r && loops_comes_around (d, i, r, l))
      return true;
  return false;
}

/* The locks that are held from record FROM to record TO. */
static setid kept_between (struct body *d, uint32_t from, uint32_t to)
{
  struct summaries *s = d->s;
  setid kept = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, d->point[to].held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    if (!is_token (s, h.lock) && h.mode == MODE_EXCLUSIVE && d->point[from].reached &&
        sets_has (&s->sets, d->point[from].held, i.x) && held_between (d, h.lock, from, to))
      kept = sets_add (&s->sets, kept, i.x);
  }
  return kept;
}

/* If record L loads a pointer that record R takes out of where it was, with the lock held from the
   one to the other, the function has it from then on. */
static void add_take (struct body *d, struct takes_index *x, const struct found_load *load,
                      uint32_t r)
{
  struct summaries *s = d->s;
  uint32_t l = load->record;
  expr_id e = load->e;
  struct take t = {e, l, r, SETS_EMPTY, 0, false};
  if (!flow_dominates (&d->flow, l, r) ||
      map_find (&s->broken, map_pair (d->f | (uint32_t)BROKEN_TAKE, l)) ||
      is_stored_before (d, x, e, l, r, &t.tied))
    return;
  t.held = kept_between (d, l, r);
  if (t.held)
    vec_push (&d->takes, t);
  else if (!d->point[r].held)
    vec_push (&d->loose, t);
}

/* The same if record R changes the index by which record L finds the element: `ring[out++ % N]'.
   The element is left as it is, but nobody looks at it any more before it gets another pointer. */
static void add_index_take (struct body *d, struct takes_index *records,
                            const struct found_load *load, uint32_t r)
{
  const struct exprs *x = &d->s->x;
  uint32_t l = load->record;
  expr_id e = load->e, index = index_of (x, load->address);
  const uint32_t *found = tuples_numbers (&x->versions, expr_get (x, index)->b);
  bool before = flow_dominates (&d->flow, r, l);
  struct take t = {e, l, before ? l : r, SETS_EMPTY, expr_get (x, index)->a, false};
  if (found[0] != d->f || !flow_dominates (&d->flow, found[1], before ? r : l) ||
      (!before &&
       (!flow_dominates (&d->flow, l, r) || is_stored_before (d, records, e, l, r, &t.tied))) ||
      value_of_operand (d, &((const struct rec_store *)d->b->records[r])->src) == index ||
      map_find (&d->s->broken, map_pair (d->f | (uint32_t)BROKEN_TAKE, l)))
    return;
  t.held = kept_between (d, found[1], t.store);
  if (t.held)
    vec_push (&d->takes, t);
}

/* A call that returns what it has taken out of where it was, with a lock held around it. */
static void add_call_take (struct body *d, uint32_t record)
{
  struct summaries *s = d->s;
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  expr_id e = c->r.dst ? d->value[c->r.dst] : 0;
  struct take t = {e, record, record, SETS_EMPTY, 0, false};
  uint32_t first, end;
  const struct expr *v = expr_get (&s->x, e);
  if (v->op == X_AT)
    v = expr_get (&s->x, v->a); /* a join of the callee */
  if (!e || (v->op != X_LOAD && v->op != X_REACHED && v->op != X_VALUE) ||
      map_find (&s->broken, map_pair (d->f | (uint32_t)BROKEN_TAKE, record)))
    return;
  calls_of_record (s->p, d->f, record, &first, &end);
  for (uint32_t i = first; i < end; i++)
    if (!call_is_instantiated (s, &s->p->calls.v[i]) ||
        !s->of[s->p->calls.v[i].callee].loose_result)
      return;
  for (struct set_iter i = sets_each (&s->sets, d->point[record].held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    if (!is_token (s, h.lock) && h.mode == MODE_EXCLUSIVE && !may_release (d, record, h.lock))
      t.held = sets_add (&s->sets, t.held, i.x);
  }
  if (t.held && first < end)
    vec_push (&d->takes, t);
  else if (first < end && !d->point[record].held)
    vec_push (&d->loose, t);
}

/* A store that takes NODE out of one direction of a list: what its link at `from' leads to gets the
   link at `to'. */
struct unlinking {
  expr_id node;
  int64_t from, to;
  uint32_t record;
};

static bool find_unlinking (struct body *d, uint32_t record, expr_id address, expr_id value,
                            struct unlinking *out)
{
  const struct exprs *x = &d->s->x;
  int64_t into;
  expr_id link = expr_base (x, address, &into);
  if (!link || !value || expr_get (x, link)->op != X_LOAD || expr_get (x, value)->op != X_LOAD)
    return false;
  out->record = record;
  out->node = expr_base (x, expr_get (x, link)->a, &out->from);
  /* The neighbour is known by its start, or by its link. */
  return out->node && expr_get (x, out->node)->op == X_LOAD &&
         expr_base (x, expr_get (x, value)->a, &out->to) == out->node && out->from != out->to &&
         (into == out->to || into == 0);
}

enum { MOST_UNLINKED = 32 };

/* The same, of the stores that a function always makes which is called. */
static uint32_t find_unlinking_calls (struct body *d, uint32_t record, struct unlinking *out,
                                      uint32_t n)
{
  const struct summaries *s = d->s;
  uint32_t first, end;
  calls_of_record (s->p, d->f, record, &first, &end);
  if (end - first != 1 || !call_is_instantiated (s, &s->p->calls.v[first]))
    return n;
  const struct summary *m = &s->of[s->p->calls.v[first].callee];
  for (uint32_t k = m->first_opened; k < m->first_opened + m->n_opened && n < MOST_UNLINKED; k++) {
    const struct item *i = &s->items.v[s->opened.v[k]];
    if (i->kind == ITEM_LINK && i->always)
      n += find_unlinking (d, record, instantiated (d, first, i->e[0]),
                           instantiated (d, first, i->e[1]), &out[n]);
  }
  return n;
}

/* Nodes that are taken out of a list of two directions, both of them. */
static void find_unlinked (struct body *d, struct loads *loads, const struct unlinking *unlinked,
                           uint32_t n)
{
  const struct exprs *x = &d->s->x;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < i; k++) {
      const struct unlinking *a = &unlinked[i], *b = &unlinked[k];
      if (a->node != b->node || a->from != b->to || a->to != b->from)
        continue;
      for (uint32_t next = map_get (&loads->first, expr_get (x, a->node)->a, 0); next;
           next = loads->v.v[next - 1].next)
        if (loads->v.v[next - 1].e == a->node)
          add_take (d, &loads->index, &loads->v.v[next - 1], a->record);
    }
}

void escape_find_takes (struct escape_walk *w)
{
  struct body *d = w->d;
  struct summaries *s = d->s;
  struct loads loads = {0};
  struct unlinking unlinked[MOST_UNLINKED];
  uint32_t n = 0;
  if (!proves_by (s->p, PROOF_TAKEN))
    return;
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    if (!d->point || !d->point[r].reached)
      continue;
    if (d->b->records[r]->kind == REC_call) {
      add_call_take (d, r);
      n = find_unlinking_calls (d, r, unlinked, n);
    }
    if (n && !loads.known)
      find_loads (d, &loads);
    if (d->b->records[r]->kind != REC_store)
      continue;
    if (!loads.known)
      find_loads (d, &loads);
    expr_id address = value_of_address (d, &store->addr);
    for (uint32_t next = map_get (&loads.first, address, 0); next; next = loads.v.v[next - 1].next)
      if (value_of_operand (d, &store->src) != loads.v.v[next - 1].e)
        add_take (d, &loads.index, &loads.v.v[next - 1], r);
    for (uint32_t next = map_get (&loads.first_indexed, address, 0); next;
         next = loads.v.v[next - 1].next_indexed)
      add_index_take (d, &loads.index, &loads.v.v[next - 1], r);
    n += n < MOST_UNLINKED &&
         find_unlinking (d, r, address, value_of_operand (d, &store->src), &unlinked[n]);
  }
  find_unlinked (d, &loads, unlinked, n);
  map_free (&loads.first);
  map_free (&loads.first_indexed);
  vec_free (&loads.v);
  takes_index_free (&loads.index);
  for (uint32_t k = 0; k < d->takes.n; k++)
    escape_add_root (w, d->takes.v[k].e);
  for (uint32_t k = 0; k < d->loose.n; k++)
    escape_add_root (w, d->loose.v[k].e);
}
