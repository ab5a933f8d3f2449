/* Exclusive: by the ways that lead from one record to another. */

#include "exclusive.h"
#include "flow.h"
#include "hash.h"
#include "wrappers.h"

enum { MOST_EXCLUSIVE = 4, MOST_GROUPS = 64 }; /* of which each wants a walk through the function */

static uint32_t block_of (const struct function *b, uint32_t record)
{
  for (uint32_t i = 0; i < b->n_blocks; i++)
    if (record >= b->blocks[i].first && record < b->blocks[i].end)
      return i;
  return UINT32_MAX;
}

bool records_exclude (const struct function *b, uint32_t a, uint32_t c)
{
  uint32_t x = block_of (b, a), y = block_of (b, c);
  return x != y && x != UINT32_MAX && y != UINT32_MAX && !flow_leads (b, x, y) &&
         !flow_leads (b, y, x);
}

/* Where the result of the call is stored, if that is a variable and comes next; else NULL. */
static const struct address *stored_at (const struct function *b, uint32_t record)
{
  const struct rec_store *s =
      record + 1 < b->n_records ? (const struct rec_store *)b->records[record + 1] : NULL;
  bool stored = s && s->r.kind == REC_store && b->records[record]->dst &&
                s->src.kind == OPND_VALUE && s->src.value == b->records[record]->dst &&
                s->addr.base_kind == BASE_OBJECT && !s->addr.n_indices;
  return stored ? &s->addr : NULL;
}

static bool repeats (const struct function *b, uint32_t record)
{
  uint32_t block = block_of (b, record);
  return block == UINT32_MAX || flow_leads (b, block, block);
}

/* Calls of one function whose results go into one variable. */
struct group {
  funid callee;
  uint32_t base;
  int64_t bitoff;
  uint32_t n, at[MOST_EXCLUSIVE];
};

static bool exclude_each_other (const struct function *b, const struct group *g)
{
  bool fits = g->n > 1 && g->n <= MOST_EXCLUSIVE;
  for (uint32_t i = 0; fits && i < g->n; i++) {
    fits = !repeats (b, g->at[i]);
    for (uint32_t k = 0; fits && k < i; k++)
      fits = records_exclude (b, g->at[k], g->at[i]);
  }
  return fits;
}

void exclusive_sites (const struct program *p, funid f, struct map *same)
{
  const struct function *b = p->functions[f].body;
  VEC (struct group) groups = {0};
  struct map by_place = {0}; /* 1 + group */
  for (uint32_t r = 0; r < b->n_records; r++) {
    const struct address *to = b->records[r]->kind == REC_call ? stored_at (b, r) : NULL;
    funid callee = to ? direct_callee (p, f, (const struct rec_call *)b->records[r]) : 0;
    if (!callee)
      continue;
    uint32_t *n =
        map_at (&by_place, hash_add (hash_u64 (map_pair (callee, to->base)), (uint64_t)to->bitoff));
    if (!*n) {
      vec_push (&groups, ((struct group){callee, to->base, to->bitoff, 0, {0}}));
      *n = groups.n;
    }
    struct group *g = &groups.v[*n - 1];
    if (g->callee != callee || g->base != to->base || g->bitoff != to->bitoff)
      continue;
    if (g->n < MOST_EXCLUSIVE)
      g->at[g->n] = r;
    g->n++;
  }
  uint32_t tried = 0;
  for (uint32_t k = 0; k < groups.n && tried < MOST_GROUPS; k++) {
    const struct group *g = &groups.v[k];
    tried += g->n > 1;
    if (exclude_each_other (b, g))
      for (uint32_t i = 0; i < g->n; i++)
        map_set (same, map_pair (f, g->at[i]), 1 + g->at[0]);
  }
  map_free (&by_place);
  vec_free (&groups);
}
