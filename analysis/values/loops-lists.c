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
      w->list.behind = n > 0;
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
  w->list.behind = true;
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

/* The only way out of a loop of joins: there the list has ended, and all before it is joined. */
static expr_id find_end (struct body *d, const struct walk_loop *w, struct item *join)
{
  const bool *returns = loops_returning (d);
  struct loop_blocks loop = loops_blocks (d, &w->loop);
  uint32_t done = d->flow.block_of[join->record], n = 0;
  expr_id end = 0;
  bool next = false;
  if (!dominates (&d->flow.dominators, done, w->loop.latch))
    return 0;
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

void lists_find (struct body *d, struct item *i)
{
  struct exprs *x = &d->s->x;
  struct way w = {.list = {.function = d->f, .record = i->record}};
  struct walk_loop walk;
  expr_id address = i->e[0];
  if (i->kind == ITEM_JOIN)
    address = address && expr_get (x, address)->op == X_LOAD
                  ? expr_if_not_null (x, expr_get (x, address)->a)
                  : 0;
  if (!address || i->repeats || !d->flow.in_cycle[d->flow.block_of[i->record]])
    return;
  struct way whole = w;
  bool found = find_way (d, i->record, address, &whole, &walk);
  if (!found && i->kind == ITEM_FORK) {
    whole = w;
    found = find_new (d, i->record, address, &whole, &walk);
  }
  w = whole;
  if (!found || (i->kind == ITEM_FORK && walk.variable))
    return;
  int64_t offset;
  expr_id last = expr_get (x, expr_base (x, walk.next, &offset))->a;
  add_number (&w, walk.link);
  add_number (&w, walk.shift);
  if (!add_memory (&w, last))
    return;
  i->e[3] = find_start (d, &w, &walk);
  i->e[4] = i->kind == ITEM_JOIN ? find_end (d, &walk, i) : find_guard (d, &walk);
  if (!i->e[3] || (i->kind == ITEM_JOIN && !i->e[4])) {
    i->e[3] = i->e[4] = 0;
    return;
  }
  if (i->kind == ITEM_JOIN)
    w.list.store = walk.variable ? 1 + walk.store : 0;
  w.list.header = walk.loop.header;
  w.list.latch = walk.loop.latch;
  w.list.handle = address;
  w.list.way = tuples_intern (&d->s->ways, w.key, w.n);
  i->loops_here = true;
  i->swept = loops_is_certain (d, d->b->blocks[walk.loop.header].first);
  vec_push (&d->s->lists, w.list);
  i->list = d->s->lists.n;
}
