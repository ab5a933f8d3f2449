/* Verdicts: the accesses of each location, gathered into classes of those that behave alike. */

#include "footprints.h"
#include "sections.h"
#include "verdicts-internal.h"

enum { MOST_DOMINANT = 48 };

/* Whether whatever may race with B may race with A: by the same threads, with no more locks, and no
   fewer threads beside it. */
static bool dominates_class (const struct judge *d, const struct access_class *a,
                             const struct access_class *b)
{
  const struct sets *sets = &d->terms->sets, *threads = &d->c->t->sets;
  return a->mode == b->mode && a->hidden <= b->hidden && a->merged <= b->merged &&
         a->unseen <= b->unseen && a->guess <= b->guess && a->round == b->round &&
         (!a->local || b->local) && (!a->frame || a->frame == b->frame) &&
         sets_subset (threads, b->born, a->born) && a->named <= b->named &&
         (!a->owner || (a->owner == b->owner && a->mine == b->mine && a->before == b->before &&
                        a->after == b->after)) &&
         (!a->reaped || a->reaped == b->reaped) && (!a->fresh || a->fresh == b->fresh) &&
         (!a->slot || (a->slot == b->slot && a->base == b->base)) &&
         (!a->source || a->source == b->source) &&
         (!a->phases || (b->phases && sets_subset (sets, b->phases, a->phases))) &&
         (!a->exact || (b->exact && a->at == b->at && a->bytes == b->bytes)) &&
         sets_subset (sets, b->sent, a->sent) && sets_subset (sets, a->held.any, b->held.any) &&
         sets_subset (sets, a->held.exclusive, b->held.exclusive) &&
         sets_subset (threads, b->threads, a->threads) && sets_subset (threads, b->sure, a->sure) &&
         sets_subset (threads, b->told, a->told) && sets_subset (threads, b->alive, a->alive) &&
         sets_subset (threads, a->ended, b->ended) &&
         event_effect (d->r, a->event)->outside == event_effect (d->r, b->event)->outside;
}

/* Whether the access is to something of the thread's own, by its name: a variable that each thread
   or each call has for itself, or memory that was made on the way. */
static bool is_local (const struct judge *d, const struct item *i)
{
  const struct pointers *p = d->s->p;
  expr_id root = expr_root (&d->s->x, i->e[0]);
  if (!root || i->at_start)
    return false;
  const struct expr *v = expr_get (&d->s->x, root);
  if (v->op == X_AT)
    v = expr_get (&d->s->x, v->a);
  if (v->op != X_OBJECT)
    return v->op == X_FRESH;
  return p->objects.v.v[v->a].kind == OBJECT_LOCAL || object_is_tls (p, v->a);
}

/* The variable of a call that is accessed: in that call, or by a thread that it has created. */
static expr_id frame_of (const struct judge *d, const struct item *i)
{
  expr_id root = expr_root (&d->s->x, i->e[0]);
  const struct expr *v = root ? expr_get (&d->s->x, root) : NULL;
  if (!v || v->op != X_OBJECT)
    return 0;
  return d->s->p->objects.v.v[v->a].kind == OBJECT_LOCAL ? root : 0;
}

/* Of the threads that may be alive, those that the call has created in which that is done, if its
   variable is accessed. */
static setid born_of (const struct judge *d, const struct item *i, const struct access_class *c)
{
  if (!c->frame || !c->local ||
      d->s->p->objects.v.v[expr_get (&d->s->x, c->frame)->a].a != i->function)
    return c->alive;
  return sets_intersection (
      &d->c->t->sets, c->alive,
      threads_alive_at (d->c->t, SETS_EMPTY, i->function, i->record, i->held));
}

/* Whether the task that makes the access has named the address. */
static enum named named_of (const struct judge *d, const struct item *i,
                            const struct access_class *c)
{
  const struct threads *t = d->c->t;
  uint32_t by;
  if (!i->at_start || !sets_is_single (&t->sets, c->threads, &by))
    return NAMED_NOT;
  const struct item *task = &d->s->items.v[t->v.v[by].item];
  if (!task->n_depends || task->inner)
    return NAMED_NOT;
  return depends_cover (d->s, task, i->e[0], true)    ? NAMED_WRITTEN
         : depends_cover (d->s, task, i->e[0], false) ? NAMED_READ
                                                      : NAMED_NOT;
}

static enum hidden hidden_of (struct judge *d, const struct effect *e)
{
  const struct program *p = d->s->p->objects.program;
  const struct program_function *f = &p->functions[e->function];
  struct place at = {function_unit (p, e->function), f->body->records[e->record]->loc};
  const char *why;
  return d->r->hiding ? hiding_access (d->r->hiding, &at, f->name, &why) : HIDDEN_NOT;
}

static bool is_merged (const struct judge *d, uint32_t occurrence)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  return set_traits (d->s->p, i->where) & SET_OWN << WORLD_POOL;
}

/* Whether the access may be to other memory than one that exists once. */
static bool is_guess (const struct judge *d, const struct item *i)
{
  const struct objects *o = &d->s->p->objects;
  struct array_around around[MOST_AROUND];
  int64_t offset;
  uint32_t l;
  expr_id base = expr_base (&d->s->x, i->e[0], &offset);
  if (base && expr_get (&d->s->x, base)->op == X_OBJECT)
    return !object_is_unique (d->terms, expr_get (&d->s->x, base)->a);
  return !sets_is_single (&d->s->p->sets, i->where, &l) ||
         !object_is_unique (d->terms, loc_object (o, l)) || o->v.v[loc_object (o, l)].whole ||
         loc_get (o, l)->offset <= OFFSET_EVERYTHING ||
         arrays_around (o, loc_object (o, l), loc_get (o, l)->offset, around);
}

/* Where an access stands in the source. */
static uint64_t source_order (const struct judge *d, const struct effect *e)
{
  const struct program *p = d->s->p->objects.program;
  const struct program_function *f = &p->functions[e->function];
  uint32_t loc = f->body->records[e->record]->loc;
  return (uint64_t)f->unit << 40 |
         (loc ? (uint64_t)function_unit (p, e->function)->locs[loc].line << 8 : UINT32_MAX);
}

static uint32_t count_locks (const struct terms *t, setid held)
{
  uint32_t n = 0;
  for (struct set_iter i = sets_each (&t->sets, held); set_next (&i);)
    n += term_is_lock (t, i.x);
  return n;
}

/* Where the array of an access of a region begins: who starts the team runs it too, and knows no
   more than all others do. */
static expr_id base_of (const struct judge *d, uint32_t item)
{
  const struct item *i = &d->s->items.v[item];
  expr_id base = i->e[FOOTPRINT_BASE], common = 0;
  const struct threads *t = d->c->t;
  if (i->at_start || !expr_has_formal (&d->s->x, base))
    return base;
  for (thread_id k = 1; k < t->v.n; k++) {
    expr_id started = 0;
    if (t->v.v[k].start != i->function)
      continue;
    for (uint32_t n = t->v.v[k].first_item; n < t->v.v[k].first_item + t->v.v[k].n_items; n++)
      if (d->s->items.v[n].inner == item)
        started = d->s->items.v[n].e[FOOTPRINT_BASE];
    if (!started || (common && common != started))
      return base;
    common = started;
  }
  return common ? common : base;
}

bool is_across (const struct judge *d, const struct occurrence *e)
{
  const struct threads *t = d->c->t;
  uint32_t one;
  if (!sets_is_single (&t->sets, d->c->v.v[e->context].threads, &one) || !is_other_team (t, one))
    return false;
  for (uint32_t i = e->item; i; i = d->s->items.v[i].inner)
    if (is_inner_region (t, one, d->s->items.v[i].function))
      return true;
  for (struct set_iter k = sets_each (&t->sets, d->c->v.v[e->context].alive); set_next (&k);)
    if (is_inside_team (t, one, k.x))
      return true;
  return false;
}

/* Whether a number that the league has passed to a region may differ for each team: the source asks
   for the number of the team. */
static bool asks_for_team (const struct judge *d, funid league)
{
  const struct pointers *p = d->s->p;
  const struct function *b = p->objects.program->functions[league].body;
  for (uint32_t k = p->first_call[league]; k < p->first_call[league + 1]; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    for (uint32_t i = 0; m && model_has (m, EFFECT_LEAGUE) && i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_LEAGUE &&
          m->effects[i].op[LEAGUE_TARGET].kind != MODEL_NONE &&
          b->records[p->calls.v[k].record]->loc)
        return true;
  }
  return false;
}

bool is_of_team (const struct judge *d, const struct item *i)
{
  const struct objects *o = &d->s->p->objects;
  bool own = i->where != SETS_EMPTY;
  for (struct set_iter k = sets_each (&d->s->p->sets, i->where); own && set_next (&k);) {
    const struct abstract_object *v = &o->v.v[loc_object (o, k.x)];
    own = (v->kind == OBJECT_LOCAL && is_region (d->s, v->a)) ||
          ((v->kind == OBJECT_LOCAL || v->kind == OBJECT_HEAP) &&
           bitset_has (&d->s->only_in_leagues, v->a));
  }
  return own;
}

/* The function of the outer region, if the access is across its threads. */
static funid outer_of (const struct judge *d, const struct occurrence *e)
{
  uint32_t one = 0;
  sets_is_single (&d->c->t->sets, d->c->v.v[e->context].threads, &one);
  return d->c->t->v.v[one].start;
}

/* What an access says that is across teams. */
static void set_across (const struct judge *d, const struct occurrence *e, const struct item *i,
                        struct access_class *c)
{
  funid outer = outer_of (d, e);
  c->local |= is_of_team (d, i);
  c->phases = SETS_EMPTY;
  bool asks = asks_for_team (d, outer);
  if (c->slot && !(is_league (d->s, outer) && footprint_is_of_league (d->s, c->slot, asks)))
    c->slot = 0;
  c->base = c->slot ? base_of (d, e->item) : 0;
  if (asks && c->base == i->e[FOOTPRINT_BASE] && !i->at_start && is_region (d->s, i->function) &&
      !is_league (d->s, i->function) && expr_has_formal (&d->s->x, c->base))
    c->slot = c->base = 0; /* it may be another array for each team */
}

/* What is held across them: not what constructs give to one thread of each. */
static struct guards without_claims (const struct judge *d, const struct occurrence *e,
                                     struct guards held)
{
  struct sets *sets = &d->terms->sets;
  funid outer = outer_of (d, e);
  for (struct set_iter k = sets_each (sets, held.any); set_next (&k);)
    if (term_get (d->terms, k.x).kind == TERM_CLAIM &&
        (is_league (d->s, outer) || term_get (d->terms, k.x).a != outer)) {
      setid claim = sets_single (sets, k.x);
      held.any = sets_difference (sets, held.any, claim);
      held.exclusive = sets_difference (sets, held.exclusive, claim);
    }
  return held;
}

/* Whether what the footprint of an access says holds for these threads: iterations that are dealt
   to tasks differ if one thread creates them, and not again before they have ended. */
static bool has_slot (const struct judge *d, const struct item *i, setid threads)
{
  const struct threads *t = d->c->t;
  if (!i->slot || !terms_in_team (d->terms, item_core (d->s, i)->function))
    return false;
  for (struct set_iter k = sets_each (&t->sets, threads); set_next (&k);) {
    const struct item *fork = &d->s->items.v[t->v.v[k.x].item];
    if (fork->task && fork->kind == ITEM_FORK && !footprint_is_own (d->s, i->slot) &&
        (!d->c->claims[k.x] || (!fork->grouped && innermost (d->s, t->v.v[k.x].item)->times != 1)))
      return false;
  }
  return true;
}

/* The class of an occurrence, as far as it does not depend on the location. */
struct access_class class_of (struct judge *d, uint32_t occurrence)
{
  const struct occurrence at_e = occurrence_at (d->c, occurrence), *e = &at_e;
  const struct item *i = &d->s->items.v[e->item];
  const struct effect *effect = event_effect (d->r, occurrence);
  struct access_class c = {.event = occurrence,
                           .mode = effect->mode,
                           .threads = d->c->v.v[e->context].threads,
                           .sure = d->c->v.v[e->context].sure,
                           .told = d->c->v.v[e->context].told,
                           .alive = e->alive,
                           .ended = e->ended,
                           .phases = e->phases,
                           .slot = has_slot (d, i, d->c->v.v[e->context].threads) ? i->slot : 0,
                           .sent = e->sent,
                           .round = rounds_at (&d->r->rounds, effect->function, effect->record),
                           .bytes = effect->bytes,
                           .order = source_order (d, effect),
                           .locks = count_locks (d->terms, e->held.any)};
  expr_id base = expr_base (&d->s->x, i->e[0], &c.at);
  c.mine = i->mine;
  c.owner = i->mine ? i->mine : i->owner;
  c.local = is_local (d, i);
  c.base = c.slot ? base_of (d, e->item) : 0;
  if (is_across (d, e))
    set_across (d, e, i, &c);
  c.source = source_of (d, occurrence);
  c.frame = frame_of (d, i);
  c.born = born_of (d, i, &c);
  c.named = (uint8_t)named_of (d, i, &c);
  c.fresh = expr_root (&d->s->x, i->e[0]);
  if (!expr_is_fresh (&d->s->x, c.fresh))
    c.fresh = 0;
  c.before = i->before;
  c.after = i->after;
  c.reaped = i->reaped;
  c.hidden = (uint8_t)hidden_of (d, effect);
  c.merged = is_merged (d, occurrence);
  c.guess = is_guess (d, i);
  c.exact = base && expr_get (&d->s->x, base)->op == X_OBJECT && c.bytes && c.mode != MODE_FREE;
  if (!c.exact && c.bytes)
    c.exact = sections_extent (&d->s->x, i, &c.at, &c.bytes);
  if (!c.exact)
    c.at = 0;
  for (struct set_iter k = sets_each (&d->s->sets, i->held); set_next (&k);)
    c.locks += !is_token (d->s, hold_get (d->s, k.x).lock);
  return c;
}

/* What a class says apart from its list: C, seen from some locations of the access at hand. */
static uint32_t content_of (struct judge *d, const struct access_class *c)
{
  uint32_t key[] = {d->touches, c->held.any, c->held.exclusive, c->source,
                    c->owner,   c->slot,     c->unseen};
  uint32_t id = tuples_intern (&d->contents, key, sizeof key / sizeof key[0]);
  if (id >= d->class_of_content.n)
    vec_resize (&d->class_of_content, id + 1);
  return id;
}

/* Whether an earlier class dominates C.  Many lists have it. */
static bool is_below (struct judge *d, uint32_t earlier, const struct access_class *c,
                      uint32_t content)
{
  struct answer *v = &d->answers.v[earlier];
  if (v->asked_by != content) {
    v->asked_by = content;
    v->dominates = dominates_class (d, &d->r->classes.v[earlier], c);
  }
  return v->dominates;
}

/* The list that begins with node FIRST, with the access at hand too.  What is in it stays as it is:
   locations that have been touched alike share it.  The class is one in whatever lists: there may
   be as many lists as locations. */
static uint32_t with_class (struct judge *d, uint32_t first, struct view *view)
{
  struct verdicts *r = d->r;
  uint32_t walked = 0;
  for (uint32_t k = first; k && walked < MOST_DOMINANT; k = verdicts_next (r, k), walked++)
    if (is_below (d, r->nodes.v[k].class, &view->class, view->content))
      return first;
  uint32_t *class = &d->class_of_content.v[view->content];
  if (!*class) {
    view->class.moment = moment_id (d, &view->class);
    *class = r->classes.n;
    vec_push (&r->classes, view->class);
    vec_push (&d->answers, (struct answer){0});
  }
  vec_push (&r->nodes, (struct class_node){first, *class});
  return r->nodes.n - 1;
}

/* Whether some of the threads are tasks that wait for others. */
static bool any_waits (const struct judge *d, setid threads)
{
  const struct threads *t = d->c->t;
  for (struct set_iter i = sets_each (&t->sets, d->s->depends.n ? threads : SETS_EMPTY);
       set_next (&i);)
    if (t->v.v[i.x].item && innermost (d->s, t->v.v[i.x].item)->n_depends)
      return true;
  return false;
}

/* It races with itself, and nothing could be clearer. */
static bool is_clear_race (const struct judge *d, const struct access_class *c)
{
  setid by = c->told ? c->told : c->threads;
  return c->mode == MODE_WRITE && !c->hidden && !c->unseen && !c->held.any && !c->owner &&
         !c->local && !c->frame && !c->slot && sets_meet (&d->c->t->sets, by, d->several) &&
         !any_waits (d, c->threads);
}

/* What is held at an occurrence, seen from a location of OBJECT that is SHIFT behind its first
 * byte.
 */
struct guards guards_at (struct judge *d, uint32_t occurrence, int32_t shift, object_id object)
{
  const struct occurrence at_e = occurrence_at (d->c, occurrence), *e = &at_e;
  const struct item *i = &d->s->items.v[e->item];
  struct guards held = shift == SHIFT_UNKNOWN ? terms_of_holds (d->terms, i->function, i->held)
                                              : terms_of_item (d->terms, e->item, shift);
  held = terms_in_object (d->terms, &d->r->domains, held, object);
  held.any = sets_union (&d->terms->sets, held.any, e->held.any);
  held.exclusive = sets_union (&d->terms->sets, held.exclusive, e->held.exclusive);
  return is_across (d, e) ? without_claims (d, e, held) : held;
}

/* The group of an occurrence, which depends on its item only. */
static uint32_t find_group (struct judge *d, uint32_t occurrence)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  const struct effect *e = event_effect (d->r, occurrence);
  const struct unit *u = function_unit (d->s->p->objects.program, e->function);
  struct outside_access outside = {-1, NULL};
  if (i->e[0])
    expr_base (&d->s->x, i->e[0], &outside.offset);
  if (e->addr && e->addr->root && u->types[e->addr->root].r.name)
    outside.type = u->strings[u->types[e->addr->root].r.name];
  return cells_group (&d->r->cells, i->where, e->bytes, e->mode == MODE_FREE, &outside);
}

static inline uint32_t group_of (struct judge *d, uint32_t occurrence)
{
  uint32_t *known = &d->group[d->c->occurrences.v[occurrence].item];
  if (!*known)
    *known = 1 + find_group (d, occurrence);
  return *known - 1;
}

/* Most accesses of a set of locations are dominated by others: those need not go through the set.
 */
static bool is_dominated (struct judge *d, uint32_t occurrence, struct access_class c)
{
  const struct occurrence at_e = occurrence_at (d->c, occurrence), *e = &at_e;
  c.held = terms_of_item (d->terms, e->item, 0);
  c.held.any = sets_union (&d->terms->sets, c.held.any, e->held.any);
  c.held.exclusive = sets_union (&d->terms->sets, c.held.exclusive, e->held.exclusive);
  if (is_across (d, e))
    c.held = without_claims (d, e, c.held);
  uint32_t key[] = {group_of (d, occurrence),
                    c.mode,
                    c.threads,
                    c.sure,
                    c.told,
                    c.mine,
                    c.owner,
                    c.before,
                    c.after,
                    c.reaped,
                    c.fresh,
                    c.frame,
                    c.born | (uint32_t)c.named << 30,
                    c.slot,
                    c.base,
                    c.source,
                    c.phases,
                    (uint32_t)c.local | (uint32_t)c.exact << 1 | (uint32_t)c.hidden << 2 |
                        (uint32_t)c.merged << 4 | (uint32_t)c.guess << 5,
                    (uint32_t)c.at,
                    c.exact ? (uint32_t)c.bytes : 0,
                    c.held.any,
                    c.held.exclusive,
                    c.alive,
                    c.ended,
                    c.sent,
                    c.round,
                    event_effect (d->r, occurrence)->outside};
  uint32_t before = tuples_count (&d->seen);
  if (tuples_intern (&d->seen, key, sizeof key / sizeof key[0]) <= before)
    return true;
  uint32_t id = tuples_intern (&d->groups, key, 2);
  if (id > d->first.n) {
    vec_push (&d->first, 0);
    vec_push (&d->count, 0);
  }
  for (uint32_t k = d->first.v[id - 1]; k; k = d->dominant.v[k].next)
    if (dominates_class (d, &d->dominant.v[k].class, &c))
      return true;
  /* The first ones hold the fewest locks: what they do not dominate, few others would. */
  if (d->count.v[id - 1]++ < MOST_DOMINANT) {
    vec_push (&d->dominant, (struct dominant){c, d->first.v[id - 1]});
    d->first.v[id - 1] = d->dominant.n - 1;
  }
  return false;
}

/* The access at hand, C, as it is to a location of the group. */
static void add_view (struct judge *d, uint32_t occurrence, const struct access_class *c,
                      const struct cell *cell, uint64_t domains)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  object_id object = loc_object (&d->s->p->objects, cell->loc);
  struct view view = {cell->shift, cell->unseen, domains, 0, *c};
  struct access_class *with = &view.class;
  with->unseen = cell->unseen;
  with->held = guards_at (d, occurrence, cell->shift, object);
  with->source = bitset_has (&d->r->domains.movable, object) ? c->source : 0;
  with->owner = c->mine                                            ? c->mine
                : domains_kind (&d->r->domains, i->owners, object) ? i->owner
                                                                   : 0;
  if (i->slot_owners && !domains_kind (&d->r->domains, i->slot_owners, object))
    with->slot = 0;
  view.content = content_of (d, with);
  vec_push (&d->views, view);
}

/* The number of that view.  LAST: that of the location before. */
static uint32_t view_of (struct judge *d, uint32_t last, uint32_t occurrence,
                         const struct access_class *c, const struct cell *cell, uint64_t domains)
{
  const struct view *v = d->views.v;
  if (last < d->views.n && v[last].shift == cell->shift && v[last].unseen == cell->unseen &&
      v[last].domains == domains)
    return last;
  uint64_t key[] = {(uint32_t)cell->shift, domains, cell->unseen};
  uint32_t *known =
      map_at (&d->view_by_key, domains || cell->unseen ? hash_bytes (key, sizeof key) : key[0]);
  if (!*known) {
    add_view (d, occurrence, c, cell, domains);
    *known = d->views.n;
  }
  return *known - 1;
}

/* The list of a location that begins with node FIRST, with a view of the access at hand too.  Few
   lists are of locations with different views. */
static uint32_t extended (struct judge *d, uint32_t first, uint32_t view)
{
  if (first >= d->last_extended.n)
    vec_resize (&d->last_extended, d->r->nodes.n);
  struct extension *last = &d->last_extended.v[first];
  uint32_t known = 0;
  if (last->touch == d->touches) {
    if (last->view == view)
      return last->first;
    map_add (&d->extended, map_pair (first, last->view), last->first);
    known = map_get (&d->extended, map_pair (first, view), 0);
  }
  *last = (struct extension){d->touches, view,
                             known ? known : with_class (d, first, &d->views.v[view])};
  return last->first;
}

static void touch_group (struct judge *d, uint32_t occurrence, struct access_class c)
{
  struct cells *cells = &d->r->cells;
  uint32_t group = group_of (d, occurrence), kept = cells->first.v[group];
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  /* Without holds and owners the access means the same to all locations. */
  bool no_terms = !i->held && !map_size (&d->s->draws);
  bool no_domains = no_terms && !c.source && !i->owner && !i->slot_owners;
  uint32_t view = 0;
  d->touches++;
  vec_clear (&d->views);
  map_clear (&d->view_by_key);
  map_clear (&d->extended);
  for (uint32_t k = cells->first.v[group]; k < d->group_end[group]; k++) {
    struct cell cell = cells->v.v[k];
    if (bitset_has (&d->lost, cell.loc))
      continue;
    cells->v.v[kept++] = cell;
    uint32_t *first = &d->r->first_node[cell.loc];
    object_id object = no_domains ? 0 : loc_object (&d->s->p->objects, cell.loc);
    if (i->owner && domains_exclude (&d->r->domains, i->owners, object))
      continue;
    cell.shift = no_terms ? 0 : cell.shift;
    view = view_of (d, view, occurrence, &c, &cell,
                    no_domains ? 0 : domains_class (&d->r->domains, object));
    uint32_t after = extended (d, *first, view);
    if (after == *first)
      continue;
    *first = after;
    if (is_clear_race (d, verdicts_class (d->r, after))) {
      bitset_add (&d->lost, cell.loc);
      kept--;
    }
  }
  d->group_end[group] = kept;
}

/* Whether nothing is left to say about any location of the occurrence. */
static bool all_lost (struct judge *d, uint32_t occurrence)
{
  const struct cells *cells = &d->r->cells;
  uint32_t group = group_of (d, occurrence), first = cells->first.v[group];
  uint32_t *end = &d->group_end[group];
  while (*end > first && bitset_has (&d->lost, cells->v.v[*end - 1].loc))
    --*end;
  return *end == first;
}

static uint32_t event_at (const struct judge *d, uint32_t occurrence)
{
  return d->event[d->c->occurrences.v[occurrence].event];
}

/* What of an item makes a class.  What also depends on who does it is told apart by the item. */
static uint32_t kind_of (struct judge *d, uint32_t occurrence)
{
  uint32_t item = d->c->occurrences.v[occurrence].item;
  if (d->kind[item])
    return d->kind[item];
  const struct item *i = &d->s->items.v[item];
  struct access_class c = class_of (d, occurrence);
  struct guards own = terms_of_item (d->terms, item, 0);
  bool alone = i->slot || (c.frame && c.local) || (i->at_start && d->s->depends.n);
  uint32_t key[] = {group_of (d, occurrence),
                    c.mode,
                    c.mine,
                    c.owner,
                    c.before,
                    c.after,
                    c.reaped,
                    c.fresh,
                    c.frame,
                    source_of_item (d, item),
                    (uint32_t)c.local | (uint32_t)c.exact << 1 | (uint32_t)c.hidden << 2 |
                        (uint32_t)c.merged << 4 | (uint32_t)c.guess << 5,
                    (uint32_t)c.at,
                    c.exact ? (uint32_t)c.bytes : 0,
                    own.any,
                    own.exclusive,
                    c.round,
                    event_effect (d->r, occurrence)->outside,
                    alone ? item : 0};
  return d->kind[item] = tuples_intern (&d->kinds, key, sizeof key / sizeof key[0]);
}

/* Whether an occurrence that makes the same class has been looked at. */
static bool is_repeated (struct judge *d, uint32_t occurrence)
{
  uint32_t kind = kind_of (d, occurrence), event = event_at (d, occurrence);
  if (kind >= d->last_event.n)
    vec_resize (&d->last_event, kind + 1);
  d->last_event.v[kind] = event;
  return !map_add (&d->gathered, map_pair (kind, event), 1);
}

/* The same, if it is easily seen: those that happen at one time mostly come together. */
static bool is_just_repeated (const struct judge *d, uint32_t occurrence)
{
  uint32_t kind = d->kind[d->c->occurrences.v[occurrence].item];
  return kind && d->last_event.v[kind] == event_at (d, occurrence);
}

/* When and by whom things happen. */
static void find_events (struct judge *d)
{
  const struct contexts *c = d->c;
  d->event = xcalloc (c->events.n + 1, sizeof *d->event);
  for (uint32_t i = 0; i < c->events.n; i++) {
    const struct occurrence *e = &c->events.v[i];
    const struct context *x = &c->v.v[e->context];
    uint32_t key[] = {x->threads, x->sure, x->told,     e->alive,         e->ended,
                      e->phases,  e->sent, e->held.any, e->held.exclusive};
    d->event[i] = tuples_intern (&d->events, key, sizeof key / sizeof key[0]);
  }
}

/* Those with fewer locks first, which dominate most others.  But what may be to other memory comes
   behind what is certain, and those through pointers that may lead to too much behind all others:
   they show a race only if nothing else does. */
enum { MANY = 3, GUESS = MANY + 1, MERGED = 2 * GUESS, N_RANKS = MERGED + MANY + 1 };

/* What of an item decides it. */
struct item_rank {
  bool known, is_access, drops;
  uint8_t base, locks;
};

static struct item_rank rank_of_item (struct judge *d, uint32_t occurrence)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  struct item_rank r = {.known = true, .is_access = i->kind == ITEM_ACCESS};
  if (!r.is_access)
    return r;
  group_of (d, occurrence);
  uint32_t locks = sets_size (&d->s->sets, i->held);
  r.base = is_merged (d, occurrence) ? MERGED : is_guess (d, i) ? GUESS : 0;
  r.locks = (uint8_t)(locks < MANY ? locks : MANY);
  r.drops = i->claim == 1 + CLAIM_DROP;
  return r;
}

/* The occurrences of accesses in that order; N[K]: where those of rank K end. */
static uint32_t *rank_accesses (struct judge *d, uint32_t n[N_RANKS + 1])
{
  enum { NONE = 255 };
  const struct contexts *c = d->c;
  uint8_t *rank = xcalloc (c->occurrences.n + 1, sizeof *rank);
  struct item_rank *ranks = xcalloc (d->s->items.n + 1, sizeof *ranks);
  for (uint32_t i = 0; i < c->occurrences.n; i++) {
    struct item_rank *item = &ranks[c->occurrences.v[i].item];
    const struct occurrence *e = &c->events.v[c->occurrences.v[i].event];
    if (!item->known)
      *item = rank_of_item (d, i);
    if (!item->is_access) {
      rank[i] = NONE;
      continue;
    }
    uint32_t locks = item->locks + sets_size (&d->terms->sets, e->held.any);
    rank[i] =
        (uint8_t)((c->v.v[e->context].told ? item->base : MERGED) + (locks < MANY ? locks : MANY));
    n[rank[i] + 1]++;
    for (struct set_iter k = sets_each (&c->t->sets, item->drops ? c->v.v[e->context].threads : 0);
         set_next (&k);)
      bitset_add (&d->droppers, k.x);
  }
  for (uint32_t k = 0; k < N_RANKS; k++)
    n[k + 1] += n[k];
  uint32_t *order = xcalloc (n[N_RANKS] + 1, sizeof *order);
  for (uint32_t i = 0; i < c->occurrences.n; i++)
    if (rank[i] != NONE)
      order[n[rank[i]]++] = i;
  free (rank);
  free (ranks);
  return order;
}

void gather_accesses (struct judge *d)
{
  uint32_t ends[N_RANKS + 1] = {0};
  vec_push (&d->answers, (struct answer){0});
  d->group = xcalloc (d->s->items.n + 1, sizeof *d->group);
  d->kind = xcalloc (d->s->items.n + 1, sizeof *d->kind);
  find_events (d);
  uint32_t *order = rank_accesses (d, ends);
  cells_reduce (&d->r->cells);
  uint32_t n_groups = d->r->cells.first.n - 1;
  d->group_end = xcalloc (n_groups + 1, sizeof *d->group_end);
  memcpy (d->group_end, d->r->cells.first.v + 1, n_groups * sizeof *d->group_end);
  d->r->first_node = xcalloc (d->r->cells.n_locs + 1, sizeof *d->r->first_node);
  for (uint32_t k = 0; k < ends[N_RANKS]; k++) {
    uint32_t i = order[k];
    if (is_just_repeated (d, i) || all_lost (d, i) || is_repeated (d, i))
      continue;
    struct access_class class = class_of (d, i);
    if (!is_dominated (d, i, class))
      touch_group (d, i, class);
  }
  free (order);
  free (d->group);
  free (d->kind);
  free (d->event);
  vec_free (&d->last_event);
  free (d->group_end);
  tuples_free (&d->contents);
  vec_free (&d->class_of_content);
  vec_free (&d->answers);
}
