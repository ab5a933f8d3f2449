/* Loops over lists: those that create or join a thread for each element of a list.

     for (n = head; n; n = n->next)            for (n = head; n; n = n->next)
       create (&n->thread, work, n);             join (n->thread);

   The handle is in the node, or where pointers in the node lead to (`n->data->thread'), or in new
   memory to which such a place gets a pointer before the thread is created.  Of each loop is told
   from where and how it goes on, and how it comes from the node to the handle: two loops that do
   the same come to the same handles, if nobody changes the pointers meanwhile, which
   threads-lists.c looks at.  A loop of joins must come to the end of the list, and join in every
   round; there, and where the threads are created, is the end that it has: a null pointer, or an
   address that is fixed. */

#include "lists.h"

#include "walks.h"

/* A way from a node to a handle, backwards. */
struct way {
  struct list_loop list;
  uint32_t key[4 + 2 * (MOST_WAY + 4)];
  uint32_t n;
};

static void add_number (struct way *w, int64_t k)
{
  w->key[w->n++] = (uint32_t)k;
  w->key[w->n++] = (uint32_t)((uint64_t)k >> 32);
}

static bool add_memory (struct way *w, expr_id address)
{
  if (w->list.n_memory == MOST_WAY)
    return false;
  w->list.memory[w->list.n_memory++] = address;
  return true;
}

/* The address that a pointer was loaded from by the function itself or what it calls; 0: it was
   not. */
static expr_id loaded_at (const struct body *d, expr_id e, uint32_t *record)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = expr_get (x, e);
  if (v->op != X_LOAD || v->k & LOAD_ATOMIC || tuples_length (&x->versions, v->b) < 2 ||
      tuples_numbers (&x->versions, v->b)[0] != d->f)
    return 0;
  *record = tuples_numbers (&x->versions, v->b)[1];
  return v->a;
}

/* Finds the loop over a list of which E is an address in the node, or behind pointers in there, in
   the round in which the record is executed. */
static bool find_way (struct body *d, uint32_t record, expr_id e, struct way *w,
                      struct walk_loop *walk)
{
  struct exprs *x = &d->s->x;
  uint32_t loads[MOST_WAY], n = 0;
  int64_t offset;
  for (expr_id base = expr_base (x, e, &offset); base && n < MOST_WAY; n++) {
    *walk = (struct walk_loop){.again = true};
    add_number (w, offset);
    if (walks_at (d, record, base, walk)) {
      for (uint32_t k = 0; k < n; k++)
        if (!loops_has_block (d, &walk->loop, d->flow.block_of[loads[k]]))
          return false;
      w->list.behind = w->list.n_memory;
      return true;
    }
    expr_id at = loaded_at (d, base, &loads[n]);
    if (!at || !add_memory (w, at))
      return false;
    base = expr_base (x, at, &offset);
  }
  return false;
}

/* The store that puts a pointer to the memory, new in this round, into another place before the
   record; UINT32_MAX: there is none, or another one, too. */
static uint32_t store_of (struct body *d, expr_id new, uint32_t record)
{
  const struct expr *v = expr_get (&d->s->x, new);
  uint32_t found = UINT32_MAX;
  if (v->op != X_FRESH || v->a != d->f || is_taken (d->s, new))
    return UINT32_MAX;
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    if (store->r.kind != REC_store || value_of_operand (d, &store->src) != new)
      continue;
    if (found != UINT32_MAX || !flow_dominates (&d->flow, r, record))
      return UINT32_MAX;
    found = r;
  }
  return found;
}

/* The same for new memory that each round makes and the list then leads to. */
static bool find_new (struct body *d, uint32_t record, expr_id e, struct way *w,
                      struct walk_loop *walk)
{
  int64_t offset;
  expr_id new = expr_base (&d->s->x, e, &offset);
  uint32_t store = new ? store_of (d, new, record) : UINT32_MAX;
  if (store == UINT32_MAX)
    return false;
  expr_id at = value_of_address (d, &((const struct rec_store *)d->b->records[store])->addr);
  add_number (w, offset);
  if (!at || !add_memory (w, at) || !find_way (d, record, at, w, walk))
    return false;
  uint32_t made = d->flow.block_of[expr_get (&d->s->x, new)->b];
  w->list.store = 1 + store;
  return loops_has_block (d, &walk->loop, made) && !loops_is_inner (d, made, walk->loop.header) &&
         !loops_is_inner (d, d->flow.block_of[store], walk->loop.header);
}

/* Where the loop begins: the address of the pointer to the first node, or that itself; 0: unknown.
 */
static expr_id find_start (struct body *d, struct way *w, const struct walk_loop *walk)
{
  struct exprs *x = &d->s->x;
  uint32_t record;
  int64_t offset = 0;
  expr_id first = walk->variable || !walk->first ? 0 : expr_base (x, walk->first, &offset);
  expr_id at = first ? loaded_at (d, first, &record) : walk->variable;
  expr_id start = at ? at : walk->first;
  w->key[w->n++] = at != 0;
  add_number (w, at ? offset : 0);
  if (at && !add_memory (w, at))
    return 0;
  if (at && first)
    w->list.begins = 1 + record;
  /* What this is found by must stay, too. */
  expr_id base = start ? expr_base (x, start, &offset) : 0;
  while (base && (at = loaded_at (d, base, &record)) != 0) {
    if (!add_memory (w, at))
      return 0;
    w->list.begins = 1 + record;
    base = expr_base (x, at, &offset);
  }
  return base && expr_get (x, base)->op != X_LOAD && expr_get (x, base)->op != X_INDEX ? start : 0;
}

/* Whether it is the same in all rounds of all loops of an activation. */
static bool is_fixed (const struct exprs *x, expr_id e)
{
  int64_t offset;
  enum expr_op op = (enum expr_op)expr_get (x, expr_base (x, e, &offset))->op;
  return op == X_CONST || op == X_FORMAL || op == X_OBJECT;
}

/* The node at which the list has ended along an edge: it is compared with the one of this round, or
   NEXT that of the next one.  0: nobody knows. */
static expr_id end_along (struct body *d, const struct walk_loop *w, uint32_t block, uint32_t edge,
                          bool *next)
{
  struct exprs *x = &d->s->x;
  const struct block *b = &d->b->blocks[block];
  const struct rec_branch *branch =
      b->end > b->first ? (const struct rec_branch *)d->b->records[b->end - 1] : NULL;
  if (!branch || branch->r.kind != REC_branch ||
      b->edges[edge].kind != (branch->code == OP_EQ ? EK_TRUE : EK_FALSE) ||
      (branch->code != OP_EQ && branch->code != OP_NE))
    return 0;
  expr_id v[] = {value_of_operand (d, &branch->a), value_of_operand (d, &branch->b)};
  for (int i = 0; i < 2; i++) {
    int64_t k, k_next;
    expr_id e = v[i] ? expr_base (x, v[i], &k) : 0;
    if (!e || !v[1 - i] || !is_fixed (x, v[1 - i]))
      continue;
    *next = e == expr_base (x, w->next, &k_next);
    if (*next || walks_is_node (d, w, e))
      return expr_add (x, v[1 - i], *next ? k_next - k : -k);
  }
  return 0;
}

/* The only way out of a loop of joins: there the list has ended, and all before has been passed. */
static expr_id find_end (struct body *d, const struct walk_loop *w, struct item *join)
{
  const bool *returns = loops_returning (d);
  struct loop_blocks loop = loops_blocks (d, &w->loop);
  uint32_t done = d->flow.block_of[join->record], n = 0;
  expr_id end = 0;
  bool next = false;
  for (uint32_t i = 0; i < loop.n; i++)
    for (uint32_t k = 0; k < d->b->blocks[loop.v[i]].n_edges; k++) {
      uint32_t to = d->b->blocks[loop.v[i]].edges[k].target;
      if (!returns[to] || loops_has_block (d, &w->loop, to))
        continue;
      end = n++ ? 0 : end_along (d, w, loop.v[i], k, &next);
      if (end && next && !dominates (&d->flow.dominators, done, loop.v[i]))
        end = 0;
      join->loop_test = loop.v[i];
      join->loop_exit = to;
    }
  return end;
}

/* The end at which a loop of creations stops before it comes to the creation; 0: it may do so
   elsewhere. */
static expr_id find_guard (struct body *d, const struct walk_loop *w)
{
  const struct block *b = &d->b->blocks[w->loop.header];
  expr_id end = 0;
  bool next = false;
  for (uint32_t k = 0; k < b->n_edges && !end; k++)
    if (!loops_has_block (d, &w->loop, b->edges[k].target))
      end = end_along (d, w, w->loop.header, k, &next);
  return next ? 0 : end;
}

/* Whether a record is executed behind that of a creation, unless this fails: before it is executed
   again, or the function returns. */
static bool follows (struct body *d, uint32_t fork, uint32_t record)
{
  const bool *returns = loops_returning (d);
  uint32_t here = d->flow.block_of[fork], there = d->flow.block_of[record];
  if (here == there)
    return record > fork;
  bool *seen = xcalloc (d->b->n_blocks, sizeof *seen), goes = true;
  struct worklist list = {0};
  worklist_push (&list, here);
  for (uint32_t b; goes && worklist_pop (&list, &b);) {
    const struct block *v = &d->b->blocks[b];
    goes = v->end == v->first || d->b->records[v->end - 1]->kind != REC_return;
    for (uint32_t k = 0; k < v->n_edges; k++) {
      uint32_t to = v->edges[k].target;
      if (to == there || seen[to] || !returns[to] || loops_leaves_by_failure (d, fork, b, k))
        continue;
      goes &= to != here;
      seen[to] = true;
      worklist_push (&list, to);
    }
  }
  worklist_free (&list);
  free (seen);
  return goes;
}

/* Whether threads may be joined behind the creation, but before the record. */
static bool joins_before (struct body *d, uint32_t fork, uint32_t record)
{
  const struct pointers *p = d->s->p;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    const struct call_edge *c = &p->calls.v[k];
    const struct model *m = p->models[c->callee];
    if (c->kind == CALL_NOW && c->record != fork && (!m || model_has (m, EFFECT_JOIN)) &&
        loops_comes_around (d, fork, c->record, record))
      return true;
  }
  return false;
}

/* The same, or each time before. */
static bool goes_along (struct body *d, uint32_t fork, uint32_t record)
{
  return (follows (d, fork, record) && !joins_before (d, fork, record)) ||
         (flow_dominates (&d->flow, record, fork) && !loops_comes_around (d, fork, fork, record));
}

/* The only store of a value in NODE itself, or elsewhere; UINT32_MAX: there are others, or none. */
static uint32_t only_store (struct body *d, expr_id value, expr_id node, bool inside)
{
  uint32_t found = UINT32_MAX;
  int64_t offset;
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    expr_id at = 0;
    if (store->r.kind == REC_store && value_of_operand (d, &store->src) == value)
      at = value_of_address (d, &store->addr);
    if (!at || (expr_base (&d->s->x, at, &offset) == node) != inside)
      continue;
    if (found != UINT32_MAX)
      return UINT32_MAX;
    found = r;
  }
  return found;
}

/* Whether the record stores the pointer to the next node, in the new one, whenever the thread is
   created. */
static bool find_link (struct body *d, uint32_t fork, uint32_t record, struct way *w)
{
  int64_t offset;
  if (record == UINT32_MAX || !goes_along (d, fork, record))
    return false;
  expr_id at = value_of_address (d, &((const struct rec_store *)d->b->records[record])->addr);
  expr_base (&d->s->x, at, &offset);
  add_number (w, offset);
  add_number (w, 0);
  w->list.link = 1 + record;
  return add_memory (w, at);
}

/* What a pointer in memory leads to, so that the node at which it pointed is the next of the new
   one. */
static expr_id find_put (struct body *d, uint32_t fork, expr_id node, struct way *w)
{
  struct exprs *x = &d->s->x;
  uint32_t load, store = only_store (d, node, node, false);
  if (store == UINT32_MAX || !goes_along (d, fork, store))
    return 0;
  expr_id at = value_of_address (d, &((const struct rec_store *)d->b->records[store])->addr);
  if (!is_fixed (x, at) || !add_memory (w, at))
    return 0;
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    const struct rec_store *link = (const struct rec_store *)d->b->records[r];
    expr_id old = link->r.kind == REC_store ? value_of_operand (d, &link->src) : 0;
    if (!old || loaded_at (d, old, &load) != at)
      continue;
    if (only_store (d, old, node, true) != r || !flow_dominates (&d->flow, load, store) ||
        loops_comes_around (d, store, store, load) || !goes_along (d, store, r))
      return 0;
    w->list.store = 1 + store;
    w->list.begins = 1 + load;
    w->key[w->n++] = true;
    add_number (w, 0);
    return find_link (d, fork, r, w) ? at : 0;
  }
  return 0;
}

/* The same for a value that is the new node in the next round of a loop. */
static expr_id find_put_value (struct body *d, uint32_t fork, expr_id node, struct way *w)
{
  uint32_t block = d->flow.block_of[fork];
  uint32_t header = d->flow.in_cycle[block] ? loops_around (d, block) : NODE_NONE;
  const struct block *b = header == NODE_NONE ? NULL : &d->b->blocks[header];
  for (uint32_t r = b ? b->first : 0; b && r < b->end; r++) {
    const struct rec_phi *phi = (const struct rec_phi *)d->b->records[r];
    if (phi->r.kind != REC_phi || phi->args.n != 2 || b->n_preds != 2)
      continue;
    expr_id old = d->value[phi->r.dst];
    for (uint32_t i = 0; i < 2; i++) {
      uint32_t latch = b->preds[i];
      if (latch >= d->b->n_blocks || value_of_operand (d, &phi->args.v[i]) != node || !old ||
          !dominates (&d->flow.dominators, header, latch) || !follows (d, fork, r) ||
          joins_before (d, fork, r))
        continue;
      w->key[w->n++] = false;
      add_number (w, 0);
      w->list.header = header;
      w->list.latch = latch;
      return find_link (d, fork, only_store (d, old, node, true), w) ? old : 0;
    }
  }
  return 0;
}

/* A creation for a new node that is put in front of a list. */
static bool find_new_node (struct body *d, struct item *i, expr_id address, struct way *w)
{
  int64_t offset;
  expr_id node = expr_base (&d->s->x, address, &offset);
  const struct expr v = *expr_get (&d->s->x, node);
  if (v.op != X_FRESH || v.a != d->f || is_taken (d->s, node) ||
      loops_comes_around (d, i->record, i->record, v.b))
    return false;
  add_number (w, offset);
  struct way other = *w;
  i->e[3] = find_put (d, i->record, node, w);
  if (!i->e[3]) {
    *w = other;
    i->e[3] = find_put_value (d, i->record, node, w);
  }
  w->list.puts = true;
  return i->e[3] != 0;
}

static void add_list (struct body *d, struct item *i, struct way *w, expr_id address)
{
  w->list.handle = address;
  w->list.way = tuples_intern (&d->s->ways, w->key, w->n);
  vec_push (&d->s->lists, w->list);
  i->list = d->s->lists.n;
}

/* A creation or join in a loop that goes from node to node. */
static bool find_loop (struct body *d, struct item *i, expr_id address, struct way *w)
{
  struct exprs *x = &d->s->x;
  struct walk_loop walk;
  struct way other = *w;
  int64_t offset;
  if (!find_way (d, i->record, address, w, &walk)) {
    *w = other;
    if (i->kind != ITEM_FORK || !find_new (d, i->record, address, w, &walk))
      return false;
  }
  if (i->kind == ITEM_FORK && walk.variable)
    return false;
  i->e[3] = find_start (d, w, &walk);
  i->e[4] = i->kind == ITEM_JOIN ? find_end (d, &walk, i) : find_guard (d, &walk);
  if (i->kind == ITEM_JOIN &&
      !dominates (&d->flow.dominators, d->flow.block_of[i->record], walk.loop.latch)) {
    walk.loop.e = walk.now;
    w->list.only = loops_skips (d, &walk.loop, i, i->e[3]);
    i->e[4] = w->list.only ? i->e[4] : 0;
  }
  add_number (w, walk.link);
  add_number (w, walk.shift);
  if (i->kind == ITEM_JOIN)
    w->list.store = walk.variable ? 1 + walk.store : 0;
  w->list.header = walk.loop.header;
  w->list.latch = walk.loop.latch;
  i->loops_here = i->e[3] && (i->e[4] || i->kind == ITEM_FORK) &&
                  add_memory (w, expr_get (x, expr_base (x, walk.next, &offset))->a);
  i->swept = loops_is_certain (d, d->b->blocks[walk.loop.header].first);
  if (i->loops_here && i->kind == ITEM_FORK) {
    vec_push (&d->shaped, (struct shaped_fork){i->record, address, walk.now, walk.loop.header,
                                               walk.loop.latch});
    map_set (&d->shaped_at, i->e[3], d->shaped.n);
  }
  return i->loops_here;
}

void lists_find (struct body *d, struct item *i)
{
  struct exprs *x = &d->s->x;
  struct way w = {.list = {.function = d->f, .record = i->record, .header = NODE_NONE}};
  struct way other = w;
  expr_id address = i->e[0];
  if (i->kind == ITEM_JOIN)
    address = address && expr_get (x, address)->op == X_LOAD
                  ? expr_if_not_null (x, expr_get (x, address)->a)
                  : 0;
  if (!address || i->repeats)
    return;
  if (d->flow.in_cycle[d->flow.block_of[i->record]] && find_loop (d, i, address, &w))
    add_list (d, i, &w, address);
  else if (i->kind == ITEM_FORK && find_new_node (d, i, address, &other))
    add_list (d, i, &other, address);
  else
    i->e[3] = i->e[4] = 0;
}
