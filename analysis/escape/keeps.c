/* Keeps: arguments to which a function may keep pointers, or return them, whatever it is called
   for.

   Summaries say it more exactly, but not within a recursion, nor of functions that are called
   through a pointer to one of many.  A pointer that a function only uses to come to memory, and
   gives to others that do so, is known to nobody when it returns. */

#include "escape-internal.h"
#include "scc.h"

/* Effects of models that may keep an argument; see walk_model in escape-stores.c. */
static const uint8_t keeping[] = {EFFECT_CHAIN,        EFFECT_KEEP,        EFFECT_KEY_SET,
                                  EFFECT_ATOMIC_STORE, EFFECT_ATOMIC_RMW,  EFFECT_ATOMIC_CAS,
                                  EFFECT_STORE,        EFFECT_FORK,        EFFECT_CALL,
                                  EFFECT_ONCE,         EFFECT_CLEANUP_PUSH};

static bool model_keeps (const struct model *m)
{
  for (uint32_t i = 0; i < m->n_effects; i++)
    for (size_t k = 0; k < sizeof keeping / sizeof *keeping; k++)
      if (m->effects[i].kind == keeping[k])
        return true;
  return false;
}

struct keeping_walk {
  const struct summaries *s;
  funid f;
  const struct function *b;
  uint32_t *from;  /* by value: formals that it may be, or be derived from; bits */
  bool *looked_at; /* by value */
  uint32_t kept;
  bool changed; /* what was looked at before */
};

/* The formal that is a variable in memory, in which the address is. */
static uint32_t formal_at (const struct keeping_walk *w, const struct address *a)
{
  bool is_formal = a->base_kind == BASE_LOCAL && a->base <= w->b->n_params && a->base <= 32;
  return is_formal ? (uint32_t)1 << (a->base - 1) : 0;
}

static uint32_t formals_of_value (struct keeping_walk *w, uint32_t value)
{
  w->looked_at[value] = true;
  return w->from[value];
}

static uint32_t formals_of_operand (struct keeping_walk *w, const struct operand *o)
{
  if (o->kind == OPND_VALUE)
    return formals_of_value (w, o->value);
  if (o->kind != OPND_ADDRESS && o->kind != OPND_CONTENTS)
    return 0;
  w->kept |= formal_at (w, o->u.addr); /* who gets its address finds it there */
  return o->kind == OPND_ADDRESS && o->u.addr->base_kind == BASE_VALUE
             ? formals_of_value (w, o->u.addr->base)
             : 0;
}

static void derive (struct keeping_walk *w, uint32_t value, uint32_t formals)
{
  w->changed |= w->looked_at[value] && formals & ~w->from[value];
  w->from[value] |= formals;
}

static void walk_call (struct keeping_walk *w, uint32_t record, const struct rec_call *c)
{
  const struct pointers *p = w->s->p;
  uint32_t first, end;
  calls_of_record (p, w->f, record, &first, &end);
  for (uint32_t i = 0; i < c->args.n; i++) {
    uint32_t formals = formals_of_operand (w, &c->args.v[i]);
    if (first == end)
      w->kept |= formals;
    for (uint32_t k = first; formals && k < end; k++) {
      const struct call_edge *call = &p->calls.v[k];
      const struct model *m = p->models[call->callee];
      uint32_t to = escape_formal (p, call->callee, i);
      if (call->kind != CALL_NOW)
        continue;
      if (m ? model_keeps (m) : to >= 32 || w->s->keeps[call->callee] >> to & 1)
        w->kept |= formals;
      if (c->r.dst && m)
        derive (w, c->r.dst, formals);
    }
  }
}

static void walk (struct keeping_walk *w)
{
  for (uint32_t r = 0; r < w->b->n_records; r++) {
    const struct record *record = w->b->records[r];
    const struct rec_op *op = (const struct rec_op *)record;
    const struct rec_phi *phi = (const struct rec_phi *)record;
    switch (record->kind) {
    case REC_op:
      derive (w, record->dst,
              formals_of_operand (w, &op->a) | formals_of_operand (w, &op->b) |
                  formals_of_operand (w, &op->c));
      break;
    case REC_phi:
      for (uint32_t i = 0; i < phi->args.n; i++)
        derive (w, record->dst, formals_of_operand (w, &phi->args.v[i]));
      break;
    case REC_load:
      derive (w, record->dst, formal_at (w, &((const struct rec_load *)record)->addr));
      break;
    case REC_copy:
      w->kept |= formal_at (w, &((const struct rec_copy *)record)->from);
      break;
    case REC_store:
      w->kept |= formals_of_operand (w, &((const struct rec_store *)record)->src);
      break;
    case REC_return:
      w->kept |= formals_of_operand (w, &((const struct rec_return *)record)->value);
      break;
    case REC_asm_operand:
      w->kept |= formals_of_operand (w, &((const struct rec_asm_operand *)record)->operand);
      break;
    case REC_call:
      walk_call (w, r, (const struct rec_call *)record);
      break;
    default:
      break;
    }
  }
}

/* What is behind `...' is kept: nobody looks. */
static uint32_t keeps_of (const struct summaries *s, funid f)
{
  const struct function *b = s->p->objects.program->functions[f].body;
  struct keeping_walk w = {.s = s, .f = f, .b = b, .changed = true};
  if (!b)
    return UINT32_MAX;
  w.from = XCNEWVEC (uint32_t, b->n_values + 1);
  w.looked_at = XCNEWVEC (bool, b->n_values + 1);
  for (uint32_t i = 0; i < b->n_params && i < 32; i++)
    if (b->locals[i + 1].value)
      w.from[b->locals[i + 1].value] = (uint32_t)1 << i;
  while (w.changed) {
    w.changed = false;
    walk (&w);
  }
  free (w.from);
  free (w.looked_at);
  return b->n_params < 32 ? w.kept | UINT32_MAX << b->n_params : w.kept;
}

/* By function: when it was looked at, and when what it keeps has become more; 0: never. */
struct keeping_times {
  uint32_t looked, changed;
};

/* Whether a callee has changed since the function was looked at. */
static bool is_to_do (const struct pointers *p, const struct keeping_times *times, funid f)
{
  bool to_do = !times[f].looked;
  for (uint32_t k = p->first_call[f]; !to_do && k < p->first_call[f + 1]; k++)
    to_do = times[p->calls.v[k].callee].changed >= times[f].looked;
  return to_do;
}

void keeps_find (struct summaries *s, const struct scc *scc)
{
  uint32_t n = s->p->objects.program->n_functions, now = 0;
  struct keeping_times *times = XCNEWVEC (struct keeping_times, n + 1);
  s->keeps = XCNEWVEC (uint32_t, n + 1);
  for (uint32_t c = 0; c < scc->n; c++)
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t i = scc->first[c]; i < scc->first[c + 1]; i++) {
        funid f = scc->members[i];
        if (!f || f > n || !is_to_do (s->p, times, f))
          continue;
        times[f].looked = ++now;
        uint32_t keeps = keeps_of (s, f);
        if (s->keeps[f] == keeps)
          continue;
        changed = true;
        times[f].changed = now;
        s->keeps[f] = keeps;
      }
    }
  free (times);
}
