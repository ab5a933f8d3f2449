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

/* Threads whose handles the call writes over, if they run. */
static setid written_in (const struct thread_finder *d, const struct call_edge *c)
{
  setid open =
      c->kind == CALL_FORK || call_is_instantiated (d->s, c) ? d->opened[c->callee] : SETS_EMPTY;
  return sets_difference (&d->t->sets, d->over[c->callee], open);
}

static void lose_all (struct thread_finder *d, setid lost)
{
  for (struct set_iter i = sets_each (&d->t->sets, lost); set_next (&i);)
    alive_lose (d, i.x);
}

/* The function writes over these handles. */
static void write_over (struct alive_walk *w, setid over)
{
  struct thread_finder *d = w->d;
  /* Whom it has joined before, its callers have not got any more. */
  over = sets_difference (&d->t->sets, over, w->now.joined);
  over = sets_union (&d->t->sets, over, d->over[w->f]);
  d->changed |= over != d->over[w->f];
  d->over[w->f] = over;
}

void over_calls (struct alive_walk *w, uint32_t record)
{
  struct thread_finder *d = w->d;
  const struct pointers *p = d->s->p;
  struct sets *sets = &d->t->sets;
  setid over = SETS_EMPTY;
  uint32_t first, end;
  calls_of_record (p, w->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *c = &p->calls.v[k];
    if (c->kind == CALL_CHILD || !c->callee)
      continue;
    setid in = written_in (d, c);
    over = sets_union (sets, over, in);
    if (c->kind == CALL_LATER || c->kind == CALL_SIGNAL) /* who knows when that is */
      lose_all (d, sets_difference (sets, in, d->t->ever[c->callee]));
  }
  lose_all (d, sets_intersection (sets, over, w->now.born));
  for (uint32_t n = alive_items_at (w, record);
       n < w->items.n && d->s->items.v[w->items.v[n]].record == record; n++) {
    const struct item *i = &d->s->items.v[w->items.v[n]];
    if (i->kind == ITEM_FORK)
      over = sets_union (sets, over, map_get (&d->by_name, over_name (d, i), SETS_EMPTY));
  }
  write_over (w, over);
}

void over_meanwhile (struct alive_walk *w, uint32_t record, setid before)
{
  struct thread_finder *d = w->d;
  struct sets *sets = &d->t->sets;
  if (d->outside_over && alive_calls_outside (w, record)) {
    lose_all (d, sets_intersection (sets, before, d->outside_over));
    write_over (w, d->outside_over);
  }
  /* What is created for callers is one of many. */
  setid others = sets_intersection (sets, w->now.born, d->overwriters);
  others = sets_difference (sets, others, d->opened[w->f]);
  for (struct set_iter i = sets_each (sets, others); set_next (&i);) {
    const struct thread *v = &d->t->v.v[i.x]; /* whom it has left itself is not overwritten */
    setid over = sets_difference (sets, d->over[v->start], v->left);
    lose_all (d, sets_intersection (sets, over, w->now.born));
  }
}

void over_find_writers (struct thread_finder *d)
{
  for (thread_id i = 1; i < d->t->v.n; i++) {
    funid start = d->t->v.v[i].start;
    if (d->t->v.v[i].kind == THREAD_CREATED &&
        sets_difference (&d->t->sets, d->over[start], d->opened[start]))
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
