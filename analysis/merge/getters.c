/* See getters.h. */

#include "getters.h"

#include <string.h>

enum { MOST_RECORDS = 8, DEEPEST_GETTER = 16 };

struct getter {
  enum { NOT_ASKED, ASKED, NONE, GETTER } state;
  uint32_t argument;
  int64_t bits; /* what is added */
};

struct getters {
  struct arena *arena;
  const struct models *models;
  struct unit *u;
  uint32_t
      *function; /* by symbol: 1 + the function with that body; 0: none that is called for sure */
  struct getter *getter; /* by function */
};

/* An argument, or a value made from one. */
struct moved {
  bool known;
  uint32_t value;
  int64_t bits;
};

static const struct getter *getter_of (struct getters *, uint32_t symbol, int depth);

/* What an operand is; contents of memory, and numbers, are not known. */
static struct moved moved_operand (const struct operand *o)
{
  if (o->kind == OPND_VALUE)
    return (struct moved){true, o->value, 0};
  const struct address *a = o->kind == OPND_ADDRESS ? o->u.addr : NULL;
  return a && a->base_kind == BASE_VALUE && !a->n_indices ? (struct moved){true, a->base, a->bitoff}
                                                          : (struct moved){0};
}

static const struct operand *argument_of (const struct rec_call *c, const struct getter *g)
{
  return g && g->argument < c->args.n ? &c->args.v[g->argument] : NULL;
}

/* What the record defines, from a value that was there before. */
static struct moved moved_by (struct getters *g, const struct record *r, int depth)
{
  struct moved none = {0};
  if (r->kind == REC_op) {
    const struct rec_op *op = (const struct rec_op *)r;
    return op->code == OP_COPY || op->code == OP_CONVERT ? moved_operand (&op->a) : none;
  }
  const struct rec_call *c = (const struct rec_call *)r;
  const struct getter *by = r->kind == REC_call ? getter_of (g, called_symbol (c), depth) : NULL;
  const struct operand *o = argument_of (c, by);
  struct moved m = o ? moved_operand (o) : none;
  m.bits += m.known ? by->bits : 0;
  return m;
}

/* Goes back from a value to an argument. */
static bool find_argument (struct getters *g, const struct function *f, struct moved m,
                           struct getter *out, int depth)
{
  for (uint32_t i = 0; m.known && i <= MOST_RECORDS; i++) {
    uint32_t def = f->value_defs[m.value];
    if (def == UINT32_MAX) {
      for (uint32_t k = 1; k <= f->n_params; k++)
        if (f->locals[k].value == m.value) {
          *out = (struct getter){GETTER, k - 1, out->bits + m.bits};
          return true;
        }
      return false;
    }
    out->bits += m.bits;
    m = moved_by (g, f->records[def], depth);
  }
  return false;
}

static bool is_pointer (const struct unit *u, uint32_t type)
{
  return type && u->types[type].r.kind == TK_POINTER;
}

static void find_getter (struct getters *g, const struct function *f, struct getter *out, int depth)
{
  const struct rec_return *end = NULL;
  for (uint32_t i = 0; i < f->n_records; i++) {
    const struct record *r = f->records[i];
    if (r->kind == REC_return && !end)
      end = (const struct rec_return *)r;
    else if (!r->dst || !is_pointer (g->u, f->value_types[r->dst]) || !moved_by (g, r, depth).known)
      return;
  }
  struct moved result = end ? moved_operand (&end->value) : (struct moved){0};
  if (!find_argument (g, f, result, out, depth))
    out->state = NONE;
}

static const struct getter *getter_of (struct getters *g, uint32_t symbol, int depth)
{
  uint32_t n = symbol ? g->function[symbol] : 0;
  if (!n || !depth)
    return NULL;
  struct getter *out = &g->getter[n - 1];
  const struct function *f = &g->u->functions[n - 1];
  if (out->state == NOT_ASKED) {
    struct getter found = {.state = NONE};
    out->state = ASKED;
    if (f->n_records <= MOST_RECORDS)
      find_getter (g, f, &found, depth - 1);
    *out = found;
  }
  return out->state == GETTER ? out : NULL;
}

bool move_operand (struct arena *arena, const struct operand *o, int64_t bits, struct operand *out)
{
  *out = *o;
  if (o->kind != OPND_VALUE && o->kind != OPND_ADDRESS)
    return false;
  if (!bits)
    return true;
  struct address *a = ARENA_NEW (arena, struct address);
  if (o->kind == OPND_ADDRESS)
    *a = *o->u.addr;
  else
    *a = (struct address){.base_kind = BASE_VALUE, .base = o->value};
  a->bitoff += bits;
  *out = (struct operand){.kind = OPND_ADDRESS, .u.addr = a};
  return true;
}

static void replace_calls (struct getters *g, struct function *f)
{
  for (uint32_t i = 0; i < f->n_records; i++) {
    const struct rec_call *c = (const struct rec_call *)f->records[i];
    const struct getter *by =
        c->r.kind == REC_call && c->r.dst ? getter_of (g, called_symbol (c), DEEPEST_GETTER) : NULL;
    const struct operand *o = argument_of (c, by);
    struct operand moved;
    if (!o || !move_operand (g->arena, o, by->bits, &moved))
      continue;
    struct rec_op *op = ARENA_NEW (g->arena, struct rec_op);
    op->r = (struct record){.kind = REC_op, .dst = c->r.dst, .loc = c->r.loc};
    op->code = OP_COPY;
    op->a = moved;
    f->records[i] = &op->r;
  }
}

/* Whether a call of the symbol is one of this body, and of nothing else. */
static bool is_certain (const struct getters *g, const struct rec_symbol *s)
{
  const struct model *m = models_find (g->models, g->u->strings[s->name]);
  return (!(s->flags & SF_WEAK) || s->flags & SF_COMDAT) && !(m && m->overrides);
}

static bool is_cxx (const struct unit *u)
{
  return u->r.language && strstr (u->strings[u->r.language], "C++");
}

void replace_getters (struct units *units, const struct models *models)
{
  for (size_t i = 0; i < units->n; i++) {
    struct unit *u = units->v[i];
    if (!is_cxx (u))
      continue;
    struct getters g = {.arena = &units->arena, .models = models, .u = u};
    g.function = ARENA_ARRAY (g.arena, u->n_symbols + 1, uint32_t);
    g.getter = ARENA_ARRAY (g.arena, u->n_functions + 1, struct getter);
    for (uint32_t k = 0; k < u->n_functions; k++)
      if (is_certain (&g, &u->symbols[u->functions[k].r.symbol]))
        g.function[u->functions[k].r.symbol] = k + 1;
    for (uint32_t k = 0; k < u->n_functions; k++)
      replace_calls (&g, &u->functions[k]);
  }
}
