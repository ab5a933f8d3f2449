/* Alive: per function, callees first, a dataflow of who may be alive. */

#include "teams.h"
#include "threads-alive.h"

void alive_join (struct alive_walk *w, struct children *c, setid joined, bool all)
{
  struct threads *t = w->d->t;
  for (struct set_iter i = sets_each (&t->sets, joined); set_next (&i);) {
    if (t->v.v[i.x].lost)
      continue;
    setid one = sets_single (&t->sets, i.x);
    bool only_here = t->v.v[i.x].item && w->d->s->items.v[t->v.v[i.x].item].function == w->f &&
                     called_once (&w->d->terms->once, w->f);
    if ((!all || only_here) && !sets_has (&t->sets, c->born, i.x))
      continue; /* not created yet */
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
    c->born = sets_union (&t->sets, c->born, sets_difference (&t->sets, t->v.v[i.x].left, one));
  }
}

void alive_sweep (struct alive_walk *w, struct children *c, uint32_t join)
{
  alive_join (w, c, w->d->swept[join], false);
  alive_join (w, c, w->d->swept_ever[join], true);
}

void alive_lose (struct thread_finder *d, thread_id i)
{
  if (d->s->items.v[d->t->v.v[i].item].task)
    return; /* nobody needs the handle */
  d->changed |= !d->t->v.v[i].lost;
  d->t->v.v[i].lost = true;
}

/* Whether the handle is in a new node of a list whose threads are joined. */
static bool is_put (const struct thread_finder *d, uint32_t fork)
{
  const struct summaries *s = d->s;
  return bitset_has (&d->in_lists, fork) && s->lists.v[s->items.v[fork].list - 1].puts;
}

static void walk_calls (struct alive_walk *w, uint32_t record)
{
  struct threads *t = w->d->t;
  const struct pointers *p = w->d->s->p;
  struct children out = {0};
  setid made = SETS_EMPTY, perhaps = SETS_EMPTY;
  bool any = false;
  uint32_t first, end;
  calls_of_record (p, w->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *c = &p->calls.v[k];
    if (c->kind != CALL_NOW || !c->callee)
      continue;
    struct children now = w->now;
    if (t->relevant[c->callee]) {
      struct children one = t->at_exit[c->callee], *exit = &one;
      if (is_region (w->d->s, c->callee)) /* tasks end with it */
        one.born = tasks_left_out (t, one.born);
      bool concrete = call_is_instantiated (w->d->s, c);
      setid open = concrete ? w->d->opened[c->callee] : SETS_EMPTY;
      if (concrete)
        one.waited = sets_difference (&t->sets, one.waited, w->d->opened_joins[c->callee]);
      setid again =
          sets_intersection (&t->sets, now.born, sets_difference (&t->sets, exit->born, open));
      for (struct set_iter i = sets_each (&t->sets, again); set_next (&i);)
        if (!is_put (w->d, t->v.v[i.x].item))
          alive_lose (w->d, i.x); /* created again, with the same handle, while it may run */
      now.waited =
          sets_union (&t->sets, sets_difference (&t->sets, now.waited, exit->born), exit->waited);
      now.born = sets_difference (&t->sets, now.born, exit->joined);
      now.born = sets_union (&t->sets, now.born, sets_difference (&t->sets, exit->born, open));
      now.joined = sets_difference (&t->sets, now.joined, exit->born);
      now.joined = sets_union (&t->sets, now.joined, exit->joined);
      made = sets_union (&t->sets, made, exit->born);
      perhaps = sets_union (&t->sets, perhaps, sets_union (&t->sets, exit->joined, exit->waited));
    }
    out.born = sets_union (&t->sets, out.born, now.born);
    out.joined = any ? sets_intersection (&t->sets, out.joined, now.joined) : now.joined;
    out.waited = any ? sets_intersection (&t->sets, out.waited, now.waited) : now.waited;
    any = true;
  }
  if (!any)
    return;
  w->now = out;
  /* Which of several it is may depend on whether there is anybody to join. */
  w->now.waited = sets_union (&t->sets, out.waited, sets_difference (&t->sets, perhaps, made));
}

/* Whether execution comes from record A to record B before the loop begins its next round. */
static bool comes_around (const struct alive_walk *w, uint32_t a, uint32_t b, uint32_t header)
{
  uint32_t start = w->flow.block_of[a], end = w->flow.block_of[b];
  return (start == end && a <= b) || flow_leads_without (w->b, start, end, header, NODE_NONE);
}

/* Threads that a round of the loop creates if not those of FORK: in the same element, which has
   another number in each round. */
static setid created_instead (struct alive_walk *w, uint32_t fork)
{
  const struct summaries *s = w->d->s;
  setid all = SETS_EMPTY;
  const struct item *a = &s->items.v[fork];
  struct keyed_items of = {0};
  uint32_t header = NODE_NONE;
  expr_id element = element_of (s, a, &header);
  if (element)
    of = keyed_find (w->by_counter.v, w->by_counter.n, element);
  for (; of.first < of.end; of.first++) {
    const struct item *b = &s->items.v[w->shaped.v[of.first->at]];
    if (b != a && !comes_around (w, a->record, b->record, header) &&
        !comes_around (w, b->record, a->record, header))
      all = sets_union (&w->d->t->sets, all, w->d->t->of_item.v[w->shaped.v[of.first->at]]);
  }
  return all;
}

/* The handle of a thread that may still run is overwritten by a creation. */
static void lose_overwritten (struct alive_walk *w, uint32_t fork)
{
  enum { MANY_LOST = 64 };
  const struct summaries *s = w->d->s;
  expr_id root = expr_root (&s->x, s->items.v[fork].e[0]);
  const struct expr *v = root ? expr_get (&s->x, root) : NULL;
  if (v && v->op == X_OBJECT && s->p->objects.v.v[v->a].kind == OBJECT_LOCAL &&
      s->p->objects.v.v[v->a].a != w->f)
    return; /* each call of that function has its own */
  uint64_t key = map_pair (w->f, threads_handle (w->d, &s->items.v[fork]));
  setid same = map_get (&w->d->in_handle, key, SETS_EMPTY);
  uint64_t name = over_name (w->d, &s->items.v[fork]);
  if (name) /* what callees have created there, too */
    same = sets_union (&w->d->t->sets, same, map_get (&w->d->by_name, name, SETS_EMPTY));
  same = sets_intersection (&w->d->t->sets, same, w->now.born);
  /* Each of its own has another element. */
  if (s->items.v[fork].shape || bitset_has (&w->d->in_lists, fork))
    same = sets_difference (&w->d->t->sets, same, w->d->t->of_item.v[fork]);
  same = sets_difference (&w->d->t->sets, same, created_instead (w, fork));
  if (!same)
    return;
  for (struct set_iter j = sets_each (&w->d->t->sets, same); set_next (&j);)
    alive_lose (w->d, j.x);
  /* They are lost for good: but a large set that loses one at a time would be copied each time. */
  setid *all[] = {map_at (&w->d->in_handle, key), name ? map_at (&w->d->by_name, name) : NULL};
  for (int i = 0; i < 2 && sets_size (&w->d->t->sets, same) >= MANY_LOST; i++)
    if (all[i])
      *all[i] = sets_difference (&w->d->t->sets, *all[i], same);
}

/* Whether it is a join, in each call if it is that of a callee. */
static bool is_sure_join (const struct alive_walk *w, const struct item *i)
{
  return i->kind == ITEM_JOIN && (!i->inner || w->d->s->items.v[i->inner].certain);
}

uint32_t alive_items_at (const struct alive_walk *w, uint32_t record)
{
  uint32_t low = 0, high = w->items.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (w->d->s->items.v[w->items.v[middle]].record < record)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void walk_items (struct alive_walk *w, uint32_t record)
{
  struct threads *t = w->d->t;
  const struct summaries *s = w->d->s;
  for (uint32_t low = alive_items_at (w, record);
       low < w->items.n && s->items.v[w->items.v[low]].record == record; low++) {
    uint32_t k = w->items.v[low];
    const struct item *i = &s->items.v[k];
    if (i->kind == ITEM_FORK) {
      setid made = t->of_item.v[k];
      if (i->region) {
        tasks_leave_region (w, made);
        continue;
      }
      if (i->inner)
        made = sets_intersection (&t->sets, made, t->at_exit[s->items.v[i->inner].function].born);
      lose_overwritten (w, k);
      w->now.born = sets_union (&t->sets, w->now.born, made);
      w->now.joined = sets_difference (&t->sets, w->now.joined, made);
      w->now.waited = sets_difference (&t->sets, w->now.waited, made);
    } else if (i->kind == ITEM_JOIN && i->task) {
      tasks_join (w);
    } else if (i->kind == ITEM_JOIN && i->n_depends) {
      tasks_join_depends (w, k);
    } else if (i->kind == ITEM_JOIN &&
               (i->inner ? !(i->loops_here && i->shape) && s->items.v[i->inner].certain
                         : !i->shape)) {
      alive_join (w, &w->now, w->d->t->joins[k], w->d->joins_all[k]);
    }
    if (i->kind == ITEM_JOIN && i->inner && !i->loops_here && s->items.v[i->inner].swept)
      alive_sweep (w, &w->now, k);
    if (is_sure_join (w, i) && !w->flow.in_cycle[w->flow.block_of[record]])
      w->now.waited = sets_union (&t->sets, w->now.waited, t->perhaps[k]);
  }
}

/* There are no other threads. */
static void enter_child (struct alive_walk *w, struct children *c)
{
  struct thread_finder *d = w->d;
  c->born = SETS_EMPTY;
  if (!d->all) {
    vec_u32 all = {0};
    for (thread_id i = 1; i < d->t->v.n; i++)
      vec_push (&all, i);
    d->all = sets_from (&d->t->sets, all.v, all.n);
    vec_free (&all);
  }
  c->joined = d->all;
}

/* Whether edges of longjmp leave the block where it calls something; else it ends by a computed
   goto, or gathers such edges. */
static bool is_left_in_call (const struct function *b, uint32_t block)
{
  const struct block *v = &b->blocks[block];
  const struct record *last = v->end > v->first ? b->records[v->end - 1] : NULL;
  if (last && last->kind == REC_call && ((const struct rec_call *)last)->flags & CF_NORETURN)
    return true;
  for (uint32_t k = 0; k < v->n_edges; k++)
    if (v->edges[k].kind != EK_ABNORMAL)
      return true;
  return false;
}

/* Whether no call of F returns again but those that make a process: GCC has the edges of longjmp
   for vfork, too, but what the child may do before it is another program jumps nowhere. */
static bool is_only_forked (const struct pointers *p, funid f)
{
  bool forks = false;
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
    funid callee = p->calls.v[k].callee;
    const struct model *m = p->models[callee];
    const struct function *b = callee ? p->objects.program->functions[callee].body : NULL;
    if (m ? model_has (m, EFFECT_SETJMP) : !b || b->r.flags & FF_STATIC_CHAIN)
      return false;
    forks |= m && model_has (m, EFFECT_PROCESS_FORK);
  }
  return forks;
}

/* Threads that run at some point of what is called at the record, but for those that are items of
   the function. */
static setid born_in_call (const struct alive_walk *w, uint32_t record)
{
  const struct pointers *p = w->d->s->p;
  struct threads *t = w->d->t;
  setid ever = SETS_EMPTY;
  uint32_t first, end;
  calls_of_record (p, w->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *c = &p->calls.v[k];
    setid open = call_is_instantiated (w->d->s, c) ? w->d->opened[c->callee] : SETS_EMPTY;
    if (c->kind == CALL_NOW && c->callee)
      ever = sets_union (&t->sets, ever, sets_difference (&t->sets, t->ever[c->callee], open));
  }
  return ever;
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

/* Whom A may have waited for, if B, which comes to the same place, has not created them. */
static setid waited_alone (struct threads *t, const struct children *a, const struct children *b)
{
  return sets_difference (&t->sets, sets_intersection (&t->sets, a->waited, a->born), b->born);
}

static setid merge_waited (struct threads *t, const struct children *a, const struct children *b)
{
  return sets_union (&t->sets, sets_intersection (&t->sets, a->waited, b->waited),
                     sets_union (&t->sets, waited_alone (t, a, b), waited_alone (t, b, a)));
}

static bool merge_children (struct threads *t, struct children *into, bool *reached,
                            const struct children *c)
{
  struct children old = *into;
  into->waited = *reached ? merge_waited (t, into, c) : c->waited;
  into->born = sets_union (&t->sets, into->born, c->born);
  into->joined = *reached ? sets_intersection (&t->sets, into->joined, c->joined) : c->joined;
  bool changed = !*reached || into->born != old.born || into->joined != old.joined ||
                 into->waited != old.waited;
  *reached = true;
  return changed;
}

static void note_children (struct alive_walk *w, uint32_t record)
{
  struct threads *t = w->d->t;
  uint32_t *at = &t->points[t->s->p->first_record[w->f] + record];
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
                  (d->s->cancels && model_has (m, EFFECT_CANCEL_POINT)));
    if (!m && d->t->ends_thread[callee]) {
      ends = true;
      left->born = sets_union (&d->t->sets, left->born, d->t->at_thread_exit[callee].born);
      left->joined =
          sets_intersection (&d->t->sets, left->joined, d->t->at_thread_exit[callee].joined);
    }
  }
  return ends;
}

bool alive_calls_outside (const struct alive_walk *w, uint32_t record)
{
  const struct pointers *p = w->d->s->p;
  uint32_t first, end;
  if (!w->d->outside_born || !w->registered)
    return false;
  calls_of_record (p, w->f, record, &first, &end);
  bool outside = first == end;
  for (uint32_t k = first; k < end; k++) {
    funid callee = p->calls.v[k].callee;
    outside |= calls_unseen (p, callee);
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
    *known = threads_registers (d, w->f, record) ? 2 : 1;
  bool does = *known == 2;
  calls_of_record (p, w->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    funid callee = p->calls.v[k].callee;
    if (p->calls.v[k].kind != CALL_NOW || !callee)
      continue;
    does |= d->registers[callee];
    if (w->registered && !d->enters_registered[callee])
      d->enters_registered[callee] = d->stale[callee] = d->changed = true;
  }
  if (does && !d->registers[w->f])
    d->registers[w->f] = d->changed = true;
  return does;
}

/* Whether the call may change who is alive, but for creations and joins of the function itself. */
static bool may_act (const struct alive_walk *w, uint32_t record)
{
  const struct pointers *p = w->d->s->p;
  uint32_t first, end;
  calls_of_record (p, w->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    if (m ? model_has (m, EFFECT_GROUP_START) || model_has (m, EFFECT_GROUP_END) ||
                model_has (m, EFFECT_BARRIER_WAIT)
          : w->d->t->relevant[p->calls.v[k].callee])
      return true;
  }
  return false;
}

/* Finds the calls that are worth a look: `acts'. */
static void find_acts (struct alive_walk *w, struct arena *arena)
{
  bool all = w->d->outside_born || w->early.n;
  uint32_t item = 0;
  w->first_act = ARENA_ARRAY (arena, w->b->n_blocks + 1, uint32_t);
  for (uint32_t i = 0; i < w->b->n_blocks; i++) {
    for (uint32_t r = w->b->blocks[i].first; r < w->b->blocks[i].end; r++) {
      if (w->b->records[r]->kind != REC_call)
        continue;
      while (item < w->items.n && w->d->s->items.v[w->items.v[item]].record < r)
        item++;
      if (all || may_act (w, r) ||
          (item < w->items.n && w->d->s->items.v[w->items.v[item]].record == r))
        vec_push (&w->acts, r);
    }
    w->first_act[i + 1] = w->acts.n;
  }
}

static void walk_act (struct alive_walk *w, uint32_t record)
{
  if (alive_surely_does (w, record, EFFECT_GROUP_START))
    map_set (&w->groups, record, 1 + w->now.born);
  walk_calls (w, record);
  since_add (w, record);
  since_note (w, record);
  walk_items (w, record);
  if (alive_surely_does (w, record, EFFECT_GROUP_END))
    tasks_end_group (w, record);
  if (is_team_barrier (w->d->s->p, w->f, record))
    w->now.born = tasks_left_out (w->d->t, w->now.born);
  w->registered |= w->d->outside_born && registers_at (w, record);
  if (alive_calls_outside (w, record)) {
    struct sets *sets = &w->d->t->sets;
    w->now.born = sets_union (sets, w->now.born, w->d->outside_born);
    w->now.joined = sets_difference (sets, w->now.joined, w->d->outside_born);
    w->now.waited = sets_difference (sets, w->now.waited, w->d->outside_born);
  }
}

static void begin_block (struct alive_walk *w, uint32_t block)
{
  w->now = w->in[block];
  for (uint32_t k = 0; k < w->early.n; k++)
    w->since[k] = w->since_in[block * w->early.n + k];
  w->registered = w->registered_in[block] || w->d->enters_registered[w->f];
}

/* The handles that RECORD reads are those of now. */
static void read_handles (struct alive_walk *w, uint32_t record)
{
  for (uint32_t k = 0; k < w->early.n; k++)
    if (w->early.v[k].load == record)
      w->since[k] = SETS_EMPTY;
}

static void walk_block (struct alive_walk *w, uint32_t block)
{
  uint32_t at = w->b->blocks[block].first;
  begin_block (w, block);
  for (uint32_t k = w->first_act[block]; k < w->first_act[block + 1]; k++) {
    for (; w->early.n && at <= w->acts.v[k]; at++)
      read_handles (w, at);
    walk_act (w, w->acts.v[k]);
  }
  for (; w->early.n && at < w->b->blocks[block].end; at++)
    read_handles (w, at);
}

/* The same, and it is noted who is alive at each record. */
static void note_block (struct alive_walk *w, uint32_t block, struct children *exit, bool *exits)
{
  struct threads *t = w->d->t;
  uint32_t act = w->first_act[block];
  begin_block (w, block);
  for (uint32_t r = w->b->blocks[block].first; r < w->b->blocks[block].end; r++) {
    const struct record *record = w->b->records[r];
    read_handles (w, r);
    if (record->kind == REC_call || record->loc)
      note_children (w, r);
    t->ever[w->f] = sets_union (&t->sets, t->ever[w->f], w->now.born);
    if (record->kind == REC_call) {
      t->ever[w->f] = sets_union (&t->sets, t->ever[w->f], born_in_call (w, r));
      struct children left = w->now;
      if (may_end (w->d, w->f, r, &left))
        w->d->changed |= merge_children (t, &t->at_thread_exit[w->f], &t->ends_thread[w->f], &left);
    }
    if (act < w->first_act[block + 1] && w->acts.v[act] == r) {
      setid before = w->now.born;
      over_calls (w, r);
      walk_act (w, r);
      over_meanwhile (w, r, before);
      act++;
    } else if (record->kind == REC_return) {
      merge_children (t, exit, exits, &w->now);
    }
  }
}

static int by_record (const void *a, const void *b, void *items)
{
  const struct item *v = items;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  if (v[x].record != v[y].record)
    return v[x].record < v[y].record ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Without those that have been joined on each way on which they were created: a dataflow alone
   does not tell these ways from others. */
static void drop_ended (struct alive_walk *w, struct children *exit)
{
  struct threads *t = w->d->t;
  for (uint32_t n = 0; n < w->items.n; n++) {
    const struct item *i = &w->d->s->items.v[w->items.v[n]];
    if (i->kind != ITEM_FORK || !i->ended)
      continue;
    for (struct set_iter k = sets_each (&t->sets, t->of_item.v[w->items.v[n]]); set_next (&k);)
      if (bitset_has (&t->sole, k.x))
        exit->born = threads_without (t, exit->born, sets_single (&t->sets, k.x));
  }
}

/* Whether the loop creates threads. */
static bool loop_creates (const struct alive_walk *w, uint32_t header)
{
  for (uint32_t n = 0; n < w->items.n; n++) {
    const struct item *i = &w->d->s->items.v[w->items.v[n]];
    uint32_t block = w->flow.block_of[i->record];
    if (i->kind == ITEM_FORK && w->flow.in_cycle[block] &&
        dominates (&w->flow.dominators, header, block))
      return true;
  }
  return false;
}

/* Finds the state at the end of BLOCK in the rounds R of a loop; false: nobody knows. */
static bool first_round (struct alive_walk *w, const struct round *r, uint32_t block,
                         struct children *end)
{
  uint32_t header = r->header;
  struct threads *t = w->d->t;
  const struct csr *before = &w->flow.predecessors;
  struct children *in = w->in;
  bool known = true;
  struct children *first = xcalloc (w->b->n_blocks, sizeof *first);
  bool *reached = xcalloc (w->b->n_blocks, sizeof *reached);
  struct ranklist list;
  ranklist_init (&list, w->flow.rpo.place, w->b->n_blocks);
  for (uint32_t k = before->first[header]; k < before->first[header + 1]; k++) {
    uint32_t from = before->targets[k];
    if (!w->reached[from] || dominates (&w->flow.dominators, header, from))
      continue;
    walk_block (w, from);
    edges_take (w, from, header, &w->now);
    merge_children (t, &first[header], &reached[header], &w->now);
    ranklist_push (&list, header);
  }
  w->in = first;
  for (uint32_t b; ranklist_pop (&list, &b);) {
    walk_block (w, b);
    if (b == block)
      *end = w->now;
    for (uint32_t k = 0; k < w->b->blocks[b].n_edges; k++) {
      uint32_t to = w->b->blocks[b].edges[k].target;
      uint8_t kind = w->b->blocks[b].edges[k].kind;
      struct children c = w->now;
      known &= kind != EK_ABNORMAL && kind != EK_EH;
      edges_take (w, b, to, &c);
      if (!is_cut (r, b, to) && dominates (&w->flow.dominators, header, to) &&
          merge_children (t, &first[to], &reached[to], &c))
        ranklist_push (&list, to);
    }
  }
  w->in = in;
  ranklist_free (&list);
  free (first);
  free (reached);
  return known;
}

/* The last call of a block, which abnormal edges come from; UINT32_MAX: none. */
static uint32_t last_call (const struct function *b, uint32_t block)
{
  for (uint32_t r = b->blocks[block].end; r-- > b->blocks[block].first;)
    if (b->records[r]->kind == REC_call)
      return r;
  return UINT32_MAX;
}

/* Takes a block out of the list; if there is none but something has changed, first puts those of
   AGAIN there. */
static bool pop_or_repeat (struct ranklist *list, vec_u32 *again, bool *changed, uint32_t *block)
{
  if (ranklist_pop (list, block))
    return true;
  for (uint32_t i = 0; *changed && i < again->n; i++)
    ranklist_push (list, again->v[i]);
  vec_clear (again);
  *changed = false;
  return ranklist_pop (list, block);
}

static struct walk_plan *plan_of (struct thread_finder *d, funid f)
{
  if (d->plans[f])
    return d->plans[f];
  const struct pointers *p = d->s->p;
  const struct unit *u = function_unit (d->program, f);
  const struct function *b = d->program->functions[f].body;
  struct walk_plan *plan = d->plans[f] = ARENA_NEW (&d->arena, struct walk_plan);
  VEC (struct round) rounds = {0};
  plan->flow = *flow_of (d->program, f);
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    struct round round = edge_of_first_round (u, b, &plan->flow, i);
    if (round.header == NODE_NONE)
      continue;
    if (!plan->round_of)
      plan->round_of = ARENA_ARRAY (&d->arena, b->n_blocks, uint32_t);
    vec_push (&rounds, round);
    plan->round_of[i] = rounds.n;
  }
  if (rounds.n) {
    plan->rounds = ARENA_ARRAY (&d->arena, rounds.n, struct round);
    memcpy (plan->rounds, rounds.v, rounds.n * sizeof *rounds.v);
  }
  vec_free (&rounds);
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    plan->makes_process |= m && model_has (m, EFFECT_PROCESS_FORK);
  }
  return plan;
}

void alive_walk_function (struct thread_finder *d, funid f)
{
  struct arena arena = {0};
  const struct summary *m = &d->s->of[f];
  struct alive_walk w = {.d = d, .f = f, .b = d->program->functions[f].body};
  const struct walk_plan *plan = plan_of (d, f);
  w.flow = plan->flow;
  w.in = ARENA_ARRAY (&arena, w.b->n_blocks, struct children);
  w.reached = ARENA_ARRAY (&arena, w.b->n_blocks, bool);
  w.registered_in = ARENA_ARRAY (&arena, w.b->n_blocks, bool);
  for (uint32_t n = m->first_thread; n < m->first_thread + m->n_threads; n++) {
    uint32_t k = d->s->forks.v[n];
    vec_push (&w.items, k);
    if (d->s->items.v[k].loops_here)
      vec_push (&w.shaped, k);
    if (is_sure_join (&w, &d->s->items.v[k]) &&
        w.flow.in_cycle[w.flow.block_of[d->s->items.v[k].record]])
      vec_push (&w.looped, k);
  }
  if (w.items.n)
    qsort_r (w.items.v, w.items.n, sizeof *w.items.v, by_record, d->s->items.v);
  edges_sort_gates (d);
  edges_find (&w, &arena);
  since_find (&w, &arena);
  find_acts (&w, &arena);
  struct ranklist list;
  uint32_t block;
  ranklist_init (&list, w.flow.rpo.place, w.b->n_blocks);
  w.reached[0] = true;
  ranklist_push (&list, 0);
  bool only_forked = is_only_forked (d->s->p, f);
  /* What is known of the first rounds of a loop depends on what comes before it, also if nothing is
     new in the loop: such blocks are looked at again in the end. */
  vec_u32 rounds = {0};
  bool changed = false;
  while (pop_or_repeat (&list, &rounds, &changed, &block)) {
    const struct round *round =
        plan->round_of && plan->round_of[block] ? &plan->rounds[plan->round_of[block] - 1] : NULL;
    struct children at_first = {0};
    bool is_known = round && (!round->flag || loop_creates (&w, round->header)) &&
                    first_round (&w, round, block, &at_first);
    uint32_t once = is_known ? round->edge : NODE_NONE;
    if (is_known)
      vec_push (&rounds, block);
    walk_block (&w, block);
    for (uint32_t k = 0; k < w.b->blocks[block].n_edges; k++) {
      uint32_t to = w.b->blocks[block].edges[k].target;
      struct children c = k == once ? at_first : w.now;
      uint8_t kind = w.b->blocks[block].edges[k].kind;
      if (kind == EK_ABNORMAL && only_forked && is_left_in_call (w.b, block))
        continue;
      if (kind == EK_ABNORMAL || kind == EK_EH) {
        if (!call_may_jump (d->s, f, last_call (w.b, block)))
          continue;
        c = w.in[block];
        c.born = sets_union (&d->t->sets, sets_union (&d->t->sets, c.born, w.now.born),
                             ever_born (&w, block));
        c.joined = c.waited = SETS_EMPTY;
      }
      edges_take (&w, block, to, &c);
      if (plan->makes_process && edge_is_in_child (d->s->p, f, block, k))
        enter_child (&w, &c);
      bool more = w.registered && !w.registered_in[to];
      w.registered_in[to] |= w.registered;
      bool later = since_merge (&w, to);
      if (merge_children (d->t, &w.in[to], &w.reached[to], &c) || more || later) {
        ranklist_push (&list, to);
        changed = true;
      }
    }
  }
  struct children exit = {0};
  bool exits = false;
  for (uint32_t i = 0; i < w.b->n_blocks; i++)
    if (w.reached[i])
      note_block (&w, i, &exit, &exits);
  vec_free (&rounds);
  drop_ended (&w, &exit);
  struct children *old = &d->t->at_exit[f];
  d->changed |= old->born != exit.born || old->joined != exit.joined || old->waited != exit.waited;
  *old = exit;
  ranklist_free (&list);
  vec_free (&w.acts);
  vec_free (&w.items);
  vec_free (&w.shaped);
  vec_free (&w.looped);
  edges_free (&w);
  vec_free (&w.early);
  map_free (&w.groups);
  arena_free (&arena);
}
