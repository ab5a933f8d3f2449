/* Spans: the bytes of memory where handles of threads are, as numbers.  A creation, or a loop of
   them, writes one handle or every n-th element of an array; joins elsewhere may read them in other
   pieces:

     for (i = 0; i < 3; i++) pthread_create (&h[i], ...);      join (h[0]); join (h[1]);
     for (i = 0; i < 3; i++) pthread_create (&h[3 + i], ...);  for (i = 2; i < 6; i++) join (h[i]);

   What is not a constant has no span, nor have joins that skip elements. */

#include "threads-internal.h"

enum { MOST_PIECES = 64 };

bool span_of (const struct summaries *s, const struct item *i, struct span *out)
{
  int64_t first = 0, last = 0, low, high;
  expr_id at = i->e[0];
  *out = (struct span){0};
  if (i->kind == ITEM_JOIN)
    at = at && expr_get (&s->x, at)->op == X_LOAD ? expr_get (&s->x, at)->a : 0;
  if (i->shape) {
    const struct loop_shape *l = &s->shapes.v[i->shape - 1];
    if (l->through || (i->kind == ITEM_JOIN && l->only) || !i->e[3] ||
        !expr_is_const (&s->x, i->e[4], &low) || !expr_is_const (&s->x, i->e[5], &high) ||
        low > high || l->stride <= 0 || l->step <= 0 ||
        __builtin_mul_overflow (low, l->stride, &first) ||
        __builtin_mul_overflow (high, l->stride, &last) ||
        __builtin_mul_overflow (l->step, l->stride, &out->step))
      return false;
    first += l->offset;
    last += l->offset;
    /* The end of a loop with a step need not be one of its elements. */
    int64_t rest = (last - first) % out->step;
    first += l->down ? rest : 0;
    last -= l->down ? 0 : rest;
    at = i->e[3];
  }
  int64_t offset;
  out->base = expr_base (&s->x, at, &offset);
  out->first = first + offset;
  out->last = last + offset;
  return out->base && expr_get (&s->x, out->base)->op != X_INDEX;
}

bool span_covers (const struct span *a, const struct span *b)
{
  if (a->base != b->base || b->first < a->first || b->last > a->last)
    return false;
  return !a->step || ((b->first - a->first) % a->step == 0 && b->step % a->step == 0);
}

bool spans_are_apart (const struct span *a, const struct span *b)
{
  if (a->base != b->base)
    return false;
  if (a->last + HANDLE_BYTES <= b->first || b->last + HANDLE_BYTES <= a->first)
    return true;
  int64_t step = a->step ? a->step : b->step;
  if (!step || (a->step && b->step && a->step != b->step))
    return false;
  int64_t rest = (b->first - a->first) % step;
  rest = rest < 0 ? rest + step : rest;
  return rest >= HANDLE_BYTES && rest <= step - HANDLE_BYTES;
}

/* Whether execution comes from one record to another. */
static bool comes_to (const struct flow *flow, struct arena *arena, uint32_t n_blocks,
                      uint32_t from, uint32_t to)
{
  uint32_t start = flow->block_of[from], end = flow->block_of[to];
  bool *seen = ARENA_ARRAY (arena, n_blocks, bool), found = start == end && from < to;
  struct worklist list = {0};
  worklist_push (&list, start);
  for (uint32_t b; !found && worklist_pop (&list, &b);)
    for (uint32_t k = flow->successors.first[b]; k < flow->successors.first[b + 1]; k++) {
      uint32_t next = flow->successors.targets[k];
      found |= next == end;
      if (!seen[next])
        worklist_push (&list, next);
      seen[next] = true;
    }
  worklist_free (&list);
  return found;
}

bool joins_complete (struct thread_finder *d, uint32_t fork, uint32_t last)
{
  const struct summaries *s = d->s;
  const struct item *v = s->items.v;
  const struct summary *m = &s->of[v[last].function];
  const struct function *b = d->program->functions[v[last].function].body;
  struct span all, one;
  uint64_t found = 0;
  if (v[fork].function != v[last].function || !v[fork].loops_here || v[last].shape ||
      v[last].inner || !span_of (s, &v[fork], &all) || !all.step ||
      (all.last - all.first) / all.step >= MOST_PIECES)
    return false;
  struct arena arena = {0};
  struct flow flow = *flow_of (d->program, v[last].function);
  for (uint32_t n = m->first_thread; n < m->first_thread + m->n_threads; n++) {
    const struct item *join = &v[s->forks.v[n]];
    if (join->kind == ITEM_JOIN && !join->shape && !join->inner && span_of (s, join, &one) &&
        span_covers (&all, &one) && flow_dominates (&flow, join->record, v[last].record) &&
        !flow.in_cycle[flow.block_of[join->record]] &&
        !comes_to (&flow, &arena, b->n_blocks, join->record, v[fork].record))
      found |= UINT64_C (1) << (one.first - all.first) / all.step;
  }
  arena_free (&arena);
  uint64_t whole = UINT64_MAX >> (MOST_PIECES - 1 - (all.last - all.first) / all.step);
  return found == whole;
}
