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
#include "teams.h"
#include "threads-internal.h"

/* How many pairs of loops are looked at. */
enum { MOST_PAIRS = 256 };

/* A loop of creations and one of joins, in one function or what it calls. */
struct list_pair {
  struct thread_finder *d;
  const struct item *fork, *join; /* as the function sees them */
  const struct list_loop *forks, *joins;
  uint32_t looped;    /* the creation, as the function of its loop sees it */
  setid way, handles; /* where the pointers are, and the handles */
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
  uint32_t header = c->forks->header, here = p->flow->block_of[c->forks->record],
           there = p->flow->block_of[record];
  if (p->f != c->forks->function || here == there ||
      flow_leads_without (p->b, here, there, header, NODE_NONE) ||
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
  if ((p->f == c->forks->function && record + 1 == c->forks->store) ||
      (p->f == c->joins->function && record + 1 == c->joins->store))
    return false;
  return loops_writes_own (s, p->f, record, where) ||
         !(changes_no_more (c->d, c->looped, p->f, record, where) ||
           changes_no_more (c->d, created_instead (c, p, record), p->f, record, where));
}

/* Whether nothing goes wrong in a part of a function; the value that EXPR is must stay as well. */
static bool is_quiet (const struct list_pair *c, struct part *p)
{
  const struct exprs *x = &c->d->s->x;
  find_part (p);
  bool quiet = true;
  for (uint32_t b = 0; quiet && b < p->b->n_blocks; b++)
    for (uint32_t r = p->b->blocks[b].first; quiet && p->on[b] && r < p->b->blocks[b].end; r++)
      if (is_in_part (p, r))
        quiet = !is_wrong (c, p, r) &&
                !(p->f == c->fork->function &&
                  expr_mentions (x, c->fork->e[3], p->f, r, p->b->records[r]->dst));
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

/* The same from the creations in a function, seen as FORK there, to the joins in JOIN; NULL: until
   it returns.  The loop of the creations may not begin again meanwhile. */
static bool is_quiet_behind (const struct list_pair *c, const struct item *fork,
                             const struct item *join)
{
  struct part p = part_of (c, fork->function);
  const struct csr *before = &p.flow->predecessors;
  bool *forks = NULL, *joins = NULL;
  p.first = fork->loops_here ? c->forks->header : p.flow->block_of[fork->record];
  p.from = fork->loops_here ? UINT32_MAX : fork->record;
  p.to = join && !join->loops_here ? join->record : UINT32_MAX;
  if (join && join->loops_here)
    p.joins = joins = blocks_of_loop (p.flow, p.b->n_blocks, c->joins);
  bool quiet = is_quiet (c, &p);
  if (fork->loops_here)
    forks = blocks_of_loop (p.flow, p.b->n_blocks, c->forks);
  uint32_t header = c->forks->header;
  for (uint32_t k = forks ? before->first[header] : 0; forks && k < before->first[header + 1]; k++)
    quiet &= forks[before->targets[k]] || !p.on[before->targets[k]] || !p.back[before->targets[k]];
  free_part (&p);
  free (forks);
  free (joins);
  return quiet;
}

/* The same from when the first node is looked for to the loop of creations. */
static bool is_quiet_before (const struct list_pair *c)
{
  struct part p = part_of (c, c->forks->function);
  if (!c->forks->begins)
    return true;
  p.from = c->forks->begins - 1;
  p.first = p.flow->block_of[p.from];
  p.to = p.b->blocks[c->forks->header].first;
  bool quiet = is_quiet (c, &p);
  free_part (&p);
  return quiet;
}

/* The same from the beginning of a function, seen as JOIN there, to the joins. */
static bool is_quiet_at_joins (const struct list_pair *c, const struct item *join)
{
  struct part p = part_of (c, join->function);
  bool *joins = join->loops_here ? blocks_of_loop (p.flow, p.b->n_blocks, c->joins) : NULL;
  p.joins = joins;
  p.to = join->loops_here ? UINT32_MAX : join->record;
  bool quiet = is_quiet (c, &p);
  free_part (&p);
  free (joins);
  return quiet;
}

/* Whether the joins look for the first node when the creations have done so, or both by one look.
 */
static bool looks_later (const struct list_pair *c)
{
  const struct flow *flow = flow_of (c->d->program, c->fork->function);
  if (!c->join->loops_here || !c->joins->begins)
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
  return c->forks->way == c->joins->way && join->e[4] && (null || fork->e[4] == join->e[4]) &&
         is_alike (x, fork->e[3], join->e[3]) && looks_later (c) &&
         !(fork->loops_here && join->loops_here && c->forks->header == c->joins->header);
}

/* Where the pointers, or the handles, are that one of the loops comes to. */
static void add_places (struct list_pair *c, const struct list_loop *l)
{
  struct exprs *x = &c->d->s->x;
  struct sets *sets = &c->d->s->p->sets;
  c->handles = sets_union (sets, c->handles, expr_points (x, l->function, l->handle));
  for (uint32_t i = 0; i < l->n_memory; i++)
    c->way = sets_union (sets, c->way, expr_points (x, l->function, l->memory[i]));
}

static bool are_known (struct list_pair *c)
{
  struct summaries *s = c->d->s;
  struct pointers *p = s->p;
  add_places (c, c->forks);
  add_places (c, c->joins);
  setid all = sets_union (&p->sets, c->way, c->handles);
  return c->way && c->handles && !(set_traits (p, all) & (SET_WORLDS | SET_ANYWHERE)) &&
         !threads_write (s, all) && loops_are_ours (s, c->fork->function, all);
}

/* Whether all threads of the creations have ended when the joins are done. */
static bool joins_all (struct list_pair *c)
{
  struct summaries *s = c->d->s;
  const struct item *v = s->items.v, *fork = c->fork, *join = c->join;
  if (!goes_alike (c) || !are_known (c) || is_region (s, fork->function) ||
      (c->forks->behind && !(s->p->assumed & assumption_bit (ASSUME_LISTS))))
    return false;
  bool quiet = is_quiet_behind (c, fork, join) && is_quiet_before (c);
  for (; quiet && !fork->loops_here; quiet = is_quiet_behind (c, fork, NULL))
    fork = &v[fork->inner];
  for (; quiet && !join->loops_here; quiet = is_quiet_at_joins (c, join))
    join = &v[join->inner];
  return quiet;
}

/* The threads are joined by these loops, not one by one. */
static void note_pair (struct list_pair *c, uint32_t fork, uint32_t join, setid *joined)
{
  struct thread_finder *d = c->d;
  struct sets *sets = &d->t->sets;
  const struct item *v = d->s->items.v;
  d->swept[join] = sets_union (sets, d->swept[join], d->t->of_item.v[fork]);
  *joined = sets_union (sets, *joined, d->t->of_item.v[fork]);
  for (; fork && v[fork].list; fork = v[fork].inner)
    bitset_add (&d->in_lists, fork);
}

void threads_find_lists (struct thread_finder *d)
{
  struct summaries *s = d->s;
  struct map first = {0}; /* function, way: 1 + the last of its creations, then by d->next */
  setid joined = SETS_EMPTY;
  uint32_t pairs = 0;
  d->swept = ARENA_ARRAY (&d->arena, s->items.n, setid);
  for (uint32_t n = 0; n < s->forks.n; n++) {
    uint32_t i = s->forks.v[n];
    const struct item *fork = &s->items.v[i];
    if (fork->kind != ITEM_FORK || !fork->list || !fork->e[3] || !d->t->of_item.v[i])
      continue;
    uint32_t *at = map_at (&first, map_pair (fork->function, s->lists.v[fork->list - 1].way));
    d->next[i] = *at;
    *at = i;
  }
  for (uint32_t n = 0; n < s->forks.n && map_size (&first); n++) {
    uint32_t i = s->forks.v[n];
    const struct item *join = &s->items.v[i];
    if (join->kind != ITEM_JOIN || !join->list || !join->e[3])
      continue;
    const struct list_loop *joins = &s->lists.v[join->list - 1];
    for (uint32_t k = map_get (&first, map_pair (join->function, joins->way), 0);
         k && pairs++ < MOST_PAIRS; k = d->next[k]) {
      struct list_pair c = {.d = d,
                            .fork = &s->items.v[k],
                            .join = join,
                            .forks = &s->lists.v[s->items.v[k].list - 1],
                            .joins = joins};
      for (c.looped = k; !s->items.v[c.looped].loops_here; c.looped = s->items.v[c.looped].inner)
        continue;
      if (joins_all (&c))
        note_pair (&c, k, i, &joined);
    }
  }
  map_free (&first);
  for (uint32_t n = 0; joined && n < s->forks.n; n++) {
    setid *one = &d->t->joins[s->forks.v[n]];
    *one = sets_difference (&d->t->sets, *one, joined);
  }
}
