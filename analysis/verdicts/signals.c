/* Signals: who sends them, and whether they start as they must. */

#include "signals.h"
#include "constants.h"
#include "fences.h"
#include "settled.h"
#include "verdicts.h"

struct signal_finder {
  struct signals *r;
  const struct contexts *c;
  struct threads *t;
  struct summaries *s;
  struct terms *terms;
  struct bitset seen; /* effects of which it is known which threads have them */
  struct map users;   /* by counter: threads that touch it; empty: not known yet */
};

static struct signal_info *info_of (struct signal_finder *d, uint32_t term)
{
  uint32_t *n = map_at (&d->r->of, term);
  if (!*n) {
    vec_push (&d->r->v, (struct signal_info){0});
    *n = d->r->v.n;
  }
  return &d->r->v.v[*n - 1];
}

/* Breaks the signals from FIRST on that are sent at WHERE. */
static void break_from (struct signal_finder *d, enum signal first, setid where)
{
  const struct objects *o = &d->s->p->objects;
  for (struct set_iter i = sets_each (&d->s->p->sets, where); set_next (&i);)
    for (int code = first; code <= SIGNAL_SENT_DOWN; code += SIGNAL_SENT_UP - SIGNAL_SENT)
      info_of (
          d, term_sent (d->terms, (enum signal)code, loc_object (o, i.x), loc_get (o, i.x)->offset))
          ->broken = true;
}

/* A signal that may be any of several breaks them all. */
static void break_all (struct signal_finder *d, setid where)
{
  break_from (d, SIGNAL_SENT, where);
}

/* The same for a write: of what it may write only flags and counters matter. */
static void break_written (struct signal_finder *d, setid where)
{
  struct summaries *s = d->s;
  setid all = sets_union (&s->p->sets, s->flag_set, s->constant_set);
  break_all (d, sets_intersection (&s->p->sets, where, all));
}

/* What an access writes besides what is where it begins. */
static setid written_beside (const struct summaries *s, const struct item *i,
                             const struct effect *e)
{
  struct effect here = *e;
  here.where = i->where;
  return effect_changes (e)
             ? sets_difference (&s->p->sets, effect_locations (s->p, &here), i->where)
             : SETS_EMPTY;
}

/* What it tells as a flag is another matter. */
static void break_counters (struct signal_finder *d, setid where)
{
  break_from (d, SIGNAL_SENT_UP, sets_intersection (&d->s->p->sets, where, d->s->constant_set));
}

/* Of all that has been seen at an occurrence, here and by callers, the signals; as what was sent if
   FLAG is set there: what differs from that flag has been sent if whoever moves it knows so,
   what differs from something else says nothing. */
static setid seen_at (struct signal_finder *d, const struct occurrence *e, uint32_t flag)
{
  const struct item *i = &d->s->items.v[e->item];
  struct sets *sets = &d->terms->sets;
  setid all = sets_union (sets, terms_of_holds (d->terms, i->function, i->held).any, e->held.any);
  setid seen = SETS_EMPTY;
  for (struct set_iter k = sets_each (sets, all); set_next (&k);) {
    struct term t = term_get (d->terms, k.x);
    if (t.kind != TERM_SEEN || t.code != SIGNAL_SENT)
      continue;
    if (!flag)
      seen = sets_add (sets, seen, k.x);
    else if (!signal_is_unequal (t.count) ||
             term_sent (d->terms, SIGNAL_SENT, t.a, t.d + signal_distance (t.count)) == flag)
      seen = sets_add (sets, seen, term_sent (d->terms, SIGNAL_SENT, t.a, t.d));
  }
  return seen;
}

/* What every sender has always seen. */
static void note_seen (struct signal_finder *d, const struct occurrence *e, uint32_t term)
{
  struct sets *sets = &d->terms->sets;
  setid seen = seen_at (d, e, 0), threads = d->c->v.v[e->context].threads;
  for (struct set_iter i = sets_each (&d->t->sets, threads); set_next (&i);) {
    uint32_t *known = map_at (&d->r->seen, map_pair (map_get (&d->r->of, term, 0), i.x));
    *known = 1 + (*known ? sets_intersection (sets, *known - 1, seen) : seen);
  }
}

static void note_sender (struct signal_finder *d, const struct occurrence *e, enum signal code,
                         bool is_barrier)
{
  const struct item *i = &d->s->items.v[e->item];
  uint32_t term = term_of_signal (d->terms, i->function, i->e[0], code, 0);
  if (!term) {
    setid at = expr_points (&d->s->x, i->function, i->e[0]);
    if (i->kind == ITEM_ACCESS)
      break_written (d, at);
    else
      break_all (d, at);
    return;
  }
  struct signal_info *v = info_of (d, term);
  v->senders = sets_union (&d->t->sets, v->senders, d->c->v.v[e->context].threads);
  v->is_barrier |= is_barrier;
  if (code == SIGNAL_SENT)
    note_seen (d, e, term);
  v->repeats |= sets_has (&d->terms->sets, e->sent, term) ||
                sets_has (&d->terms->sets, e->sent, d->terms->sent_any);
}

static bool is_barrier_wait (const struct signal_finder *d, uint32_t item)
{
  const struct item *i = innermost (d->s, item);
  uint32_t first, end;
  calls_of_record (d->s->p, i->function, i->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = d->s->p->models[d->s->p->calls.v[k].callee];
    if (m && model_has (m, EFFECT_BARRIER_WAIT))
      return true;
  }
  return false;
}

/* What is stored, if it was loaded from another flag: who stores it has seen that, or stores 0. */
static uint32_t loaded_flag (struct signal_finder *d, const struct item *i)
{
  struct summaries *s = d->s;
  const struct item *core = item_core (s, i);
  const struct function *b = s->p->objects.program->functions[core->function].body;
  const struct rec_store *r = (const struct rec_store *)b->records[core->record];
  uint32_t def = r->r.kind == REC_store && r->src.kind == OPND_VALUE ? b->value_defs[r->src.value]
                                                                     : UINT32_MAX;
  if (def == UINT32_MAX || b->records[def]->kind != REC_load)
    return 0;
  const struct address *from = &((const struct rec_load *)b->records[def])->addr, *to = &r->addr;
  int64_t distance = (from->bitoff - to->bitoff) / 8;
  if (from->base_kind != to->base_kind || from->base != to->base || from->n_indices ||
      to->n_indices)
    return 0;
  return term_of_signal (d->terms, i->function, expr_add (&s->x, i->e[0], distance), SIGNAL_SENT,
                         0);
}

/* A flag is set: whether it was found not to be set before, and under which locks. */
static void note_setter (struct signal_finder *d, const struct occurrence *e)
{
  const struct item *i = &d->s->items.v[e->item];
  uint32_t term = term_of_signal (d->terms, i->function, i->e[0], SIGNAL_SENT, 0);
  if (!term)
    return;
  struct signal_info *v = info_of (d, term);
  bool unset = false;
  for (struct set_iter k = sets_each (&d->s->sets, i->held); set_next (&k);) {
    const struct expr *h = expr_get (&d->s->x, hold_get (d->s, k.x).lock);
    unset |= h->op == X_SIGNAL && h->code == SIGNAL_UNSET && h->a == i->e[0];
  }
  struct guards own = terms_of_holds (d->terms, i->function, i->held);
  setid all = sets_union (&d->terms->sets, own.exclusive, e->held.exclusive);
  setid known = seen_at (d, e, term);
  uint32_t loaded = loaded_flag (d, i);
  if (loaded)
    known = sets_add (&d->terms->sets, known, loaded);
  v = info_of (d, term);
  v->known = v->is_set ? sets_intersection (&d->terms->sets, v->known, known) : known;
  v->unchecked |= !unset;
  v->guards = v->is_set ? sets_intersection (&d->terms->sets, v->guards, all) : all;
  v->is_set = true;
}

/* Whether who sets a flag has found it set, in the same function or what it calls. */
static bool passes_on (struct signal_finder *d, const struct item *i)
{
  uint32_t sent = term_of_signal (d->terms, i->function, i->e[0], SIGNAL_SENT, 0);
  for (struct set_iter k = sets_each (&d->s->sets, i->held); sent && set_next (&k);) {
    const struct expr h = *expr_get (&d->s->x, hold_get (d->s, k.x).lock);
    if (h.op != X_SIGNAL || h.code != SIGNAL_SEEN ||
        term_of_signal (d->terms, i->function, h.a, SIGNAL_SENT, 0) != sent)
      continue;
    struct signal_info *v = info_of (d, sent);
    if (signal_is_unequal (h.k))
      v->passed = sets_add (&d->terms->sets, v->passed,
                            term_of_signal (d->terms, i->function, h.a, SIGNAL_SEEN, h.k));
    return true;
  }
  return false;
}

/* A relaxed load that counts as ordered: whether it is made under a lock that all hold who set the
   flag. */
static void check_look (struct signal_finder *d, uint32_t occurrence)
{
  const struct occurrence at_e = occurrence_at (d->c, occurrence), *e = &at_e;
  const struct item *i = &d->s->items.v[e->item];
  uint32_t term = term_of_signal (d->terms, i->function, i->e[0], SIGNAL_SENT, 0);
  struct guards own = terms_of_holds (d->terms, i->function, i->held);
  struct signal_info *v = term ? info_of (d, term) : NULL;
  if (!v)
    break_written (d, i->where);
  else if (v->is_set && !sets_meet (&d->terms->sets, v->guards,
                                    sets_union (&d->terms->sets, own.any, e->held.any)))
    v->broken = true;
}

static void check_looks (struct signal_finder *d)
{
  for (uint32_t k = 0; map_size (&d->s->locked_looks) && k < d->c->occurrences.n; k++) {
    const struct item *i = &d->s->items.v[d->c->occurrences.v[k].item];
    if (i->kind != ITEM_ACCESS)
      continue;
    const struct effect *e = &d->s->effects->v.v[i->effect];
    if (map_get (&d->s->locked_looks, map_pair (e->function, e->record), 0))
      check_look (d, k);
  }
}

/* Whether the access sets a flag to something else than 0. */
static bool sets_flag (const struct signal_finder *d, const struct item *i, const struct effect *e)
{
  int64_t k;
  if (!effect_changes (e) || !has_flag (d->s, i->where))
    return false;
  return !stored_constant (d->s, e, &k) || k;
}

bool write_is_relaxed (const struct summaries *s, const struct effect *e)
{
  uint32_t first, end;
  if (e->mode != MODE_ATOMIC_WRITE || e->flags & AF_VOLATILE) /* which is trusted */
    return false;
  const struct rec_call *c = (const struct rec_call *)s->p->objects.program->functions[e->function]
                                 .body->records[e->record];
  calls_of_record (s->p, e->function, e->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = s->p->models[s->p->calls.v[k].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      if ((m->effects[i].kind == EFFECT_ATOMIC_STORE &&
           orders_writes (c, &m->effects[i].op[ATOMIC_STORE_ORDER])) ||
          (m->effects[i].kind == EFFECT_ATOMIC_RMW &&
           orders_writes (c, &m->effects[i].op[ATOMIC_RMW_ORDER])) ||
          (m->effects[i].kind == EFFECT_ATOMIC_CAS &&
           orders_writes (c, &m->effects[i].op[ATOMIC_CAS_ORDER])))
        return false;
  }
  return true;
}

/* How semaphores and barriers start */

/* A barrier for a number of threads that is not a constant, but is found only once. */
static void note_unknown_init (struct signal_finder *d, uint32_t item, loc_id l)
{
  const struct item *i = &d->s->items.v[item];
  int64_t k;
  bool first = !map_find (&d->r->starts, l) || map_get (&d->r->unknown_starts, l, 0) == item;
  bool once = first && i->e[1] && executed_once (&d->terms->once, i->function, i->record) &&
              expr_number (&d->s->x, i->e[1], &k);
  map_set (&d->r->starts, l, UINT32_MAX);
  map_set (&d->r->unknown_starts, l, once ? item : 0);
}

static void note_init (struct signal_finder *d, uint32_t item)
{
  const struct item *i = &d->s->items.v[item];
  int64_t value;
  setid at = expr_points (&d->s->x, i->function, i->e[0]);
  bool known = expr_is_const (&d->s->x, i->e[1], &value) && value >= 0 && value < INT32_MAX;
  for (struct set_iter k = sets_each (&d->s->p->sets, at); set_next (&k);) {
    if (!known) {
      note_unknown_init (d, item, k.x);
      continue;
    }
    uint32_t *start = map_at (&d->r->starts, k.x);
    uint32_t now = (uint32_t)value + 1;
    *start = !*start || *start == now ? now : UINT32_MAX;
    map_set (&d->r->unknown_starts, k.x, 0);
  }
}

/* Whether it is 0 before somebody sets it: nobody reads memory that was not initialised. */
static bool starts_unset (const struct signal_finder *d, object_id object, int64_t offset)
{
  const struct pointers *p = d->s->p;
  uint8_t kind = p->objects.v.v[object].kind;
  return kind == OBJECT_LOCAL || kind == OBJECT_HEAP
             ? !is_in_world (p, WORLD_OUTSIDE, object) && !is_in_world (p, WORLD_POOL, object)
             : starts_as_zero (p, object, offset);
}

static void find_start (const struct signal_finder *d, uint32_t term, struct signal_info *v)
{
  struct objects *o = &d->s->p->objects;
  struct term t = term_get (d->terms, term);
  loc_id l = loc_at (o, t.a, t.d);
  uint32_t start = map_get (&d->r->starts, l, 0);
  const struct constant *counter = t.code == SIGNAL_SENT ? NULL : counter_at (d->s, l);
  if (counter) {
    counter_start (counter, &v->low, &v->high);
  } else if (v->is_barrier) {
    v->count = start - 1;
    v->init = map_get (&d->r->unknown_starts, l, 0);
    v->broken |= !start || (start == UINT32_MAX && !v->init);
  } else if (start) {
    v->low = v->high = start - 1;
    v->broken |= start == UINT32_MAX;
  } else {
    v->broken |= t.code != SIGNAL_SENT || !starts_unset (d, t.a, t.d);
  }
}

/* Whether only one creation makes the thread, by one thread. */
static bool forks_once (const struct signal_finder *d, thread_id i)
{
  uint32_t one;
  return sets_is_single (&d->t->sets, d->c->creators[i], &one) && !d->c->many[one];
}

/* How many threads a creation makes; 0 unknown. */
static uint64_t instances (const struct signal_finder *d, thread_id i)
{
  const struct item *fork = &d->s->items.v[d->t->v.v[i].item];
  int64_t first, last;
  if (!d->c->many[i])
    return 1;
  if (fork->kind == ITEM_FORK && fork->shape && !d->t->v.v[i].lost &&
      d->s->shapes.v[fork->shape - 1].step == 1 && d->s->shapes.v[fork->shape - 1].sure &&
      expr_is_const (&d->s->x, fork->e[4], &first) && expr_is_const (&d->s->x, fork->e[5], &last) &&
      last >= first)
    return (uint64_t)(last - first) + 1;
  if (fork->kind == ITEM_FORK && fork->times > 0 && called_once (&d->terms->once, fork->function) &&
      forks_once (d, i))
    return (uint64_t)fork->times;
  return 0;
}

/* The number that is not constant of threads that a creation makes at most; 0: unknown. */
static uint32_t instances_number (const struct signal_finder *d, thread_id i)
{
  const struct item *fork = &d->s->items.v[d->t->v.v[i].item];
  bool known = fork->kind == ITEM_FORK && fork->number && forks_once (d, i) &&
               called_once (&d->terms->once, fork->function) &&
               called_once (&d->terms->once, tuples_numbers (&d->s->numbers, fork->number)[0]);
  return known ? fork->number : 0;
}

/* Whether as many threads wait at a barrier as its initialisation says, which is no constant: the
   loop that creates them counts to the same number.  If that is negative, there are none; so only
   one other thread may wait there. */
static bool all_meet (const struct signal_finder *d, const struct signal_info *v)
{
  const struct item *init = &d->s->items.v[v->init];
  const struct exprs *x = &d->s->x;
  int64_t count, first, last, others = 0;
  expr_id number = expr_number (x, init->e[1], &count);
  bool counted = false;
  for (struct set_iter i = sets_each (&d->t->sets, v->senders); set_next (&i);) {
    const struct thread *t = &d->t->v.v[i.x];
    const struct item *fork = &d->s->items.v[t->item];
    if (!d->c->many[i.x] && !others) {
      others++;
      continue;
    }
    if (counted || fork->kind != ITEM_FORK || !fork->shape || t->lost ||
        d->s->shapes.v[fork->shape - 1].step != 1 || !d->s->shapes.v[fork->shape - 1].sure ||
        !forks_once (d, i.x) || !expr_is_const (x, fork->e[4], &first) || !fork->e[5])
      return false;
    expr_id end = expr_number (x, fork->e[5], &last);
    if (!(end == number && fork->function == init->function) &&
        !settled_loads (d->terms, end, number))
      return false;
    count -= last - first + 1;
    counted = true;
  }
  return counted && count == others;
}

/* Whether the senders are main and threads of a region that is executed once. */
static bool is_in_region (const struct signal_finder *d, const struct signal_info *v)
{
  bool region = false;
  for (struct set_iter i = sets_each (&d->t->sets, v->senders); set_next (&i);) {
    const struct thread *t = &d->t->v.v[i.x];
    const struct item *fork = &d->s->items.v[t->item];
    if (t->kind == THREAD_MAIN)
      continue;
    if (region || t->kind != THREAD_CREATED || !fork->region ||
        !executed_once (&d->terms->once, fork->function, fork->record))
      return false;
    region = true;
  }
  return region;
}

static void find_all (const struct signal_finder *d, uint32_t term, struct signal_info *v)
{
  if (v->is_barrier && v->init) {
    v->broken |= !all_meet (d, v);
    return;
  }
  bool known = true;
  uint32_t one;
  struct term t = term_get (d->terms, term);
  loc_id l = loc_at (&d->s->p->objects, t.a, t.d);
  v->armed = t.code == SIGNAL_SENT_DOWN;
  for (struct set_iter i = sets_each (&d->t->sets, v->senders); set_next (&i);) {
    uint64_t n = instances (d, i.x);
    const struct item *fork = &d->s->items.v[d->t->v.v[i.x].item];
    known &= n > 0;
    v->all += n;
    v->armed &= fork->kind == ITEM_FORK && fork->armed == l;
  }
  v->all = known ? v->all : 0;
  if (!known && sets_is_single (&d->t->sets, v->senders, &one)) {
    const struct item *fork = &d->s->items.v[d->t->v.v[one].item];
    v->number = instances_number (d, one);
    v->preset = t.code == SIGNAL_SENT_DOWN && v->number && fork->preset == l;
    v->preset_more = fork->preset_more;
  }
  v->broken |= v->is_barrier && v->all != v->count;
}

/* By counter, the threads that touch it. */
static void find_users (struct signal_finder *d)
{
  struct pointers *p = d->s->p;
  struct map done = {0};                                     /* set of counters, threads */
  setid *touched = xcalloc (d->s->items.n, sizeof *touched); /* by item: 1 + counters */
  for (uint32_t k = 0; k < d->c->occurrences.n; k++) {
    setid *of_item = &touched[d->c->occurrences.v[k].item];
    if (!*of_item)
      *of_item = 1 + sets_intersection (&p->sets, d->s->items.v[d->c->occurrences.v[k].item].where,
                                        d->s->constant_set);
    setid all = *of_item - 1;
    const struct occurrence *e = all ? &d->c->events.v[d->c->occurrences.v[k].event] : NULL;
    setid threads = e ? d->c->v.v[e->context].threads : SETS_EMPTY;
    if (!all || !map_add (&done, map_pair (all, threads), 1))
      continue;
    for (struct set_iter i = sets_each (&p->sets, all); set_next (&i);) {
      setid *users = map_at (&d->users, i.x);
      *users = sets_union (&d->t->sets, *users, threads);
    }
  }
  free (touched);
  map_free (&done);
}

/* Whether one of the threads that are alive, or somebody whom these create, may touch a counter. */
static bool is_used_by (struct signal_finder *d, setid where, setid alive)
{
  struct sets *sets = &d->t->sets;
  setid all = SETS_EMPTY;
  if (!alive)
    return false;
  if (!map_size (&d->users))
    find_users (d);
  where = sets_intersection (&d->s->p->sets, where, d->s->constant_set);
  for (struct set_iter i = sets_each (&d->s->p->sets, where); set_next (&i);)
    all = sets_union (sets, all, map_get (&d->users, i.x, SETS_EMPTY));
  for (setid old = SETS_EMPTY; old != all;) {
    old = all;
    for (struct set_iter i = sets_each (sets, old); set_next (&i);)
      all = sets_union (sets, all, d->c->creators[i.x]);
  }
  return sets_meet (sets, alive, all);
}

/* Whether others may count the counters at WHERE already when they are set. */
static bool is_set_late (struct signal_finder *d, const struct occurrence *e, setid where)
{
  uint32_t thread;
  return !sets_is_single (&d->t->sets, d->c->v.v[e->context].threads, &thread) ||
         d->t->v.v[thread].kind != THREAD_MAIN || is_used_by (d, where, e->alive);
}

/* A counter is set while others may count it, or is counted without order. */
static void check_counter (struct signal_finder *d, const struct occurrence *e,
                           const struct item *i, const struct effect *effect)
{
  if (!has_counter (d->s, i->where))
    return;
  int step = counter_step (d->s, effect);
  if (step && !item_core (d->s, i)->undoes)
    note_sender (d, e, step > 0 ? SIGNAL_SENT_UP : SIGNAL_SENT_DOWN, false);
  else if (step)
    return;
  else if (is_set_late (d, e, i->where))
    break_counters (d, i->where);
  if (write_is_relaxed (d->s, effect))
    break_counters (d, i->where);
}

/* Flags are taken back at WHERE. */
static void note_taken_back (struct signal_finder *d, const struct occurrence *e, setid where)
{
  const struct objects *o = &d->s->p->objects;
  setid flags = e->alive || !occurrence_is_main (d->c, e)
                    ? sets_intersection (&d->s->p->sets, where, d->s->flag_set)
                    : SETS_EMPTY;
  for (struct set_iter l = sets_each (&d->s->p->sets, flags); set_next (&l);)
    info_of (d,
             term_sent (d->terms, SIGNAL_SENT, loc_object (o, l.x), loc_get (o, l.x)->offset))
        ->unchecked = true;
}

/* Flags and counters are written along with something else, or in part. */
static void check_beside (struct signal_finder *d, const struct occurrence *e,
                          const struct item *i, const struct effect *effect)
{
  setid beside = written_beside (d->s, i, effect);
  int64_t k;
  bool cleared = stored_constant (d->s, effect, &k) && !k;
  if (has_counter (d->s, beside) && is_set_late (d, e, beside))
    break_counters (d, beside);
  if (has_flag (d->s, beside) && cleared)
    note_taken_back (d, e, beside);
  else if (has_flag (d->s, beside))
    break_written (d, beside);
}

bool occurrence_is_main (const struct contexts *c, const struct occurrence *e)
{
  for (struct set_iter i = sets_each (&c->t->sets, c->v.v[e->context].threads); set_next (&i);)
    if (c->t->v.v[i.x].kind != THREAD_MAIN)
      return false;
  return true;
}

/* What is done to memory that nobody else knows yet has no occurrence: a flag that is set there
   does not start as 0. */
static void check_private (struct signal_finder *d)
{
  const struct program *p = d->s->p->objects.program;
  for (uint32_t k = 0; k < d->s->effects->v.n; k++) {
    const struct effect *e = &d->s->effects->v.v[k];
    int64_t value;
    if (!effect_changes (e) || bitset_has (&d->seen, k) || !d->s->filter->reached[e->function])
      continue;
    setid where = effect_locations (d->s->p, e);
    if (!has_flag (d->s, where))
      continue;
    const struct function *b = p->functions[e->function].body;
    const struct record *r = b->records[e->record];
    if (r->kind != REC_clear && (!stored_constant (d->s, e, &value) || value))
      break_written (d, where);
  }
}

static bool access_concerns_signals (const struct summaries *s, const struct item *i)
{
  setid beside = written_beside (s, i, &s->effects->v.v[i->effect]);
  return has_flag (s, i->where) || has_counter (s, i->where) ||
         has_flag (s, s->effects->v.v[i->effect].where) || has_flag (s, beside) ||
         has_counter (s, beside);
}

static bool concerns_signals (const struct contexts *c, uint32_t item)
{
  const struct item *i = &c->t->s->items.v[item];
  if (i->kind != ITEM_ACCESS)
    return i->kind == ITEM_INIT || i->kind == ITEM_SEND;
  uint32_t *known = map_at (c->concerned, map_pair (i->effect, i->where));
  if (!*known)
    *known = 1 + access_concerns_signals (c->t->s, i);
  return *known - 1;
}

bool signals_concern (const struct contexts *c, uint32_t item)
{
  uint8_t *known = &c->concerns[item];
  if (!*known)
    *known = (uint8_t)(1 + concerns_signals (c, item));
  return *known - 1;
}

void signals_find (struct signals *r, const struct contexts *c)
{
  struct signal_finder d = {.r = r, .c = c, .t = c->t, .s = c->t->s, .terms = c->terms};
  *r = (struct signals){0};
  bool *plain =
      xcalloc (d.s->items.n, sizeof *plain); /* by item: has been looked at, tells nothing */
  for (uint32_t k = 0; k < c->occurrences.n; k++) {
    if (plain[c->occurrences.v[k].item])
      continue;
    const struct occurrence at_e = occurrence_at (c, k), *e = &at_e;
    const struct item *i = &d.s->items.v[e->item];
    if (i->kind == ITEM_INIT)
      note_init (&d, e->item);
    if (i->kind == ITEM_SEND)
      note_sender (&d, e, SIGNAL_SENT, is_barrier_wait (&d, e->item));
    if (i->kind != ITEM_ACCESS)
      continue;
    const struct effect *effect = &d.s->effects->v.v[i->effect];
    bitset_add (&d.seen, i->effect);
    plain[e->item] = !signals_concern (c, e->item);
    if (plain[e->item])
      continue;
    if (effect_changes (effect)) {
      check_counter (&d, e, i, effect);
      check_beside (&d, e, i, effect);
    }
    if (sets_flag (&d, i, effect)) {
      if (!passes_on (&d, i)) /* else whoever sees it has seen what this thread has */
        note_sender (&d, e, SIGNAL_SENT, false);
      note_setter (&d, e);
      if (write_is_relaxed (d.s, effect) && !is_fenced (d.s, i->held))
        break_written (&d, i->where);
    } else if (effect_changes (effect) && has_flag (d.s, i->where)) {
      note_taken_back (&d, e, i->where);
    }
  }
  free (plain);
  turns_find (&r->turns, c);
  check_looks (&d);
  check_private (&d);
  bitset_free (&d.seen);
  map_free (&d.users);
  for (uint32_t k = 0; k < map_size (&r->of); k++) {
    struct signal_info *v = &r->v.v[map_value (&r->of, k) - 1];
    find_start (&d, (uint32_t)map_key (&r->of, k), v);
    v->broken |= !proves_by (d.s->p, v->is_barrier ? PROOF_BARRIER : PROOF_SIGNAL);
    v->unchecked |= v->broken;
    find_all (&d, (uint32_t)map_key (&r->of, k), v);
    v->in_region = v->is_set && is_in_region (&d, v);
  }
}

void signals_free (struct signals *r)
{
  turns_free (&r->turns);
  map_free (&r->of);
  map_free (&r->seen);
  map_free (&r->starts);
  map_free (&r->unknown_starts);
  vec_free (&r->v);
}
