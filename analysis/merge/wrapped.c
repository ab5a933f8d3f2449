/* See wrapped.h.  The body is followed from its first record to its return: it may copy and convert
   what it has, also by variables of its own, as a compiler that does not optimise lets it. */

#include "wrapped.h"
#include "enclose.h"
#include "getters.h"
#include "map.h"

#include <string.h>

enum { MOST_RECORDS = 24, MOST_VALUES = 32, MOST_LOCALS = 12, MOST_ARGUMENTS = 6, DEEPEST = 4 };

/* What a value, or a variable of the function, is: a formal, or its address. */
struct source {
  enum { IS_UNKNOWN, IS_FORMAL, IS_NUMBER, IS_RESULT, IS_ADDRESS } kind;
  uint32_t formal;
  int64_t number; /* or how many bits a pointer is moved */
};

struct operation {
  enum { NOT_ASKED, NONE, OPERATION } state;
  const struct rec_call *call;
  uint32_t n;
  struct source v[MOST_ARGUMENTS];
};

struct wrapped {
  struct arena *arena;
  const struct models *models;
  const struct map *bodies; /* names of public functions, hashed: how many there are */
  struct unit *u;
  uint32_t *function;          /* by symbol: 1 + the function with that body; 0: none for sure */
  struct operation *operation; /* by function */
  uint32_t symbol[4];
};

struct reader {
  const struct wrapped *w;
  const struct function *f;
  struct source value[MOST_VALUES + 1], local[MOST_LOCALS + 1];
  struct operation *out;
  bool returned;
};

static uint64_t type_bits (const struct unit *u, uint32_t type)
{
  return type ? u->types[type].r.bits : 0;
}

/* The variable that an address is all of; 0: none. */
static uint32_t local_at (const struct address *a)
{
  return a->base_kind == BASE_LOCAL && a->base <= MOST_LOCALS && !a->bitoff && !a->n_indices
             ? a->base
             : 0;
}

static struct source source_of (const struct reader *r, const struct operand *o)
{
  struct source s = {0};
  if (o->kind == OPND_VALUE)
    return r->value[o->value];
  if (o->kind == OPND_INT)
    return (struct source){.kind = IS_NUMBER, .number = o->u.number};
  const struct address *a = o->kind == OPND_ADDRESS ? o->u.addr : NULL;
  if (a && a->base_kind == BASE_VALUE && !a->n_indices) {
    s = r->value[a->base];
    s.number += a->bitoff;
    return s.kind == IS_FORMAL ? s : (struct source){0};
  }
  uint32_t local = a ? local_at (a) : 0;
  if (local && local <= r->f->n_params && r->local[local].kind == IS_FORMAL)
    s = (struct source){.kind = IS_ADDRESS, .formal = local - 1};
  return s;
}

/* A conversion must keep the value, but for its sign. */
static bool read_op (struct reader *r, const struct rec_op *op)
{
  const struct unit *u = r->w->u;
  struct source s = source_of (r, &op->a);
  if (op->code != OP_COPY && op->code != OP_CONVERT)
    return false;
  if (op->code == OP_CONVERT && op->a.kind == OPND_VALUE) {
    uint64_t from = type_bits (u, r->f->value_types[op->a.value]),
             to = type_bits (u, r->f->value_types[op->r.dst]);
    if (!from || to < from)
      return false;
  }
  r->value[op->r.dst] = s;
  return true;
}

static bool read_store (struct reader *r, const struct rec_store *s)
{
  uint32_t local = local_at (&s->addr);
  uint64_t all = local ? type_bits (r->w->u, r->f->locals[local].type) : 0;
  uint64_t bits = s->bits || s->src.kind != OPND_VALUE
                      ? s->bits
                      : type_bits (r->w->u, r->f->value_types[s->src.value]);
  if (!local || local <= r->f->n_params || !all || bits != all || s->rep_bits)
    return false;
  r->local[local] = source_of (r, &s->src);
  return true;
}

static bool read_load (struct reader *r, const struct rec_load *l)
{
  uint32_t local = local_at (&l->addr);
  uint64_t bits = l->bits ? l->bits : type_bits (r->w->u, r->f->value_types[l->r.dst]);
  if (!local || bits != type_bits (r->w->u, r->f->locals[local].type) || l->rep_bits)
    return false;
  r->value[l->r.dst] = r->local[local];
  return true;
}

static const struct model *model_of (const struct wrapped *w, const struct rec_call *c)
{
  uint32_t symbol = called_symbol (c);
  return symbol && !w->function[symbol]
             ? models_find (w->models, w->u->strings[w->u->symbols[symbol].name])
             : NULL;
}

/* The size of what __atomic_compare_exchange_4 and its like compare with what a pointer leads to;
   0: it is something else. */
static unsigned compared_bytes (const struct unit *u, const struct rec_call *c)
{
  static const char start[] = "__atomic_compare_exchange_";
  uint32_t symbol = called_symbol (c);
  const char *name = symbol ? u->strings[u->symbols[symbol].name] : "";
  if (strncmp (name, start, sizeof start - 1) || c->args.n != 6)
    return 0;
  const char *size = name + sizeof start - 1;
  return *size && strchr ("1248", *size) && !size[1] ? (unsigned)(*size - '0') : 0;
}

static bool read_call (struct reader *r, const struct rec_call *c)
{
  struct operation *out = r->out;
  const struct model *m = out->call ? NULL : model_of (r->w, c);
  if (!m || c->args.n > MOST_ARGUMENTS || c->result.kind != OPND_OTHER ||
      !(model_has (m, EFFECT_ATOMIC_RMW) || model_has (m, EFFECT_ATOMIC_CAS) ||
        model_has (m, EFFECT_ATOMIC_STORE) || model_has (m, EFFECT_ATOMIC_LOAD)))
    return false;
  out->call = c;
  out->n = c->args.n;
  for (uint32_t i = 0; i < c->args.n; i++) {
    struct source s = out->v[i] = source_of (r, &c->args.v[i]);
    bool is_compared = i == 1 && compared_bytes (r->w->u, c);
    if (s.kind == IS_UNKNOWN || s.kind == IS_RESULT || (s.kind == IS_ADDRESS && !is_compared))
      return false;
    if (s.kind == IS_ADDRESS)
      r->local[s.formal + 1] = (struct source){0}; /* what was found may be there now */
  }
  if (c->r.dst)
    r->value[c->r.dst] = (struct source){.kind = IS_RESULT};
  return true;
}

static bool read_return (struct reader *r, const struct rec_return *end)
{
  bool value = end->value.kind != OPND_OTHER;
  r->returned = !value || source_of (r, &end->value).kind == IS_RESULT;
  return r->returned && r->out->call;
}

static bool read_record (struct reader *r, const struct record *record)
{
  switch (record->kind) {
  case REC_op:
    return read_op (r, (const struct rec_op *)record);
  case REC_store:
    return read_store (r, (const struct rec_store *)record);
  case REC_load:
    return read_load (r, (const struct rec_load *)record);
  case REC_call:
    return read_call (r, (const struct rec_call *)record);
  case REC_return:
    return read_return (r, (const struct rec_return *)record);
  default:
    return record->kind == REC_lifetime;
  }
}

static bool read_body (const struct wrapped *w, const struct function *f, struct operation *out)
{
  struct reader r = {.w = w, .f = f, .out = out};
  if (f->n_records > MOST_RECORDS || f->n_values > MOST_VALUES || f->n_locals > MOST_LOCALS ||
      f->r.flags & FF_VARARGS)
    return false;
  for (uint32_t i = 1; i <= f->n_params; i++) {
    r.local[i] = (struct source){.kind = IS_FORMAL, .formal = i - 1};
    r.value[f->locals[i].value] = r.local[i];
  }
  r.value[0] = (struct source){0};
  for (uint32_t b = 0; b < f->n_blocks; b++) {
    const struct block *block = &f->blocks[b];
    bool last = b + 1 == f->n_blocks;
    if (block->n_edges != !last || (!last && block->edges[0].target != b + 1))
      return false;
  }
  for (uint32_t i = 0; i < f->n_records; i++)
    if (r.returned || !read_record (&r, f->records[i]))
      return false;
  return r.returned;
}

static const struct operation *operation_of (struct wrapped *w, uint32_t symbol)
{
  uint32_t n = symbol ? w->function[symbol] : 0;
  struct operation *o = n ? &w->operation[n - 1] : NULL;
  if (o && o->state == NOT_ASKED) {
    struct operation found = {.state = OPERATION};
    *o = read_body (w, &w->u->functions[n - 1], &found) ? found : (struct operation){.state = NONE};
  }
  return o && o->state == OPERATION ? o : NULL;
}

/* Compare and swap with what is compared as a number. */
static uint32_t compare_symbol (struct wrapped *w, unsigned bytes)
{
  static const char *const names[] = {".cas_bool_1", ".cas_bool_2", ".cas_bool_4", ".cas_bool_8"};
  unsigned i = bytes == 8 ? 3 : bytes / 2;
  if (!w->symbol[i])
    w->symbol[i] = add_function (w->arena, w->u, names[i]);
  return w->symbol[i];
}

static bool is_plain (const struct operand *o)
{
  return o->kind == OPND_VALUE || o->kind == OPND_INT || o->kind == OPND_ADDRESS;
}

static struct record *unwrapped (struct wrapped *w, const struct rec_call *c,
                                 const struct operation *o)
{
  struct rec_call *r = ARENA_NEW (w->arena, struct rec_call);
  bool by_value = false;
  *r = *o->call;
  r->r.dst = c->r.dst;
  r->r.loc = c->r.loc;
  r->args.v = ARENA_ARRAY (w->arena, o->n + 1, struct operand);
  for (uint32_t i = 0; i < o->n; i++) {
    const struct source *s = &o->v[i];
    const struct operand *given = s->formal < c->args.n ? &c->args.v[s->formal] : NULL;
    struct operand *to = &r->args.v[i];
    if (s->kind == IS_NUMBER)
      *to = (struct operand){.kind = OPND_INT, .u.number = s->number};
    else if (!given || !is_plain (given) ||
             (!move_operand (w->arena, given, s->number, to) && s->number))
      return NULL;
    by_value |= s->kind == IS_ADDRESS;
  }
  if (by_value) { /* pointer, expected, desired, weak, orders */
    struct rec_call *cas =
        call_of (w->arena, compare_symbol (w, compared_bytes (w->u, o->call)), c->r.loc);
    cas->r.dst = c->r.dst;
    cas->args = r->args;
    cas->args.v[3] = cas->args.v[4];
    cas->args.v[4] = cas->args.v[5];
    cas->args.n = 5;
    return &cas->r;
  }
  return &r->r;
}

static bool unwrap_in (struct wrapped *w, struct function *f)
{
  bool any = false;
  for (uint32_t i = 0; i < f->n_records; i++) {
    const struct rec_call *c = (const struct rec_call *)f->records[i];
    const struct operation *o = c->r.kind == REC_call && c->result.kind == OPND_OTHER
                                    ? operation_of (w, called_symbol (c))
                                    : NULL;
    struct record *r = o ? unwrapped (w, c, o) : NULL;
    if (!r)
      continue;
    f->records[i] = r;
    any = true;
  }
  return any;
}

/* Whether a call of the symbol is one of this body: a program may have another one for a function
   of its library. */
static bool is_certain (const struct wrapped *w, const struct rec_symbol *s)
{
  const char *name = w->u->strings[s->name];
  return s->flags & SF_COMDAT ||
         (!(s->flags & SF_WEAK) &&
          (!(s->flags & SF_PUBLIC) || map_get (w->bodies, hash_string (name), 0) < 2));
}

static void unwrap_unit (struct wrapped *w)
{
  struct unit *u = w->u;
  /* The tables are as large as there were symbols; those of calls that are made here are others. */
  w->function =
      ARENA_ARRAY (w->arena, u->n_symbols + 1 + sizeof w->symbol / sizeof *w->symbol, uint32_t);
  w->operation = ARENA_ARRAY (w->arena, u->n_functions + 1, struct operation);
  for (uint32_t k = 0; k < u->n_functions; k++) {
    const struct rec_symbol *s = &u->symbols[u->functions[k].r.symbol];
    const struct model *m = models_find (w->models, u->strings[s->name]);
    if (u->functions[k].n_records <= MOST_RECORDS && !(m && m->overrides) && is_certain (w, s))
      w->function[u->functions[k].r.symbol] = k + 1;
  }
  /* What is said about a function holds for what it does. */
  for (uint32_t k = 0; k < u->n_annotations; k++)
    if (u->annotations[k].target == AT_SYMBOL && u->annotations[k].item <= u->n_symbols)
      w->function[u->annotations[k].item] = 0;
  bool any = true;
  for (int depth = 0; any && depth < DEEPEST; depth++) {
    any = false;
    memset (w->operation, 0, u->n_functions * sizeof *w->operation);
    for (uint32_t k = 0; k < u->n_functions; k++)
      any |= unwrap_in (w, &u->functions[k]);
  }
}

void unwrap_operations (struct units *units, const struct models *models)
{
  struct map bodies = {0};
  for (size_t i = 0; i < units->n; i++)
    for (uint32_t k = 0; k < units->v[i]->n_functions; k++) {
      const struct unit *u = units->v[i];
      const struct rec_symbol *s = &u->symbols[u->functions[k].r.symbol];
      if (s->flags & SF_PUBLIC)
        ++*map_at (&bodies, hash_string (u->strings[s->name]));
    }
  for (size_t i = 0; i < units->n; i++)
    unwrap_unit (&(struct wrapped){
        .arena = &units->arena, .models = models, .bodies = &bodies, .u = units->v[i]});
  map_free (&bodies);
}
