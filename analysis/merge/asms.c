/* See asms.h.  These templates are known, in the syntax of AT&T, where M is an operand in memory or
   a pointer in brackets, and R one in a register:

     [lock] xchg R, M                 lock cmpxchg R, M [; sete R]        lock xadd R, M
     mov R, M    mov $1, M            mov M, R                            mfence

   Each is one access, or none, which the compiler can neither divide nor leave out.  It orders
   memory if the compiler may not move others across it, which "memory" says; otherwise it is
   relaxed.  All else stays what it is (see locked.c).  The compare-and-swap that the compiler makes
   for OpenMP, which is an internal function and no call, becomes one, too. */

#include "asms.h"
#include "enclose.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { RELAXED = 0, ACQUIRE = 2, RELEASE = 3, SEQ_CST = 5, WORDS = 2 };

enum operation { EXCHANGE, ADD, CAS_OLD, CAS_BOOL, STORE, LOAD, FENCE, N_OPERATIONS };

static const char *const names[N_OPERATIONS][4] = {
    [EXCHANGE] = {".asm_exchange_1", ".asm_exchange_2", ".asm_exchange_4", ".asm_exchange_8"},
    [ADD] = {".asm_fetch_add_1", ".asm_fetch_add_2", ".asm_fetch_add_4", ".asm_fetch_add_8"},
    [CAS_OLD] = {".asm_cas_1", ".asm_cas_2", ".asm_cas_4", ".asm_cas_8"},
    [CAS_BOOL] = {".asm_cas_bool_1", ".asm_cas_bool_2", ".asm_cas_bool_4", ".asm_cas_bool_8"},
    [STORE] = {".asm_store_1", ".asm_store_2", ".asm_store_4", ".asm_store_8"},
    [LOAD] = {".asm_load_1", ".asm_load_2", ".asm_load_4", ".asm_load_8"},
    [FENCE] = {".asm_fence", ".asm_fence", ".asm_fence", ".asm_fence"},
};

/* One instruction: its name without a prefix and size, and its operands. */
struct instruction {
  bool locked;
  char name[16];
  unsigned bits; /* 0: as large as its operands */
  uint32_t n;
  struct place {
    enum { IS_OPERAND, IS_BEHIND, IS_NUMBER } kind; /* %1, (%1), $1 */
    int64_t number;
  } v[2];
};

struct asms {
  struct arena *arena;
  struct unit *u;
  uint32_t symbol[N_OPERATIONS][4]; /* 0: not needed yet */
  const struct function *f;
  const struct rec_asm *a;
  const struct rec_asm_operand **operand;
  uint32_t n_operands;
};

static const char *skip_blanks (const char *p)
{
  return p + strspn (p, " \t");
}

static const char *read_place (const char *p, struct place *out)
{
  char *end;
  out->kind = *p == '(' ? IS_BEHIND : *p == '$' ? IS_NUMBER : IS_OPERAND;
  p += out->kind != IS_OPERAND;
  if (out->kind != IS_NUMBER && *p++ != '%')
    return NULL;
  if (out->kind != IS_NUMBER && !isdigit ((unsigned char)*p))
    return NULL; /* a register, or a part of one */
  out->number = strtoll (p, &end, 0);
  if (end == p || (out->kind == IS_BEHIND && *end++ != ')'))
    return NULL;
  return skip_blanks (end);
}

/* The size at the end of the name of an instruction that has one. */
static void split_name (struct instruction *i)
{
  static const char *const sized[] = {"xchg", "cmpxchg", "xadd", "mov"};
  for (size_t k = 0; k < sizeof sized / sizeof *sized; k++) {
    size_t n = strlen (sized[k]);
    const char *size = i->name + n;
    if (strncmp (i->name, sized[k], n) || !*size || size[1] || !strchr ("bwlq", *size))
      continue;
    i->bits = *size == 'b' ? 8 : *size == 'w' ? 16 : *size == 'l' ? 32 : 64;
    i->name[n] = 0;
  }
}

/* Reads the instruction at P; NULL: it is none that is understood. */
static const char *read_instruction (const char *p, struct instruction *out)
{
  *out = (struct instruction){0};
  for (;;) {
    size_t n = strspn (p = p + strspn (p, " \t\n;"), "abcdefghijklmnopqrstuvwxyz");
    if (!n || n >= sizeof out->name)
      return NULL;
    memcpy (out->name, p, n);
    out->name[n] = 0;
    p = skip_blanks (p + n);
    if (strcmp (out->name, "lock"))
      break;
    out->locked = true;
  }
  split_name (out);
  while (*p && *p != '\n' && *p != ';') {
    if (out->n == 2 || !(p = read_place (p, &out->v[out->n++])))
      return NULL;
    if (*p == ',')
      p = skip_blanks (p + 1);
    else if (*p && *p != '\n' && *p != ';')
      return NULL;
  }
  return p + strspn (p, " \t\n;");
}

static const struct rec_asm_operand *operand_at (const struct asms *d, const struct place *p)
{
  return p->number >= 0 && (uint64_t)p->number < d->n_operands ? d->operand[p->number] : NULL;
}

static bool has_letter (const struct asms *d, const struct rec_asm_operand *o, char letter)
{
  return o->constraint && strchr (d->u->strings[o->constraint], letter);
}

/* The address of the memory that an operand of the instruction is; its size in *BITS, 0: any. */
static bool memory_of (const struct asms *d, const struct place *p, struct operand *out,
                       unsigned *bits)
{
  const struct rec_asm_operand *o = p->kind == IS_NUMBER ? NULL : operand_at (d, p);
  if (!o)
    return false;
  *bits = p->kind == IS_BEHIND ? 0 : (unsigned)o->bits;
  *out = o->operand;
  if (p->kind == IS_BEHIND)
    return o->direction == MD_IN && (out->kind == OPND_VALUE || out->kind == OPND_ADDRESS);
  out->kind = OPND_ADDRESS;
  return o->operand.kind == OPND_CONTENTS && has_letter (d, o, 'm');
}

/* What comes out of a register. */
static const struct rec_asm_operand *output_of (const struct asms *d, const struct place *p)
{
  const struct rec_asm_operand *o = p->kind == IS_OPERAND ? operand_at (d, p) : NULL;
  return o && o->direction == MD_OUT && o->r.dst && !has_letter (d, o, 'm') ? o : NULL;
}

/* What goes into the register of operand N, an input or the output that it becomes. */
static const struct rec_asm_operand *input_of (const struct asms *d, uint32_t n)
{
  if (n < d->n_operands && d->operand[n]->direction == MD_IN)
    return d->operand[n];
  for (uint32_t i = 0; i < d->n_operands; i++) {
    const char *text = d->operand[i]->constraint ? d->u->strings[d->operand[i]->constraint] : "";
    if (d->operand[i]->direction == MD_IN && isdigit ((unsigned char)*text) &&
        strtoul (text, NULL, 10) == n)
      return d->operand[i];
  }
  return NULL;
}

/* What is in the accumulator before the asm, or behind it: as an operand that is in no other
   register. */
static const struct rec_asm_operand *accumulator (const struct asms *d, bool before)
{
  for (uint32_t i = 0; i < d->n_operands; i++) {
    const char *text = d->operand[i]->constraint ? d->u->strings[d->operand[i]->constraint] : "";
    bool out = d->operand[i]->direction == MD_OUT;
    if (!strcmp (text, out ? "=a" : "a") && (before || out))
      return before ? input_of (d, i) : d->operand[i];
  }
  return NULL;
}

static bool is_value (const struct rec_asm_operand *o)
{
  return o && (o->operand.kind == OPND_VALUE || o->operand.kind == OPND_INT ||
               o->operand.kind == OPND_ADDRESS);
}

static bool is_same_index (const struct address_index *a, const struct address_index *b)
{
  return a->index.kind == b->index.kind && a->stride && a->stride == b->stride &&
         (a->index.kind == OPND_VALUE
              ? a->index.value == b->index.value
              : a->index.kind == OPND_INT && a->index.u.number == b->index.u.number);
}

static bool is_same_address (const struct address *a, const struct address *b)
{
  bool same = a->base_kind == b->base_kind && a->base == b->base && a->bitoff == b->bitoff &&
              a->n_indices == b->n_indices;
  for (uint32_t i = 0; same && i < a->n_indices; i++)
    same = is_same_index (&a->indices[i], &b->indices[i]);
  return same;
}

/* Other memory that the asm reads or writes would be forgotten. */
static bool is_only_memory (const struct asms *d, const struct operand *memory)
{
  struct address behind = {.base_kind = BASE_VALUE, .base = memory->value};
  const struct address *at = memory->kind == OPND_ADDRESS ? memory->u.addr : &behind;
  for (uint32_t i = 0; i < d->n_operands; i++)
    if (d->operand[i]->operand.kind == OPND_CONTENTS &&
        !is_same_address (d->operand[i]->operand.u.addr, at))
      return false;
  return true;
}

/* A call that takes the place of the asm. */
struct atomic_call {
  enum operation operation;
  uint32_t n_words, dst;
  unsigned bits;
  struct operand memory, word[WORDS];
};

static struct operand number_operand (int64_t n)
{
  return (struct operand){.kind = OPND_INT, .u.number = n};
}

static bool understand_cas (const struct asms *d, const struct instruction *i,
                            const struct instruction *set, struct atomic_call *c)
{
  const struct rec_asm_operand *new = operand_at (d, &i->v[0]), *old = accumulator (d, true),
                               *out = set ? output_of (d, &set->v[0]) : accumulator (d, false);
  if (i->v[0].kind != IS_OPERAND || !new || new->direction != MD_IN || !is_value (new) ||
      !is_value (old) || (set && (!out || out->bits != 8)))
    return false;
  c->operation = set ? CAS_BOOL : CAS_OLD;
  c->word[0] = old->operand;
  c->word[1] = new->operand;
  c->n_words = 2;
  c->dst = out ? out->r.dst : 0;
  c->bits = (unsigned)new->bits;
  return new->bits == old->bits && (set || !out || out->bits == new->bits);
}

/* The register is read and written: xchg and xadd. */
static bool understand_swap (const struct asms *d, const struct place *p, struct atomic_call *c)
{
  const struct rec_asm_operand *out = output_of (d, p),
                               *in = out ? input_of (d, (uint32_t)p->number) : NULL;
  if (!is_value (in) || in->bits != out->bits)
    return false;
  c->word[0] = in->operand;
  c->n_words = 1;
  c->dst = out->r.dst;
  c->bits = (unsigned)out->bits;
  return true;
}

static bool understand_move (const struct asms *d, const struct instruction *i,
                             struct atomic_call *c)
{
  const struct rec_asm_operand *o = operand_at (d, &i->v[c->operation == LOAD]);
  if (c->operation == LOAD) {
    o = output_of (d, &i->v[1]);
    c->dst = o ? o->r.dst : 0;
    c->bits = o ? (unsigned)o->bits : 0;
    return o != NULL;
  }
  c->n_words = 1;
  c->bits = i->bits;
  if (i->v[0].kind == IS_NUMBER) {
    c->word[0] = number_operand (i->v[0].number);
    return true;
  }
  if (i->v[0].kind != IS_OPERAND || !o || o->direction != MD_IN || !is_value (o))
    return false;
  c->word[0] = o->operand;
  c->bits = (unsigned)o->bits;
  return true;
}

static bool understand (const struct asms *d, const struct instruction *i,
                        const struct instruction *set, struct atomic_call *c)
{
  unsigned bits;
  bool is_cas = !strcmp (i->name, "cmpxchg"), is_move = !strcmp (i->name, "mov"),
       is_add = !strcmp (i->name, "xadd"), is_swap = !strcmp (i->name, "xchg");
  uint32_t at = 1;
  if (i->n != 2 || (set && !is_cas) || ((is_cas || is_add) && !i->locked))
    return false;
  if (!memory_of (d, &i->v[at], &c->memory, &bits)) {
    at = 0;
    if (is_cas || is_add || !memory_of (d, &i->v[at], &c->memory, &bits))
      return false;
  }
  c->operation = is_move && !at ? LOAD : is_move ? STORE : is_add ? ADD : EXCHANGE;
  if (is_cas    ? !understand_cas (d, i, set, c)
      : is_move ? !understand_move (d, i, c)
                : !(is_add || is_swap) || !understand_swap (d, &i->v[!at], c))
    return false;
  unsigned size = i->bits ? i->bits : c->bits;
  return size == c->bits && (!bits || bits == size) &&
         (size == 8 || size == 16 || size == 32 || size == 64) && is_only_memory (d, &c->memory);
}

/* Reads the template of the asm. */
static bool read_asm (const struct asms *d, struct atomic_call *c)
{
  struct instruction i, set;
  const char *p = d->a->flags & MF_GOTO ? NULL : read_instruction (d->u->strings[d->a->text], &i);
  *c = (struct atomic_call){0};
  if (!p)
    return false;
  if (!*p && !strcmp (i.name, "mfence") && !d->n_operands && d->a->flags & MF_MEMORY) {
    c->operation = FENCE;
    return true;
  }
  if (!*p)
    return understand (d, &i, NULL, c);
  p = read_instruction (p, &set);
  return p && !*p && set.n == 1 && (!strcmp (set.name, "sete") || !strcmp (set.name, "setz")) &&
         understand (d, &i, &set, c);
}

static uint32_t symbol_of (struct asms *d, const struct atomic_call *c)
{
  unsigned size = c->bits <= 8 ? 0 : c->bits == 16 ? 1 : c->bits == 32 ? 2 : 3;
  uint32_t *n = &d->symbol[c->operation][size];
  if (!*n)
    *n = add_function (d->arena, d->u, names[c->operation][size]);
  return *n;
}

static struct record *replacement (struct asms *d, const struct atomic_call *c)
{
  struct rec_call *r = call_of (d->arena, symbol_of (d, c), d->a->r.loc);
  int order = !(d->a->flags & MF_MEMORY) ? RELAXED
              : c->operation == STORE    ? RELEASE
              : c->operation == LOAD     ? ACQUIRE
                                         : SEQ_CST;
  r->r.dst = c->dst;
  if (c->operation == FENCE)
    return &r->r;
  r->args.v = ARENA_ARRAY (d->arena, WORDS + 2, struct operand);
  r->args.v[r->args.n++] = c->memory;
  for (uint32_t i = 0; i < c->n_words; i++)
    r->args.v[r->args.n++] = c->word[i];
  r->args.v[r->args.n++] = number_operand (order);
  return &r->r;
}

/* Of a register that the operation leaves behind, but not as its result, nothing is known. */
static struct record *unknown (struct asms *d, const struct record *operand)
{
  struct rec_op *op = ARENA_NEW (d->arena, struct rec_op);
  op->r = (struct record){.kind = REC_op, .dst = operand->dst, .loc = operand->loc};
  op->code = OP_COPY;
  op->a = (struct operand){.kind = OPND_OTHER, .other = OO_OPAQUE};
  return &op->r;
}

/* Puts what becomes of the asm at record I into OUT, and returns how many records it had; 0: it
   stays. */
static uint32_t replace (struct asms *d, uint32_t i, struct record **out, uint32_t *n)
{
  struct atomic_call c;
  struct record *const *r = d->f->records + i;
  d->a = (const struct rec_asm *)*r;
  d->n_operands = 0;
  while (i + 1 + d->n_operands < d->f->n_records && r[1 + d->n_operands]->kind == REC_asm_operand)
    d->n_operands++;
  d->operand = (const struct rec_asm_operand **)(r + 1);
  if (!read_asm (d, &c))
    return 0;
  out[(*n)++] = replacement (d, &c);
  for (uint32_t k = 1; k <= d->n_operands; k++)
    if (r[k]->dst && r[k]->dst != c.dst)
      out[(*n)++] = unknown (d, r[k]);
  return d->n_operands + 1;
}

/* Compare-and-swap as the compiler writes it for OpenMP: .ATOMIC_COMPARE_EXCHANGE (address, old, new,
   size, order, order of a failure). */
static bool is_internal_cas (const struct asms *d, const struct record *r)
{
  enum { ARGUMENTS = 6, SIZE = 3 };
  const struct rec_call *c = (const struct rec_call *)r;
  return r->kind == REC_call && c->flags & CF_INTERNAL && c->args.n == ARGUMENTS &&
         c->args.v[SIZE].kind == OPND_INT &&
         !strcmp (d->u->strings[c->builtin], "ATOMIC_COMPARE_EXCHANGE");
}

static struct record *replace_cas (struct asms *d, const struct rec_call *from)
{
  enum { BYTES = 255 }; /* of the size; more says whether it may fail for no reason */
  struct atomic_call c = {.operation = CAS_OLD,
                          .bits = (unsigned)(from->args.v[3].u.number & BYTES) * 8};
  struct rec_call *r = call_of (d->arena, symbol_of (d, &c), from->r.loc);
  r->r.dst = from->r.dst;
  r->args.v = ARENA_ARRAY (d->arena, WORDS + 2, struct operand);
  r->args.n = WORDS + 2;
  for (uint32_t i = 0; i <= WORDS; i++)
    r->args.v[i] = from->args.v[i];
  r->args.v[WORDS + 1] = from->args.v[4];
  return &r->r;
}

static void replace_in (struct asms *d, struct function *f)
{
  struct record **records = ARENA_ARRAY (d->arena, (size_t)f->n_records + 1, struct record *);
  uint32_t n = 0;
  d->f = f;
  for (uint32_t b = 0; b < f->n_blocks; b++) {
    uint32_t first = n;
    for (uint32_t i = f->blocks[b].first; i < f->blocks[b].end;) {
      uint32_t taken = f->records[i]->kind == REC_asm ? replace (d, i, records, &n) : 0;
      if (!taken)
        records[n++] = is_internal_cas (d, f->records[i])
                           ? replace_cas (d, (const struct rec_call *)f->records[i])
                           : f->records[i];
      i += taken ? taken : 1;
    }
    f->blocks[b].first = first;
    f->blocks[b].end = n;
  }
  for (uint32_t i = 0; i < n; i++)
    if (records[i]->dst)
      f->value_defs[records[i]->dst] = i;
  f->records = records;
  f->n_records = n;
}

static bool has_asm (const struct asms *d, const struct function *f)
{
  for (uint32_t i = 0; i < f->n_records; i++)
    if (f->records[i]->kind == REC_asm || is_internal_cas (d, f->records[i]))
      return true;
  return false;
}

void replace_asms (struct units *units)
{
  for (size_t i = 0; i < units->n; i++) {
    struct asms d = {.arena = &units->arena, .u = units->v[i]};
    for (uint32_t k = 0; k < d.u->n_functions; k++)
      if (has_asm (&d, &d.u->functions[k]))
        replace_in (&d, &d.u->functions[k]);
  }
}
