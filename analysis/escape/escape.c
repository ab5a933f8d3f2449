/* Escape: memory that this activation has for itself.

   Roots are fresh memory, locals and formals.  A root is owned until a pointer to it is stored
   where others may find it, given to a thread or to code that keeps it.  Storing it into memory of
   another root that is owned only ties the two: when the other one escapes, so does this one.
   Whether a formal is owned at all, the caller knows; what depends on that is told as the formals
   it needs.  Which roots there are: escape-roots.c. */

#include "escape-internal.h"

/* The root is another memory from now on. */
static void forget (const struct escape_walk *w, uint64_t root, struct owning *now)
{
  now->escaped &= ~root;
  now->tied &= ~root;
  now->placed &= ~root | w->known;
}

/* The callee gives memory to the caller, and stores it where a parameter points to. */
static void walk_given (struct escape_walk *w, uint32_t record, struct owning *now)
{
  struct body *d = w->d;
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  expr_id e = map_get (&d->given, record, 0);
  const struct given *g = e ? call_given (d, record) : NULL;
  if (!g)
    return;
  if (now) {
    forget (w, escape_bit (escape_root (w, e)), now);
  }
  escape_filled (w, record, e, now);
  escape_store (w, value_of_operand (d, &c->args.v[g->formal - 1]), e, SETS_EMPTY, now);
}

/* The value may be memory that is new, and that nobody knows. */
static void make_fresh (struct escape_walk *w, uint32_t record, struct owning *now)
{
  const struct record *r = w->d->b->records[record];
  expr_id e = r->dst ? w->d->value[r->dst] : 0;
  const struct expr *v = e ? expr_get (&w->d->s->x, e) : NULL;
  if (!v || v->op != X_FRESH || v->a != w->d->f || v->b != record)
    return; /* a function may return what it got */
  if (now)
    forget (w, escape_bit (escape_root (w, e)), now);
  if (r->kind == REC_call)
    escape_filled (w, record, e, now);
}

/* The formals in whose memory the root is stored, at any time. */
static uint64_t formals_around (const struct escape_walk *w, uint64_t root)
{
  uint64_t formals = w->formals;
  for (uint32_t i = 0; i < w->n; i++)
    if (!(w->inside[i] & root))
      formals &= ~escape_bit (i);
  return formals;
}

/* Loading a pointer that is taken later gives nothing; overwriting it where it was gives it to the
   function alone. */
static void walk_take (const struct escape_walk *w, uint32_t record, struct owning *now)
{
  const struct body *d = w->d;
  for (uint32_t i = 0; now && i < d->loose.n; i++)
    if (d->loose.v[i].load == record)
      now->escaped |= escape_bit (escape_root (w, d->loose.v[i].e));
  for (uint32_t i = 0; now && i < d->takes.n; i++) {
    uint64_t taken = escape_bit (escape_root (w, d->takes.v[i].e));
    if (d->takes.v[i].load == record)
      now->escaped |= taken;
    uint64_t formals = d->takes.v[i].tied ? formals_around (w, taken) : 0;
    if (d->takes.v[i].store == record && !(formals & (now->escaped | now->found))) {
      now->escaped &= ~taken;
      now->tied = formals ? now->tied | taken : now->tied & ~taken;
    }
  }
}

/* A null pointer is nobody's. */
static void take_edge (const struct escape_walk *w, uint32_t block, uint32_t edge,
                       struct owning *now)
{
  struct body *d = w->d;
  const struct block *b = &d->b->blocks[block];
  const struct record *last = b->end > b->first ? d->b->records[b->end - 1] : NULL;
  if (!last || last->kind != REC_branch || !d->takes.n)
    return;
  const struct rec_branch *r = (const struct rec_branch *)last;
  int64_t k;
  bool equal = (r->code == OP_EQ) == (b->edges[edge].kind == EK_TRUE);
  if ((r->code == OP_EQ || r->code == OP_NE) && equal &&
      expr_is_const (&d->s->x, value_of_operand (d, &r->b), &k) && !k) {
    uint64_t null = escape_bit (escape_root (w, value_of_operand (d, &r->a)));
    now->escaped &= ~null;
    now->tied &= ~null;
  }
}

/* Whether the call creates a thread, and returns 0 if it has. */
static bool creates_thread (const struct body *d, uint32_t record)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  if (d->b->records[record]->kind != REC_call)
    return false;
  calls_of_record (p, d->f, record, &first, &end);
  for (; first < end; first++) {
    const struct model *m = p->models[p->calls.v[first].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_FORK && m->effects[i].outcome &&
          m->effects[i].outcome->alternatives[0].relation == RELATION_EQ &&
          !m->effects[i].outcome->alternatives[0].value)
        return true;
  }
  return false;
}

/* The only callee of a call, if it depends on its result what becomes known of what it gets. */
static const struct summary *refusing_callee (const struct body *d, uint32_t record)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  if (d->b->records[record]->kind != REC_call || !d->b->records[record]->dst)
    return NULL;
  calls_of_record (p, d->f, record, &first, &end);
  const struct summary *s = end - first == 1 && call_is_instantiated (d->s, &p->calls.v[first])
                                ? &d->s->of[p->calls.v[first].callee]
                                : NULL;
  return s && s->n_outcomes ? s : NULL;
}

/* Whether the call compares and swaps, and returns whether it has. */
static bool swaps (const struct body *d, uint32_t record)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  if (d->b->records[record]->kind != REC_call || !d->b->records[record]->dst)
    return false;
  calls_of_record (p, d->f, record, &first, &end);
  const struct model *m = end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
  for (uint32_t i = 0; m && i < m->n_effects; i++) {
    const struct model_operand *expected = &m->effects[i].op[ATOMIC_CAS_EXPECTED];
    if (m->effects[i].kind == EFFECT_ATOMIC_CAS)
      return expected->kind == MODEL_PLACE && expected->u.place.derefs;
  }
  return false;
}

/* Whether the edge says that the call at RECORD has not made known what it got: the creation of a
   thread has failed, a swap has, or the function has returned what it returns then. */
static bool has_failed (const struct body *d, uint32_t block, uint32_t edge, uint32_t record)
{
  if (record == UINT32_MAX || tested_call (d, block) != record)
    return false;
  if (creates_thread (d, record))
    return !edge_allows (d, block, edge, 0);
  if (swaps (d, record))
    return !edge_allows (d, block, edge, 1);
  const struct summary *s = refusing_callee (d, record);
  for (uint32_t i = 0; s && i < s->n_outcomes; i++)
    if (s->outcomes[i].known &&
        (s->outcomes[i].any || edge_allows (d, block, edge, s->outcomes[i].value)))
      return false;
  return s;
}

/* NOW NULL: only what is stored where. */
static void walk_record (struct escape_walk *w, uint32_t record, struct owning *now)
{
  struct body *d = w->d;
  const struct record *r = d->b->records[record];
  switch (r->kind) {
  case REC_store: {
    const struct rec_store *s = (const struct rec_store *)r;
    if (s->src.kind == OPND_CONTENTS)
      escape_copy (w, value_of_address (d, &s->addr), value_of_address (d, s->src.u.addr),
                   points_of_address (d->s->p, d->f, s->src.u.addr), now);
    else if (!escape_holds_nothing (w, &s->src))
      escape_store (w, value_of_address (d, &s->addr), value_of_operand (d, &s->src),
                    points_of_operand (d->s->p, d->f, &s->src), now);
    break;
  }
  case REC_copy: {
    const struct rec_copy *copied = (const struct rec_copy *)r;
    escape_copy (w, value_of_address (d, &copied->to), value_of_address (d, &copied->from),
                 points_of_address (d->s->p, d->f, &copied->from), now);
    break;
  }
  case REC_call:
    escape_call (w, record, now);
    make_fresh (w, record, now);
    walk_given (w, record, now);
    break;
  case REC_alloca:
    make_fresh (w, record, now);
    break;
  case REC_va:
    escape_va (w, (const struct rec_va *)r, now);
    break;
  case REC_asm_operand:
    escape_operand (w, &((const struct rec_asm_operand *)r)->operand, now);
    break;
  default:
    break;
  }
}

/* The formals that must be owned for ROOT to be: itself, and those it is stored in. */
static uint32_t needs_of (const struct escape_walk *w, uint32_t root)
{
  uint32_t needs = 0;
  for (uint32_t i = 0; i < w->n; i++) {
    const struct expr *v = expr_get (&w->d->s->x, w->root[i]);
    if (v->op == X_FORMAL &&
        (i == root || escape_with_contents (w, escape_bit (i), NULL) & escape_bit (root)))
      needs |= (uint32_t)1 << v->a;
  }
  return needs;
}

static void note_returns (struct escape_walk *w, const struct owning *now, uint32_t record,
                          struct summary *s, bool *fresh, bool *first)
{
  struct body *d = w->d;
  const struct rec_return *r = (const struct rec_return *)d->b->records[record];
  expr_id e = value_of_operand (d, &r->value);
  int64_t k;
  if (expr_is_const (&d->s->x, e, &k) && !k)
    return;
  uint32_t n = escape_root (w, e);
  const struct join *join = escape_join (d, e);
  expr_id base = e ? expr_base (&d->s->x, e, &k) : 0; /* K bytes before it, there may be a header */
  bool is_fresh = n != NO_ROOT && w->root[n] == base &&
                  (expr_get (&d->s->x, base)->op == X_FRESH ||
                   (!k && (expr_get (&d->s->x, base)->op == X_LOAD || join))) &&
                  !((now->escaped | now->tied) & escape_bit (n));
  *fresh = is_fresh && (*first || *fresh);
  s->taken_result |= join ? join->taken : is_taken (d->s, e);
  funid taker = taker_of_list (d, e);
  s->list_taker = *first || s->list_taker == taker ? taker : 0;
  escape_note_filled (w, n, now, s);
  s->result = *first || s->result == e ? e : 0;
  *first = false;
}

static void note_formals (const struct escape_walk *w, uint64_t escaped, struct summary *s)
{
  for (uint32_t i = 0; i < w->n; i++) {
    const struct expr *v = expr_get (&w->d->s->x, w->root[i]);
    if (v->op != X_FORMAL)
      continue;
    if (escaped >> i & 1)
      s->escapes |= (uint32_t)1 << v->a;
    for (uint32_t k = 0; k < w->n; k++) {
      const struct expr *in = expr_get (&w->d->s->x, w->root[k]);
      if (in->op != X_FORMAL || !(escape_with_contents (w, escape_bit (i), NULL) >> k & 1) ||
          i == k)
        continue;
      if (v->a < MOST_TIED)
        s->ties[v->a] |= (uint32_t)1 << in->a;
      else
        s->escapes |= (uint32_t)1 << in->a;
    }
  }
}

/* Adds what is known on one more way; whether it is new. */
static bool enter (struct owning *to, struct owning out)
{
  struct owning before = *to;
  to->escaped |= out.escaped;
  to->tied |= out.tied;
  to->found |= out.found;
  to->placed |= out.placed;
  return to->escaped != before.escaped || to->tied != before.tied || to->found != before.found ||
         to->placed != before.placed;
}

/* Those that may be one of the roots, too. */
static uint64_t with_aliases (const struct escape_walk *w, uint64_t roots)
{
  uint64_t all = roots;
  for (uint32_t i = 0; roots && i < w->n; i++)
    all |= w->alias[i] & roots ? escape_bit (i) : 0;
  return all;
}

/* What is owned before a record is executed. */
static void note_record (struct escape_walk *w, uint32_t record, const struct owning *now)
{
  struct body *d = w->d;
  d->owned[record] = ~now->escaped;
  d->tied[record] = now->tied;
  d->placed[record] = with_aliases (w, now->placed);
  d->found[record] = escape_formals (w, now->found);
}

/* What is owned at the start of each block; if it is NOTED, at each record.  In the last round that
   is what it is in the end. */
static void follow (struct escape_walk *w, bool noted)
{
  struct body *d = w->d;
  bool changed = true;
  memset (w->in, 0, d->b->n_blocks * sizeof *w->in);
  w->in[0].placed = w->known;
  for (uint32_t i = 0; i < d->takes.n; i++)
    w->in[0].escaped |= escape_bit (escape_root (w, d->takes.v[i].e));
  for (uint32_t i = 0; i < d->loose.n; i++)
    w->in[0].escaped |= escape_bit (escape_root (w, d->loose.v[i].e));
  while (changed) {
    changed = false;
    w->all = (struct owning){0};
    for (uint32_t i = 0; i < d->flow.rpo.n; i++) {
      uint32_t block = d->flow.rpo.nodes[i];
      struct owning now = w->in[block], before = now;
      uint32_t creation = UINT32_MAX;
      for (uint32_t r = d->b->blocks[block].first; r < d->b->blocks[block].end; r++) {
        if (creates_thread (d, r) || refusing_callee (d, r) || swaps (d, r)) {
          creation = r;
          before = now;
          if (swaps (d, r))
            escape_swapped (w, (const struct rec_call *)d->b->records[r], &before);
        }
        if (noted)
          note_record (w, r, &now);
        walk_record (w, r, &now);
        walk_take (w, r, &now);
        enter (&w->all, now);
      }
      w->all.escaped |= now.escaped;
      for (uint32_t k = 0; k < d->b->blocks[block].n_edges; k++) {
        struct owning *to = &w->in[d->b->blocks[block].edges[k].target];
        struct owning out = has_failed (d, block, k, creation) ? before : now;
        take_edge (w, block, k, &out);
        escape_enter_joins (w, block, d->b->blocks[block].edges[k].target, &out);
        /* What comes later in the order is still to be walked. */
        changed |= enter (to, out) && d->flow.rpo.place[d->b->blocks[block].edges[k].target] <= i;
      }
    }
  }
}

/* What is owned before a record, once `follow' has found that of the blocks. */
static struct owning owned_before (struct escape_walk *w, uint32_t record)
{
  uint32_t block = w->d->flow.block_of[record];
  struct owning now = w->in[block];
  for (uint32_t r = w->d->b->blocks[block].first; r < record; r++) {
    walk_record (w, r, &now);
    walk_take (w, r, &now);
  }
  return now;
}

struct owning escape_behind (const struct escape_walk *w, uint32_t record)
{
  struct body *d = w->d;
  uint32_t n = d->b->n_blocks, start = d->flow.block_of[record];
  struct owning *in = XCNEWVEC (struct owning, n);
  bool *reached = XCNEWVEC (bool, n), changed = true;
  struct escape_walk here = *w;
  bool returns = d->b->records[record]->kind == REC_return;
  struct owning now = w->in[start], known = {0};
  for (uint32_t r = d->b->blocks[start].first; r <= record; r++) {
    walk_record (&here, r, &now);
    walk_take (&here, r, &now);
  }
  for (bool first = true; changed; first = false) {
    changed = false;
    for (uint32_t i = 0; i < d->flow.rpo.n; i++) {
      uint32_t block = d->flow.rpo.nodes[i], from = d->b->blocks[block].first;
      struct owning at = in[block];
      if (first && block == start) {
        at = now;
        from = record + 1;
      } else if (!reached[block]) {
        continue;
      }
      for (uint32_t r = from; r < d->b->blocks[block].end; r++) {
        walk_record (&here, r, &at);
        walk_take (&here, r, &at);
        if (d->b->records[r]->kind == REC_return)
          enter (&known, at);
      }
      for (uint32_t k = 0; k < d->b->blocks[block].n_edges; k++) {
        uint32_t to = d->b->blocks[block].edges[k].target;
        struct owning out = at;
        escape_enter_joins (w, block, to, &out);
        changed |= enter (&in[to], out) || !reached[to];
        reached[to] = true;
      }
    }
  }
  free (in);
  free (reached);
  return returns ? now : known;
}

/* Whether the function returns what it has taken out of where it was, if its caller holds a lock.
 */
static bool returns_taken (struct escape_walk *w)
{
  struct body *d = w->d;
  uint32_t held = d->takes.n;
  struct summary s = {0};
  bool taken = false, first = true;
  const struct join *join = escape_join (d, w->summary->result);
  uint64_t either = join ? w->alias[escape_root (w, join->e)] : 0;
  for (uint32_t i = 0; i < d->loose.n; i++)
    if (d->loose.v[i].e == w->summary->result ||
        either & escape_bit (escape_root (w, d->loose.v[i].e)))
      vec_push (&d->takes, d->loose.v[i]);
  if (d->takes.n == held)
    return false;
  follow (w, false);
  for (uint32_t i = 0; i < d->returns.n; i++) {
    struct owning now = owned_before (w, d->returns.v[i]);
    note_returns (w, &now, d->returns.v[i], &s, &taken, &first);
  }
  d->takes.n = held;
  return taken;
}

void escape_find (struct body *d, struct summary *s)
{
  struct escape_walk w = {.d = d, .summary = s};
  bool fresh = false, first = true;
  w.in = ARENA_ARRAY (&d->arena, d->b->n_blocks, struct owning);
  d->owned = ARENA_ARRAY (&d->arena, d->b->n_records, uint64_t);
  d->tied = ARENA_ARRAY (&d->arena, d->b->n_records, uint64_t);
  d->placed = ARENA_ARRAY (&d->arena, d->b->n_records, uint64_t);
  d->found = ARENA_ARRAY (&d->arena, d->b->n_records, uint32_t);
  s->inside_escapes = 0;
  s->inside_leads = SETS_EMPTY;
  s->inside_leads_anywhere = false;
  d->s->n_escapes++;
  escape_find_roots (&w);
  /* What is stored where, until nothing is new: a copy may come before what it copies. */
  for (uint64_t before = 1, sum = 0; before != sum;) {
    before = sum;
    sum = 0;
    for (uint32_t r = 0; r < d->b->n_records; r++)
      walk_record (&w, r, NULL);
    for (uint32_t i = 0; i < w.n; i++)
      sum +=
          (unsigned)__builtin_popcountll (w.inside[i]) + (unsigned)__builtin_popcount (w.inner[i]);
  }
  follow (&w, true);
  uint64_t all = w.all.escaped, found = w.all.found;
  s->escapes = 0;
  s->result = 0;
  s->taken_result = false;
  s->list_taker = 0;
  s->result_holds = s->result_inner = 0;
  memset (s->ties, 0, sizeof s->ties);
  for (uint32_t i = 0; i < d->flow.rpo.n; i++) {
    const struct block *b = &d->b->blocks[d->flow.rpo.nodes[i]];
    for (uint32_t r = b->first; r < b->end; r++)
      if (d->b->records[r]->kind == REC_return) {
        struct owning now = owned_before (&w, r);
        note_returns (&w, &now, r, s, &fresh, &first);
      }
  }
  note_formals (&w, all, s);
  s->inside_escapes |= escape_inner (&w, all | w.formals, NULL);
  s->found_escapes = escape_formals (&w, found);
  s->fresh_result = fresh;
  s->loose_result = !fresh && returns_taken (&w);
  d->n_roots = w.n;
  d->roots = ARENA_ARRAY (&d->arena, w.n, struct root);
  for (uint32_t i = 0; i < w.n; i++)
    d->roots[i] =
        (struct root){w.root[i], needs_of (&w, i), escape_with_contents (&w, escape_bit (i), NULL)};
  escape_find_gives (&w, s);
  map_free (&w.number);
  map_free (&w.of_set);
  map_free (&w.behind_set);
  map_free (&w.callees_keep);
  vec_free (&w.masks);
  vec_free (&w.behind);
}

/* Owning memory protects what is done to it only if it is handed over in order. */
static bool is_handed_over_in_order (const struct body *d, expr_id root)
{
  setid at = expr_points (&d->s->x, d->f, root);
  if (bitset_next (&d->s->relaxed, 0) == BITSET_END)
    return true;
  for (struct set_iter i = sets_each (&d->s->p->sets, at); set_next (&i);)
    if (bitset_has (&d->s->relaxed, loc_object (&d->s->p->objects, i.x)))
      return false;
  return true;
}

/* Whether only library functions are called there. */
static bool makes_it_itself (const struct body *d, uint32_t record)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  calls_of_record (p, d->f, record, &first, &end);
  bool all = first < end;
  for (; first < end; first++)
    all = all && p->models[p->calls.v[first].callee];
  return all;
}

bool is_owned (const struct body *d, uint32_t record, expr_id address, uint32_t *needs)
{
  expr_id root = root_of_phi (d, expr_root (&d->s->x, address));
  if (!root || !escape_is_root (d, root) || !is_handed_over_in_order (d, root))
    return false;
  const struct expr *made = expr_get (&d->s->x, root);
  if (made->op == X_FRESH && made->b == record && makes_it_itself (d, record)) {
    *needs = 0;
    return true; /* a library function that fills what it returns */
  }
  for (uint32_t i = 0; root && i < d->n_roots; i++)
    if (d->roots[i].e == root) {
      const struct expr *v = expr_get (&d->s->x, root);
      *needs = d->tied[record] >> i & 1 ? d->roots[i].needs
               : v->op == X_FORMAL      ? (uint32_t)1 << v->a
                                        : 0;
      bool both = v->op == X_FORMAL && d->tied[record] >> i & 1 && d->found[record] >> v->a & 1;
      return d->owned[record] >> i & 1 && !both;
    }
  return false; /* too many of them */
}

bool is_placed_nowhere (const struct body *d, uint32_t record, expr_id address)
{
  expr_id root = root_of_phi (d, expr_root (&d->s->x, address));
  for (uint32_t i = 0; root && i < d->n_roots; i++)
    if (d->roots[i].e == root)
      return !((d->placed[record] | d->tied[record] | ~d->owned[record]) >> i & 1);
  return false;
}

bool is_held_by_own (const struct body *d, uint32_t record, expr_id address, uint32_t *needs,
                     expr_id *holder)
{
  const struct exprs *x = &d->s->x;
  expr_id root = expr_root (x, address), from = root ? expr_origin (x, root) : 0;
  *holder = from ? expr_root (x, from) : 0;
  return *holder && expr_get (x, root)->op == X_LOAD && expr_get (x, *holder)->op != X_OBJECT &&
         proves_by (d->s->p, PROOF_TAKEN) && is_owned (d, record, *holder, needs);
}

funid taker_of_list (const struct body *d, expr_id e)
{
  const struct summaries *s = d->s;
  const struct expr *v = e ? expr_get (&s->x, e) : NULL;
  uint32_t first, end;
  int64_t k;
  for (uint32_t i = 0; v && v->op == X_LOAD && i < d->takes.n; i++) {
    const struct take *t = &d->takes.v[i];
    const struct rec_store *store = (const struct rec_store *)d->b->records[t->store];
    if (t->e == e && !t->index) /* nothing else is found in its place then */
      return store->r.kind == REC_store && constant_operand (d->b, &store->src, &k) && !k ? d->f
                                                                                          : 0;
  }
  if (!v || v->op != X_FRESH || v->a != d->f)
    return 0;
  calls_of_record (s->p, d->f, v->b, &first, &end);
  return end - first == 1 ? s->of[s->p->calls.v[first].callee].list_taker : 0;
}

funid is_in_taken_list (const struct body *d, uint32_t record, expr_id address, expr_id *first)
{
  const struct exprs *x = &d->s->x;
  expr_id root = expr_root (x, address);
  uint32_t needs = 0;
  *first = root && expr_get (x, root)->op == X_REACHED ? expr_root (x, expr_get (x, root)->a) : 0;
  funid taker = *first && proves_by (d->s->p, PROOF_TAKEN) ? taker_of_list (d, *first) : 0;
  return taker && is_owned (d, record, *first, &needs) && !needs ? taker : 0;
}

uint32_t gone_formals (const struct body *d, uint32_t record)
{
  uint32_t gone = 0;
  for (uint32_t i = 0; i < d->n_roots; i++) {
    const struct expr *v = expr_get (&d->s->x, d->roots[i].e);
    if (v->op == X_FORMAL && (!(d->owned[record] >> i & 1) || d->tied[record] >> i & 1))
      gone |= (uint32_t)1 << v->a;
  }
  return gone | d->found[record];
}

bool may_lead_to (const struct body *d, expr_id a, expr_id b)
{
  expr_id from = expr_root (&d->s->x, a), to = expr_root (&d->s->x, b);
  if (!from || !to || from == to)
    return true;
  for (uint32_t i = 0; i < d->n_roots; i++)
    for (uint32_t k = 0; d->roots[i].e == from && k < d->n_roots; k++)
      if (d->roots[k].e == to && d->roots[i].contents >> k & 1)
        return true;
  setid x = expr_points (&d->s->x, d->f, from), y = expr_points (&d->s->x, d->f, to);
  const struct objects *o = &d->s->p->objects;
  for (struct set_iter i = sets_each (&d->s->p->sets, x); set_next (&i);)
    for (struct set_iter k = sets_each (&d->s->p->sets, y); set_next (&k);)
      if (loc_object (o, i.x) == loc_object (o, k.x))
        return true;
  return false;
}
