/* Fans: creations whose threads join each other as a tree (see fans.c), so that all have ended when
   the first one has. */

#include "summaries-internal.h"
#include "threads-internal.h"

static bool may_write (const struct summaries *s, funid f, setid where)
{
  const struct objects *o = &s->p->objects;
  if (s->mod_all[f])
    return true;
  for (struct set_iter k = sets_each (&s->p->sets, where); set_next (&k);) {
    loc_id anywhere = o->v.v[loc_object (o, k.x)].anywhere;
    if (sets_has (&s->p->sets, s->mod[f], k.x) ||
        (anywhere && sets_has (&s->p->sets, s->mod[f], anywhere)))
      return true;
  }
  return where == SETS_EMPTY;
}

/* Whether what is there stays as it is while main is in F: it is written by what main calls only,
   but not F. */
static bool stays_during (struct thread_finder *d, funid f, expr_id address)
{
  const struct summaries *s = d->s;
  setid where = expr_points (&d->s->x, f, address);
  if (may_write (s, f, where))
    return false;
  for (funid g = 1; g <= d->program->n_functions; g++)
    if (d->program->functions[g].body && !only_main_calls (s->filter, d->program, g) &&
        may_write (s, g, where))
      return false;
  for (struct set_iter k = sets_each (&s->p->sets, where); set_next (&k);)
    for (int w = 0; w < N_WORLDS; w++)
      if (is_in_world (s->p, w, loc_object (&s->p->objects, k.x)))
        return false;
  return true;
}

/* The pointer that is at an address of the creator, if one instruction of it is all that writes
   there; 0: nobody knows. */
static expr_id kept_at (struct thread_finder *d, funid f, expr_id address)
{
  struct summaries *s = d->s;
  uint32_t l;
  const struct effect *e = sets_is_single (&s->p->sets, expr_points (&s->x, f, address), &l)
                               ? assigned_alone (&s->assigned, s->p, s->effects, l)
                               : NULL;
  for (uint32_t k = 1; e && e->function == f && k < s->items.n; k++) {
    const struct item *i = &s->items.v[k];
    if (i->kind == ITEM_LINK && i->function == f && !i->inner && i->record == e->record)
      return i->e[0] == address ? i->e[1] : 0;
  }
  return 0;
}

/* What E, as a thread says it, is in terms of its creator: pointers that it finds in what that has
   made, too. */
static expr_id as_creator (struct thread_finder *d, const struct item *fork, expr_id e,
                           uint32_t *used)
{
  struct exprs *x = &d->s->x;
  if (!e)
    return 0;
  struct expr v = *expr_get (x, e);
  expr_id actuals[MOST_FORMALS] = {0};
  if (v.op == X_ADD)
    return expr_add (x, as_creator (d, fork, v.a, used), v.k);
  actuals[fork->formal] = fork->e[2];
  expr_id all = substitute (d->s, e, actuals, fork->formal + 1u, fork, used);
  if (v.op != X_LOAD || !all || expr_get (x, all)->op != X_LOAD)
    return all;
  expr_id at = as_creator (d, fork, v.a, used);
  expr_id kept = at ? kept_at (d, fork->function, at) : 0;
  return kept ? kept : at ? expr_load (x, at, expr_get (x, all)->b, (uint64_t)v.k) : 0;
}

/* Whether two numbers are one: the creator has loaded A, and the thread, of what that creates, B.
 */
static bool same_number (struct thread_finder *d, funid f, expr_id a, expr_id b)
{
  struct exprs *x = &d->s->x;
  const struct expr *v = expr_get (x, a), *w = expr_get (x, b);
  int64_t k;
  if (a && a == b && expr_is_const (x, a, &k))
    return true;
  return a && b && v->op == X_LOAD && w->op == X_LOAD && v->a == w->a && v->k == w->k &&
         !((uint64_t)v->k & LOAD_ATOMIC) && tuples_numbers (&x->versions, v->b)[0] == f &&
         stays_during (d, f, v->a);
}

/* Whether the threads of FORK, which is the creator's own, join each other by JOIN; USED: what of
   the memory of the creation that rests on. */
static bool is_fan (struct thread_finder *d, const struct item *fork, const struct item *join,
                    uint32_t *used)
{
  struct summaries *s = d->s;
  struct exprs *x = &s->x;
  const struct loop_shape *loop = &s->shapes.v[fork->shape - 1];
  int64_t first, offset;
  *used = 0;
  expr_id address = expr_get (x, join->e[0])->a, element = expr_base (x, address, &offset);
  struct expr index = *expr_get (x, element);
  expr_id count = fork->e[5] ? expr_number (x, expr_add (x, fork->e[5], 1), &first) : 0;
  if (!loop->sure || loop->step != 1 || loop->through || !count || (int32_t)first ||
      !expr_is_const (x, fork->e[4], &first) || first || index.k != loop->stride ||
      offset != loop->offset || as_creator (d, fork, index.a, used) != fork->e[3])
    return false;
  expr_id number = as_creator (d, fork, join->e[4], used);
  number = number ? expr_number (x, number, &offset) : 0;
  return number && !offset && number == loop->counter &&
         same_number (d, fork->function, count, as_creator (d, fork, join->e[5], used));
}

/* Whether no thread of FORK changes what it has found there. */
static bool leaves_memory (struct thread_finder *d, const struct item *fork, funid start,
                           uint32_t used)
{
  for (uint32_t k = 0; k < MOST_MEMORY; k++)
    if (used >> k & 1 &&
        may_write (d->s, start, expr_points (&d->s->x, fork->function, fork->memory[k].at)))
      return false;
  return true;
}

bool threads_are_fan (struct thread_finder *d, thread_id i, uint32_t *used)
{
  struct summaries *s = d->s;
  const struct thread *t = &d->t->v.v[i];
  const struct summary *m = &s->of[t->start];
  uint32_t core = s->items.v[t->item].core ? s->items.v[t->item].core : t->item;
  struct item fork = s->items.v[core];
  if (!fork.shape || !fork.once || !fork.loops_here || s->cancels || s->jumps[t->start] ||
      !is_called_singly (s, fork.function))
    return false;
  for (uint32_t k = m->first_thread; k < m->first_thread + m->n_threads; k++) {
    struct item join = s->items.v[s->forks.v[k]];
    uint32_t needed = 0;
    if (join.kind == ITEM_JOIN && join.fan && !join.inner && is_fan (d, &fork, &join, &needed) &&
        leaves_memory (d, &fork, t->start, needed)) {
      *used |= needed;
      return true;
    }
  }
  return false;
}
