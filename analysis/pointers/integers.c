/* Integers: two sets of values.  Those that are made from pointers are found forwards, in rounds
   over the program; those that are used as pointers backwards, by a worklist. */

#include "integers.h"
#include "hash.h"
#include "map.h"
#include "vec.h"
#include "worklist.h"
#include "wrappers.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 64, MOST_ROUNDS = 32, MOST_NESTED = 4 };
typedef uint64_t memory_class; /* a field or a variable; 0: somewhere */

struct int_store {
  funid f;
  const struct operand *src;
  memory_class class;
  uint32_t next; /* of the same class */
};

struct int_call {
  funid f;
  const struct rec_call *call;
  uint32_t next; /* of the same callee */
};

struct finder {
  const struct program *program;
  const uint32_t *base;
  const struct model **models;
  struct bitset made, used; /* by value */
  bool all_made;
  struct bitset sure;   /* used as pointers; others are stored because they are made from one */
  bool only_made;       /* go back through what is made from pointers only */
  struct worklist list; /* values that are used, and have not been gone back from */
  vec_u32 owner;        /* by number in `list': function and value */
  VEC (const struct record *) makers; /* what may make integers from pointers, or pass them on */
  uint32_t *first_maker;              /* by function, n_functions + 2 */
  VEC (struct int_store) stores;
  VEC (struct int_call) calls; /* from 1 */
  uint32_t *first_call;        /* by callee; 0: through pointers */
  struct map first_store;      /* by class: 1 + number */
  struct map taken;            /* classes that there are pointers to */
  struct map copied;           /* ... that functions like memcpy copy from or to */
  struct map classes;          /* that are loaded from to be used */
  bool everywhere;             /* a place that nobody knows is */
  uint64_t indirect_made, indirect_stored,
      indirect_used;    /* arguments of calls through pointers, a bit each */
  bool *pointed_to;     /* by function: there are pointers to it */
  bool *result_made;    /* by function */
  uint8_t *result_used; /* ... 1: what is made from pointers, 2: all */
};

bool is_pointer_integer (const struct unit *u, uint32_t type)
{
  const struct type *t = type_at (u, type);
  return t && t->r.kind == TK_INTEGER && t->r.bits >= u->r.pointer_bits / 4 * 3 &&
         t->r.bits <= u->r.pointer_bits;
}

static bool is_integer (const struct finder *d, funid f, uint32_t value)
{
  return is_pointer_integer (function_unit (d->program, f),
                             d->program->functions[f].body->value_types[value]);
}

/* Pointers, and what is wider. */
static bool always_holds (const struct finder *d, funid f, uint32_t value)
{
  const struct unit *u = function_unit (d->program, f);
  const struct type *t =
      value ? type_at (u, d->program->functions[f].body->value_types[value]) : NULL;
  return value &&
         (!t || t->r.kind == TK_POINTER || t->r.kind == TK_OTHER || t->r.bits > u->r.pointer_bits);
}

/* Places */

static memory_class variable_class (uint32_t kind, funid f, uint32_t number)
{
  uint64_t key[] = {kind, f, number};
  return hash_bytes (key, sizeof key);
}

/* Whether what is stored as an integer there may be loaded as a pointer. */
static bool has_pointer (const struct unit *u, const struct type *t, int depth)
{
  while (t && t->r.kind == TK_ARRAY)
    t = type_at (u, t->r.target);
  if (!t || t->r.kind == TK_POINTER)
    return true;
  if (t->r.kind != TK_STRUCT && t->r.kind != TK_UNION)
    return false;
  for (uint32_t i = 0; i < t->n_fields; i++)
    if (!depth || has_pointer (u, type_at (u, t->fields[i].type), depth - 1))
      return true;
  return false;
}

/* The type at the end of an address's path, and what it is part of; NULL: it is not known, or
   pointers are in the same place. */
static const struct type *place_type (const struct finder *d, funid f, const struct address *a,
                                      memory_class *class)
{
  const struct unit *u = function_unit (d->program, f);
  const struct type *t = type_at (u, a->root);
  bool named = false, in_union = false, with_pointers = false;
  *class = 0;
  if (a->base_kind == BASE_OBJECT || a->base_kind == BASE_LOCAL) {
    const struct program_unit *pu = &d->program->units[d->program->functions[f].unit];
    *class = a->base_kind == BASE_LOCAL ? variable_class (BASE_LOCAL, f, a->base)
                                        : variable_class (BASE_OBJECT, 0, pu->objects[a->base]);
  }
  for (uint32_t i = 0; t && i < a->n_steps; i++) {
    if (t->r.kind == TK_UNION && !in_union) {
      in_union = true;
      with_pointers = has_pointer (u, t, MOST_NESTED);
    }
    if (a->steps[i].kind != STEP_FIELD) {
      t = type_at (u, t->r.target);
      continue;
    }
    if (a->steps[i].n >= t->n_fields)
      return NULL;
    const struct rec_field *field = &t->fields[a->steps[i].n];
    const char *name = u->strings[t->r.name];
    named = t->r.name;
    *class = hash_add (hash_bytes (name, strlen (name)), (uint64_t)field->bitoff);
    t = type_at (u, field->type);
  }
  if (in_union || a->path_bits != a->bitoff || (a->n_steps && !named))
    *class = 0;
  return with_pointers ? NULL : t;
}

/* What is made from pointers */

static bool is_made (const struct finder *d, funid f, const struct operand *o)
{
  if (o->kind != OPND_VALUE)
    return o->kind == OPND_ADDRESS;
  if (is_integer (d, f, o->value))
    return d->all_made || bitset_has (&d->made, d->base[f] + o->value);
  return always_holds (d, f, o->value);
}

/* Whether a pointer can be made of the result again; the difference of two pointers is a size. */
static bool passes_pointers (uint32_t opcode)
{
  switch (opcode) {
  case OP_EQ:
  case OP_NE:
  case OP_LT:
  case OP_LE:
  case OP_GT:
  case OP_GE:
  case OP_POINTER_SUB:
  case OP_MUL:
  case OP_DIV:
  case OP_MOD:
  case OP_ABS:
    return false;
  default:
    return true;
  }
}

/* Arguments of a call become formals; what is made from a pointer stays so. */
static bool pass_arguments (struct finder *d, funid f, const struct rec_call *c, funid callee)
{
  const struct function *b = callee ? d->program->functions[callee].body : NULL;
  bool any = false;
  for (uint32_t i = 0; i < c->args.n && i < MOST_ARGUMENTS; i++) {
    if (!is_made (d, f, &c->args.v[i]))
      continue;
    if (b && i < b->n_params && b->locals[i + 1].value)
      any |= bitset_add (&d->made, d->base[callee] + (uint32_t)b->locals[i + 1].value);
    if (!callee && !(d->indirect_made >> i & 1)) {
      d->indirect_made |= (uint64_t)1 << i;
      any = true;
    }
  }
  return any;
}

static bool makes (struct finder *d, funid f, const struct record *r)
{
  memory_class class;
  switch (r->kind) {
  case REC_op: {
    const struct rec_op *o = (const struct rec_op *)r;
    return passes_pointers (o->code) &&
           (is_made (d, f, &o->a) || is_made (d, f, &o->b) || is_made (d, f, &o->c));
  }
  case REC_phi: {
    const struct rec_phi *p = (const struct rec_phi *)r;
    for (uint32_t i = 0; i < p->args.n; i++)
      if (is_made (d, f, &p->args.v[i]))
        return true;
    return false;
  }
  case REC_load: {
    const struct rec_load *l = (const struct rec_load *)r;
    const struct type *t = place_type (d, f, &l->addr, &class);
    return l->flags & AF_REFALL || !t || t->r.kind != TK_INTEGER ||
           (class && map_find (&d->copied, class));
  }
  case REC_call: {
    funid callee = direct_callee (d->program, f, (const struct rec_call *)r);
    return !callee || !d->program->functions[callee].body || d->models[callee] ||
           d->result_made[callee];
  }
  default:
    return true;
  }
}

static bool make_in_function (struct finder *d, funid f)
{
  const struct function *b = d->program->functions[f].body;
  bool any = false;
  for (uint32_t i = 0; i < b->n_params; i++)
    if (d->pointed_to[f] && b->locals[i + 1].value && i < MOST_ARGUMENTS &&
        d->indirect_made >> i & 1)
      any |= bitset_add (&d->made, d->base[f] + (uint32_t)b->locals[i + 1].value);
  for (uint32_t i = d->first_maker[f]; i < d->first_maker[f + 1]; i++) {
    const struct record *r = d->makers.v[i];
    if (r->dst && is_integer (d, f, r->dst) && !bitset_has (&d->made, d->base[f] + r->dst) &&
        makes (d, f, r))
      any |= bitset_add (&d->made, d->base[f] + r->dst);
    if (r->kind == REC_call)
      any |= pass_arguments (d, f, (const struct rec_call *)r,
                             direct_callee (d->program, f, (const struct rec_call *)r));
    if (r->kind == REC_return && !d->result_made[f] &&
        is_made (d, f, &((const struct rec_return *)r)->value))
      any = d->result_made[f] = true;
  }
  return any;
}

/* What is used as a pointer */

static void use_value (struct finder *d, funid f, uint32_t value)
{
  if (!is_integer (d, f, value) ||
      (d->only_made && !d->all_made && !bitset_has (&d->made, d->base[f] + value)))
    return;
  bool fresh = bitset_add (&d->used, d->base[f] + value);
  if (d->only_made ? !fresh : !bitset_add (&d->sure, d->base[f] + value))
    return;
  worklist_push (&d->list, d->owner.n / 2);
  vec_push (&d->owner, f);
  vec_push (&d->owner, value);
}

static void use (struct finder *d, funid f, const struct operand *o)
{
  if (o->kind == OPND_VALUE)
    use_value (d, f, o->value);
  else if (o->kind >= OPND_ADDRESS && o->u.addr->base_kind == BASE_VALUE)
    use_value (d, f, o->u.addr->base);
}

static void use_stores (struct finder *d, memory_class class)
{
  for (uint32_t i = map_get (&d->first_store, class, 0); i; i = d->stores.v[i - 1].next)
    use (d, d->stores.v[i - 1].f, d->stores.v[i - 1].src);
}

/* Someone loads from there to use it.  A store whose place nobody knows may be to any. */
static void use_class (struct finder *d, memory_class class)
{
  if (class ? !map_add (&d->classes, class, 1) : d->everywhere)
    return;
  if (class) {
    use_stores (d, class);
    if (map_add (&d->classes, 0, 1))
      use_stores (d, 0);
    return;
  }
  d->everywhere = true; /* as far as there are pointers to it */
  for (uint32_t i = 0; i < d->stores.n; i++)
    if (!d->stores.v[i].class || map_find (&d->taken, d->stores.v[i].class))
      use (d, d->stores.v[i].f, d->stores.v[i].src);
}

static void use_argument (struct finder *d, funid callee, uint32_t n)
{
  for (uint32_t i = d->first_call[callee]; i; i = d->calls.v[i].next)
    if (n < d->calls.v[i].call->args.n)
      use (d, d->calls.v[i].f, &d->calls.v[i].call->args.v[n]);
}

static void use_result (struct finder *d, funid f)
{
  const struct function *b = d->program->functions[f].body;
  if (!b || d->result_used[f] > (d->only_made ? 0 : 1))
    return;
  d->result_used[f] = d->only_made ? 1 : 2;
  for (uint32_t i = 0; i < b->n_records; i++)
    if (b->records[i]->kind == REC_return)
      use (d, f, &((const struct rec_return *)b->records[i])->value);
}

static void use_formal (struct finder *d, funid f, uint32_t value)
{
  const struct function *b = d->program->functions[f].body;
  for (uint32_t i = 0; i < b->n_params; i++) {
    if ((uint32_t)b->locals[i + 1].value != value)
      continue;
    use_argument (d, f, i);
    uint64_t *indirect = d->only_made ? &d->indirect_stored : &d->indirect_used;
    if (d->pointed_to[f] && i < MOST_ARGUMENTS && !(*indirect >> i & 1)) {
      *indirect |= (uint64_t)1 << i;
      use_argument (d, 0, i);
    }
  }
}

static void use_operands (struct finder *d, funid f, const struct record *r)
{
  if (r->kind == REC_phi) {
    const struct rec_phi *p = (const struct rec_phi *)r;
    for (uint32_t i = 0; i < p->args.n; i++)
      use (d, f, &p->args.v[i]);
  } else if (r->kind == REC_op && passes_pointers (((const struct rec_op *)r)->code)) {
    const struct rec_op *o = (const struct rec_op *)r;
    if (o->code != OP_SELECT)
      use (d, f, &o->a);
    if (o->code != OP_POINTER_ADD)
      use (d, f, &o->b);
    use (d, f, &o->c);
  }
}

/* Back from a value to what it is made of. */
static void go_back (struct finder *d, funid f, uint32_t value)
{
  const struct function *b = d->program->functions[f].body;
  uint32_t def = b->value_defs[value];
  if (def == UINT32_MAX) {
    use_formal (d, f, value);
    return;
  }
  const struct record *r = b->records[def];
  memory_class class;
  if (r->kind == REC_load && !d->only_made && !(((const struct rec_load *)r)->flags & AF_REFALL)) {
    place_type (d, f, &((const struct rec_load *)r)->addr, &class);
    use_class (d, class);
  } else if (r->kind == REC_call) {
    const struct rec_call *c = (const struct rec_call *)r;
    funid callee = direct_callee (d->program, f, c);
    bool pure = callee && d->models[callee] && model_has (d->models[callee], EFFECT_PURE);
    for (uint32_t i = 0; pure && i < c->args.n; i++)
      use (d, f, &c->args.v[i]);
    if (callee)
      use_result (d, callee);
    for (funid g = 1; !callee && g <= d->program->n_functions; g++)
      if (d->pointed_to[g])
        use_result (d, g);
  } else {
    use_operands (d, f, r);
  }
}

/* Whether the model keeps the argument, returns it, or gives it to a function. */
static bool model_uses (const struct model *m, uint32_t argument)
{
  static const uint64_t moves =
      (uint64_t)1 << EFFECT_STORE | (uint64_t)1 << EFFECT_RETURN |
      (uint64_t)1 << EFFECT_ATOMIC_STORE | (uint64_t)1 << EFFECT_ATOMIC_RMW |
      (uint64_t)1 << EFFECT_ATOMIC_CAS | (uint64_t)1 << EFFECT_KEEP | (uint64_t)1 << EFFECT_FORK |
      (uint64_t)1 << EFFECT_THREAD_EXIT | (uint64_t)1 << EFFECT_ONCE | (uint64_t)1 << EFFECT_CALL |
      (uint64_t)1 << EFFECT_CLEANUP_PUSH | (uint64_t)1 << EFFECT_KEY_SET |
      (uint64_t)1 << EFFECT_KEY_CREATE;
  for (uint32_t i = 0; i < m->n_effects; i++)
    for (uint32_t k = 0; k < m->effects[i].n_operands; k++) {
      const struct model_operand *o = &m->effects[i].op[k];
      if (m->effects[i].kind >= 64 || !(moves >> m->effects[i].kind & 1))
        continue;
      if (o->kind == MODEL_CALL ||
          (o->kind == MODEL_PLACE &&
           ((o->u.place.base == MODEL_ARG && o->u.place.number == argument) ||
            (o->u.place.base == MODEL_ARGS && o->u.place.number <= argument))))
        return true;
    }
  return false;
}

static void use_arguments (struct finder *d, funid f, const struct rec_call *c)
{
  funid callee = direct_callee (d->program, f, c);
  const struct function *b = callee ? d->program->functions[callee].body : NULL;
  const struct model *m = callee ? d->models[callee] : NULL;
  bool pointer = c->callee.kind == OPND_VALUE;
  for (uint32_t i = 0; i < c->args.n; i++) {
    uint32_t formal = b && i < b->n_params ? (uint32_t)b->locals[i + 1].value : 0;
    /* Variable arguments, formals in memory and functions behind pointers keep what is made from
       pointers; a formal that is no integer takes it for what it is. */
    bool kept = m ? model_uses (m, i) : formal ? always_holds (d, callee, formal) : !b && !pointer;
    d->only_made = !kept;
    if (kept || (!m && !formal))
      use (d, f, &c->args.v[i]);
    d->only_made = false;
  }
}

/* Where integers are used as pointers at once. */
static void use_in_function (struct finder *d, funid f)
{
  const struct function *b = d->program->functions[f].body;
  memory_class class;
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct record *r = b->records[i];
    if (r->kind == REC_call) {
      use_arguments (d, f, (const struct rec_call *)r);
    } else if (r->kind == REC_store) {
      const struct rec_store *s = (const struct rec_store *)r;
      const struct type *t = place_type (d, f, &s->addr, &class);
      d->only_made = t && t->r.kind == TK_INTEGER;
      use (d, f, &s->src);
      d->only_made = false;
    } else if (r->kind == REC_load && always_holds (d, f, r->dst) &&
               !(((const struct rec_load *)r)->flags & AF_REFALL)) {
      const struct type *t = place_type (d, f, &((const struct rec_load *)r)->addr, &class);
      if (t && t->r.kind == TK_INTEGER &&
          t->r.bits >= function_unit (d->program, f)->r.pointer_bits)
        use_class (d, class);
    } else if (r->kind == REC_va) {
      use (d, f, &((const struct rec_va *)r)->list);
      use (d, f, &((const struct rec_va *)r)->from);
    } else if (r->kind == REC_asm_operand) {
      d->only_made = true;
      use (d, f, &((const struct rec_asm_operand *)r)->operand);
      d->only_made = false;
    } else if (always_holds (d, f, r->dst)) {
      use_operands (d, f, r);
    }
  }
}

/* There are pointers to the integers at an address that is a value. */
static void take (struct finder *d, funid f, const struct operand *o)
{
  memory_class class;
  if (o->kind != OPND_ADDRESS)
    return;
  if (o->u.addr->base_kind == BASE_SYMBOL) {
    d->pointed_to[d->program->units[d->program->functions[f].unit].functions[o->u.addr->base]] =
        true;
    return;
  }
  const struct unit *u = function_unit (d->program, f);
  const struct type *t = place_type (d, f, o->u.addr, &class);
  while (t && t->r.kind == TK_ARRAY)
    t = type_at (u, t->r.target);
  if (!t || (t->r.kind != TK_STRUCT && t->r.kind != TK_POINTER))
    map_set (&d->taken, class, 1);
}

static void take_operands (struct finder *d, funid f, const struct record *r)
{
  const struct operand *one[3] = {0};
  const struct operand_list *all = NULL;
  if (r->kind == REC_op) {
    one[0] = &((const struct rec_op *)r)->a;
    one[1] = &((const struct rec_op *)r)->b;
    one[2] = &((const struct rec_op *)r)->c;
  } else if (r->kind == REC_store) {
    one[0] = &((const struct rec_store *)r)->src;
  } else if (r->kind == REC_return) {
    one[0] = &((const struct rec_return *)r)->value;
  } else if (r->kind == REC_asm_operand) {
    one[0] = &((const struct rec_asm_operand *)r)->operand;
  } else if (r->kind == REC_phi) {
    all = &((const struct rec_phi *)r)->args;
  } else if (r->kind == REC_call) {
    all = &((const struct rec_call *)r)->args;
  }
  for (int i = 0; i < 3 && one[i]; i++)
    take (d, f, one[i]);
  for (uint32_t i = 0; all && i < all->n; i++)
    take (d, f, &all->v[i]);
}

/* Integers of their own that are copied as memory: by a model ... */
static void gather_copied (struct finder *d, funid f, const struct rec_call *c, funid callee)
{
  const struct model *m = callee ? d->models[callee] : NULL;
  memory_class class;
  for (uint32_t i = 0; m && model_has (m, EFFECT_COPY) && i < c->args.n; i++) {
    if (c->args.v[i].kind != OPND_ADDRESS)
      continue;
    const struct type *t = place_type (d, f, c->args.v[i].u.addr, &class);
    if (t && t->r.kind == TK_INTEGER && class)
      map_set (&d->copied, class, 1);
  }
}

/* ... or by GCC, which makes a load and a store of a small memcpy. */
static void gather_word (struct finder *d, funid f, const struct address *a, uint32_t flags)
{
  memory_class class;
  const struct type *t = flags & AF_REFALL ? place_type (d, f, a, &class) : NULL;
  if (t && t->r.kind == TK_INTEGER && class)
    map_set (&d->copied, class, 1);
}

static void add_store (struct finder *d, funid f, const struct operand *src, memory_class class)
{
  uint32_t *first = map_at (&d->first_store, class);
  vec_push (&d->stores, (struct int_store){f, src, class, *first});
  *first = d->stores.n;
}

static void gather (struct finder *d, funid f)
{
  const struct function *b = d->program->functions[f].body;
  memory_class class;
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct record *r = b->records[i];
    take_operands (d, f, r);
    if (r->kind == REC_call || r->kind == REC_return || (r->dst && is_integer (d, f, r->dst)))
      vec_push (&d->makers, r);
    if (b->records[i]->kind == REC_call) {
      const struct rec_call *c = (const struct rec_call *)b->records[i];
      funid callee = direct_callee (d->program, f, c);
      vec_push (&d->calls, (struct int_call){f, c, d->first_call[callee]});
      d->first_call[callee] = d->calls.n - 1;
      gather_copied (d, f, c, callee);
      const struct function *g = callee ? d->program->functions[callee].body : NULL;
      for (uint32_t k = 0; g && k < c->args.n && k < g->n_params; k++)
        if (!g->locals[k + 1].value)
          add_store (d, f, &c->args.v[k], variable_class (BASE_LOCAL, callee, k + 1));
    } else if (b->records[i]->kind == REC_load) {
      const struct rec_load *l = (const struct rec_load *)b->records[i];
      gather_word (d, f, &l->addr, l->flags);
    } else if (b->records[i]->kind == REC_store) {
      const struct rec_store *s = (const struct rec_store *)b->records[i];
      gather_word (d, f, &s->addr, s->flags);
      if (s->src.kind != OPND_VALUE || !is_integer (d, f, s->src.value))
        continue;
      place_type (d, f, &s->addr, &class);
      add_store (d, f, &s->src, class);
    }
  }
}

/* Functions in initialisers, and those that code without facts knows: gather finds the others. */
static void find_pointed_to (struct finder *d)
{
  const struct program *p = d->program;
  for (uint32_t i = 0; i < p->n_units; i++)
    for (uint32_t k = 0; k < p->units[i].unit->n_inits; k++)
      if (p->units[i].unit->inits[k].kind == IK_SYMBOL)
        d->pointed_to[p->units[i].functions[p->units[i].unit->inits[k].target]] = true;
  for (funid f = 1; f <= p->n_functions; f++)
    d->pointed_to[f] |= p->functions[f].used_outside || (!p->main && p->functions[f].is_public);
  for (uint32_t i = 0; i < p->n_entries; i++)
    d->pointed_to[p->entries[i]] = true;
}

struct bitset integers_with_pointers (const struct program *p, const uint32_t *base,
                                      const struct model **models)
{
  struct finder d = {.program = p, .base = base, .models = models};
  d.first_call = xcalloc (p->n_functions + 1, sizeof *d.first_call);
  d.result_made = xcalloc (p->n_functions + 1, sizeof *d.result_made);
  d.result_used = xcalloc (p->n_functions + 1, sizeof *d.result_used);
  d.pointed_to = xcalloc (p->n_functions + 1, sizeof *d.pointed_to);
  find_pointed_to (&d);
  vec_push (&d.calls, (struct int_call){0});
  d.first_maker = xcalloc ((size_t)p->n_functions + 2, sizeof *d.first_maker);
  for (funid f = 1; f <= p->n_functions; f++) {
    if (p->functions[f].body)
      gather (&d, f);
    d.first_maker[f + 1] = d.makers.n;
  }
  bool again = true;
  for (int round = 0; again && round < MOST_ROUNDS; round++) {
    again = false;
    for (funid f = 1; f <= p->n_functions; f++)
      if (p->functions[f].body)
        again |= make_in_function (&d, f);
  }
  d.all_made = again; /* nobody knows */
  for (funid f = 1; f <= p->n_functions; f++)
    if (p->functions[f].body)
      use_in_function (&d, f);
  for (uint32_t i = 0; i < map_size (&d.copied); i++)
    use_class (&d, map_key (&d.copied, i));
  for (uint32_t i; worklist_pop (&d.list, &i);) {
    funid f = d.owner.v[2 * i];
    uint32_t value = d.owner.v[2 * i + 1];
    d.only_made = !bitset_has (&d.sure, base[f] + value);
    go_back (&d, f, value);
  }
  worklist_free (&d.list);
  vec_free (&d.owner);
  vec_free (&d.makers);
  free (d.first_maker);
  vec_free (&d.stores);
  vec_free (&d.calls);
  map_free (&d.first_store);
  map_free (&d.classes);
  map_free (&d.taken);
  map_free (&d.copied);
  bitset_free (&d.made);
  bitset_free (&d.sure);
  free (d.first_call);
  free (d.pointed_to);
  free (d.result_made);
  free (d.result_used);
  return d.used;
}
