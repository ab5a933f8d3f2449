/* Around: ways around a join, by what fields say that are beside the handle.

     if (o->options & THREAD)                        if (o->options & THREAD)
       pthread_create (&o->thread, 0, run, o);         pthread_join (o->thread, 0);
                                                     free (o);

   Of a creation it is kept what is known of such fields: by the tests that all ways to it have
   passed, and by constants that are stored before it, or behind it; of a join the tests by which it
   is left out.  So are stores that say nothing, since the thread does not run any more.  That the
   one excludes the other, whatever else is stored there, is for verdicts-reaped.c to say. */

#include "items-internal.h"
#include "loops.h"
#include "spelling.h"

/* So much is kept of an item, so many branches are looked at, for so many items of a function. */
enum { MOST_TESTS = 64, FARTHEST = 64, MOST_WITH_TESTS = 64 };

static_assert (sizeof (struct field_test) % sizeof (uint32_t) == 0, "words");

uint32_t items_tests (const struct summaries *s, uint32_t list, const struct field_test **v)
{
  *v = list ? (const struct field_test *)tuples_numbers (&s->tests, list) : NULL;
  return list ? tuples_length (&s->tests, list) * sizeof (uint32_t) / sizeof **v : 0;
}

/* Where the handle is that the item writes or reads; 0: nobody knows. */
static expr_id handle_at (const struct summaries *s, const struct item *i)
{
  const struct expr *v = i->e[0] ? expr_get (&s->x, i->e[0]) : NULL;
  return i->kind == ITEM_FORK ? i->e[0] : v && v->op == X_LOAD ? v->a : 0;
}

/* What an edge tells of a number: that the bits in MASK are VALUE, or not. */
struct told_bits {
  expr_id e;
  uint64_t mask, value;
  bool equal;
};

/* T->e without conversions, and T->mask without the bits that these leave out. */
static void strip (const struct exprs *x, struct told_bits *t)
{
  for (const struct expr *v; (v = expr_get (x, t->e))->op == X_CONVERT; t->e = v->a) {
    uint64_t bits = (uint64_t)(v->k < 0 ? -v->k : v->k);
    if (bits < 64)
      t->mask &= (UINT64_C (1) << bits) - 1;
  }
}

/* Of the number that a mask is applied to, *T, and of the result, *ALL. */
static bool find_told (struct body *d, uint32_t block, uint32_t edge, struct told_bits *t,
                       struct told_bits *all)
{
  const struct exprs *x = &d->s->x;
  struct told told;
  int64_t k, bits;
  if (!loops_told_on (d, block, edge, &told) || (told.code != OP_EQ && told.code != OP_NE) ||
      !expr_is_const (x, told.b, &k) || k < 0)
    return false;
  *t = (struct told_bits){told.a, UINT64_MAX, (uint64_t)k, told.code == OP_EQ};
  strip (x, t);
  *all = *t;
  const struct expr *v = expr_get (x, t->e);
  if (v->op == X_OP && v->code == OP_AND && expr_is_const (x, v->b, &bits)) {
    t->mask &= (uint64_t)bits;
    t->e = v->a;
    strip (x, t);
  }
  return true;
}

/* The same of a field of BITS bits AT bytes from the handle, which has been loaded or stored at the
   record; false: nothing certain. */
static bool make_test (const struct told_bits *t, int64_t at, uint64_t bits, uint32_t record,
                       struct field_test *test)
{
  if (!bits || bits % 8 || bits > 64)
    return false;
  uint64_t mask = t->mask & UINT64_MAX >> (64 - bits);
  *test = (struct field_test){.at = at,
                              .mask = mask,
                              .value = t->value,
                              .bits = (uint32_t)bits,
                              .equal = t->equal,
                              .record = record};
  return t->value <= mask >> 1; /* it means the same whatever the sign */
}

/* Whether the number was loaded, by the function itself, from a field beside the handle. */
static bool is_loaded (struct body *d, expr_id handle, const struct told_bits *t,
                       struct field_test *test)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = expr_get (x, t->e);
  int64_t inside, at;
  if (v->op != X_LOAD || !v->b || tuples_length (&x->versions, v->b) != 2)
    return false;
  const uint32_t *version = tuples_numbers (&x->versions, v->b);
  return version[0] == d->f && expr_base (x, v->a, &at) == expr_base (x, handle, &inside) &&
         make_test (t, at - inside, (uint64_t)v->k & (LOAD_ATOMIC - 1), version[1], test);
}

struct tests {
  uint32_t n;
  struct field_test v[MOST_TESTS];
};

/* Adds that it is stored there before the record of a creation.  What is not equal must be all that
   is stored. */
static void add_stored (struct body *d, const struct item *fork, const struct told_bits *t,
                        struct tests *tests)
{
  enum { MOST_STORES = 16 };
  const struct exprs *x = &d->s->x;
  uint32_t next = loops_first_store (d, t->e);
  for (int n = 0; n < MOST_STORES && next && tests->n < MOST_TESTS; n++) {
    uint32_t r = d->listed_stores.v[next - 1].record;
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    struct told_bits bits = *t;
    int64_t inside, at;
    bool whole = value_of_operand (d, &store->src) == t->e;
    next = d->listed_stores.v[next - 1].next;
    if (!whole)
      bits.mask &= ((uint64_t)1 << NUMBER_BITS) - 1;
    tests->n +=
        (whole || t->equal) && flow_dominates (&d->flow, r, fork->record) &&
        expr_base (x, value_of_address (d, &store->addr), &at) ==
            expr_base (x, fork->e[0], &inside) &&
        make_test (&bits, at - inside, store_bits (d->u, d->b, store), r, &tests->v[tests->n]);
  }
}

/* The branches above the record that it depends on: what they tell on the edge that leads there, or
   for a join on the other one, which CUT gets as two blocks. */
static void find_tests (struct body *d, const struct item *i, struct tests *tests, vec_u32 *cut)
{
  const struct dominators *above = &d->flow.dominators;
  uint32_t block = d->flow.block_of[i->record], p = above->parent[block];
  for (int n = 0; n < FARTHEST && p != NODE_NONE; n++, p = above->parent[p]) {
    const struct block *b = &d->b->blocks[p];
    for (uint32_t k = 0; b->n_edges == 2 && k < 2 && tests->n < MOST_TESTS; k++) {
      uint32_t to = b->edges[k].target, other = b->edges[1 - k].target;
      bool leads = dominates (above, to, block) && to != other &&
                   d->flow.predecessors.first[to + 1] - d->flow.predecessors.first[to] == 1;
      struct field_test *t = &tests->v[tests->n];
      struct told_bits told, all;
      if (!leads || !find_told (d, p, i->kind == ITEM_JOIN ? 1 - k : k, &told, &all))
        continue;
      if (is_loaded (d, handle_at (d->s, i), &told, t)) {
        t->from = p;
        t->to = other;
        tests->n++;
        vec_push (cut, p);
        vec_push (cut, other);
      }
      if (i->kind == ITEM_FORK)
        add_stored (d, i, &told, tests);
      if (i->kind == ITEM_FORK && all.e != told.e)
        add_stored (d, i, &all, tests);
    }
  }
}

/* The blocks to which a way leads that passes neither the record nor one of the edges in CUT; if it
   returns there, *RETURNS. */
static bool *find_others (struct body *d, uint32_t record, const vec_u32 *cut, bool *returns)
{
  bool *reached = ARENA_ARRAY (&d->arena, d->b->n_blocks, bool);
  struct worklist list = {0};
  worklist_push (&list, 0);
  for (uint32_t b; worklist_pop (&list, &b);) {
    const struct block *v = &d->b->blocks[b];
    if (reached[b])
      continue;
    reached[b] = true;
    if (b == d->flow.block_of[record])
      continue;
    *returns |= v->end > v->first && d->b->records[v->end - 1]->kind == REC_return;
    for (uint32_t k = 0; k < v->n_edges; k++) {
      bool is_cut = false;
      for (uint32_t n = 0; n < cut->n && !is_cut; n += 2)
        is_cut = cut->v[n] == b && cut->v[n + 1] == v->edges[k].target;
      if (!is_cut)
        worklist_push (&list, v->edges[k].target);
    }
  }
  worklist_free (&list);
  return reached;
}

/* Whether the thread is known not to run when the record is executed. */
static bool is_unborn (const struct body *d, uint32_t record, uint32_t fork)
{
  for (struct set_iter i = sets_each (&d->s->sets, d->point[record].held); set_next (&i);) {
    const struct expr *v = expr_get (&d->s->x, hold_get (d->s, i.x).lock);
    if (v->op == X_TOKEN && v->a == d->f && v->b == fork)
      return true;
  }
  return false;
}

enum on_way { WAY_ON, WAY_DONE, WAY_BAD };

/* What a record says that is behind the creation, on the way to the store: it returns, or calls
   more than a library. */
static enum on_way step_at (const struct body *d, uint32_t record, uint32_t fork, uint32_t store)
{
  uint32_t first, end;
  if (record == store || (d->point[record].reached && is_unborn (d, record, fork)))
    return WAY_DONE;
  if (d->b->records[record]->kind != REC_call)
    return d->b->records[record]->kind == REC_return ? WAY_BAD : WAY_ON;
  calls_of_record (d->s->p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (!d->s->p->models[d->s->p->calls.v[k].callee])
      return WAY_BAD;
  return first < end ? WAY_ON : WAY_BAD;
}

/* Whether each way from the creation on comes to the store at once, if there is a thread. */
static bool is_followed_by (struct body *d, uint32_t fork, uint32_t store)
{
  bool *seen = xcalloc (d->b->n_blocks, sizeof *seen), good = true, first = true;
  struct worklist list = {0};
  worklist_push (&list, d->flow.block_of[fork]);
  for (uint32_t b; good && worklist_pop (&list, &b); first = false) {
    enum on_way step = WAY_ON;
    if (seen[b])
      continue;
    seen[b] = !first;
    for (uint32_t r = first ? fork + 1 : d->b->blocks[b].first;
         r < d->b->blocks[b].end && step == WAY_ON; r++)
      step = step_at (d, r, fork, store);
    good = step != WAY_BAD;
    for (uint32_t k = 0; step == WAY_ON && k < d->b->blocks[b].n_edges; k++)
      if (!loops_leaves_by_failure (d, fork, b, k))
        worklist_push (&list, d->b->blocks[b].edges[k].target);
  }
  worklist_free (&list);
  free (seen);
  return good;
}

/* Whether the store is done when the thread has been joined, or could not be created. */
static bool is_idle (const struct body *d, const struct item *i, uint32_t store)
{
  if (i->record == store || !flow_dominates (&d->flow, i->record, store))
    return false;
  return i->kind == ITEM_JOIN ? !i->inner || d->s->items.v[i->inner].certain
                              : d->point[store].reached && is_unborn (d, store, i->record);
}

/* The stores of the function beside the handle. */
static void add_stores (struct body *d, const struct item *i, struct tests *tests)
{
  struct exprs *x = &d->s->x;
  int64_t inside, at, k;
  expr_id base = expr_base (x, handle_at (d->s, i), &inside);
  for (uint32_t r = 0; r < d->b->n_records && tests->n < MOST_TESTS; r++) {
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    if (store->r.kind != REC_store || store->addr.bitoff % 8 ||
        expr_base (x, value_of_address (d, &store->addr), &at) != base)
      continue;
    struct field_test *t = &tests->v[tests->n];
    uint64_t bits = store_bits (d->u, d->b, store);
    expr_id value = value_of_operand (d, &store->src);
    bool constant = i->kind == ITEM_FORK && expr_is_const (x, value, &k);
    struct told_bits told = {value, UINT64_MAX, constant ? (uint64_t)k : 0, true};
    if (is_idle (d, i, r)) {
      *t = (struct field_test){.at = at - inside, .record = r, .kind = TEST_IDLE};
      tests->n++;
    } else if (constant && k >= 0 && make_test (&told, at - inside, bits, r, t)) {
      bool before = r != i->record && flow_dominates (&d->flow, r, i->record);
      t->kind = before ? TEST_KNOWN : TEST_LATER;
      tests->n += before || is_followed_by (d, i->record, r);
    }
  }
}

/* All of an item's tests: what the callee knows, when it is called, and the function's own. */
static void gather_tests (struct body *d, const struct item *i, struct tests *tests, vec_u32 *cut)
{
  const struct field_test *inner;
  uint32_t n = items_tests (d->s, i->inner ? d->s->items.v[i->inner].tests : 0, &inner);
  for (uint32_t k = 0; k < n; k++) {
    if (inner[k].kind == TEST_IDLE)
      continue;
    struct field_test *t = &tests->v[tests->n++];
    *t = inner[k];
    t->record = i->record;
    t->from = t->to = NODE_NONE;
  }
  find_tests (d, i, tests, cut);
}

void items_find_tests (struct body *d, struct item *i)
{
  struct tests tests = {0};
  vec_u32 cut = {0};
  bool returns = false;
  i->tests = 0;
  i->around = false;
  if (!handle_at (d->s, i) || (i->kind == ITEM_JOIN && i->shape) || i->via ||
      d->n_with_tests++ >= MOST_WITH_TESTS)
    return;
  gather_tests (d, i, &tests, &cut);
  if (i->kind == ITEM_JOIN && tests.n && items_is_passed (d->s, i)) {
    find_others (d, i->record, &cut, &returns);
    i->around = !returns;
  }
  add_stores (d, i, &tests);
  if (tests.n)
    i->tests = tuples_intern (&d->s->tests, (const uint32_t *)tests.v,
                              tests.n * sizeof *tests.v / sizeof (uint32_t));
  vec_free (&cut);
}

bool items_is_passed (const struct summaries *s, const struct item *join)
{
  const struct item *inner = join->inner ? &s->items.v[join->inner] : NULL;
  return !inner || inner->certain || inner->around;
}

const bool *items_not_behind (struct body *d, const struct item *join)
{
  struct tests tests = {0};
  vec_u32 cut = {0};
  bool returns = false;
  gather_tests (d, join, &tests, &cut);
  const bool *others = tests.n && items_is_passed (d->s, join)
                           ? find_others (d, join->record, &cut, &returns)
                           : NULL;
  vec_free (&cut);
  return others;
}
