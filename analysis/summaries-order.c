/* Summaries: in which order.  Callees come before their callers, so that what they do is known when
   a call of theirs is looked at.  Functions that call each other have no such order, and large
   programs have large knots of them: an allocator that reports, by code that allocates, that there
   is no memory, and ends the program.  But a call behind which its function does not return tells
   nothing to those who call that function, and one into a world is none whose callee is looked at.
   The latter are left out, and the former inside a knot: first those through pointers, and then,
   where a knot is left, all.

   Of a call of a function that comes later nothing is known but the sets that are found
   beforehand, as in any recursion. */

#include "summaries-internal.h"

enum { KINDS = 2 };

struct ordering {
  struct summaries *s;
  struct arena *arena;
  struct bitset last; /* calls behind which their function does not return */
};

/* Calls of functions in a knot. */
static void find_last_calls (struct ordering *o, const struct scc *knots)
{
  const struct pointers *p = o->s->p;
  for (uint32_t c = 0; c < knots->n; c++)
    for (uint32_t i = knots->first[c];
         knots->first[c + 1] - knots->first[c] > 1 && i < knots->first[c + 1]; i++) {
      funid f = knots->members[i];
      if (f && f <= p->objects.program->n_functions && p->objects.program->functions[f].body &&
          !p->models[f])
        library_find_last_calls (o->s, f, &o->last);
    }
}

static bool is_through_pointer (const struct ordering *o, uint32_t call)
{
  const struct call_edge *c = &o->s->p->calls.v[call];
  const struct record *r = o->s->p->objects.program->functions[c->caller].body->records[c->record];
  return r->kind != REC_call || ((const struct rec_call *)r)->callee.kind == OPND_VALUE;
}

/* Whether a call inside a knot is worth an order. */
static bool is_worth (const struct ordering *o, uint32_t call, int kind)
{
  return !bitset_has (&o->last, call) || (kind == 1 && !is_through_pointer (o, call));
}

/* Whether it is left out of one of the N graphs behind the first, whose components are KNOTS. */
static bool is_left_out (const struct ordering *o, uint32_t call, const struct scc *knots, int n)
{
  const struct call_edge *c = &o->s->p->calls.v[call];
  for (int i = 0; i < n && knots[i].of[c->caller] == knots[i].of[c->callee]; i++)
    if (!is_worth (o, call, i + 1))
      return true;
  return false;
}

static struct csr calls_without (const struct ordering *o, const struct scc *knots, int n)
{
  const struct pointers *p = o->s->p;
  vec_u32 from = {0}, to = {0};
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->kind != CALL_NOW || !c->callee || is_left_out (o, i, knots, n))
      continue;
    vec_push (&from, c->caller);
    vec_push (&to, c->callee);
  }
  struct csr graph =
      csr_from_edges (o->arena, p->objects.program->n_functions + 1, from.v, to.v, to.n);
  vec_free (&from);
  vec_free (&to);
  return graph;
}

struct scc order_find (struct summaries *s, const struct scc *all, struct arena *arena)
{
  struct ordering o = {.s = s, .arena = arena};
  struct scc knots[1 + KINDS] = {*all};
  find_last_calls (&o, all);
  for (int n = 1; n <= KINDS; n++) {
    struct csr graph = calls_without (&o, knots, n);
    knots[n] = scc_find (arena, &graph);
  }
  bitset_free (&o.last);
  return knots[KINDS];
}
