/* Threads: made from the items; then per function, callees first, a dataflow of who is alive.  What
   threads leave behind when they are joined depends on their own functions, so that this is
   repeated until it stays. */

#include "threads.h"
#include "terms.h"
#include "flow.h"
#include "worklist.h"

struct thread_finder {
  struct threads *t;
  struct summaries *s;
  struct terms *terms;
  bool cancels; /* some thread may be cancelled */
  const struct program *program;
  struct arena arena;
  setid *opened; /* by function: threads whose creation its callers make concrete */
  funid *order;  /* functions, callees first */
  uint32_t n_order;
  struct bitset handles; /* locations that creations write */
  struct bitset dirty;   /* of those: something else is stored there too */
  struct bitset selves;  /* of those: main stores its own handle there */
  struct map by_handle;  /* address of a handle: first item; then by `next' */
  uint32_t *next;        /* by item */
  setid *joins;          /* by item: threads that it joins */
  bool *joins_all;       /* by item: also if they were created before the function's entry */
  bool outside_marked;
  bool *registers,
      *enters_registered; /* by function: it tells code that nobody sees of functions that
                             create threads; is called when that may have been done */
  struct map registering; /* function, record: 1 no, 2 yes */
  setid outside_born;     /* threads that functions create which code nobody sees may call */
  bool changed;
};

/* Making them */

static void add_thread (struct thread_finder *d, enum thread_kind kind, funid start, uint32_t item,
                        bool many)
{
  if (!d->program->functions[start].body)
    return;
  vec_push (&d->t->v,
            (struct thread){.kind = (uint8_t)kind, .item = item, .start = start, .many = many});
  thread_id id = d->t->v.n - 1;
  for (; item; item = d->s->items.v[item].inner)
    d->t->of_item.v[item] = sets_add (&d->t->sets, d->t->of_item.v[item], id);
}

static void add_created (struct thread_finder *d, uint32_t number)
{
  struct summaries *s = d->s;
  const struct item *i = &s->items.v[number];
  struct pointers *p = s->p;
  vec_u32 starts = {0};
  setid set = expr_points (&s->x, i->function, i->e[1]);
  for (struct set_iter k = sets_each (&p->sets, set); set_next (&k);) {
    const struct abstract_object *o = &p->objects.v.v[loc_object (&p->objects, k.x)];
    if (o->kind == OBJECT_FUNCTION)
      vec_push (&starts, o->a);
  }
  if (!starts.n) {
    const struct item *own = i;
    while (own->inner)
      own = &s->items.v[own->inner];
    for (uint32_t k = p->first_call[own->function]; k < p->first_call[own->function + 1]; k++)
      if (p->calls.v[k].record == own->record && p->calls.v[k].kind == CALL_FORK)
        vec_push (&starts, p->calls.v[k].callee);
  }
  for (uint32_t k = 0; k < starts.n; k++)
    add_thread (d, THREAD_CREATED, starts.v[k], number, !i->once);
  vec_free (&starts);
}

static bool is_key_destructor (const struct pointers *p, const struct call_edge *c)
{
  for (uint32_t k = p->first_call[c->caller]; k < p->first_call[c->caller + 1]; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    if (p->calls.v[k].record == c->record && m && model_has (m, EFFECT_KEY_CREATE))
      return true;
  }
  return false;
}

static void find_opaque (struct thread_finder *d)
{
  struct pointers *p = d->s->p;
  bool *opaque = d->t->opaque;
  for (uint32_t i = 1; i < d->t->v.n; i++)
    opaque[d->t->v.v[i].start] = true;
  for (uint32_t i = 0; i < d->program->n_entries; i++)
    opaque[d->program->entries[i]] = true;
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (!c->caller || c->kind != CALL_NOW || !call_is_instantiated (d->s, c))
      opaque[c->callee] = true;
  }
  for (funid f = 1; f <= d->program->n_functions; f++)
    opaque[f] |= called_from_world (p, WORLD_OUTSIDE, f) || called_from_world (p, WORLD_POOL, f) ||
                 (d->program->functions[f].body &&
                  d->program->functions[f].body->r.flags & (FF_CONSTRUCTOR | FF_DESTRUCTOR));
}

static void make_threads (struct thread_finder *d)
{
  const struct program *p = d->program;
  struct pointers *q = d->s->p;
  struct map known = {0};
  if (p->main)
    add_thread (d, THREAD_MAIN, p->main, 0, false);
  /* All callers from outside are alike: one thread stands for them, whatever they call. */
  for (uint32_t i = 0; i < p->n_entries; i++)
    if (p->functions[p->entries[i]].body) {
      add_thread (d, THREAD_ENTRY, p->entries[i], 0, true);
      break;
    }
  for (uint32_t i = 0; i < q->calls.n; i++) {
    const struct call_edge *c = &q->calls.v[i];
    if ((c->kind == CALL_SIGNAL || c->kind == CALL_LATER) &&
        map_add (&known, map_pair (c->kind, c->callee), 1))
      add_thread (d, c->kind == CALL_SIGNAL ? THREAD_SIGNAL : THREAD_LATER, c->callee, 0,
                  c->kind == CALL_SIGNAL || is_key_destructor (q, c));
  }
  map_free (&known);
  uint32_t n = d->s->items.n;
  for (uint32_t i = 1; i < n; i++)
    if (d->s->items.v[i].kind == ITEM_FORK && !d->s->items.v[i].open)
      add_created (d, i);
  find_opaque (d);
  for (uint32_t i = 1; i < n; i++)
    if (d->s->items.v[i].kind == ITEM_FORK && d->s->items.v[i].open &&
        d->t->opaque[d->s->items.v[i].function])
      add_created (d, i);
}

/* What threads do, in terms of who creates them */

/* A start function with its arguments, or one that it calls through them. */
struct starting {
  const struct item *fork;
  funid f;
  const expr_id *actuals;
  uint32_t n;
  setid held;
  uint32_t via;
  uint32_t *used; /* bits of the memory of the creation that has been relied on */
};

static expr_id started_expr (struct thread_finder *d, const struct starting *b, expr_id e)
{
  return substitute (d->s, e, b->actuals, b->n, b->fork, b->used);
}

static setid started_holds (struct thread_finder *d, const struct starting *b, setid held)
{
  struct summaries *s = d->s;
  setid out = b->held;
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    expr_id lock = started_expr (d, b, h.lock);
    uint32_t key[] = {lock, (uint32_t)h.mode | (uint32_t)h.depth << 8};
    if (lock)
      out = sets_add (&s->sets, out, tuples_intern (&s->holds, key, 2));
  }
  return out;
}

static setid started_released (struct thread_finder *d, const struct starting *b, setid released)
{
  setid out = SETS_EMPTY;
  for (struct set_iter i = sets_each (&d->s->sets, released); set_next (&i);)
    out = sets_add (&d->s->sets, out, started_expr (d, b, i.x));
  return out;
}

/* What the access touches that other threads of this creation cannot reach in the same way. */
static expr_id own_memory (struct thread_finder *d, const struct item *fork, const struct item *i)
{
  struct summaries *s = d->s;
  int64_t offset, stride = 0;
  if (fork->fresh && expr_root (&s->x, i->e[0]) == expr_root (&s->x, fork->e[2]))
    return expr_root (&s->x, fork->e[2]);
  if (!fork->e[6] || !called_once (&d->terms->once, fork->counts_in))
    return 0;
  expr_id element = expr_element (&s->x, i->e[0], fork->e[6], &offset, &stride);
  const struct item *access = i;
  while (access->inner)
    access = &s->items.v[access->inner];
  uint64_t bytes = s->effects->v.v[access->effect].bytes;
  return bytes && offset + (int64_t)bytes <= stride ? element : 0;
}

/* The open items of a function that a new thread calls. */
static void start_items (struct thread_finder *d, const struct starting *b, int depth)
{
  struct summaries *s = d->s;
  const struct summary *m = &s->of[b->f];
  for (uint32_t k = m->first_item; k < m->first_item + m->n_items; k++) {
    struct item i = s->items.v[k];
    if (!i.open || i.kind == ITEM_FORK || i.kind == ITEM_JOIN || i.kind == ITEM_DETACH)
      continue; /* those are threads of their own */
    for (int j = 0; j < ITEM_EXPRS; j++)
      i.e[j] = started_expr (d, b, i.e[j]);
    setid where =
        i.e[0] && i.kind != ITEM_CALL ? expr_points (&s->x, b->fork->function, i.e[0]) : SETS_EMPTY;
    if (where)
      i.where = where;
    i.held = started_holds (d, b, i.held);
    i.released = started_released (d, b, i.released);
    i.function = b->fork->function;
    i.record = b->fork->record;
    i.inner = k;
    i.via = b->via;
    i.open = i.own = false;
    i.at_start = true;
    i.facts = SETS_EMPTY;
    i.mine = i.kind == ITEM_ACCESS ? own_memory (d, b->fork, &i) : 0;
    funid callee = i.kind == ITEM_CALL && depth ? function_of_expr (s, i.e[0]) : 0;
    i.brought = callee && s->of[callee].known && !s->p->models[callee];
    vec_push (&s->items, i);
    struct starting inner = *b;
    inner.f = callee;
    inner.actuals = i.e + 1;
    inner.n = ITEM_EXPRS - 1;
    inner.held = i.held;
    inner.via = k;
    if (i.brought)
      start_items (d, &inner, depth - 1);
  }
}

/* What a new thread finds in memory must stay until it looks. */
static void oblige (struct thread_finder *d, const struct item *fork, uint32_t used)
{
  struct summaries *s = d->s;
  const struct item *own = fork;
  while (own->inner)
    own = &s->items.v[own->inner];
  for (uint32_t i = 0; i < MOST_MEMORY; i++)
    if (used >> i & 1)
      vec_push (&s->items,
                (struct item){.kind = ITEM_REUSE,
                              .at_start = true,
                              .function = own->function,
                              .record = own->record,
                              .e = {fork->memory[i].at},
                              .where = expr_points (&s->x, fork->function, fork->memory[i].at)});
}

static void find_start_items (struct thread_finder *d)
{
  enum { DEEPEST_CALL = 3 };
  for (thread_id i = 1; i < d->t->v.n; i++) {
    struct thread *t = &d->t->v.v[i];
    if (t->kind != THREAD_CREATED || !d->s->of[t->start].known)
      continue;
    const struct item fork = d->s->items.v[t->item];
    t->first_item = d->s->items.n;
    uint32_t used = 0;
    start_items (d,
                 &(struct starting){
                     .fork = &fork, .f = t->start, .actuals = &fork.e[2], .n = 1, .used = &used},
                 DEEPEST_CALL);
    oblige (d, &fork, used);
    t = &d->t->v.v[i];
    t->n_items = d->s->items.n - t->first_item;
  }
  vec_resize (&d->t->of_item, d->s->items.n);
}

/* Handles */

bool writes_handle (const struct summaries *s, const struct effect *e)
{
  uint32_t first, end;
  calls_of_record (s->p, e->function, e->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = s->p->models[s->p->calls.v[k].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_FORK && e->place == &m->effects[i].op[FORK_HANDLE].u.place)
        return true;
  }
  return false;
}

static expr_id loaded_from (const struct summaries *s, expr_id e)
{
  return e && expr_get (&s->x, e)->op == X_LOAD ? expr_get (&s->x, e)->a : 0;
}

/* Whether the instruction of main stores what pthread_self has returned. */
static bool is_own_handle (const struct thread_finder *d, const struct effect *e,
                           const struct record *r)
{
  const struct pointers *p = d->s->p;
  const struct function *b = d->program->functions[e->function].body;
  uint32_t first, end;
  if (r->kind != REC_store || !called_once_by_main (&d->terms->once, e->function))
    return false;
  const struct operand *o = &((const struct rec_store *)r)->src;
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  if (def == UINT32_MAX || b->records[def]->kind != REC_call)
    return false;
  calls_of_record (p, e->function, def, &first, &end);
  const struct model *m = end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
  return m && model_has (m, EFFECT_SELF);
}

static void find_dirty (struct thread_finder *d)
{
  struct summaries *s = d->s;
  struct pointers *p = s->p;
  for (uint32_t i = 1; i < s->items.n; i++) {
    expr_id address = 0;
    if (s->items.v[i].kind == ITEM_FORK)
      address = s->items.v[i].e[0];
    else if (s->items.v[i].kind == ITEM_JOIN)
      address = loaded_from (s, s->items.v[i].e[0]);
    if (address) {
      setid set = expr_points (&s->x, s->items.v[i].function, address);
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
  for (uint32_t i = 0; i < s->effects->v.n; i++) {
    const struct effect *e = &s->effects->v.v[i];
    const struct record *r = d->program->functions[e->function].body->records[e->record];
    if (!effect_writes (e))
      continue;
    if (r->kind == REC_store && ((const struct rec_store *)r)->src.kind == OPND_INT)
      continue; /* a number is nobody's handle */
    if (r->kind == REC_clear ||
        (r->kind == REC_call && !e->addr && e->place && !e->behind && writes_handle (s, e)))
      continue;
    if (e->mode == MODE_FREE)
      continue;
    struct bitset *to = is_own_handle (d, e, r) ? &d->selves : &d->dirty;
    for (struct set_iter k = sets_each (&p->sets, e->where); set_next (&k);)
      if (bitset_has (&d->handles, k.x))
        bitset_add (to, k.x);
  }
}

static bool is_dirty (const struct thread_finder *d, loc_id l)
{
  const struct objects *o = &d->s->p->objects;
  bool dirty = bitset_has (&d->dirty, l) || bitset_has (&d->selves, l);
  l = loc_is_anywhere (o, l) ? o->v.v[loc_object (o, l)].first_loc : 0;
  for (; l; l = loc_get (o, l)->next)
    dirty |= bitset_has (&d->dirty, l);
  return dirty;
}

/* Whether the memory of a handle is written by the creation of one thread only. */
static bool handle_is_sole (struct thread_finder *d, funid f, expr_id address, thread_id thread)
{
  struct summaries *s = d->s;
  setid at = expr_points (&s->x, f, address);
  if (!at)
    return false;
  for (struct set_iter k = sets_each (&s->p->sets, at); set_next (&k);)
    if (is_dirty (d, k.x))
      return false;
  for (thread_id i = 1; i < d->t->v.n; i++) {
    const struct thread *t = &d->t->v.v[i];
    const struct item *item = &s->items.v[t->item];
    /* One creation of several possible start functions is one thread at a time. */
    if (i == thread || !t->item || t->item == d->t->v.v[thread].item)
      continue;
    /* One that goes to the same address makes the earlier one unjoinable; see lose_overwritten. */
    setid other = expr_points (&s->x, item->function, item->e[0]);
    if (item->e[0] != address && (!other || sets_meet (&s->p->sets, at, other)))
      return false;
  }
  return true;
}

static bool same_shape (const struct summaries *s, const struct item *fork, const struct item *join)
{
  if (!fork->shape || !join->shape || fork->e[4] != join->e[4] || fork->e[5] != join->e[5] ||
      !fork->e[3] || !fork->e[4] || !fork->e[5])
    return false;
  const struct loop_shape *a = &s->shapes.v[fork->shape - 1], *b = &s->shapes.v[join->shape - 1];
  return a->stride == b->stride && a->offset == b->offset && a->step == b->step;
}

/* Whether the address means the same in all functions and activations. */
static bool is_global (const struct summaries *s, expr_id e)
{
  expr_id root = expr_root (&s->x, e);
  if (!root || expr_get (&s->x, e)->flags & (XF_FORMAL | XF_OPAQUE))
    return false;
  const struct expr *v = expr_get (&s->x, root);
  return v->op == X_OBJECT && s->p->objects.v.v[v->a].kind == OBJECT_GLOBAL;
}

/* The one location that an address is in the whole program; 0: it is not. */
static loc_id is_unique (struct thread_finder *d, funid f, expr_id e, bool is_array)
{
  struct array_around around[MOST_AROUND];
  const struct pointers *p = d->s->p;
  uint32_t l;
  if (expr_has_formal (&d->s->x, e) ||
      !sets_is_single (&p->sets, expr_points (&d->s->x, f, e), &l) ||
      loc_is_anywhere (&p->objects, l) ||
      !object_is_unique (d->terms, loc_object (&p->objects, l)) ||
      (!is_array && arrays_around (&p->objects, loc_object (&p->objects, l),
                                   loc_get (&p->objects, l)->offset, around)))
    return 0;
  return l;
}

/* Addresses of handles that are equal have equal keys. */
static uint64_t handle_key (struct thread_finder *d, funid f, expr_id e, bool is_array)
{
  const struct expr *root = expr_get (&d->s->x, expr_root (&d->s->x, e));
  loc_id l = root->op == X_OBJECT ? 0 : is_unique (d, f, e, is_array);
  return l ? (uint64_t)1 << 32 | l : e;
}

static bool is_number (const struct summaries *s, expr_id e)
{
  int64_t k;
  return expr_is_const (&s->x, e, &k);
}

/* A handle in a variable of a callee has been returned: by which call, its version tells. */
static bool same_call (const struct summaries *s, const struct item *fork, const struct item *join)
{
  expr_id root = expr_root (&s->x, fork->e[0]);
  const struct expr *v = expr_get (&s->x, root);
  if (v->op != X_OBJECT || s->p->objects.v.v[v->a].kind != OBJECT_LOCAL ||
      s->p->objects.v.v[v->a].a == fork->function)
    return true;
  const uint32_t *version = tuples_numbers (&s->x.versions, expr_get (&s->x, join->e[0])->b);
  return version[0] == fork->function && version[1] == fork->record;
}

static void match_join (struct thread_finder *d, uint32_t number)
{
  struct summaries *s = d->s;
  const struct item *join = &s->items.v[number];
  if (!join->e[0] || expr_get (&s->x, join->e[0])->op != X_LOAD)
    return;
  expr_id address = expr_get (&s->x, join->e[0])->a;
  expr_id key = join->shape ? join->e[3] : address;
  bool global = (is_global (s, key) || is_unique (d, join->function, key, join->shape)) &&
                (!join->shape || (is_number (s, join->e[4]) && is_number (s, join->e[5])));
  for (uint32_t k = map_get (&d->by_handle, handle_key (d, join->function, key, join->shape), 0); k;
       k = d->next[k]) {
    const struct item *fork = &s->items.v[k];
    if ((fork->function != join->function && !global) || !same_call (s, fork, join) ||
        (join->shape || fork->shape ? !same_shape (s, fork, join)
                                    : handle_key (d, fork->function, fork->e[0], false) !=
                                          handle_key (d, join->function, address, false)))
      continue;
    for (struct set_iter i = sets_each (&d->t->sets, d->t->of_item.v[k]); set_next (&i);)
      if (handle_is_sole (d, fork->function, fork->e[0], i.x)) {
        d->joins[number] = sets_add (&d->t->sets, d->joins[number], i.x);
        d->joins_all[number] |= global;
      }
  }
}

/* A join of the thread of main, whose handle is in a variable where main has put it. */
static void match_main (struct thread_finder *d, uint32_t number)
{
  struct summaries *s = d->s;
  const struct item *join = &s->items.v[number];
  uint32_t l;
  expr_id address = loaded_from (s, join->e[0]);
  if (!address || !is_global (s, address) ||
      !sets_is_single (&s->p->sets, expr_points (&s->x, join->function, address), &l) ||
      !bitset_has (&d->selves, l) || bitset_has (&d->dirty, l))
    return;
  for (thread_id i = 1; i < d->t->v.n; i++) {
    const struct item *fork = &s->items.v[d->t->v.v[i].item];
    setid at =
        fork->kind == ITEM_FORK ? expr_points (&s->x, fork->function, fork->e[0]) : SETS_EMPTY;
    if (sets_has (&s->p->sets, at, l))
      return; /* somebody else's may be there */
  }
  for (thread_id i = 1; i < d->t->v.n; i++)
    if (d->t->v.v[i].kind == THREAD_MAIN) {
      d->joins[number] = sets_add (&d->t->sets, d->joins[number], i);
      d->joins_all[number] = true;
    }
}

static void find_joins (struct thread_finder *d)
{
  struct summaries *s = d->s;
  d->next = ARENA_ARRAY (&d->arena, s->items.n, uint32_t);
  d->joins = ARENA_ARRAY (&d->arena, s->items.n, setid);
  d->joins_all = ARENA_ARRAY (&d->arena, s->items.n, bool);
  for (uint32_t i = 1; i < s->items.n; i++) {
    const struct item *f = &s->items.v[i];
    expr_id key = f->shape ? f->e[3] : f->e[0];
    if (f->kind != ITEM_FORK || !key)
      continue;
    uint32_t *first = map_at (&d->by_handle, handle_key (d, f->function, key, f->shape));
    d->next[i] = *first;
    *first = i;
  }
  find_dirty (d);
  for (uint32_t i = 1; i < s->items.n; i++) {
    const struct item *item = &s->items.v[i];
    if (item->kind == ITEM_JOIN) {
      match_join (d, i);
      match_main (d, i);
    }
    if (item->kind != ITEM_FORK || item->inner)
      continue;
    map_set (&d->t->fork_items, map_pair (item->function, item->record), i);
    for (struct set_iter k = sets_each (&d->t->sets, d->t->of_item.v[i]); set_next (&k);)
      if (handle_is_sole (d, item->function, item->e[0], k.x))
        bitset_add (&d->t->sole, k.x);
  }
}

/* Who is alive */

struct alive_walk {
  struct thread_finder *d;
  funid f;
  const struct function *b;
  struct flow flow;
  struct children *in; /* by block */
  bool *reached;
  struct children now;
  bool registered;     /* code that nobody sees may know who creates threads */
  bool *registered_in; /* by block: at its start */
  vec_u32 items;       /* creations and joins of the function */
};

static void join_threads (struct alive_walk *w, struct children *c, setid joined, bool all)
{
  struct threads *t = w->d->t;
  for (struct set_iter i = sets_each (&t->sets, joined); set_next (&i);) {
    if (t->v.v[i.x].lost)
      continue;
    setid one = sets_single (&t->sets, i.x);
    bool here = sets_has (&t->sets, c->born, i.x);
    c->born = sets_difference (&t->sets, c->born, one);
    /* Whom it has joined itself has ended too. */
    funid start = t->v.v[i.x].start;
    setid ended = t->at_exit[start].joined;
    if (t->ends_thread[start])
      ended = sets_intersection (&t->sets, ended, t->at_thread_exit[start].joined);
    c->born = sets_difference (&t->sets, c->born, ended);
    c->joined = sets_union (&t->sets, c->joined, ended);
    if (all)
      c->joined = sets_union (&t->sets, c->joined, one);
    if (here || all)
      c->born = sets_union (&t->sets, c->born, sets_difference (&t->sets, t->v.v[i.x].left, one));
  }
}

static void lose (struct thread_finder *d, thread_id i)
{
  d->changed |= !d->t->v.v[i].lost;
  d->t->v.v[i].lost = true;
}

static void walk_calls (struct alive_walk *w, uint32_t record)
{
  struct threads *t = w->d->t;
  const struct pointers *p = w->d->s->p;
  struct children out = {0};
  bool any = false;
  uint32_t first, end;
  calls_of_record (p, w->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *c = &p->calls.v[k];
    if (c->kind != CALL_NOW || !c->callee)
      continue;
    struct children now = w->now;
    if (t->relevant[c->callee]) {
      const struct children *exit = &t->at_exit[c->callee];
      setid open = call_is_instantiated (w->d->s, c) ? w->d->opened[c->callee] : SETS_EMPTY;
      setid again =
          sets_intersection (&t->sets, now.born, sets_difference (&t->sets, exit->born, open));
      for (struct set_iter i = sets_each (&t->sets, again); set_next (&i);)
        lose (w->d, i.x); /* created again, with the same handle, while it may run */
      now.born = sets_difference (&t->sets, now.born, exit->joined);
      now.born = sets_union (&t->sets, now.born, sets_difference (&t->sets, exit->born, open));
      now.joined = sets_difference (&t->sets, now.joined, exit->born);
      now.joined = sets_union (&t->sets, now.joined, exit->joined);
    }
    out.born = sets_union (&t->sets, out.born, now.born);
    out.joined = any ? sets_intersection (&t->sets, out.joined, now.joined) : now.joined;
    any = true;
  }
  if (any)
    w->now = out;
}

/* The handle of a thread that may still run is overwritten by a creation. */
static void lose_overwritten (struct alive_walk *w, uint32_t fork)
{
  const struct threads *t = w->d->t;
  const struct summaries *s = w->d->s;
  expr_id root = expr_root (&s->x, s->items.v[fork].e[0]);
  const struct expr *v = root ? expr_get (&s->x, root) : NULL;
  if (v && v->op == X_OBJECT && s->p->objects.v.v[v->a].kind == OBJECT_LOCAL &&
      s->p->objects.v.v[v->a].a != w->f)
    return; /* each call of that function has its own */
  for (struct set_iter j = sets_each (&t->sets, w->now.born); set_next (&j);)
    for (uint32_t k = t->v.v[j.x].item; k; k = s->items.v[k].inner)
      if (s->items.v[k].function == w->f && s->items.v[k].e[0] == s->items.v[fork].e[0])
        lose (w->d, j.x);
}

static void walk_items (struct alive_walk *w, uint32_t record)
{
  struct threads *t = w->d->t;
  const struct summaries *s = w->d->s;
  for (uint32_t n = 0; n < w->items.n; n++) {
    uint32_t k = w->items.v[n];
    const struct item *i = &s->items.v[k];
    if (i->record != record)
      continue;
    if (i->kind == ITEM_FORK) {
      setid made = t->of_item.v[k];
      if (i->inner)
        made = sets_intersection (&t->sets, made, t->at_exit[s->items.v[i->inner].function].born);
      if (!i->shape)
        lose_overwritten (w, k);
      w->now.born = sets_union (&t->sets, w->now.born, made);
      w->now.joined = sets_difference (&t->sets, w->now.joined, made);
    } else if (i->kind == ITEM_JOIN &&
               ((!i->shape && !i->inner) || (i->inner && s->items.v[i->inner].certain))) {
      join_threads (w, &w->now, w->d->joins[k], w->d->joins_all[k]);
    }
  }
}

static void take_edge (struct alive_walk *w, uint32_t from, uint32_t to, struct children *c)
{
  struct threads *t = w->d->t;
  for (uint32_t n = 0; n < w->items.n; n++) {
    uint32_t k = w->items.v[n];
    const struct item *i = &w->d->s->items.v[k];
    if (!i->shape || i->inner)
      continue;
    if (i->kind == ITEM_JOIN && i->loop_test == from && i->loop_exit == to)
      join_threads (w, c, w->d->joins[k], w->d->joins_all[k]);
    if (i->kind == ITEM_FORK && i->loop_test == to && !dominates (&w->flow.dominators, to, from))
      for (struct set_iter j = sets_each (&t->sets, t->of_item.v[k]); set_next (&j);)
        if (sets_has (&t->sets, c->born, j.x))
          lose (w->d, j.x); /* the loop runs again before its threads are joined */
  }
}

/* Threads that callees of the block may have created before they jumped out of it. */
static setid ever_born (const struct alive_walk *w, uint32_t block)
{
  const struct pointers *p = w->d->s->p;
  struct threads *t = w->d->t;
  setid ever = SETS_EMPTY;
  for (uint32_t r = w->b->blocks[block].first; r < w->b->blocks[block].end; r++) {
    uint32_t first, end;
    calls_of_record (p, w->f, r, &first, &end);
    for (uint32_t k = first; k < end; k++)
      ever = sets_union (&t->sets, ever, t->ever[p->calls.v[k].callee]);
  }
  return ever;
}

static bool merge_children (struct threads *t, struct children *into, bool *reached,
                            const struct children *c)
{
  struct children old = *into;
  into->born = sets_union (&t->sets, into->born, c->born);
  into->joined = *reached ? sets_intersection (&t->sets, into->joined, c->joined) : c->joined;
  bool changed = !*reached || into->born != old.born || into->joined != old.joined;
  *reached = true;
  return changed;
}

static void note_children (struct alive_walk *w, uint32_t record)
{
  struct threads *t = w->d->t;
  uint32_t *at = map_at (&t->points, map_pair (w->f, record));
  if (!*at) {
    vec_push (&t->children, (struct children){0});
    *at = t->children.n;
  }
  t->children.v[*at - 1] = w->now;
}

/* Whether the thread may end at a call, and who may be left then. */
static bool may_end (const struct thread_finder *d, funid f, uint32_t record, struct children *left)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  bool ends = false;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    funid callee = p->calls.v[k].callee;
    const struct model *m = p->models[callee];
    if (p->calls.v[k].kind != CALL_NOW)
      continue;
    ends |= m && (model_has (m, EFFECT_THREAD_EXIT) ||
                  (d->cancels && model_has (m, EFFECT_CANCEL_POINT)));
    if (!m && d->t->ends_thread[callee]) {
      ends = true;
      left->born = sets_union (&d->t->sets, left->born, d->t->at_thread_exit[callee].born);
      left->joined =
          sets_intersection (&d->t->sets, left->joined, d->t->at_thread_exit[callee].joined);
    }
  }
  return ends;
}

/* Whether a pointer to a function that creates threads is given to code that nobody sees, or memory
   with one in it. */
static bool registers (const struct thread_finder *d, funid f, uint32_t record)
{
  struct pointers *p = d->s->p;
  const struct objects *o = &p->objects;
  const struct record *r = d->program->functions[f].body->records[record];
  uint32_t first, end;
  if (r->kind != REC_call)
    return false;
  const struct rec_call *c = (const struct rec_call *)r;
  calls_of_record (p, f, record, &first, &end);
  bool modelled = first < end;
  for (uint32_t k = first; k < end; k++)
    modelled &= p->models[p->calls.v[k].callee] ||
                (p->calls.v[k].callee && d->program->functions[p->calls.v[k].callee].body);
  for (uint32_t i = 0; !modelled && i < c->args.n; i++) {
    setid at = points_of_operand (p, f, &c->args.v[i]);
    for (struct set_iter k = sets_each (&p->sets, at); set_next (&k);) {
      const struct abstract_object *v = &o->v.v[loc_object (o, k.x)];
      if (v->kind == OBJECT_FUNCTION && d->t->ever[v->a])
        return true;
      for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next) {
        setid held = points_of_content (p, l);
        for (struct set_iter j = sets_each (&p->sets, held); set_next (&j);) {
          const struct abstract_object *h = &o->v.v[loc_object (o, j.x)];
          if (h->kind == OBJECT_FUNCTION && d->t->ever[h->a])
            return true;
        }
      }
    }
  }
  return false;
}

/* Whether code that nobody sees runs, which may call what it knows. */
static bool calls_outside (const struct alive_walk *w, uint32_t record)
{
  const struct pointers *p = w->d->s->p;
  uint32_t first, end;
  if (!w->d->outside_born || !w->registered)
    return false;
  calls_of_record (p, w->f, record, &first, &end);
  bool outside = first == end;
  for (uint32_t k = first; k < end; k++) {
    funid callee = p->calls.v[k].callee;
    outside |= !p->models[callee] && (!callee || !w->d->program->functions[callee].body);
  }
  return outside;
}

/* The same, remembered; or a function is called that does it. */
static bool registers_at (struct alive_walk *w, uint32_t record)
{
  struct thread_finder *d = w->d;
  const struct pointers *p = d->s->p;
  uint32_t first, end, *known = map_at (&d->registering, map_pair (w->f, record));
  if (!*known)
    *known = registers (d, w->f, record) ? 2 : 1;
  bool does = *known == 2;
  calls_of_record (p, w->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    funid callee = p->calls.v[k].callee;
    if (p->calls.v[k].kind != CALL_NOW || !callee)
      continue;
    does |= d->registers[callee];
    if (w->registered && !d->enters_registered[callee])
      d->enters_registered[callee] = d->changed = true;
  }
  if (does && !d->registers[w->f])
    d->registers[w->f] = d->changed = true;
  return does;
}

static void walk_block (struct alive_walk *w, uint32_t block, bool final, struct children *exit,
                        bool *exits)
{
  struct threads *t = w->d->t;
  w->now = w->in[block];
  w->registered = w->registered_in[block] || w->d->enters_registered[w->f];
  for (uint32_t r = w->b->blocks[block].first; r < w->b->blocks[block].end; r++) {
    const struct record *record = w->b->records[r];
    if (final && (record->kind == REC_call || record->loc))
      note_children (w, r);
    if (final)
      t->ever[w->f] = sets_union (&t->sets, t->ever[w->f], w->now.born);
    if (record->kind == REC_call) {
      struct children left = w->now;
      if (final && may_end (w->d, w->f, r, &left))
        w->d->changed |= merge_children (t, &t->at_thread_exit[w->f], &t->ends_thread[w->f], &left);
      walk_calls (w, r);
      walk_items (w, r);
      w->registered |= w->d->outside_born && registers_at (w, r);
      if (calls_outside (w, r)) {
        w->now.born = sets_union (&t->sets, w->now.born, w->d->outside_born);
        w->now.joined = sets_difference (&t->sets, w->now.joined, w->d->outside_born);
      }
    } else if (record->kind == REC_return && final) {
      merge_children (t, exit, exits, &w->now);
    }
  }
}

static void walk_function (struct thread_finder *d, funid f)
{
  struct arena arena = {0};
  const struct summary *m = &d->s->of[f];
  struct alive_walk w = {.d = d, .f = f, .b = d->program->functions[f].body};
  w.flow = flow_find (&arena, w.b);
  w.in = ARENA_ARRAY (&arena, w.b->n_blocks, struct children);
  w.reached = ARENA_ARRAY (&arena, w.b->n_blocks, bool);
  w.registered_in = ARENA_ARRAY (&arena, w.b->n_blocks, bool);
  for (uint32_t k = m->first_item; k < m->first_item + m->n_items; k++)
    if (d->s->items.v[k].kind == ITEM_FORK || d->s->items.v[k].kind == ITEM_JOIN)
      vec_push (&w.items, k);
  struct ranklist list;
  uint32_t block;
  ranklist_init (&list, w.flow.rpo.place, w.b->n_blocks);
  w.reached[0] = true;
  ranklist_push (&list, 0);
  while (ranklist_pop (&list, &block)) {
    walk_block (&w, block, false, NULL, NULL);
    for (uint32_t k = 0; k < w.b->blocks[block].n_edges; k++) {
      uint32_t to = w.b->blocks[block].edges[k].target;
      struct children c = w.now;
      uint8_t kind = w.b->blocks[block].edges[k].kind;
      if (kind == EK_ABNORMAL || kind == EK_EH) {
        c = w.in[block];
        c.born = sets_union (&d->t->sets, sets_union (&d->t->sets, c.born, w.now.born),
                             ever_born (&w, block));
        c.joined = SETS_EMPTY;
      }
      take_edge (&w, block, to, &c);
      bool more = w.registered && !w.registered_in[to];
      w.registered_in[to] |= w.registered;
      if (merge_children (d->t, &w.in[to], &w.reached[to], &c) || more)
        ranklist_push (&list, to);
    }
  }
  struct children exit = {0};
  bool exits = false;
  for (uint32_t i = 0; i < w.b->n_blocks; i++)
    if (w.reached[i])
      walk_block (&w, i, true, &exit, &exits);
  struct children *old = &d->t->at_exit[f];
  d->changed |= old->born != exit.born || old->joined != exit.joined;
  *old = exit;
  ranklist_free (&list);
  vec_free (&w.items);
  arena_free (&arena);
}

static int by_component (const void *a, const void *b, void *s)
{
  const uint32_t *component = ((const struct summaries *)s)->component;
  funid x = *(const funid *)a, y = *(const funid *)b;
  if (component[x] != component[y])
    return component[x] < component[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void find_relevant (struct thread_finder *d)
{
  struct summaries *s = d->s;
  const struct pointers *p = s->p;
  uint32_t n = d->program->n_functions;
  d->order = ARENA_ARRAY (&d->arena, n, funid);
  for (funid f = 1; f <= n; f++)
    if (s->of[f].known)
      d->order[d->n_order++] = f;
  qsort_r (d->order, d->n_order, sizeof *d->order, by_component, s);
  for (uint32_t i = 1; i < s->items.n; i++)
    if (s->items.v[i].kind == ITEM_FORK || s->items.v[i].kind == ITEM_JOIN)
      d->t->relevant[s->items.v[i].function] = true;
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct model *m = p->models[p->calls.v[i].callee];
    d->cancels |= m && model_has (m, EFFECT_CANCEL);
    if (m && model_has (m, EFFECT_THREAD_EXIT) && s->of[p->calls.v[i].caller].known)
      d->t->relevant[p->calls.v[i].caller] = true;
  }
  bool changed = true; /* twice, for recursion */
  for (int round = 0; changed && round < 3; round++) {
    changed = false;
    for (uint32_t i = 0; i < d->n_order; i++) {
      funid f = d->order[i];
      for (uint32_t k = p->first_call[f]; !d->t->relevant[f] && k < p->first_call[f + 1]; k++)
        if (p->calls.v[k].kind == CALL_NOW && d->t->relevant[p->calls.v[k].callee])
          d->t->relevant[f] = changed = true;
    }
  }
}

static void find_opened (struct thread_finder *d)
{
  const struct summaries *s = d->s;
  d->opened = ARENA_ARRAY (&d->arena, d->program->n_functions + 1, setid);
  for (uint32_t i = 1; i < s->items.n; i++)
    if (s->items.v[i].kind == ITEM_FORK && s->items.v[i].open) {
      setid *to = &d->opened[s->items.v[i].function];
      *to = sets_union (&d->t->sets, *to, d->t->of_item.v[i]);
    }
}

/* Functions with calls of unseen code create threads too, if that may call back to who does. */
static void mark_outside_callers (struct thread_finder *d)
{
  const struct pointers *p = d->s->p;
  d->outside_marked = true;
  d->changed = true;
  for (uint32_t i = 0; i < p->world_calls.n; i++)
    if (p->world_calls.v[i].caller && d->s->of[p->world_calls.v[i].caller].known)
      d->t->relevant[p->world_calls.v[i].caller] = true;
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->caller && c->kind == CALL_NOW && !p->models[c->callee] &&
        (!c->callee || !d->program->functions[c->callee].body) && d->s->of[c->caller].known)
      d->t->relevant[c->caller] = true;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < d->n_order; i++) {
      funid f = d->order[i];
      for (uint32_t k = p->first_call[f]; !d->t->relevant[f] && k < p->first_call[f + 1]; k++)
        if (p->calls.v[k].kind == CALL_NOW && d->t->relevant[p->calls.v[k].callee])
          d->t->relevant[f] = changed = true;
    }
  }
}

static void find_alive (struct thread_finder *d)
{
  enum { MOST_ROUNDS = 8 };
  d->changed = true;
  for (int round = 0; d->changed; round++) {
    d->changed = false;
    for (uint32_t i = 0; i < d->n_order; i++)
      if (d->t->relevant[d->order[i]])
        walk_function (d, d->order[i]);
    for (uint32_t i = 0; i < d->n_order; i++)
      if (called_from_world (d->s->p, WORLD_OUTSIDE, d->order[i])) {
        setid more = sets_union (&d->t->sets, d->outside_born, d->t->ever[d->order[i]]);
        d->changed |= more != d->outside_born;
        d->outside_born = more;
      }
    if (d->outside_born && !d->outside_marked)
      mark_outside_callers (d);
    for (thread_id i = 1; i < d->t->v.n; i++) {
      struct thread *t = &d->t->v.v[i];
      setid left = sets_union (&d->t->sets, t->left, d->t->at_exit[t->start].born);
      left = sets_union (&d->t->sets, left, d->t->at_thread_exit[t->start].born);
      d->changed |= left != t->left;
      t->left = left;
    }
    if (round == MOST_ROUNDS) /* joins prove nothing any more, which ends it */
      for (thread_id i = 1; i < d->t->v.n; i++)
        d->t->v.v[i].lost = true;
  }
}

void threads_find (struct threads *t, struct summaries *s, struct terms *terms)
{
  const struct program *p = s->p->objects.program;
  struct thread_finder d = {.t = t, .s = s, .terms = terms, .program = p};
  *t = (struct threads){.s = s};
  vec_push (&t->v, (struct thread){0});
  vec_resize (&t->of_item, s->items.n);
  t->relevant = xcalloc (p->n_functions + 1, sizeof *t->relevant);
  t->opaque = xcalloc (p->n_functions + 1, sizeof *t->opaque);
  t->at_exit = xcalloc (p->n_functions + 1, sizeof *t->at_exit);
  t->at_thread_exit = xcalloc (p->n_functions + 1, sizeof *t->at_thread_exit);
  t->ends_thread = xcalloc (p->n_functions + 1, sizeof *t->ends_thread);
  t->ever = xcalloc (p->n_functions + 1, sizeof *t->ever);
  make_threads (&d);
  find_start_items (&d);
  find_joins (&d);
  find_relevant (&d);
  find_opened (&d);
  d.registers = ARENA_ARRAY (&d.arena, p->n_functions + 1, bool);
  d.enters_registered = ARENA_ARRAY (&d.arena, p->n_functions + 1, bool);
  for (funid f = 1; f <= p->n_functions; f++) /* whoever runs beside main, or because of that */
    d.enters_registered[f] = t->opaque[f] && f != p->main;
  find_alive (&d);
  bitset_free (&d.handles);
  bitset_free (&d.dirty);
  bitset_free (&d.selves);
  map_free (&d.by_handle);
  map_free (&d.registering);
  arena_free (&d.arena);
}

void threads_free (struct threads *t)
{
  sets_free (&t->sets);
  vec_free (&t->v);
  vec_free (&t->of_item);
  free (t->relevant);
  free (t->opaque);
  free (t->at_exit);
  free (t->at_thread_exit);
  free (t->ends_thread);
  free (t->ever);
  map_free (&t->fork_items);
  bitset_free (&t->sole);
  map_free (&t->points);
  vec_free (&t->children);
}

setid threads_alive_at (struct threads *t, setid alive, funid f, uint32_t record, setid held)
{
  const struct summaries *s = t->s;
  uint32_t at = map_get (&t->points, map_pair (f, record), 0);
  if (!at)
    return alive;
  setid born = t->children.v[at - 1].born;
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);) {
    const struct expr *v = expr_get (&s->x, hold_get (s, i.x).lock);
    if (v->op != X_TOKEN || v->a != f)
      continue;
    uint32_t item = map_get (&t->fork_items, map_pair (v->a, v->b), 0);
    for (struct set_iter k = sets_each (&t->sets, t->of_item.v[item]); set_next (&k);)
      if (bitset_has (&t->sole, k.x) && !t->v.v[k.x].lost && sets_has (&t->sets, born, k.x))
        born =
            sets_union (&t->sets, sets_difference (&t->sets, born, sets_single (&t->sets, k.x)),
                        sets_difference (&t->sets, t->v.v[k.x].left, sets_single (&t->sets, k.x)));
  }
  return sets_union (&t->sets, sets_difference (&t->sets, alive, t->children.v[at - 1].joined),
                     born);
}

setid threads_ended_at (struct threads *t, setid ended, funid f, uint32_t record)
{
  uint32_t at = map_get (&t->points, map_pair (f, record), 0);
  if (!at)
    return ended;
  const struct children *c = &t->children.v[at - 1];
  return sets_union (&t->sets, sets_difference (&t->sets, ended, c->born), c->joined);
}
