/* Lists of threads: whether nobody changes, from one moment to another, the pointers that lead to
   the handles, nor these: neither the function of the loops, nor what it calls, nor any thread. */

#include "lists-pairs.h"
#include "teams.h"

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

bool lists_touched (const struct summaries *s, const struct effect *e, setid where)
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
    if (lists_touched (s, e, where))
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
    if (lists_touched (s, &s->effects->v.v[i], where) &&
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

expr_id lists_pointer_load (const struct exprs *x, expr_id e)
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
  while ((load = lists_pointer_load (x, e)) != 0)
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

bool lists_quiet_behind (struct list_pair *c, const struct item *fork, const struct item *join)
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

bool lists_quiet_before (struct list_pair *c)
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

bool lists_quiet_at_joins (struct list_pair *c, const struct item *join, bool looks)
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

uint32_t lists_loaded_before (const struct exprs *x, const struct item *i, expr_id load)
{
  const uint32_t *at = tuples_numbers (&x->versions, expr_get (x, load)->b);
  return at[0] == i->function && at[1] != i->record ? at[1] : UINT32_MAX;
}

bool lists_quiet_at_call (struct list_pair *c, const struct item *fork)
{
  const struct exprs *x = &c->d->s->x;
  bool quiet = true;
  c->own = c->allowed = 0;
  for (expr_id e = fork->e[3]; quiet && (e = lists_pointer_load (x, e)) != 0;
       e = expr_get (x, e)->a) {
    struct part p = part_of (c, fork->function);
    p.from = lists_loaded_before (x, fork, e);
    if (p.from == UINT32_MAX)
      continue;
    p.first = p.flow->block_of[p.from];
    p.to = fork->record;
    quiet = is_quiet (c, &p);
    free_part (&p);
  }
  return quiet;
}

bool lists_reset (struct list_pair *c, const struct effect *e)
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
