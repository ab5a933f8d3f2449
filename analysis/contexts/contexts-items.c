/* Contexts: what happens in one: accesses, creations of threads, and calls of what comes from a
   formal. */

#include "contexts-internal.h"
#include "signals.h"

struct guards join_guards (struct terms *t, struct guards a, struct guards b)
{
  return (struct guards){sets_union (&t->sets, a.any, b.any),
                         sets_union (&t->sets, a.exclusive, b.exclusive)};
}

/* What is done to *ALL by what comes after it. */
static void add_change (struct sets *sets, struct threads_change *all, struct threads_change next)
{
  if (next.clears)
    *all = (struct threads_change){true, 0, 0, all->begun, all->ended};
  all->gone = sets_union (sets, all->gone, next.gone);
  all->born = sets_union (sets, sets_difference (sets, all->born, next.gone), next.born);
  all->begun = sets_union (sets, all->begun, next.begun);
  all->ended = sets_union (sets, sets_difference (sets, all->ended, next.begun), next.ended);
}

void change_threads (struct sets *sets, const struct threads_change *c, setid *alive, setid *ended)
{
  *alive = sets_union (sets, c->clears ? 0 : sets_difference (sets, *alive, c->gone), c->born);
  *ended = sets_union (sets, sets_difference (sets, *ended, c->begun), c->ended);
}

/* Whether the thread may be created by the calls of d->path up to K, the last of which creates it.
 */
static bool is_created_on_way (const struct context_finder *d, uint32_t k, thread_id thread)
{
  const struct item *v = d->s->items.v;
  enum { LONGEST = 32 };
  uint32_t chain[LONGEST], n = 0;
  for (uint32_t i = d->t->v.v[thread].item; i; i = v[i].inner) {
    if (n == LONGEST)
      return true;
    chain[n++] = i;
  }
  for (k++; n > 0 && k > 0; n--, k--) {
    const struct item *a = &v[chain[n - 1]], *b = &v[d->path.v[k - 1]];
    if (b->at_start)
      return true; /* the function there was not called by this thread */
    if (a->function != b->function || a->record != b->record)
      return false;
  }
  return true;
}

/* The threads that may run when the last of d->path up to K, which creates one, writes its handle.
 */
static setid born_with_handle (struct context_finder *d, uint32_t k)
{
  const struct item *i = &d->s->items.v[d->path.v[k]];
  setid all = d->t->of_item.v[map_get (&d->t->fork_items, map_pair (i->function, i->record), 0)];
  setid born = SETS_EMPTY;
  for (struct set_iter t = sets_each (&d->t->sets, all); set_next (&t);)
    if (is_created_on_way (d, k, t.x))
      born = sets_add (&d->t->sets, born, t.x);
  return born;
}

/* What changes up to the item, along the calls that lead to it.  Where somebody has been joined, it
   depends on who was alive then: that far only, and *ALIVE and *ENDED go on. */
static struct threads_change change_up_to (struct context_finder *d, uint32_t item, bool *depends,
                                           setid *alive, setid *ended)
{
  struct threads_change all = {0};
  *depends = false;
  vec_clear (&d->path);
  item_path (d->s, item, &d->path);
  for (uint32_t k = 0; k < d->path.n; k++) {
    const struct item *i = &d->s->items.v[d->path.v[k]];
    if (i->at_start)
      continue; /* there the thread begins */
    add_change (&d->t->sets, &all, threads_change_at (d->t, i->function, i->record, i->held));
    if (i->joined[0]) {
      *depends = true;
      change_threads (&d->t->sets, &all, alive, ended);
      all = (struct threads_change){0};
      *alive = threads_without (d->t, *alive, threads_joined_on_way (d->t, &d->path, k));
    }
    if (i->kind == ITEM_ACCESS && !i->inner && writes_handle (d->s, &d->s->effects->v.v[i->effect]))
      /* The new thread may run before its handle is written. */
      all.born = sets_union (&d->t->sets, all.born, born_with_handle (d, k));
  }
  return all;
}

/* Who may be alive, and who has ended, when the item happens. */
static void find_moment (struct context_finder *d, const struct context *x, uint32_t item,
                         setid *alive, setid *ended)
{
  *alive = x->alive;
  *ended = x->ended;
  if (!d->t->relevant[x->f] && !installs_in (d->t, x->f))
    return; /* neither it nor what it calls creates, joins or installs */
  struct item_change *known = &d->changes[item];
  struct threads_change c = known->c;
  if (!known->known || known->depends) {
    c = change_up_to (d, item, &known->depends, alive, ended);
    known->known = true;
    known->c = c;
  }
  struct last_moment *last = &d->last_moment;
  if (last->from[0] != *alive || last->from[1] != *ended || last->c.clears != c.clears ||
      last->c.gone != c.gone || last->c.born != c.born || last->c.begun != c.begun ||
      last->c.ended != c.ended) {
    *last = (struct last_moment){{*alive, *ended}, c, *alive, *ended};
    change_threads (&d->t->sets, &c, &last->alive, &last->ended);
  }
  *alive = last->alive;
  *ended = last->ended;
}

/* What is held, and has been sent, when the item happens. */
static void find_holds (struct context_finder *d, const struct context *x,
                        const struct item_facts *i, struct occurrence *e)
{
  struct last_holds *last = &d->last_holds;
  if (last->context != e->context || last->f != i->function || last->released != i->released) {
    *last = (struct last_holds){.context = e->context, .f = i->function, .released = i->released};
    last->held = terms_without (d->terms, x->held, x->f, i->released);
    last->sent =
        sets_union (&d->terms->sets, x->sent, terms_sent (d->terms, i->function, i->released));
  }
  e->held = last->held;
  e->sent = last->sent;
}

/* Whether the context is in a region that is looked at as one of another thread: see is_other_team.
 */
static bool is_inside_other (const struct context_finder *d, const struct context *x)
{
  uint32_t one;
  if (!sets_is_single (&d->t->sets, x->threads, &one) || !is_other_team (d->t, one))
    return false;
  for (struct set_iter k = sets_each (&d->t->sets, x->alive); set_next (&k);)
    if (is_inside_team (d->t, one, k.x))
      return true;
  return false;
}

/* A task is created by one thread of the team if whoever does it has claimed that. */
static setid creating_claims (struct context_finder *d, const struct context *x, uint32_t item)
{
  const struct item *i = &d->s->items.v[item];
  setid claims = SETS_EMPTY;
  if (!i->task || is_inside_other (d, x))
    return claims;
  setid held = sets_union (&d->terms->sets, x->held.any,
                           terms_of_holds (d->terms, i->function, i->held).any);
  for (struct set_iter k = sets_each (&d->terms->sets, held); set_next (&k);)
    if (term_get (d->terms, k.x).kind == TERM_CLAIM)
      claims = sets_add (&d->terms->sets, claims, k.x);
  return claims;
}

/* A region has phases of its own; a task ends in the phase in which it is created. */
static setid phases_of_created (struct context_finder *d, const struct context *x, uint32_t item,
                                funid start)
{
  const struct item *i = &d->s->items.v[item];
  if (i->region)
    return terms_in_team (d->terms, start) ? phases_at_start (&d->c->phases, start) : SETS_EMPTY;
  return i->task ? phases_at (&d->c->phases, x->phases, x->f, i->record) : SETS_EMPTY;
}

/* Whether the context is that of the first function of such a thread. */
static bool in_other_team (const struct context_finder *d, const struct context *x)
{
  uint32_t one;
  return sets_is_single (&d->t->sets, x->threads, &one) && is_other_team (d->t, one) &&
         d->t->v.v[one].start == x->f;
}

/* What is done once, and was done before the item is executed: the threads that it creates find it
   done. */
static struct guards done_before (struct context_finder *d, const struct context *x,
                                  const struct item *fork)
{
  struct objects *o = &d->s->p->objects;
  struct guards found = {0};
  if (!bitset_count (&d->s->done))
    return found;
  struct guards all =
      join_guards (d->terms, terms_without (d->terms, x->held, x->f, fork->released),
                   terms_of_holds (d->terms, fork->function, fork->held));
  for (struct set_iter i = sets_each (&d->terms->sets, all.any); set_next (&i);) {
    struct term v = term_get (d->terms, i.x);
    if (v.kind == TERM_ABS && !sets_has (&d->terms->sets, all.exclusive, i.x) &&
        bitset_has (&d->s->done, loc_at (o, v.a, v.d)))
      found.any = sets_add (&d->terms->sets, found.any, i.x);
  }
  return found;
}

/* The threads that an item creates begin. */
static void begin_threads (struct context_finder *d, uint32_t context, uint32_t item)
{
  const struct context x = d->c->v.v[context];
  const struct item *fork = &d->s->items.v[item];
  if (fork->region && in_other_team (d, &x))
    return;
  struct guards held =
      join_guards (d->terms, terms_of_holds (d->terms, fork->function, fork->begins_with),
                   done_before (d, &x, fork));
  for (struct set_iter i = sets_each (&d->t->sets, d->t->of_item.v[item]); set_next (&i);) {
    const struct thread *t = &d->t->v.v[i.x];
    if (t->item == item) /* else it is made concrete elsewhere */
      enter_first (d, (struct context){.f = t->start,
                                       .threads = sets_single (&d->t->sets, i.x),
                                       .start = t->first_item ? i.x : 0,
                                       .held = held,
                                       .alive = fork->again ? d->t->at_exit[t->start].born : 0,
                                       .chosen = chosen_by_thread (d, i.x),
                                       .ended = installs_missing (d->t, i.x),
                                       .phases = phases_of_created (d, &x, item, t->start),
                                       .opaque = true});
  }
}

/* Who creates them. */
static void note_creation (struct context_finder *d, uint32_t context, uint32_t item)
{
  struct contexts *c = d->c;
  const struct context *x = &c->v.v[context];
  setid alive, ended;
  const struct item *fork = &d->s->items.v[item];
  if (fork->region && in_other_team (d, x))
    return;
  find_moment (d, x, item, &alive, &ended);
  for (struct set_iter i = sets_each (&d->t->sets, d->t->of_item.v[item]); set_next (&i);) {
    uint32_t one;
    if (d->t->v.v[i.x].item != item)
      continue;
    setid others = map_get (&d->t->together, map_pair (fork->function, fork->record), SETS_EMPTY);
    setid beside = sets_union (
        &d->t->sets, alive, sets_difference (&d->t->sets, others, sets_single (&d->t->sets, i.x)));
    vec_push (&c->forks, (struct fork_event){i.x, x->threads, beside, context});
    bool single = sets_is_single (&d->t->sets, x->threads, &one);
    setid lent = terms_of_holds (d->terms, fork->function, fork->lent).exclusive;
    c->lent[i.x] = c->creator[i.x] ? sets_intersection (&d->terms->sets, c->lent[i.x], lent) : lent;
    c->creators[i.x] = sets_union (&d->t->sets, c->creators[i.x], x->threads);
    c->held_at_fork[i.x] =
        sets_union (&d->terms->sets, c->held_at_fork[i.x],
                    terms_of_holds (d->terms, fork->function, fork->held).exclusive);
    setid claims = creating_claims (d, x, item);
    c->claims[i.x] =
        c->creator[i.x] ? sets_intersection (&d->terms->sets, claims, c->claims[i.x]) : claims;
    if (!c->creator[i.x]) {
      struct set_iter first = sets_each (&d->t->sets, x->threads);
      set_next (&first);
      c->creator[i.x] = first.x;
    }
    /* Two threads create it, each its own; or one does, again. */
    d->two_creators[i.x] |= !single || one != c->creator[i.x];
    c->many[i.x] |= sets_has (&d->t->sets, alive, i.x);
  }
}

bool is_region_call (const struct context_finder *d, funid caller, uint32_t record)
{
  return d->s->items.v[map_get (&d->t->fork_items, map_pair (caller, record), 0)].region;
}

/* A call that executes a region: the callee runs in this thread too, as one of the team. */
void enter_region (struct context_finder *d, funid caller, uint32_t record, struct context *to)
{
  uint32_t item = map_get (&d->t->fork_items, map_pair (caller, record), 0);
  setid team = d->t->of_item.v[item];
  uint32_t one;
  if (to->opaque && sets_is_single (&d->t->sets, team, &one) && d->t->v.v[one].start == to->f &&
      d->t->v.v[one].first_item)
    to->start = one; /* with the same argument */
  to->alive = sets_union (&d->t->sets, to->alive, team);
  to->ended = sets_difference (&d->t->sets, to->ended, team);
  to->phases = terms_in_team (d->terms, to->f) ? sets_union (&d->terms->sets, to->phases,
                                                             phases_at_start (&d->c->phases, to->f))
                                               : SETS_EMPTY;
}

static void enter_target (struct context_finder *d, const struct context *x, struct context *to,
                          funid f, uint32_t context, uint32_t record, enum way_kind kind)
{
  to->f = f;
  to->chosen = chosen_mode (d, x, f);
  enter (d, *to, context, record, kind);
}

/* Functions among what the callee of a call may be, which is in SET; those that the call may be of
   anyway if there is none. */
static setid deferred_set (struct context_finder *d, const struct item *call, setid set)
{
  const struct pointers *p = d->s->p;
  call = item_core (d->s, call);
  uint64_t key = map_pair (set, (uint32_t)(call - d->s->items.v));
  uint32_t known = map_get (&d->deferred_sets, key, 0);
  if (known)
    return known - 1;
  vec_u32 targets = {0};
  for (struct set_iter k = sets_each (&p->sets, set); set_next (&k);) {
    const struct abstract_object *o = &p->objects.v.v[loc_object (&p->objects, k.x)];
    if (o->kind == OBJECT_FUNCTION && call_may_be_of (p, call->function, call->record, o->a))
      vec_push (&targets, o->a);
  }
  uint32_t first, end;
  bool any = targets.n > 0;
  calls_of_record (p, call->function, call->record, &first, &end);
  for (uint32_t k = first; !any && k < end; k++)
    if (p->calls.v[k].kind == CALL_NOW)
      vec_push (&targets, p->calls.v[k].callee);
  setid made = sets_from (&d->terms->sets, targets.v, targets.n);
  vec_free (&targets);
  map_set (&d->deferred_sets, key, 1 + made);
  return made;
}

/* Whether the callee can be nothing else, neither what code that nobody sees has told. */
static bool is_one_function (const struct context_finder *d, const struct item *call)
{
  uint32_t l;
  return function_of_expr (d->s, call->e[0]) ||
         sets_is_single (&d->s->p->sets, expr_points (&d->s->x, call->function, call->e[0]), &l);
}

/* A call whose callee comes from a formal somewhere below. */
static void enter_deferred (struct context_finder *d, uint32_t context, uint32_t item)
{
  struct context x = d->c->v.v[context];
  const struct item *i = &d->s->items.v[item];
  if (!comes_alone (d, d->items[item].alone, &x))
    return;
  struct guards held = terms_without (d->terms, x.held, x.f, i->released);
  uint32_t record = i->at_start ? i->start_record : i->record;
  struct context to = {.threads = x.threads, .sure = x.sure, .told = x.told};
  to.held = join_guards (d->terms, held, terms_of_holds (d->terms, i->function, i->held));
  find_moment (d, &x, item, &to.alive, &to.ended);
  to.alive = d->items[item].alone ? SETS_EMPTY : to.alive;
  to.sent = sets_union (&d->terms->sets, x.sent, terms_sent (d->terms, i->function, i->released));
  to.phases = phases_at (&d->c->phases, x.phases, x.f, record);
  funid targets[MOST_TARGETS];
  uint32_t n = i->brought ? deferred_targets (d->s, i->function, i->e[0], i, targets) : 0;
  bool sure = n == 1 && is_one_function (d, i);
  for (uint32_t k = 0; k < n; k++)
    enter_target (d, &x, &to, targets[k], context, record, sure ? WAY_SURE : WAY_TOLD);
  if (n)
    return;
  to.opaque = true;
  funid chosen = chosen_function (d, &x, i);
  if (chosen) {
    enter_target (d, &x, &to, chosen, context, record, WAY_SURE);
    return;
  }
  setid set = deferred_set (d, i, expr_points (&d->s->x, i->function, i->e[0]));
  if (sets_size (&d->terms->sets, set) > MANY_TARGETS &&
      is_entered (d, context, &to, set, x.chosen))
    return;
  for (struct set_iter k = sets_each (&d->terms->sets, set); set_next (&k);)
    enter_target (d, &x, &to, k.x, context, record, WAY_TOLD);
}

static void items_of (const struct context_finder *d, const struct context *x, uint32_t *first,
                      uint32_t *end)
{
  const struct summary *m = &d->s->of[x->f];
  *first = m->first_item;
  *end = m->first_item + m->n_items;
}

static struct item_facts facts_of (const struct summaries *s, const struct item *i)
{
  bool access = i->kind == ITEM_ACCESS;
  return (struct item_facts){.function = i->function,
                             .record = i->at_start ? i->start_record : i->record,
                             .released = i->released,
                             .is_event =
                                 access || i->kind == ITEM_REUSE || i->kind == ITEM_SEND ||
                                 i->kind == ITEM_TAKE || i->kind == ITEM_INIT ||
                                 (i->kind == ITEM_LINK && s->takes && !(i->own && !i->needs)),
                             .is_access = access,
                             .spans = i->kind == ITEM_REUSE && !i->brief,
                             .open = i->open,
                             .of_formals = is_about_formals (i)};
}

void find_item_facts (struct context_finder *d, struct arena *arena)
{
  uint32_t items = d->s->items.n, n = 0;
  d->items = ARENA_ARRAY (arena, items, struct item_facts);
  d->first_begin = ARENA_ARRAY (arena, items + 1, uint32_t);
  d->begins = ARENA_ARRAY (arena, items, uint32_t);
  for (uint32_t i = 0; i < items; i++) {
    const struct item *item = &d->s->items.v[i];
    d->items[i] = facts_of (d->s, item);
    d->items[i].alone = item_is_alone (d, i);
    d->first_begin[i] = n;
    if (item->kind == ITEM_FORK || item->kind == ITEM_CALL)
      d->begins[n++] = i;
  }
  d->first_begin[items] = n;
}

/* The same, of those that begin threads or call: in `begins'. */
static void begins_of (const struct context_finder *d, const struct context *x, uint32_t *first,
                       uint32_t *end)
{
  items_of (d, x, first, end);
  bool any = *first < *end; /* else they are no items */
  *first = any ? d->first_begin[*first] : 0;
  *end = any ? d->first_begin[*end] : 0;
}

static void note_item (struct context_finder *d, uint32_t context, uint32_t k)
{
  if (d->s->items.v[k].kind == ITEM_FORK)
    begin_threads (d, context, k);
  else if (d->s->items.v[k].kind == ITEM_CALL)
    enter_deferred (d, context, k);
}

/* The start of a thread whose items are known in terms of its creator. */
static const struct thread *started (const struct context_finder *d, const struct context *x)
{
  return x->start ? &d->t->v.v[x->start] : NULL;
}

void note_items (struct context_finder *d, uint32_t context)
{
  const struct context x = d->c->v.v[context];
  const struct thread *t = started (d, &x);
  uint32_t first, end;
  begins_of (d, &x, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct item *i = &d->s->items.v[d->begins[k]];
    if ((!i->open || (x.opaque && !(t && i->kind == ITEM_CALL))) &&
        !is_item_of_other_mode (d, &x, d->begins[k]))
      note_item (d, context, d->begins[k]);
  }
  for (uint32_t k = 0; t && k < t->n_items; k++)
    if (!is_item_of_other_mode (d, &x, t->first_item + k))
      note_item (d, context, t->first_item + k);
}

void note_creations (struct context_finder *d, uint32_t context)
{
  const struct context x = d->c->v.v[context];
  const struct thread *t = started (d, &x);
  uint32_t first, end;
  begins_of (d, &x, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct item *i = &d->s->items.v[d->begins[k]];
    if (i->kind == ITEM_FORK && (!i->open || x.opaque))
      note_creation (d, context, d->begins[k]);
  }
  for (uint32_t k = 0; t && k < t->n_items; k++)
    if (d->s->items.v[t->first_item + k].kind == ITEM_FORK)
      note_creation (d, context, t->first_item + k);
}

/* The number of what the occurrence has in common with the one before, or of its own. */
static uint32_t event_of (struct contexts *c, const struct occurrence *e)
{
  const struct occurrence *last = c->events.n ? &vec_last (&c->events) : NULL;
  if (!last || last->context != e->context || last->alive != e->alive || last->ended != e->ended ||
      last->phases != e->phases || last->sent != e->sent || last->held.any != e->held.any ||
      last->held.exclusive != e->held.exclusive)
    vec_push (&c->events, *e);
  return c->events.n - 1;
}

static void note_event (struct context_finder *d, uint32_t context, uint32_t k)
{
  const struct context *x = &d->c->v.v[context];
  const struct item_facts *i = &d->items[k];
  struct context alone = *x;
  if (!comes_alone (d, i->alone, &alone))
    return;
  struct occurrence e = {.item = k, .context = context};
  find_holds (d, x, i, &e);
  find_moment (d, x, k, &e.alive, &e.ended);
  if (i->alone && alone.threads == x->threads) /* else it is for others, too */
    e.alive = SETS_EMPTY;
  if (i->spans) {
    /* Whoever ran at any time of the function counts, since the earlier load. */
    e.alive = sets_union (&d->t->sets, e.alive, d->t->ever[i->function]);
    e.ended = d->t->ever[i->function] || installs_in (d->t, i->function) ? SETS_EMPTY : e.ended;
  }
  e.phases = phases_at (&d->c->phases, x->phases, x->f, i->record);
  if (!i->is_access)
    vec_push (&d->c->others, d->c->occurrences.n);
  vec_push (&d->c->occurrences, ((struct kept_occurrence){k, event_of (d->c, &e)}));
}

/* Whether the item happens at all.  So far it may only be asked which signals are useful. */
static inline bool is_event (const struct context_finder *d, uint32_t k)
{
  return d->items[k].is_event && !(d->terms->no_signals && !signals_concern (d->c, k));
}

void note_events (struct context_finder *d, uint32_t context)
{
  const struct context x = d->c->v.v[context];
  const struct thread *t = started (d, &x);
  uint32_t first, end;
  items_of (d, &x, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if ((!d->items[k].open || (x.opaque && !t)) && is_event (d, k) &&
        !(x.chosen && is_not_chosen (d, &x, d->s->items.v[k].facts)) &&
        !(d->items[k].of_formals && is_of_handed (&x, &d->s->items.v[k])) &&
        !is_item_of_other_mode (d, &x, k))
      note_event (d, context, k);
  for (uint32_t k = 0; t && k < t->n_items; k++)
    if (is_event (d, t->first_item + k) && !is_item_of_other_mode (d, &x, t->first_item + k))
      note_event (d, context, t->first_item + k);
}
