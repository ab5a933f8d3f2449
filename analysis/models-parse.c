/* Reads models.  The syntax is explained for users in models/README.models; here is its grammar.

     file      = { row | comment }                 a row starts in the first column, and goes on
                                                   over the lines after it that are indented
     row       = [override] name {, name} : ( nothing | unknown | effect {; effect} [;] )
     name      = { letters | {a,b,...} }           stands for all combinations
     effect    = keyword { operand | key=operand | keyword } [if argN REL C] [(on|expect) outcome]
     outcome   = REL C { | REL C }                 REL: = != < <= > >=
     operand   = place | number | ? | size | place ( operand, ... )
     place     = base | * place | ( place { + offset } )
     base      = argN | argsN | ret | (static|thread|safe|local).NAME
     size      = [<=] ( factor { * factor } | string | wstring | object | type )

   Which operands an effect has is in the table of models.h; this file knows no effect by name.  In
   a row whose name is a family, $1 stands for what was chosen in its first {}.

   Input is not trusted: depth and number of everything are bounded, and no recursion depends on the
   input's length.  A function gets its whole row or, if there is an error in it, nothing, because
   half a model is worse than none; all rows are read, whatever is wrong with others. */

#include "models.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

enum {
  MAX_ERRORS = 20, /* shown */
  MAX_FILE = 16 << 20,
  MAX_GROUPS = 4,
  MAX_CHOICES = 64, /* in one {} */
  MAX_NAMES = 4096, /* in one row */
  MAX_EFFECTS = 64,
  MAX_CALL_ARGS = 8,
  MAX_OPERANDS = 8,
  MAX_LOCALS = 8,
  MAX_DEPTH = 8,
  MAX_SHOWN = 40 /* characters of a token */
};

struct slice {
  const char *s;
  size_t n;
};

/* A name with its {}: choice[i][k] is the k-th text of the i-th group. */
struct family {
  struct slice text;
  unsigned n_groups;
  unsigned n_choices[MAX_GROUPS];
  struct slice choice[MAX_GROUPS][MAX_CHOICES];
};

struct parser {
  struct models *models;
  const char *file;
  uint16_t source;
  const char *text, *end;
  models_report *report;
  void *context;
  unsigned errors;
  /* effects by their first letter: 1 + the first, and 1 + the next with the same */
  uint8_t first_effect[26], next_effect[EFFECT_KINDS];

  /* the row */
  const char *row, *row_end, *p;
  uint32_t row_line;
  bool failed;
  const char *word_start, *word_end; /* the last word looked at */
  struct slice word;
  const struct family *family; /* and which of its names is meant */
  unsigned chosen[MAX_GROUPS];
  unsigned n_locals;
  struct slice locals[MAX_LOCALS];
  unsigned min_args;
};

/* Messages */

static void add_shown (struct text *t, const char *s, size_t n)
{
  for (size_t i = 0; i < n && i < MAX_SHOWN; i++)
    if (s[i] >= ' ' && s[i] <= '~')
      text_add_n (t, s + i, 1);
    else
      text_printf (t, "\\x%02x", (unsigned char)s[i]);
  if (n > MAX_SHOWN)
    text_add (t, "...");
}

/* Always false, so that parsing functions can return it. */
__attribute__ ((format (printf, 3, 4))) static bool fail (struct parser *r, const char *at,
                                                          const char *format, ...)
{
  r->failed = true;
  if (r->errors++ >= MAX_ERRORS || !r->report)
    return false;
  uint32_t line = r->row_line;
  const char *start = r->row;
  for (const char *p = r->row; p < at; p++)
    if (*p == '\n') {
      line++;
      start = p + 1;
    }
  struct text message = {0};
  char *what;
  va_list args;
  va_start (args, format);
  if (vasprintf (&what, format, args) < 0)
    xmalloc_failed (0);
  va_end (args);
  text_printf (&message, "%s:%u:%zu: error: %s", r->file, line, at - start + 1, what);
  r->report (r->context, message.v);
  text_free (&message);
  free (what);
  return false;
}

static bool is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static bool is_letter (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* In a keyword, an operand or a number. */
static bool is_word_char (char c)
{
  return is_letter (c) || is_digit (c) || c == '-' || c == '.';
}

/* In the name of a function, as the assembler knows it. */
static bool is_name_char (char c)
{
  return is_letter (c) || is_digit (c) || c == '.' || c == '$' || c == '@' || c & 0x80;
}

/* What stands at AT, for a message: a word, a single character, or that there is nothing. */
static char *token_at (const struct parser *r, const char *at)
{
  struct text t = {0};
  if (at >= r->row_end || *at == '\n') {
    text_add (&t, "the end of the row");
  } else {
    const char *end = at + 1;
    if (is_word_char (*at) || *at & 0x80)
      while (end < r->row_end && (is_word_char (*end) || *end & 0x80))
        end++;
    text_add (&t, "'");
    add_shown (&t, at, end - at);
    text_add (&t, "'");
  }
  return t.v;
}

static bool fail_expected (struct parser *r, const char *what)
{
  char *token = token_at (r, r->p);
  fail (r, r->p, "%s expected, not %s", what, token);
  free (token);
  return false;
}

/* Levenshtein's distance; both short. */
static unsigned distance (struct slice a, const char *b)
{
  enum { LONGEST = 24 };
  size_t n = strlen (b);
  if (a.n > LONGEST || n > LONGEST)
    return LONGEST;
  unsigned d[LONGEST + 1];
  for (size_t j = 0; j <= n; j++)
    d[j] = j;
  for (size_t i = 1; i <= a.n; i++) {
    unsigned diagonal = d[0];
    d[0] = i;
    for (size_t j = 1; j <= n; j++) {
      unsigned best = diagonal + (a.s[i - 1] != b[j - 1]);
      diagonal = d[j];
      if (d[j] + 1 < best)
        best = d[j] + 1;
      if (d[j - 1] + 1 < best)
        best = d[j - 1] + 1;
      d[j] = best;
    }
  }
  return d[n];
}

/* The known names, as an error about WORD shows them: the one that was probably meant, or all. */
struct known {
  struct slice word;
  bool unseen; /* nobody is going to see it */
  const char *nearest;
  unsigned distance, n;
  struct text all;
};

static struct known new_known (const struct parser *r, struct slice word)
{
  return (struct known){.word = word, .unseen = r->errors >= MAX_ERRORS};
}

static void add_known (struct known *k, const char *name)
{
  if (k->unseen)
    return;
  unsigned d = distance (k->word, name);
  if (!k->nearest || d < k->distance) {
    k->nearest = name;
    k->distance = d;
  }
  text_printf (&k->all, "%s%s", k->n++ ? ", " : "", name);
}

static bool fail_unknown (struct parser *r, const char *what, struct known *k)
{
  struct text token = {0};
  add_shown (&token, k->word.s, k->word.n);
  if (k->nearest && k->distance <= (k->word.n < 6 ? 1 : k->word.n / 3))
    fail (r, r->p, "unknown %s '%s'; did you mean '%s'?", what, text_of (&token), k->nearest);
  else
    fail (r, r->p, "unknown %s '%s'; known: %s", what, text_of (&token), text_of (&k->all));
  text_free (&token);
  text_free (&k->all);
  return false;
}

/* Tokens */

static void skip_space (struct parser *r)
{
  while (r->p < r->row_end) {
    char c = *r->p;
    if (c == '#') {
      const char *end = memchr (r->p, '\n', r->row_end - r->p);
      r->p = end ? end : r->row_end;
    } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      r->p++;
    } else {
      return;
    }
  }
}

static char peek (const struct parser *r)
{
  return r->p < r->row_end ? *r->p : 0;
}

static bool eat (struct parser *r, char c)
{
  if (peek (r) != c || r->p >= r->row_end)
    return false;
  r->p++;
  return true;
}

static struct slice scan_word (const struct parser *r, const char **end)
{
  const char *p = r->p;
  if (p + 1 < r->row_end && *p == '$' && p[1] >= '1' && p[1] <= '9') {
    unsigned group = p[1] - '1';
    *end = p + 2;
    if (r->family && group < r->family->n_groups)
      return r->family->choice[group][r->chosen[group]];
    return (struct slice){p, 2};
  }
  while (p < r->row_end && is_word_char (*p))
    p++;
  *end = p;
  return (struct slice){r->p, p - r->p};
}

/* The word at the cursor; $1 is what was chosen in the first group.  May be empty; *END is behind
   it.  Several ask for the same one. */
static struct slice word_at (struct parser *r, const char **end)
{
  if (r->word_start != r->p) {
    r->word = scan_word (r, &r->word_end);
    r->word_start = r->p;
  }
  *end = r->word_end;
  return r->word;
}

static bool is (struct slice w, const char *name)
{
  size_t i = 0;
  while (i < w.n && w.s[i] == name[i] && name[i])
    i++;
  return i == w.n && name[i] == 0;
}

static bool eat_word (struct parser *r, const char *name)
{
  const char *end;
  struct slice w = word_at (r, &end);
  if (w.n == 0 || !is (w, name))
    return false;
  r->p = end;
  return true;
}

/* Numbers */

static const struct {
  const char *name;
  int64_t value;
} constants[] = {
    {"null", 0},    {"false", 0},    {"true", 1},        {"relaxed", 0},
    {"consume", 1}, {"acquire", 2},  {"release", 3},     {"acq_rel", 4},
    {"seq_cst", 5}, {"EPERM", 1},    {"EINTR", 4},       {"EAGAIN", 11},
    {"EBUSY", 16},  {"EDEADLK", 35}, {"ETIMEDOUT", 110}, {"EOWNERDEAD", 130},
};

enum { N_CONSTANTS = sizeof constants / sizeof *constants };

static bool starts_number (struct parser *r)
{
  const char *end;
  char c = peek (r);
  if (is_digit (c) || c == '-')
    return true;
  struct slice w = word_at (r, &end);
  if (w.n && is_digit (*w.s))
    return true;
  for (unsigned i = 0; w.n && i < N_CONSTANTS; i++)
    if (is (w, constants[i].name))
      return true;
  return false;
}

/* Digits in W from I on; false if there are none, or too many. */
static bool digits (struct slice w, size_t i, uint64_t *value)
{
  unsigned base = 10;
  if (w.n - i > 2 && w.s[i] == '0' && w.s[i + 1] == 'x') {
    base = 16;
    i += 2;
  }
  if (i >= w.n || w.n - i > 19)
    return false;
  *value = 0;
  for (; i < w.n; i++) {
    char c = w.s[i];
    unsigned d = is_digit (c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
    if (d >= base || *value > ((uint64_t)INT64_MAX - d) / base)
      return false;
    *value = *value * base + d;
  }
  return true;
}

static bool parse_number (struct parser *r, int64_t *value)
{
  const char *at = r->p, *end;
  bool negative = eat (r, '-');
  struct slice w = word_at (r, &end);
  uint64_t n;
  if (digits (w, 0, &n)) {
    r->p = end;
    *value = negative ? -(int64_t)n : (int64_t)n;
    return true;
  }
  if (w.n && !negative && !is_digit (*w.s)) {
    struct known k = new_known (r, w);
    for (unsigned i = 0; i < N_CONSTANTS; i++) {
      if (is (w, constants[i].name)) {
        r->p = end;
        *value = constants[i].value;
        return true;
      }
    }
    for (unsigned i = 0; i < N_CONSTANTS; i++)
      add_known (&k, constants[i].name);
    return fail_unknown (r, "constant", &k);
  }
  if (w.n == 0)
    return fail_expected (r, "a number");
  struct text token = {0};
  add_shown (&token, w.s, w.n);
  fail (r, at, "bad number '%s%s'", negative ? "-" : "", text_of (&token));
  text_free (&token);
  return false;
}

/* Places */

static const char *const base_names[] = {"arg",     "args",  "ret",   "static.",
                                         "thread.", "safe.", "local."};

/* The base that W names; *REST is where its number or name starts. */
static bool find_base (struct slice w, uint8_t *base, size_t *rest)
{
  if (w.n < 3)
    return false;
  switch (*w.s) {
  case 'a':
    *base = w.n > 3 && w.s[3] == 's' ? MODEL_ARGS : MODEL_ARG;
    break;
  case 'r':
    *base = MODEL_RET;
    break;
  case 's':
    *base = w.s[1] == 't' ? MODEL_STATIC : MODEL_SAFE;
    break;
  case 't':
    *base = MODEL_THREAD;
    break;
  case 'l':
    *base = MODEL_LOCAL;
    break;
  default:
    return false;
  }
  const char *name = base_names[*base];
  size_t n = strlen (name);
  if (w.n < n || memcmp (w.s, name, n) != 0)
    return false;
  *rest = n;
  if (*base == MODEL_RET)
    return w.n == n;
  if (*base == MODEL_ARG || *base == MODEL_ARGS)
    return w.n > n && is_digit (w.s[n]);
  return true;
}

static bool starts_place (struct parser *r)
{
  const char *end;
  uint8_t base;
  size_t rest;
  char c = peek (r);
  return c == '*' || c == '(' || find_base (word_at (r, &end), &base, &rest);
}

static bool has_local (const struct parser *r, struct slice name)
{
  for (unsigned i = 0; i < r->n_locals; i++)
    if (r->locals[i].n == name.n && memcmp (r->locals[i].s, name.s, name.n) == 0)
      return true;
  return false;
}

struct place_builder {
  struct model_place place;
  struct slice name; /* of a library object or local */
  bool has_offset;
  struct model_offset offsets[MODEL_DEREFS + 1];
};

static bool fail_operand (struct parser *r)
{
  char *token = token_at (r, r->p);
  fail (r, r->p,
        "bad operand %s; known: argN, argsN, ret, static.NAME, thread.NAME, safe.NAME, local.NAME, "
        "each with * before it, or a number, or ?",
        token);
  free (token);
  return false;
}

static bool parse_base (struct parser *r, struct place_builder *b)
{
  const char *end;
  struct slice w = word_at (r, &end);
  const char *minus = memchr (w.s, '-', w.n); /* the sign of an offset */
  if (minus) {
    end -= w.s + w.n - minus;
    w.n = minus - w.s;
  }
  size_t rest;
  uint64_t number;
  if (!find_base (w, &b->place.base, &rest))
    return fail_operand (r);
  switch (b->place.base) {
  case MODEL_RET:
    break;
  case MODEL_ARG:
  case MODEL_ARGS:
    if (!digits (w, rest, &number) || number > MODEL_LAST_ARG)
      return fail (r, r->p, "bad operand '%.*s'; arguments are %s0 to %s%d",
                   (int)(w.n < MAX_SHOWN ? w.n : MAX_SHOWN), w.s, base_names[b->place.base],
                   base_names[b->place.base], MODEL_LAST_ARG);
    b->place.number = number;
    unsigned args = b->place.base == MODEL_ARG ? number + 1 : number;
    if (args > r->min_args)
      r->min_args = args;
    break;
  default:
    b->name = (struct slice){w.s + rest, w.n - rest};
    if (b->name.n == 0)
      return fail (r, r->p, "a name expected after '%s'", base_names[b->place.base]);
  }
  r->p = end;
  return true;
}

/* { + offset } */
static bool parse_offsets (struct parser *r, struct place_builder *b)
{
  struct model_offset *o = &b->offsets[b->place.derefs];
  for (char sign; (sign = peek (r)) == '+' || sign == '-';) {
    r->p++;
    b->has_offset = true;
    if (eat (r, '?')) {
      o->unknown = true;
      continue;
    }
    const char *at = r->p, *end;
    struct slice w = word_at (r, &end);
    bool pointers = w.n > 1 && w.s[w.n - 1] == 'p';
    uint64_t n;
    if (!digits ((struct slice){w.s, w.n - pointers}, 0, &n))
      return fail_expected (r, "an offset (a number, a number of pointers as in 2p, or ?)");
    if (n > (pointers ? INT16_MAX / 2 : INT32_MAX / 2))
      return fail (r, at, "offset too large");
    r->p = end;
    int64_t sum = (pointers ? o->pointers : o->bytes) + (sign == '+' ? (int64_t)n : -(int64_t)n);
    if (pointers ? sum != (int16_t)sum : sum != (int32_t)sum)
      return fail (r, at, "offset too large");
    if (pointers)
      o->pointers = sum;
    else
      o->bytes = sum;
  }
  return true;
}

static bool parse_inner (struct parser *r, struct place_builder *b, unsigned depth)
{
  const char *at = r->p;
  if (depth > MAX_DEPTH)
    return fail (r, at, "operand nested too deeply");
  if (eat (r, '*')) {
    if (!parse_inner (r, b, depth + 1))
      return false;
    if (b->place.derefs == MODEL_DEREFS)
      return fail (r, at, "more than %d dereferences", MODEL_DEREFS);
    b->place.derefs++;
    return true;
  }
  if (eat (r, '(')) {
    if (!parse_inner (r, b, depth + 1) || !parse_offsets (r, b))
      return false;
    return eat (r, ')') || fail_expected (r, "')'");
  }
  return parse_base (r, b);
}

/* Makes the place that was read; names and offsets go to the arena. */
static struct model_place finish_place (struct parser *r, const struct place_builder *b)
{
  struct model_place place = b->place;
  if (b->name.n)
    place.name = arena_memdup0 (&r->models->arena, b->name.s, b->name.n);
  if (b->has_offset) {
    size_t n = place.derefs + 1;
    struct model_offset *offsets = ARENA_ARRAY (&r->models->arena, n, struct model_offset);
    memcpy (offsets, b->offsets, n * sizeof *offsets);
    place.offsets = offsets;
  }
  return place;
}

/* A place that is read: a local must have its value. */
static bool parse_place (struct parser *r, bool with_offsets, struct place_builder *b)
{
  const char *at = r->p;
  *b = (struct place_builder){0};
  if (!parse_inner (r, b, 0) || (with_offsets && !parse_offsets (r, b)))
    return false;
  if (b->place.base == MODEL_LOCAL && !has_local (r, b->name))
    return fail (r, at, "'local.%.*s' has no value yet",
                 (int)(b->name.n < MAX_SHOWN ? b->name.n : MAX_SHOWN), b->name.s);
  return true;
}

static bool is_memory (const struct place_builder *b)
{
  const struct model_offset *last = &b->offsets[b->place.derefs];
  return b->place.derefs && !last->bytes && !last->pointers && !last->unknown;
}

static bool fail_span (struct parser *r, const char *at, const char *complaint)
{
  struct text token = {0};
  add_shown (&token, at, r->p - at);
  fail (r, at, "'%s' %s", text_of (&token), complaint);
  text_free (&token);
  return false;
}

/* Operands, by type */

static bool parse_memory (struct parser *r, struct model_operand *o)
{
  struct place_builder b;
  const char *at = r->p;
  if (!parse_place (r, true, &b))
    return false;
  if (!is_memory (&b))
    return fail_span (r, at, "is a value, not memory; '*' before it makes it memory");
  o->kind = MODEL_PLACE;
  o->u.place = finish_place (r, &b);
  return true;
}

static bool parse_value (struct parser *r, struct model_operand *o)
{
  struct place_builder b;
  if (eat (r, '?')) {
    o->kind = MODEL_UNKNOWN;
    return true;
  }
  if (!starts_place (r) && starts_number (r)) {
    o->kind = MODEL_NUMBER;
    return parse_number (r, &o->u.number);
  }
  if (!parse_place (r, true, &b))
    return false;
  o->kind = MODEL_PLACE;
  o->u.place = finish_place (r, &b);
  return true;
}

/* What receives a value: this is where a local gets it. */
static bool parse_target (struct parser *r, struct model_operand *o)
{
  struct place_builder b = {0};
  const char *at = r->p;
  if (!parse_inner (r, &b, 0) || !parse_offsets (r, &b))
    return false;
  bool is_local = b.place.base == MODEL_LOCAL;
  if (is_local && !b.place.derefs && !b.has_offset) {
    if (!has_local (r, b.name)) {
      if (r->n_locals == MAX_LOCALS)
        return fail (r, at, "more than %d locals in a row", MAX_LOCALS);
      r->locals[r->n_locals++] = b.name;
    }
  } else if (is_local && !has_local (r, b.name)) {
    return fail_span (r, at, "is used before its local has a value");
  } else if (!is_memory (&b) && !(b.place.base == MODEL_RET && !b.place.derefs && !b.has_offset)) {
    return fail_span (r, at, "cannot receive a value; ret, local.NAME and memory can");
  }
  o->kind = MODEL_PLACE;
  o->u.place = finish_place (r, &b);
  return true;
}

static const char *const size_names[] = {"type", "object", "string", "wstring"};
static const struct model_size default_sizes[] = {{.kind = SIZE_TYPE}, {.kind = SIZE_OBJECT}};

static int find_size_word (struct slice w)
{
  for (int i = 0; i < SIZE_PRODUCT; i++)
    if (is (w, size_names[i]))
      return i;
  return -1;
}

static bool starts_size (struct parser *r)
{
  const char *end;
  char c = peek (r);
  struct slice w = word_at (r, &end);
  return c == '<' || starts_place (r) || (w.n && is_digit (*w.s)) || find_size_word (w) >= 0;
}

/* One factor of a product; numbers are multiplied into `bytes'. */
static bool parse_factor (struct parser *r, struct model_size *size)
{
  const char *at = r->p, *end;
  struct slice w = word_at (r, &end);
  if (w.n && is_digit (*w.s)) {
    bool pointers = w.s[w.n - 1] == 'p';
    uint64_t n;
    if (!digits ((struct slice){w.s, w.n - pointers}, 0, &n) || n == 0 || n > INT32_MAX ||
        size->bytes > INT32_MAX / (int64_t)n || (pointers && size->pointers))
      return fail (r, at, "bad size '%.*s'", (int)(w.n < MAX_SHOWN ? w.n : MAX_SHOWN), w.s);
    size->bytes *= n;
    size->pointers |= pointers;
    r->p = end;
    return true;
  }
  if (!starts_place (r))
    return fail_expected (r,
                          "a size (a number, argN, *argN, their product, string, wstring, object "
                          "or type)");
  struct place_builder b;
  if (!parse_place (r, false, &b))
    return false;
  if (size->factors == 2)
    return fail (r, at, "more than 2 arguments in a size");
  size->factor[size->factors++] = finish_place (r, &b);
  return true;
}

static bool parse_size (struct parser *r, struct model_operand *o)
{
  struct model_size size = {.kind = SIZE_PRODUCT, .bytes = 1};
  if (eat (r, '<')) {
    if (!eat (r, '='))
      return fail_expected (r, "'='");
    size.at_most = true;
  }
  const char *end;
  struct slice w = word_at (r, &end);
  int named = find_size_word (w);
  o->kind = MODEL_SIZE;
  if (named >= 0) {
    r->p = end;
    size.kind = named;
    size.bytes = 0;
  } else {
    do {
      if (!parse_factor (r, &size))
        return false;
    } while (eat (r, '*'));
  }
  if (size.kind <= SIZE_OBJECT && !size.at_most) {
    o->u.size = &default_sizes[size.kind];
  } else {
    struct model_size *copy = ARENA_NEW (&r->models->arena, struct model_size);
    *copy = size;
    o->u.size = copy;
  }
  return true;
}

static bool parse_call (struct parser *r, struct model_operand *o)
{
  struct model_operand args[MAX_CALL_ARGS] = {0};
  struct place_builder b;
  uint32_t n = 0;
  if (!parse_place (r, false, &b))
    return false;
  const char *open = r->p;
  if (!eat (r, '('))
    return fail_expected (r, "'(' and the arguments of the call");
  skip_space (r);
  while (!eat (r, ')')) {
    if (n && !eat (r, ',')) {
      if (r->p == r->row_end)
        return fail (r, open, "unterminated '('");
      return fail_expected (r, "',' or ')'");
    }
    skip_space (r);
    if (r->p == r->row_end)
      return fail (r, open, "unterminated '('");
    if (n == MAX_CALL_ARGS)
      return fail (r, r->p, "more than %d arguments of a call", MAX_CALL_ARGS);
    if (!parse_value (r, &args[n++]))
      return false;
    skip_space (r);
  }
  struct model_call *call = ARENA_NEW (&r->models->arena, struct model_call);
  call->callee = finish_place (r, &b);
  call->n_args = n;
  if (n) {
    struct model_operand *copy = ARENA_ARRAY (&r->models->arena, n, struct model_operand);
    memcpy (copy, args, n * sizeof *copy);
    call->args = copy;
  }
  o->kind = MODEL_CALL;
  o->u.call = call;
  return true;
}

static bool parse_constants (struct parser *r, struct model_operand *o)
{
  struct model_constants *c = ARENA_NEW (&r->models->arena, struct model_constants);
  o->kind = MODEL_CONSTANTS;
  o->u.constants = c;
  do {
    if (c->n == MODEL_ALTERNATIVES)
      return fail (r, r->p, "more than %d alternatives", MODEL_ALTERNATIVES);
    if (!parse_number (r, &c->v[c->n++]))
      return false;
  } while (eat (r, '|'));
  return true;
}

static int find_keyword (const struct model_keyword_set *set, struct slice w)
{
  for (int i = 0; i < set->n; i++)
    if (w.n && *set->names[i] == *w.s && is (w, set->names[i]))
      return i;
  return -1;
}

static bool parse_keyword (struct parser *r, const struct model_keyword_set *set,
                           struct model_operand *o)
{
  const char *end;
  struct slice w = word_at (r, &end);
  int found = find_keyword (set, w);
  if (found < 0 && w.n == 0) {
    struct text what = {0};
    text_printf (&what, "a %s", set->what);
    fail_expected (r, what.v);
    text_free (&what);
    return false;
  }
  if (found < 0) {
    struct known k = new_known (r, w);
    for (int i = 0; i < set->n; i++)
      add_known (&k, set->names[i]);
    return fail_unknown (r, set->what, &k);
  }
  r->p = end;
  o->kind = MODEL_KEYWORD;
  o->u.keyword = found;
  return true;
}

static bool parse_operand (struct parser *r, const struct model_operand_info *info,
                           struct model_operand *o)
{
  switch (info->type) {
  case MODEL_TYPE_MEMORY:
    return parse_memory (r, o);
  case MODEL_TYPE_VALUE:
  case MODEL_TYPE_ORDER:
    return parse_value (r, o);
  case MODEL_TYPE_TARGET:
    return parse_target (r, o);
  case MODEL_TYPE_SIZE:
    return parse_size (r, o);
  case MODEL_TYPE_CALL:
    return parse_call (r, o);
  case MODEL_TYPE_CONSTANTS:
    return parse_constants (r, o);
  default:
    return parse_keyword (r, model_keywords (info->type), o);
  }
}

/* Conditions */

static bool parse_condition (struct parser *r, struct model_condition *c)
{
  skip_space (r);
  if (eat (r, '=')) {
    c->relation = RELATION_EQ;
  } else if (eat (r, '!')) {
    if (!eat (r, '='))
      return fail_expected (r, "'='");
    c->relation = RELATION_NE;
  } else if (eat (r, '<')) {
    c->relation = eat (r, '=') ? RELATION_LE : RELATION_LT;
  } else if (eat (r, '>')) {
    c->relation = eat (r, '=') ? RELATION_GE : RELATION_GT;
  } else {
    return fail_expected (r, "a condition (=N, !=N, <N, <=N, >N or >=N)");
  }
  return parse_number (r, &c->value);
}

static bool parse_outcome (struct parser *r, bool expected, struct model_effect *e)
{
  struct model_outcome *o = ARENA_NEW (&r->models->arena, struct model_outcome);
  o->expected = expected;
  do {
    if (o->n == MODEL_ALTERNATIVES)
      return fail (r, r->p, "more than %d alternatives", MODEL_ALTERNATIVES);
    if (!parse_condition (r, &o->alternatives[o->n++]))
      return false;
    skip_space (r);
  } while (eat (r, '|'));
  e->outcome = o;
  return true;
}

static bool parse_guard (struct parser *r, struct model_effect *e)
{
  struct place_builder b = {0};
  const char *at = r->p;
  if (!parse_base (r, &b))
    return false;
  if (b.place.base != MODEL_ARG)
    return fail_span (r, at, "is not an argument; conditions after 'if' are about arguments");
  struct model_guard *g = ARENA_NEW (&r->models->arena, struct model_guard);
  g->arg = b.place.number;
  e->guard = g;
  return parse_condition (r, &g->condition);
}

/* Effects */

static bool fail_option (struct parser *r, const struct model_effect_info *info)
{
  const char *end;
  struct slice w = word_at (r, &end);
  if (w.n == 0)
    return fail_expected (r, "';' or an operand");
  struct known k = new_known (r, w);
  for (unsigned i = 0; i < info->n_operands; i++) {
    const struct model_operand_info *o = &info->operands[i];
    const struct model_keyword_set *set = model_keywords (o->type);
    if (o->key && *o->key)
      add_known (&k, o->key);
    else if (o->key && set)
      for (unsigned j = 0; j < set->n; j++)
        add_known (&k, set->names[j]);
  }
  add_known (&k, "if");
  add_known (&k, "on");
  add_known (&k, "expect");
  struct text what = {0};
  text_printf (&what, "option of '%s'", info->name);
  fail_unknown (r, what.v, &k);
  text_free (&what);
  return false;
}

/* Does what stands here fit the optional operand? */
static bool fits (struct parser *r, const struct model_operand_info *o)
{
  const char *end;
  struct slice w = word_at (r, &end);
  const struct model_keyword_set *set = model_keywords (o->type);
  if (*o->key)
    return end < r->row_end && *end == '=' && is (w, o->key);
  if (set)
    return find_keyword (set, w) >= 0;
  if (o->type == MODEL_TYPE_SIZE)
    return starts_size (r);
  return starts_place (r) || starts_number (r) || peek (r) == '?';
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
      char *token = token_at (r, at);
      fail (r, at, "%s: given twice", token);
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
      op[i] = (struct model_operand){.kind = MODEL_SIZE, .u.size = &default_sizes[o->init]};
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
  struct slice w = word_at (r, &end);
  if (w.n == 0)
    return fail_expected (r, "an effect");
  unsigned letter = *w.s - 'a';
  for (unsigned i = letter < 26 ? r->first_effect[letter] : 0; i; i = r->next_effect[i - 1])
    if (is (w, model_effects[i - 1].name)) {
      *kind = i - 1;
      r->p = end;
      return true;
    }
  if (is (w, "nothing") || is (w, "unknown"))
    return fail (r, r->p, "'%.*s' cannot stand beside other effects", (int)w.n, w.s);
  struct known k = new_known (r, w);
  for (unsigned i = 0; i < EFFECT_KINDS; i++)
    add_known (&k, model_effects[i].name);
  add_known (&k, "nothing");
  add_known (&k, "unknown");
  return fail_unknown (r, "effect", &k);
}

static bool at_effect_end (const struct parser *r)
{
  return r->p == r->row_end || *r->p == ';';
}

static bool parse_effect (struct parser *r, struct model_effect *e)
{
  struct model_operand op[MAX_OPERANDS] = {0};
  if (!parse_effect_name (r, &e->kind))
    return false;
  const struct model_effect_info *info = &model_effects[e->kind];
  for (unsigned i = 0; i < info->n_operands && !info->operands[i].key; i++) {
    skip_space (r);
    if (!parse_operand (r, &info->operands[i], &op[i]))
      return false;
  }
  for (skip_space (r); !at_effect_end (r); skip_space (r)) {
    const char *at = r->p, *end;
    struct slice w = word_at (r, &end);
    bool on = is (w, "on"), expect = is (w, "expect"), ok;
    if (on || expect) {
      r->p = end;
      ok = e->outcome ? fail (r, at, "a second outcome") : parse_outcome (r, expect, e);
    } else if (is (w, "if")) {
      r->p = end;
      skip_space (r);
      ok = e->guard ? fail (r, at, "a second condition") : parse_guard (r, e);
    } else {
      ok = parse_option (r, info, op);
    }
    if (!ok)
      return false;
  }
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
  model->kinds = 0;
  skip_space (r);
  if (!eat_word (r, "nothing")) {
    do {
      skip_space (r);
      if (n && r->p == r->row_end)
        break; /* a ; at the end */
      if (n == MAX_EFFECTS)
        return fail (r, r->p, "more than %d effects", MAX_EFFECTS);
      effects[n] = (struct model_effect){0};
      if (parse_effect (r, &effects[n])) {
        model->kinds |= (uint64_t)1 << effects[n].kind;
      } else {
        /* go on behind the effect: there may be other mistakes */
        const char *next = memchr (r->p, ';', r->row_end - r->p);
        r->p = next ? next : r->row_end;
      }
      n++;
    } while (eat (r, ';'));
  }
  skip_space (r);
  if (r->p != r->row_end)
    return fail_expected (r, "the end of the row");
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
    return fail (r, open, "more than %d families in a name", MAX_GROUPS);
  struct slice *choices = f->choice[f->n_groups];
  unsigned n = 0;
  do {
    if (n == MAX_CHOICES)
      return fail (r, r->p, "more than %d names in a family", MAX_CHOICES);
    skip_blanks (r);
    const char *start = r->p;
    while (r->p < r->row_end && is_name_char (*r->p))
      r->p++;
    choices[n++] = (struct slice){start, r->p - start};
    skip_blanks (r);
  } while (eat (r, ','));
  if (r->p == r->row_end)
    return fail (r, open, "unterminated '{'");
  if (!eat (r, '}'))
    return fail_expected (r, "',' or '}'");
  f->n_choices[f->n_groups++] = n;
  return true;
}

static bool parse_name (struct parser *r, struct family *f)
{
  skip_space (r);
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
  return f->text.n ? true : fail_expected (r, "the name of a function");
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
    return fail (r, at, "the name of a function expected; this family has an empty one");
  const struct model *old = models_put (r->models, m);
  if (old && old->source == r->source) {
    models_put (r->models, old);
    struct text name = {0};
    add_shown (&name, m->name, strlen (m->name));
    fail (r, at, "'%s' has a row already, at %s:%u", text_of (&name), old->file, old->line);
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
      return fail (r, f->text.s, "more than %d names in a row", MAX_NAMES);
    skip_space (r);
  } while (eat (r, ','));
  return eat (r, ':') || fail_expected (r, "',' or ':' after the name of a function");
}

/* Is this the word `override', and not a function of that name? */
static bool eat_override (struct parser *r)
{
  const char *start = r->p;
  if (!eat_word (r, "override"))
    return false;
  skip_space (r);
  if (peek (r) != ':' && peek (r) != ',')
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
    skip_space (r);
    const char *body = r->p;
    bool depends = memchr (body, '$', r->row_end - body) != NULL;
    bool is_unknown = eat_word (r, "unknown");
    skip_space (r);
    if (is_unknown && r->p != r->row_end)
      fail_expected (r, "the end of the row");
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
      skip_space (r);
      if (r->p < end)
        fail (r, r->p, "indented, but there is no row before it that it could continue");
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
    fail (&r, nul, "a zero byte; this is no text file");
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
