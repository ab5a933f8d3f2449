/* See structs.h. */

#include "structs.h"

#include "enclose.h"
#include "text.h"

#include <string.h>

enum { MOST_PARTS = 8, MOST_FIELDS = 4 };

/* What a function uses of a struct that it gets. */
struct part {
  uint32_t param;               /* number of the local */
  uint32_t type;                /* of what is loaded */
  const struct rec_load *first; /* one of the loads */
};

/* A function that is only called, by its name. */
struct passed {
  bool called;
  bool kept;         /* all callers keep what it returns */
  uint32_t returned; /* the struct that it returns; 0: none that is passed in parts */
  uint32_t n_parts;
  struct part parts[MOST_PARTS];
  bool *in_parts; /* by parameter, from 1 */
};

struct structs {
  struct arena *arena;
  struct unit *u;
  struct passed *of;   /* by function */
  uint32_t *by_symbol; /* 1 + number of the function */
};

/* Walking over what records mention */

typedef void visit_fn (void *context, const struct record *, struct address *, bool called);

static void visit_operand (visit_fn *, void *context, const struct record *, const struct operand *,
                           bool called);

/* An address, and those of its indices, which facts nest to a small depth only. */
static void visit_address (visit_fn *visit, void *context, const struct record *r,
                           struct address *a, bool called)
{
  visit (context, r, a, called);
  for (uint32_t i = 0; i < a->n_indices; i++) {
    visit_operand (visit, context, r, &a->indices[i].index, false);
    visit_operand (visit, context, r, &a->indices[i].scale, false);
  }
}

static void visit_operand (visit_fn *visit, void *context, const struct record *r,
                           const struct operand *o, bool called)
{
  if (o->kind == OPND_ADDRESS || o->kind == OPND_CONTENTS)
    visit_address (visit, context, r, o->u.addr, called);
}

/* All addresses of a record; CALLED: it is that of the function that it calls. */
static void visit_addresses (visit_fn *visit, void *context, struct record *r)
{
  const struct record_desc *desc = &facts_records[r->kind];
  const void *callee = r->kind == REC_call ? &((const struct rec_call *)r)->callee : NULL;
  for (unsigned i = 0; i < desc->n_fields; i++) {
    void *p = (char *)r + desc->fields[i].offset;
    const struct operand_list *list = p;
    if (desc->fields[i].type == FT_OPND)
      visit_operand (visit, context, r, p, p == callee);
    else if (desc->fields[i].type == FT_ADDR)
      visit_address (visit, context, r, p, false);
    for (uint32_t k = 0; desc->fields[i].type == FT_OPNDS && k < list->n; k++)
      visit_operand (visit, context, r, &list->v[k], false);
  }
}

/* Which functions are only called */

static struct passed *passed_at (const struct structs *d, uint32_t symbol)
{
  uint32_t n = symbol ? d->by_symbol[symbol] : 0;
  return n && d->of[n - 1].called ? &d->of[n - 1] : NULL;
}

static bool is_struct (const struct unit *u, const struct rec_local *l)
{
  return !l->value && l->type && u->types[l->type].r.kind == TK_STRUCT;
}

/* Whether a call gives structs where the function wants them. */
static bool agrees (const struct unit *u, const struct function *f, const struct rec_call *c)
{
  bool agree = c->args.n == f->n_params;
  for (uint32_t i = 0; agree && i < c->args.n; i++)
    agree = !is_struct (u, &f->locals[i + 1]) || c->args.v[i].kind == OPND_CONTENTS;
  return agree;
}

static void note_use (void *context, const struct record *r, struct address *a, bool called)
{
  struct structs *d = context;
  struct passed *p = a->base_kind == BASE_SYMBOL ? passed_at (d, a->base) : NULL;
  if (!p)
    return;
  const struct function *f = &d->u->functions[p - d->of];
  const struct rec_call *c = (const struct rec_call *)r;
  if (!called || !agrees (d->u, f, c))
    p->called = false;
  else if (c->result.kind != OPND_CONTENTS)
    p->kept = false;
}

static bool is_own (const struct unit *u, const struct function *f)
{
  const uint32_t not_own = SF_PUBLIC | SF_WEAK | SF_IFUNC | SF_COMDAT | SF_USED;
  const uint32_t not_plain = FF_CONSTRUCTOR | FF_DESTRUCTOR | FF_VARARGS | FF_STATIC_CHAIN |
                             FF_OMP_CHILD | FF_RETURNS_TWICE;
  return !(u->symbols[f->r.symbol].flags & not_own) && !(f->r.flags & not_plain) && f->n_records;
}

static bool has_structs (const struct unit *u, const struct function *f)
{
  bool has = false;
  for (uint32_t i = 1; i <= f->n_params; i++)
    has |= is_struct (u, &f->locals[i]);
  for (uint32_t i = 0; i < f->n_records; i++)
    has |= f->records[i]->kind == REC_return &&
           ((const struct rec_return *)f->records[i])->value.kind == OPND_CONTENTS;
  return has;
}

/* What has another name, or is in an initialiser, may be called from elsewhere. */
static void note_names (struct structs *d)
{
  const struct unit *u = d->u;
  bool *named = ARENA_ARRAY (d->arena, (size_t)u->n_strings + 1, bool);
  for (uint32_t i = 1; i <= u->n_symbols; i++)
    named[u->symbols[i].target] = true;
  for (uint32_t k = 0; k < u->n_functions; k++)
    d->of[k].called &= !named[u->symbols[u->functions[k].r.symbol].name];
  for (uint32_t i = 0; i < u->n_inits; i++) {
    struct passed *p =
        u->inits[i].kind == IK_SYMBOL ? passed_at (d, (uint32_t)u->inits[i].target) : NULL;
    if (p)
      p->called = false;
  }
}

static bool find_called (struct structs *d)
{
  struct unit *u = d->u;
  bool any = false;
  for (uint32_t k = 0; k < u->n_functions; k++) {
    const struct function *f = &u->functions[k];
    d->by_symbol[f->r.symbol] = k + 1;
    d->of[k].called = d->of[k].kept = is_own (u, f) && has_structs (u, f);
    any |= d->of[k].called;
  }
  if (!any)
    return false;
  note_names (d);
  for (uint32_t k = 0; k < u->n_functions; k++)
    for (uint32_t i = 0; i < u->functions[k].n_records; i++)
      visit_addresses (note_use, d, u->functions[k].records[i]);
  return true;
}

/* Which parts they use */

struct users {
  const struct unit *u;
  const struct function *f;
  struct passed *p;
};

/* Whether it may be a pointer or the handle of a thread: what others follow. */
static bool is_followed (const struct unit *u, uint32_t type)
{
  const struct rec_type *t = type ? &u->types[type].r : NULL;
  return t && (t->kind == TK_POINTER || (t->kind == TK_INTEGER && t->bits == u->r.pointer_bits));
}

/* The part that is loaded; NULL: it cannot be passed. */
static struct part *part_of (struct passed *p, const struct unit *u, const struct function *f,
                             const struct rec_load *load)
{
  uint32_t type = f->value_types[load->r.dst];
  if (load->addr.n_indices || load->flags || load->bits || load->rep_bits ||
      load->addr.bitoff < 0 || !type || !u->types[type].r.bits ||
      load->addr.bitoff + (int64_t)u->types[type].r.bits >
          (int64_t)u->types[f->locals[load->addr.base].type].r.bits)
    return NULL;
  for (uint32_t i = 0; i < p->n_parts; i++)
    if (p->parts[i].param == load->addr.base && p->parts[i].first->addr.bitoff == load->addr.bitoff)
      return p->parts[i].type == type ? &p->parts[i] : NULL;
  if (p->n_parts == MOST_PARTS)
    return NULL;
  p->parts[p->n_parts] = (struct part){load->addr.base, type, load};
  return &p->parts[p->n_parts++];
}

static void note_part (void *context, const struct record *r, struct address *a, bool called)
{
  struct users *d = context;
  (void)called;
  if (a->base_kind == BASE_LOCAL && a->base <= d->f->n_params && r->kind != REC_lifetime &&
      d->p->in_parts[a->base] &&
      !(r->kind == REC_load && part_of (d->p, d->u, d->f, (const struct rec_load *)r)))
    d->p->in_parts[a->base] = false;
}

/* Whether the struct has nothing but a few plain fields. */
static bool has_plain_fields (const struct unit *u, uint32_t type)
{
  const struct type *t = &u->types[type];
  bool plain = type && t->r.kind == TK_STRUCT && t->n_fields && t->n_fields <= MOST_FIELDS;
  for (uint32_t i = 0; plain && i < t->n_fields; i++)
    plain = t->fields[i].type && u->types[t->fields[i].type].r.kind >= TK_INTEGER &&
            u->types[t->fields[i].type].r.kind <= TK_POINTER && !t->fields[i].flags;
  return plain;
}

static uint32_t returned_type (const struct function *f, const struct rec_return *r)
{
  const struct address *a = r->value.kind == OPND_CONTENTS ? r->value.u.addr : NULL;
  return a && a->base_kind == BASE_LOCAL && a->base > f->n_params && !a->n_indices && !a->n_steps &&
                 !a->bitoff
             ? f->locals[a->base].type
             : 0;
}

/* The struct that all returns give to the callers; 0: there is none, or one that stays. */
static uint32_t find_returned (const struct unit *u, const struct function *f)
{
  uint32_t type = 0;
  bool followed = false;
  for (uint32_t i = 0; i < f->n_records; i++) {
    const struct rec_return *r = (const struct rec_return *)f->records[i];
    uint32_t one = r->r.kind == REC_return ? returned_type (f, r) : type;
    if (r->r.kind == REC_return && (!one || (type && one != type)))
      return 0;
    type = one;
  }
  if (!has_plain_fields (u, type))
    return 0;
  for (uint32_t i = 0; i < u->types[type].n_fields; i++)
    followed |= is_followed (u, u->types[type].fields[i].type);
  return followed ? type : 0;
}

/* Keeps the parts of structs that can be passed, if a pointer is among them. */
static void find_parts (struct structs *d, uint32_t k)
{
  const struct unit *u = d->u;
  const struct function *f = &u->functions[k];
  struct passed *p = &d->of[k];
  uint32_t n = 0;
  p->in_parts = ARENA_ARRAY (d->arena, (size_t)f->n_params + 1, bool);
  for (uint32_t i = 1; i <= f->n_params; i++)
    p->in_parts[i] = is_struct (u, &f->locals[i]) &&
                     !(f->locals[i].flags & (OF_ADDRESSED | OF_VOLATILE | OF_BY_REFERENCE));
  for (uint32_t i = 0; i < f->n_records; i++)
    visit_addresses (note_part, &(struct users){u, f, p}, f->records[i]);
  for (uint32_t i = 1; i <= f->n_params; i++) {
    bool followed = false;
    for (uint32_t j = 0; j < p->n_parts; j++)
      followed |= p->parts[j].param == i && is_followed (u, p->parts[j].type);
    p->in_parts[i] = p->in_parts[i] && followed;
  }
  for (uint32_t j = 0; j < p->n_parts; j++)
    if (p->in_parts[p->parts[j].param])
      p->parts[n++] = p->parts[j];
  p->n_parts = n;
  p->returned = p->kept ? find_returned (u, f) : 0;
}

/* How they are passed */

static bool is_changed (const struct passed *p)
{
  return p && p->called && (p->n_parts || p->returned);
}

static uint32_t count_more (const struct passed *p)
{
  return p->n_parts + (p->returned != 0);
}

/* The type of pointers to a struct. */
static uint32_t pointer_to (struct structs *d, uint32_t type)
{
  struct unit *u = d->u;
  for (uint32_t i = 1; i <= u->n_types; i++)
    if (u->types[i].r.kind == TK_POINTER && u->types[i].r.target == type)
      return i;
  GROW (d->arena, u->types, u->n_types, struct type);
  u->types[u->n_types] = (struct type){
      .r = {.r.kind = REC_type, .kind = TK_POINTER, .bits = u->r.pointer_bits, .target = type}};
  return u->n_types;
}

static uint32_t add_value (struct function *f, uint32_t type, uint32_t name)
{
  uint32_t n = ++f->n_values;
  f->value_types[n] = type;
  f->value_names[n] = name;
  f->value_defs[n] = UINT32_MAX;
  return n;
}

static void move_local (void *context, const struct record *r, struct address *a, bool called)
{
  const uint32_t *at = context;
  (void)r;
  (void)called;
  if (a->base_kind == BASE_LOCAL && a->base > at[0])
    a->base += at[1];
}

/* The name of a part: that of the struct, and of its field. */
static uint32_t name_part (struct structs *d, const struct function *f, const struct part *p)
{
  struct unit *u = d->u;
  const struct address *a = &p->first->addr;
  const struct type *t = &u->types[f->locals[p->param].type];
  uint32_t field = a->n_steps == 1 && a->steps[0].kind == STEP_FIELD && a->bitoff == a->path_bits
                       ? t->fields[a->steps[0].n].name
                       : 0;
  if (!field || !f->locals[p->param].name)
    return 0;
  char *name = text_format ("%s.%s", u->strings[f->locals[p->param].name], u->strings[field]);
  size_t n = strlen (name) + 1;
  GROW (d->arena, u->strings, u->n_strings, const char *);
  u->strings[u->n_strings] = memcpy (ARENA_ARRAY (d->arena, n, char), name, n);
  free (name);
  return u->n_strings;
}

/* Adds the parameters of F, behind those that it has. */
static void add_parameters (struct structs *d, struct function *f, const struct passed *p)
{
  uint32_t at[] = {f->n_params, count_more (p)}, n = f->n_locals + at[1];
  struct rec_local *locals = ARENA_ARRAY (d->arena, (size_t)n + 1, struct rec_local);
  struct record **makers = ARENA_ARRAY (d->arena, (size_t)n + 1, struct record *);
  for (uint32_t i = 1; i <= f->n_locals; i++) {
    locals[i <= at[0] ? i : i + at[1]] = f->locals[i];
    makers[i <= at[0] ? i : i + at[1]] = f->local_makers ? f->local_makers[i] : NULL;
  }
  for (uint32_t i = 0; i < f->n_records; i++)
    visit_addresses (move_local, at, f->records[i]);
  for (uint32_t i = 0; i < at[1]; i++) {
    const struct part *part = i < p->n_parts ? &p->parts[i] : NULL;
    struct rec_local *new = &locals[at[0] + 1 + i];
    if (part)
      *new = f->locals[part->param];
    new->r.kind = REC_local;
    new->name = part ? name_part (d, f, part) : 0;
    new->type = part ? part->type : pointer_to (d, p->returned);
    new->flags = OF_PARAMETER;
    new->size = new->align = 0;
    new->value = add_value (f, new->type, new->name);
  }
  f->locals = locals;
  f->local_makers = f->local_makers ? makers : NULL;
  f->n_locals = n;
  f->n_params += at[1];
  f->r.flags &= ~(uint32_t)(FF_PURE | FF_CONST); /* it stores its result */
}

/* New records of a function. */
struct body_writer {
  struct structs *d;
  struct function *f;
  struct record **records;
  uint32_t n;
};

static void put (struct body_writer *w, struct record *r)
{
  if (r->dst)
    w->f->value_defs[r->dst] = w->n;
  w->records[w->n++] = r;
}

/* Adds to an address which part of the struct there is meant. */
static struct address address_of_part (const struct structs *d, const struct address *at,
                                       uint32_t type, const struct address *part)
{
  const struct unit *u = d->u;
  struct address a = *at;
  uint32_t end = a.root;
  for (uint32_t i = 0; end && i < a.n_steps; i++)
    end = a.steps[i].kind == STEP_FIELD ? u->types[end].fields[a.steps[i].n].type
                                        : u->types[end].r.target;
  a.bitoff += part->bitoff;
  if (end != type)
    return a;
  a.path_bits += part->path_bits;
  a.n_steps += part->n_steps;
  a.steps = ARENA_ARRAY (d->arena, a.n_steps, struct step);
  for (uint32_t i = 0; i < a.n_steps; i++)
    a.steps[i] = i < at->n_steps ? at->steps[i] : part->steps[i - at->n_steps];
  return a;
}

static uint32_t put_load (struct body_writer *w, const struct address *addr, uint32_t type,
                          uint32_t loc)
{
  struct rec_load *load = ARENA_NEW (w->d->arena, struct rec_load);
  load->r = (struct record){REC_load, add_value (w->f, type, 0), loc};
  load->addr = *addr;
  put (w, &load->r);
  return load->r.dst;
}

static void put_call (struct body_writer *w, const struct rec_call *c, const struct passed *p)
{
  const struct function *to = &w->d->u->functions[p - w->d->of];
  struct rec_call *call = ARENA_NEW (w->d->arena, struct rec_call);
  *call = *c;
  call->args.n += count_more (p);
  call->args.v = ARENA_ARRAY (w->d->arena, call->args.n, struct operand);
  memcpy (call->args.v, c->args.v, c->args.n * sizeof *c->args.v);
  for (uint32_t i = 0; i < p->n_parts; i++) {
    const struct part *part = &p->parts[i];
    const struct operand *from = &c->args.v[part->param - 1];
    struct address a =
        address_of_part (w->d, from->u.addr, to->locals[part->param].type, &part->first->addr);
    call->args.v[c->args.n + i] = value_operand (put_load (w, &a, part->type, c->r.loc));
  }
  if (p->returned) {
    if (c->result.u.addr->base_kind == BASE_LOCAL)
      w->f->locals[c->result.u.addr->base].flags |= OF_ADDRESSED;
    call->args.v[call->args.n - 1] = c->result;
    call->args.v[call->args.n - 1].kind = OPND_ADDRESS;
    call->result = (struct operand){0};
    call->result_bits = 0;
  }
  put (w, &call->r);
}

/* What is returned is stored where the last argument says. */
static void put_return (struct body_writer *w, const struct rec_return *r, const struct passed *p)
{
  const struct type *t = &w->d->u->types[p->returned];
  uint32_t to = (uint32_t)w->f->locals[w->f->n_params].value;
  for (uint32_t i = 0; i < t->n_fields; i++) {
    struct step *step = ARENA_NEW (w->d->arena, struct step);
    *step = (struct step){STEP_FIELD, i};
    struct address part = {.bitoff = t->fields[i].bitoff,
                           .path_bits = t->fields[i].bitoff,
                           .n_steps = 1,
                           .steps = step};
    struct address from = address_of_part (w->d, r->value.u.addr, p->returned, &part);
    struct rec_store *store = ARENA_NEW (w->d->arena, struct rec_store);
    store->r = (struct record){REC_store, 0, r->r.loc};
    store->addr = part;
    store->addr.base_kind = BASE_VALUE;
    store->addr.base = to;
    store->addr.root = p->returned;
    store->src = value_operand (put_load (w, &from, t->fields[i].type, r->r.loc));
    put (w, &store->r);
  }
  struct rec_return *end = ARENA_NEW (w->d->arena, struct rec_return);
  *end = *r;
  end->value = (struct operand){0};
  put (w, &end->r);
}

static void put_part (struct body_writer *w, const struct rec_load *load, uint32_t value)
{
  struct rec_op *op = ARENA_NEW (w->d->arena, struct rec_op);
  op->r = load->r;
  op->r.kind = REC_op;
  op->code = OP_COPY;
  op->a = value_operand (value);
  put (w, &op->r);
}

/* The parameter that now has what is loaded; 0: none. */
static uint32_t passed_value (const struct function *f, const struct passed *p,
                              const struct rec_load *load)
{
  uint32_t first = f->n_params - count_more (p) + 1;
  if (load->r.kind != REC_load || load->addr.base_kind != BASE_LOCAL)
    return 0;
  for (uint32_t i = 0; i < p->n_parts; i++)
    if (p->parts[i].param == load->addr.base && p->parts[i].first->addr.bitoff == load->addr.bitoff)
      return (uint32_t)f->locals[first + i].value;
  return 0;
}

static const struct passed *called_by (const struct structs *d, const struct record *r)
{
  const struct passed *p =
      r->kind == REC_call ? passed_at (d, called_symbol ((const struct rec_call *)r)) : NULL;
  return is_changed (p) ? p : NULL;
}

/* Not fewer than the records and values that F needs besides those that it has; 0: it stays as it
   is. */
static uint32_t count_new (const struct structs *d, const struct function *f,
                           const struct passed *own)
{
  uint32_t n = own ? count_more (own) : 0;
  for (uint32_t i = 0; i < f->n_records; i++) {
    const struct passed *p = called_by (d, f->records[i]);
    n += p ? 1 + p->n_parts : 0;
    if (own && own->returned && f->records[i]->kind == REC_return)
      n += 2 * d->u->types[own->returned].n_fields;
  }
  return n;
}

static uint32_t *grown (struct arena *arena, const uint32_t *v, uint32_t n, uint32_t more)
{
  return memcpy (ARENA_ARRAY (arena, (size_t)n + more + 1, uint32_t), v,
                 ((size_t)n + 1) * sizeof *v);
}

static void rewrite (struct structs *d, struct function *f, const struct passed *own)
{
  uint32_t more = count_new (d, f, own);
  if (!more)
    return;
  f->value_types = grown (d->arena, f->value_types, f->n_values, more);
  f->value_names = grown (d->arena, f->value_names, f->n_values, more);
  f->value_defs = grown (d->arena, f->value_defs, f->n_values, more);
  if (own)
    add_parameters (d, f, own);
  struct body_writer w = {d, f,
                          ARENA_ARRAY (d->arena, (size_t)f->n_records + more, struct record *), 0};
  for (uint32_t b = 0; b < f->n_blocks; b++) {
    uint32_t first = w.n;
    for (uint32_t i = f->blocks[b].first; i < f->blocks[b].end; i++) {
      struct record *r = f->records[i];
      const struct passed *callee = called_by (d, r);
      uint32_t value = own ? passed_value (f, own, (const struct rec_load *)r) : 0;
      if (callee)
        put_call (&w, (const struct rec_call *)r, callee);
      else if (value)
        put_part (&w, (const struct rec_load *)r, value);
      else if (own && own->returned && r->kind == REC_return)
        put_return (&w, (const struct rec_return *)r, own);
      else
        put (&w, r);
    }
    f->blocks[b].first = first;
    f->blocks[b].end = w.n;
  }
  f->records = w.records;
  f->n_records = w.n;
}

static void pass_parts (struct arena *arena, struct unit *u)
{
  struct structs d = {.arena = arena,
                      .u = u,
                      .of = ARENA_ARRAY (arena, (size_t)u->n_functions + 1, struct passed),
                      .by_symbol = ARENA_ARRAY (arena, (size_t)u->n_symbols + 1, uint32_t)};
  bool any = false;
  if (!find_called (&d))
    return;
  for (uint32_t k = 0; k < u->n_functions; k++)
    if (d.of[k].called) {
      find_parts (&d, k);
      any |= is_changed (&d.of[k]);
    }
  for (uint32_t k = 0; any && k < u->n_functions; k++)
    rewrite (&d, &u->functions[k], is_changed (&d.of[k]) ? &d.of[k] : NULL);
}

void pass_parts_of_structs (struct units *units)
{
  for (size_t i = 0; i < units->n; i++)
    pass_parts (&units->arena, units->v[i]);
}
