/* Findings: the threads, as people know them. */

#include "findings-internal.h"

/* Where a signal handler is installed: the first place. */
static struct place install_place (const struct writer *w, funid handler)
{
  const struct pointers *p = w->s->p;
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (p->calls.v[i].kind == CALL_SIGNAL && p->calls.v[i].callee == handler)
      return record_place (w, p->calls.v[i].caller, p->calls.v[i].record);
  return (struct place){0};
}

/* The one function that the start function calls because the creation says so, as those of
   libraries of threads do; 0: there is none. */
static funid find_run (const struct writer *w, thread_id id)
{
  const struct thread *t = &w->t->v.v[id];
  funid run = 0, targets[MOST_TARGETS];
  for (uint32_t k = t->first_item; t->kind == THREAD_CREATED && k < t->first_item + t->n_items;
       k++) {
    const struct item *i = &w->s->items.v[k];
    if (i->kind != ITEM_CALL || !i->brought || item_core (w->s, i)->function != t->start)
      continue;
    uint32_t n = deferred_targets (w->s, i->function, i->e[0], i, targets);
    if (n != 1 || (run && run != targets[0]))
      return 0;
    run = targets[0];
  }
  return run;
}

static funid thread_runs (struct writer *w, thread_id id)
{
  if (!w->runs.n)
    vec_resize (&w->runs, w->t->v.n);
  if (!w->runs.v[id])
    w->runs.v[id] = 1 + find_run (w, id);
  return w->runs.v[id] - 1;
}

uint32_t steps_before (struct writer *w, thread_id id, const struct finding_step *steps, uint32_t n,
                       funid accessing)
{
  funid run = thread_runs (w, id);
  for (uint32_t i = 0; run && i < n; i++)
    if (steps[i].caller == w->program->functions[run].name)
      return i;
  return run && run == accessing ? n : 0;
}

const char *thread_name (struct writer *w, thread_id id, uint32_t context)
{
  const struct thread *t = &w->t->v.v[id];
  funid run = thread_runs (w, id), start = run ? run : t->start;
  if (t->kind == THREAD_ENTRY) {
    const vec_u32 *way = routes_to (&w->routes, context, id);
    start = w->c->v.v[way->n ? w->c->ways.v[way->v[way->n - 1]].from : context].f;
  }
  return w->program->functions[start].name;
}

static const char *created_by (struct writer *w, thread_id id)
{
  funid run = thread_runs (w, id);
  return w->program->functions[run ? run : w->t->v.v[id].start].name;
}

void set_thread (struct writer *w, thread_id id, uint32_t context, struct finding_thread *out)
{
  const struct thread *t = &w->t->v.v[id];
  *out = (struct finding_thread){.name = thread_name (w, id, context),
                                 .is_main = t->kind == THREAD_MAIN,
                                 .is_entry = t->kind == THREAD_ENTRY,
                                 .is_signal = t->kind == THREAD_SIGNAL,
                                 .many = w->c->many[id]};
  if (t->kind == THREAD_SIGNAL)
    out->created = install_place (w, t->start);
  if (!t->item)
    return;
  const struct item *i = &w->s->items.v[t->item];
  out->created = record_place (w, i->function, i->record);
  if (w->c->creator[id])
    out->creator = created_by (w, w->c->creator[id]);
}
