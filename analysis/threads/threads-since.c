/* Since: a join is of who was born when its handle was read, not of those who came later. */

#include "threads-alive.h"

enum { MOST_SINCE = 1 << 22 }; /* above that they join nobody */

/* Joins of the record are reached. */
void since_note (struct alive_walk *w, uint32_t record)
{
  for (uint32_t k = 0; k < w->early.n; k++) {
    uint32_t item = w->early.v[k].item;
    setid *joins = &w->d->t->joins[item];
    if (w->d->s->items.v[item].record != record || !sets_meet (&w->d->t->sets, *joins, w->since[k]))
      continue;
    *joins = sets_difference (&w->d->t->sets, *joins, w->since[k]);
    w->d->changed = true;
  }
}

/* Whom the call creates is born, and the handles that it reads are those of now. */
void since_add (struct alive_walk *w, uint32_t record)
{
  const struct pointers *p = w->d->s->p;
  struct threads *t = w->d->t;
  setid born = SETS_EMPTY;
  uint32_t first, end;
  calls_of_record (p, w->f, record, &first, &end);
  for (uint32_t k = first; w->early.n && k < end; k++) {
    const struct call_edge *c = &p->calls.v[k];
    setid all = sets_union (&t->sets, t->ever[c->callee], t->at_exit[c->callee].born);
    if (call_is_instantiated (w->d->s, c)) /* these have come here as items */
      all = sets_difference (&t->sets, all, w->d->opened[c->callee]);
    born = sets_union (&t->sets, born, all);
  }
  for (uint32_t n = 0; w->early.n && n < w->items.n; n++)
    if (w->d->s->items.v[w->items.v[n]].kind == ITEM_FORK &&
        w->d->s->items.v[w->items.v[n]].record == record)
      born = sets_union (&t->sets, born, t->of_item.v[w->items.v[n]]);
  for (uint32_t k = 0; k < w->early.n; k++)
    w->since[k] =
        w->early.v[k].load == record ? SETS_EMPTY : sets_union (&t->sets, w->since[k], born);
}

static bool calls_between (const struct function *b, uint32_t from, uint32_t to)
{
  for (uint32_t r = from + 1; r < to; r++)
    if (b->records[r]->kind == REC_call)
      return true;
  return false;
}

void since_find (struct alive_walk *w, struct arena *arena)
{
  const struct summaries *s = w->d->s;
  for (uint32_t n = 0; n < w->items.n; n++) {
    const struct item *i = &s->items.v[w->items.v[n]];
    if (i->kind != ITEM_JOIN || !i->e[0] || expr_get (&s->x, i->e[0])->op != X_LOAD)
      continue;
    const uint32_t *version = tuples_numbers (&s->x.versions, expr_get (&s->x, i->e[0])->b);
    uint32_t load = version[1];
    if (version[0] != w->f || load == i->record ||
        (w->flow.block_of[load] == w->flow.block_of[i->record] && load < i->record &&
         !calls_between (w->b, load, i->record) && !i->inner))
      continue;
    vec_push (&w->early, (struct early_load){w->items.v[n], load});
  }
  if ((uint64_t)w->b->n_blocks * w->early.n > MOST_SINCE) {
    for (uint32_t k = 0; k < w->early.n; k++)
      w->d->t->joins[w->early.v[k].item] = SETS_EMPTY;
    w->early.n = 0;
  }
  w->since_in = ARENA_ARRAY (arena, w->b->n_blocks * w->early.n + 1, setid);
  w->since = ARENA_ARRAY (arena, w->early.n + 1, setid);
}

bool since_merge (struct alive_walk *w, uint32_t to)
{
  bool changed = false;
  for (uint32_t k = 0; k < w->early.n; k++) {
    setid *into = &w->since_in[to * w->early.n + k];
    setid more = sets_union (&w->d->t->sets, *into, w->since[k]);
    changed |= more != *into;
    *into = more;
  }
  return changed;
}
