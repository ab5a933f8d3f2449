/* Findings: what of a race could not be proved.  The first step that fails is the one that is told:
   where a pointer or a call cannot be followed, all else is vague. */

#include "findings-internal.h"

static bool comes_from_outside (const struct writer *w, const struct access_class *c,
                                struct finding *f)
{
  const struct item *i = &w->s->items.v[w->c->occurrences.v[c->event].item];
  for (struct set_iter k = sets_each (&w->s->p->sets, i->where); set_next (&k);) {
    const struct abstract_object *o = &w->s->p->objects.v.v[loc_object (&w->s->p->objects, k.x)];
    if (o->kind != OBJECT_RESULT && o->kind != OBJECT_OUTSIDE)
      continue;
    if (o->kind == OBJECT_RESULT)
      f->doubted_name = w->program->functions[o->a].name;
    return true;
  }
  return false;
}

/* Whether a lock of one may be a lock of the other, though that could not be shown. */
static bool locks_may_meet (const struct writer *w, const struct occurrence *a,
                            const struct occurrence *b)
{
  const struct item *x = &w->s->items.v[a->item], *y = &w->s->items.v[b->item];
  for (struct set_iter i = sets_each (&w->s->sets, x->held); set_next (&i);)
    for (struct set_iter k = sets_each (&w->s->sets, y->held); set_next (&k);)
      if (may_be_same_lock (w->s, x->function, hold_get (w->s, i.x).lock, y->function,
                            hold_get (w->s, k.x).lock))
        return true;
  return false;
}

/* Whether the call at a record leads to F among others, or because code that nobody sees may call
 * it. */
static bool is_guess (const struct pointers *p, funid caller, uint32_t record, funid f)
{
  uint32_t first, end, n = 0;
  bool known = false;
  calls_of_record (p, caller, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    n += p->calls.v[k].kind == CALL_NOW && !p->models[p->calls.v[k].callee];
    known |= p->calls.v[k].callee == f;
  }
  return n > 1 || !known;
}

bool is_reached_by_guess (struct writer *w, uint32_t item, uint32_t context, thread_id thread,
                          struct finding *f)
{
  const struct pointers *p = w->s->p;
  bool guess = false;
  funid caller = 0;
  uint32_t record = 0;
  vec_u32 path = {0};
  item_path (w->s, item, &path);
  const vec_u32 *way = routes_to (&w->routes, context, thread);
  if (w->program->is_module && w->t->v.v[thread].kind == THREAD_ENTRY && p->world_calls.n) {
    guess = true; /* who has got hold of it may call it, and when nobody knows */
    caller = p->world_calls.v[0].caller;
    record = p->world_calls.v[0].record;
  }
  for (uint32_t i = 0; !guess && i < way->n; i++) {
    const struct way *call = &w->c->ways.v[way->v[i]];
    caller = w->c->v.v[call->from].f;
    record = call->record;
    guess = call->kind != WAY_SURE;
  }
  for (uint32_t i = 0; !guess && i + 1 < path.n; i++) {
    const struct item *at = &w->s->items.v[path.v[i]];
    caller = at->function;
    record = at->record;
    if (!at->at_start && !at->via)
      guess = is_guess (p, caller, record, w->s->items.v[path.v[i + 1]].function);
  }
  if (guess && f) {
    f->doubted = record_place (w, caller, record);
    f->doubted_name = w->program->functions[caller].name;
  }
  vec_free (&path);
  return guess;
}

/* Whether the creation of the thread is of one of several functions, of which nobody knows when it
   is which. */
static bool is_start_guessed (struct writer *w, thread_id thread, struct finding *f)
{
  const struct thread *t = &w->t->v.v[thread];
  const struct item *fork = &w->s->items.v[t->item];
  bool others = false;
  if (t->kind != THREAD_CREATED || fork->together)
    return false;
  for (struct set_iter i = sets_each (&w->t->sets, w->t->of_item.v[t->item]); set_next (&i);)
    others |= w->t->v.v[i.x].start != t->start;
  if (!others)
    return false;
  f->doubted = record_place (w, fork->function, fork->record);
  f->doubted_name = w->program->functions[fork->function].name;
  return true;
}

static bool is_access_guessed (struct writer *w, const struct access_class *c, thread_id thread,
                               struct finding *f)
{
  const struct occurrence e = occurrence_at (w->c, c->event);
  return is_reached_by_guess (w, e.item, e.context, thread, f);
}

/* Whether THREAD has come to a join before the access that may be of OTHER, or has been created
   behind one. */
static bool is_waited_for (struct writer *w, const struct access_class *c, thread_id thread,
                           thread_id other)
{
  const struct occurrence at_e = occurrence_at (w->c, c->event), *e = &at_e;
  const struct item *items = w->s->items.v;
  setid waited = SETS_EMPTY;
  vec_u32 path = {0};
  const vec_u32 *way = routes_to (&w->routes, e->context, thread);
  for (uint32_t i = 0; i < way->n; i++) {
    const struct way *call = &w->c->ways.v[way->v[i]];
    waited = threads_waited_at (w->t, waited, w->c->v.v[call->from].f, call->record);
  }
  item_path (w->s, e->item, &path);
  for (uint32_t i = 0; i < path.n; i++)
    waited = threads_waited_at (w->t, waited, items[path.v[i]].function, items[path.v[i]].record);
  vec_free (&path);
  for (uint32_t i = w->t->v.v[thread].item; i; i = items[i].inner)
    waited = sets_union (&w->t->sets, waited,
                         threads_waited_at (w->t, SETS_EMPTY, items[i].function, items[i].record));
  return sets_has (&w->t->sets, waited, other);
}

/* Locks on the way to an access. */
struct on_way {
  setid held, released; /* their places; of the second those that are told apart from others */
  bool unsure;          /* ... and perhaps others have been released */
};

static void add_places (const struct writer *w, funid f, setid held, setid released,
                        struct on_way *to)
{
  struct sets *sets = &w->s->p->sets;
  uint32_t l;
  for (struct set_iter i = sets_each (&w->s->sets, held); set_next (&i);) {
    expr_id lock = hold_get (w->s, i.x).lock;
    if (!is_token (w->s, lock))
      to->held = sets_union (sets, to->held, expr_points (&w->s->x, f, lock));
  }
  for (struct set_iter i = sets_each (&w->s->sets, released); set_next (&i);) {
    setid at = i.x && !is_token (w->s, i.x) ? expr_points (&w->s->x, f, i.x) : SETS_EMPTY;
    if (sets_is_single (sets, at, &l) &&
        object_is_unique (w->terms, loc_object (&w->s->p->objects, l)))
      to->released = sets_add (sets, to->released, l);
    else
      to->unsure |= at || !i.x;
  }
}

/* What is held at the call, and may have been released before. */
static void add_call (const struct writer *w, funid f, uint32_t record, bool released,
                      struct on_way *to)
{
  const struct summary *m = &w->s->of[f];
  const struct call_point *v = w->s->points.v;
  uint32_t k = m->first_point, end = m->first_point + m->n_points;
  for (uint32_t last = end; k < last;) { /* they are in the order of the records */
    uint32_t middle = k + (last - k) / 2;
    if (v[middle].record < record)
      k = middle + 1;
    else
      last = middle;
  }
  for (; k < end && v[k].record == record; k++)
    add_places (w, f, v[k].held, released ? v[k].released : SETS_EMPTY, to);
}

/* RELEASED: not only what is held. */
static struct on_way locks_on_way (struct writer *w, const struct access_class *c, thread_id thread,
                                   bool released)
{
  const struct occurrence e = occurrence_at (w->c, c->event);
  struct on_way all = {0};
  vec_u32 path = {0};
  const vec_u32 *way = routes_to (&w->routes, e.context, thread);
  for (uint32_t i = 0; i < way->n; i++) {
    const struct way *call = &w->c->ways.v[way->v[i]];
    add_call (w, w->c->v.v[call->from].f, call->record, released, &all);
  }
  item_path (w->s, e.item, &path);
  for (uint32_t i = 0; i < path.n; i++) {
    const struct item *at = &w->s->items.v[path.v[i]];
    if (i + 1 < path.n)
      add_call (w, at->function, at->record, released, &all);
    add_places (w, at->function, at->held, released ? at->released : SETS_EMPTY, &all);
  }
  vec_free (&path);
  return all;
}

/* Whether A has lost a lock on its way that B holds, or did, though it is not told that just this
   one was released. */
static bool may_still_hold (struct writer *w, const struct access_class *a, thread_id first,
                            const struct access_class *b, thread_id other)
{
  struct sets *sets = &w->s->p->sets;
  setid common = locks_on_way (w, a, first, false).held;
  if (common)
    common = sets_intersection (sets, common, locks_on_way (w, b, other, false).held);
  if (!common)
    return false; /* what was released may be much more */
  struct on_way x = locks_on_way (w, a, first, true), y = locks_on_way (w, b, other, true);
  return x.unsure && sets_difference (sets, common, sets_union (sets, x.released, y.released));
}

/* Whether both are to known bytes of one variable, but whether the first reaches the second is not
   known: how much it accesses is computed. */
static bool may_end_before (const struct writer *w, const struct access_class *a,
                            const struct access_class *b)
{
  const struct item *x = &w->s->items.v[w->c->occurrences.v[a->event].item];
  const struct item *y = &w->s->items.v[w->c->occurrences.v[b->event].item];
  int64_t at_x, at_y;
  expr_id base = expr_base (&w->s->x, x->e[0], &at_x);
  return base && expr_get (&w->s->x, base)->op == X_OBJECT &&
         expr_base (&w->s->x, y->e[0], &at_y) == base && at_x < at_y &&
         (!a->bytes || event_effect (w->r, a->event)->at_most);
}

/* Whether a created thread does that when it ends the program: mostly because it has failed. */
static bool ends_program (const struct writer *w, const struct access_class *c, thread_id thread)
{
  return w->t->v.v[thread].kind == THREAD_CREATED &&
         sets_has (&w->terms->sets, c->held.any, term_of_end (w->terms));
}

void set_doubt (struct writer *w, const struct verdict *v, struct finding *f)
{
  const struct access_class *a = &w->r->classes.v[v->first], *b = &w->r->classes.v[v->other];
  const struct finding_access *x = &f->accesses[0], *y = &f->accesses[1];
  f->doubt = DOUBT_NONE;
  if (a->merged || b->merged) {
    f->doubt = DOUBT_MERGED;
  } else if (comes_from_outside (w, a, f) || comes_from_outside (w, b, f)) {
    f->doubt = DOUBT_UNKNOWN_POINTER;
  } else if (is_access_guessed (w, a, v->first_thread, f) ||
             is_access_guessed (w, b, v->other_thread, f) ||
             (v->first_thread == v->other_thread && is_created_by_guess (w, v->first_thread)) ||
             is_start_guessed (w, v->first_thread, f) || is_start_guessed (w, v->other_thread, f) ||
             is_beside_by_guess (w, a, v->first_thread, b, v->other_thread, f)) {
    f->doubt = DOUBT_UNKNOWN_CALL;
  } else if (x->n_locks && y->n_locks) {
    for (uint32_t i = 0; i < x->n_locks; i++)
      for (uint32_t k = 0; k < y->n_locks; k++)
        if (!(x->locks[i].shared && y->locks[k].shared)) {
          const struct occurrence at_e = occurrence_at (w->c, a->event), *e = &at_e;
          const struct occurrence at_o = occurrence_at (w->c, b->event), *o = &at_o;
          if (locks_may_meet (w, e, o)) {
            f->doubt = DOUBT_LOCK_OBJECTS;
            f->lock = x->locks[i].name;
            f->other_lock = y->locks[k].name;
            return;
          }
        }
  }
  if (f->doubt == DOUBT_NONE && (is_waited_for (w, a, v->first_thread, v->other_thread) ||
                                 is_waited_for (w, b, v->other_thread, v->first_thread)))
    f->doubt = DOUBT_JOIN;
  if (f->doubt == DOUBT_NONE && (may_still_hold (w, a, v->first_thread, b, v->other_thread) ||
                                 may_still_hold (w, b, v->other_thread, a, v->first_thread)))
    f->doubt = DOUBT_RELEASED;
  if (f->doubt == DOUBT_NONE && may_be_ordered (w, a, v->first_thread, b, v->other_thread))
    f->doubt = DOUBT_WAIT;
  if (f->doubt == DOUBT_NONE &&
      (ends_program (w, a, v->first_thread) || ends_program (w, b, v->other_thread)))
    f->doubt = DOUBT_EXIT;
  if (f->doubt == DOUBT_NONE && (may_end_before (w, a, b) || may_end_before (w, b, a)))
    f->doubt = DOUBT_SAME_ELEMENT;
  if (f->doubt == DOUBT_NONE && (a->guess || b->guess)) {
    struct array_around around[MOST_AROUND];
    const struct objects *o = &w->s->p->objects;
    bool in_array = loc_get (o, v->loc)->offset > OFFSET_EVERYTHING &&
                    arrays_around (o, loc_object (o, v->loc), loc_get (o, v->loc)->offset, around);
    f->doubt = in_array && object_is_unique (w->terms, loc_object (o, v->loc)) ? DOUBT_SAME_ELEMENT
                                                                               : DOUBT_SAME_OBJECT;
  }
}

enum confidence finding_confidence (const struct finding *f)
{
  static const uint8_t of[] = {
      [DOUBT_NONE] = CONFIDENCE_CERTAIN,          [DOUBT_SAME_OBJECT] = CONFIDENCE_POSSIBLE,
      [DOUBT_SAME_ELEMENT] = CONFIDENCE_POSSIBLE, [DOUBT_LOCK_OBJECTS] = CONFIDENCE_POSSIBLE,
      [DOUBT_IN_STEP] = CONFIDENCE_POSSIBLE,      [DOUBT_JOIN] = CONFIDENCE_POSSIBLE,
      [DOUBT_WAIT] = CONFIDENCE_POSSIBLE,         [DOUBT_RELEASED] = CONFIDENCE_POSSIBLE,
      [DOUBT_EXIT] = CONFIDENCE_POSSIBLE,
      [DOUBT_UNKNOWN_POINTER] = CONFIDENCE_VAGUE, [DOUBT_MERGED] = CONFIDENCE_VAGUE,
      [DOUBT_UNKNOWN_CALL] = CONFIDENCE_VAGUE};
  return of[f->doubt];
}
