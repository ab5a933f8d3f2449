/* Escape: what an instruction stores where, and what becomes known by it: stores, copies, calls, by
   what models and summaries say, and arguments behind `...'. */

#include "escape-internal.h"

uint32_t escape_formals (const struct escape_walk *w, uint64_t roots)
{
  uint32_t formals = 0;
  for (uint32_t i = 0; i < w->n; i++)
    if (roots & w->formals & escape_bit (i))
      formals |= (uint32_t)1 << expr_get (&w->d->s->x, w->root[i])->a;
  return formals;
}

uint64_t escape_with_contents (const struct escape_walk *w, uint64_t roots,
                               const struct owning *now)
{
  uint64_t before, placed = now ? now->placed : UINT64_MAX;
  do {
    before = roots;
    for (uint32_t i = 0; i < w->n; i++)
      if (roots >> i & 1)
        roots |= w->inside[i] & placed;
  } while (roots != before);
  return roots;
}

uint32_t escape_inner (const struct escape_walk *w, uint64_t roots, const struct owning *now)
{
  uint32_t formals = 0;
  roots = escape_with_contents (w, roots, now);
  for (uint32_t i = 0; i < w->n; i++)
    formals |= roots >> i & 1 ? w->inner[i] : 0;
  return formals;
}

/* Formals in whose memory the value was found, or the formal that it is, if ITSELF; also by way of
   other memory, and what of theirs has been stored in memory where it was found. */
static uint32_t formals_behind (struct escape_walk *w, expr_id value, bool itself)
{
  const struct exprs *x = &w->d->s->x;
  expr_id first = expr_root (x, value), root = first;
  for (expr_id from = value; from; from = expr_origin (x, root))
    root = expr_root (x, from);
  uint8_t op = root ? expr_get (x, root)->op : (uint8_t)X_VALUE;
  if (op == X_CONST || (op == X_OBJECT && escape_root (w, root) == NO_ROOT))
    return 0;
  if (op == X_FORMAL) {
    uint32_t a = expr_get (x, root)->a;
    return a < 32 && (itself || first != root) ? (uint32_t)1 << a : 0;
  }
  struct provenance from = escape_source (w, value);
  if (from.roots == UINT64_MAX)
    return UINT32_MAX;
  uint64_t holders = from.inside | (itself ? from.roots : 0);
  return escape_formals (w, holders) | escape_inner (w, holders, NULL);
}

/* VALUE becomes part of the memory that TO is in. */
static void put_into (struct escape_walk *w, expr_id address, struct pointees value,
                      struct owning *now)
{
  uint32_t to = escape_root (w, address);
  uint64_t holders = to != NO_ROOT ? w->alias[to] : 0;
  uint64_t stored = (value.roots | value.behind) & ~holders;
  if (now) {
    now->found |= value.found & ~holders;
    now->placed |= holders ? stored : 0;
  }
  if (!stored)
    return;
  if (!now) {
    for (uint32_t i = 0; i < w->n; i++)
      w->inside[i] |= holders >> i & 1 ? stored : 0;
  } else if (to == NO_ROOT || now->escaped & escape_bit (to)) {
    now->escaped |= escape_with_contents (w, stored, now);
  } else if (now->tied & escape_bit (to) || expr_get (&w->d->s->x, w->root[to])->op == X_FORMAL) {
    now->tied |= escape_with_contents (w, stored, now);
  }
}

/* Whether what is stored in the memory of root TO leaves the function, as far as its callers know.
 */
static bool leaves (const struct escape_walk *w, uint32_t to)
{
  return to == NO_ROOT || expr_get (&w->d->s->x, w->root[to])->op == X_FORMAL;
}

/* Something from the memory of these formals leaves it, which leads to LEADS; NULL: anywhere. */
static void note_leads (struct escape_walk *w, uint32_t formals, const struct behind *leads)
{
  struct summary *s = w->summary;
  if (!formals)
    return;
  if (!leads || leads->far || leads->mixed)
    s->inside_leads_anywhere = true;
  else
    s->inside_leads = sets_union (&w->d->s->p->sets, s->inside_leads, leads->all);
}

/* Something from the memory of these formals is stored at ADDRESS. */
static void note_inner (struct escape_walk *w, expr_id address, uint32_t formals,
                        const struct behind *leads)
{
  uint32_t to = escape_root (w, address);
  note_leads (w, formals, leads);
  if (leaves (w, to))
    w->summary->inside_escapes |= formals;
  for (uint32_t i = 0; to != NO_ROOT && i < w->n; i++)
    w->inner[i] |= w->alias[to] >> i & 1 ? formals : 0;
}

/* A pointer VALUE is stored at ADDRESS. */
void escape_store (struct escape_walk *w, expr_id address, expr_id value, setid points,
                   struct owning *now)
{
  put_into (w, address, escape_roots_of (w, value, points, now), now);
  if (!now)
    note_inner (w, address, formals_behind (w, value, false), NULL);
}

static void escape (struct escape_walk *w, expr_id value, setid points, struct owning *now)
{
  struct pointees known = escape_roots_of (w, value, points, now);
  if (now) {
    now->escaped |= escape_with_contents (w, known.roots | known.behind, now);
    now->found |= known.found;
  } else {
    uint32_t formals = formals_behind (w, value, false);
    note_leads (w, formals, NULL);
    w->summary->inside_escapes |= formals;
  }
}

/* What is stored in the memory that ADDRESS is in. */
static uint64_t contents_of (struct escape_walk *w, expr_id address, setid points,
                             const struct owning *now)
{
  struct pointees at = escape_roots_of (w, address, points, now);
  uint64_t holders = at.roots | at.found, contents = 0;
  for (uint32_t i = 0; i < w->n; i++)
    if (holders >> i & 1)
      contents |= w->inside[i];
  return at.behind | (now ? contents & now->placed : contents);
}

/* The copy holds what the original held. */
void escape_copy (struct escape_walk *w, expr_id to, expr_id from, setid points, struct owning *now)
{
  put_into (w, to, (struct pointees){contents_of (w, from, points, now), 0, 0}, now);
  if (!now) {
    uint32_t formals = formals_behind (w, from, true);
    struct behind leads = {SETS_EMPTY, false, false};
    if (formals)
      leads = escape_contents_lead (w, from, points);
    note_inner (w, to, formals, &leads);
  }
}

bool escape_holds_nothing (const struct escape_walk *w, const struct operand *o)
{
  return o->kind == OPND_VALUE && !points_of_value (w->d->s->p, w->d->f, o->value);
}

/* What is stored in the memory that ADDRESS is in becomes known: to a function BY, or NULL. */
static void contents_escape (struct escape_walk *w, expr_id address, setid points,
                             const struct summary *by, struct owning *now)
{
  if (now) {
    uint64_t contents = contents_of (w, address, points, now);
    now->escaped |= contents ? escape_with_contents (w, contents, now) & escape_may_be (w, by) : 0;
  } else {
    struct behind leads = {by ? by->inside_leads : SETS_EMPTY, !by || by->inside_leads_anywhere,
                           false};
    uint32_t formals = formals_behind (w, address, true);
    note_leads (w, formals, &leads);
    w->summary->inside_escapes |= formals;
  }
}

void escape_operand (struct escape_walk *w, const struct operand *o, struct owning *now)
{
  struct body *d = w->d;
  if (escape_holds_nothing (w, o))
    return;
  if (o->kind == OPND_CONTENTS) {
    contents_escape (w, value_of_address (d, o->u.addr),
                     points_of_address (d->s->p, d->f, o->u.addr), NULL, now);
  } else {
    escape (w, value_of_operand (d, o), points_of_operand (d->s->p, d->f, o), now);
  }
}

/* What is stored in the memory that an operand points to. */
static void escape_contents (struct escape_walk *w, const struct operand *o, struct owning *now)
{
  contents_escape (w, value_of_operand (w->d, o), points_of_operand (w->d->s->p, w->d->f, o), NULL,
                   now);
}

void escape_swapped (struct escape_walk *w, const struct rec_call *c, struct owning *now)
{
  if (c->args.n)
    escape_contents (w, &c->args.v[0], now);
}

/* Where an operand of a model points to, if it is an argument or what one points to. */
static setid points_of_argument (struct body *d, const struct rec_call *c,
                                 const struct model_operand *o)
{
  if (o->kind != MODEL_PLACE || o->u.place.base != MODEL_ARG || o->u.place.number >= c->args.n)
    return SETS_EMPTY;
  return points_of_operand (d->s->p, d->f, &c->args.v[o->u.place.number]);
}

static void escape_argument (struct escape_walk *w, const struct rec_call *c,
                             const struct model_operand *o, struct owning *now)
{
  if (o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARGS) {
    for (uint32_t k = o->u.place.number; k < c->args.n; k++)
      escape_operand (w, &c->args.v[k], now);
    return;
  }
  escape (w, value_of_model_operand (w->d, c, o), points_of_argument (w->d, c, o), now);
}

static void walk_model (struct escape_walk *w, const struct model *m, const struct rec_call *c,
                        struct owning *now)
{
  struct body *d = w->d;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    switch (e->kind) {
    case EFFECT_CHAIN:
      escape_argument (w, c, &e->op[CHAIN_VALUE], now);
      break;
    case EFFECT_KEEP:
      escape_argument (w, c, &e->op[KEEP_VALUE], now);
      break;
    case EFFECT_KEY_SET:
      escape_argument (w, c, &e->op[KEY_SET_VALUE], now);
      break;
    case EFFECT_ATOMIC_LOAD:
    case EFFECT_ATOMIC_STORE:
    case EFFECT_ATOMIC_RMW:
    case EFFECT_ATOMIC_CAS:
      for (uint32_t k = 0; k < c->args.n; k++) {
        if (k && e->kind != EFFECT_ATOMIC_LOAD) /* the first is where it goes */
          escape_operand (w, &c->args.v[k], now);
        if (!c->r.dst || e->kind == EFFECT_ATOMIC_CAS) /* what was there goes to other memory */
          escape_contents (w, &c->args.v[k], now);
      }
      break;
    case EFFECT_STORE:
      escape_store (w, address_of_model_place (d, c, &e->op[STORE_MEMORY].u.place),
                    value_of_model_operand (d, c, &e->op[STORE_VALUE]),
                    points_of_argument (d, c, &e->op[STORE_VALUE]), now);
      break;
    case EFFECT_COPY:
      escape_copy (w, address_of_model_place (d, c, &e->op[COPY_TO].u.place),
                   address_of_model_place (d, c, &e->op[COPY_FROM].u.place),
                   points_of_argument (d, c, &e->op[COPY_FROM]), now);
      break;
    case EFFECT_REALLOCATE:
      if (c->r.dst)
        escape_copy (w, d->value[c->r.dst],
                     value_of_model_operand (d, c, &e->op[REALLOCATE_POINTER]),
                     points_of_argument (d, c, &e->op[REALLOCATE_POINTER]), now);
      break;
    case EFFECT_FORK:
    case EFFECT_CALL:
    case EFFECT_ONCE:
    case EFFECT_CLEANUP_PUSH: {
      unsigned at = e->kind == EFFECT_FORK   ? (unsigned)FORK_CALL
                    : e->kind == EFFECT_CALL ? (unsigned)CALL_CALL
                    : e->kind == EFFECT_ONCE ? (unsigned)ONCE_CALL
                                             : (unsigned)CLEANUP_PUSH_CALL;
      const struct model_operand *o = &e->op[at];
      for (uint32_t k = 0; o->kind == MODEL_CALL && k < o->u.call->n_args; k++)
        escape_argument (w, c, &o->u.call->args[k], now);
      break;
    }
    default:
      break;
    }
  }
}

/* What is stored in the memory of an argument becomes known, not the argument itself. */
static void escape_inside (struct escape_walk *w, expr_id actual, setid points,
                           const struct summary *by, struct owning *now)
{
  uint32_t n = escape_root (w, actual);
  contents_escape (w, actual, points, by, now);
  if (now &&
      (n == NO_ROOT || w->formals & escape_bit (n))) /* a caller has put them there, perhaps */
    now->found |= w->formals & escape_may_be (w, by);
}

/* The function finds what it gets in memory, too, if it is there, and makes it known. */
static void escape_if_stored (struct escape_walk *w, expr_id actual, setid points,
                              struct owning *now)
{
  struct pointees known = escape_roots_of (w, actual, points, now);
  if (now) {
    now->escaped |= escape_with_contents (w, (known.roots & now->placed) | known.behind, now);
    now->found |= (known.roots & w->formals & ~now->placed) | known.found;
  }
}

/* The arguments behind `...' are stored in the list, where somebody finds them. */
void escape_va (struct escape_walk *w, const struct rec_va *v, struct owning *now)
{
  expr_id list = value_of_operand (w->d, &v->list), from = value_of_operand (w->d, &v->from);
  switch (v->kind) {
  case VK_START:
    put_into (w, list, (struct pointees){w->rest, 0, 0}, now);
    break;
  case VK_COPY:
    escape_copy (w, list, from, points_of_operand (w->d->s->p, w->d->f, &v->from), now);
    break;
  case VK_ARG:
    if (!now || v->result.kind == OPND_CONTENTS)
      contents_escape (w, list, points_of_operand (w->d->s->p, w->d->f, &v->list), NULL, now);
    break;
  }
}

enum { ANY_KEEPS = 1, ANY_LEAVES = 2, KNOWS_CALLEES = 4 };

/* Calls of functions of which only is known which arguments they keep; there may be many, but what
   becomes of an argument depends only on whether one of them does, and whether one does not. */
static uint32_t what_callees_keep (const struct escape_walk *w, uint32_t first, uint32_t end,
                                   uint32_t argument)
{
  const struct summaries *s = w->d->s;
  uint32_t all = KNOWS_CALLEES;
  for (uint32_t k = first; k < end && all != (KNOWS_CALLEES | ANY_KEEPS | ANY_LEAVES); k++) {
    const struct call_edge *call = &s->p->calls.v[k];
    if (call->kind != CALL_NOW || s->p->models[call->callee] || call_is_instantiated (s, call))
      continue;
    uint32_t formal = escape_formal (s->p, call->callee, argument);
    all |= formal >= 32 || s->keeps[call->callee] >> formal & 1 ? ANY_KEEPS : ANY_LEAVES;
  }
  return all;
}

static void walk_unseen_calls (struct escape_walk *w, uint32_t first, uint32_t end,
                               const struct rec_call *c, struct owning *now)
{
  const struct summaries *s = w->d->s;
  for (uint32_t i = 0; i < c->args.n; i++) {
    const struct operand *o = &c->args.v[i];
    if (escape_holds_nothing (w, o))
      continue;
    uint32_t *known = map_at (&w->callees_keep, map_pair (first, i));
    if (!*known)
      *known = what_callees_keep (w, first, end, i);
    bool whole = o->kind == OPND_CONTENTS;
    if (*known & (whole ? ANY_KEEPS | ANY_LEAVES : ANY_KEEPS))
      escape_operand (w, o, now);
    if (!whole && *known & ANY_LEAVES) {
      expr_id actual = value_of_operand (w->d, o);
      setid points = points_of_operand (s->p, w->d->f, o);
      escape_inside (w, actual, points, NULL, now);
      escape_if_stored (w, actual, points, now);
    }
  }
}

/* A struct that a function returns may hold what the function gets, and what it finds there. */
static void walk_result (struct escape_walk *w, const struct rec_call *c, struct owning *now)
{
  struct body *d = w->d;
  if (c->result.kind != OPND_CONTENTS)
    return;
  expr_id to = value_of_address (d, c->result.u.addr);
  for (uint32_t i = 0; i < c->args.n; i++) {
    const struct operand *o = &c->args.v[i];
    if (o->kind == OPND_CONTENTS) {
      escape_copy (w, to, value_of_address (d, o->u.addr),
                   points_of_address (d->s->p, d->f, o->u.addr), now);
    } else {
      setid points = points_of_operand (d->s->p, d->f, o);
      escape_store (w, to, value_of_operand (d, o), points, now);
      escape_copy (w, to, value_of_operand (d, o), points, now);
    }
  }
}

void escape_call (struct escape_walk *w, uint32_t record, struct owning *now)
{
  struct body *d = w->d;
  struct pointers *p = d->s->p;
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  uint32_t first, end;
  calls_of_record (p, d->f, record, &first, &end);
  bool all = first == end, calls_body = false;
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    if (call->kind != CALL_NOW)
      continue;
    calls_body |= !m;
    if (m) {
      walk_model (w, m, c, now);
    } else if (call_is_instantiated (d->s, call)) {
      const struct summary *s = &d->s->of[call->callee];
      for (uint32_t i = 0; i < c->args.n; i++) {
        const struct operand *o = &c->args.v[i];
        if (escape_holds_nothing (w, o))
          continue;
        expr_id actual = value_of_operand (d, o);
        setid points = points_of_operand (p, d->f, o);
        uint32_t formal = escape_formal (p, call->callee, i);
        if (formal >= 32 || s->escapes >> formal & 1 || o->kind == OPND_CONTENTS)
          escape_operand (w, o, now);
        else if (s->inside_escapes >> formal & 1)
          escape_inside (w, actual, points, s, now);
        if (formal < 32 && s->found_escapes >> formal & 1)
          escape_if_stored (w, actual, points, now);
        for (uint32_t j = 0; formal < MOST_TIED && j < c->args.n; j++) {
          uint32_t tied = escape_formal (p, call->callee, j);
          if (tied < 32 && s->ties[formal] >> tied & 1)
            escape_store (w, actual, value_of_operand (d, &c->args.v[j]),
                          points_of_operand (p, d->f, &c->args.v[j]), now);
        }
      }
    }
  }
  walk_unseen_calls (w, first, end, c, now);
  bool nested = c->chain.kind != OPND_OTHER || c->chain.other != OO_NONE;
  if (calls_body && nested) /* what such do with variables of this one, nobody looks */
    escape_operand (w, &c->chain, now);
  for (uint32_t i = 0; all && i < c->args.n; i++)
    escape_operand (w, &c->args.v[i], now);
  if (now && calls_body) /* which may take the address of a thread-local variable itself */
    now->escaped |= escape_with_contents (w, w->locals_of_thread, now);
  walk_result (w, c, now);
}

void escape_filled (struct escape_walk *w, uint32_t record, expr_id e, struct owning *now)
{
  struct body *d = w->d;
  struct pointers *p = d->s->p;
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  uint32_t first, end;
  calls_of_record (p, d->f, record, &first, &end);
  for (; first < end; first++) {
    const struct call_edge *call = &p->calls.v[first];
    const struct summary *s = &d->s->of[call->callee];
    if (call->kind != CALL_NOW || p->models[call->callee] || !call_is_instantiated (d->s, call))
      continue;
    for (uint32_t i = 0; s->result_holds | s->result_inner && i < c->args.n; i++) {
      const struct operand *o = &c->args.v[i];
      uint32_t formal = escape_formal (p, call->callee, i);
      if (formal >= 32 || o->kind == OPND_CONTENTS || escape_holds_nothing (w, o))
        continue; /* what they do get in any case is known to everybody */
      if (s->result_holds >> formal & 1)
        escape_store (w, e, value_of_operand (d, o), points_of_operand (p, d->f, o), now);
      if (s->result_inner >> formal & 1)
        escape_copy (w, e, value_of_operand (d, o), points_of_operand (p, d->f, o), now);
    }
  }
}

void escape_note_filled (const struct escape_walk *w, uint32_t root, const struct owning *now,
                         struct summary *s)
{
  uint64_t roots = root != NO_ROOT ? w->alias[root] : 0;
  s->result_holds |= escape_formals (w, escape_with_contents (w, roots, now));
  s->result_inner |= escape_inner (w, roots, now);
}
