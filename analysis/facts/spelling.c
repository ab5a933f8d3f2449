/* Spelling: what the source calls a place in memory.

   From the path of an address, the names of variables, and the operations that made a pointer:
   with q = p->next, the access at q + 8 is `q->refs', and where no variable holds the pointer it is
   `p->next->refs'.  No name of a temporary ever appears; what has no spelling is `...'.

   Conversions are left out except where a struct is seen through a pointer to another type. */

#include "spelling-internal.h"
#include "wrap.h"

#include <inttypes.h>
#include <string.h>

bool is_frame (const struct unit *u, const struct type *t)
{
  return is_aggregate (t) && t->r.name && strchr (u->strings[t->r.name], '.');
}

/* Bases */

void spell_call (struct speller *s, const struct rec_call *c)
{
  if (c->callee.kind == OPND_ADDRESS && c->callee.u.addr->base_kind == BASE_SYMBOL)
    spell_name (spell_symbol (s->u, c->callee.u.addr->base), s->out);
  else if (c->callee.kind == OPND_VALUE)
    spell_value (s, c->callee.value, POSTFIX);
  else
    spell_name (c->builtin ? s->u->strings[c->builtin] : "...", s->out);
  text_add (s->out, " (");
  for (uint32_t i = 0; i < c->args.n; i++) {
    if (i)
      text_add (s->out, ", ");
    if (is_long (s)) {
      text_add (s->out, "...");
      break;
    }
    spell_any (s, &c->args.v[i], LOOSE);
  }
  text_add (s->out, ")");
}

static bool has_name (const struct rec_local *l)
{
  return !(l->flags & OF_ARTIFICIAL) && l->name;
}

static void spell_unnamed (struct speller *s, uint32_t type)
{
  text_add (s->out, "(");
  spell_type (s->u, type, s->out);
  text_add (s->out, "){...}");
}

/* The store that fills a whole variable which the compiler made, or NULL. */
static const struct rec_store *filling_store (struct speller *s, uint32_t local)
{
  const struct rec_local *l = &s->f->locals[local];
  const struct record *made =
      !has_name (l) && s->depth < DEEPEST && s->f->local_makers ? s->f->local_makers[local] : NULL;
  if (!made || made->kind != REC_store)
    return NULL;
  const struct rec_store *store = (const struct rec_store *)made;
  if (store->src.kind != OPND_VALUE && store->src.kind != OPND_ADDRESS)
    return NULL;
  bool whole = store_bits (s->u, s->f, store) == type_bits (s->u, type_at (s->u, l->type));
  return whole ? store : NULL;
}

/* An argument for a parameter that is a transparent union, as bind and accept have it: the source
   knows only the argument.  True if A was one. */
static bool spell_transparent (struct speller *s, const struct address *a)
{
  if (a->base_kind != BASE_LOCAL)
    return false;
  const struct type *t = type_at (s->u, s->f->locals[a->base].type);
  const struct rec_store *store = t && t->r.kind == TK_UNION ? filling_store (s, a->base) : NULL;
  if (!store)
    return false;
  spell_any (s, &store->src, LOOSE);
  return true;
}

static void spell_local (struct speller *s, uint32_t local)
{
  const struct rec_local *l = &s->f->locals[local];
  if (has_name (l)) {
    spell_name (s->u->strings[l->name], s->out);
    return;
  }
  const struct record *made =
      s->depth < DEEPEST && s->f->local_makers ? s->f->local_makers[local] : NULL;
  const struct rec_store *store = filling_store (s, local);
  s->depth++;
  if (made && made->kind == REC_call) {
    spell_call (s, (const struct rec_call *)made);
  } else if (made && made->kind == REC_copy) {
    const struct rec_copy *c = (const struct rec_copy *)made;
    spell_lvalue (s, &c->from, c->bits);
  } else if (store) {
    spell_any (s, &store->src, POSTFIX);
  } else {
    spell_unnamed (s, l->type);
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
    spell_name (spell_symbol (s->u, a->base), s->out);
  } else {
    const struct rec_object *o = &s->u->objects[a->base];
    const char *name = spell_symbol (s->u, o->symbol);
    if (o->flags & OF_STRING)
      text_add (s->out, "\"...\"");
    else if (*name == 0 || *name == '*' || *name == '.') /* the compiler's copy of an initialiser */
      spell_unnamed (s, o->type);
    else
      spell_name (name, s->out);
  }
}

const struct record *definition (const struct function *f, uint32_t value)
{
  uint32_t def = f->value_defs[value];
  return def == UINT32_MAX ? NULL : f->records[def];
}

bool same_but_qualifiers (const struct type *a, const struct type *b)
{
  return a && b && a->r.kind == b->r.kind && a->r.name == b->r.name && a->r.bits == b->r.bits &&
         a->r.target == b->r.target;
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

/* `c ? i : j' from `c ? i * size : j * size'.  False, with nothing written, if VALUE is no such. */
static bool spell_scaled_phi (struct speller *s, uint32_t value, int64_t size)
{
  const struct rec_phi *phi = (const struct rec_phi *)definition (s->f, value);
  if (!phi || phi->r.kind != REC_phi || phi->args.n > 3 || s->f->value_names[value] ||
      s->depth >= DEEPEST || s->effort++ >= MOST_EFFORT)
    return false;
  size_t start = s->out->n;
  s->depth++;
  text_add (s->out, "... ? ");
  bool all = true;
  for (uint32_t i = 0; i < phi->args.n && all; i++) {
    text_add (s->out, i ? " : " : "");
    all = spell_scaled (s, &phi->args.v[i], size);
  }
  s->depth--;
  if (!all) {
    s->out->n = start;
    s->out->v[start] = 0;
  }
  return all;
}

bool spell_scaled (struct speller *s, const struct operand *o, int64_t size)
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
  if (!op)
    return spell_scaled_phi (s, o->value, size);
  if (op->b.kind != OPND_INT)
    return false;
  if (op->code == OP_ADD && op->b.u.number % size == 0) {
    int64_t n = op->b.u.number / size;
    if (s->depth >= DEEPEST || s->effort++ >= MOST_EFFORT)
      return false;
    s->depth++;
    bool scaled = spell_scaled (s, &op->a, size);
    s->depth--;
    if (!scaled)
      return false;
    text_printf (s->out, n < 0 ? " - %" PRIu64 : " + %" PRIu64, n < 0 ? -(uint64_t)n : (uint64_t)n);
    return true;
  }
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

int64_t byte_size (const struct unit *u, uint32_t type)
{
  return (int64_t)(type_bits (u, type_at (u, type)) / 8);
}

uint32_t pointee (struct speller *s, uint32_t value)
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

/* What the C library has macros for: a call through whose result one goes, and the macro. */
static const struct {
  const char *function, *macro;
} library_macros[] = {{"__errno_location", "errno"}, {"__h_errno_location", "h_errno"}};

static const char *library_macro (struct speller *s, uint32_t value)
{
  const struct rec_call *c = (const struct rec_call *)definition (s->f, value);
  if (!c || c->r.kind != REC_call || c->callee.kind != OPND_ADDRESS ||
      c->callee.u.addr->base_kind != BASE_SYMBOL)
    return NULL;
  const char *callee = spell_symbol (s->u, c->callee.u.addr->base);
  for (unsigned i = 0; i < sizeof library_macros / sizeof library_macros[0]; i++)
    if (!strcmp (callee, library_macros[i].function))
      return library_macros[i].macro;
  return NULL;
}

/* Whether VALUE is spelled `&x', so that going through it is just `x'.  On success writes x. */
static bool spell_pointed_object (struct speller *s, uint32_t value, const struct type *root)
{
  const char *name = s->u->strings[s->f->value_names[value]];
  if (s->f->value_names[value]) {
    if (*name != '&')
      return false;
    spell_name (name + 1, s->out);
    return true;
  }
  const char *macro = library_macro (s, value);
  if (macro) {
    text_add (s->out, macro);
    return true;
  }
  const struct rec_op *op = operation (s->f, value);
  if (!op || (op->code != OP_COPY && op->code != OP_CONVERT) || op->a.kind != OPND_ADDRESS)
    return false;
  const struct type *object = type_at (s->u, base_type (s, op->a.u.addr));
  if (is_aggregate (root) && object && !op->a.u.addr->n_steps &&
      !same_but_qualifiers (root, object))
    return false;
  spell_lvalue (s, op->a.u.addr, root ? type_bits (s->u, root) : 0);
  return true;
}

/* The name of the variable that a frame keeps at the address; 0: it is no such address. */
static uint32_t kept_variable (const struct speller *s, const struct address *a,
                               const struct type *frame)
{
  return is_frame (s->u, frame) && a->n_steps == 1 && a->steps[0].kind == STEP_FIELD &&
                 (uint64_t)a->steps[0].n < frame->n_fields
             ? frame->fields[a->steps[0].n].name
             : 0;
}

/* Whether the value is the address of a variable that a region shares: its frame holds that, if
   who has started the region has put it there. */
static bool is_by_reference (struct speller *s, uint32_t value)
{
  const struct rec_load *l = (const struct rec_load *)definition (s->f, value);
  uint32_t name = l && l->r.kind == REC_load && l->addr.base_kind == BASE_VALUE
                      ? kept_variable (s, &l->addr, type_at (s->u, l->addr.root))
                      : 0;
  for (uint32_t k = 0; name && k < s->u->n_functions; k++) {
    struct speller parent = *s;
    parent.f = &s->u->functions[k];
    if (!s->f->r.parent || parent.f->r.symbol != s->f->r.parent)
      continue;
    for (uint32_t r = 0; r < parent.f->n_records; r++) {
      const struct rec_store *t = (const struct rec_store *)parent.f->records[r];
      if (t->r.kind == REC_store && t->src.kind == OPND_ADDRESS &&
          t->addr.base_kind == BASE_LOCAL &&
          kept_variable (s, &t->addr, type_at (s->u, base_type (&parent, &t->addr))) == name)
        return true;
    }
  }
  return false;
}

/* What a pointer leads to, without the path behind it.  Sets how the first field is joined. */
static void spell_through (struct speller *s, const struct address *a, uint64_t bits, int64_t extra,
                           const char **join)
{
  const struct type *root = type_at (s->u, a->root);
  *join = ".";
  if (!extra && spell_pointed_object (s, a->base, root))
    return;
  if (spell_element (s, a->base, a->root, extra))
    return;
  if (!extra && is_by_reference (s, a->base)) {
    spell_value (s, a->base, POSTFIX);
    return;
  }
  int64_t size = byte_size (s->u, a->root);
  bool by_field = a->n_steps ? a->steps[0].kind == STEP_FIELD
                             : is_aggregate (root) && bits && bits < root->r.bits;
  bool cast =
      is_aggregate (root) && !same_but_qualifiers (root, type_at (s->u, pointee (s, a->base)));
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
  int64_t offset = wrapping_sub (a->bitoff, a->path_bits);
  int64_t size = (int64_t)type_bits (s->u, type_at (s->u, a->root));
  if (offset >= 0 && size > 0 && !a->n_steps)
    return offset / size * size;
  return offset >= 0 && offset < size ? 0 : offset;
}

void spell_lvalue (struct speller *s, const struct address *a, uint64_t bits)
{
  size_t start = s->out->n;
  if (s->depth >= DEEPEST || s->effort++ >= MOST_EFFORT || a->base_kind == BASE_NONE) {
    text_add (s->out, "...");
    return;
  }
  s->depth++;
  if (spell_transparent (s, a)) {
    s->depth--;
    return;
  }
  const char *join = ".";
  struct path_place p = {NULL, 0, 0};
  if (a->base_kind == BASE_VALUE) {
    p.type = type_at (s->u, a->root);
    p.bitoff = whole_elements (s, a);
  } else {
    p.type = type_at (s->u, base_type (s, a));
  }
  if (is_frame (s->u, p.type) && a->n_steps && !p.bitoff)
    join = "";
  else if (a->base_kind == BASE_VALUE)
    spell_through (s, a, bits, p.bitoff / 8, &join);
  else
    spell_object (s, a);
  bool punned = a->base_kind != BASE_VALUE && a->n_steps &&
                !same_but_qualifiers (p.type, type_at (s->u, a->root));
  size_t before = s->out->n;
  if (!punned)
    spell_path (s, a, &p, join);
  spell_rest (s, &p, a->bitoff, bits, start, s->out->n == before ? join : ".");
  /* A struct that is read through a pointer, and no field of it: *p. */
  if (!strcmp (join, "->") && s->out->n == before)
    text_add (s->out, "->...");
  s->depth--;
}

/* The doors */

void spell_memory (const struct unit *u, const struct function *f, const struct address *a,
                   uint64_t bits, struct text *out)
{
  struct speller s = {u, f, out, 0, out->n, 0, 0};
  spell_lvalue (&s, a, bits);
}

/* The bits of a loaded value that the instructions behind the load look at; 0 if that is not known.
 */
static uint64_t bits_looked_at (const struct unit *u, const struct function *f, uint32_t value)
{
  enum { NEAR = 16 };
  uint64_t mask = 0;
  uint32_t load = value ? f->value_defs[value] : UINT32_MAX;
  if (load == UINT32_MAX || u->r.flags & UF_BIG_ENDIAN)
    return 0;
  for (uint32_t i = load + 1; i < f->n_records && i - load < NEAR; i++) {
    const struct rec_op *op = (const struct rec_op *)f->records[i];
    if (op->r.kind == REC_op && op->code == OP_AND && op->a.kind == OPND_VALUE &&
        op->a.value == value && op->b.kind == OPND_INT)
      mask |= (uint64_t)op->b.u.number;
  }
  return mask;
}

void spell_access (const struct unit *u, const struct function *f, const struct record *r,
                   const struct address *a, uint64_t bits, struct text *out)
{
  uint64_t mask = r->kind == REC_load ? bits_looked_at (u, f, r->dst) : 0;
  struct speller s = {u, f, out, 0, out->n, 0, mask};
  spell_lvalue (&s, a, bits);
}

void spell_operand (const struct unit *u, const struct function *f, const struct operand *o,
                    struct text *out)
{
  struct speller s = {u, f, out, 0, out->n, 0, 0};
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
