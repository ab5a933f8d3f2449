/* See callbacks.h. */

#include "callbacks.h"

#include "enclose.h"
#include "map.h"
#include "text.h"

#include <string.h>

enum { MOST_PARAMS = 8 };

struct callbacks {
  struct arena *arena;
  const struct models *models;
  struct map *defined; /* names of functions with a body, hashed */
  struct unit *u;
  uint32_t n_symbols; /* before some are added here */
  struct site *of;    /* by symbol */
  uint32_t *function; /* by symbol: 1 + number of the function with that body; 0: none */
};

/* What is known of a function that calls others back. */
struct site {
  bool asked;
  const struct model_call *call; /* NULL: it is none of these */
  uint32_t type;                 /* of the function */
  const char *rest;
  uint32_t symbol; /* ... as a symbol, if it has been called already; 0 */
};

static const char *copy_of (struct arena *arena, const char *text)
{
  size_t n = strlen (text) + 1;
  return memcpy (ARENA_ARRAY (arena, n, char), text, n);
}

/* Which models are understood */

static bool is_plain (const struct model_place *p, uint32_t n_params)
{
  return p->base == MODEL_ARG && !p->derefs && p->number < n_params &&
         !(p->offsets && (p->offsets[0].bytes || p->offsets[0].pointers || p->offsets[0].field));
}

static bool is_plain_call (const struct model_call *c, uint32_t n_params)
{
  bool plain = is_plain (&c->callee, n_params) && !c->callee.offsets && c->n_args <= MOST_PARAMS;
  for (uint32_t i = 0; plain && i < c->n_args; i++)
    plain = c->args[i].kind == MODEL_PLACE && is_plain (&c->args[i].u.place, n_params);
  return plain;
}

/* The type of a function that the unit only declares; 0: none. */
static uint32_t declared_type (const struct unit *u, uint32_t symbol)
{
  for (uint32_t i = 0; i < u->n_prototypes; i++)
    if (u->prototypes[i].symbol == symbol)
      return u->prototypes[i].type;
  return 0;
}

static struct site find_site (const struct callbacks *d, uint32_t symbol)
{
  const struct unit *u = d->u;
  const char *name = u->strings[u->symbols[symbol].name];
  const struct model *m = models_find (d->models, name);
  struct site s = {.asked = true};
  const struct model_effect *call = NULL;
  for (uint32_t i = 0; m && i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_CALL) {
      if (call || m->effects[i].guard || m->effects[i].op[CALL_WHEN].u.keyword != WHEN_NOW)
        return s;
      call = &m->effects[i];
    }
  if (!call || map_find (d->defined, hash_string (name)))
    return s;
  s.type = declared_type (u, symbol);
  const struct type *t = &u->types[s.type];
  if (s.type && t->r.kind == TK_FUNCTION && t->r.params.n <= MOST_PARAMS &&
      !(t->r.flags & TF_VARARGS) && is_plain_call (call->op[CALL_CALL].u.call, t->r.params.n)) {
    char *rest = text_format (".rest.%s", name);
    s.rest = copy_of (d->arena, rest);
    s.call = models_find (d->models, rest) ? call->op[CALL_CALL].u.call : NULL;
    free (rest);
  }
  return s;
}

/* Functions that only look */

enum { DEEPEST_LOOK = 3 };

static bool only_looks (const struct callbacks *, uint32_t symbol, int depth);

static bool is_look (const struct callbacks *d, const struct function *f, const struct record *r,
                     int depth)
{
  const struct rec_store *store = (const struct rec_store *)r;
  switch (r->kind) {
  case REC_op:
  case REC_phi:
  case REC_load:
  case REC_branch:
  case REC_switch:
  case REC_case:
  case REC_lifetime:
    return true;
  case REC_return:
    return ((const struct rec_return *)r)->value.kind != OPND_CONTENTS;
  case REC_store:
    return store->addr.base_kind == BASE_LOCAL &&
           !(f->locals[store->addr.base].flags & OF_ADDRESSED);
  case REC_call:
    return ((const struct rec_call *)r)->result.kind == OPND_OTHER &&
           only_looks (d, called_symbol ((const struct rec_call *)r), depth - 1);
  default:
    return false;
  }
}

/* Whether a function does nothing but read memory, however often it is called. */
static bool only_looks (const struct callbacks *d, uint32_t symbol, int depth)
{
  uint32_t k = symbol && symbol <= d->n_symbols ? d->function[symbol] : 0;
  const struct unit *u = d->u;
  const struct model *m =
      symbol ? models_find (d->models, u->strings[u->symbols[symbol].name]) : NULL;
  if (!symbol || !depth)
    return false;
  if (!k)
    return m && model_has (m, EFFECT_PURE) &&
           !map_find (d->defined, hash_string (u->strings[u->symbols[symbol].name]));
  const struct function *f = &u->functions[k - 1];
  bool looks = !(m && m->overrides) &&
               !(u->symbols[symbol].flags & (SF_WEAK | SF_COMDAT | SF_IFUNC)) &&
               !(f->r.flags & (FF_VARARGS | FF_STATIC_CHAIN));
  for (uint32_t i = 0; looks && i < f->n_records; i++)
    looks = is_look (d, f, f->records[i], depth);
  return looks;
}

/* Whether the function that is called back is known, and does nothing that depends on how often it
   is. */
static bool is_understood (const struct callbacks *d, const struct site *s,
                           const struct rec_call *c)
{
  if (c->args.n != d->u->types[s->type].r.params.n)
    return false;
  const struct operand *o = &c->args.v[s->call->callee.number];
  uint32_t symbol =
      o->kind == OPND_ADDRESS && o->u.addr->base_kind == BASE_SYMBOL ? o->u.addr->base : 0;
  uint32_t k = symbol && symbol <= d->n_symbols ? d->function[symbol] : 0;
  return k && d->u->functions[k - 1].n_params == s->call->n_args &&
         only_looks (d, symbol, DEEPEST_LOOK);
}

static struct site *site_of (struct callbacks *d, const struct record *r)
{
  const struct rec_call *c = (const struct rec_call *)r;
  uint32_t symbol = r->kind == REC_call ? called_symbol (c) : 0;
  if (!symbol || symbol > d->n_symbols)
    return NULL;
  struct site *s = &d->of[symbol];
  if (!s->asked)
    *s = find_site (d, symbol);
  return s->call && is_understood (d, s, c) ? s : NULL;
}

/* The body */

static uint32_t add_value (struct function *f, uint32_t type)
{
  f->value_types[++f->n_values] = type;
  f->value_defs[f->n_values] = UINT32_MAX;
  return f->n_values;
}

static void put (struct function *f, struct record *r)
{
  if (r->dst)
    f->value_defs[r->dst] = f->n_records;
  f->records[f->n_records++] = r;
}

static uint32_t put_op (const struct callbacks *d, struct function *f, uint32_t type, uint32_t loc,
                        uint32_t code, struct operand a, struct operand b)
{
  struct rec_op *op = ARENA_NEW (d->arena, struct rec_op);
  op->r = (struct record){REC_op, add_value (f, type), loc};
  op->code = code;
  op->a = a;
  op->b = b;
  put (f, &op->r);
  return op->r.dst;
}

static uint32_t put_anything (const struct callbacks *d, struct function *f, uint32_t type,
                              uint32_t loc)
{
  return put_op (d, f, type, loc, OP_COPY, (struct operand){.kind = OPND_OTHER, .other = OO_OPAQUE},
                 (struct operand){0});
}

/* The type of numbers as long as a pointer. */
static uint32_t number_type (const struct unit *u)
{
  for (uint32_t i = 1; i <= u->n_types; i++)
    if (u->types[i].r.kind == TK_INTEGER && u->types[i].r.bits == u->r.pointer_bits)
      return i;
  return 0;
}

/* The end of a block, with edges to two others, or one; none: the function returns. */
static void end_block (const struct callbacks *d, struct function *f, uint32_t block,
                       const uint32_t *to, uint32_t n)
{
  struct block *b = &f->blocks[block];
  b->first = block ? f->blocks[block - 1].end : 0;
  b->end = f->n_records;
  b->n_edges = n;
  b->edges = ARENA_ARRAY (d->arena, (size_t)n + 1, struct flow_edge);
  for (uint32_t i = 0; i < n; i++)
    b->edges[i] = (struct flow_edge){to[i], (uint8_t)(n == 1 ? EK_FALL : i ? EK_FALSE : EK_TRUE)};
}

static void put_callback (const struct callbacks *d, struct function *f, const struct site *s,
                          const struct rec_call *site, uint32_t number)
{
  const struct model_call *call = s->call;
  struct rec_call *c = ARENA_NEW (d->arena, struct rec_call);
  c->r = (struct record){REC_call, 0, site->r.loc};
  c->callee = site->args.v[call->callee.number];
  c->args.n = call->n_args;
  c->args.v = ARENA_ARRAY (d->arena, (size_t)call->n_args + 1, struct operand);
  for (uint32_t i = 0; i < call->n_args; i++) {
    const struct model_place *p = &call->args[i].u.place;
    struct operand given = value_operand (1 + p->number);
    bool anywhere = p->offsets && p->offsets[0].unknown;
    c->args.v[i] = given;
    if (anywhere)
      c->args.v[i] =
          value_operand (put_op (d, f, f->value_types[1 + p->number], site->r.loc, OP_POINTER_ADD,
                                 given, value_operand (put_anything (d, f, number, site->r.loc))));
  }
  put (f, &c->r);
}

/* Makes F such a function for a call, and lets that call it. */
static void make (struct callbacks *d, struct function *f, struct site *s, struct rec_call *site,
                  uint32_t number)
{
  enum { LOOK, CALL, LAST, N_BLOCKS };
  struct unit *u = d->u;
  uint32_t old = called_symbol (site), n = site->args.n, loc = site->r.loc;
  const struct type *t = &u->types[s->type];
  uint32_t values = n + 2 + 2 * s->call->n_args;
  const char *name = u->strings[u->symbols[old].name];
  *f = (struct function){.n_params = n, .n_locals = n, .n_blocks = N_BLOCKS};
  f->r = (struct rec_function){
      .symbol = add_function (d->arena, u, name), .type = s->type, .blocks = N_BLOCKS};
  f->r.r.kind = REC_function;
  u->symbols[f->r.symbol].flags = SF_DEFINED | SF_FUNCTION | SF_ARTIFICIAL;
  u->symbols[f->r.symbol].r.loc = u->symbols[old].r.loc;
  f->value_types = ARENA_ARRAY (d->arena, (size_t)values + 1, uint32_t);
  f->value_names = ARENA_ARRAY (d->arena, (size_t)values + 1, uint32_t);
  f->value_defs = ARENA_ARRAY (d->arena, (size_t)values + 1, uint32_t);
  f->locals = ARENA_ARRAY (d->arena, (size_t)n + 1, struct rec_local);
  f->blocks = ARENA_ARRAY (d->arena, N_BLOCKS, struct block);
  f->records = ARENA_ARRAY (d->arena, (size_t)values + 4, struct record *);
  for (uint32_t i = 1; i <= n; i++) {
    f->locals[i] = (struct rec_local){.type = t->r.params.v[i - 1],
                                      .flags = OF_PARAMETER,
                                      .value = add_value (f, t->r.params.v[i - 1])};
    f->locals[i].r.kind = REC_local;
  }
  struct rec_branch *look = ARENA_NEW (d->arena, struct rec_branch);
  look->r.kind = REC_branch;
  look->code = OP_NE;
  look->a = value_operand (put_anything (d, f, number, loc));
  look->b = (struct operand){.kind = OPND_INT};
  put (f, &look->r);
  end_block (d, f, LOOK, (const uint32_t[]){CALL, LAST}, 2);
  put_callback (d, f, s, site, number);
  end_block (d, f, CALL, (const uint32_t[]){LOOK}, 1);
  if (!s->symbol) {
    s->symbol = add_function (d->arena, u, s->rest);
    u->symbols[s->symbol].source = u->symbols[old].name;
  }
  struct rec_call *rest = call_of (d->arena, s->symbol, loc);
  rest->r.dst = site->r.dst ? add_value (f, t->r.target) : 0;
  rest->args.n = n;
  rest->args.v = ARENA_ARRAY (d->arena, (size_t)n + 1, struct operand);
  for (uint32_t i = 0; i < n; i++)
    rest->args.v[i] = site->args.v[i].kind == OPND_INT ? site->args.v[i] : value_operand (1 + i);
  put (f, &rest->r);
  struct rec_return *end = ARENA_NEW (d->arena, struct rec_return);
  end->r.kind = REC_return;
  end->value = rest->r.dst ? value_operand (rest->r.dst) : (struct operand){0};
  put (f, &end->r);
  end_block (d, f, LAST, NULL, 0);
  site->callee = call_of (d->arena, f->r.symbol, 0)->callee;
}

static void call_in_unit (struct callbacks *d)
{
  struct unit *u = d->u;
  uint32_t n = 0, number = number_type (u), n_functions = u->n_functions;
  d->n_symbols = u->n_symbols;
  d->of = ARENA_ARRAY (d->arena, (size_t)u->n_symbols + 1, struct site);
  d->function = ARENA_ARRAY (d->arena, (size_t)u->n_symbols + 1, uint32_t);
  for (uint32_t k = 0; k < n_functions; k++)
    d->function[u->functions[k].r.symbol] = k + 1;
  for (uint32_t k = 0; number && k < n_functions; k++)
    for (uint32_t i = 0; i < u->functions[k].n_records; i++)
      n += site_of (d, u->functions[k].records[i]) != NULL;
  if (!n)
    return;
  struct function *functions = ARENA_ARRAY (d->arena, (size_t)n_functions + n, struct function);
  memcpy (functions, u->functions, n_functions * sizeof *functions);
  u->functions = functions;
  for (uint32_t k = 0; k < n_functions; k++)
    for (uint32_t i = 0; i < functions[k].n_records; i++) {
      struct site *s = site_of (d, functions[k].records[i]);
      if (!s)
        continue;
      struct rec_call *c = ARENA_NEW (d->arena, struct rec_call);
      *c = *(const struct rec_call *)functions[k].records[i];
      make (d, &functions[u->n_functions++], s, c, number);
      functions[k].records[i] = &c->r;
    }
}

void call_callbacks (struct units *units, const struct models *models)
{
  struct map defined = {0};
  struct callbacks d = {.arena = &units->arena, .models = models, .defined = &defined};
  for (size_t i = 0; i < units->n; i++)
    for (uint32_t k = 0; k < units->v[i]->n_functions; k++) {
      const struct unit *u = units->v[i];
      map_set (&defined, hash_string (u->strings[u->symbols[u->functions[k].r.symbol].name]), 1);
    }
  for (size_t i = 0; i < units->n; i++) {
    d.u = units->v[i];
    call_in_unit (&d);
  }
  map_free (&defined);
}
