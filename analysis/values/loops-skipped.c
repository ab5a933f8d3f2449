/* Loops that skip: joins that a loop does not do for each element of an array of handles, but for
   each whose thread was created:

     for (i = 0; i < n; i++)                for (i = 0; i < n; i++)
       if (wanted[i]) {                       if (w[i].runs)
         create (&w[i].t);                      join (w[i].t);
         w[i].runs = 1;
       }

   Each way around the join must be one that the creation excludes: it is guarded by the opposite
   condition, of the same number; or the condition is that a flag of the element is not set, which
   is set whenever the creation succeeds, and not reset before the loop of the joins, or the
   element's own join.  The handle itself may be that flag.  What else is written
   there meanwhile, by whomever, refuses it. */

#include "prefilter.h"
#include "spelling.h"
#include "locks-internal.h"
#include "loops.h"
#include "teams.h"

/* How many such joins of a function are looked at, and through how many conditions that are put
   together. */
enum { MOST_SKIPPING = 64, DEEPEST = 4 };
enum { NUMBER_WIDEST = 64, HANDLE_BITS = 64 };

struct skip_finder {
  struct body *d;
  const struct counter *c; /* of the joins */
  const struct item *join;
  const struct shaped_fork *fork;
  struct counter forks; /* what is known of its counter */
  bool *meanwhile;      /* blocks that may be executed behind a creation, and before the joins */
  bool *way;            /* ... on the way to it from record WAY_FROM, or any; NONE: nobody asks */
  uint32_t way_from;
};

static bool is_unsigned (const struct body *d, const struct operand *o)
{
  return o->kind == OPND_VALUE && d->b->value_types[o->value] &&
         d->u->types[d->b->value_types[o->value]].r.flags & TF_UNSIGNED;
}

bool loops_told_on (struct body *d, uint32_t block, uint32_t edge, struct told *t)
{
  const struct block *b = &d->b->blocks[block];
  const struct rec_branch *branch =
      b->end > b->first ? (const struct rec_branch *)d->b->records[b->end - 1] : NULL;
  if (!branch || branch->r.kind != REC_branch || branch->code < OP_EQ || branch->code > OP_GE ||
      (b->edges[edge].kind != EK_TRUE && b->edges[edge].kind != EK_FALSE))
    return false;
  t->a = value_of_operand (d, &branch->a);
  t->b = value_of_operand (d, &branch->b);
  t->code = b->edges[edge].kind == EK_TRUE ? branch->code : opposite_comparison (branch->code);
  t->is_unsigned = is_unsigned (d, &branch->a) || is_unsigned (d, &branch->b);
  if (!t->a || !t->b)
    return false;
  /* `!w[i].runs' of a bool is a number itself. */
  const struct expr *v = expr_get (&d->s->x, t->a);
  int64_t k;
  if (v->op == X_OP && (v->code == OP_EQ || v->code == OP_NE) &&
      (t->code == OP_EQ || t->code == OP_NE) && expr_is_const (&d->s->x, t->b, &k) && !k) {
    t->code = t->code == OP_NE ? v->code : opposite_comparison (v->code);
    t->a = v->a;
    t->b = v->b;
  }
  return true;
}

static void find_meanwhile (struct skip_finder *w)
{
  struct body *d = w->d;
  const struct csr *g = &d->flow.successors;
  struct worklist list = {0};
  uint32_t from = d->flow.block_of[w->fork->record];
  for (uint32_t b = from;;) {
    for (uint32_t k = g->first[b]; k < g->first[b + 1]; k++)
      if (!w->meanwhile[g->targets[k]] && g->targets[k] != w->c->header) {
        w->meanwhile[g->targets[k]] = true;
        worklist_push (&list, g->targets[k]);
      }
    if (!worklist_pop (&list, &b))
      break;
  }
  w->meanwhile[from] = true;
  worklist_free (&list);
}

/* Whether an expression of the joins may have had another value when threads were created, apart
   from their own counter. */
static bool is_redefined (struct skip_finder *w, expr_id e)
{
  struct body *d = w->d;
  expr_id rest = expr_replace (&d->s->x, e, w->c->e, expr_const (&d->s->x, 0));
  e = rest ? rest : e;
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    for (uint32_t r = d->b->blocks[i].first;
         (w->meanwhile[i] || loops_has_block (d, w->c, i)) && r < d->b->blocks[i].end; r++)
      if (d->value[d->b->records[r]->dst] != w->c->e &&
          expr_mentions (&d->s->x, e, d->f, r, d->b->records[r]->dst))
        return true;
  return false;
}

/* Whether the record may be executed behind a creation, before the joins are done; or on the way to
   it that is looked at. */
static bool is_between (struct skip_finder *w, uint32_t record)
{
  uint32_t block = w->d->flow.block_of[record];
  return w->meanwhile[block] || loops_has_block (w->d, w->c, block) ||
         (w->way_from != UINT32_MAX &&
          (w->way[block] || (block == w->d->flow.block_of[w->way_from] && record > w->way_from)));
}

/* Looks at the ways from a record to the creation that do not come back to its block. */
static void find_way (struct skip_finder *w, uint32_t record)
{
  const struct csr *back = &w->d->flow.predecessors, *on = &w->d->flow.successors;
  uint32_t start = w->d->flow.block_of[record], n = w->d->b->n_blocks;
  bool *reached = xcalloc (n, sizeof *reached);
  struct worklist list = {0};
  memset (w->way, 0, n * sizeof *w->way);
  w->way_from = record;
  for (uint32_t b = start;;) {
    for (uint32_t k = on->first[b]; k < on->first[b + 1]; k++)
      if (on->targets[k] != start && !reached[on->targets[k]]) {
        reached[on->targets[k]] = true;
        worklist_push (&list, on->targets[k]);
      }
    if (!worklist_pop (&list, &b))
      break;
  }
  for (uint32_t b = w->d->flow.block_of[w->fork->record];;) {
    for (uint32_t k = back->first[b]; b != start && k < back->first[b + 1]; k++)
      if (reached[back->targets[k]] && !w->way[back->targets[k]]) {
        w->way[back->targets[k]] = true;
        worklist_push (&list, back->targets[k]);
      }
    if (!worklist_pop (&list, &b))
      break;
  }
  worklist_free (&list);
  free (reached);
}

/* Whether each creation that succeeds is followed by the record in the same round of its loop. */
static bool always_follows (struct skip_finder *w, uint32_t record)
{
  struct body *d = w->d;
  uint32_t from = d->flow.block_of[w->fork->record], end = d->flow.block_of[record];
  if (from == end)
    return record > w->fork->record;
  bool *seen = xcalloc (d->b->n_blocks, sizeof *seen), follows = true;
  struct worklist list = {0};
  worklist_push (&list, from);
  for (uint32_t b; follows && worklist_pop (&list, &b);)
    for (uint32_t k = 0; k < d->b->blocks[b].n_edges; k++) {
      uint32_t to = d->b->blocks[b].edges[k].target;
      if (to == end || seen[to] || loops_leaves_by_failure (d, w->fork->record, b, k))
        continue;
      seen[to] = true;
      follows &= to != w->fork->header && loops_has_block (d, &w->forks, to);
      worklist_push (&list, to);
    }
  worklist_free (&list);
  free (seen);
  return follows;
}

/* A flag of the element that is skipped. */
struct skip_flag {
  expr_id at, created; /* its address, for the join and for the creation */
  int64_t bits;
  enum opcode code; /* skipped is what has this relation to K */
  int64_t k;
  bool set; /* with each creation */
};

/* Whether the constant is none of those that are skipped, whatever is made of its sign: it is all
   that is stored there. */
static bool is_not_skipped (const struct body *d, const struct effect *e, struct skip_flag *f)
{
  const struct rec_store *store = (const struct rec_store *)d->b->records[e->record];
  int64_t k;
  struct result_range both;
  if (store->r.kind != REC_store || e->flags & AF_BITFIELD || store->addr.bitoff % 8 ||
      store_bits (d->u, d->b, store) != (uint64_t)f->bits || !stored_constant (d->s, e, &k))
    return false;
  bool same = k >= 0 && k >> (f->bits - 1) == 0, other = f->k >= 0 && f->k >> (f->bits - 1) == 0;
  return (f->code == OP_EQ || f->code == OP_NE ? same || other : same && other) &&
         !locks_range_meet (result_range_of (RELATION_EQ, k),
                            result_range_of (relation_of (f->code), f->k), &both);
}

/* Whether a write to where flags are leaves those of threads that run as they must be. */
static bool keeps_flags (struct skip_finder *w, const struct effect *e, struct skip_flag *f)
{
  struct body *d = w->d;
  const struct rec_store *store = (const struct rec_store *)d->b->records[e->record];
  uint32_t block = d->flow.block_of[e->record];
  if (e->record == w->fork->record)
    return f->created == w->fork->handle;
  if (store->r.kind != REC_store)
    return false;
  expr_id at = value_of_address (d, &store->addr);
  bool own = at == f->created && loops_has_block (d, &w->forks, block);
  if (is_not_skipped (d, e, f)) {
    f->set |= own && always_follows (w, e->record);
    return true;
  }
  if (own && flow_dominates (&d->flow, e->record, w->fork->record))
    return true; /* this round has created none yet */
  return at == f->at && !w->meanwhile[block] &&
         flow_dominates (&d->flow, w->join->record, e->record);
}

bool loops_writes_own (const struct summaries *s, funid f, uint32_t record, setid where)
{
  struct pointers *p = s->p;
  const struct function *b = p->objects.program->functions[f].body;
  struct access accesses[MOST_ACCESSES];
  unsigned n = accesses_of (function_unit (p->objects.program, f), b, b->records[record], accesses);
  bool writes = false;
  uint32_t first, end;
  for (unsigned i = 0; i < n && !writes; i++)
    if (accesses[i].mode != ACCESS_READ && accesses[i].addr->base_kind == BASE_LOCAL &&
        !(b->locals[accesses[i].addr->base].flags & OF_ADDRESSED)) {
      uint32_t one;
      setid at = points_of_address (p, f, accesses[i].addr);
      writes = !sets_is_single (&p->sets, at, &one);
      for (struct set_iter k = sets_each (&p->sets, where); !writes && set_next (&k);)
        writes = loc_object (&p->objects, k.x) == loc_object (&p->objects, one);
    }
  calls_of_record (p, f, record, &first, &end);
  return writes || (b->records[record]->kind == REC_call && first == end);
}

bool loops_are_ours (const struct summaries *s, funid f, setid where)
{
  const struct objects *o = &s->p->objects;
  if (only_main_calls (s->filter, o->program, f))
    return true;
  for (struct set_iter i = sets_each (&s->p->sets, where); set_next (&i);) {
    const struct abstract_object *v = &o->v.v[loc_object (o, i.x)];
    if (v->kind != OBJECT_LOCAL || v->a != f)
      return false;
  }
  return true;
}

/* Whether what a callee that creates threads writes there are only their handles. */
static bool writes_handles (const struct summaries *s, funid callee, setid where)
{
  struct pointers *p = s->p;
  for (uint32_t i = s->effects->first[callee]; i < s->effects->first[callee + 1]; i++) {
    const struct effect *e = &s->effects->v.v[i];
    if (effect_writes (e) && sets_meet (&p->sets, effect_locations (p, e), where) &&
        !writes_handle (s, e))
      return false;
  }
  for (uint32_t i = p->first_call[callee]; i < p->first_call[callee + 1]; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->kind == CALL_NOW && !p->models[c->callee] &&
        (s->mod_all[c->callee] || sets_meet (&p->sets, s->mod[c->callee], where)))
      return false;
  }
  return !s->mod_all[callee];
}

/* Whether nobody writes there behind a creation until the joins are done, but for what keeps a flag
   as it must be.  FLAG: NULL if it is none. */
static bool stays (struct skip_finder *w, setid where, struct skip_flag *flag)
{
  struct body *d = w->d;
  struct summaries *s = d->s;
  struct pointers *p = s->p;
  if (!where || set_traits (p, where) & (SET_WORLDS | SET_ANYWHERE) || threads_write (s, where) ||
      !loops_are_ours (s, d->f, where))
    return false;
  for (uint32_t i = s->effects->first[d->f]; i < s->effects->first[d->f + 1]; i++) {
    const struct effect *e = &s->effects->v.v[i];
    if (effect_writes (e) && is_between (w, e->record) &&
        sets_meet (&p->sets, effect_locations (p, e), where) && !(flag && keeps_flags (w, e, flag)))
      return false;
  }
  for (uint32_t r = 0; r < d->b->n_records; r++)
    if (is_between (w, r) && loops_writes_own (s, d->f, r, where))
      return false;
  for (uint32_t i = p->first_call[d->f]; i < p->first_call[d->f + 1]; i++) {
    const struct call_edge *c = &p->calls.v[i];
    bool handles = flag && c->record == w->fork->record && flag->created == w->fork->handle;
    if (c->kind == CALL_NOW && !p->models[c->callee] && is_between (w, c->record) &&
        (s->mod_all[c->callee] || sets_meet (&p->sets, s->mod[c->callee], where)) &&
        !(handles && writes_handles (s, c->callee, where)))
      return false;
  }
  return true;
}

/* Whether what is loaded there stays from the load to the joins: it may be one before the creation,
   or even its loop. */
static bool stays_loaded (struct skip_finder *w, expr_id load)
{
  struct body *d = w->d;
  const struct expr v = *expr_get (&d->s->x, load);
  const uint32_t *at = tuples_numbers (&d->s->x.versions, v.b);
  if (at[0] != d->f)
    return false;
  find_way (w, at[1]);
  bool stay = stays (w, expr_points (&d->s->x, d->f, v.a), NULL);
  w->way_from = UINT32_MAX;
  return stay;
}

/* Whether A, at the joins, is what B was when the thread of the same element was created. */
static bool is_same_number (struct skip_finder *w, expr_id a, expr_id b)
{
  struct exprs *x = &w->d->s->x;
  struct expr v = *expr_get (x, a), u = *expr_get (x, b);
  const uint32_t *at;
  if (a && expr_replace (x, a, w->c->e, w->fork->counter) == b)
    return !is_redefined (w, a);
  if (!a || !b || v.op != u.op || v.code != u.code || v.k != u.k)
    return false;
  switch (v.op) {
  case X_LOAD:
    at = tuples_numbers (&x->versions, v.b);
    return !(v.k & LOAD_ATOMIC) && is_same_number (w, v.a, u.a) && stays_loaded (w, b) &&
           at[0] == w->d->f && (is_between (w, at[1]) || stays_loaded (w, a));
  case X_ADD:
  case X_CONVERT:
    return is_same_number (w, v.a, u.a);
  case X_INDEX:
  case X_OP:
    return is_same_number (w, v.a, u.a) && is_same_number (w, v.b, u.b);
  default:
    return false;
  }
}

/* The phi of constants that a branch at the end of its block looks at, as `a && b' is one; NULL:
   it looks at something else. */
static const struct rec_phi *chosen_constant (struct body *d, uint32_t block)
{
  enum { LONGEST = 4 };
  const struct block *b = &d->b->blocks[block];
  const struct rec_branch *branch = (const struct rec_branch *)d->b->records[b->end - 1];
  const struct operand *o = &branch->a;
  int64_t k;
  for (int i = 0; i < LONGEST && o->kind == OPND_VALUE; i++) {
    uint32_t def = d->b->value_defs[o->value];
    const struct record *r = def != UINT32_MAX && def >= b->first ? d->b->records[def] : NULL;
    const struct rec_phi *phi = (const struct rec_phi *)r;
    if (r && r->kind == REC_op && ((const struct rec_op *)r)->code == OP_COPY) {
      o = &((const struct rec_op *)r)->a;
      continue;
    }
    if (!r || r->kind != REC_phi || phi->args.n != b->n_preds)
      return NULL;
    for (uint32_t n = 0; n < phi->args.n; n++)
      if (!expr_is_const (&d->s->x, value_of_operand (d, &phi->args.v[n]), &k))
        return NULL;
    return phi;
  }
  return NULL;
}

/* Whether the edge is taken if the phi is what it is behind predecessor N. */
static bool is_taken_from (struct body *d, const struct rec_phi *phi, uint32_t n,
                           const struct told *t)
{
  int64_t a, b;
  struct result_range both;
  return !expr_is_const (&d->s->x, value_of_operand (d, &phi->args.v[n]), &a) ||
         !expr_is_const (&d->s->x, t->b, &b) ||
         locks_range_meet (result_range_of (RELATION_EQ, a),
                           result_range_of (relation_of (t->code), b), &both);
}

/* Whether what is TOLD where threads are created excludes the way around a join. */
static bool is_excluded (struct skip_finder *w, const struct told *skip, const struct told *t)
{
  const struct exprs *x = &w->d->s->x;
  int64_t k, n;
  struct result_range both;
  bool excludes =
      expr_is_const (x, skip->b, &k) && expr_is_const (x, t->b, &n)
          ? !locks_range_meet (result_range_of (relation_of (t->code), n),
                               result_range_of (relation_of (skip->code), k), &both)
          : t->code == opposite_comparison (skip->code) && is_same_number (w, skip->b, t->b);
  return excludes && skip->is_unsigned == t->is_unsigned && is_same_number (w, skip->a, t->a);
}

/* Whether the block of the creation's loop is only entered where the opposite is known of the same
   number. */
static bool is_guarded (struct skip_finder *w, uint32_t block, const struct told *skip, int depth)
{
  struct body *d = w->d;
  const struct csr *before = &d->flow.predecessors;
  struct loop_blocks loop = loops_blocks (d, &w->forks);
  for (uint32_t i = 0; depth && i < loop.n; i++)
    for (uint32_t edge = 0; edge < d->b->blocks[loop.v[i]].n_edges; edge++) {
      uint32_t to = d->b->blocks[loop.v[i]].edges[edge].target;
      struct told t;
      if (before->first[to + 1] - before->first[to] != 1 ||
          !dominates (&d->flow.dominators, to, block) || !loops_told_on (d, loop.v[i], edge, &t))
        continue;
      if (is_excluded (w, skip, &t))
        return true;
      const struct rec_phi *phi = chosen_constant (d, loop.v[i]);
      uint32_t only = 0, n = 0;
      for (uint32_t k = 0; phi && k < phi->args.n; k++)
        if (is_taken_from (d, phi, k, &t)) {
          only = d->b->blocks[loop.v[i]].preds[k];
          n++;
        }
      if (n == 1 && only < d->b->n_blocks && loops_has_block (d, &w->forks, only) &&
          is_guarded (w, only, skip, depth - 1))
        return true;
    }
  return false;
}

/* The load of the flag that is compared, if the conversions of it leave what it is compared with;
   else 0. */
static expr_id loaded_flag (const struct exprs *x, const struct told *skip, int64_t k)
{
  bool zero = !k && (skip->code == OP_EQ || skip->code == OP_NE);
  int64_t least = INT64_MAX;
  expr_id e = skip->a;
  for (; expr_get (x, e)->op == X_CONVERT; e = expr_get (x, e)->a) {
    int64_t bits = expr_get (x, e)->k;
    bits = bits < 0 ? -bits : zero ? bits : bits - 1;
    least = bits < least ? bits : least;
  }
  const struct expr *v = expr_get (x, e);
  return v->op == X_LOAD && v->k > 0 && v->k <= NUMBER_WIDEST && v->k <= least ? e : 0;
}

/* Whether each element has another flag there: in the element itself, or in an array of its own. */
static bool is_own (struct skip_finder *w, expr_id at, int64_t bits)
{
  struct exprs *x = &w->d->s->x;
  int64_t offset;
  expr_id element = expr_base (x, at, &offset);
  if (element && element == expr_base (x, expr_get (x, w->join->e[0])->a, &offset))
    return true;
  const struct expr v = *expr_get (x, element);
  return v.op == X_INDEX && (v.k < 0 ? -v.k : v.k) >= bits / 8 &&
         expr_base (x, loops_unconverted (x, v.b), &offset) == w->c->e &&
         expr_replace (x, v.a, w->c->e, w->fork->counter) == v.a;
}

/* Whether the way around the join is for elements whose flag is not set. */
static bool is_unset (struct skip_finder *w, const struct told *skip)
{
  struct exprs *x = &w->d->s->x;
  int64_t k;
  expr_id load = expr_is_const (x, skip->b, &k) ? loaded_flag (x, skip, k) : 0;
  if (!load)
    return false;
  const struct expr v = *expr_get (x, load);
  struct skip_flag f = {.at = v.a,
                        .created = expr_replace (x, v.a, w->c->e, w->fork->counter),
                        .bits = v.k,
                        .code = skip->code,
                        .k = k};
  if (!f.created || f.created == f.at || !is_own (w, f.at, f.bits))
    return false;
  /* No thread has the number 0. */
  f.set = f.created == w->fork->handle && skip->code == OP_EQ && !k && f.bits == HANDLE_BITS;
  return stays (w, expr_points (x, w->d->f, f.at), &f) && f.set;
}

/* Whether a thread whose element goes this way was not created: by what the branch there tells, or
   one further up that it repeats. */
static bool is_excused (struct skip_finder *w, uint32_t block, uint32_t edge, int depth)
{
  struct body *d = w->d;
  const struct block *b = &d->b->blocks[block];
  struct told skip;
  bool told = loops_told_on (d, block, edge, &skip);
  if (told &&
      (is_guarded (w, d->flow.block_of[w->fork->record], &skip, DEEPEST) || is_unset (w, &skip)))
    return true;
  const struct rec_phi *phi = told ? chosen_constant (d, block) : NULL;
  const struct csr *before = &d->flow.predecessors;
  uint32_t n_before = phi ? phi->args.n : before->first[block + 1] - before->first[block];
  if (!depth || block == w->c->header || !n_before || (!phi && b->n_edges != 1))
    return false;
  for (uint32_t n = 0; n < n_before; n++) {
    uint32_t from = phi ? b->preds[n] : before->targets[before->first[block] + n];
    if (phi && !is_taken_from (d, phi, n, &skip))
      continue;
    if (from >= d->b->n_blocks || !loops_has_block (d, w->c, from))
      return false;
    for (uint32_t k = 0; k < d->b->blocks[from].n_edges; k++)
      if (d->b->blocks[from].edges[k].target == block && !is_excused (w, from, k, depth - 1))
        return false;
  }
  return true;
}

uint32_t loops_skips (struct body *d, const struct counter *c, const struct item *join,
                      expr_id array)
{
  struct exprs *x = &d->s->x;
  uint32_t number = map_get (&d->shaped_at, array, 0);
  if (!number || d->n_skipping++ >= MOST_SKIPPING || is_region (d->s, d->f))
    return 0;
  struct skip_finder w = {.d = d, .c = c, .join = join, .fork = &d->shaped.v[number - 1]};
  w.forks =
      (struct counter){.e = w.fork->counter, .header = w.fork->header, .latch = w.fork->latch};
  if (w.fork->header == c->header || !w.fork->handle ||
      expr_replace (x, expr_get (x, join->e[0])->a, c->e, w.fork->counter) != w.fork->handle)
    return 0;
  /* From where a round may still come to the join. */
  struct loop_blocks loop = loops_blocks (d, c);
  bool *before = xcalloc (d->b->n_blocks, sizeof *before), excused = true;
  struct worklist list = {0};
  uint32_t at = d->flow.block_of[join->record];
  const struct csr *back = &d->flow.predecessors;
  worklist_push (&list, at);
  for (uint32_t b; worklist_pop (&list, &b);) {
    if (before[b])
      continue;
    before[b] = true;
    for (uint32_t k = back->first[b]; b != c->header && k < back->first[b + 1]; k++)
      worklist_push (&list, back->targets[k]);
  }
  worklist_free (&list);
  w.meanwhile = xcalloc (d->b->n_blocks, sizeof *w.meanwhile);
  w.way = xcalloc (d->b->n_blocks, sizeof *w.way);
  w.way_from = UINT32_MAX;
  find_meanwhile (&w);
  for (uint32_t i = 0; excused && i < loop.n; i++)
    for (uint32_t k = 0; excused && k < d->b->blocks[loop.v[i]].n_edges; k++) {
      uint32_t to = d->b->blocks[loop.v[i]].edges[k].target;
      if (before[loop.v[i]] && loop.v[i] != at && loops_has_block (d, c, to) &&
          (to == c->header || !before[to]))
        excused = is_excused (&w, loop.v[i], k, DEEPEST);
    }
  free (before);
  free (w.meanwhile);
  free (w.way);
  return excused ? 1 + w.fork->record : 0;
}
