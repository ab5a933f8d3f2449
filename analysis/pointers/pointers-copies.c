/* Copies of small functions that put pointers into memory of their callers, or get them from there.

     void put (struct queue *q, void *p) { q->slots[q->last++] = p; }
     put (jobs, job);      put (results, result);

   One body for all calls would put all that is put somewhere into all queues.  So each call of such
   a function has nodes and constraints of its own, and what others see of the function is what all
   of its copies hold together.  Code that nobody sees, threads, calls through pointers to many
   functions and those beyond what is allowed share one more copy: a call that has none of its own
   is like a call of that one.

   If the function makes new memory for its caller, what it allocates is told apart by the calls,
   too: the slots of a queue, like the queue. */

#include "pointers-internal.h"

/* Functions of containers are small; what larger ones do with pointers differs less by who calls
   than it costs to build them again. */
enum {
  MOST_RECORDS = 128,
  MOST_OF_MAKER = 160, /* of one that makes what it gives to its caller */
  MOST_PASSED_ON = 32, /* records of a function that only passes on what it gets */
  MOST_CALLS = 48,
  MOST_COPIES = 96,
  DEEPEST = 3
};

/* Whether pointers flow through memory that pointers lead to. */
static bool moves_pointers (const struct solver *s, funid f)
{
  const struct function *b = s->program->functions[f].body;
  bool stores = false, loads = false, returns = false;
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct record *r = b->records[i];
    const struct rec_store *store = (const struct rec_store *)r;
    const struct rec_return *result = (const struct rec_return *)r;
    if (r->kind == REC_va)
      return false;
    stores |= r->kind == REC_store && store->addr.base_kind == BASE_VALUE &&
              (store->src.kind == OPND_VALUE ? value_may_hold (s, f, store->src.value)
                                             : store->src.kind == OPND_ADDRESS);
    loads |= r->kind == REC_load && r->dst && value_may_hold (s, f, r->dst) &&
             ((const struct rec_load *)r)->addr.base_kind == BASE_VALUE;
    returns |= r->kind == REC_return && result->value.kind == OPND_VALUE &&
               value_may_hold (s, f, result->value.value);
  }
  return stores || (loads && returns);
}

static bool has_pointer_formal (const struct solver *s, funid f)
{
  const struct function *b = s->program->functions[f].body;
  for (uint32_t i = 1; i <= b->n_params; i++)
    if (b->locals[i].value && value_may_hold (s, f, (uint32_t)b->locals[i].value))
      return true;
  return false;
}

/* Whether all that it returns is what a library has allocated for it. */
static bool is_constructor (const struct solver *s, funid f)
{
  const struct wrapper *w = &s->wrappers[f];
  const struct function *b = s->program->functions[f].body;
  bool all = w->n && !w->hooked;
  for (uint32_t i = 0; all && i < w->n; i++)
    all = s->p->models[direct_callee (s->program, f,
                                      (const struct rec_call *)b->records[w->records[i]])];
  return all;
}

/* Whether an operand is nothing but what a library has just allocated, or null. */
static bool is_made (const struct solver *s, funid f, const struct operand *o, int depth)
{
  const struct function *b = s->program->functions[f].body;
  if (o->kind == OPND_INT)
    return true;
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  const struct record *r = def < b->n_records ? b->records[def] : NULL;
  const struct rec_phi *phi = (const struct rec_phi *)r;
  if (!r || !depth)
    return false;
  if (r->kind == REC_call) {
    funid callee = direct_callee (s->program, f, (const struct rec_call *)r);
    return callee && s->p->models[callee] && model_is_allocator (s->p->models[callee]);
  }
  bool made = r->kind == REC_phi;
  for (uint32_t i = 0; made && i < phi->args.n; i++)
    made = is_made (s, f, &phi->args.v[i], depth - 1);
  return made || (r->kind == REC_op && ((const struct rec_op *)r)->code == OP_COPY &&
                  is_made (s, f, &((const struct rec_op *)r)->a, depth - 1));
}

/* Whether it gives its caller new memory through a pointer: `*p = malloc (...)'. */
static bool makes_for_caller (const struct solver *s, funid f)
{
  enum { DEEP = 4 };
  const struct function *b = s->program->functions[f].body;
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct rec_store *r = (const struct rec_store *)b->records[i];
    if (r->r.kind != REC_store || r->addr.base_kind != BASE_VALUE || r->addr.bitoff ||
        r->addr.n_indices || r->src.kind != OPND_VALUE || !is_made (s, f, &r->src, DEEP))
      continue;
    for (uint32_t k = 1; k <= b->n_params; k++)
      if (b->locals[k].value == (int64_t)r->addr.base)
        return true;
  }
  return false;
}

/* Whether it gives a formal to a function that is called by a pointer, or has copies. */
static bool passes_on (const struct solver *s, funid f)
{
  const struct function *b = s->program->functions[f].body;
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct rec_call *c = (const struct rec_call *)b->records[i];
    if (c->r.kind != REC_call ||
        (c->callee.kind != OPND_VALUE && !s->copies.of[direct_callee (s->program, f, c)].copied))
      continue;
    for (uint32_t k = 0; k < c->args.n; k++)
      for (uint32_t n = 1; c->args.v[k].kind == OPND_VALUE && n <= b->n_params; n++)
        if (b->locals[n].value == (int64_t)c->args.v[k].value &&
            value_may_hold (s, f, c->args.v[k].value))
          return true;
  }
  return false;
}

/* How often each function is called by name; many times if a wrapper returns what it makes: who
   calls that one makes it then. */
static void count_calls (const struct solver *s, uint32_t *calls)
{
  const struct program *p = s->program;
  for (funid f = 1; f <= p->n_functions; f++) {
    const struct function *b = p->functions[f].body;
    const struct program_unit *u = &p->units[p->functions[f].unit];
    for (uint32_t i = 0; b && i < b->n_records; i++) {
      const struct rec_call *c = (const struct rec_call *)b->records[i];
      if (c->r.kind == REC_call && !(c->flags & CF_INTERNAL) && c->callee.kind == OPND_ADDRESS &&
          c->callee.u.addr->base_kind == BASE_SYMBOL)
        calls[u->functions[c->callee.u.addr->base]] +=
            wrapper_returns (&s->wrappers[f], i) ? MOST_CALLS + 1 : 1;
    }
  }
}

/* Whether each of N calls of it is to have a copy, because of what it does with pointers itself. */
static struct copied_function consider (const struct solver *s, funid f, uint32_t n)
{
  struct copied_function c = {0};
  uint32_t records = s->program->functions[f].body->n_records;
  if (records > MOST_OF_MAKER)
    return c;
  c.makes = s->wrappers[f].n ? is_constructor (s, f) : makes_for_caller (s, f);
  c.copied =
      c.makes ? n != 1
              : n > 1 && records <= MOST_RECORDS && !s->wrappers[f].n && has_pointer_formal (s, f);
  c.copied &= moves_pointers (s, f);
  return c;
}

void solver_find_copied (struct solver *s)
{
  enum { GROWTH = 1 }; /* of all that is built */
  const struct program *p = s->program;
  uint32_t *calls = xcalloc ((size_t)p->n_functions + 1, sizeof *calls);
  bool *may = xcalloc ((size_t)p->n_functions + 1, sizeof *may);
  s->copies.of = ARENA_ARRAY (&s->arena, p->n_functions + 1, struct copied_function);
  count_calls (s, calls);
  for (funid f = 1; f <= p->n_functions; f++) {
    const struct function *b = p->functions[f].body;
    s->copies.left += b ? GROWTH * b->n_records : 0;
    may[f] = b && calls[f] <= MOST_CALLS && !s->p->models[f] && f != p->main &&
             !runs_by_itself (p, f) && !(b->r.flags & FF_STATIC_CHAIN);
    if (may[f])
      s->copies.of[f] = consider (s, f, calls[f]);
  }
  for (funid f = 1; f <= p->n_functions; f++)
    s->copies.of[f].copied |= may[f] && calls[f] > 1 && !s->wrappers[f].n &&
                              p->functions[f].body->n_records <= MOST_PASSED_ON && passes_on (s, f);
  free (calls);
  free (may);
}

bool solver_is_copied (const struct solver *s, funid f)
{
  return s->copies.of[f].copied;
}

/* New nodes for the function, which is built by the next wave. */
static node_id make_copy (struct solver *s, funid f, uint8_t depth, uint32_t chain)
{
  node_id base = s->nodes.n;
  for (uint32_t n = nodes_of (s, f); n; n--)
    solver_new_node (s);
  vec_push (&s->copies.to_build,
            (struct function_copy){.f = f, .base = base, .depth = depth, .chain = chain});
  return base;
}

uint32_t solver_copy_chain (const struct solver *s, const struct call_site *at)
{
  return at->caller && s->copies.of[at->caller].makes ? at->copy : 0;
}

/* The calls that lead to a copy, as a chain: the last ones. */
static uint32_t chain_to (struct solver *s, const struct call_site *at)
{
  uint32_t call[2 * LONGEST_PATH], n = 0;
  uint32_t outer = at->copy ? tuples_length (&s->p->chains, at->copy) / 2 : 0;
  for (uint32_t i = outer < LONGEST_PATH ? 0 : outer - LONGEST_PATH + 1; i < outer; i++) {
    const uint32_t *of = tuples_numbers (&s->p->chains, at->copy) + 2 * i;
    call[n++] = of[0];
    call[n++] = of[1];
  }
  call[n++] = at->caller;
  call[n++] = chain_site (s, at->caller, at->record);
  return tuples_intern (&s->p->chains, call, n);
}

node_id solver_copy_for (struct solver *s, funid f, uint32_t site)
{
  struct copied_function *c = &s->copies.of[f];
  struct call_site at = s->sites.v[site];
  uint32_t records = s->program->functions[f].body->n_records;
  if (at.caller && at.kind == CALL_NOW && at.depth < DEEPEST && c->n < MOST_COPIES &&
      s->copies.left >= records) {
    c->n++;
    s->copies.left -= records;
    return make_copy (s, f, at.depth + 1, chain_to (s, &at));
  }
  if (!c->shared)
    c->shared = make_copy (s, f, DEEPEST, 0);
  return c->shared;
}

void build_copies (struct solver *s)
{
  while (s->copies.to_build.n) {
    struct function_copy c = vec_pop (&s->copies.to_build);
    node_id first = s->node_base[c.f];
    s->copies.at = c;
    build_function (s, c.f);
    s->copies.at = (struct function_copy){0};
    for (uint32_t i = 0; i < nodes_of (s, c.f); i++)
      solver_add_new_edge (s, solver_find (s, c.base + i), solver_find (s, first + i));
  }
}
