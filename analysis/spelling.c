/* Spelling: what the source calls a place in memory.

   From the path of an address, the names of variables, and the operations that made a pointer:
   with q = p->next, the access at q + 8 is `q->refs', and where no variable holds the pointer it is
   `p->next->refs'.  No name of a temporary ever appears; what has no spelling is `...'.

   Conversions are left out except where a struct is seen through a pointer to another type. */

#include "spelling.h"

#include <inttypes.h>
#include <string.h>

enum { DEEPEST = 8, LONGEST = 240 };

struct speller {
  const struct unit *u;
  const struct function *f;
  struct text *out;
  int depth;
};

/* How tightly an expression binds; decides where parentheses are needed. */
enum binding { LOOSE, BINARY, UNARY, POSTFIX };

static void spell_value (struct speller *, uint32_t value, enum binding);
static void spell_any (struct speller *, const struct operand *, enum binding);
static void spell_lvalue (struct speller *, const struct address *, uint64_t bits);
static void spell_address_of (struct speller *, const struct address *, enum binding);

static const struct type *type_at (const struct unit *u, uint32_t type)
{
  return type ? &u->types[type] : NULL;
}

static bool is_aggregate (const struct type *t)
{
  return t && (t->r.kind == TK_STRUCT || t->r.kind == TK_UNION);
}

const char *spell_symbol (const struct unit *u, uint32_t symbol)
{
  if (!symbol)
    return "";
  const struct rec_symbol *s = &u->symbols[symbol];
  return u->strings[s->source ? s->source : s->name];
}

void spell_loc (const struct unit *u, uint32_t loc, struct text *out)
{
  if (!loc) {
    text_add (out, "-");
    return;
  }
  const struct rec_loc *l = &u->locs[loc];
  const char *path = l->file ? u->strings[u->files[l->file].path] : "-";
  text_printf (out, "%s:%" PRId64, path, l->line);
  if (l->column)
    text_printf (out, ":%" PRIu64, l->column);
}

/* Types */

static const char *scalar_name (const struct type *t)
{
  static const struct {
    uint32_t kind, bits;
    bool is_unsigned;
    const char *name;
  } table[] = {
    {TK_INTEGER, 8, false, "signed char"}, {TK_INTEGER, 8, true, "unsigned char"},
    {TK_INTEGER, 16, false, "short"},      {TK_INTEGER, 16, true, "unsigned short"},
    {TK_INTEGER, 32, false, "int"},        {TK_INTEGER, 32, true, "unsigned int"},
    {TK_INTEGER, 64, false, "long"},       {TK_INTEGER, 64, true, "unsigned long"},
    {TK_FLOAT, 32, false, "float"},        {TK_FLOAT, 64, false, "double"},
  };
  for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
    if (table[i].kind == t->r.kind && table[i].bits == t->r.bits
        && table[i].is_unsigned == !!(t->r.flags & TF_UNSIGNED))
      return table[i].name;
  return facts_name (&type_kind_names, t->r.kind);
}

static void spell_type_name (const struct unit *u, const struct type *t, struct text *out)
{
  static const char *const keyword[TK_OTHER + 1]
      = {[TK_STRUCT] = "struct ", [TK_UNION] = "union ", [TK_ENUM] = "enum "};
  if (t->r.flags & TF_CONST)
    text_add (out, "const ");
  if (t->r.flags & TF_VOLATILE)
    text_add (out, "volatile ");
  if (t->r.flags & TF_ATOMIC)
    text_add (out, "_Atomic ");
  if (keyword[t->r.kind] && !(t->r.flags & TF_TYPEDEF && t->r.name))
    text_add (out, keyword[t->r.kind]);
  if (t->r.name)
    text_add (out, u->strings[t->r.name]);
  else
    text_add (out, keyword[t->r.kind] ? "{...}" : scalar_name (t));
}

static void spell_parameters (const struct unit *u, const struct type *t, struct text *out)
{
  text_add (out, "(");
  if (!t->r.params.n && !(t->r.flags & (TF_VARARGS | TF_UNPROTOTYPED)))
    text_add (out, "void");
  for (uint32_t i = 0; i < t->r.params.n; i++) {
    if (i)
      text_add (out, ", ");
    spell_type (u, t->r.params.v[i], out);
  }
  if (t->r.flags & TF_VARARGS)
    text_add (out, t->r.params.n ? ", ..." : "...");
  text_add (out, ")");
}

/* A declarator around an absent name: the base type first, then stars, then suffixes. */
void spell_type (const struct unit *u, uint32_t type, struct text *out)
{
  const struct type *chain[DEEPEST];
  unsigned n = 0;
  const struct type *t = type_at (u, type);
  for (; t && n < DEEPEST; t = type_at (u, t->r.target)) {
    bool derived = t->r.kind == TK_POINTER || t->r.kind == TK_ARRAY || t->r.kind == TK_FUNCTION;
    if (!derived)
      break;
    chain[n++] = t;
  }
  if (t && n < DEEPEST)
    spell_type_name (u, t, out);
  else
    text_add (out, n < DEEPEST ? "void" : "...");
  struct text suffix = {0};
  bool space = false;
  for (unsigned i = n; i-- > 0;) {
    const struct type *c = chain[i];
    if (c->r.kind == TK_POINTER) {
      bool group = suffix.n > 0;
      text_add (out, group ? " (*" : space ? "*" : " *");
      space = true;
      if (c->r.flags & TF_CONST)
        text_add (out, "const");
      if (group) {
        text_add (out, ")");
        text_add (out, suffix.v);
        text_clear (&suffix);
      }
    } else if (c->r.kind == TK_ARRAY) {
      struct text inner = {0};
      text_printf (&inner, c->r.bound ? "[%" PRIu64 "]" : "[]", c->r.bound);
      text_add (&inner, text_of (&suffix));
      text_free (&suffix);
      suffix = inner;
    } else {
      spell_parameters (u, c, &suffix);
    }
  }
  text_add (out, text_of (&suffix));
  text_free (&suffix);
}

/* Paths */

/* Where following a path has led. */
struct place {
  const struct type *type; /* NULL: unknown */
  int64_t bitoff;          /* from the root */
  uint32_t next_index;
};

static bool take_field (struct speller *s, struct place *p, int64_t n, const char *separator)
{
  if (!is_aggregate (p->type) || n < 0 || n >= p->type->n_fields)
    return false;
  const struct rec_field *f = &p->type->fields[n];
  if (f->name)
    text_printf (s->out, "%s%s", separator, s->u->strings[f->name]);
  p->bitoff += f->bitoff;
  p->type = type_at (s->u, f->type);
  return true;
}

static uint64_t type_bits (const struct unit *u, const struct type *t)
{
  for (int i = 0; t && !t->r.bits && t->r.kind == TK_ARRAY && i < DEEPEST; i++)
    t = type_at (u, t->r.target);
  return t ? t->r.bits : 0;
}

/* Follows the steps of A from P on.  FIRST is what joins the first field: `->' or `.'. */
static void spell_path (struct speller *s, const struct address *a, struct place *p,
                        const char *first)
{
  const char *separator = first;
  for (uint32_t i = 0; i < a->n_steps; i++) {
    const struct step *step = &a->steps[i];
    if (step->kind == STEP_FIELD) {
      size_t before = s->out->n;
      if (!take_field (s, p, step->n, separator))
        return;
      if (s->out->n != before) /* an anonymous struct leaves nothing to join */
        separator = ".";
      continue;
    }
    if (!p->type || p->type->r.kind != TK_ARRAY)
      return;
    text_add (s->out, "[");
    p->type = type_at (s->u, p->type->r.target);
    if (step->kind == STEP_CONSTANT) {
      text_printf (s->out, "%" PRId64, step->n);
      p->bitoff += step->n * (int64_t)type_bits (s->u, p->type);
    } else if (p->next_index < a->n_indices) {
      spell_any (s, &a->indices[p->next_index++].index, LOOSE);
    }
    text_add (s->out, "]");
    separator = ".";
  }
}

/* The field of T that BITS at OFFSET fall into, or -1. */
static int64_t field_at (const struct unit *u, const struct type *t, int64_t offset, uint64_t bits)
{
  int64_t found = -1;
  for (uint32_t i = 0; i < t->n_fields; i++) {
    const struct rec_field *f = &t->fields[i];
    uint64_t size = f->flags & DF_BITFIELD ? f->bits : type_bits (u, type_at (u, f->type));
    if (offset < f->bitoff || (uint64_t)(offset - f->bitoff) + bits > size)
      continue;
    if (found < 0 || size == bits)
      found = i;
    if (size == bits)
      break;
  }
  return found;
}

/* The fields of T that BITS at OFFSET overlap, as `a, b': GCC reads neighbouring bit-fields at once.
 */
static void spell_fields_touched (struct speller *s, const struct type *t, int64_t offset,
                                  uint64_t bits, const char *prefix, const char *separator)
{
  bool any = false;
  for (uint32_t i = 0; i < t->n_fields; i++) {
    const struct rec_field *f = &t->fields[i];
    uint64_t size = f->flags & DF_BITFIELD ? f->bits : type_bits (s->u, type_at (s->u, f->type));
    if (!f->name || f->bitoff >= offset + (int64_t)bits || f->bitoff + (int64_t)size <= offset)
      continue;
    if (any)
      text_printf (s->out, ", %s", prefix);
    text_printf (s->out, "%s%s", separator, s->u->strings[f->name]);
    any = true;
  }
}

/* The path has led to an aggregate, but the access is smaller: goes on by offset. */
static void spell_rest (struct speller *s, struct place *p, int64_t bitoff, uint64_t bits,
                        size_t start, const char *separator)
{
  for (int i = 0; i < DEEPEST && bits && p->type && type_bits (s->u, p->type) > bits; i++) {
    int64_t inside = bitoff - p->bitoff;
    if (is_aggregate (p->type)) {
      int64_t field = field_at (s->u, p->type, inside, bits);
      if (field < 0) {
        struct text prefix = {0};
        text_add_n (&prefix, s->out->v + start, s->out->n - start);
        spell_fields_touched (s, p->type, inside, bits, prefix.v, separator);
        text_free (&prefix);
        return;
      }
      size_t before = s->out->n;
      take_field (s, p, field, separator);
      if (s->out->n != before)
        separator = ".";
    } else if (p->type->r.kind == TK_ARRAY) {
      const struct type *element = type_at (s->u, p->type->r.target);
      int64_t size = (int64_t)type_bits (s->u, element);
      if (size <= 0 || inside < 0)
        return;
      text_printf (s->out, "[%" PRId64 "]", inside / size);
      p->bitoff += inside / size * size;
      p->type = element;
      separator = ".";
    } else {
      return;
    }
  }
}

/* Bases */

/* What filled a variable that the compiler made: the call, or the variable it is a copy of. */
static const struct record *maker_of (const struct function *f, uint32_t local)
{
  for (uint32_t i = 0; i < f->n_records; i++) {
    const struct record *r = f->records[i];
    const struct address *to = NULL;
    if (r->kind == REC_call && ((const struct rec_call *)r)->result.kind == OPND_CONTENTS)
      to = ((const struct rec_call *)r)->result.u.addr;
    else if (r->kind == REC_copy)
      to = &((const struct rec_copy *)r)->to;
    else if (r->kind == REC_store)
      to = &((const struct rec_store *)r)->addr;
    if (to && to->base_kind == BASE_LOCAL && to->base == local && !to->bitoff && !to->n_indices)
      return r;
  }
  return NULL;
}

static void spell_call (struct speller *s, const struct rec_call *c)
{
  if (c->callee.kind == OPND_ADDRESS && c->callee.u.addr->base_kind == BASE_SYMBOL)
    text_add (s->out, spell_symbol (s->u, c->callee.u.addr->base));
  else if (c->callee.kind == OPND_VALUE)
    spell_value (s, c->callee.value, POSTFIX);
  else
    text_add (s->out, c->builtin ? s->u->strings[c->builtin] : "...");
  text_add (s->out, " (");
  for (uint32_t i = 0; i < c->args.n; i++) {
    if (i)
      text_add (s->out, ", ");
    spell_any (s, &c->args.v[i], LOOSE);
  }
  text_add (s->out, ")");
}

static void spell_local (struct speller *s, uint32_t local)
{
  const struct rec_local *l = &s->f->locals[local];
  if (!(l->flags & OF_ARTIFICIAL) && l->name) {
    text_add (s->out, s->u->strings[l->name]);
    return;
  }
  const struct record *made = s->depth < DEEPEST ? maker_of (s->f, local) : NULL;
  s->depth++;
  if (made && made->kind == REC_call) {
    spell_call (s, (const struct rec_call *)made);
  } else if (made && made->kind == REC_copy) {
    const struct rec_copy *c = (const struct rec_copy *)made;
    spell_lvalue (s, &c->from, c->bits);
  } else if (made && made->kind == REC_store
             && ((const struct rec_store *)made)->src.kind == OPND_VALUE) {
    spell_any (s, &((const struct rec_store *)made)->src, POSTFIX);
  } else {
    text_add (s->out, "(");
    spell_type (s->u, l->type, s->out);
    text_add (s->out, "){...}");
  }
  s->depth--;
}

static uint32_t base_type (struct speller *s, const struct address *a)
{
  switch (a->base_kind) {
  case BASE_OBJECT:
    return s->u->objects[a->base].type;
  case BASE_LOCAL:
    return s->f->locals[a->base].type;
  default:
    return 0;
  }
}

static void spell_object (struct speller *s, const struct address *a)
{
  if (a->base_kind == BASE_LOCAL) {
    spell_local (s, a->base);
  } else if (a->base_kind == BASE_SYMBOL) {
    text_add (s->out, spell_symbol (s->u, a->base));
  } else {
    const struct rec_object *o = &s->u->objects[a->base];
    text_add (s->out, o->symbol ? spell_symbol (s->u, o->symbol) : "\"...\"");
  }
}

static const struct record *definition (const struct function *f, uint32_t value)
{
  uint32_t def = f->value_defs[value];
  return def == UINT32_MAX ? NULL : f->records[def];
}

static bool same_but_qualifiers (const struct type *a, const struct type *b)
{
  return a && b && a->r.kind == b->r.kind && a->r.name == b->r.name && a->r.bits == b->r.bits
         && a->r.target == b->r.target;
}

/* The operation that makes VALUE, looking through copies and conversions that have no name. */
static const struct rec_op *operation (const struct function *f, uint32_t value)
{
  for (int i = 0; i < DEEPEST && !f->value_names[value]; i++) {
    const struct rec_op *op = (const struct rec_op *)definition (f, value);
    if (!op || op->r.kind != REC_op)
      return NULL;
    if ((op->code != OP_COPY && op->code != OP_CONVERT) || op->a.kind != OPND_VALUE)
      return op;
    value = op->a.value;
  }
  return NULL;
}

/* `i' from `i * size', where SIZE is in bytes; true if the operand is a multiple of it. */
static bool spell_scaled (struct speller *s, const struct operand *o, int64_t size)
{
  if (o->kind == OPND_INT) {
    if (o->u.number % size)
      return false;
    text_printf (s->out, "%" PRId64, o->u.number / size);
    return true;
  }
  if (o->kind != OPND_VALUE)
    return false;
  if (size == 1) {
    spell_any (s, o, LOOSE);
    return true;
  }
  const struct rec_op *op = operation (s->f, o->value);
  if (!op || op->b.kind != OPND_INT)
    return false;
  if (op->code == OP_MUL && op->b.u.number == size) {
    spell_any (s, &op->a, LOOSE);
    return true;
  }
  if (op->code == OP_MUL && op->b.u.number == -size) {
    text_add (s->out, "-");
    spell_any (s, &op->a, UNARY);
    return true;
  }
  return false;
}

static int64_t byte_size (const struct unit *u, uint32_t type)
{
  return (int64_t)(type_bits (u, type_at (u, type)) / 8);
}

/* The pointed-to type of VALUE, or 0. */
static uint32_t pointee (struct speller *s, uint32_t value)
{
  const struct type *t = type_at (s->u, s->f->value_types[value]);
  return t && t->r.kind == TK_POINTER ? t->r.target : 0;
}

/* `p[i]' for a pointer made by adding i elements to p.  False, with nothing written, if VALUE is no
   such pointer. */
static bool spell_element (struct speller *s, uint32_t value, uint32_t root, int64_t extra)
{
  const struct rec_op *op = operation (s->f, value);
  int64_t size = byte_size (s->u, root);
  if (!op || op->code != OP_POINTER_ADD || op->a.kind == OPND_OTHER || size <= 0 || extra % size)
    return false;
  size_t start = s->out->n;
  spell_any (s, &op->a, POSTFIX);
  text_add (s->out, "[");
  if (!spell_scaled (s, &op->b, size)) {
    s->out->n = start;
    s->out->v[start] = 0;
    return false;
  }
  if (extra)
    text_printf (s->out, " %c %" PRId64, extra < 0 ? '-' : '+',
                 (extra < 0 ? -extra : extra) / size);
  text_add (s->out, "]");
  return true;
}

/* Whether VALUE is spelled `&x', so that going through it is just `x'.  On success writes x. */
static bool spell_pointed_object (struct speller *s, uint32_t value, const struct type *root)
{
  const char *name = s->u->strings[s->f->value_names[value]];
  if (s->f->value_names[value]) {
    if (*name != '&')
      return false;
    text_add (s->out, name + 1);
    return true;
  }
  const struct rec_op *op = operation (s->f, value);
  if (!op || (op->code != OP_COPY && op->code != OP_CONVERT) || op->a.kind != OPND_ADDRESS)
    return false;
  spell_lvalue (s, op->a.u.addr, root ? type_bits (s->u, root) : 0);
  return true;
}

/* What a pointer leads to, without the path behind it.  Sets how the first field is joined. */
static void spell_through (struct speller *s, const struct address *a, int64_t extra,
                           const char **join)
{
  const struct type *root = type_at (s->u, a->root);
  *join = ".";
  if (!extra && spell_pointed_object (s, a->base, root))
    return;
  if (spell_element (s, a->base, a->root, extra))
    return;
  int64_t size = byte_size (s->u, a->root);
  bool by_field = a->n_steps && a->steps[0].kind == STEP_FIELD;
  bool cast = is_aggregate (root)
              && !same_but_qualifiers (root, type_at (s->u, pointee (s, a->base)));
  bool subscript = extra && size > 0 && extra % size == 0;
  if (!subscript && !by_field)
    text_add (s->out, a->n_steps ? "(*" : "*");
  if (cast) {
    text_add (s->out, "((");
    spell_type (s->u, a->root, s->out);
    text_add (s->out, " *)");
    spell_value (s, a->base, UNARY);
    text_add (s->out, ")");
  } else {
    spell_value (s, a->base, subscript || by_field ? POSTFIX : UNARY);
  }
  if (subscript)
    text_printf (s->out, "[%" PRId64 "]", extra / size);
  else if (!by_field)
    text_add (s->out, a->n_steps ? ")" : "");
  else
    *join = "->";
}

/* The part of A's offset that is in front of where its path starts, in bits.  What is left of it is
   inside of where the path ends: a part of a bit-field, or of a struct seen as something else. */
static int64_t whole_elements (struct speller *s, const struct address *a)
{
  int64_t offset = a->bitoff - a->path_bits;
  int64_t size = (int64_t)type_bits (s->u, type_at (s->u, a->root));
  if (offset >= 0 && size > 0 && !a->n_steps)
    return offset / size * size;
  return offset >= 0 && offset < size ? 0 : offset;
}

static void spell_lvalue (struct speller *s, const struct address *a, uint64_t bits)
{
  size_t start = s->out->n;
  if (s->depth >= DEEPEST || a->base_kind == BASE_NONE) {
    text_add (s->out, "...");
    return;
  }
  s->depth++;
  const char *join = ".";
  struct place p = {NULL, 0, 0};
  if (a->base_kind == BASE_VALUE) {
    p.type = type_at (s->u, a->root);
    p.bitoff = whole_elements (s, a);
    spell_through (s, a, p.bitoff / 8, &join);
  } else {
    spell_object (s, a);
    p.type = type_at (s->u, base_type (s, a));
  }
  bool punned = a->base_kind != BASE_VALUE && a->n_steps
                && !same_but_qualifiers (p.type, type_at (s->u, a->root));
  size_t before = s->out->n;
  if (!punned)
    spell_path (s, a, &p, join);
  spell_rest (s, &p, a->bitoff, bits, start, s->out->n == before ? join : ".");
  /* A struct that is read through a pointer, and no field of it: *p. */
  if (!strcmp (join, "->") && s->out->n == before)
    text_add (s->out, "->...");
  s->depth--;
}

/* Values */

static void spell_address_of (struct speller *s, const struct address *a, enum binding binding)
{
  bool function = a->base_kind == BASE_SYMBOL;
  /* &p->f with nothing but an offset is p itself seen as another type. */
  if (a->base_kind == BASE_VALUE && !a->n_steps && !a->bitoff && !a->n_indices) {
    spell_value (s, a->base, binding);
    return;
  }
  if (!function)
    text_add (s->out, binding > UNARY ? "(&" : "&");
  spell_lvalue (s, a, 0);
  if (!function && binding > UNARY)
    text_add (s->out, ")");
}

static const char *operator_of (uint32_t code)
{
  if (code == OP_POINTER_ADD)
    return "+";
  if (code == OP_POINTER_SUB)
    return "-";
  return facts_name (&opcode_names, code);
}

static void spell_binary (struct speller *s, const struct rec_op *op, enum binding binding)
{
  if (binding > LOOSE)
    text_add (s->out, "(");
  spell_any (s, &op->a, BINARY);
  text_printf (s->out, " %s ", operator_of (op->code));
  int64_t size = op->code == OP_POINTER_ADD ? byte_size (s->u, pointee (s, op->r.dst)) : 0;
  if (size <= 0 || !spell_scaled (s, &op->b, size))
    spell_any (s, &op->b, BINARY);
  if (binding > LOOSE)
    text_add (s->out, ")");
}

static void spell_operation (struct speller *s, const struct rec_op *op, enum binding binding)
{
  switch (op->code) {
  case OP_COPY:
  case OP_CONVERT:
  case OP_BITS:
    spell_any (s, &op->a, binding);
    break;
  case OP_NEG:
  case OP_NOT:
    text_add (s->out, op->code == OP_NEG ? "-" : "~");
    spell_any (s, &op->a, UNARY);
    break;
  case OP_ABS:
  case OP_MIN:
  case OP_MAX:
    text_printf (s->out, "%s (", facts_name (&opcode_names, op->code));
    spell_any (s, &op->a, LOOSE);
    if (op->code != OP_ABS) {
      text_add (s->out, ", ");
      spell_any (s, &op->b, LOOSE);
    }
    text_add (s->out, ")");
    break;
  case OP_SELECT:
    text_add (s->out, "(");
    spell_any (s, &op->a, BINARY);
    text_add (s->out, " ? ");
    spell_any (s, &op->b, BINARY);
    text_add (s->out, " : ");
    spell_any (s, &op->c, BINARY);
    text_add (s->out, ")");
    break;
  case OP_OTHER:
    text_add (s->out, "...");
    break;
  default:
    spell_binary (s, op, binding);
  }
}

/* A value that comes over several ways, as in `(c ? p : q)'. */
static void spell_phi (struct speller *s, const struct rec_phi *phi)
{
  text_add (s->out, "(... ? ");
  for (uint32_t i = 0; i < phi->args.n && i < 3; i++) {
    if (i)
      text_add (s->out, " : ");
    spell_any (s, &phi->args.v[i], BINARY);
  }
  text_add (s->out, ")");
}

static void spell_value (struct speller *s, uint32_t value, enum binding binding)
{
  if (s->f->value_names[value]) {
    text_add (s->out, s->u->strings[s->f->value_names[value]]);
    return;
  }
  const struct record *r = definition (s->f, value);
  if (!r || s->depth >= DEEPEST || s->out->n > LONGEST) {
    text_add (s->out, "...");
    return;
  }
  s->depth++;
  switch (r->kind) {
  case REC_op:
    spell_operation (s, (const struct rec_op *)r, binding);
    break;
  case REC_load: {
    const struct rec_load *l = (const struct rec_load *)r;
    size_t start = s->out->n;
    spell_lvalue (s, &l->addr, load_bits (s->u, s->f, l));
    /* `*p' under a postfix operator needs parentheses. */
    if (binding == POSTFIX && s->out->v && s->out->v[start] == '*') {
      struct text inner = {0};
      text_add (&inner, s->out->v + start);
      s->out->n = start;
      text_printf (s->out, "(%s)", inner.v);
      text_free (&inner);
    }
    break;
  }
  case REC_call:
    spell_call (s, (const struct rec_call *)r);
    break;
  case REC_phi:
    spell_phi (s, (const struct rec_phi *)r);
    break;
  case REC_va:
    text_add (s->out, "va_arg (...)");
    break;
  case REC_alloca:
    text_add (s->out, "alloca (...)");
    break;
  default:
    text_add (s->out, "...");
  }
  s->depth--;
}

static void spell_any (struct speller *s, const struct operand *o, enum binding binding)
{
  switch (o->kind) {
  case OPND_VALUE:
    spell_value (s, o->value, binding);
    break;
  case OPND_INT:
    text_printf (s->out, "%" PRId64, o->u.number);
    break;
  case OPND_ADDRESS:
    spell_address_of (s, o->u.addr, binding);
    break;
  case OPND_CONTENTS:
    spell_lvalue (s, o->u.addr, 0);
    break;
  default:
    text_add (s->out, "...");
  }
}

/* The doors */

void spell_memory (const struct unit *u, const struct function *f, const struct address *a,
                   uint64_t bits, struct text *out)
{
  struct speller s = {u, f, out, 0};
  spell_lvalue (&s, a, bits);
}

void spell_operand (const struct unit *u, const struct function *f, const struct operand *o,
                    struct text *out)
{
  struct speller s = {u, f, out, 0};
  spell_any (&s, o, LOOSE);
}

uint64_t load_bits (const struct unit *u, const struct function *f, const struct rec_load *l)
{
  return l->bits || !l->r.dst ? l->bits : type_bits (u, type_at (u, f->value_types[l->r.dst]));
}

uint64_t store_bits (const struct unit *u, const struct function *f, const struct rec_store *s)
{
  return s->bits || s->src.kind != OPND_VALUE
             ? s->bits
             : type_bits (u, type_at (u, f->value_types[s->src.value]));
}
