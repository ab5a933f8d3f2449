/* Footprints: the variables of shared loops, as numbers of iterations, which differ for threads. */

#include "footprints-internal.h"
#include "lanes.h"
#include "loops.h"
#include "teams.h"

bool making_counts (const struct making *m, const struct expr *v)
{
  const struct body *d = m->d;
  return d->lanes ? lanes_counter (d, v) != NULL
                  : v->op == X_VALUE && map_find (&d->s->iterations, map_pair (v->a, v->b));
}

/* Only symbols: it does not change while the region runs. */
static bool is_fixed (const struct making *m, const struct row *r)
{
  for (uint32_t i = 0; i < r->n; i++) {
    const struct atom *a = &m->f.atoms[r->t[i].atom];
    if (a->kind != ATOM_SYMBOL && !(a->kind == ATOM_PRODUCT && !a->a))
      return false;
  }
  return true;
}

/* What makes two loops give each thread the same iterations, however many there are; 0: nothing. */
static uint32_t distribution (struct making *m, const struct rec_phi *phi, const struct row *first,
                              const struct row *last)
{
  uint32_t key[8 + 4 * MOST_TERMS], n = 0;
  const struct row *rows[] = {first, last};
  if (!phi->schedule || (phi->iteration & 15) != 1)
    return 0;
  key[n++] = (uint32_t)phi->schedule;
  key[n++] = (uint32_t)phi->test;
  key[n++] = (uint32_t)phi->step;
  for (int i = 0; i < 2; i++) {
    key[n++] = (uint32_t)rows[i]->k;
    for (uint32_t k = 0; k < rows[i]->n; k++) {
      const struct atom *a = &m->f.atoms[rows[i]->t[k].atom];
      if (a->kind != ATOM_SYMBOL)
        return 0;
      key[n++] = a->a;
      key[n++] = (uint32_t)rows[i]->t[k].c;
    }
  }
  return tuples_intern (&m->d->s->symbols, key, n);
}

/* Loops around the construct whose share of iterations is asked for at the record. */
static bool find_around (struct making *m, uint32_t record)
{
  struct body *d = m->d;
  if (!is_region (d->s, d->f))
    return false;
  if (!d->loop_of)
    d->loop_of = flow_loops (&d->arena, &d->flow);
  for (uint32_t h = d->loop_of[d->flow.block_of[record]]; h != NODE_NONE; h = d->loop_of[h]) {
    bool found = false;
    const struct block *b = &d->b->blocks[h];
    for (uint32_t r = b->first; !found && r < b->end && d->b->records[r]->kind == REC_phi; r++) {
      struct counter c = {0};
      struct row row = {0};
      expr_id e = d->value[d->b->records[r]->dst];
      if (!e || !loops_counter (d, e, &c) || c.header != h || c.shift ||
          !making_expr (m, c.e, &row))
        continue;
      for (uint64_t i = 0; i < m->f.n_atoms && !found; i++)
        if (m->f.atoms[i].kind == ATOM_COUNTER && m->f.atoms[i].b == d->b->records[c.phi]->dst &&
            m->f.n_around < MOST_OUTER) {
          m->f.around[m->f.n_around++] = i;
          found = true;
        }
    }
    if (!found)
      return false;
  }
  return true;
}

/* How the iterations of a construct, from FIRST to LAST if these do not change, differ for threads.
 */
static void find_distinct (struct making *m, const struct expr *v, const struct rec_phi *phi,
                           const struct row *fixed, struct atom *a)
{
  struct body *d = m->d;
  const struct iteration *i =
      &d->s->shared_loops.v[map_get (&d->s->iterations, map_pair (v->a, v->b), 0) - 1];
  a->c = fixed ? distribution (m, phi, &fixed[0], &fixed[1]) : 0;
  a->distinct = !i->repeats || (fixed && phi->schedule) ? DISTINCT_ALWAYS : DISTINCT_NEVER;
  if (!a->distinct && v->a == d->f && !m->f.n_around && find_around (m, i->share))
    a->distinct = DISTINCT_AROUND;
}

/* FIRST, and ATOM times what the loop counts by, which is positive. */
static bool add_stride (struct making *m, const struct rec_phi *phi, const struct row *by,
                        uint64_t atom, struct row *r)
{
  struct row times = {0}, positive = {.k = -1};
  int64_t sign = phi->test == OP_LT || phi->test == OP_LE ? 1 : -1;
  return row_add_atom (&times, atom, 1) &&
         making_add_times (m, r, &times, m->f.atoms[by->t[0].atom].a, sign * by->t[0].c) &&
         row_add (&positive, by, 1) && footprint_add_row (&m->f, &positive);
}

/* Whether the loop counts by one symbol, or some of it. */
static bool find_stride (struct making *m, const struct rec_phi *phi, struct row *by)
{
  return !phi->step && phi->stride.kind && making_operand (m, &phi->stride, by) && !by->k &&
         by->n == 1 && m->f.atoms[by->t[0].atom].kind == ATOM_SYMBOL;
}

/* Whether the block is in the loop that begins with another one. */
static bool is_in_loop (struct body *d, uint32_t block, uint32_t header)
{
  const struct csr *before = &d->flow.predecessors;
  if (!d->loop_of)
    d->loop_of = flow_loops (&d->arena, &d->flow);
  for (uint32_t at = d->loop_of[block]; at != NODE_NONE; at = d->loop_of[at])
    if (at == header)
      return true;
  for (uint32_t k = before->first[header]; block == header && k < before->first[header + 1]; k++)
    if (dominates (&d->flow.dominators, header, before->targets[k]))
      return true;
  return false;
}

/* Whether the record is in an iteration of the loop that the phi counts, or where this is left in
   the middle.  Behind the loop the variable has gone on, and threads without iterations have one,
   too. */
static bool is_in_iteration (struct making *m, const struct rec_phi *phi)
{
  struct body *d = m->d;
  uint32_t header = d->flow.block_of[d->b->value_defs[phi->r.dst]];
  uint32_t from = d->flow.block_of[m->record];
  bool leaves = false;
  while (from != NODE_NONE && !is_in_loop (d, from, header)) {
    from = d->flow.dominators.parent[from];
    leaves = true;
  }
  if (from == NODE_NONE || !leaves)
    return from != NODE_NONE;
  const struct block *b = &d->b->blocks[from];
  const struct rec_branch *last =
      b->end > b->first ? (const struct rec_branch *)d->b->records[b->end - 1] : NULL;
  return last && !(last->r.kind == REC_branch &&
                   ((last->a.kind == OPND_VALUE && last->a.value == phi->r.dst) ||
                    (last->b.kind == OPND_VALUE && last->b.value == phi->r.dst)));
}

bool making_iteration (struct making *m, const struct expr *v, struct row *r)
{
  struct body *d = m->d;
  const struct function *b = d->s->p->objects.program->functions[v->a].body;
  const struct rec_phi *phi = (const struct rec_phi *)b->records[b->value_defs[v->b]];
  struct atom a = {.kind = ATOM_ITERATION,
                   .a = v->a,
                   .b = (uint32_t)(d->lanes ? phi->lane_loop : phi->iteration),
                   .distinct = DISTINCT_ALWAYS,
                   .of_league = !d->lanes && phi->of_league};
  struct row bounds[2] = {{0}, {0}}, *first = &bounds[0], *last = &bounds[1], by = {0};
  uint64_t atom;
  bool here = v->a == d->f && is_in_iteration (m, phi);
  bool strides = here && find_stride (m, phi, &by);
  bool counted = here && (phi->step || strides) && phi->first.kind &&
                 making_operand (m, &phi->first, first);
  bool ends = counted && phi->last.kind && making_operand (m, &phi->last, last);
  bool fixed = ends && !strides && is_fixed (m, first) && is_fixed (m, last);
  a.raw = !counted;
  if (!d->lanes)
    find_distinct (m, v, phi, fixed ? bounds : NULL, &a);
  if (v->a == d->f && !here)
    a.distinct = DISTINCT_NEVER;
  if (!making_atom (m, a, &atom))
    return false;
  if (!counted)
    return row_add_atom (r, atom, 1);
  if (!row_add (r, first, 1) || !row_add_atom (r, atom, phi->step) || !making_not_negative (m, atom) ||
      (strides && !add_stride (m, phi, &by, atom, r)))
    return false;
  enum opcode code = (enum opcode)phi->test;
  if (code == OP_NE)
    code = phi->step > 0 ? OP_LT : OP_GT;
  return !ends || making_comparison (m, r, last, code);
}
