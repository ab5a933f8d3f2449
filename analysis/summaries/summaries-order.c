/* Summaries: in which order.  Callees come before their callers, so that what they do is known when
   a call of theirs is looked at.  Functions that call each other have no such order, and large
   programs have large knots of them: an allocator with a handler that reports, by code that
   allocates, that there is no memory, and ends the program.  But a call behind which a function
   that may return does not tells nothing to those who call it, and one into a world is none whose
   callee is looked at.  The latter are left out, and the former inside a knot, if they are through
   a pointer: what is called by name is better known if it comes before.

   Very large knots stay together: each of their functions would bring to its callers what all
   behind it do.

   Of a call of a function that comes later nothing is known but the sets that are found
   beforehand, as in any recursion. */

#include "summaries-internal.h"

/* Calls of functions in a knot behind which these do not return. */
static void find_last_calls (struct summaries *s, const struct scc *knots, struct bitset *last)
{
  const struct pointers *p = s->p;
  const struct program *program = p->objects.program;
  for (uint32_t c = 0; c < knots->n; c++)
    for (uint32_t i = knots->first[c];
         knots->first[c + 1] - knots->first[c] > 1 && i < knots->first[c + 1]; i++) {
      funid f = knots->members[i];
      if (f && f <= program->n_functions && program->functions[f].body && !p->models[f] &&
          !s->never_returns[f])
        library_find_last_calls (s, f, last);
    }
}

static bool is_through_pointer (const struct pointers *p, const struct call_edge *c)
{
  const struct record *r = p->objects.program->functions[c->caller].body->records[c->record];
  return r->kind != REC_call || ((const struct rec_call *)r)->callee.kind == OPND_VALUE;
}

static bool is_too_large (const struct scc *knots)
{
  enum { LARGEST_KNOT = 8192 };
  for (uint32_t c = 0; c < knots->n; c++)
    if (knots->first[c + 1] - knots->first[c] > LARGEST_KNOT)
      return true;
  return false;
}

struct scc order_find (struct summaries *s, const struct scc *knots, struct arena *arena)
{
  const struct pointers *p = s->p;
  struct bitset last = {0};
  vec_u32 from = {0}, to = {0};
  if (is_too_large (knots))
    return *knots;
  find_last_calls (s, knots, &last);
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->kind != CALL_NOW || !c->callee ||
        (knots->of[c->caller] == knots->of[c->callee] && bitset_has (&last, i) &&
         is_through_pointer (p, c)))
      continue;
    vec_push (&from, c->caller);
    vec_push (&to, c->callee);
  }
  struct csr graph =
      csr_from_edges (arena, p->objects.program->n_functions + 1, from.v, to.v, to.n);
  vec_free (&from);
  vec_free (&to);
  bitset_free (&last);
  return scc_find (arena, &graph);
}
