/* Contexts: memory that callers hand to a function which nobody else knows.

     struct packet *p = calloc (1, sizeof *p);
     fill (p);                             p->pos++;    here, or in what calls itself
     pthread_mutex_lock (&lock);
     p->next = queue;

   Callers that get the summary of a function have decided what of it is about memory of their own:
   see items.c.  But functions that call themselves, or of which there is too much to be told, are
   entered without. */

#include "contexts-internal.h"

bool is_about_formals (const struct item *i)
{
  return i->own && i->needs && !i->behind && (i->kind == ITEM_ACCESS || i->kind == ITEM_LINK);
}

/* What is passed on must be known for those that are called. */
static bool pass_wish (struct context_finder *d, funid f, const struct call_point *at)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end, before = d->handed[f];
  calls_of_record (p, f, at->record, &first, &end);
  for (uint32_t i = first; i < end; i++)
    for (uint32_t k = 0; k < MOST_HANDED; k++)
      if (at->passed[k] && d->handed[p->calls.v[i].callee] >> k & 1)
        d->handed[f] |= (uint32_t)1 << (at->passed[k] - 1);
  return d->handed[f] != before;
}

void find_handed (struct context_finder *d, struct arena *arena)
{
  enum { DEEPEST = 8 };
  const struct summaries *s = d->s;
  uint32_t n = s->p->objects.program->n_functions;
  d->handed = ARENA_ARRAY (arena, n + 1, uint32_t);
  bool changed = false;
  for (funid f = 1; f <= n && proves_by (s->p, PROOF_PRIVATE); f++)
    for (uint32_t k = s->of[f].first_item; k < s->of[f].first_item + s->of[f].n_items; k++) {
      const struct item *i = &s->items.v[k];
      if (is_about_formals (i) && (!i->open || d->t->opaque[f])) {
        d->handed[f] |= i->needs;
        changed = true;
      }
    }
  for (int round = 0; changed && round < DEEPEST; round++) {
    changed = false;
    for (funid f = 1; f <= n; f++)
      for (uint32_t k = s->of[f].first_point; k < s->of[f].first_point + s->of[f].n_points; k++)
        changed |= pass_wish (d, f, &s->points.v[k]);
  }
}

uint32_t handed_at (const struct context_finder *d, const struct context *x,
                    const struct call_point *at, const struct call_edge *c)
{
  uint32_t handed = at->own;
  for (uint32_t k = 0; k < MOST_HANDED; k++)
    if (at->passed[k] && x->owned >> (at->passed[k] - 1) & 1)
      handed |= (uint32_t)1 << k;
  handed &= d->handed[c->callee];
  return handed && edge_facts (d, c)->plain ? handed : 0;
}

bool is_of_handed (const struct context *x, const struct item *i)
{
  return is_about_formals (i) && !(i->needs & ~x->owned) && (x->opaque || !i->open);
}
