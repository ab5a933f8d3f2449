/* Starts: what threads do, in terms of who creates them. */

#include "sections.h"
#include "threads-internal.h"
#include "walks.h"

/* A start function with its arguments, or one that it calls through them. */
struct starting {
  const struct item *fork;
  funid f;
  const expr_id *actuals;
  uint32_t n;
  setid held;
  uint32_t via, record; /* in the start function, if via is not 0 */
  uint32_t *used;       /* bits of the memory of the creation that has been relied on */
  bool *alone;          /* see struct thread */
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
    if (!lock)
      lock = lock_that_exists_once (s, b->f, h.lock);
    if (lock)
      out = sets_add (&s->sets, out, hold_make (s, lock, h.mode, h.depth));
  }
  return out;
}

static struct source started_source (struct thread_finder *d, const struct starting *b,
                                     struct source v)
{
  expr_id from = v.from ? started_expr (d, b, v.from) : 0;
  if (v.from && !from)
    return (struct source){0};
  return (struct source){from, started_holds (d, b, v.since), v.brief, v.moved};
}

/* KNOWN: by set, 1 + what it is.  Sets are large where much is called that releases something. */
static setid started_released (struct thread_finder *d, const struct starting *b, setid released,
                               struct map *known)
{
  uint32_t before = map_get (known, released, 0);
  if (!released || before)
    return released ? before - 1 : SETS_EMPTY;
  vec_u32 all = {0};
  for (struct set_iter i = sets_each (&d->s->sets, released); set_next (&i);)
    vec_push (&all, started_expr (d, b, i.x));
  setid out = sets_from (&d->s->sets, all.v, all.n);
  vec_free (&all);
  map_set (known, released, 1 + out);
  return out;
}

static bool memory_changes (const struct summaries *s, const struct item *fork)
{
  fork = item_core (s, fork);
  return map_find (&s->broken, map_pair (fork->function, fork->record));
}

/* What is at an address must stay until all threads that FORK creates have looked.  NUMBER: 1 +
   that of its memory. */
static void add_obligation (struct thread_finder *d, const struct item *fork, expr_id at,
                            expr_id mine, uint32_t number)
{
  struct summaries *s = d->s;
  setid where = expr_points (&s->x, fork->function, at);
  fork = item_core (s, fork);
  vec_push (&s->items, (struct item){.kind = ITEM_REUSE,
                                     .at_start = true,
                                     .function = fork->function,
                                     .record = fork->record,
                                     .mine = mine,
                                     .number = number,
                                     .e = {at},
                                     .where = where});
}

bool is_called_singly (const struct summaries *s, funid f)
{
  return only_main_calls (s->filter, s->p->objects.program, f) &&
         !bitset_has (&s->filter->recursive, f);
}

bool threads_outlive_call (const struct threads *t, thread_id i, funid f)
{
  return sets_has (&t->sets, t->at_exit[f].born, i) ||
         sets_has (&t->sets, t->at_thread_exit[f].born, i);
}

/* Whether only one thread of the team comes there between two barriers. */
static bool holds_claim (const struct summaries *s, setid held)
{
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);)
    if (expr_get (&s->x, hold_get (s, i.x).lock)->op == X_CLAIM)
      return true;
  return false;
}

/* Whether the counter of the creation tells its threads from each other: in the whole program, or,
   if *ALONE, in one call. */
static bool counter_tells (struct thread_finder *d, const struct item *fork, bool *alone)
{
  if (!fork->e[6] && !fork->walks)
    return false;
  bool once =
      called_once (&d->terms->once, fork->counts_in) ||
      (fork->task && terms_in_team (d->terms, fork->function) &&
       !bitset_has (&d->s->in_inner_regions, fork->function) && holds_claim (d->s, fork->held));
  *alone |= !once;
  return once || is_called_singly (d->s, fork->counts_in);
}

expr_id fork_gives (const struct summaries *s, const struct item *fork, int part)
{
  return expr_root (&s->x, part ? fork->memory[part - 1].value : fork->e[2]);
}

/* The creation as the function has it that counts the threads. */
static const struct item *where_counted (const struct summaries *s, const struct item *fork)
{
  while (fork->function != fork->counts_in && fork->inner)
    fork = &s->items.v[fork->inner];
  return fork;
}

/* Whether ROOT is memory that the call has made whose loop creates the threads, as this calls it
   or, if FROM is FORK, as the function of FORK does. */
static bool is_made_by_creator (const struct summaries *s, const struct item *fork,
                                const struct item *from, expr_id root)
{
  const struct item *own = where_counted (s, fork);
  for (int k = 0; root && own->function == fork->counts_in && k < FORK_PARTS; k++)
    if (root == fork_gives (s, from, k) && expr_is_fresh (&s->x, fork_gives (s, own, k)) &&
        !is_taken (s, root))
      return true;
  return false;
}

/* Whether E is in a variable of the call whose loop creates the threads, or in memory that this has
   made: every call has its own. */
static bool is_of_creator (const struct summaries *s, const struct item *fork, expr_id e)
{
  expr_id root = expr_root (&s->x, e);
  const struct expr *v = root ? expr_get (&s->x, root) : NULL;
  return fork->e[6] && v &&
         (v->op == X_OBJECT ? s->p->objects.v.v[v->a].kind == OBJECT_LOCAL &&
                                  s->p->objects.v.v[v->a].a == fork->counts_in
                            : is_made_by_creator (s, fork, fork, root));
}

/* The element that E is in, if no other thread of the creation has the same number for it. */
static expr_id own_element (struct thread_finder *d, const struct item *fork, expr_id e,
                            uint64_t bytes, bool *alone)
{
  int64_t offset, stride = 0;
  if (!is_of_creator (d->s, fork, e) && !counter_tells (d, fork, alone))
    return 0;
  expr_id element = expr_element (&d->s->x, e, fork->e[6], fork->bits, &offset, &stride);
  return element && offset + (int64_t)bytes <= stride ? element : 0;
}

/* What has the counter of the creation in it, as the function that counts says it; so is new memory
   that this has made for handles or arguments. */
static expr_id as_counted (struct summaries *s, const struct item *fork, expr_id e)
{
  const struct item *own = where_counted (s, fork);
  if (!own->e[6] || !e)
    return e;
  e = expr_replace (&s->x, e, fork->e[6], own->e[6]);
  for (int k = 0; k <= 2; k += 2) {
    expr_id outside = expr_root (&s->x, fork->e[k]), inside = expr_root (&s->x, own->e[k]);
    if (outside != inside && expr_is_fresh (&s->x, outside) && expr_is_fresh (&s->x, inside))
      e = expr_replace (&s->x, e, outside, inside);
  }
  return e;
}

/* What the creation makes for each thread, and AT is in; 0: nothing that is known. */
static expr_id made_for (const struct summaries *s, const struct item *fork, expr_id at)
{
  expr_id root = expr_root (&s->x, at);
  if ((fork->fresh || fork->made) && root == expr_root (&s->x, fork->e[2]))
    return root;
  for (int k = 0; k < MOST_MEMORY; k++)
    if (fork->new_memory >> k & 1 && root == expr_root (&s->x, fork->memory[k].value))
      return root;
  return 0;
}

enum { POINTER_BYTES = 8 };

/* The node that the thread gets, if the access of BYTES bytes at E is inside of that, and no other
   thread of this creation gets it; 0: others may have the same. */
static expr_id own_node (struct thread_finder *d, const struct item *fork, expr_id e,
                         uint64_t bytes, bool *alone)
{
  struct summaries *s = d->s;
  expr_id node = fork->walks ? fork_gives (s, fork, fork->walks - 1) : 0;
  if (!node || expr_root (&s->x, e) != node || !counter_tells (d, fork, alone))
    return 0;
  return walks_stays (s, fork->function, node, e, bytes) ? node : 0;
}

/* What the thread has for itself of an array, of which the access is to a section, or to what is
   behind one; 0: others may have the same. */
static expr_id own_section (struct thread_finder *d, const struct item *fork, const struct item *i,
                            uint64_t bytes)
{
  struct section_loads loads;
  expr_id section = sections_own (d->terms, fork, i, bytes, &loads);
  if (!section || (loads.n && memory_changes (d->s, fork)))
    return 0;
  for (uint32_t k = 0; k < loads.n; k++)
    add_obligation (d, fork, loads.at[k], 0, 0);
  return section;
}

/* As expr_element says it. */
static expr_id plain_element (struct summaries *s, const struct item *fork, expr_id element)
{
  int64_t offset, stride;
  return expr_element (&s->x, element, fork->e[6], fork->bits, &offset, &stride);
}

/* What the access touches that other threads of this creation cannot reach in the same way. */
static expr_id own_memory (struct thread_finder *d, const struct item *fork, const struct item *i,
                           bool *alone)
{
  struct summaries *s = d->s;
  expr_id made = made_for (s, fork, i->e[0]);
  uint64_t bytes = s->effects->v.v[item_core (s, i)->effect].bytes;
  expr_id element = made || !bytes ? 0 : own_element (d, fork, i->e[0], bytes, alone);
  /* Of several elements that are between two numbers each is a part of that. */
  expr_id node = made ? 0 : own_node (d, fork, i->e[0], bytes, alone);
  if (node)
    return node;
  if (made || (element && sections_step (s, fork) == 1))
    return made ? made : as_counted (s, fork, element);
  if (!element && bytes && (is_of_creator (s, fork, i->e[0]) || counter_tells (d, fork, alone)))
    element = in_numbered_element (d->terms, i, fork->e[6]);
  if (element && sections_step (s, fork) == 1)
    return as_counted (s, fork, plain_element (s, fork, element));
  expr_id section = !i->behind_section && counter_tells (d, fork, alone)
                        ? own_section (d, fork, i, i->measured ? 1 : bytes)
                        : 0;
  return as_counted (s, fork, section ? section : element);
}

/* The same for what is found at an address. */
static expr_id own_place (struct thread_finder *d, const struct item *fork, expr_id at, bool *alone)
{
  expr_id made = made_for (d->s, fork, at);
  return made ? made : as_counted (d->s, fork, own_element (d, fork, at, 1, alone));
}

/* All of the objects that a pointer of FORK's function may lead to, as owners. */
static setid whole_owners (struct summaries *s, const struct item *fork, expr_id e)
{
  setid at = expr_points (&s->x, fork->function, e), owners = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);)
    owners = sets_add (&s->p->sets, owners,
                       loc_everything (&s->p->objects, loc_object (&s->p->objects, i.x)));
  return owners;
}

/* The same, of what the memory of the access is reached from. */
static void find_owner (struct thread_finder *d, const struct item *fork, struct item *i,
                        bool *alone)
{
  struct summaries *s = d->s;
  if (!proves_by (s->p, PROOF_REACH) || !proves_by (s->p, PROOF_THREAD))
    return;
  const struct expr *used = expr_get (&s->x, expr_root (&s->x, i->e[0]));
  bool itself = used->op == X_LOAD;
  /* In the object that the pointer leads to. */
  bool anywhere = used->op == X_REACHED && used->code & REACHED_ANYWHERE;
  uint32_t loads = 0;
  for (expr_id e = i->e[0]; (e = expr_origin (&s->x, e));) {
    expr_id root = expr_root (&s->x, e), made = made_for (s, fork, e);
    expr_id element = made || anywhere ? 0 : own_element (d, fork, e, 1, alone);
    loads++;
    if (!made && !element && !anywhere && loads == i->behind_section &&
        counter_tells (d, fork, alone))
      element = own_section (d, fork, i, POINTER_BYTES);
    i->certain = (made || element) && itself;
    itself = false;
    if (!made && !element && !anywhere)
      made = own_node (d, fork, e, POINTER_BYTES, alone);
    if (made) {
      i->owner = made;
      i->owners = whole_owners (s, fork, made);
      return;
    }
    if (element) {
      i->owner = as_counted (s, fork, element);
      i->owners = expr_points (&s->x, fork->function, element);
      return;
    }
    anywhere =
        expr_get (&s->x, root)->op == X_REACHED && expr_get (&s->x, root)->code & REACHED_ANYWHERE;
  }
}

/* The values of R that a thread may have of those that a loop gives to its threads: the numbers to
   which it counts, plus OFFSET. */
static struct result_range given_numbers (const struct summaries *s, const struct item *fork,
                                          struct result_range r, int64_t offset)
{
  int64_t first, last;
  if (fork->shape && expr_is_const (&s->x, fork->e[4], &first) &&
      expr_is_const (&s->x, fork->e[5], &last)) {
    r.low = r.low > first + offset ? r.low : first + offset;
    r.high = r.high < last + offset ? r.high : last + offset;
  }
  r.low += r.has_hole && r.hole == r.low;
  r.high -= r.has_hole && r.hole == r.high;
  return r;
}

/* That the thread has a certain number, if that is known where the access is: no other thread of
   this creation is there then.  FACTS: about arguments of the function. */
static expr_id own_number (struct thread_finder *d, const struct starting *b, setid facts)
{
  struct summaries *s = d->s;
  for (struct set_iter i = sets_each (&s->sets, facts); set_next (&i);) {
    int64_t offset;
    expr_id e = expr_number (&s->x, started_expr (d, b, fact_expr (s, i.x)), &offset);
    if (!e || e != b->fork->e[6])
      continue;
    struct result_range r = given_numbers (s, b->fork, fact_range (s, i.x), offset);
    if (r.low == r.high && counter_tells (d, b->fork, b->alone))
      return as_counted (s, b->fork,
                         expr_binary (&s->x, OP_EQ, e, expr_const (&s->x, r.low - offset)));
  }
  return 0;
}

/* Whether the function creates threads as its callers tell: they are none of the items here. */
static bool creates_for_callers (const struct summaries *s, funid f)
{
  const struct summary *m = &s->of[f];
  for (uint32_t n = 0; n < m->n_opened; n++)
    if (s->items.v[s->opened.v[m->first_opened + n]].kind == ITEM_FORK)
      return true;
  return false;
}

/* The open items of a function that a new thread calls. */
static void start_items (struct thread_finder *d, const struct starting *b, int depth)
{
  struct summaries *s = d->s;
  const struct summary *m = &s->of[b->f];
  struct map released = {0};
  for (uint32_t n_open = 0; n_open < m->n_opened; n_open++) {
    uint32_t k = s->opened.v[m->first_opened + n_open];
    struct item i = s->items.v[k];
    if (i.kind == ITEM_FORK || i.kind == ITEM_JOIN || i.kind == ITEM_DETACH)
      continue; /* those are threads of their own */
    for (int j = 0; j < ITEM_EXPRS; j++)
      i.e[j] = started_expr (d, b, i.e[j]);
    setid where =
        i.e[0] && i.kind != ITEM_CALL ? expr_points (&s->x, b->fork->function, i.e[0]) : SETS_EMPTY;
    setid stored =
        i.e[1] && i.kind == ITEM_LINK ? expr_points (&s->x, b->fork->function, i.e[1]) : SETS_EMPTY;
    if (i.kind == ITEM_LINK) {
      i.into = where ? where : i.into;
      i.where = stored ? stored : i.where;
    } else if (where)
      i.where = refined_points (s->p, i.where, where);
    i.held = started_holds (d, b, i.held);
    i.source = started_source (d, b, i.source);
    i.into_source = started_source (d, b, i.into_source);
    i.into_own = i.into_own && !i.into_needs;
    i.released = started_released (d, b, i.released, &released);
    i.function = b->fork->function;
    i.record = b->fork->record;
    i.inner = k;
    i.core = i.core ? i.core : k;
    i.via = b->via;
    i.start_record = b->via ? b->record : s->items.v[k].record;
    i.open = false;
    i.own = i.own && i.kind == ITEM_LINK && !i.needs;
    i.at_start = true;
    i.mine = i.kind == ITEM_ACCESS  ? own_memory (d, b->fork, &i, b->alone)
             : i.kind == ITEM_REUSE ? own_place (d, b->fork, i.e[0], b->alone)
                                    : 0;
    if (i.kind == ITEM_ACCESS && !i.mine)
      i.mine = own_number (d, b, i.facts);
    if (i.kind == ITEM_ACCESS && !i.mine && !(i.reaped & REAPED_BEHIND))
      find_owner (d, b->fork, &i, b->alone);
    i.facts = SETS_EMPTY;
    funid targets[MOST_TARGETS];
    uint32_t n = i.kind == ITEM_CALL && depth
                     ? deferred_targets (s, i.function, i.e[0], &s->items.v[k], targets)
                     : 0;
    i.brought = n != 0;
    for (uint32_t j = 0; j < n; j++)
      i.brought = i.brought && s->of[targets[j]].known && !s->p->models[targets[j]] &&
                  !creates_for_callers (s, targets[j]);
    vec_push (&s->items, i);
    struct starting inner = *b;
    inner.actuals = i.e + 1;
    inner.n = ITEM_EXPRS - 1;
    inner.held = i.held;
    inner.via = k;
    inner.record = i.start_record;
    for (uint32_t j = 0; i.brought && j < n; j++) {
      inner.f = targets[j];
      start_items (d, &inner, depth - 1);
    }
  }
  map_free (&released);
}

/* What a new thread finds in memory must stay until it looks. */
static void oblige (struct thread_finder *d, const struct item *fork, uint32_t used, bool *alone)
{
  struct summaries *s = d->s;
  expr_id argument = expr_root (&s->x, fork->e[2]);
  bool counts = counter_tells (d, fork, alone);
  int64_t offset, stride;
  for (uint32_t i = 0; i < MOST_MEMORY; i++) {
    expr_id at = fork->memory[i].at, mine = 0;
    if (!(used >> i & 1))
      continue;
    if ((fork->fresh || fork->made) && expr_root (&s->x, at) == argument)
      mine = argument;
    else if (counts)
      mine =
          as_counted (s, fork, expr_element (&s->x, at, fork->e[6], fork->bits, &offset, &stride));
    add_obligation (d, fork, at, mine, 1 + i);
  }
}

void threads_find_start_items (struct thread_finder *d)
{
  enum { DEEPEST_CALL = 3 };
  for (thread_id i = 1; i < d->t->v.n; i++) {
    struct thread *t = &d->t->v.v[i];
    if (t->kind != THREAD_CREATED || !d->s->of[t->start].known)
      continue;
    struct item fork = d->s->items.v[t->item];
    if (!fork.once) { /* the threads that it creates each time have all of it in common */
      fork.fresh = fork.made = false;
      fork.new_memory = 0;
      fork.e[6] = 0;
      fork.walks = 0;
    }
    t->first_item = d->s->items.n;
    expr_id actuals[MOST_FORMALS] = {0};
    actuals[fork.formal] = fork.e[2];
    uint32_t used = 0;
    bool alone = false;
    start_items (d,
                 &(struct starting){.fork = &fork,
                                    .f = t->start,
                                    .actuals = actuals,
                                    .n = fork.formal + 1u,
                                    .held = fork.begins_with,
                                    .used = &used,
                                    .alone = &alone},
                 DEEPEST_CALL);
    if (threads_are_fan (d, i, &used))
      bitset_add (&d->t->fans, i);
    oblige (d, &fork, used, &alone);
    t = &d->t->v.v[i];
    t->alone = alone;
    t->n_items = d->s->items.n - t->first_item;
  }
  vec_resize (&d->t->of_item, d->s->items.n);
}

static bool belongs_to_call (const struct summaries *s, const struct item *fork, expr_id mine)
{
  return expr_is_fresh (&s->x, mine) || is_of_creator (s, fork, mine) ||
         is_made_by_creator (s, fork, where_counted (s, fork), expr_root (&s->x, mine));
}

void threads_drop_shared_numbers (struct thread_finder *d)
{
  for (thread_id i = 1; i < d->t->v.n; i++) {
    const struct thread *t = &d->t->v.v[i];
    funid f = t->alone ? d->s->items.v[t->item].counts_in : 0;
    if (!f || !threads_outlive_call (d->t, i, f))
      continue;
    for (uint32_t k = t->first_item; k < t->first_item + t->n_items; k++) {
      struct item *v = &d->s->items.v[k];
      if (!belongs_to_call (d->s, &d->s->items.v[t->item], v->mine))
        v->mine = 0;
      if (!belongs_to_call (d->s, &d->s->items.v[t->item], v->owner))
        v->owner = v->owners = 0;
    }
  }
}
