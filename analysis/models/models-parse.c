/* Reads models.  The syntax is explained for users in models/README.models; here is its grammar.

     file      = { row | comment }                 a row starts in the first column, and goes on
                                                   over the lines after it that are indented
     row       = [override] name {, name} : ( nothing | unknown | effect {; effect} [;] )
     name      = { letters | {a,b,...} }           stands for all combinations
     effect    = keyword { operand | key=operand | keyword } [if argN REL C] [(on|expect) outcome]
     outcome   = REL C { | REL C } [else C]        REL: = != < <= > >=
     operand   = place | number | ? | size | place ( operand, ... )
     place     = base | * place | ( place { + offset } )
     base      = argN | argsN | ret | (static|thread|safe|local).NAME
     size      = [<=] ( factor { * factor } | string | wstring | object | type )

   Here are effects, names and rows; tokens are in models-tokens.c, operands and conditions in
   models-operands.c.  Which operands an effect has is in models-effects.h; the parser knows no
   effect by name.  In a row whose name is a family, $1 stands for what was chosen in its first {}.

   Input is not trusted: depth and number of everything are bounded, and no recursion depends on the
   input's length.  A function gets its whole row or, if there is an error in it, nothing, because
   half a model is worse than none; all rows are read, whatever is wrong with others. */

#include "models-parse.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

enum {
  MAX_FILE = 16 << 20,
  MAX_NAMES = 4096, /* in one row */
  MAX_EFFECTS = 64,
  MAX_OPERANDS = 8
};

/* Effects */

static bool fail_option (struct parser *r, const struct model_effect_info *info)
{
  const char *end;
  struct slice w = parse_word_at (r, &end);
  if (w.n == 0)
    return parse_fail_expected (r, "';' or an operand");
  struct known k = parse_new_known (r, w);
  for (unsigned i = 0; i < info->n_operands; i++) {
    const struct model_operand_info *o = &info->operands[i];
    const struct model_keyword_set *set = model_keywords (o->type);
    if (o->key && *o->key)
      parse_add_known (&k, o->key);
    else if (o->key && set)
      for (unsigned j = 0; j < set->n; j++)
        parse_add_known (&k, set->names[j]);
  }
  parse_add_known (&k, "if");
  parse_add_known (&k, "on");
  parse_add_known (&k, "expect");
  struct text what = {0};
  text_printf (&what, "option of '%s'", info->name);
  parse_fail_unknown (r, what.v, &k);
  text_free (&what);
  return false;
}

/* Does what stands here fit the optional operand? */
static bool fits (struct parser *r, const struct model_operand_info *o)
{
  const char *end;
  struct slice w = parse_word_at (r, &end);
  const struct model_keyword_set *set = model_keywords (o->type);
  if (*o->key)
    return end < r->row_end && *end == '=' && parse_word_is (w, o->key);
  if (set)
    return parse_find_keyword (set, w) >= 0;
  if (o->type == MODEL_TYPE_SIZE)
    return parse_starts_size (r);
  return parse_starts_place (r) || parse_starts_number (r) || parse_peek (r) == '?';
}

static bool parse_option (struct parser *r, const struct model_effect_info *info,
                          struct model_operand *op)
{
  const char *at = r->p;
  for (unsigned i = 0; i < info->n_operands; i++) {
    const struct model_operand_info *o = &info->operands[i];
    if (!o->key || !fits (r, o))
      continue;
    if (op[i].kind != MODEL_NONE) {
      char *token = parse_token_at (r, at);
      parse_fail (r, at, "%s: given twice", token);
      free (token);
      return false;
    }
    if (*o->key)
      r->p += strlen (o->key) + 1;
    return parse_operand (r, o, &op[i]);
  }
  return fail_option (r, info);
}

static void set_defaults (const struct model_effect_info *info, struct model_operand *op)
{
  for (unsigned i = 0; i < info->n_operands; i++) {
    const struct model_operand_info *o = &info->operands[i];
    if (op[i].kind != MODEL_NONE)
      continue;
    if (o->type == MODEL_TYPE_SIZE)
      op[i] = (struct model_operand){.kind = MODEL_SIZE, .u.size = &parse_default_sizes[o->init]};
    else if (model_keywords (o->type))
      op[i] = (struct model_operand){.kind = MODEL_KEYWORD, .u.keyword = o->init};
  }
}

static void index_effects (struct parser *r)
{
  for (unsigned i = EFFECT_KINDS; i-- > 0;) {
    uint8_t *first = &r->first_effect[*model_effects[i].name - 'a'];
    r->next_effect[i] = *first;
    *first = i + 1;
  }
}

static bool parse_effect_name (struct parser *r, uint8_t *kind)
{
  const char *end;
  struct slice w = parse_word_at (r, &end);
  if (w.n == 0)
    return parse_fail_expected (r, "an effect");
  unsigned letter = *w.s - 'a';
  for (unsigned i = letter < 26 ? r->first_effect[letter] : 0; i; i = r->next_effect[i - 1])
    if (parse_word_is (w, model_effects[i - 1].name)) {
      *kind = i - 1;
      r->p = end;
      return true;
    }
  if (parse_word_is (w, "nothing") || parse_word_is (w, "unknown"))
    return parse_fail (r, r->p, "'%.*s' cannot stand beside other effects", (int)w.n, w.s);
  struct known k = parse_new_known (r, w);
  for (unsigned i = 0; i < EFFECT_KINDS; i++)
    parse_add_known (&k, model_effects[i].name);
  parse_add_known (&k, "nothing");
  parse_add_known (&k, "unknown");
  return parse_fail_unknown (r, "effect", &k);
}

static bool at_effect_end (const struct parser *r)
{
  return r->p == r->row_end || *r->p == ';';
}

static bool parse_effect (struct parser *r, struct model_effect *e)
{
  struct model_operand op[MAX_OPERANDS] = {0};
  unsigned min_args = r->min_args;
  if (!parse_effect_name (r, &e->kind))
    return false;
  const struct model_effect_info *info = &model_effects[e->kind];
  for (unsigned i = 0; i < info->n_operands && !info->operands[i].key; i++) {
    parse_skip_space (r);
    if (!parse_operand (r, &info->operands[i], &op[i]))
      return false;
  }
  for (parse_skip_space (r); !at_effect_end (r); parse_skip_space (r)) {
    const char *at = r->p, *end;
    struct slice w = parse_word_at (r, &end);
    bool on = parse_word_is (w, "on"), expect = parse_word_is (w, "expect"), ok;
    if (on || expect) {
      r->p = end;
      ok = e->outcome ? parse_fail (r, at, "a second outcome") : parse_outcome (r, expect, e);
    } else if (parse_word_is (w, "if")) {
      r->p = end;
      parse_skip_space (r);
      ok = e->guard ? parse_fail (r, at, "a second condition") : parse_guard (r, e);
    } else {
      ok = parse_option (r, info, op);
    }
    if (!ok)
      return false;
  }
  if (e->guard && e->guard->given)
    r->min_args = min_args;
  set_defaults (info, op);
  e->n_operands = info->n_operands;
  if (e->n_operands) {
    struct model_operand *copy =
        ARENA_ARRAY (&r->models->arena, e->n_operands, struct model_operand);
    memcpy (copy, op, e->n_operands * sizeof *copy);
    e->op = copy;
  }
  return true;
}

/* What stands behind the colon, for the names that are chosen now.  MODEL gets the effects; false
   if there was an error. */
static bool parse_body (struct parser *r, const char *body, struct model *model)
{
  struct model_effect effects[MAX_EFFECTS];
  unsigned n = 0;
  r->p = body;
  r->word_start = NULL;
  r->n_locals = 0;
  r->min_args = 0;
  model->kinds[0] = model->kinds[1] = 0;
  parse_skip_space (r);
  if (!parse_eat_word (r, "nothing")) {
    do {
      parse_skip_space (r);
      if (n && r->p == r->row_end)
        break; /* a ; at the end */
      if (n == MAX_EFFECTS)
        return parse_fail (r, r->p, "more than %d effects", MAX_EFFECTS);
      effects[n] = (struct model_effect){0};
      if (parse_effect (r, &effects[n])) {
        model->kinds[effects[n].kind / 64] |= (uint64_t)1 << effects[n].kind % 64;
      } else {
        /* go on behind the effect: there may be other mistakes */
        const char *next = memchr (r->p, ';', r->row_end - r->p);
        r->p = next ? next : r->row_end;
      }
      n++;
    } while (parse_eat (r, ';'));
  }
  parse_skip_space (r);
  if (r->p != r->row_end)
    return parse_fail_expected (r, "the end of the row");
  if (r->failed)
    return false;
  model->min_args = r->min_args;
  model->n_effects = n;
  struct model_effect *copy = ARENA_ARRAY (&r->models->arena, n, struct model_effect);
  memcpy (copy, effects, n * sizeof *copy);
  model->effects = copy;
  return true;
}

/* Names */

/* In the name of a function, as the assembler knows it, or in a pattern of such names. */
static bool is_name_char (char c)
{
  return parse_is_letter (c) || parse_is_digit (c) || c == '.' || c == '$' || c == '@' ||
         c == '*' || c & 0x80;
}

/* A long family may be broken into lines; there are no comments in it. */
static void skip_blanks (struct parser *r)
{
  while (r->p < r->row_end && strchr (" \t\r\n", *r->p))
    r->p++;
}

static bool parse_group (struct parser *r, struct family *f)
{
  const char *open = r->p++;
  if (f->n_groups == MAX_GROUPS)
    return parse_fail (r, open, "more than %d families in a name", MAX_GROUPS);
  struct slice *choices = f->choice[f->n_groups];
  unsigned n = 0;
  do {
    if (n == MAX_CHOICES)
      return parse_fail (r, r->p, "more than %d names in a family", MAX_CHOICES);
    skip_blanks (r);
    const char *start = r->p;
    while (r->p < r->row_end && is_name_char (*r->p))
      r->p++;
    choices[n++] = (struct slice){start, r->p - start};
    skip_blanks (r);
  } while (parse_eat (r, ','));
  if (r->p == r->row_end)
    return parse_fail (r, open, "unterminated '{'");
  if (!parse_eat (r, '}'))
    return parse_fail_expected (r, "',' or '}'");
  f->n_choices[f->n_groups++] = n;
  return true;
}

static bool parse_name (struct parser *r, struct family *f)
{
  parse_skip_space (r);
  const char *start = r->p;
  f->n_groups = 0;
  while (r->p < r->row_end) {
    if (is_name_char (*r->p))
      r->p++;
    else if (*r->p != '{')
      break;
    else if (!parse_group (r, f))
      return false;
  }
  f->text = (struct slice){start, r->p - start};
  return f->text.n ? true : parse_fail_expected (r, "the name of a function");
}

static unsigned names_in (const struct family *f)
{
  unsigned n = 1;
  for (unsigned i = 0; i < f->n_groups; i++)
    n = n > MAX_NAMES ? n : n * f->n_choices[i];
  return n;
}

/* The next combination; false after the last. */
static bool next_choice (struct parser *r)
{
  for (unsigned i = r->family->n_groups; i-- > 0;) {
    if (++r->chosen[i] < r->family->n_choices[i])
      return true;
    r->chosen[i] = 0;
  }
  return false;
}

static const char *chosen_name (struct parser *r)
{
  const struct family *f = r->family;
  if (f->n_groups == 0)
    return arena_memdup0 (&r->models->arena, f->text.s, f->text.n);
  size_t length = f->text.n; /* an upper bound: the chosen texts are in it */
  char *name = arena_alloc (&r->models->arena, length + 1), *to = name;
  unsigned group = 0;
  for (const char *s = f->text.s; s < f->text.s + f->text.n; s++) {
    if (*s != '{') {
      *to++ = *s;
      continue;
    }
    struct slice c = f->choice[group][r->chosen[group]];
    memcpy (to, c.s, c.n);
    to += c.n;
    group++;
    s = memchr (s, '}', f->text.s + f->text.n - s);
  }
  return name;
}

/* Rows */

static bool add_row (struct parser *r, const struct model *row, bool is_unknown, const char *at)
{
  struct model *m = ARENA_NEW (&r->models->arena, struct model);
  *m = *row;
  m->name = chosen_name (r);
  if (*m->name == 0)
    return parse_fail (r, at, "the name of a function expected; this family has an empty one");
  const struct model *old = models_put (r->models, m);
  if (old && old->source == r->source) {
    models_put (r->models, old);
    struct text name = {0};
    parse_add_shown (&name, m->name, strlen (m->name));
    parse_fail (r, at, "'%s' has a row already, at %s:%u", text_of (&name), old->file, old->line);
    text_free (&name);
    return false;
  }
  if (is_unknown)
    models_remove (r->models, m->name);
  return true;
}

/* All names of one family.  The effects are shared unless they depend on what is chosen. */
static void add_family (struct parser *r, const struct family *f, const char *body, bool is_unknown,
                        bool depends, struct model *row)
{
  r->family = f;
  memset (r->chosen, 0, sizeof r->chosen);
  do {
    if (depends && !parse_body (r, body, row))
      break;
  } while (add_row (r, row, is_unknown, f->text.s) && next_choice (r));
  r->family = NULL;
}

static bool parse_names (struct parser *r, struct family **families, unsigned *n)
{
  unsigned room = 1, names = 0;
  *families = XNEWVEC (struct family, room);
  do {
    if (*n == room) {
      room *= 2;
      *families = XRESIZEVEC (struct family, *families, room);
    }
    struct family *f = &(*families)[*n];
    if (!parse_name (r, f))
      return false;
    ++*n;
    names += names_in (f);
    if (names > MAX_NAMES)
      return parse_fail (r, f->text.s, "more than %d names in a row", MAX_NAMES);
    parse_skip_space (r);
  } while (parse_eat (r, ','));
  return parse_eat (r, ':') || parse_fail_expected (r, "',' or ':' after the name of a function");
}

/* Is this the word `override', and not a function of that name? */
static bool eat_override (struct parser *r)
{
  const char *start = r->p;
  if (!parse_eat_word (r, "override"))
    return false;
  parse_skip_space (r);
  if (parse_peek (r) != ':' && parse_peek (r) != ',')
    return true;
  r->p = start;
  return false;
}

static void parse_row (struct parser *r)
{
  struct model row = {.file = r->file, .line = r->row_line, .source = r->source};
  struct family *families = NULL;
  unsigned n = 0;
  r->p = r->row;
  r->word_start = NULL;
  r->failed = false;
  row.overrides = eat_override (r);
  if (parse_names (r, &families, &n)) {
    parse_skip_space (r);
    const char *body = r->p;
    bool depends = memchr (body, '$', r->row_end - body) != NULL;
    bool is_unknown = parse_eat_word (r, "unknown");
    parse_skip_space (r);
    if (is_unknown && r->p != r->row_end)
      parse_fail_expected (r, "the end of the row");
    if (!is_unknown && !depends)
      parse_body (r, body, &row);
    for (unsigned i = 0; i < n && !r->failed; i++)
      add_family (r, &families[i], body, is_unknown, depends && !is_unknown, &row);
  }
  free (families);
}

/* Finds the end of the row at P: the next line that starts in the first column. */
static const char *find_row_end (struct parser *r, const char *p, uint32_t *lines)
{
  for (;;) {
    const char *newline = memchr (p, '\n', r->end - p);
    if (!newline)
      return r->end;
    ++*lines;
    p = newline + 1;
    if (p == r->end || !strchr (" \t\r\n#", *p))
      return p;
  }
}

static void parse_text (struct parser *r)
{
  const char *p = r->text;
  uint32_t line = 1;
  if (r->end - p >= 3 && memcmp (p, "\xef\xbb\xbf", 3) == 0)
    p += 3;
  while (p < r->end) {
    uint32_t lines = 0;
    const char *end;
    r->row = p;
    r->row_line = line;
    if (*p == '#' || *p == '\n' || *p == '\r') {
      const char *newline = memchr (p, '\n', r->end - p);
      end = newline ? newline + 1 : r->end;
      lines = newline != NULL;
    } else if (*p == ' ' || *p == '\t') {
      const char *newline = memchr (p, '\n', r->end - p);
      end = newline ? newline + 1 : r->end;
      lines = newline != NULL;
      r->row_end = end;
      r->p = p;
      parse_skip_space (r);
      if (r->p < end)
        parse_fail (r, r->p, "indented, but there is no row before it that it could continue");
    } else {
      r->row_end = end = find_row_end (r, p, &lines);
      parse_row (r);
    }
    p = end;
    line += lines;
  }
}

unsigned models_add_text (struct models *m, const char *file, const char *text, size_t size,
                          models_report *report, void *context)
{
  struct parser r = {.models = m,
                     .file = arena_strdup (&m->arena, file),
                     .source = m->sources,
                     .text = text,
                     .end = text + size,
                     .report = report,
                     .context = context};
  const char *nul = memchr (text, 0, size);
  if (m->sources)
    m->sources++;
  if (nul) {
    r.row = text;
    r.row_line = 1;
    parse_fail (&r, nul, "a zero byte; this is no text file");
    return r.errors;
  }
  index_effects (&r);
  parse_text (&r);
  if (r.errors > MAX_ERRORS && report) {
    struct text more = {0};
    text_printf (&more, "%s: error: %u more errors are not shown", file, r.errors - MAX_ERRORS);
    report (context, more.v);
    text_free (&more);
  }
  return r.errors;
}

unsigned models_add_file (struct models *m, const char *path, models_report *report, void *context)
{
  struct text text = {0};
  const char *why = NULL;
  char buffer[16384];
  FILE *f = fopen (path, "r");
  if (!f) {
    why = xstrerror (errno);
  } else {
    errno = 0;
    for (size_t n; !why && (n = fread (buffer, 1, sizeof buffer, f)) > 0;) {
      text_add_n (&text, buffer, n);
      if (text.n > MAX_FILE)
        why = "larger than 16 MB";
    }
    if (!why && ferror (f))
      why = xstrerror (errno);
    fclose (f);
  }
  unsigned errors = 1;
  if (!why) {
    errors = models_add_text (m, path, text_of (&text), text.n, report, context);
  } else if (report) {
    text_clear (&text);
    text_printf (&text, "%s: error: cannot read models: %s", path, why);
    report (context, text.v);
  }
  text_free (&text);
  return errors;
}
