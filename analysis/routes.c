/* Routes: for each thread that is asked for, breadth first from its beginnings over the ways. */

#include "contexts.h"

void routes_init (struct routes *p, const struct contexts *c)
{
  *p = (struct routes){.c = c};
  p->first = xcalloc (c->v.n + 2, sizeof *p->first);
  p->order = xcalloc (c->ways.n + 1, sizeof *p->order);
  for (uint32_t k = 0; k < c->ways.n; k++)
    p->first[c->ways.v[k].from + 2]++;
  for (uint32_t x = 1; x < c->v.n + 2; x++)
    p->first[x] += p->first[x - 1];
  for (uint32_t k = 0; k < c->ways.n; k++)
    p->order[p->first[c->ways.v[k].from + 1]++] = k;
}

void routes_free (struct routes *p)
{
  free (p->first);
  free (p->order);
  bitset_free (&p->known);
  map_free (&p->last);
  vec_free (&p->list);
  vec_free (&p->result);
}

static void go_from (struct routes *p, uint32_t context, thread_id thread, bool sure)
{
  const struct contexts *c = p->c;
  for (uint32_t k = p->first[context]; k < p->first[context + 1]; k++) {
    const struct way *w = &c->ways.v[p->order[k]];
    if ((w->sure || !sure) && (context || sets_has (&c->t->sets, w->record, thread)) &&
        map_add (&p->last, map_pair (thread, w->to), 1 + p->order[k]))
      vec_push (&p->list, w->to);
  }
}

/* First by calls that can be of nothing else. */
static void find_routes (struct routes *p, thread_id thread)
{
  vec_clear (&p->list);
  for (int sure = 1; sure >= 0; sure--) {
    go_from (p, 0, thread, sure);
    for (uint32_t i = 0; i < p->list.n; i++)
      go_from (p, p->list.v[i], thread, sure);
  }
}

const vec_u32 *routes_to (struct routes *p, uint32_t context, thread_id thread)
{
  if (bitset_add (&p->known, thread))
    find_routes (p, thread);
  vec_clear (&p->result);
  for (uint32_t k;
       (k = map_get (&p->last, map_pair (thread, context), 0)) && p->c->ways.v[k - 1].from;
       context = p->c->ways.v[k - 1].from)
    vec_push (&p->result, k - 1);
  return &p->result;
}
