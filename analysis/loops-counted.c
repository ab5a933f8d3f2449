/* Loops that create as many threads as a number says, or a counter: which is counted up for each of
   them, or was set to their number. */

#include "constants.h"
#include "loops.h"

uint32_t loops_make_number (struct body *d, expr_id e, int64_t more, bool loose)
{
  int64_t k;
  expr_id base = e ? expr_number (&d->s->x, e, &k) : 0;
  if (!base || k + more > INT16_MAX || k + more < INT16_MIN)
    return 0;
  uint32_t key[] = {d->f, base, (uint32_t)(int32_t)(k + more), loose};
  return tuples_intern (&d->s->numbers, key, sizeof key / sizeof *key);
}

bool loops_number_here (struct body *d, uint32_t *number, expr_id base, int64_t *constant)
{
  const uint32_t *v = tuples_numbers (&d->s->numbers, *number);
  int64_t more = (int32_t)v[2], k;
  if (v[3] || !base || !expr_has_formal (&d->s->x, v[1]))
    return false;
  if (expr_is_const (&d->s->x, base, &k) && k >= 0 && k < INT32_MAX) {
    *constant = k + more;
    return true;
  }
  uint32_t here = loops_make_number (d, base, more, false);
  *number = here ? here : *number;
  return false;
}

bool creates_threads (const struct summaries *s, funid callee)
{
  const struct model *m = s->p->models[callee];
  return m ? model_has (m, EFFECT_FORK) : s->of[callee].creates;
}

void loops_find_preset (struct body *d, struct item *i)
{
  const struct summaries *s = d->s;
  const struct exprs *x = &s->x;
  uint32_t l;
  int64_t more;
  for (uint32_t k = s->effects->first[d->f];
       i->number && s->constants.n && k < s->effects->first[d->f + 1]; k++) {
    const struct effect *e = &s->effects->v.v[k];
    const struct constant *c =
        effect_writes (e) && sets_is_single (&s->p->sets, e->where, &l) ? counter_at (s, l) : NULL;
    const uint32_t *number = tuples_numbers (&s->numbers, i->number);
    if (!c || c->set != k + 1 || d->flow.in_cycle[d->flow.block_of[e->record]] ||
        !flow_dominates (&d->flow, e->record, i->record) || number[3])
      continue;
    expr_id value =
        value_of_operand (d, &((const struct rec_store *)d->b->records[e->record])->src);
    if (value && expr_number (x, value, &more) == number[1] && more > INT16_MIN &&
        more < INT16_MAX) {
      i->preset = l;
      i->preset_more = (int32_t)more - (int32_t)number[2];
    }
  }
}

loc_id loops_armed (struct body *d, uint32_t record)
{
  const struct summaries *s = d->s;
  const struct pointers *p = s->p;
  for (uint32_t k = s->effects->first[d->f]; s->constants.n && k < s->effects->first[d->f + 1];
       k++) {
    const struct effect *e = &s->effects->v.v[k];
    uint32_t l;
    if (!effect_writes (e) || !sets_is_single (&p->sets, e->where, &l) || !counter_at (s, l) ||
        counter_step (s, e) <= 0 || !flow_dominates (&d->flow, e->record, record))
      continue;
    bool ok = !loops_comes_around (d, record, record, e->record);
    for (uint32_t i = p->first_call[d->f]; ok && i < p->first_call[d->f + 1]; i++) {
      uint32_t other = p->calls.v[i].record;
      if (other != record && creates_threads (s, p->calls.v[i].callee))
        ok = !loops_comes_around (d, record, other, e->record) &&
             !loops_comes_around (d, other, record, e->record);
    }
    if (ok)
      return l;
  }
  return 0;
}

/* Whether the counter is not counted down again between two executions of FORK. */
static bool counts_down_once (struct body *d, const struct effect *e, loc_id l, uint32_t fork)
{
  const struct summaries *s = d->s;
  for (uint32_t k = s->effects->first[d->f]; k < s->effects->first[d->f + 1]; k++) {
    const struct effect *other = &s->effects->v.v[k];
    if (effect_writes (other) && sets_has (&s->p->sets, other->where, l) &&
        counter_step (s, other) <= 0 &&
        (loops_comes_around (d, e->record, other->record, fork) ||
         loops_comes_around (d, other->record, e->record, fork)))
      return false;
  }
  return true;
}

bool loops_undoes (struct body *d, const struct effect *e)
{
  const struct summaries *s = d->s;
  const struct pointers *p = s->p;
  uint32_t l, block = d->flow.block_of[e->record];
  if (!s->constants.n || !effect_writes (e) || !sets_is_single (&p->sets, e->where, &l) ||
      !counter_at (s, l) || counter_step (s, e) >= 0)
    return false;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    uint32_t fork = p->calls.v[k].record;
    if (!creates_threads (s, p->calls.v[k].callee) || loops_armed (d, fork) != l)
      continue;
    for (uint32_t i = 0; i < d->b->n_blocks; i++)
      for (uint32_t n = 0; n < d->b->blocks[i].n_edges; n++) {
        uint32_t to = d->b->blocks[i].edges[n].target;
        if (d->flow.predecessors.first[to + 1] - d->flow.predecessors.first[to] == 1 &&
            dominates (&d->flow.dominators, to, block) && loops_leaves_by_failure (d, fork, i, n))
          return counts_down_once (d, e, l, fork);
      }
  }
  return false;
}
