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
#include "lists-pairs.h"
#include "prefilter.h"
#include "teams.h"

/* How many pairs of loops are looked at. */
enum { MOST_PAIRS = 256 };

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
  while (later && a != b && (a = lists_pointer_load (x, a)) != 0 &&
         (b = lists_pointer_load (x, b)) != 0) {
    uint32_t record = a != b ? lists_loaded_before (x, c->join, b) : UINT32_MAX;
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
    return lists_quiet_at_joins (c, c->join, true);
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
  for (expr_id e = i->e[3]; (e = lists_pointer_load (x, e)) != 0; e = expr_get (x, e)->a)
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
  bool quiet = looks_later (c) && lists_quiet_before (c) && lists_quiet_behind (c, fork, join);
  while (quiet && !is_home (s, fork)) {
    quiet = lists_quiet_at_call (c, fork);
    fork = &v[fork->inner];
    quiet = quiet && lists_quiet_behind (c, fork, NULL);
  }
  for (; quiet && !is_home (s, join); quiet = lists_quiet_at_joins (c, join, false))
    join = &v[join->inner];
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
  return !puts && !handle && !takes && !lists_reset (c, e);
}

/* The same for a list that begins in a global variable, whichever functions put nodes there and
   join their threads: all that main executes. */
static bool joins_all_ever (struct list_pair *c)
{
  struct summaries *s = c->d->s;
  if (!c->forks->puts || !is_home (s, c->join) || !goes_alike (c) || !are_known (c) ||
      !only_main_calls (s->filter, c->d->program, c->fork->function) ||
      !only_main_calls (s->filter, c->d->program, c->join->function) || !lists_quiet_before (c) ||
      !lists_quiet_at_joins (c, c->join, true))
    return false;
  setid where = sets_union (&s->p->sets, c->way, c->handles);
  bool wrong = false;
  for (uint32_t i = 0; !wrong && i < s->effects->v.n; i++) {
    const struct effect *e = &s->effects->v.v[i];
    wrong =
        s->filter->reached[e->function] && lists_touched (s, e, where) && is_wrong_anywhere (c, e);
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
      lists_quiet_before (c) &&
      lists_quiet_behind (c, f ? &forks[f] : c->fork, j ? &joins[j] : c->join) &&
      (j || !c->joins->begins || flow_dominates (flow, forks[f].record, c->joins->begins - 1));
  for (uint32_t k = 0; quiet && k < f; k++)
    quiet = lists_quiet_behind (c, k ? &forks[k] : c->fork, NULL);
  for (uint32_t k = 0; quiet && k < j; k++)
    quiet = lists_quiet_at_joins (c, k ? &joins[k] : c->join, false);
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
