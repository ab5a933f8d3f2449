/* See dead.h.  Here: calls, and what is decided. */

#include "dead-internal.h"

enum {
  FREE_CHANGES = 6,             /* of what callers give, or a function returns */
  MOST_RECORDS_OF_CALLS = 10000 /* of a program whose arguments are looked at */
};

/* Calls */

/* Whether all that a call may be of are functions with bodies, which get its arguments. */
static bool is_seen (const struct finder *d, funid f, uint32_t record, uint32_t *first,
                     uint32_t *end)
{
  calls_of_record (d->p, f, record, first, end);
  for (uint32_t k = *first; k < *end; k++) {
    const struct call_edge *c = &d->p->calls.v[k];
    if (c->kind != CALL_NOW || d->p->models[c->callee] || !d->program->functions[c->callee].body)
      return false;
  }
  return *first < *end;
}

struct number dead_result (const struct walk *w, const struct rec_call *c, uint32_t record)
{
  uint32_t first, end;
  struct integer_type t = integer_type (w->u, w->b->value_types[c->r.dst]);
  struct number all = number_none;
  if (!is_seen (w->d, w->f, record, &first, &end))
    return number_any (t);
  for (uint32_t k = first; k < end; k++)
    all = number_join (&all, &w->d->of[w->d->p->calls.v[k].callee].result);
  return number_convert (&all, (struct integer_type){.bits = 64}, t);
}

/* A callee gets NEW. */
static void give (struct finder *d, funid callee, uint32_t param, const struct number *new,
                  struct integer_type t)
{
  struct of_function *to = &(d->next ? d->next : d->of)[callee];
  struct number all = number_join (&to->params[param], new);
  if (number_equal (&all, &to->params[param]))
    return;
  if (!d->next && ++to->changes > FREE_CHANGES)
    all = number_widen (&to->params[param], &all, t);
  to->params[param] = all;
  if (!d->next)
    worklist_push (&d->list, callee);
}

static void give_arguments (struct walk *w, uint32_t record, struct place at)
{
  struct finder *d = w->d;
  const struct rec_call *c = (const struct rec_call *)w->b->records[record];
  uint32_t first, end;
  calls_of_record (d->p, w->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    funid callee = d->p->calls.v[k].callee;
    const struct function *b = d->program->functions[callee].body;
    if (!b || d->of[callee].open)
      continue;
    const struct unit *u = function_unit (d->program, callee);
    if (!d->of[callee].reached)
      worklist_push (&d->list, callee);
    d->of[callee].reached = true;
    for (uint32_t i = 0; i < b->n_params; i++) {
      struct integer_type t = integer_type (u, b->locals[i + 1].type);
      const struct operand *o = i < c->args.n ? &c->args.v[i] : NULL;
      struct integer_type from = o ? dead_compared_type (w, o, o) : t;
      struct number n = o ? dead_number (w, o, t, at) : number_any (t);
      if (o && o->kind == OPND_VALUE)
        n = number_convert (&n, from, t);
      if (t.bits)
        give (d, callee, i, &n, t);
    }
  }
}

static void give_result (struct walk *w, struct number *result)
{
  struct finder *d = w->d;
  struct of_function *of = &(d->next ? d->next : d->of)[w->f];
  if (d->next) {
    of->result = *result;
    return;
  }
  struct number all = number_join (&of->result, result);
  if (number_equal (&all, &of->result))
    return;
  if (++of->changes > FREE_CHANGES)
    all = number_widen (&of->result, &all, (struct integer_type){.bits = 64});
  of->result = all;
  for (uint32_t k = d->callers.first[w->f]; k < d->callers.first[w->f + 1]; k++)
    if (d->of[d->callers.targets[k]].reached)
      worklist_push (&d->list, d->callers.targets[k]);
}

/* Whether there is anything to decide. */
static bool is_worth (const struct unit *u, const struct function *b)
{
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    const struct rec_branch *r = dead_branch (b, i);
    if (r && r->a.kind == OPND_VALUE && integer_type (u, b->value_types[r->a.value]).bits)
      return true;
  }
  return false;
}

static void give_all (struct walk *w, bool solved)
{
  struct number result = number_none, any = number_any ((struct integer_type){0});
  for (uint32_t i = 0; i < w->flow.rpo.n; i++) {
    uint32_t block = w->flow.rpo.nodes[i];
    if (solved && !dead_is_reached (w, block))
      continue;
    for (uint32_t r = w->b->blocks[block].first; r < w->b->blocks[block].end; r++) {
      const struct rec_return *end = (const struct rec_return *)w->b->records[r];
      if (end->r.kind == REC_call)
        give_arguments (w, r, (struct place){block, UINT32_MAX});
      if (end->r.kind != REC_return || end->value.kind == OPND_CONTENTS)
        continue;
      struct number n =
          dead_number (w, &end->value, (struct integer_type){0}, (struct place){block, UINT32_MAX});
      result = number_join (&result, &n);
    }
  }
  give_result (w, solved ? &result : &any);
}

static void forget (struct walk *w)
{
  for (uint32_t i = 1; i <= w->b->n_values; i++)
    w->of[w->asked[i]] = number_any (integer_type (w->u, w->b->value_types[i]));
  for (uint32_t i = 0; i < w->b->n_values + 1; i++)
    w->facts_of[i] = 0;
}

static void look_at_calls (struct finder *d, funid f)
{
  struct walk w;
  dead_start (&w, d, f);
  bool solved = dead_solve (&w);
  if (!solved)
    forget (&w);
  give_all (&w, solved);
  dead_finish (&w);
}

/* What an operand was converted from. */
static uint32_t unconverted (const struct function *b, const struct operand *o)
{
  uint32_t value = o->kind == OPND_VALUE ? o->value : 0;
  for (uint32_t i = 0; o->kind == OPND_VALUE && i < b->n_values; i++) {
    value = o->value;
    uint32_t def = b->value_defs[value];
    const struct rec_op *op = def == UINT32_MAX ? NULL : (const struct rec_op *)b->records[def];
    if (!op || op->r.kind != REC_op || (op->code != OP_CONVERT && op->code != OP_COPY))
      break;
    o = &op->a;
  }
  return value;
}

/* Whether a switch looks at the number, too: what the branch says of that is wanted there, since
   switches are not decided here. */
static bool is_switched (const struct function *b, const struct operand *o)
{
  uint32_t value = unconverted (b, o);
  for (uint32_t i = 0; i < b->n_blocks; i++)
    for (uint32_t r = b->blocks[i].end; r-- > b->blocks[i].first;) {
      const struct rec_switch *s = (const struct rec_switch *)b->records[r];
      if (s->r.kind != REC_case && s->r.kind != REC_switch)
        break;
      if (s->r.kind == REC_switch && unconverted (b, &s->index) == value)
        return true;
    }
  return false;
}

static void decide (struct finder *d, funid f)
{
  struct walk w;
  dead_start (&w, d, f);
  bool solved = dead_solve (&w);
  for (uint32_t i = 0; i < w.b->n_blocks && solved; i++) {
    const struct rec_branch *r = dead_branch (w.b, i);
    if (!r || !dead_is_reached (&w, i) || r->a.kind != OPND_VALUE)
      continue;
    int way = dead_compare (&w, (enum opcode)r->code, &r->a, &r->b, (struct place){i, UINT32_MAX});
    if (way < 0 || is_switched (w.b, &r->a))
      continue;
    struct rec_branch *new = ARENA_NEW (&d->program->arena, struct rec_branch);
    *new = *r;
    new->code = OP_NE;
    new->a = (struct operand){.kind = OPND_INT};
    new->b = (struct operand){.kind = OPND_INT, .u.number = way};
    w.b->records[w.b->blocks[i].end - 1] = &new->r;
  }
  dead_finish (&w);
}

/* Which functions may be called with anything. */
static void find_open (struct finder *d)
{
  const struct program *p = d->program;
  for (funid f = 1; f <= p->n_functions; f++) {
    struct of_function *of = &d->of[f];
    const struct function *b = p->functions[f].body;
    of->open = !d->calls || f == p->main || runs_by_itself (p, f) || p->functions[f].used_outside ||
               (!p->main && p->functions[f].is_public) ||
               called_from_world (d->p, WORLD_OUTSIDE, f) ||
               called_from_world (d->p, WORLD_POOL, f);
    of->result = number_none;
    of->params = ARENA_ARRAY (&d->arena, (b ? b->n_params : 0) + 1, struct number);
    for (uint32_t i = 0; b && i < b->n_params; i++)
      of->params[i] = number_none;
  }
  for (uint32_t i = 0; i < p->n_entries; i++)
    d->of[p->entries[i]].open = true;
  /* Those of one instruction stand together, and there may be very many. */
  for (uint32_t k = 0, next; k < d->p->calls.n; k = next) {
    const struct call_edge *c = &d->p->calls.v[k];
    uint32_t first, end;
    bool seen = is_seen (d, c->caller, c->record, &first, &end);
    next = first <= k && k < end ? end : k + 1;
    for (uint32_t i = k; !seen && i < next; i++)
      d->of[d->p->calls.v[i].callee].open = true; /* a library may give it anything */
  }
  for (funid f = 1; f <= p->n_functions; f++)
    d->of[f].reached = d->of[f].open && p->functions[f].body;
}

static void find_calls (struct finder *d)
{
  vec_u32 from = {0}, to = {0};
  for (uint32_t k = 0; k < d->p->calls.n; k++) {
    vec_push (&from, d->p->calls.v[k].callee);
    vec_push (&to, d->p->calls.v[k].caller);
  }
  d->callers = csr_from_edges (&d->arena, d->program->n_functions + 1, from.v, to.v, to.n);
  vec_free (&from);
  vec_free (&to);
  for (funid f = 1; f <= d->program->n_functions; f++)
    if (d->of[f].reached)
      worklist_push (&d->list, f);
  for (uint32_t f; worklist_pop (&d->list, &f);)
    look_at_calls (d, f);
}

/* Once more, from what is known: so bounds come back that were given up. */
static void find_calls_again (struct finder *d)
{
  uint32_t n = d->program->n_functions;
  d->next = ARENA_ARRAY (&d->arena, n + 1, struct of_function);
  for (funid f = 1; f <= n; f++) {
    const struct function *b = d->program->functions[f].body;
    d->next[f] = d->of[f];
    d->next[f].result = number_none;
    d->next[f].params = ARENA_ARRAY (&d->arena, (b ? b->n_params : 0) + 1, struct number);
    for (uint32_t i = 0; b && i < b->n_params; i++)
      d->next[f].params[i] = number_none;
  }
  for (funid f = 1; f <= n; f++)
    if (d->of[f].reached)
      look_at_calls (d, f);
  d->of = d->next;
  d->next = NULL;
}

void settle_branches (struct program *program, const struct pointers *p)
{
  struct finder d = {.program = program, .p = p};
  uint64_t records = 0;
  if (!proves_by (p, PROOF_VALUES))
    return;
  for (funid f = 1; f <= program->n_functions; f++)
    records += program->functions[f].body ? program->functions[f].body->n_records : 0;
  d.calls = records <= MOST_RECORDS_OF_CALLS;
  d.of = ARENA_ARRAY (&d.arena, program->n_functions + 1, struct of_function);
  find_open (&d);
  if (d.calls) {
    find_calls (&d);
    find_calls_again (&d);
  }
  for (funid f = 1; f <= program->n_functions; f++)
    if (d.of[f].reached && is_worth (function_unit (program, f), program->functions[f].body))
      decide (&d, f);
  worklist_free (&d.list);
  arena_free (&d.arena);
}
