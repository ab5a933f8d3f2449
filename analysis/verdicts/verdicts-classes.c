/* Verdicts: the class of an access: all that decides with which others it races. */

#include "footprints.h"
#include "sections.h"
#include "verdicts-internal.h"

/* Whether memory, which an access of a new thread has as its creator says it, was made on the way
   by the thread: behind the creation, not by a function that makes it for the thread it creates. */
static bool is_made_in_thread (const struct judge *d, const struct item *i, expr_id root)
{
  const struct exprs *x = &d->s->x;
  const struct pointers *p = d->s->p;
  const struct expr *v = expr_get (x, root);
  if (v->op != X_AT || !expr_is_fresh (x, root))
    return false;
  const uint32_t *at = tuples_numbers (&x->versions, v->b);
  funid next = tuples_length (&x->versions, v->b) > 2 ? tuples_numbers (&x->versions, at[2])[0]
                                                      : expr_get (x, v->a)->a;
  uint32_t first, end;
  if (at[0] != i->function || at[1] != i->record)
    return false;
  calls_of_record (p, i->function, i->record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (p->calls.v[k].kind == CALL_NOW && p->calls.v[k].callee == next)
      return false;
  return true;
}

/* Whether the access is to something of the thread's own, by its name: a variable that each thread
   or each call has for itself, or memory that was made on the way. */
static bool is_local (const struct judge *d, const struct item *i)
{
  const struct pointers *p = d->s->p;
  expr_id root = expr_root (&d->s->x, i->e[0]);
  const struct expr *v = expr_get (&d->s->x, root);
  if (!root || (i->at_start && v->op != X_OBJECT))
    return root && is_made_in_thread (d, i, root);
  if (i->at_start) /* not a variable of the creator that the thread got */
    return is_local (d, &d->s->items.v[i->inner]);
  if (v->op == X_AT)
    v = expr_get (&d->s->x, v->a);
  if (v->op != X_OBJECT)
    return v->op == X_FRESH;
  return p->objects.v.v[v->a].kind == OBJECT_LOCAL || object_is_tls (p, v->a);
}

funid frame_function (const struct judge *d, expr_id frame)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = frame ? expr_get (x, frame) : NULL;
  if (!v || v->op == X_FRESH)
    return v ? v->a : 0;
  if (v->op == X_AT)
    return expr_is_fresh (x, frame) ? tuples_numbers (&x->versions, v->b)[0] : 0;
  const struct abstract_object *o = v->op == X_OBJECT ? &d->s->p->objects.v.v[v->a] : NULL;
  return o && o->kind == OBJECT_LOCAL ? o->a : 0;
}

/* What the function calls ROOT that has made it and creates one of THREADS, itself or by calls,
   with a pointer to it; ROOT is what it is called where the thread is concrete. */
static expr_id frame_of_given (const struct judge *d, setid threads, expr_id root)
{
  const struct threads *t = d->c->t;
  const struct item *v = d->s->items.v;
  uint32_t by;
  int part = 0;
  if (!sets_is_single (&t->sets, threads, &by) || t->v.v[by].kind != THREAD_CREATED)
    return 0;
  const struct item *fork = &v[t->v.v[by].item];
  while (part < FORK_PARTS && fork_gives (d->s, fork, part) != root)
    part++;
  if (part == FORK_PARTS)
    return 0;
  while (fork->inner && expr_is_fresh (&d->s->x, fork_gives (d->s, &v[fork->inner], part)))
    fork = &v[fork->inner];
  return fork_gives (d->s, fork, part);
}

/* The variable of a call, or memory that it has made, that is accessed: in that call, or by a
   thread that it has created, as the innermost function calls it that knows that it is new.  OWN:
   the access as that has it.  The first call of a new thread is one as any other. */
static expr_id frame_of (const struct judge *d, const struct item *i, setid threads,
                         const struct item **own)
{
  const struct item *v = d->s->items.v;
  expr_id root = expr_root (&d->s->x, i->e[0]);
  bool fresh = expr_is_fresh (&d->s->x, root);
  if (fresh && is_taken (d->s, root)) /* others may have had it before */
    root = fresh = 0;
  *own = i->at_start ? &v[i->inner] : i;
  if (fresh && i->at_start && !is_made_in_thread (d, i, root))
    return frame_of_given (d, threads, root);
  while (fresh && (*own)->inner &&
         expr_is_fresh (&d->s->x, expr_root (&d->s->x, v[(*own)->inner].e[0])))
    *own = &v[(*own)->inner];
  if (fresh)
    root = expr_root (&d->s->x, (*own)->e[0]);
  return frame_function (d, root) ? root : 0;
}

/* Of the threads that may be alive, those that the call has created in which OWN is done, or what
   it has called on the way there, if its variable is accessed.  When a handle is written the thread
   may run already. */
static setid born_of (const struct judge *d, const struct item *own, const struct access_class *c)
{
  const struct summaries *s = d->s;
  setid born = SETS_EMPTY;
  vec_u32 path = {0};
  if (!c->frame || !c->local || frame_function (d, c->frame) != own->function ||
      writes_handle (s, &s->effects->v.v[item_core (s, own)->effect]))
    return c->alive;
  item_path (s, (uint32_t)(own - s->items.v), &path);
  for (uint32_t k = 0; k < path.n; k++) {
    const struct item *i = &s->items.v[path.v[k]];
    born = sets_union (&d->c->t->sets, born,
                       threads_alive_at (d->c->t, SETS_EMPTY, i->function, i->record, i->held));
  }
  vec_free (&path);
  return sets_intersection (&d->c->t->sets, c->alive, born);
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

bool access_is_merged (const struct judge *d, uint32_t occurrence)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  return set_traits (d->s->p, i->where) & SET_OWN << WORLD_POOL;
}

bool access_is_guess (const struct judge *d, const struct item *i)
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

/* Whether the pointer that is used was found by an instruction that seemed to make it its own. */
static bool is_broken_take (const struct judge *d, expr_id address)
{
  const struct exprs *x = &d->s->x;
  expr_id root = d->breaks_takes ? expr_root (x, address) : 0;
  const struct expr *v = root ? expr_get (x, root) : NULL;
  if (!v || v->op != X_LOAD)
    return false;
  uint32_t version = v->b;
  while (tuples_length (&x->versions, version) > 2)
    version = tuples_numbers (&x->versions, version)[2];
  const uint32_t *at = tuples_numbers (&x->versions, version);
  return map_find (d->broken, map_pair (at[0] | (uint32_t)BROKEN_TAKE, at[1])) != NULL;
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
  if (c->slot && !is_league (d->s, outer))
    c->slot = footprint_across (d->s, c->slot, outer,
                                expr_get (&d->s->x, expr_root (&d->s->x, c->base))->op == X_OBJECT);
  else if (c->slot && !footprint_is_of_league (d->s, c->slot, asks))
    c->slot = 0;
  c->base = c->slot ? base_of (d, e->item) : 0;
  if (asks && c->base == i->e[FOOTPRINT_BASE] && !i->at_start && is_region (d->s, i->function) &&
      !is_league (d->s, i->function) && expr_has_formal (&d->s->x, c->base))
    c->slot = c->base = 0; /* it may be another array for each team */
}

struct guards without_claims (const struct judge *d, const struct occurrence *e, struct guards held)
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
                           .role = effect->role,
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
  c.owners = i->mine ? SETS_EMPTY : i->owners;
  c.certain = c.owners && i->certain;
  c.local = is_local (d, i);
  c.base = c.slot ? base_of (d, e->item) : 0;
  if (is_across (d, e))
    set_across (d, e, i, &c);
  c.source = source_of (d, occurrence);
  const struct item *own;
  c.frame = frame_of (d, i, c.threads, &own);
  c.born = born_of (d, own, &c);
  c.named = (uint8_t)named_of (d, i, &c);
  c.fresh = expr_root (&d->s->x, i->e[0]);
  if (!expr_is_fresh (&d->s->x, c.fresh))
    c.fresh = 0;
  c.before = i->before;
  c.after = i->after;
  c.reaped = i->reaped;
  c.hidden = (uint8_t)hidden_of (d, effect);
  c.merged = access_is_merged (d, occurrence);
  c.guess = access_is_guess (d, i);
  c.taken = is_broken_take (d, i->e[0]);
  c.exact = base && expr_get (&d->s->x, base)->op == X_OBJECT && c.bytes && c.mode != MODE_FREE;
  if (!c.exact && (c.bytes || i->measured))
    c.exact = sections_extent (&d->s->x, i, &c.at, &c.bytes);
  if (!c.exact)
    c.at = 0;
  for (struct set_iter k = sets_each (&d->s->sets, i->held); set_next (&k);)
    c.locks += !is_token (d->s, hold_get (d->s, k.x).lock);
  return c;
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
  held = without_changing (d, e, held, shift, object);
  held.any = sets_union (&d->terms->sets, held.any, e->held.any);
  held.exclusive = sets_union (&d->terms->sets, held.exclusive, e->held.exclusive);
  return is_across (d, e) ? without_claims (d, e, held) : held;
}
