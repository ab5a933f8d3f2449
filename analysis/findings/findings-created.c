/* Findings: whether one thread runs beside an access of another only if a call on the way to its
   creation, by a third one, is what it may be.

   Who may have created a thread, and who has for sure, is found backwards from it, when somebody
   asks; creators come first, so that what is known of them is not found again. */

#include "findings-internal.h"
#include "scc.h"
#include "worklist.h"

struct creations {
  struct arena arena;
  vec_u32 fork, by;       /* by edge: the creation, and a thread that makes it */
  uint32_t *first, *into; /* by thread: edges that create it */
  struct scc scc;         /* from creators to those they create */
  uint8_t *guess;         /* by edge: 1 the way there is of calls that can be of nothing else, 2 it
                             is not; 0: nobody has asked */
  setid *surely;          /* by thread: 1 + itself, and those that create it for sure, or who does */
  setid *perhaps;         /* ... edges of that kind 2 that may lead to it */
  struct map answers;     /* threads that are alive, thread: see answer */
  vec_u32 unknown;        /* threads */
};

enum { BESIDE_SURE = 1, BESIDE_NO, BESIDE_BY_EDGE }; /* the edge is added to the last one */

static struct creations *creations_of (struct writer *w)
{
  if (w->creations)
    return w->creations;
  struct creations *n = w->creations = XCNEW (struct creations);
  uint32_t threads = w->t->v.n;
  vec_u32 to = {0};
  for (uint32_t k = 0; k < w->c->forks.n; k++)
    for (struct set_iter i = sets_each (&w->t->sets, w->c->forks.v[k].by); set_next (&i);) {
      vec_push (&n->fork, k);
      vec_push (&n->by, i.x);
      vec_push (&to, w->c->forks.v[k].thread);
    }
  n->first = ARENA_ARRAY (&n->arena, threads + 2, uint32_t);
  n->into = ARENA_ARRAY (&n->arena, to.n, uint32_t);
  for (uint32_t e = 0; e < to.n; e++)
    n->first[to.v[e] + 2]++;
  for (uint32_t i = 2; i < threads + 2; i++)
    n->first[i] += n->first[i - 1];
  for (uint32_t e = 0; e < to.n; e++)
    n->into[n->first[to.v[e] + 1]++] = e;
  struct csr graph = csr_from_edges (&n->arena, threads, n->by.v, to.v, to.n);
  n->scc = scc_find (&n->arena, &graph);
  n->guess = ARENA_ARRAY (&n->arena, to.n, uint8_t);
  n->surely = ARENA_ARRAY (&n->arena, threads, setid);
  n->perhaps = ARENA_ARRAY (&n->arena, threads, setid);
  vec_free (&to);
  return n;
}

void creations_end (struct writer *w)
{
  struct creations *n = w->creations;
  if (!n)
    return;
  vec_free (&n->fork);
  vec_free (&n->by);
  vec_free (&n->unknown);
  map_free (&n->answers);
  arena_free (&n->arena);
  free (n);
}

static bool edge_is_guess (struct writer *w, uint32_t edge, struct finding *f)
{
  const struct creations *n = w->creations;
  const struct fork_event *e = &w->c->forks.v[n->fork.v[edge]];
  return is_reached_by_guess (w, w->t->v.v[e->thread].item, e->context, n->by.v[edge], f);
}

static bool is_guessed (struct writer *w, uint32_t edge)
{
  uint8_t *guess = &w->creations->guess[edge];
  if (!*guess)
    *guess = edge_is_guess (w, edge, NULL) ? 2 : 1;
  return *guess == 2;
}

/* Of one of threads that create each other: those of them that do so for sure come with what is
   known of them. */
static void find_surely (struct writer *w, thread_id thread)
{
  struct creations *n = w->creations;
  struct sets *sets = &w->t->sets;
  struct worklist list = {0};
  struct bitset seen = {0};
  setid all = SETS_EMPTY;
  worklist_push (&list, thread);
  for (uint32_t i; worklist_pop (&list, &i);) {
    if (!bitset_add (&seen, i))
      continue;
    all = sets_add (sets, all, i);
    for (uint32_t k = n->first[i]; k < n->first[i + 1]; k++) {
      thread_id by = n->by.v[n->into[k]];
      if (by == i || is_guessed (w, n->into[k]))
        continue;
      if (n->scc.of[by] == n->scc.of[thread])
        worklist_push (&list, by);
      else
        all = sets_union (sets, all, n->surely[by] - 1);
    }
  }
  n->surely[thread] = 1 + all;
  worklist_free (&list);
  bitset_free (&seen);
}

/* The same of all that may lead to a component. */
static void find_perhaps (struct writer *w, uint32_t component)
{
  struct creations *n = w->creations;
  struct sets *sets = &w->t->sets;
  vec_u32 own = {0};
  setid all = SETS_EMPTY;
  for (uint32_t m = n->scc.first[component]; m < n->scc.first[component + 1]; m++) {
    thread_id i = n->scc.members[m];
    for (uint32_t k = n->first[i]; k < n->first[i + 1]; k++) {
      thread_id by = n->by.v[n->into[k]];
      if (is_guessed (w, n->into[k]))
        vec_push (&own, n->into[k]);
      if (n->scc.of[by] != component)
        all = sets_union (sets, all, n->perhaps[by]);
    }
  }
  all = sets_union (sets, all, sets_from (sets, own.v, own.n));
  vec_free (&own);
  for (uint32_t m = n->scc.first[component]; m < n->scc.first[component + 1]; m++)
    n->perhaps[n->scc.members[m]] = all;
}

static int creators_first (const void *a, const void *b, void *of)
{
  uint32_t x = ((const uint32_t *)of)[*(const thread_id *)a];
  uint32_t y = ((const uint32_t *)of)[*(const thread_id *)b];
  return x > y ? -1 : x < y;
}

/* Finds out about the thread, and all that may lead to it. */
static void find_creators (struct writer *w, thread_id thread)
{
  struct creations *n = w->creations;
  struct bitset seen = {0};
  vec_clear (&n->unknown);
  if (!n->surely[thread])
    vec_push (&n->unknown, thread);
  for (uint32_t u = 0; u < n->unknown.n; u++) {
    uint32_t component = n->scc.of[n->unknown.v[u]];
    if (!bitset_add (&seen, component))
      continue;
    for (uint32_t m = n->scc.first[component]; m < n->scc.first[component + 1]; m++) {
      thread_id i = n->scc.members[m];
      for (uint32_t k = n->first[i]; k < n->first[i + 1]; k++)
        if (!n->surely[n->by.v[n->into[k]]])
          vec_push (&n->unknown, n->by.v[n->into[k]]);
    }
  }
  bitset_free (&seen);
  if (n->unknown.n > 1)
    qsort_r (n->unknown.v, n->unknown.n, sizeof *n->unknown.v, creators_first, (void *)n->scc.of);
  for (uint32_t u = 0; u < n->unknown.n; u++) {
    uint32_t component = n->scc.of[n->unknown.v[u]];
    if (n->surely[n->unknown.v[u]])
      continue;
    for (uint32_t m = n->scc.first[component]; m < n->scc.first[component + 1]; m++)
      find_surely (w, n->scc.members[m]);
    find_perhaps (w, component);
  }
}

/* Whether OTHER runs for sure, or by which edge it may, if those do that are alive. */
static uint32_t answer (struct writer *w, setid alive, thread_id other)
{
  struct creations *n = creations_of (w);
  struct sets *sets = &w->t->sets;
  uint32_t known = map_get (&n->answers, map_pair (alive, other), 0);
  if (known)
    return known;
  find_creators (w, other);
  known = sets_meet (sets, alive, n->surely[other] - 1) ? BESIDE_SURE : BESIDE_NO;
  if (known == BESIDE_NO)
    for (struct set_iter e = sets_each (sets, n->perhaps[other]);
         known == BESIDE_NO && set_next (&e);)
      if (sets_meet (sets, alive, n->surely[n->by.v[e.x]] - 1))
        known = BESIDE_BY_EDGE + e.x;
  map_set (&n->answers, map_pair (alive, other), known);
  return known;
}

/* Whether OTHER runs beside the access for sure, if those do that are alive then: they create it,
   or who creates it.  If not, F is told where somebody may. */
static bool is_created_meanwhile (struct writer *w, const struct access_class *c, thread_id other,
                                  struct finding *f)
{
  uint32_t known = answer (w, occurrence_at (w->c, c->event).alive, other);
  if (known >= BESIDE_BY_EDGE)
    edge_is_guess (w, known - BESIDE_BY_EDGE, f);
  return known == BESIDE_SURE;
}

static bool is_signal_or_later (const struct writer *w, thread_id i)
{
  return w->t->v.v[i].kind != THREAD_MAIN && w->t->v.v[i].kind != THREAD_CREATED;
}

bool is_beside_by_guess (struct writer *w, const struct access_class *a, thread_id first,
                         const struct access_class *b, thread_id other, struct finding *f)
{
  if (first == other || runs_beside (w->c, first, other) || is_signal_or_later (w, first) ||
      is_signal_or_later (w, other))
    return false;
  if (is_created_meanwhile (w, a, other, f) || is_created_meanwhile (w, b, first, f))
    f->doubted_name = NULL;
  return f->doubted_name;
}

bool is_created_by_guess (struct writer *w, thread_id thread)
{
  const struct thread *t = &w->t->v.v[thread];
  if (t->kind != THREAD_CREATED || t->many)
    return false;
  if (!w->comes_surely) {
    w->comes_surely = xcalloc (w->program->n_functions + 1, sizeof *w->comes_surely);
    for (uint32_t i = 1; i < w->c->v.n; i++)
      w->comes_surely[w->c->v.v[i].f] |= w->c->v.v[i].sure != SETS_EMPTY;
  }
  return !w->comes_surely[w->s->items.v[t->item].function];
}
