/* Routes: breadth first from the beginnings of a thread over the ways, as far as it takes to come
   to the context that is asked for. */

#include "contexts.h"

void routes_init (struct routes *p, const struct contexts *c)
{
  *p = (struct routes){.c = c};
  p->first = xcalloc (c->v.n + 2, sizeof *p->first);
  p->order = xcalloc (c->ways.n + 1, sizeof *p->order);
  p->of_thread = xcalloc (c->t->v.n, sizeof *p->of_thread);
  for (uint32_t k = 0; k < c->ways.n; k++)
    p->first[c->ways.v[k].from + 2]++;
  for (uint32_t x = 1; x < c->v.n + 2; x++)
    p->first[x] += p->first[x - 1];
  for (uint32_t k = 0; k < c->ways.n; k++)
    p->order[p->first[c->ways.v[k].from + 1]++] = k;
}

void routes_free (struct routes *p)
{
  for (thread_id t = 0; t < p->c->t->v.n; t++) {
    free (p->of_thread[t].last);
    vec_free (&p->of_thread[t].list);
  }
  free (p->of_thread);
  free (p->first);
  free (p->order);
  vec_free (&p->result);
}

static void go_from (const struct routes *p, uint32_t context, thread_id thread)
{
  const struct contexts *c = p->c;
  struct search *s = &p->of_thread[thread];
  for (uint32_t k = p->first[context]; k < p->first[context + 1]; k++) {
    const struct way *w = &c->ways.v[p->order[k]];
    if (!s->last[w->to] && w->kind <= s->kind &&
        (context || sets_has (&c->t->sets, w->record, thread))) {
      s->last[w->to] = 1 + p->order[k];
      vec_push (&s->list, w->to);
    }
  }
}

/* First by calls that can be of nothing else, and the worst ones last. */
static void search_for (const struct routes *p, uint32_t context, thread_id thread)
{
  struct search *s = &p->of_thread[thread];
  if (!s->last) {
    s->last = xcalloc (p->c->v.n, sizeof *s->last);
    go_from (p, 0, thread);
  }
  while (!s->last[context])
    if (s->next < s->list.n) {
      go_from (p, s->list.v[s->next++], thread);
    } else if (s->kind < WAY_LOST) {
      s->kind++;
      s->next = 0;
      go_from (p, 0, thread);
    } else {
      return;
    }
}

const vec_u32 *routes_to (struct routes *p, uint32_t context, thread_id thread)
{
  search_for (p, context, thread);
  vec_clear (&p->result);
  for (uint32_t k; (k = p->of_thread[thread].last[context]) && p->c->ways.v[k - 1].from;
       context = p->c->ways.v[k - 1].from)
    vec_push (&p->result, k - 1);
  return &p->result;
}
