/* Routes: breadth first from the beginnings of a thread over the ways, as far as it takes to come
   to the context that is asked for. */

#include "contexts.h"

/* Where threads begin: a program may have as many beginnings as threads. */
static void find_begins (struct routes *p)
{
  const struct contexts *c = p->c;
  uint32_t *first = p->first_begin = xcalloc (c->t->v.n + 2, sizeof *first);
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t k = p->first[0]; k < p->first[1]; k++)
      for (struct set_iter i = sets_each (&c->t->sets, c->ways.v[p->order[k]].record);
           set_next (&i);)
        if (pass)
          p->begins[first[i.x + 1]++] = p->order[k];
        else
          first[i.x + 2]++;
    for (uint32_t t = 1; !pass && t < c->t->v.n + 2; t++)
      first[t] += first[t - 1];
    if (!pass)
      p->begins = xcalloc (first[c->t->v.n + 1] + 1, sizeof *p->begins);
  }
}

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
  find_begins (p);
}

void routes_free (struct routes *p)
{
  for (thread_id t = 0; t < p->c->t->v.n; t++) {
    map_free (&p->of_thread[t].last);
    vec_free (&p->of_thread[t].list);
  }
  free (p->of_thread);
  free (p->first);
  free (p->order);
  free (p->first_begin);
  free (p->begins);
  vec_free (&p->result);
}

/* Along the ways from K to END. */
static void go_along (const struct routes *p, struct search *s, const uint32_t *ways, uint32_t k,
                      uint32_t end)
{
  for (; k < end; k++) {
    const struct way *w = &p->c->ways.v[ways[k]];
    if (w->kind <= s->kind && map_add (&s->last, w->to, 1 + ways[k]))
      vec_push (&s->list, w->to);
  }
}

static void begin (const struct routes *p, thread_id thread)
{
  go_along (p, &p->of_thread[thread], p->begins, p->first_begin[thread],
            p->first_begin[thread + 1]);
}

/* First by calls that can be of nothing else, and the worst ones last. */
static void search_for (const struct routes *p, uint32_t context, thread_id thread)
{
  struct search *s = &p->of_thread[thread];
  if (!s->begun)
    begin (p, thread);
  s->begun = true;
  while (!map_find (&s->last, context))
    if (s->next < s->list.n) {
      uint32_t from = s->list.v[s->next++];
      go_along (p, s, p->order, p->first[from], p->first[from + 1]);
    } else if (s->kind < WAY_LOST) {
      s->kind++;
      s->next = 0;
      begin (p, thread);
    } else {
      return;
    }
}

const vec_u32 *routes_to (struct routes *p, uint32_t context, thread_id thread)
{
  search_for (p, context, thread);
  vec_clear (&p->result);
  for (uint32_t k; (k = map_get (&p->of_thread[thread].last, context, 0)) &&
                   p->c->ways.v[k - 1].from;
       context = p->c->ways.v[k - 1].from)
    vec_push (&p->result, k - 1);
  return &p->result;
}
