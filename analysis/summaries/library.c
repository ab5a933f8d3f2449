/* What depends on how library functions are used in the program: types of mutexes, and which
   functions may be left otherwise than by returning. */

#include "summaries.h"

/* Types of mutexes */

static setid argument_points (struct summaries *s, funid f, const struct rec_call *c,
                              const struct model_operand *o)
{
  return o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG && o->u.place.derefs == 1 &&
                 o->u.place.number < c->args.n
             ? points_of_operand (s->p, f, &c->args.v[o->u.place.number])
             : SETS_EMPTY;
}

/* Whether the effect may give what it is about the property. */
static bool sets_property (const struct function *b, const struct rec_call *c,
                           const struct model_effect *e, enum model_property property)
{
  int64_t k;
  if (e->kind != EFFECT_ATTRIBUTE || e->op[ATTRIBUTE_PROPERTY].u.keyword != property)
    return false;
  const struct model_operand *v = &e->op[ATTRIBUTE_VALUE], *is = &e->op[ATTRIBUTE_IS];
  if (v->kind != MODEL_PLACE || v->u.place.base != MODEL_ARG || v->u.place.number >= c->args.n ||
      is->kind != MODEL_CONSTANTS || !constant_operand (b, &c->args.v[v->u.place.number], &k))
    return true;
  for (uint32_t i = 0; i < is->u.constants->n; i++)
    if (is->u.constants->v[i] == k)
      return true;
  return false;
}

static void add_all (struct summaries *s, struct bitset *to, setid set)
{
  for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);)
    bitset_add (to, i.x);
}

/* The calls that give locks or their attributes properties. */
static void find_inits (const struct summaries *s, vec_u32 *out)
{
  const struct pointers *p = s->p;
  for (uint32_t k = 0; k < p->calls.n; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    if (m && call->caller && call->kind == CALL_NOW &&
        (model_has (m, EFFECT_ATTRIBUTE) || model_has (m, EFFECT_INIT)))
      vec_push (out, k);
  }
}

/* Whether two operands have the same place in memory at one time. */
static bool same_place (const struct operand *a, const struct operand *b)
{
  if (a->kind == OPND_VALUE && b->kind == OPND_VALUE)
    return a->value == b->value;
  if (a->kind != OPND_ADDRESS || b->kind != OPND_ADDRESS)
    return false;
  const struct address *x = a->u.addr, *y = b->u.addr;
  return x->base_kind == y->base_kind && x->base == y->base && x->bitoff == y->bitoff &&
         !x->n_indices && !y->n_indices;
}

enum told { TOLD_NOTHING, TOLD_NO, TOLD_YES, TOLD_UNKNOWN };

/* What a call does to whether the attributes that are at ATTR, and may be at AT, have the property.
 */
static enum told told_by (struct summaries *s, funid f, uint32_t record, const struct operand *attr,
                          setid at, enum model_property property)
{
  struct pointers *p = s->p;
  const struct function *b = p->objects.program->functions[f].body;
  const struct rec_call *c = (const struct rec_call *)b->records[record];
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  const struct model *m = end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
  if (!m)
    return TOLD_UNKNOWN;
  bool is_other = false;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    const struct model_operand *o = &e->op[ATTRIBUTE_OBJECT];
    if (e->kind == EFFECT_INIT)
      is_other = true; /* only reads attributes */
    if (e->kind != EFFECT_ATTRIBUTE || !sets_meet (&p->sets, at, argument_points (s, f, c, o)))
      continue;
    if (!same_place (attr, &c->args.v[o->u.place.number]))
      return TOLD_UNKNOWN;
    enum model_property what = e->op[ATTRIBUTE_PROPERTY].u.keyword;
    if (what == property || what == PROPERTY_DEFAULT)
      return what == property && sets_property (b, c, e, property) ? TOLD_YES : TOLD_NO;
    is_other = true;
  }
  for (uint32_t i = 0; i < c->args.n && !is_other; i++)
    if (sets_meet (&p->sets, at, points_of_operand (p, f, &c->args.v[i])))
      return TOLD_UNKNOWN;
  return TOLD_NOTHING;
}

/* Whether the attributes have the property there, as the last call says that every way to the
   record passes: attributes may serve for mutexes of several types, one after the other. */
static enum told told_last (struct summaries *s, funid f, uint32_t record,
                            const struct operand *attr, enum model_property property)
{
  const struct function *b = s->p->objects.program->functions[f].body;
  setid at = points_of_operand (s->p, f, attr);
  uint32_t block = 0;
  while (block < b->n_blocks && b->blocks[block].end <= record)
    block++;
  for (uint32_t steps = 0; steps < b->n_blocks; steps++) {
    for (; record > b->blocks[block].first; record--) {
      const struct record *r = b->records[record - 1];
      enum told told = TOLD_NOTHING;
      if (r->kind == REC_call)
        told = told_by (s, f, record - 1, attr, at, property);
      else if (r->kind == REC_asm || r->kind == REC_copy || r->kind == REC_clear)
        told = TOLD_UNKNOWN;
      if (told)
        return told;
    }
    uint32_t n_preds = 0, pred = 0;
    for (uint32_t k = 0; block && k < b->n_blocks; k++)
      for (uint32_t i = 0; i < b->blocks[k].n_edges; i++)
        if (b->blocks[k].edges[i].target == block && (!n_preds || pred != k)) {
          n_preds++;
          pred = k;
        }
    if (n_preds != 1)
      return TOLD_UNKNOWN;
    block = pred;
    record = b->blocks[block].end;
  }
  return TOLD_UNKNOWN;
}

/* Adds to LOCKS those that may have the property.  Round 0 finds what gets it, attributes mostly,
   round 1 the mutexes that get those. */
static void find_property (struct summaries *s, const vec_u32 *inits, enum model_property property,
                           struct bitset *locks)
{
  const struct pointers *p = s->p;
  struct bitset attributes = {0};
  for (int round = 0; round < 2; round++)
    for (uint32_t k = 0; k < inits->n; k++) {
      const struct call_edge *call = &p->calls.v[inits->v[k]];
      const struct model *m = p->models[call->callee];
      const struct function *b = p->objects.program->functions[call->caller].body;
      const struct rec_call *c = (const struct rec_call *)b->records[call->record];
      for (uint32_t i = 0; c->r.kind == REC_call && i < m->n_effects; i++) {
        const struct model_effect *e = &m->effects[i];
        if (!round && sets_property (b, c, e, property)) {
          setid at = argument_points (s, call->caller, c, &e->op[ATTRIBUTE_OBJECT]);
          add_all (s, &attributes, at);
          add_all (s, locks, at);
        }
        if (!round || e->kind != EFFECT_INIT || e->op[INIT_ATTR].kind != MODEL_PLACE)
          continue;
        setid at = argument_points (s, call->caller, c, &e->op[INIT_ATTR]);
        bool has = false;
        if (at && told_last (s, call->caller, call->record,
                             &c->args.v[e->op[INIT_ATTR].u.place.number], property) == TOLD_NO)
          continue;
        for (struct set_iter j = sets_each (&p->sets, at); set_next (&j);)
          has |= bitset_has (&attributes, j.x) ||
                 (property == PROPERTY_RECURSIVE &&
                  p->objects.v.v[loc_object (&p->objects, j.x)].kind >= OBJECT_RESULT);
        if (has)
          add_all (s, locks, argument_points (s, call->caller, c, &e->op[INIT_LOCK]));
      }
    }
  bitset_free (&attributes);
}

/* Whether a lock at a location starts as zero, as the usual initialisers make it. */
static bool starts_plain (const struct summaries *s, loc_id l)
{
  enum { TYPED = 24 }; /* its type is in these bytes */
  const struct program *p = s->p->objects.program;
  const struct location *at = loc_get (&s->p->objects, l);
  const struct abstract_object *o = &s->p->objects.v.v[at->object];
  struct array_around around[MOST_AROUND];
  if (o->kind != OBJECT_GLOBAL)
    return true;
  const struct program_object *v = &p->objects[o->a];
  const struct unit *u = p->units[v->unit].unit;
  bool exact = at->offset > OFFSET_EVERYTHING && !o->whole &&
               !arrays_around (&s->p->objects, at->object, at->offset, around);
  for (uint32_t i = 0; v->defined && i < u->n_inits; i++)
    if (u->inits[i].object == v->number && (u->inits[i].kind != IK_INTEGER || u->inits[i].value) &&
        (!exact || (u->inits[i].offset >= at->offset && u->inits[i].offset < at->offset + TYPED)))
      return false;
  return v->defined;
}

bool may_nest (struct summaries *s, funid f, expr_id lock)
{
  setid at = expr_points (&s->x, f, lock);
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);)
    if (bitset_has (&s->recursive, i.x) || bitset_has (&s->errorcheck, i.x) ||
        s->p->objects.v.v[loc_object (&s->p->objects, i.x)].kind >= OBJECT_RESULT ||
        !starts_plain (s, i.x))
      return true;
  return !at;
}

/* Functions that may be left */

/* Whether a function, or one that it calls and that is known, may. */
static bool may_jump (const struct summaries *s, funid f)
{
  const struct pointers *p = s->p;
  const struct program *program = p->objects.program;
  if (!f || f > program->n_functions || s->jumps[f])
    return f && f <= program->n_functions && s->jumps[f];
  for (uint32_t i = p->first_call[f]; i < p->first_call[f + 1]; i++) {
    const struct call_edge *c = &p->calls.v[i];
    const struct model *m = p->models[c->callee];
    bool jumps = m ? model_has (m, EFFECT_LONGJMP) || model_has (m, EFFECT_THREAD_EXIT) ||
                         (s->cancels && model_has (m, EFFECT_CANCEL_POINT))
                   : !c->callee || !program->functions[c->callee].body || s->jumps[c->callee];
    if (jumps && c->kind == CALL_NOW)
      return true;
  }
  return false;
}

static void find_jumps (struct summaries *s, const struct scc *scc)
{
  const struct pointers *p = s->p;
  const struct program *program = p->objects.program;
  s->jumps = xcalloc (program->n_functions + 1, sizeof *s->jumps);
  for (uint32_t i = 0; i < p->world_calls.n; i++)
    s->jumps[p->world_calls.v[i].caller] = true;
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct model *m = p->models[p->calls.v[i].callee];
    s->cancels |= m && model_has (m, EFFECT_CANCEL);
    for (uint32_t k = 0; m && k < m->n_effects; k++) {
      s->stands_in |=
          m->effects[k].kind == EFFECT_FORK && m->effects[k].op[FORK_UNTIL].kind == MODEL_PLACE;
      s->robust |= m->effects[k].kind == EFFECT_ATTRIBUTE &&
                   m->effects[k].op[ATTRIBUTE_PROPERTY].u.keyword == PROPERTY_ROBUST;
    }
  }
  /* Callees come first; of functions that call each other all do what one does. */
  for (uint32_t k = 0; k < scc->n; k++) {
    bool jumps = false;
    for (uint32_t i = scc->first[k]; i < scc->first[k + 1]; i++)
      jumps = jumps || may_jump (s, scc->members[i]);
    for (uint32_t i = scc->first[k]; jumps && i < scc->first[k + 1]; i++)
      if (scc->members[i] <= program->n_functions)
        s->jumps[scc->members[i]] = true;
  }
}

/* Functions that do not return: those that report an error and end the program */

static bool ends_here (const struct summaries *s, funid f, uint32_t record)
{
  const struct pointers *p = s->p;
  const struct record *r = p->objects.program->functions[f].body->records[record];
  if (r->kind != REC_call)
    return false;
  if (((const struct rec_call *)r)->flags & CF_NORETURN)
    return true;
  uint32_t first, end, n = 0;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    if (p->calls.v[k].kind != CALL_NOW)
      continue;
    if (p->models[p->calls.v[k].callee] || !s->never_returns[p->calls.v[k].callee])
      return false;
    n++;
  }
  return n;
}

/* The blocks from which a way leads to the end of the function, and one number more for that end.
   Jumps back into the function count as ways. */
static struct rpo returning_blocks (const struct summaries *s, funid f, struct arena *arena)
{
  const struct function *b = s->p->objects.program->functions[f].body;
  vec_u32 from = {0}, to = {0};
  for (uint32_t k = 0; k < b->n_blocks; k++) {
    const struct block *v = &b->blocks[k];
    bool ends = false, returns = false;
    for (uint32_t r = v->first; r < v->end && !ends && !returns; r++) {
      ends = ends_here (s, f, r);
      returns = b->records[r]->kind == REC_return;
    }
    if (returns) {
      vec_push (&from, b->n_blocks);
      vec_push (&to, k);
    }
    for (uint32_t i = 0; i < v->n_edges; i++)
      if (!ends || v->edges[i].kind == EK_ABNORMAL || v->edges[i].kind == EK_EH) {
        vec_push (&from, v->edges[i].target);
        vec_push (&to, k);
      }
  }
  struct csr back = csr_from_edges (arena, b->n_blocks + 1, from.v, to.v, to.n);
  vec_free (&from);
  vec_free (&to);
  return rpo_from (arena, &back, b->n_blocks);
}

void library_find_last_calls (const struct summaries *s, funid f, struct bitset *last)
{
  const struct pointers *p = s->p;
  const struct function *b = p->objects.program->functions[f].body;
  struct arena arena = {0};
  struct rpo returning = returning_blocks (s, f, &arena);
  for (uint32_t k = 0; k < b->n_blocks; k++)
    for (uint32_t r = b->blocks[k].first; returning.place[k] == NODE_NONE && r < b->blocks[k].end;
         r++) {
      uint32_t first, end;
      calls_of_record (p, f, r, &first, &end);
      for (; first < end; first++)
        bitset_add (last, first);
    }
  arena_free (&arena);
}

/* Whether one was found among functions that call each other. */
static bool find_ending (struct summaries *s, const struct scc *scc, uint32_t component)
{
  const struct program *p = s->p->objects.program;
  struct arena arena = {0};
  bool found = false;
  for (uint32_t i = scc->first[component]; i < scc->first[component + 1]; i++) {
    funid f = scc->members[i];
    if (!f || f > p->n_functions || !p->functions[f].body || s->p->models[f] || s->never_returns[f])
      continue;
    s->never_returns[f] = returning_blocks (s, f, &arena).place[0] == NODE_NONE;
    found |= s->never_returns[f];
  }
  arena_free (&arena);
  return found;
}

static void find_endings (struct summaries *s, const struct scc *scc)
{
  enum { MOST_ROUNDS = 8 };
  s->never_returns = xcalloc (s->p->objects.program->n_functions + 1, sizeof *s->never_returns);
  for (uint32_t k = 0; k < scc->n; k++)
    for (int round = 0; round < MOST_ROUNDS && find_ending (s, scc, k); round++)
      if (scc->first[k + 1] - scc->first[k] == 1)
        break;
}

/* Formals that choose */

static bool is_integer (const struct unit *u, uint32_t type)
{
  uint32_t kind = type ? u->types[type].r.kind : TK_VOID;
  return kind == TK_INTEGER || kind == TK_ENUM || kind == TK_BOOL;
}

/* Whether the operand is a number, or a formal that is given one. */
static bool is_chosen (const struct summaries *s, funid f, const struct operand *o)
{
  const struct function *b = s->p->objects.program->functions[f].body;
  for (uint32_t k = 0; o->kind == OPND_VALUE && k < b->n_params && k < 32; k++)
    if (b->locals[k + 1].value == (int64_t)o->value)
      return s->choosing[f] >> k & 1;
  return o->kind == OPND_INT;
}

/* The formals of F that are numbers. */
static uint32_t numbers_of (const struct summaries *s, funid f)
{
  const struct program *program = s->p->objects.program;
  const struct function *b = s->p->models[f] ? NULL : program->functions[f].body;
  uint32_t numbers = 0;
  for (uint32_t k = 0; b && k < b->n_params && k < 32; k++)
    if (is_integer (function_unit (program, f), b->locals[k + 1].type))
      numbers |= 1u << k;
  return numbers;
}

/* NUMBERS: the formals of the callee that may be chosen. */
static bool choose_at (struct summaries *s, const struct call_edge *c, uint32_t numbers)
{
  const struct program *program = s->p->objects.program;
  uint32_t before = s->choosing[c->callee];
  if (before == numbers || !c->caller || c->kind != CALL_NOW)
    return false;
  const struct record *r = program->functions[c->caller].body->records[c->record];
  if (r->kind != REC_call)
    return false;
  const struct rec_call *call = (const struct rec_call *)r;
  if (call->flags & CF_UNPROTOTYPED)
    return false; /* the number may become another one */
  for (uint32_t k = 0; k < call->args.n && k < 32; k++)
    if ((numbers & ~s->choosing[c->callee]) >> k & 1 && is_chosen (s, c->caller, &call->args.v[k]))
      s->choosing[c->callee] |= 1u << k;
  return s->choosing[c->callee] != before;
}

static void find_choosing (struct summaries *s)
{
  enum { DEEPEST = 3 }; /* functions that pass a number on */
  bool changed = proves_by (s->p, PROOF_VALUES);
  uint32_t n = s->p->objects.program->n_functions;
  uint32_t *numbers = xcalloc (n + 1, sizeof *numbers);
  s->choosing = xcalloc (n + 1, sizeof *s->choosing);
  for (funid f = 1; f <= n; f++)
    numbers[f] = numbers_of (s, f);
  for (int round = 0; changed && round < DEEPEST; round++) {
    changed = false;
    for (uint32_t i = 0; i < s->p->calls.n; i++)
      changed |= choose_at (s, &s->p->calls.v[i], numbers[s->p->calls.v[i].callee]);
  }
  free (numbers);
}

void library_find (struct summaries *s, const struct scc *scc)
{
  vec_u32 inits = {0};
  find_inits (s, &inits);
  find_property (s, &inits, PROPERTY_ERRORCHECK, &s->errorcheck);
  find_property (s, &inits, PROPERTY_RECURSIVE, &s->recursive);
  vec_free (&inits);
  find_jumps (s, scc);
  find_endings (s, scc);
  find_choosing (s);
}
