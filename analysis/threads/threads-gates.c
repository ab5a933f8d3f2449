/* Gates: looks at memory without which a join is not done.

     if (s->state == RUNNING && !pthread_equal (s->thread, pthread_self ()))
       pthread_join (s->thread, NULL);

   Each of the two looks has an edge that does not join.  What is between a look and the join, and
   behind it, must lead to the join, or to the edge of another look.

     if (s->state != RUNNING)
       serve (s);

   Where there is no join, a look tells main the same; and the thread itself nothing. */

#include "fields.h"
#include "running.h"

/* The stores into each variable of the function that is asked about; most ask about the same one.
 */
static void find_stored (struct flag_finder *x, funid f)
{
  const struct function *b = running_body (x, f);
  if (x->stored_of == f)
    return;
  x->stored_of = f;
  vec_clear (&x->stored);
  vec_resize (&x->stored, b->n_locals + 1);
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct rec_store *r = (const struct rec_store *)b->records[i];
    if (r->r.kind != REC_store || r->addr.base_kind != BASE_LOCAL)
      continue;
    uint32_t *only = &x->stored.v[r->addr.base];
    *only = *only ? UINT32_MAX : i + 1;
  }
}

/* What is stored into a variable that the compiler has made for the value of an expression; NULL:
   nobody knows. */
static const struct operand *stored_in (struct flag_finder *x, funid f, const struct address *a)
{
  const struct function *b = running_body (x, f);
  if (a->base_kind != BASE_LOCAL || !(b->locals[a->base].flags & OF_ARTIFICIAL))
    return NULL;
  find_stored (x, f);
  uint32_t only = x->stored.v[a->base];
  return only && only != UINT32_MAX ? &((const struct rec_store *)b->records[only - 1])->src : NULL;
}

uint32_t running_source (struct flag_finder *x, funid f, const struct operand *o)
{
  enum { FAR = 8 };
  const struct function *b = running_body (x, f);
  uint32_t def = UINT32_MAX;
  for (int i = 0; i < FAR && o; i++) {
    def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
    const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
    if (op && op->r.kind == REC_op && (op->code == OP_CONVERT || op->code == OP_COPY))
      o = &op->a;
    else if (op && op->r.kind == REC_load)
      o = stored_in (x, f, &((const struct rec_load *)&op->r)->addr);
    else
      o = NULL;
  }
  return o ? UINT32_MAX : def;
}

/* The model of what the record calls, if it is one function. */
static const struct model *model_at (const struct pointers *p, funid f, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  return end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
}

/* Where the record, a load or an atomic one, finds its result; empty: it is none. */
static setid loaded_at (struct flag_finder *x, funid f, uint32_t record)
{
  struct pointers *p = x->d->s->p;
  const struct record *r = running_body (x, f)->records[record];
  if (r->kind == REC_load)
    return points_of_address (p, f, &((const struct rec_load *)r)->addr);
  if (r->kind != REC_call)
    return SETS_EMPTY;
  const struct rec_call *c = (const struct rec_call *)r;
  const struct model *m = model_at (p, f, record);
  for (uint32_t i = 0; m && i < m->n_effects; i++) {
    const struct model_operand *o = &m->effects[i].op[ATOMIC_LOAD_MEMORY];
    if (m->effects[i].kind == EFFECT_ATOMIC_LOAD && o->kind == MODEL_PLACE &&
        o->u.place.base == MODEL_ARG && o->u.place.number < c->args.n)
      return points_of_operand (p, f, &c->args.v[o->u.place.number]);
  }
  return SETS_EMPTY;
}

/* Whether the record is in the block, which ends by a branch, and nothing is called behind it but
   what the models of handles say. */
static bool is_looked_at (const struct flag_finder *x, funid f, uint32_t record,
                          const struct block *v)
{
  const struct function *b = running_body (x, f);
  bool quiet = record >= v->first && record < v->end;
  for (uint32_t k = record + 1; quiet && k < v->end; k++) {
    const struct model *m = b->records[k]->kind == REC_call ? model_at (x->d->s->p, f, k) : NULL;
    quiet = b->records[k]->kind != REC_call ||
            (m && (model_has (m, EFFECT_SELF) || model_has (m, EFFECT_EQUAL)));
  }
  return quiet;
}

/* Whether one of the operands is the thread's own handle, and the other one is loaded: where.  The
   block ends by the branch, and nothing has been created since the load. */
static setid compared_with_self (struct flag_finder *x, funid f, const struct block *v,
                                 const struct operand *a, const struct operand *b)
{
  const struct function *body = running_body (x, f);
  const struct operand *o[] = {a, b};
  for (int i = 0; i < 2; i++) {
    uint32_t self = running_source (x, f, o[i]), load = running_source (x, f, o[1 - i]);
    if (self == UINT32_MAX || load == UINT32_MAX || body->records[self]->kind != REC_call ||
        body->records[load]->kind != REC_load || !is_looked_at (x, f, load, v))
      continue;
    const struct model *m = model_at (x->d->s->p, f, self);
    if (m && model_has (m, EFFECT_SELF))
      return loaded_at (x, f, load);
  }
  return SETS_EMPTY;
}

/* The same, where the branch compares what pthread_equal has returned with 0, or the handles. */
static setid looks_at_self (struct flag_finder *x, funid f, const struct rec_branch *r,
                            const struct block *v, bool *equal)
{
  const struct function *b = running_body (x, f);
  *equal = r->code == OP_EQ;
  if (r->b.kind != OPND_INT)
    return compared_with_self (x, f, v, &r->a, &r->b);
  uint32_t call = r->b.u.number ? UINT32_MAX : running_source (x, f, &r->a);
  if (call == UINT32_MAX || b->records[call]->kind != REC_call)
    return SETS_EMPTY;
  const struct model *m = model_at (x->d->s->p, f, call);
  const struct rec_call *c = (const struct rec_call *)b->records[call];
  if (!m || !model_has (m, EFFECT_EQUAL) || c->args.n != 2)
    return SETS_EMPTY;
  *equal = !*equal;
  return compared_with_self (x, f, v, &c->args.v[0], &c->args.v[1]);
}

bool running_look (struct flag_finder *x, funid f, uint32_t block, uint32_t *yes, struct look *look)
{
  enum { MOST = 127 }; /* what is in a byte means the same whatever its sign */
  const struct function *b = running_body (x, f);
  const struct block *v = &b->blocks[block];
  const struct rec_branch *r =
      v->end > v->first ? (const struct rec_branch *)b->records[v->end - 1] : NULL;
  bool equal;
  if (!r || r->r.kind != REC_branch || (r->code != OP_EQ && r->code != OP_NE) || v->n_edges != 2)
    return false;
  *look = (struct look){.where = looks_at_self (x, f, r, v, &equal), .self = true};
  if (!look->where) {
    if (r->b.kind != OPND_INT || r->b.u.number < 0 || r->b.u.number > MOST)
      return false;
    uint32_t load = running_source (x, f, &r->a);
    if (load == UINT32_MAX || !is_looked_at (x, f, load, v))
      return false;
    *look = (struct look){.where = loaded_at (x, f, load), .number = r->b.u.number};
    equal = r->code == OP_EQ;
  }
  for (*yes = 0; *yes < 2; ++*yes)
    if (v->edges[*yes].kind == (equal ? EK_TRUE : EK_FALSE))
      return look->where;
  return false;
}

/* The first gate of the join, or of a later one.  Those of a join follow each other. */
static uint32_t first_gate (const struct thread_finder *d, uint32_t item)
{
  uint32_t low = 0, high = d->gates.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (d->gates.v[middle].item < item)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The gate of the join whose edge goes from one block to another, one that is proved if there is;
   NULL: there is none. */
static const struct running_gate *gate_of (const struct thread_finder *d, uint32_t item,
                                           uint32_t from, uint32_t to)
{
  const struct running_gate *found = NULL;
  for (uint32_t k = first_gate (d, item); k < d->gates.n && d->gates.v[k].item == item; k++)
    if (d->gates.v[k].from == from && d->gates.v[k].to == to && !(found && found->proved))
      found = &d->gates.v[k];
  return found;
}

/* Whether each way from BLOCK on passes the record before it returns or comes to the block AGAIN,
   or an edge of a gate of ITEM, which must be PROVED. */
static bool each_way_passes (struct flag_finder *x, funid f, uint32_t block, uint32_t record,
                             uint32_t item, bool proved, uint32_t again)
{
  const struct function *b = running_body (x, f);
  uint32_t at = nonnull_flow (&x->nonnull, f)->block_of[record];
  bool *seen = xcalloc (b->n_blocks, sizeof *seen), good = true;
  struct worklist list = {0};
  worklist_push (&list, block);
  while (good && worklist_pop (&list, &block)) {
    if (seen[block] || block == at)
      continue;
    seen[block] = true;
    const struct block *v = &b->blocks[block];
    good = block != again;
    for (uint32_t r = v->first; good && r < v->end; r++)
      good = b->records[r]->kind != REC_return;
    for (uint32_t k = 0; good && k < v->n_edges; k++) {
      const struct running_gate *g = item ? gate_of (x->d, item, block, v->edges[k].target) : NULL;
      if (!(g && (g->proved || !proved)) && !edge_needs_null (&x->nonnull, f, block, k))
        worklist_push (&list, v->edges[k].target);
    }
  }
  worklist_free (&list);
  free (seen);
  return good;
}

/* What all ways from each block to a return of the function pass. */
static struct dominators find_until_return (struct arena *arena, const struct function *b)
{
  vec_u32 from = {0}, to = {0};
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    const struct block *v = &b->blocks[i];
    if (v->end > v->first && b->records[v->end - 1]->kind == REC_return) {
      vec_push (&from, b->n_blocks);
      vec_push (&to, i);
    }
    for (uint32_t k = 0; k < v->n_edges; k++) {
      vec_push (&from, v->edges[k].target);
      vec_push (&to, i);
    }
  }
  struct csr graph = csr_from_edges (arena, b->n_blocks + 1, from.v, to.v, from.n);
  struct rpo rpo = rpo_from (arena, &graph, b->n_blocks);
  vec_free (&from);
  vec_free (&to);
  return dominators_find (arena, &graph, &rpo);
}

/* Finds where the function looks at something, and how it returns; most ask about the same one. */
static void find_function (struct flag_finder *x, funid f)
{
  const struct function *b = running_body (x, f);
  const struct flow *flow = nonnull_flow (&x->nonnull, f);
  if (x->looks_of == f)
    return;
  arena_free (&x->of_looks);
  x->of_looks = (struct arena){0};
  x->looks_of = f;
  x->until_return = find_until_return (&x->of_looks, b);
  x->look_above = ARENA_ARRAY (&x->of_looks, b->n_blocks, uint32_t);
  for (uint32_t i = 0; i < b->n_blocks; i++)
    x->look_above[i] = NODE_NONE;
  for (uint32_t i = 0; i < flow->rpo.n; i++) {
    struct look look;
    uint32_t block = flow->rpo.nodes[i], up = flow->dominators.parent[block], yes;
    if (up != NODE_NONE)
      x->look_above[block] = running_look (x, f, up, &yes, &look) ? up : x->look_above[up];
  }
}

bool running_passes (struct flag_finder *x, funid f, uint32_t record, uint32_t item)
{
  const struct flow *flow = nonnull_flow (&x->nonnull, f);
  uint32_t first = flow->block_of[record];
  find_function (x, f);
  for (uint32_t k = first_gate (x->d, item);
       item && k < x->d->gates.n && x->d->gates.v[k].item == item; k++)
    if (dominates (&flow->dominators, x->d->gates.v[k].from, first))
      first = x->d->gates.v[k].from; /* all dominate the join */
  /* What all ways pass first, if they do. */
  return each_way_passes (x, f, dominates (&x->until_return, first, 0) ? first : 0, record, item,
                          true, UINT32_MAX);
}

/* The looks without which the join is not done, and which are followed by the join otherwise, from
   the last one on. */
static void find_gates (struct flag_finder *x, uint32_t item)
{
  const struct item *join = &x->d->s->items.v[item];
  const struct function *b = running_body (x, join->function);
  const struct flow *flow = nonnull_flow (&x->nonnull, join->function);
  uint32_t block = flow->block_of[join->record], yes;
  find_function (x, join->function);
  for (uint32_t p = x->look_above[block]; p != NODE_NONE; p = x->look_above[p]) {
    struct look look;
    if (!running_look (x, join->function, p, &yes, &look))
      return;
    const struct flow_edge *edges = b->blocks[p].edges;
    uint32_t in = dominates (&flow->dominators, edges[0].target, block) ? 0 : 1;
    uint32_t to = edges[in].target, other = edges[1 - in].target;
    if (flow->predecessors.first[to + 1] - flow->predecessors.first[to] != 1 ||
        !dominates (&flow->dominators, to, block) || other == to ||
        !each_way_passes (x, join->function, to, join->record, item, false, p))
      return;
    look.other = in != yes;
    if (look.self && !look.other)
      return; /* only if it is the thread's own */
    vec_push (&x->d->gates, (struct running_gate){.function = join->function,
                                                  .item = item,
                                                  .from = p,
                                                  .to = other,
                                                  .where = look.where,
                                                  .self = look.self,
                                                  .other = look.other,
                                                  .number = look.number});
  }
}

/* Tests of fields beside the handle, by which it is left out: see fields.h. */
static void add_tests (struct flag_finder *x, uint32_t item)
{
  const struct item *join = &x->d->s->items.v[item];
  const struct field_test *tests;
  uint32_t n = items_tests (x->d->s, join->tests, &tests);
  for (uint32_t i = 0; i < n; i++)
    if (tests[i].kind != TEST_IDLE && tests[i].from != NODE_NONE)
      vec_push (&x->d->gates, (struct running_gate){.function = join->function,
                                                    .item = item,
                                                    .from = tests[i].from,
                                                    .to = tests[i].to,
                                                    .test = 1 + i});
}

void running_find_gates (struct flag_finder *x)
{
  for (uint32_t n = 0; n < x->d->s->forks.n; n++) {
    uint32_t i = x->d->s->forks.v[n];
    const struct item *join = &x->d->s->items.v[i];
    if (join->kind == ITEM_JOIN && !join->shape && !join->task && !join->n_depends &&
        (!join->inner || (!join->via && x->d->s->items.v[join->inner].certain))) {
      find_gates (x, i);
      add_tests (x, i);
    }
  }
}

/* Looks elsewhere */

uint64_t running_entry (const struct thread_finder *d, funid f)
{
  const struct prefilter *p = d->s->filter;
  uint64_t mask = p->reached[f];
  if (!mask || mask & (mask - 1) || mask == (uint64_t)1 << (MOST_ENTRIES - 1))
    return 0;
  const struct entry *e = &p->entries.v[__builtin_ctzll (mask)];
  return !e->many || called_once (&d->terms->once, e->function) ? mask : 0;
}

uint64_t running_owner (const struct thread_finder *d, const struct running_gate *gate)
{
  return running_entry (d, d->s->items.v[gate->item].function);
}

bool running_test_tells (struct flag_finder *x, const struct running_gate *gate, setid threads)
{
  struct thread_finder *d = x->d;
  uint64_t owner = running_owner (d, gate);
  const struct field_test *tests;
  items_tests (d->s, d->s->items.v[gate->item].tests, &tests);
  bool tells = threads != SETS_EMPTY;
  for (struct set_iter t = sets_each (&d->t->sets, threads); tells && set_next (&t);) {
    const struct item *creation = fields_creation (d->s, d->t->v.v[t.x].item);
    tells = running_is_owned (d, t.x, owner) &&
            !fields_created_in (d->s, creation, gate->function) &&
            fields_tell (d->s, creation, &tests[gate->test - 1], true);
  }
  return tells;
}

/* Finds which threads begin in each entry that is not the end of the program. */
static void find_beginners (struct flag_finder *x)
{
  const struct thread_finder *d = x->d;
  const struct prefilter *p = d->s->filter;
  struct map at = {0}; /* function: 1 + the first entry there */
  uint32_t n = p->entries.n < MOST_ENTRIES - 1 ? p->entries.n : MOST_ENTRIES - 1;
  x->beginners = ARENA_ARRAY (&x->arena, MOST_ENTRIES, setid);
  for (uint32_t i = n; i-- > 0;)
    map_set (&at, p->entries.v[i].function, i + 1);
  for (thread_id t = 1; t < d->t->v.n; t++) {
    uint32_t i = map_get (&at, d->t->v.v[t].start, 0);
    if (i)
      x->beginners[i - 1] = sets_add (&d->t->sets, x->beginners[i - 1], t);
  }
  for (uint32_t i = 0; i < n; i++)
    x->beginners[i] = x->beginners[map_get (&at, p->entries.v[i].function, 0) - 1];
  map_free (&at);
}

/* Whether no other threads than OWNER and these may come to F. */
static bool only_they_call (struct flag_finder *x, uint64_t owner, setid threads, funid f)
{
  const struct prefilter *p = x->d->s->filter;
  uint64_t others = p->reached[f] & ~owner;
  if (!x->beginners)
    find_beginners (x);
  for (uint32_t i = 1; i < p->entries.n && i < MOST_ENTRIES - 1; i++)
    if (others >> i & 1 && !p->entries.v[i].at_end &&
        sets_subset (&x->d->t->sets, x->beginners[i], threads))
      others &= ~((uint64_t)1 << i);
  return !others;
}

void running_find_looks (struct flag_finder *x)
{
  const struct thread_finder *d = x->d;
  for (funid f = 1; f <= d->program->n_functions; f++) {
    const struct function *b = d->s->of[f].known ? running_body (x, f) : NULL;
    struct seen_look v = {.function = f};
    uint32_t l;
    for (v.block = 0; b && v.block < b->n_blocks; v.block++)
      if (running_look (x, f, v.block, &v.yes, &v.look) && !v.look.self &&
          sets_is_single (&d->s->p->sets, v.look.where, &l) && map_find (&x->flag_at, l) &&
          b->blocks[v.block].edges[0].target != b->blocks[v.block].edges[1].target)
        vec_push (&x->seen, v);
  }
  for (uint32_t i = x->seen.n; i-- > 0;) {
    uint32_t *first = map_at (&x->seen_at, x->seen.v[i].look.where);
    x->seen.v[i].next = *first;
    *first = i + 1;
  }
}

void running_add_looks (struct flag_finder *x, const struct running_gate *gate, setid threads)
{
  uint64_t owner = running_owner (x->d, gate);
  for (uint32_t i = map_get (&x->seen_at, gate->where, 0); i; i = x->seen.v[i - 1].next) {
    const struct seen_look *v = &x->seen.v[i - 1];
    if (!only_they_call (x, owner, threads, v->function))
      continue;
    bool same = v->look.number == gate->number;
    bool unset[] = {[true] = same == gate->other, [false] = same && !gate->other};
    const struct flow_edge *edges = running_body (x, v->function)->blocks[v->block].edges;
    for (uint32_t k = 0; k < 2; k++)
      if (unset[k == v->yes])
        vec_push (&x->d->gates, (struct running_gate){.function = v->function,
                                                      .threads = threads,
                                                      .from = v->block,
                                                      .to = edges[k].target});
  }
}
