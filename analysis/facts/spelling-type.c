/* Spells types, symbols and places: what stands in the tables of a unit.

   Types may be cyclic, also where C forbids it, and names as long as the file: each spelling has a
   number of characters to spend, and what does not fit is `...'. */

#include "spelling.h"

#include <inttypes.h>
#include <string.h>

enum { DEEPEST = 8, MOST_CHARACTERS = 1000 };

struct type_speller {
  const struct unit *u;
  size_t left; /* characters, about */
};

/* Appends S as far as *LEFT goes. */
static void add_part (struct text *out, const char *s, size_t *left)
{
  size_t n = strnlen (s, *left + 1);
  if (n > *left) {
    text_add_n (out, s, *left);
    text_add (out, "...");
    *left = 0;
    return;
  }
  text_add_n (out, s, n);
  *left -= n;
}

void spell_name (const char *name, struct text *out)
{
  size_t left = MOST_CHARACTERS;
  add_part (out, name, &left);
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
  spell_name (l->file ? u->strings[u->files[l->file].path] : "-", out);
  text_printf (out, ":%" PRId64, l->line);
  if (l->column)
    text_printf (out, ":%" PRId64, l->column);
}

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
    if (table[i].kind == t->r.kind && table[i].bits == t->r.bits &&
        table[i].is_unsigned == !!(t->r.flags & TF_UNSIGNED))
      return table[i].name;
  return facts_name (&type_kind_names, t->r.kind);
}

static void spell_type_name (struct type_speller *s, const struct type *t, struct text *out)
{
  static const char *const keyword[TK_OTHER + 1] = {
      [TK_STRUCT] = "struct ", [TK_UNION] = "union ", [TK_ENUM] = "enum "};
  if (t->r.flags & TF_CONST)
    text_add (out, "const ");
  if (t->r.flags & TF_VOLATILE)
    text_add (out, "volatile ");
  if (t->r.flags & TF_ATOMIC)
    text_add (out, "_Atomic ");
  if (keyword[t->r.kind] && !(t->r.flags & TF_TYPEDEF && t->r.name))
    text_add (out, keyword[t->r.kind]);
  if (t->r.name)
    add_part (out, s->u->strings[t->r.name], &s->left);
  else
    text_add (out, keyword[t->r.kind] ? "{...}" : scalar_name (t));
}

static void spell_declarator (struct type_speller *, uint32_t type, struct text *);

static void spell_parameters (struct type_speller *s, const struct type *t, struct text *out)
{
  text_add (out, "(");
  if (!t->r.params.n && !(t->r.flags & (TF_VARARGS | TF_UNPROTOTYPED)))
    text_add (out, "void");
  for (uint32_t i = 0; i < t->r.params.n; i++) {
    if (i)
      text_add (out, ", ");
    spell_declarator (s, t->r.params.v[i], out);
    if (!s->left)
      break;
  }
  if (t->r.flags & TF_VARARGS)
    text_add (out, t->r.params.n ? ", ..." : "...");
  text_add (out, ")");
}

/* A declarator around an absent name: the base type first, then stars, then suffixes. */
static void spell_declarator (struct type_speller *s, uint32_t type, struct text *out)
{
  const struct type *chain[DEEPEST];
  unsigned n = 0;
  const struct type *t = type_at (s->u, type);
  for (; t && n < DEEPEST; t = type_at (s->u, t->r.target)) {
    bool derived = t->r.kind == TK_POINTER || t->r.kind == TK_ARRAY || t->r.kind == TK_FUNCTION;
    if (!derived)
      break;
    chain[n++] = t;
  }
  enum { COST = 8 }; /* of any type, so that the longest list ends */
  size_t cost = COST * (n + 1);
  s->left -= s->left < cost ? s->left : cost;
  if (!s->left) {
    text_add (out, "...");
    return;
  }
  if (t && n < DEEPEST)
    spell_type_name (s, t, out);
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
      static const struct {
        uint32_t flag;
        const char *text;
      } qualifiers[] = {{TF_CONST, "const"}, {TF_VOLATILE, "volatile"}, {TF_ATOMIC, "_Atomic"}};
      const char *gap = "";
      for (unsigned k = 0; k < sizeof qualifiers / sizeof qualifiers[0]; k++)
        if (c->r.flags & qualifiers[k].flag) {
          text_printf (out, "%s%s", gap, qualifiers[k].text);
          gap = " ";
        }
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
      spell_parameters (s, c, &suffix);
    }
  }
  text_add (out, text_of (&suffix));
  text_free (&suffix);
}

void spell_type (const struct unit *u, uint32_t type, struct text *out)
{
  struct type_speller s = {u, MOST_CHARACTERS};
  spell_declarator (&s, type, out);
}
