/* Flow: the control flow graph of one function. */

#include "flow.h"
#include "bitset.h"
#include "vec.h"
#include "worklist.h"

static struct flow find (struct arena *arena, const struct function *b)
{
  struct flow flow = {0};
  struct arena scratch = {0};
  vec_u32 from = {0}, to = {0};
  flow.in_cycle = ARENA_ARRAY (arena, b->n_blocks, bool);
  flow.block_of = ARENA_ARRAY (arena, b->n_records, uint32_t);
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    for (uint32_t k = 0; k < b->blocks[i].n_edges; k++) {
      vec_push (&from, i);
      vec_push (&to, b->blocks[i].edges[k].target);
    }
    for (uint32_t r = b->blocks[i].first; r < b->blocks[i].end; r++)
      flow.block_of[r] = i;
  }
  flow.successors = csr_from_edges (arena, b->n_blocks, from.v, to.v, to.n);
  flow.predecessors = csr_reverse (arena, &flow.successors);
  flow.rpo = rpo_from (arena, &flow.successors, 0);
  flow.dominators = dominators_find (arena, &flow.successors, &flow.rpo);
  struct scc scc = scc_find (&scratch, &flow.successors);
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    uint32_t c = scc.of[i];
    flow.in_cycle[i] = scc.first[c + 1] - scc.first[c] > 1;
    for (uint32_t k = 0; k < b->blocks[i].n_edges; k++)
      flow.in_cycle[i] |= b->blocks[i].edges[k].target == i;
  }
  vec_free (&from);
  vec_free (&to);
  arena_free (&scratch);
  return flow;
}

const struct flow *flow_of (const struct program *p, funid f)
{
  struct flows *flows = p->flows;
  if (!flows->of)
    flows->of = ARENA_ARRAY (&flows->arena, p->n_functions + 1, struct flow *);
  if (!flows->of[f]) {
    struct flow *flow = ARENA_NEW (&flows->arena, struct flow);
    *flow = find (&flows->arena, p->functions[f].body);
    flows->of[f] = flow;
  }
  return flows->of[f];
}

bool flow_leads_without (const struct function *b, uint32_t from, uint32_t to, uint32_t without,
                         uint32_t nor)
{
  struct bitset seen = {0};
  vec_u32 todo = {0};
  bool found = false;
  vec_push (&todo, from);
  while (todo.n && !found) {
    const struct block *at = &b->blocks[todo.v[--todo.n]];
    for (uint32_t k = 0; k < at->n_edges; k++) {
      uint32_t next = at->edges[k].target;
      if (next == without || next == nor)
        continue;
      found |= next == to;
      if (bitset_add (&seen, next))
        vec_push (&todo, next);
    }
  }
  bitset_free (&seen);
  vec_free (&todo);
  return found;
}

bool flow_leads (const struct function *b, uint32_t from, uint32_t to)
{
  return flow_leads_without (b, from, to, NODE_NONE, NODE_NONE);
}

bool flow_dominates (const struct flow *flow, uint32_t a, uint32_t b)
{
  uint32_t x = flow->block_of[a], y = flow->block_of[b];
  return x == y ? a <= b : dominates (&flow->dominators, x, y);
}

/* The outermost block that X has been found to be in the loop of so far. */
static uint32_t outermost (uint32_t *up, uint32_t x)
{
  while (up[x] != x)
    x = up[x] = up[up[x]];
  return x;
}

/* Inner loops first: what is in one is then one block to the outer ones. */
uint32_t *flow_loops (struct arena *arena, const struct flow *flow)
{
  const struct csr *before = &flow->predecessors;
  uint32_t n = before->n, *loop = ARENA_ARRAY (arena, n, uint32_t);
  uint32_t *up = ARENA_ARRAY (arena, n, uint32_t);
  struct worklist list = {0};
  for (uint32_t i = 0; i < n; i++) {
    loop[i] = NODE_NONE;
    up[i] = i;
  }
  for (uint32_t i = flow->rpo.n; i-- > 0;) {
    uint32_t header = flow->rpo.nodes[i];
    for (uint32_t k = before->first[header]; k < before->first[header + 1]; k++)
      if (dominates (&flow->dominators, header, before->targets[k]))
        worklist_push (&list, outermost (up, before->targets[k]));
    for (uint32_t x; worklist_pop (&list, &x);) {
      if (x == header || loop[x] != NODE_NONE)
        continue;
      loop[x] = header;
      up[x] = header;
      for (uint32_t k = before->first[x]; k < before->first[x + 1]; k++)
        if (dominates (&flow->dominators, header, before->targets[k]))
          worklist_push (&list, outermost (up, before->targets[k]));
    }
  }
  worklist_free (&list);
  return loop;
}
