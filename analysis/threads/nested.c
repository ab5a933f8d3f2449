/* Nested: functions that several teams may execute at the same time.

   Main starts one region after the other.  A region that another thread starts, a thread of a team
   among them, runs beside others of its kind:

     #pragma omp parallel
     {
       work ();                     // one team: constructs tell its threads apart
     #pragma omp parallel
       inner ();                    // several teams: each has a thread 0
     }

   What constructs say holds between the threads of one team, so it is not used in functions which
   such regions, or threads that are of no team, lead to. */

#include "nested.h"
#include "teams.h"

/* Adds what the functions of the list lead to, themselves too; not into regions, if there are. */
static void add_called (const struct pointers *p, struct worklist *list,
                        const struct bitset *regions, struct bitset *out)
{
  for (uint32_t f; worklist_pop (list, &f);) {
    if (bitset_has (out, f))
      continue;
    bitset_add (out, f);
    for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++)
      if (p->calls.v[k].callee && !(regions && bitset_has (regions, p->calls.v[k].callee)))
        worklist_push (list, p->calls.v[k].callee);
  }
}

/* Whether F leads to a construct, or, if INDEX, to a question for the number of its thread; not in
   regions, if these are given. */
static bool shares_work (const struct pointers *p, funid f, const struct bitset *regions,
                         bool index)
{
  static const enum effect_kind constructs[] = {EFFECT_TEAM_INDEX, EFFECT_SINGLE, EFFECT_TICKET,
                                                EFFECT_CHUNK, EFFECT_BARRIER_WAIT};
  struct bitset called = {0};
  struct worklist list = {0};
  bool shares = false;
  worklist_push (&list, f);
  add_called (p, &list, regions, &called);
  for (uint64_t g = bitset_next (&called, 0); g != BITSET_END && !shares;
       g = bitset_next (&called, g + 1))
    for (uint32_t i = !index; p->models[g] && i < sizeof constructs / sizeof *constructs; i++)
      shares |= model_has (p->models[g], constructs[i]);
  bitset_free (&called);
  worklist_free (&list);
  return shares;
}

/* Whether the creation leads to functions in which several teams may be, or no team is. */
static bool is_apart (const struct threads *t, const struct thread *v)
{
  const struct summaries *s = t->s;
  const struct item *fork = &s->items.v[v->item];
  if (v->kind != THREAD_CREATED)
    return v->kind != THREAD_MAIN;
  if (fork->region)
    return is_league (s, v->start) && shares_work (s->p, v->start, &s->regions, true);
  if (!fork->task)
    return true;
  const struct item *own = item_core (s, fork); /* one that may change threads has no number */
  return shares_work (s->p, v->start, NULL,
                      !call_surely_does (s->p, own->function, own->record, EFFECT_TIED));
}

/* Regions that threads start, rather than main. */
static void add_started (const struct summaries *s, const struct bitset *by, struct worklist *out)
{
  for (uint32_t i = 0; i < s->p->calls.n; i++) {
    const struct call_edge *c = &s->p->calls.v[i];
    if (c->kind == CALL_FORK && bitset_has (by, c->caller) && is_region (s, c->callee))
      worklist_push (out, c->callee);
  }
}

/* What an outermost region calls; of what it starts one is looked at: see is_other_team. */
static void add_without_regions (const struct summaries *s, funid f, struct worklist *out)
{
  const struct pointers *p = s->p;
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++)
    if (p->calls.v[k].callee && !is_region (s, p->calls.v[k].callee))
      worklist_push (out, p->calls.v[k].callee);
}

bool nested_find (const struct threads *t, struct bitset *apart)
{
  const struct summaries *s = t->s;
  struct bitset started = {0};
  struct worklist all = {0}, roots = {0};
  bool any = false;
  for (thread_id i = 1; i < t->v.n; i++) {
    const struct thread *v = &t->v.v[i];
    if (v->kind != THREAD_MAIN && bitset_has (&s->outer_regions, v->start))
      add_without_regions (s, v->start, &all);
    else if (v->kind != THREAD_MAIN)
      worklist_push (&all, v->start);
    if (is_apart (t, v))
      worklist_push (&roots, v->start);
    any |= v->kind == THREAD_CREATED && s->items.v[v->item].region;
  }
  add_called (s->p, &all, NULL, &started);
  add_started (s, &started, &roots);
  add_called (s->p, &roots, NULL, apart);
  bitset_free (&started);
  worklist_free (&all);
  worklist_free (&roots);
  return any;
}
