/* Phases: which barriers lead to an instruction of a region without another barrier in between. */

#include "teams.h"

bool is_team_barrier (const struct pointers *p, funid f, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->calls.v[k].kind == CALL_NOW ? p->models[p->calls.v[k].callee] : NULL;
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_BARRIER_WAIT &&
          m->effects[i].op[BARRIER_WAIT_TEAM].u.keyword == TEAM_ALL)
        return true;
  }
  return false;
}

bool is_region (const struct summaries *s, funid f)
{
  return bitset_has (&s->regions, f);
}

void phases_init (struct phases *t, const struct summaries *s, struct sets *sets)
{
  *t = (struct phases){.s = s, .sets = sets};
}

void phases_free (struct phases *t)
{
  tuples_free (&t->ids);
  map_free (&t->at);
  map_free (&t->of);
}

static const struct function *body_of (const struct phases *t, funid f)
{
  return t->s->p->objects.program->functions[f].body;
}

static setid phase_from (struct phases *t, funid f, uint32_t record)
{
  uint32_t key[] = {f, record};
  return sets_single (t->sets, tuples_intern (&t->ids, key, 2));
}

/* The phases after the records of a block up to END, if it is entered in NOW. */
static setid walk_records (struct phases *t, funid f, uint32_t from, uint32_t end, setid now)
{
  for (uint32_t r = end; r-- > from;)
    if (body_of (t, f)->records[r]->kind == REC_call && is_team_barrier (t->s->p, f, r))
      return phase_from (t, f, r);
  return now;
}

setid phases_at_start (struct phases *t, funid f)
{
  return phase_from (t, f, UINT32_MAX);
}

static void walk_region (struct phases *t, funid f)
{
  const struct function *b = body_of (t, f);
  struct worklist list = {0};
  setid all = phases_at_start (t, f);
  map_set (&t->at, map_pair (f, 0), 1 + all);
  worklist_push (&list, 0);
  for (uint32_t x; worklist_pop (&list, &x);) {
    const struct block *block = &b->blocks[x];
    setid out =
        walk_records (t, f, block->first, block->end, map_get (&t->at, map_pair (f, x), 1) - 1);
    all = sets_union (t->sets, all, out);
    for (uint32_t k = 0; k < block->n_edges; k++) {
      uint32_t *in = map_at (&t->at, map_pair (f, block->edges[k].target));
      setid more = *in ? sets_union (t->sets, *in - 1, out) : out;
      if (*in != 1 + more) {
        *in = 1 + more;
        worklist_push (&list, block->edges[k].target);
      }
    }
  }
  map_set (&t->of, f, 1 + all);
  worklist_free (&list);
}

setid phases_at (struct phases *t, setid outer, funid f, uint32_t record)
{
  const struct function *b = body_of (t, f);
  if (!is_region (t->s, f) || !outer)
    return outer;
  if (!map_find (&t->of, f))
    walk_region (t, f);
  uint32_t block = 0, high = b->n_blocks;
  while (high - block > 1) { /* the blocks are in the order of their records */
    uint32_t middle = block + (high - block) / 2;
    if (b->blocks[middle].first <= record)
      block = middle;
    else
      high = middle;
  }
  setid now = map_get (&t->at, map_pair (f, block), 1) - 1;
  now = walk_records (t, f, b->blocks[block].first, record, now);
  return sets_union (t->sets, sets_difference (t->sets, outer, map_get (&t->of, f, 1) - 1), now);
}
