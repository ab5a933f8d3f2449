/* Lanes that touch the same memory: of functions that are called. */

#include "misuse.h"

static void find_accesses (struct misuses *out)
{
  const struct summaries *s = out->c->t->s;
  for (uint32_t i = 0; i < map_size (&s->lane_races); i++) {
    uint64_t key = map_key (&s->lane_races, i);
    uint32_t first = (uint32_t)(key >> 32), other = (uint32_t)key;
    if (s->filter->reached[s->effects->v.v[first].function])
      vec_push (&out->lanes, (struct misuse_lanes){.effect = {1 + first, 1 + other},
                                                   .meet = map_value (&s->lane_races, i)});
  }
}

/* Variables without memory. */
static void find_carried (struct misuses *out)
{
  const struct summaries *s = out->c->t->s;
  const struct program *program = s->p->objects.program;
  for (funid f = 1; f <= program->n_functions; f++) {
    const struct function *b = program->functions[f].body;
    if (!b || !s->filter->reached[f] || !(function_unit (program, f)->r.flags & UF_LANES))
      continue;
    for (uint32_t r = 0; r < b->n_records; r++)
      if (b->records[r]->kind == REC_carried)
        vec_push (&out->lanes, (struct misuse_lanes){.function = f, .record = r});
  }
}

void misuse_find_lanes (struct misuses *out)
{
  find_accesses (out);
  find_carried (out);
}
