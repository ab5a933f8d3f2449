/* Naming: roots have names in the source; behind them, types tell fields and elements. */

#include "naming.h"
#include "dump.h"
#include "spelling.h"

#include <inttypes.h>

struct typed {
  const struct unit *unit;
  uint32_t type; /* 0: unknown */
};

static const struct type *type_of (struct typed t)
{
  return t.type ? &t.unit->types[t.type] : NULL;
}

static bool is_record (const struct type *t)
{
  return t && (t->r.kind == TK_STRUCT || t->r.kind == TK_UNION);
}

/* The last struct or union on the way, and its field. */
struct last_field {
  struct typed record;
  const struct rec_field *field;
};

static const struct rec_field *field_at (const struct type *t, int64_t bits, uint64_t want)
{
  const struct rec_field *best = NULL;
  for (uint32_t i = 0; i < t->n_fields; i++) {
    const struct rec_field *f = &t->fields[i];
    if (f->bitoff > bits || (best && f->bitoff < best->bitoff))
      continue;
    if (!best || f->bitoff > best->bitoff || (want && f->bits && f->bits == want))
      best = f;
  }
  return best;
}

/* Adds `.field[].other' for what is BYTES long at OFFSET of a thing of type T.  A type with a name
   of its own that is not a struct the program takes apart (a mutex) is not looked into when BYTES
   is 0. */
static void add_path (struct typed t, int64_t offset, uint64_t bytes, const char *index,
                      struct text *out, struct last_field *last)
{
  enum { DEEP = 12 };
  for (int i = 0; i < DEEP; i++) {
    const struct type *v = type_of (t);
    if (!v)
      return;
    uint64_t size = v->r.bits / 8;
    if (v->r.kind == TK_ARRAY) {
      if (bytes && size && bytes >= size && !offset)
        return;
      struct typed element = {t.unit, v->r.target};
      const struct type *e = type_of (element);
      text_printf (out, "[%s]", index ? index : "");
      index = NULL;
      if (!e || !e->r.bits)
        return;
      offset %= (int64_t)(e->r.bits / 8);
      t = element;
      continue;
    }
    bool only = is_record (v) && v->n_fields == 1 && v->fields[0].name && bytes == size;
    if (!is_record (v) ||
        (!offset && ((bytes && bytes >= size && !only) ||
                     (!bytes && (v->r.kind == TK_UNION || v->r.flags & TF_TYPEDEF)))))
      return;
    const struct rec_field *f = field_at (v, offset * 8, bytes * 8);
    if (!f)
      return;
    if (f->name) {
      text_add (out, ".");
      spell_name (t.unit->strings[f->name], out);
    }
    if (last)
      *last = (struct last_field){t, f};
    offset -= f->bitoff / 8;
    t.type = f->type;
    if (f->flags & DF_BITFIELD)
      return;
  }
}

/* Objects */

static struct typed object_type (const struct summaries *s, object_id id)
{
  const struct abstract_object *o = &s->p->objects.v.v[id];
  const struct program *p = s->p->objects.program;
  return (struct typed){p->units[o->unit].unit, o->type};
}

static bool add_object (const struct summaries *s, object_id id, struct text *out)
{
  const struct abstract_object *o = &s->p->objects.v.v[id];
  const struct program *p = s->p->objects.program;
  if (o->kind == OBJECT_GLOBAL) {
    name_object (s->p, id, out);
    return true;
  }
  if (o->kind == OBJECT_LOCAL) {
    const struct rec_local *l = &p->functions[o->a].body->locals[o->b];
    if (!l->name || l->flags & OF_ARTIFICIAL)
      return false;
    spell_name (function_unit (p, o->a)->strings[l->name], out);
    return true;
  }
  if (o->kind == OBJECT_LIBRARY) {
    text_add (out, strings_text (&s->p->names, o->a));
    return true;
  }
  return false;
}

/* Whether it is a block that the compiler makes for a region: its type has a name that no source
   can have, its fields have those of the variables. */
static bool is_block (struct typed t)
{
  const struct type *v = type_of (t);
  return v && is_record (v) && v->r.name && t.unit->strings[v->r.name][0] == '.';
}

/* A variable in such a block. */
static bool add_shared (const struct summaries *s, const struct location *at, uint64_t bytes,
                        struct text *out)
{
  struct typed t = object_type (s, at->object);
  if (!is_block (t) || at->offset <= OFFSET_EVERYTHING)
    return false;
  const struct rec_field *f = field_at (type_of (t), at->offset * 8, bytes * 8);
  if (!f || !f->name)
    return false;
  spell_name (t.unit->strings[f->name], out);
  t.type = f->type;
  add_path (t, at->offset - f->bitoff / 8, bytes, NULL, out, NULL);
  return true;
}

bool name_variable (const struct summaries *s, loc_id l, uint64_t bytes, struct text *out)
{
  const struct location *at = loc_get (&s->p->objects, l);
  if (add_shared (s, at, bytes, out))
    return true;
  if (!add_object (s, at->object, out))
    return false;
  if (at->offset > OFFSET_EVERYTHING)
    add_path (object_type (s, at->object), at->offset, bytes, NULL, out, NULL);
  return true;
}

bool name_field (const struct summaries *s, loc_id l, uint64_t bytes, struct text *out)
{
  const struct location *at = loc_get (&s->p->objects, l);
  struct text path = {0};
  struct last_field last = {0};
  if (at->offset > OFFSET_EVERYTHING)
    add_path (object_type (s, at->object), at->offset, bytes, NULL, &path, &last);
  text_free (&path);
  if (!last.field || !last.field->name || is_block (last.record))
    return false;
  spell_type (last.record.unit, last.record.type, out);
  text_add (out, ".");
  spell_name (last.record.unit->strings[last.field->name], out);
  return true;
}

/* Expressions */

static void name_value (const struct summaries *s, funid f, expr_id e, struct text *out);

/* The load that an expression of kind X_LOAD or X_AT comes from. */
static void origin (const struct exprs *x, uint32_t version, funid *f, uint32_t *record)
{
  const uint32_t *at = tuples_numbers (&x->versions, version);
  while (tuples_length (&x->versions, version) > 2) {
    version = at[2];
    at = tuples_numbers (&x->versions, version);
  }
  *f = at[0];
  *record = at[1];
}

static struct typed value_type (const struct summaries *s, funid f, uint32_t value)
{
  const struct program *p = s->p->objects.program;
  return (struct typed){function_unit (p, f), value ? p->functions[f].body->value_types[value] : 0};
}

static struct typed type_of_expr (const struct summaries *s, funid f, expr_id e)
{
  const struct exprs *x = &s->x;
  const struct program *p = s->p->objects.program;
  const struct expr *v = expr_get (x, e);
  uint32_t record;
  switch ((enum expr_op)v->op) {
  case X_FORMAL:
    if (v->a < p->functions[f].body->n_params)
      return (struct typed){function_unit (p, f), p->functions[f].body->locals[v->a + 1].type};
    return (struct typed){0};
  case X_VALUE:
    return value_type (s, v->a, v->b);
  case X_FRESH:
    return v->k ? (struct typed){0}
                : value_type (s, v->a, p->functions[v->a].body->records[v->b]->dst);
  case X_LOAD:
  case X_REACHED:
    origin (x, v->b, &f, &record);
    return value_type (s, f, p->functions[f].body->records[record]->dst);
  case X_AT:
    return type_of_expr (s, f, v->a);
  default:
    return (struct typed){0};
  }
}

static struct typed pointee (struct typed t)
{
  const struct type *v = type_of (t);
  return v && v->r.kind == TK_POINTER ? (struct typed){t.unit, v->r.target} : (struct typed){0};
}

void name_memory (const struct summaries *s, funid f, expr_id address, uint64_t bytes,
                  struct text *out)
{
  const struct exprs *x = &s->x;
  int64_t offset, more;
  expr_id base = expr_base (x, address, &offset);
  struct text index = {0};
  if (base && expr_get (x, base)->op == X_INDEX) {
    name_value (s, f, expr_get (x, base)->b, &index);
    base = expr_base (x, expr_get (x, base)->a, &more);
    offset += more;
  }
  if (!base) {
    text_add (out, "?");
  } else if (expr_get (x, base)->op == X_OBJECT) {
    object_id o = expr_get (x, base)->a;
    if (add_object (s, o, out))
      add_path (object_type (s, o), offset, bytes, index.v, out, NULL);
    else
      name_object (s->p, o, out);
  } else {
    struct typed to = pointee (type_of_expr (s, f, base));
    struct text path = {0};
    add_path (to, offset, bytes, index.v, &path, NULL);
    if (path.n && path.v[0] == '.' && is_block (to)) {
      text_add (out, path.v + 1);
    } else if (path.n && path.v[0] == '.') {
      name_value (s, f, base, out);
      text_printf (out, "->%s", path.v + 1);
    } else if (index.n) {
      name_value (s, f, base, out);
      text_printf (out, "[%s]%s", index.v, text_of (&path));
    } else {
      text_add (out, "*");
      name_value (s, f, base, out);
    }
    text_free (&path);
  }
  text_free (&index);
}

static void name_value (const struct summaries *s, funid f, expr_id e, struct text *out)
{
  const struct exprs *x = &s->x;
  const struct program *p = s->p->objects.program;
  if (!e) {
    text_add (out, "?");
    return;
  }
  struct expr v = *expr_get (x, e);
  switch ((enum expr_op)v.op) {
  case X_NONE:
  case X_TOKEN:
  case X_SIGNAL:
  case X_MEMBER:
  case X_CLAIM:
    break;
  case X_CONST:
    text_printf (out, "%" PRId64, v.k);
    break;
  case X_FORMAL: {
    const struct function *b = p->functions[f].body;
    uint32_t name = v.a < b->n_params ? b->locals[v.a + 1].name : 0;
    spell_name (name ? function_unit (p, f)->strings[name] : "?", out);
    break;
  }
  case X_VALUE:
  case X_FRESH: {
    if (v.op == X_FRESH && v.k) { /* given by a parameter, which has no name there */
      spell_name ("?", out);
      break;
    }
    struct operand o = {.kind = OPND_VALUE,
                        .value = v.op == X_VALUE ? v.b : p->functions[v.a].body->records[v.b]->dst};
    spell_operand (function_unit (p, v.a), p->functions[v.a].body, &o, out);
    break;
  }
  case X_LOAD:
    name_memory (s, f, v.a, (uint64_t)v.k / 8, out);
    break;
  case X_REACHED: {
    uint32_t record;
    origin (x, v.b, &f, &record);
    struct operand o = {.kind = OPND_VALUE, .value = p->functions[f].body->records[record]->dst};
    spell_operand (function_unit (p, f), p->functions[f].body, &o, out);
    break;
  }
  case X_AT:
    name_value (s, f, v.a, out);
    break;
  case X_OP:
    name_value (s, f, v.a, out);
    text_printf (out, " %s ", facts_name (&opcode_names, v.code));
    name_value (s, f, v.b, out);
    break;
  case X_CONVERT:
    name_value (s, f, v.a, out);
    break;
  case X_ADD:
    if (expr_get (x, v.a)->op != X_OBJECT) {
      name_value (s, f, v.a, out);
      text_printf (out, v.k < 0 ? " - %" PRId64 : " + %" PRId64, v.k < 0 ? -v.k : v.k);
      break;
    }
    text_add (out, "&");
    name_memory (s, f, e, 0, out);
    break;
  case X_OBJECT:
  case X_INDEX:
    text_add (out, "&");
    name_memory (s, f, e, 0, out);
    break;
  }
}
