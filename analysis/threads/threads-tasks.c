/* Tasks: which tasks of OpenMP have ended at a join, a group's end or a region's. */

#include "threads-alive.h"

setid tasks_left_out (struct threads *t, setid from)
{
  setid kept = from;
  for (struct set_iter i = sets_each (&t->sets, from); set_next (&i);)
    if (t->s->items.v[t->v.v[i.x].item].task)
      kept = sets_difference (&t->sets, kept, sets_single (&t->sets, i.x));
  return kept;
}

/* All tasks of this thread have ended, but not those that they have created. */
void tasks_join (struct alive_walk *w)
{
  struct threads *t = w->d->t;
  setid kept = tasks_left_out (t, w->now.born), left = SETS_EMPTY;
  setid tasks = sets_difference (&t->sets, w->now.born, kept);
  for (struct set_iter i = sets_each (&t->sets, tasks); set_next (&i);)
    left = sets_union (&t->sets, left, t->v.v[i.x].left);
  w->now.born = sets_union (&t->sets, kept, left);
}

/* Those have ended that the item waits for. */
void tasks_join_depends (struct alive_walk *w, uint32_t join)
{
  struct threads *t = w->d->t;
  const struct summaries *s = w->d->s;
  for (struct set_iter i = sets_each (&t->sets, w->now.born); set_next (&i);) {
    uint32_t fork = t->v.v[i.x].item;
    while (s->items.v[fork].inner)
      fork = s->items.v[fork].inner;
    if (map_find (&s->task_orders, map_pair (fork, join)))
      w->now.born = threads_without (t, w->now.born, sets_single (&t->sets, i.x));
  }
}

bool alive_surely_does (const struct alive_walk *w, uint32_t record, enum effect_kind kind)
{
  return w->b->records[record]->kind == REC_call &&
         call_surely_does (w->d->s->p, w->f, record, kind);
}

/* Where the group of tasks that ends at the record begins; UINT32_MAX: nobody knows. */
static uint32_t start_of_group (const struct alive_walk *w, uint32_t record)
{
  uint32_t open = 1, block = w->flow.block_of[record], r = record + 1;
  if (!alive_surely_does (w, record, EFFECT_GROUP_START))
    r = record;
  for (;;) {
    while (r-- > w->b->blocks[block].first) {
      open += r != record && alive_surely_does (w, r, EFFECT_GROUP_END);
      open -= alive_surely_does (w, r, EFFECT_GROUP_START);
      if (!open)
        return r;
    }
    block = w->flow.dominators.parent[block];
    if (block == NODE_NONE)
      return UINT32_MAX;
    r = w->b->blocks[block].end;
  }
}

/* Tasks that have been created since the group began, and all that those have created, have ended.
 */
void tasks_end_group (struct alive_walk *w, uint32_t record)
{
  struct threads *t = w->d->t;
  uint32_t start = start_of_group (w, record);
  setid before = start == UINT32_MAX ? w->now.born : map_get (&w->groups, start, 1) - 1;
  w->now.born = sets_union (&t->sets, tasks_left_out (t, w->now.born),
                            sets_intersection (&t->sets, w->now.born, before));
}

/* The threads of a region come and go with the call, and their tasks; who is left are others that
   they have created. */
void tasks_leave_region (struct alive_walk *w, setid team)
{
  struct threads *t = w->d->t;
  t->ever[w->f] = sets_union (&t->sets, t->ever[w->f], team);
  for (struct set_iter i = sets_each (&t->sets, team); set_next (&i);)
    w->now.born = sets_union (&t->sets, w->now.born,
                              sets_difference (&t->sets, tasks_left_out (t, t->v.v[i.x].left),
                                               sets_single (&t->sets, i.x)));
}
