/* Threads whose handles are in the elements of a list: a loop through the list has created them,
   another one, which goes the same way from the same place (see loops-lists.c), joins them all:

     for (n = head; n; n = n->next)            for (n = head; n; n = n->next)
       create (&n->thread, work, n);             join (n->thread);

   Nobody may change meanwhile the pointers that lead to the handles, nor these themselves: neither
   the function of both loops, from where it looks for the first node until it has joined the last
   thread, nor what it calls there, nor any thread.  The loop of joins has come to the end of the
   list, so that neither has come to a node twice.  Where the handles are not in the nodes, that no
   two nodes lead to one is the assumption `lists'. */

#include "assume.h"
#include "loops.h"
#include "prefilter.h"
#include "teams.h"
#include "threads-internal.h"

/* How many pairs of loops are looked at. */
enum { MOST_PAIRS = 256 };

/* A loop of creations and one of joins, in one function or what it calls. */
struct list_pair {
  struct thread_finder *d;
  const struct item *fork, *join; /* as the function sees them */
  const struct list_loop *forks, *joins;
  uint32_t own;       /* the creation, as the function at hand may do it; 0: it must not */
  uint32_t allowed;   /* 1 + a record of the function of FORKS that may do what it does; 0: none */
  setid way, handles; /* where the pointers are, and the handles */
  setid behind;       /* ... those of the way that lead from nodes to handles */
};

/* What a function may execute from one moment to another. */
struct part {
  funid f;
  const struct function *b;
  const struct flow *flow;
  uint32_t first, from; /* the block where it begins, and the record before; UINT32_MAX: none */
  uint32_t to;       /* the record behind it; UINT32_MAX: it goes on until the function returns, */
  const bool *joins; /* or until control leaves these blocks, of the loop of joins */
  bool *on, *back;   /* by block: it comes after the beginning; before the end */
  bool again;        /* the block where it begins is entered again */
};

static bool *blocks_of_loop (const struct flow *flow, uint32_t n_blocks,
                             const struct list_loop *loop)
{
  bool *in = xcalloc (n_blocks, sizeof *in);
  const struct csr *g = &flow->predecessors;
  vec_u32 todo = {0};
  in[loop->header] = true;
  vec_push (&todo, loop->latch);
  while (todo.n) {
    uint32_t b = todo.v[--todo.n];
    for (uint32_t k = g->first[b]; !in[b] && k < g->first[b + 1]; k++)
      vec_push (&todo, g->targets[k]);
    in[b] = true;
  }
  vec_free (&todo);
  return in;
}

/* The block where it ends; NODE_NONE: several. */
static uint32_t last_block (const struct part *p)
{
  return p->to == UINT32_MAX ? NODE_NONE : p->flow->block_of[p->to];
}

/* Whether FROM and TO are in one block, in this order. */
static bool is_straight (const struct part *p)
{
  return p->from != UINT32_MAX && last_block (p) == p->first && p->from < p->to;
}

static void go_on (struct part *p, uint32_t b, vec_u32 *todo)
{
  const struct csr *g = &p->flow->successors;
  for (uint32_t k = g->first[b]; k < g->first[b + 1]; k++) {
    uint32_t to = g->targets[k];
    if (p->joins && p->joins[b] && !p->joins[to])
      continue;
    p->again |= to == p->first;
    if (!p->on[to] && to != last_block (p))
      vec_push (todo, to);
    p->on[to] = true;
  }
}

static void find_part (struct part *p)
{
  uint32_t n = p->b->n_blocks;
  const struct csr *g = &p->flow->predecessors;
  vec_u32 todo = {0};
  p->on = xcalloc (n, sizeof *p->on);
  p->back = xcalloc (n, sizeof *p->back);
  p->on[p->first] = true;
  if (!is_straight (p))
    go_on (p, p->first, &todo);
  while (todo.n)
    go_on (p, todo.v[--todo.n], &todo);
  for (uint32_t b = 0; b < n; b++) {
    const struct block *v = &p->b->blocks[b];
    bool returns = v->end > v->first && p->b->records[v->end - 1]->kind == REC_return;
    if (p->joins ? p->joins[b] : p->to == UINT32_MAX ? returns : b == last_block (p))
      vec_push (&todo, b);
  }
  while (todo.n) {
    uint32_t b = todo.v[--todo.n];
    for (uint32_t k = g->first[b]; !p->back[b] && k < g->first[b + 1]; k++)
      vec_push (&todo, g->targets[k]);
    p->back[b] = true;
  }
  vec_free (&todo);
}

static void free_part (struct part *p)
{
  free (p->on);
  free (p->back);
}

static bool is_in_part (const struct part *p, uint32_t record)
{
  uint32_t b = p->flow->block_of[record];
  bool behind = b == p->first && p->from != UINT32_MAX && record > p->from;
  if (!p->on[b] || !p->back[b])
    return false;
  if (b == last_block (p) && record >= p->to)
    return behind && p->from > p->to;
  return b != p->first || p->from == UINT32_MAX || p->again || behind;
}

static bool touches (const struct summaries *s, const struct effect *e, setid where)
{
  struct pointers *p = s->p;
  return effect_changes (e) && (!e->where || sets_meet (&p->sets, effect_locations (p, e), where));
}

/* Whether the instructions of a function, or of what it calls, change what is there. */
static bool changes (struct thread_finder *d, funid f, setid where, struct bitset *seen)
{
  struct summaries *s = d->s;
  struct pointers *p = s->p;
  if (!s->mod_all[f] && !sets_meet (&p->sets, s->mod[f], where))
    return false;
  if (!f || f > d->program->n_functions || !d->program->functions[f].body)
    return true;
  if (!bitset_add (seen, f))
    return false;
  for (uint32_t i = s->effects->first[f]; i < s->effects->first[f + 1]; i++) {
    const struct effect *e = &s->effects->v.v[i];
    if (touches (s, e, where))
      return true;
  }
  for (uint32_t i = p->first_call[f]; i < p->first_call[f + 1]; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->kind == CALL_NOW && !p->models[c->callee] && changes (d, c->callee, where, seen))
      return true;
  }
  return false;
}

static bool may_change (struct thread_finder *d, funid f, setid where)
{
  struct bitset seen = {0};
  bool may = changes (d, f, where, &seen);
  bitset_free (&seen);
  return may;
}

/* Whether a record changes nothing there but the handle of the creation, which is seen as ITEM
   where the record is; 0: it is not there.  A handle is no pointer on the way: it may be written
   over one only if nobody goes that way any more. */
static bool changes_no_more (struct thread_finder *d, uint32_t item, funid f, uint32_t record,
                             setid where)
{
  const struct summaries *s = d->s;
  const struct pointers *p = s->p;
  const struct item *v = s->items.v;
  bool own = item && v[item].function == f && v[item].record == record;
  uint32_t inner = own ? v[item].inner : 0, first, end;
  const struct list_loop *list = item && v[item].list ? &s->lists.v[v[item].list - 1] : NULL;
  if (list && list->puts && list->function == f &&
      (record + 1 == list->store || record + 1 == list->link))
    return true;
  for (uint32_t i = effects_at (s->effects, f, record);
       i < s->effects->first[f + 1] && s->effects->v.v[i].record == record; i++)
    if (touches (s, &s->effects->v.v[i], where) &&
        !(own && !inner && writes_handle (s, &s->effects->v.v[i])))
      return false;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    funid callee = p->calls.v[k].callee;
    if (p->calls.v[k].kind != CALL_NOW || p->models[callee] || !may_change (d, callee, where))
      continue;
    if (!inner || v[inner].function != callee)
      return false;
    for (uint32_t r = 0; r < d->program->functions[callee].body->n_records; r++)
      if (!changes_no_more (d, inner, callee, r, where))
        return false;
  }
  return true;
}

/* The creation at a record that one round of the loop does instead of that of the pair; 0: none. */
static uint32_t created_instead (const struct list_pair *c, const struct part *p, uint32_t record)
{
  const struct summaries *s = c->d->s;
  const struct summary *m = &s->of[p->f];
  uint32_t header = c->forks->header, here, there;
  if (p->f != c->forks->function || c->forks->puts)
    return 0;
  here = p->flow->block_of[c->forks->record];
  there = p->flow->block_of[record];
  if (here == there || flow_leads_without (p->b, here, there, header, NODE_NONE) ||
      flow_leads_without (p->b, there, here, header, NODE_NONE))
    return 0;
  for (uint32_t n = m->first_thread; n < m->first_thread + m->n_threads; n++) {
    const struct item *i = &s->items.v[s->forks.v[n]];
    const struct list_loop *l = i->list ? &s->lists.v[i->list - 1] : NULL;
    if (i->kind == ITEM_FORK && i->record == record && l && l->function == p->f &&
        l->header == header && l->way == c->forks->way)
      return s->forks.v[n];
  }
  return 0;
}

/* Whether the record may change what leads to the handles, or these, otherwise than the loops do.
 */
static bool is_wrong (const struct list_pair *c, const struct part *p, uint32_t record)
{
  struct summaries *s = c->d->s;
  setid where = sets_union (&s->p->sets, c->way, c->handles);
  if ((p->f == c->forks->function && record + 1 == c->allowed) ||
      (p->f == c->joins->function && record + 1 == c->joins->store))
    return false;
  return loops_writes_own (s, p->f, record, where) ||
         !(changes_no_more (c->d, c->own, p->f, record, where) ||
           changes_no_more (c->d, created_instead (c, p, record), p->f, record, where));
}

/* The pointer that leads to what the expression is, and where to, while it is loaded. */
static expr_id pointer_load (const struct exprs *x, expr_id e)
{
  int64_t offset;
  expr_id base = e ? expr_base (x, e, &offset) : 0;
  return base && expr_get (x, base)->op == X_LOAD ? base : 0;
}

/* What must stay the same value.  Nodes are put where pointers in memory lead to, which may be
   loaded each time, or in front of the last one, which is another value then. */
static expr_id fixed_start (const struct list_pair *c)
{
  const struct exprs *x = &c->d->s->x;
  expr_id e = c->fork->e[3], load;
  if (!c->forks->puts)
    return e;
  while ((load = pointer_load (x, e)) != 0)
    e = expr_get (x, load)->a;
  return c->forks->store ? e : 0;
}

/* Whether nothing goes wrong in a part of a function; nor may the first node become another value.
 */
static bool is_quiet (const struct list_pair *c, struct part *p)
{
  const struct exprs *x = &c->d->s->x;
  expr_id start = fixed_start (c);
  find_part (p);
  bool quiet = true;
  for (uint32_t b = 0; quiet && b < p->b->n_blocks; b++)
    for (uint32_t r = p->b->blocks[b].first; quiet && p->on[b] && r < p->b->blocks[b].end; r++)
      if (is_in_part (p, r))
        quiet = !is_wrong (c, p, r) && !(p->f == c->fork->function && start &&
                                         expr_mentions (x, start, p->f, r, p->b->records[r]->dst));
  return quiet;
}

static struct part part_of (const struct list_pair *c, funid f)
{
  return (struct part){.f = f,
                       .b = c->d->program->functions[f].body,
                       .flow = flow_of (c->d->program, f),
                       .from = UINT32_MAX,
                       .to = UINT32_MAX};
}

/* Whether the loop of the creations may begin again in the part. */
static bool begins_again (const struct list_pair *c, const struct part *p)
{
  const struct csr *before = &p->flow->predecessors;
  uint32_t header = c->forks->header;
  bool *forks = blocks_of_loop (p->flow, p->b->n_blocks, c->forks), again = false;
  for (uint32_t k = before->first[header]; k < before->first[header + 1]; k++) {
    uint32_t from = before->targets[k];
    again |= !forks[from] && p->on[from] && p->back[from];
  }
  free (forks);
  return again;
}

/* The same from the creations in a function, seen as FORK there, to the joins in JOIN; NULL: until
   it returns. */
static bool is_quiet_behind (struct list_pair *c, const struct item *fork, const struct item *join)
{
  struct part p = part_of (c, fork->function);
  bool home = fork->function == c->forks->function, *joins = NULL;
  c->own = fork->loops_here || c->forks->puts ? (uint32_t)(fork - c->d->s->items.v) : 0;
  c->allowed = c->forks->puts ? 0 : c->forks->store;
  p.first = fork->loops_here ? c->forks->header : p.flow->block_of[fork->record];
  p.from = fork->loops_here ? UINT32_MAX : fork->record;
  p.to = join && !join->loops_here ? join->record : UINT32_MAX;
  if (join && join->loops_here)
    p.joins = joins = blocks_of_loop (p.flow, p.b->n_blocks, c->joins);
  bool quiet = is_quiet (c, &p) && !(home && c->forks->header != NODE_NONE && begins_again (c, &p));
  free_part (&p);
  free (joins);
  return quiet;
}

/* The same from when the first node is looked for to the loop of creations, or to where the new one
   is put there. */
static bool is_quiet_before (struct list_pair *c)
{
  const struct list_loop *l = c->forks;
  struct part p = part_of (c, l->function);
  if (!l->begins)
    return true;
  c->own = 0;
  c->allowed = l->puts ? l->link : 0;
  p.from = l->begins - 1;
  p.first = p.flow->block_of[p.from];
  p.to = l->puts ? l->store - 1 : p.b->blocks[l->header].first;
  bool quiet = is_quiet (c, &p);
  free_part (&p);
  return quiet;
}

/* The same from when the joins look for the first node, or the function begins, seen as JOIN there,
   to the joins: there are no creations at all. */
static bool is_quiet_at_joins (struct list_pair *c, const struct item *join, bool looks)
{
  struct part p = part_of (c, join->function);
  bool *joins = join->loops_here ? blocks_of_loop (p.flow, p.b->n_blocks, c->joins) : NULL;
  c->own = c->allowed = 0;
  p.joins = joins;
  p.to = join->loops_here ? UINT32_MAX : join->record;
  if (looks && c->joins->begins) {
    p.from = c->joins->begins - 1;
    p.first = p.flow->block_of[p.from];
  } else if (looks)
    p.first = c->joins->header;
  bool quiet = is_quiet (c, &p);
  free_part (&p);
  free (joins);
  return quiet;
}

/* The record of its function where the item, which has no loop of its own, loads a pointer that
   leads to the list, before it calls who has; UINT32_MAX: there. */
static uint32_t loaded_before (const struct exprs *x, const struct item *i, expr_id load)
{
  const uint32_t *at = tuples_numbers (&x->versions, expr_get (x, load)->b);
  return at[0] == i->function && at[1] != i->record ? at[1] : UINT32_MAX;
}

/* Whether the pointers that lead to the list stay from when they are loaded to the call of who
   creates the threads. */
static bool is_quiet_at_call (struct list_pair *c, const struct item *fork)
{
  const struct exprs *x = &c->d->s->x;
  bool quiet = true;
  c->own = c->allowed = 0;
  for (expr_id e = fork->e[3]; quiet && (e = pointer_load (x, e)) != 0; e = expr_get (x, e)->a) {
    struct part p = part_of (c, fork->function);
    p.from = loaded_before (x, fork, e);
    if (p.from == UINT32_MAX)
      continue;
    p.first = p.flow->block_of[p.from];
    p.to = fork->record;
    quiet = is_quiet (c, &p);
    free_part (&p);
  }
  return quiet;
}

/* Whether the record is executed on all ways from the creations to the call of who joins. */
static bool is_between (const struct list_pair *c, uint32_t record)
{
  const uint32_t *block_of = flow_of (c->d->program, c->join->function)->block_of;
  uint32_t fork = c->fork->record, join = c->join->record;
  uint32_t from = block_of[fork], to = block_of[join], here = block_of[record];
  if (here == to)
    return !(from == here && record < fork && fork < join);
  if (here == from)
    return record > fork;
  return !(from == to && fork < join) &&
         !flow_leads_without (c->d->program->functions[c->join->function].body, from, to, here,
                              NODE_NONE);
}

/* Whether the call of who joins gets what was loaded when threads had been created, or what these
   were created by. */
static bool gets_later (const struct list_pair *c)
{
  const struct exprs *x = &c->d->s->x;
  expr_id a = c->fork->e[3], b = c->join->e[3];
  bool later = true;
  while (later && a != b && (a = pointer_load (x, a)) != 0 && (b = pointer_load (x, b)) != 0) {
    uint32_t record = a != b ? loaded_before (x, c->join, b) : UINT32_MAX;
    later = record == UINT32_MAX || is_between (c, record);
    a = expr_get (x, a)->a;
    b = expr_get (x, b)->a;
  }
  return later;
}

/* Whether the joins look for the first node when the creations have done so, or both by one look.
 */
static bool looks_later (struct list_pair *c)
{
  const struct flow *flow = flow_of (c->d->program, c->fork->function);
  if (!c->join->loops_here)
    return gets_later (c);
  if (c->forks->puts)
    return is_quiet_at_joins (c, c->join, true);
  if (!c->joins->begins)
    return true;
  if (!c->fork->loops_here)
    return flow_dominates (flow, c->fork->record, c->joins->begins - 1);
  return c->forks->begins && flow_dominates (flow, c->forks->begins - 1, c->joins->begins - 1);
}

/* Whether A is B, but that pointers on the way may be loaded at another time. */
static bool is_alike (const struct exprs *x, expr_id a, expr_id b)
{
  struct expr v = *expr_get (x, a), u = *expr_get (x, b);
  if (a == b || !a || !b)
    return a == b;
  if (v.op != u.op || v.k != u.k || (v.op != X_LOAD && v.op != X_ADD))
    return false;
  return is_alike (x, v.a, u.a);
}

static bool goes_alike (const struct list_pair *c)
{
  const struct exprs *x = &c->d->s->x;
  const struct item *fork = c->fork, *join = c->join;
  int64_t k;
  bool null = expr_is_const (x, join->e[4], &k) && !k;
  bool skips = c->joins->only &&
               !(fork->loops_here && join->loops_here && fork->record + 1 == c->joins->only);
  return !skips && c->forks->way == c->joins->way && join->e[4] &&
         (null || fork->e[4] == join->e[4]) && is_alike (x, fork->e[3], join->e[3]) &&
         !(fork->loops_here && join->loops_here && c->forks->header == c->joins->header);
}

/* Where the pointers, or the handles, are that one of the loops comes to. */
static void add_places (struct list_pair *c, const struct list_loop *l)
{
  struct exprs *x = &c->d->s->x;
  struct sets *sets = &c->d->s->p->sets;
  c->handles = sets_union (sets, c->handles, expr_points (x, l->function, l->handle));
  for (uint32_t i = 0; i < l->n_memory; i++)
    *(i < l->behind ? &c->behind : &c->way) = sets_union (
        sets, i < l->behind ? c->behind : c->way, expr_points (x, l->function, l->memory[i]));
}

/* Those of the pointers by which the item's function finds the list. */
static void add_loads (struct list_pair *c, const struct item *i)
{
  struct exprs *x = &c->d->s->x;
  for (expr_id e = i->e[3]; (e = pointer_load (x, e)) != 0; e = expr_get (x, e)->a)
    c->way =
        sets_union (&c->d->s->p->sets, c->way, expr_points (x, i->function, expr_get (x, e)->a));
}

static bool are_known (struct list_pair *c)
{
  struct summaries *s = c->d->s;
  struct pointers *p = s->p;
  add_places (c, c->forks);
  add_places (c, c->joins);
  add_loads (c, c->fork);
  add_loads (c, c->join);
  c->way = sets_union (&p->sets, c->way, c->behind);
  setid all = sets_union (&p->sets, c->way, c->handles);
  return c->way && c->handles && !(set_traits (p, all) & (SET_WORLDS | SET_ANYWHERE)) &&
         !threads_write (s, all) && loops_are_ours (s, c->fork->function, all);
}

/* Whether the pointers in the nodes seem to lead to different memory: each is to what the node is
   in, or to new memory. */
static bool lead_apart (const struct list_pair *c)
{
  const struct summaries *s = c->d->s;
  for (uint32_t k = 1; c->behind && k < s->items.n; k++) {
    const struct item *i = &s->items.v[k];
    expr_id to = i->kind == ITEM_LINK && !i->open ? expr_root (&s->x, i->e[1]) : 0;
    if (i->kind == ITEM_LINK && !i->open && sets_meet (&s->p->sets, i->into, c->behind) &&
        !(to && (to == expr_root (&s->x, i->e[0]) || expr_is_fresh (&s->x, to))))
      return false;
  }
  return !c->behind || s->p->assumed & assumption_bit (ASSUME_LISTS);
}

/* Whether it is the function itself that has the loop, or puts the node into the list. */
static bool is_home (const struct summaries *s, const struct item *i)
{
  return s->items.v[i->inner].list != i->list;
}

/* Whether all threads of the creations have ended when the joins are done. */
static bool joins_all (struct list_pair *c)
{
  struct summaries *s = c->d->s;
  const struct item *v = s->items.v, *fork = c->fork, *join = c->join;
  if (!goes_alike (c) || !are_known (c) || is_region (s, fork->function) || !lead_apart (c))
    return false;
  bool quiet = looks_later (c) && is_quiet_before (c) && is_quiet_behind (c, fork, join);
  while (quiet && !is_home (s, fork)) {
    quiet = is_quiet_at_call (c, fork);
    fork = &v[fork->inner];
    quiet = quiet && is_quiet_behind (c, fork, NULL);
  }
  for (; quiet && !is_home (s, join); quiet = is_quiet_at_joins (c, join, false))
    join = &v[join->inner];
  return quiet;
}

/* Whether what a function stores when the joins are done is that the list is empty. */
static bool is_reset (struct list_pair *c, const struct effect *e)
{
  struct part p = part_of (c, e->function);
  int64_t k;
  uint32_t exit = c->join->loop_exit;
  if (e->function != c->joins->function || !stored_constant (c->d->s, e, &k) || k ||
      p.flow->predecessors.first[exit + 1] - p.flow->predecessors.first[exit] != 1 ||
      !dominates (&p.flow->dominators, exit, p.flow->block_of[e->record]))
    return false;
  c->own = c->allowed = 0;
  p.first = exit;
  p.to = e->record;
  bool quiet = is_quiet (c, &p);
  free_part (&p);
  return quiet;
}

/* Whether the effect changes the list, or handles, otherwise than by putting a new node there and
   creating its thread, or when all threads are joined. */
static bool is_wrong_anywhere (struct list_pair *c, const struct effect *e)
{
  const struct summaries *s = c->d->s;
  const struct item *core = item_core (s, c->fork);
  bool puts = e->function == c->forks->function &&
              (e->record + 1 == c->forks->store || e->record + 1 == c->forks->link);
  bool handle = e->function == core->function && e->record == core->record && writes_handle (s, e);
  bool takes = e->function == c->joins->function && e->record + 1 == c->joins->store;
  return !puts && !handle && !takes && !is_reset (c, e);
}

/* The same for a list that begins in a global variable, whichever functions put nodes there and
   join their threads: all that main executes. */
static bool joins_all_ever (struct list_pair *c)
{
  struct summaries *s = c->d->s;
  if (!c->forks->puts || !is_home (s, c->join) || !goes_alike (c) || !are_known (c) ||
      !only_main_calls (s->filter, c->d->program, c->fork->function) ||
      !only_main_calls (s->filter, c->d->program, c->join->function) || !is_quiet_before (c) ||
      !is_quiet_at_joins (c, c->join, true))
    return false;
  setid where = sets_union (&s->p->sets, c->way, c->handles);
  bool wrong = false;
  for (uint32_t i = 0; !wrong && i < s->effects->v.n; i++) {
    const struct effect *e = &s->effects->v.v[i];
    wrong = s->filter->reached[e->function] && touches (s, e, where) && is_wrong_anywhere (c, e);
  }
  return !wrong;
}

/* Calls */

enum { MOST_CALLS = 16 };

/* Finds the calls that lead to a function, each the only one, as items without more; the first is
   that of the function itself. */
static uint32_t find_calls (const struct list_pair *c, const struct item *home,
                            struct item out[MOST_CALLS])
{
  uint32_t n = 0;
  out[n++] = *home;
  while (n < MOST_CALLS && out[n - 1].function != c->d->program->main) {
    const struct call_edge *call = c->d->terms->once.only[out[n - 1].function];
    if (!call || !call->caller || call->kind != CALL_NOW)
      break;
    out[n++] = (struct item){.function = call->caller, .record = call->record};
  }
  return n;
}

/* The same as joins_all for a list that begins in a global variable, if both loops are in functions
   that are called at one place each: between these calls all must be quiet. */
static bool joins_all_called (struct list_pair *c)
{
  struct summaries *s = c->d->s;
  struct item forks[MOST_CALLS], joins[MOST_CALLS];
  uint32_t n_forks = find_calls (c, c->fork, forks), n_joins = find_calls (c, c->join, joins);
  uint32_t f = 0, j = 0;
  if (c->fork->function == c->join->function || expr_has_formal (&s->x, c->join->e[4]) ||
      !is_home (s, c->join) || !goes_alike (c) || !are_known (c) ||
      is_region (s, c->fork->function) || !lead_apart (c) ||
      !only_main_calls (s->filter, c->d->program, c->join->function))
    return false;
  while (f < n_forks && forks[f].function != joins[j].function) {
    f += j + 1 == n_joins;
    j = (j + 1) % n_joins;
  }
  if (f == n_forks)
    return false;
  const struct flow *flow = flow_of (c->d->program, joins[j].function);
  bool quiet =
      is_quiet_before (c) &&
      is_quiet_behind (c, f ? &forks[f] : c->fork, j ? &joins[j] : c->join) &&
      (j || !c->joins->begins || flow_dominates (flow, forks[f].record, c->joins->begins - 1));
  for (uint32_t k = 0; quiet && k < f; k++)
    quiet = is_quiet_behind (c, k ? &forks[k] : c->fork, NULL);
  for (uint32_t k = 0; quiet && k < j; k++)
    quiet = is_quiet_at_joins (c, k ? &joins[k] : c->join, false);
  return quiet;
}

/* The threads are joined by these loops, not one by one. */
static void note_pair (struct list_pair *c, setid *swept, setid *joined)
{
  struct thread_finder *d = c->d;
  struct sets *sets = &d->t->sets;
  const struct item *v = d->s->items.v;
  uint32_t fork = (uint32_t)(c->fork - v), join = (uint32_t)(c->join - v);
  swept[join] = sets_union (sets, swept[join], d->t->of_item.v[fork]);
  *joined = sets_union (sets, *joined, d->t->of_item.v[fork]);
  for (; fork && v[fork].list; fork = v[fork].inner)
    bitset_add (&d->in_lists, fork);
}

/* Where to look for creations that belong to joins: in one function, or whose lists begin in global
   variables, and begin in one variable; others may be there, too. */
static uint64_t place_of (const struct summaries *s, const struct item *i, bool anywhere)
{
  enum { SPREAD = 31 };
  expr_id root = expr_root (&s->x, i->e[3]);
  while (expr_get (&s->x, root)->op == X_LOAD)
    root = expr_root (&s->x, expr_get (&s->x, root)->a);
  return map_pair (anywhere ? 0 : i->function, SPREAD * s->lists.v[i->list - 1].way + root);
}

static bool begins_in_global (const struct summaries *s, const struct item *i)
{
  const struct expr *v = expr_get (&s->x, expr_root (&s->x, i->e[3]));
  return v->op == X_OBJECT && s->p->objects.v.v[v->a].kind == OBJECT_GLOBAL;
}

/* Looks for the creations of a join there. */
static void match_join (struct thread_finder *d, const struct map *first, const struct item *join,
                        bool anywhere, setid *joined)
{
  const struct summaries *s = d->s;
  uint32_t pairs = 0;
  for (uint32_t k = map_get (first, place_of (s, join, anywhere), 0); k && pairs++ < MOST_PAIRS;
       k = anywhere ? d->next_there[k] : d->next[k]) {
    struct list_pair c = {.d = d,
                          .fork = &s->items.v[k],
                          .join = join,
                          .forks = &s->lists.v[s->items.v[k].list - 1],
                          .joins = &s->lists.v[join->list - 1]};
    if (!anywhere ? joins_all (&c) : c.forks->puts ? joins_all_ever (&c) : joins_all_called (&c))
      note_pair (&c, anywhere ? d->swept_ever : d->swept, joined);
  }
}

/* Lists the creations. */
static void list_forks (struct thread_finder *d, struct map *first)
{
  const struct summaries *s = d->s;
  for (uint32_t n = 0; n < s->forks.n; n++) {
    uint32_t i = s->forks.v[n];
    const struct item *fork = &s->items.v[i];
    if (fork->kind != ITEM_FORK || !fork->list || !fork->e[3] || !d->t->of_item.v[i])
      continue;
    uint32_t *at = map_at (first, place_of (s, fork, false));
    d->next[i] = *at;
    *at = i;
    if (!is_home (s, fork) || !begins_in_global (s, fork))
      continue;
    at = map_at (first, place_of (s, fork, true));
    d->next_there[i] = *at;
    *at = i;
  }
}

void threads_find_lists (struct thread_finder *d)
{
  const struct summaries *s = d->s;
  struct map first = {0}; /* see place_of: the last creation, then by d->next or next_there */
  setid joined = SETS_EMPTY;
  d->swept = ARENA_ARRAY (&d->arena, s->items.n, setid);
  d->swept_ever = ARENA_ARRAY (&d->arena, s->items.n, setid);
  list_forks (d, &first);
  for (uint32_t n = 0; n < s->forks.n && map_size (&first); n++) {
    const struct item *join = &s->items.v[s->forks.v[n]];
    for (int anywhere = 0; join->kind == ITEM_JOIN && join->list && join->e[3] && anywhere < 2;
         anywhere++)
      match_join (d, &first, join, anywhere, &joined);
  }
  map_free (&first);
  for (uint32_t n = 0; joined && n < s->forks.n; n++) {
    setid *one = &d->t->joins[s->forks.v[n]];
    *one = sets_difference (&d->t->sets, *one, joined);
  }
}
