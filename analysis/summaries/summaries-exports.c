/* Summaries: the expressions of a summary that its callers need in their own terms. */

#include "misuse.h"
#include "summaries-internal.h"

static void add_export (struct summaries *s, funid f, expr_id e)
{
  if (!e || s->exported.v[e] == f)
    return;
  s->exported.v[e] = f;
  vec_push (&s->exports, e);
}

static void export_holds (struct summaries *s, funid f, setid holds)
{
  for (struct set_iter k = sets_each (&s->sets, holds); set_next (&k);)
    add_export (s, f, hold_get (s, k.x).lock);
}

static void export_facts (struct summaries *s, funid f, setid facts)
{
  for (struct set_iter k = sets_each (&s->sets, facts); set_next (&k);)
    add_export (s, f, fact_expr (s, k.x));
}

static void export_all (struct summaries *s, funid f, setid exprs)
{
  for (struct set_iter k = sets_each (&s->sets, exprs); set_next (&k);)
    add_export (s, f, k.x);
}

static void export_item (struct summaries *s, funid f, const struct item *item)
{
  for (int k = 0; k < ITEM_EXPRS; k++)
    add_export (s, f, item->e[k]);
  for (int k = 0; k < MOST_MEMORY; k++)
    if (item->memory[k].at && item->memory[k].value) {
      add_export (s, f, item->memory[k].at);
      add_export (s, f, item->memory[k].value);
    }
  if (item->kind == ITEM_FORK && item->number)
    add_export (s, f, tuples_numbers (&s->numbers, item->number)[1]);
  add_export (s, f, item->source.from);
  export_holds (s, f, item->source.since);
  add_export (s, f, item->into_source.from);
  export_holds (s, f, item->into_source.since);
  export_holds (s, f, item->held);
  export_facts (s, f, item->facts);
  export_all (s, f, item->released);
}

static void find_exports (struct summaries *s, funid f)
{
  const struct summary *m = &s->of[f];
  add_export (s, f, m->result);
  for (uint32_t i = 0; i < m->n_rows; i++) {
    export_holds (s, f, m->rows[i].held);
    export_all (s, f, m->rows[i].released);
    export_facts (s, f, m->rows[i].facts);
  }
  for (uint32_t i = m->first_opened; i < m->first_opened + m->n_opened; i++)
    export_item (s, f, &s->items.v[s->opened.v[i]]);
  for (uint32_t i = 0; i < m->n_operations; i++) {
    const struct operation *o = &s->operations.v[m->first_operation + i];
    if (!operation_goes_up (s, o))
      continue;
    add_export (s, f, o->lock);
    export_holds (s, f, o->held);
    export_facts (s, f, o->facts);
    export_all (s, f, o->released);
  }
}

uint32_t summary_exports (struct summaries *s, funid f, uint32_t *n)
{
  uint32_t at = map_get (&s->exports_of, f, 0);
  *n = 0;
  if (!s->of[f].known)
    return 0;
  if (!at) {
    vec_push (&s->exports, 0);
    at = s->exports.n;
    vec_resize (&s->exported, s->x.v.n);
    find_exports (s, f);
    s->exports.v[at - 1] = s->exports.n - at;
    map_set (&s->exports_of, f, at);
  }
  *n = s->exports.v[at - 1];
  return at;
}
