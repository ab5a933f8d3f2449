/* Over: handles that are overwritten while their threads may run, by what the function calls or by
   another thread:

     create (&t, work);
     helper ();            // create (&t, other); join (t);
     join (t);             // nobody joins the first one

   What a function overwrites itself, and what callees do to handles that it gives them, are items
   of it: see lose_overwritten. */

#include "threads-alive.h"

uint64_t over_name (struct thread_finder *d, const struct item *fork)
{
  const struct summaries *s = d->s;
  expr_id root = fork->e[0] ? expr_root (&s->x, fork->e[0]) : 0;
  const struct expr *v = root ? expr_get (&s->x, root) : NULL;
  if (!v || fork->task || fork->region)
    return 0;
  uint32_t name = threads_handle (d, fork);
  if (v->op == X_OBJECT && s->p->objects.v.v[v->a].kind == OBJECT_GLOBAL)
    return name;
  return threads_unique (d, fork->function, fork->e[0], fork->shape)
             ? map_pair (fork->function, name)
             : 0;
}

/* Threads whose handles the call writes over, if they run; those of threads that callers choose are
   told of where they do. */
static setid written_in (const struct thread_finder *d, const struct call_edge *c)
{
  struct sets *sets = &d->t->sets;
  bool concrete = call_is_instantiated (d->s, c);
  setid over = d->over[c->callee];
  if (c->kind == CALL_FORK || concrete)
    over = sets_difference (sets, over, d->opened[c->callee]);
  return concrete ? over : sets_union (sets, over, d->over_chosen[c->callee]);
}

static void lose_all (struct thread_finder *d, setid lost)
{
  for (struct set_iter i = sets_each (&d->t->sets, lost); set_next (&i);)
    alive_lose (d, i.x);
}

/* The function writes over these handles; TO: `over' or `over_chosen'. */
static void write_over (struct alive_walk *w, setid over, setid *to)
{
  struct thread_finder *d = w->d;
  /* Whom it has joined before, its callers have not got any more. */
  over = sets_difference (&d->t->sets, over, w->now.joined);
  over = sets_union (&d->t->sets, over, to[w->f]);
  d->changed |= over != to[w->f];
  to[w->f] = over;
}

bool threads_are_chosen (const struct summaries *s, const struct item *fork)
{
  unsigned flags = XF_FORMAL | XF_OPAQUE;
  return fork->open && ((fork->e[0] && expr_get (&s->x, fork->e[0])->flags & flags) ||
                        (fork->e[1] && expr_get (&s->x, fork->e[1])->flags & flags));
}

/* What the threads of a creation write over. */
static setid written_by (const struct thread_finder *d, uint32_t item)
{
  struct sets *sets = &d->t->sets;
  setid over = SETS_EMPTY;
  for (struct set_iter i = sets_each (sets, d->t->of_item.v[item]); set_next (&i);) {
    funid start = d->t->v.v[i.x].start;
    setid by = sets_union (sets, d->over[start], d->over_chosen[start]);
    over = sets_union (sets, over, sets_difference (sets, by, d->opened[start]));
  }
  return over;
}

void over_calls (struct alive_walk *w, uint32_t record)
{
  struct thread_finder *d = w->d;
  const struct pointers *p = d->s->p;
  const struct item *items = d->s->items.v;
  struct sets *sets = &d->t->sets;
  setid over = SETS_EMPTY, chosen = SETS_EMPTY, named = SETS_EMPTY;
  bool for_callers = false;
  uint32_t first, end;
  for (uint32_t n = alive_items_at (w, record);
       n < w->items.n && items[w->items.v[n]].record == record; n++) {
    const struct item *i = &items[w->items.v[n]];
    if (i->kind != ITEM_FORK)
      continue;
    named = sets_union (sets, named, map_get (&d->by_name, over_name (d, i), SETS_EMPTY));
    bool is_chosen = threads_are_chosen (d->s, i);
    for_callers |= is_chosen && !i->inner;
    setid *to = is_chosen ? &chosen : &over;
    *to = sets_union (sets, *to, written_by (d, w->items.v[n]));
  }
  calls_of_record (p, w->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *c = &p->calls.v[k];
    if (c->kind == CALL_CHILD || !c->callee || (c->kind == CALL_FORK && for_callers))
      continue;
    setid in = written_in (d, c);
    over = sets_union (sets, over, in);
    if (c->kind == CALL_LATER || c->kind == CALL_SIGNAL) /* who knows when that is */
      lose_all (d, sets_difference (sets, in, d->t->ever[c->callee]));
  }
  lose_all (d, sets_intersection (sets, over, w->now.born));
  write_over (w, sets_union (sets, over, named), d->over);
  write_over (w, chosen, d->over_chosen);
}

void over_meanwhile (struct alive_walk *w, uint32_t record, setid before)
{
  struct thread_finder *d = w->d;
  struct sets *sets = &d->t->sets;
  if (d->outside_over && alive_calls_outside (w, record)) {
    lose_all (d, sets_intersection (sets, before, d->outside_over));
    write_over (w, d->outside_over, d->over);
  }
  /* What is created for callers is one of many. */
  setid others = sets_intersection (sets, w->now.born, d->overwriters);
  others = sets_difference (sets, others, d->chosen[w->f]);
  for (struct set_iter i = sets_each (sets, others); set_next (&i);) {
    const struct thread *v = &d->t->v.v[i.x]; /* whom it has left itself is not overwritten */
    setid over = sets_union (sets, d->over[v->start], d->over_chosen[v->start]);
    over = sets_difference (sets, over, v->left);
    lose_all (d, sets_intersection (sets, over, w->now.born));
  }
}

void over_find_writers (struct thread_finder *d)
{
  for (thread_id i = 1; i < d->t->v.n; i++) {
    funid start = d->t->v.v[i].start;
    setid over = sets_union (&d->t->sets, d->over[start], d->over_chosen[start]);
    if (d->t->v.v[i].kind == THREAD_CREATED &&
        sets_difference (&d->t->sets, over, d->opened[start]))
      d->overwriters = sets_add (&d->t->sets, d->overwriters, i);
  }
}

static bool runs_first_or_last (const struct thread_finder *d, funid f)
{
  return f == d->program->main || runs_by_itself (d->program, f);
}

/* Main, and what runs by itself before it or behind it, may write over what another one has left.
 */
void over_by_themselves (struct thread_finder *d)
{
  struct sets *sets = &d->t->sets;
  setid once = SETS_EMPTY, twice = SETS_EMPTY; /* written over by one of them, by several */
  for (funid f = 1; f <= d->program->n_functions; f++)
    if (d->over[f] && runs_first_or_last (d, f)) {
      twice = sets_union (sets, twice, sets_intersection (sets, once, d->over[f]));
      once = sets_union (sets, once, d->over[f]);
    }
  for (funid f = 1; once && f <= d->program->n_functions; f++)
    if (runs_first_or_last (d, f)) {
      setid others = sets_union (sets, sets_difference (sets, once, d->over[f]), twice);
      setid left = sets_union (sets, d->t->at_exit[f].born, d->t->at_thread_exit[f].born);
      lose_all (d, sets_intersection (sets, left, others));
    }
}
