/* Doacross loops: which iterations wait for others, `ordered depend (sink: ...)', until these have
   posted that they are done, `ordered depend (source)'.

   An access behind a wait for iteration i - d happens after everything before the post there; if
   that post is itself behind the wait, also after what is before the posts of i - 2 * d and so on.
   With several indices there is a wait for each index by itself.  GCC leaves out the wait where
   there is no such iteration:

     if (i > first)
       GOMP_doacross_wait (i - first - 1);
     a[i] = a[i - 1];
     GOMP_doacross_post (&i);  */

#include "footprints-pair.h"
#include "teams.h"

/* What one wait says: it is for the iteration DISTANCE before in dimension K, and the same in all
   others. */
struct sink {
  uint32_t dimensions, k;
  int64_t distance;
  uint64_t atom[MOST_SINKS];
};

/* The iteration that an argument of a wait names, as a distance from the own one. */
static bool find_distance (struct making *m, const struct operand *o, uint32_t k, struct sink *s,
                           int64_t *distance)
{
  struct row r = {0};
  if (!making_operand (m, o, &r) || r.n != 1 || r.t[0].c != 1)
    return false;
  const struct atom *a = &m->f.atoms[r.t[0].atom];
  const struct atom *first = &m->f.atoms[s->atom[0]];
  s->atom[k] = r.t[0].atom;
  *distance = -r.k;
  return a->kind == ATOM_ITERATION && a->a == m->d->f && !a->raw && (a->b >> 4 & 15) == k &&
         (!k || a->b >> 8 == first->b >> 8);
}

static bool find_sink (struct making *m, uint32_t wait, struct sink *s)
{
  const struct rec_call *c = (const struct rec_call *)m->d->b->records[wait];
  uint32_t n = 0;
  *s = (struct sink){.dimensions = c->args.n};
  for (uint32_t k = 0; k < c->args.n && c->args.n <= MOST_SINKS; k++) {
    int64_t distance;
    if (!find_distance (m, &c->args.v[k], k, s, &distance) || distance < 0)
      return false;
    if (distance) {
      s->k = k;
      s->distance = distance;
      n++;
    }
  }
  return n == 1;
}

/* Whether the branch at the end of a block leads on without the wait only where the iteration that
   it waits for does not exist: before the first one. */
static bool skips_rightly (struct making *m, const struct block *b, uint32_t to,
                           const struct sink *s)
{
  struct body *d = m->d;
  const struct rec_branch *branch = (const struct rec_branch *)d->b->records[b->end - 1];
  if (branch->r.kind != REC_branch || b->n_edges != 2)
    return false;
  const struct operand *left = &branch->a, *right = &branch->b;
  enum opcode code = branch->code;
  uint32_t edge = b->edges[0].target == to ? 0 : 1;
  bool holds = b->edges[edge].kind == EK_TRUE;
  uint32_t def = left->kind == OPND_VALUE ? d->b->value_defs[left->value] : UINT32_MAX;
  int64_t zero;
  if ((code == OP_NE || code == OP_EQ) &&
      expr_is_const (&d->s->x, value_of_operand (d, right), &zero) && !zero && def != UINT32_MAX &&
      d->b->records[def]->kind == REC_op) {
    const struct rec_op *op = (const struct rec_op *)d->b->records[def];
    holds = holds == (code == OP_NE);
    left = &op->a;
    right = &op->b;
    code = op->code;
  }
  if (code < OP_LT || code > OP_GE)
    return false;
  if (!holds)
    code = opposite_comparison (code);
  struct row r = {0}, other = {0};
  if (!making_operand (m, left, &r) || !making_operand (m, right, &other) ||
      !row_add (&r, &other, -1))
    return false;
  if ((code == OP_LT || code == OP_LE) && !row_negate (&r))
    return false;
  /* It waits if the number of the iteration is at least this. */
  int64_t from = (code == OP_LT || code == OP_GT) - r.k;
  return r.n == 1 && r.t[0].atom == s->atom[s->k] && r.t[0].c == 1 && from <= s->distance;
}

/* Whether a record is reached only behind the wait. */
static bool is_behind (struct making *m, uint32_t wait, const struct sink *s, uint32_t record)
{
  const struct body *d = m->d;
  uint32_t block = d->flow.block_of[wait], before = d->flow.dominators.parent[block];
  if (flow_dominates (&d->flow, wait, record))
    return wait != record;
  if (before == NODE_NONE || d->b->blocks[block].n_edges != 1)
    return false;
  const struct block *b = &d->b->blocks[before];
  uint32_t next = d->b->blocks[block].edges[0].target;
  return b->n_edges == 2 && (b->edges[0].target == next || b->edges[1].target == next) &&
         flow_dominates (&d->flow, b->end - 1, record) && d->flow.block_of[record] != block &&
         skips_rightly (m, b, block, s);
}

/* Whether some way from a record on comes to another one, or, if that is UINT32_MAX, to the next
   iteration or out of the function, without passing STOP or the head of the loop. */
static bool comes_to (const struct body *d, uint32_t from, uint32_t to, uint32_t stop,
                      uint32_t head)
{
  bool *seen = xcalloc (d->b->n_blocks, sizeof *seen), found = false;
  struct worklist list = {0};
  uint32_t block = d->flow.block_of[from];
  do {
    const struct block *b = &d->b->blocks[block];
    bool stops = false;
    for (uint32_t r = from > b->first && from < b->end ? from : b->first;
         r < b->end && !stops && !found; r++) {
      found = r == to || (to == UINT32_MAX && d->b->records[r]->kind == REC_return);
      stops = r == stop;
    }
    from = 0;
    for (uint32_t k = 0; !stops && !found && k < b->n_edges; k++) {
      uint32_t target = b->edges[k].target;
      found = to == UINT32_MAX && target == head;
      if (target != head && !seen[target])
        worklist_push (&list, target);
      seen[target] = true;
    }
  } while (!found && worklist_pop (&list, &block));
  free (seen);
  worklist_free (&list);
  return found;
}

/* Whether the iteration posts after the record, and not before. */
static bool is_posted (const struct body *d, uint32_t record, uint32_t post, uint32_t head)
{
  return !comes_to (d, record, UINT32_MAX, post, head) &&
         !comes_to (d, post + 1, record, UINT32_MAX, head);
}

/* The first block of the loop that counts the last one of the numbers of an iteration. */
static uint32_t head_of (const struct body *d, uint32_t post, uint64_t iteration)
{
  const uint32_t *up = d->flow.dominators.parent;
  for (uint32_t x = d->flow.block_of[post]; x != NODE_NONE; x = up[x])
    for (uint32_t r = d->b->blocks[x].first;
         r < d->b->blocks[x].end && d->b->records[r]->kind == REC_phi; r++)
      if (((const struct rec_phi *)d->b->records[r])->iteration == iteration)
        return x;
  return NODE_NONE;
}

void doacross_find (struct making *m)
{
  struct body *d = m->d;
  if (d->posts.n != 1 || !d->sinks.n)
    return;
  struct making old = *m;
  struct order o = {.chain = true};
  uint32_t head = NODE_NONE;
  for (uint32_t i = 0; i < d->sinks.n; i++) {
    struct sink s;
    if (!find_sink (m, d->sinks.v[i], &s) || (o.dimensions && o.dimensions != s.dimensions))
      continue;
    o.dimensions = s.dimensions;
    memcpy (o.atom, s.atom, sizeof o.atom);
    if (!is_behind (m, d->sinks.v[i], &s, m->record) || o.wait[s.k])
      continue;
    o.wait[s.k] = s.distance;
    o.chain &= is_behind (m, d->sinks.v[i], &s, d->posts.v[0]);
  }
  if (o.dimensions)
    head = head_of (d, d->posts.v[0], m->f.atoms[o.atom[o.dimensions - 1]].b);
  if (head == NODE_NONE) {
    *m = old;
    return;
  }
  o.posts = is_posted (d, m->record, d->posts.v[0], head);
  m->f.order = o;
}

/* Comparing */

/* How the iteration of side 1 may be none that comes after that of side 0: each is a pair of rows.
 */
struct ways {
  uint32_t n;
  struct linear_row row[2 * MOST_SINKS + 1][2];
};

/* ROW += the iteration of side 1 less that of side 0, times FACTOR. */
static void add_later (const struct pair *p, uint32_t k, int64_t factor, struct linear_row *row)
{
  row->c[p->column[1][p->of[1]->order.atom[k]]] += factor;
  row->c[p->column[0][p->of[0]->order.atom[k]]] -= factor;
}

static void add_way (struct ways *w, const struct pair *p, uint32_t k, int64_t factor, int64_t from)
{
  struct linear_row *row = w->row[w->n++];
  row[0] = (struct linear_row){.k = -from};
  row[1] = (struct linear_row){0};
  add_later (p, k, factor, &row[0]);
}

/* SIGN: 1 if side 1 is to come after side 0, -1: before. */
static void find_ways (const struct pair *p, int sign, struct ways *w)
{
  const struct order *first = &p->of[sign < 0]->order, *later = &p->of[sign > 0]->order;
  w->n = 0;
  bool waits = first->posts;
  for (uint32_t k = 0; k < later->dimensions; k++) {
    int64_t d = later->wait[k];
    waits &= !(d && !later->chain && later->dimensions > 1);
    if (d && later->chain) {
      add_way (w, p, k, -sign, 1);
      if (d == 1)
        continue;
      /* Or it is no multiple: 1 <= later - first - d * number <= d - 1 */
      add_way (w, p, k, sign, 1);
      struct linear_row *row = w->row[w->n - 1];
      row[1] = (struct linear_row){.k = d - 1};
      add_later (p, k, -sign, &row[1]);
      row[0].c[p->s.n_columns] -= d;
      row[1].c[p->s.n_columns] += d;
    } else {
      add_way (w, p, k, -sign, 1 - d);
      add_way (w, p, k, sign, 1 + d);
    }
  }
  if (waits)
    return;
  w->n = 1; /* nothing is known */
  w->row[0][0] = w->row[0][1] = (struct linear_row){0};
}

bool pair_is_ordered (const struct pair *p)
{
  const struct order *a = &p->of[0]->order, *b = &p->of[1]->order;
  struct ways after, before;
  if (!a->dimensions || a->dimensions != b->dimensions || p->s.n_columns + 2 > MOST_COLUMNS ||
      p->of[0]->atoms[a->atom[0]].distinct != DISTINCT_ALWAYS ||
      p->of[0]->atoms[a->atom[0]].a != p->of[1]->atoms[b->atom[0]].a ||
      p->of[0]->atoms[a->atom[0]].b != p->of[1]->atoms[b->atom[0]].b)
    return false;
  find_ways (p, 1, &after);
  find_ways (p, -1, &before);
  for (uint32_t i = 0; i < after.n; i++)
    for (uint32_t k = 0; k < before.n; k++) {
      struct linear s = p->s;
      s.n_columns += 2;
      linear_add (&s, &after.row[i][0]);
      linear_add (&s, &after.row[i][1]);
      for (int n = 0; n < 2; n++) { /* it has a multiple of its own */
        struct linear_row row = before.row[k][n];
        row.c[p->s.n_columns + 1] = row.c[p->s.n_columns];
        row.c[p->s.n_columns] = 0;
        linear_add (&s, &row);
      }
      if (!linear_is_impossible (&s))
        return false;
    }
  return true;
}
