/* Reads the operands and conditions of an effect, from the tokens of models-tokens.c, for
   models-parse.c, which has the grammar.  Of which type an operand is, models-effects.h tells. */

#include "models-parse.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CALL_ARGS = 8, MAX_DEPTH = 8 };

/* Places */

static const char *const base_names[] = {"arg",     "args",  "ret",    "static.",
                                         "thread.", "safe.", "local.", "function."};

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
  case 'f':
    *base = MODEL_FUNCTION;
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
    return w.n > n && parse_is_digit (w.s[n]);
  return true;
}

bool parse_starts_place (struct parser *r)
{
  const char *end;
  uint8_t base;
  size_t rest;
  char c = parse_peek (r);
  return c == '*' || c == '(' || find_base (parse_word_at (r, &end), &base, &rest);
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
  char *token = parse_token_at (r, r->p);
  parse_fail (
      r, r->p,
      "bad operand %s; known: argN, argsN, ret, static.NAME, thread.NAME, safe.NAME, local.NAME, "
      "function.NAME, each with * before it, or a number, or ?",
      token);
  free (token);
  return false;
}

static bool parse_base (struct parser *r, struct place_builder *b)
{
  const char *end;
  struct slice w = parse_word_at (r, &end);
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
    if (!parse_digits (w, rest, &number) || number > MODEL_LAST_ARG)
      return parse_fail (r, r->p, "bad operand '%.*s'; arguments are %s0 to %s%d",
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
      return parse_fail (r, r->p, "a name expected after '%s'", base_names[b->place.base]);
  }
  r->p = end;
  return true;
}

/* { + offset } */
static bool parse_offsets (struct parser *r, struct place_builder *b)
{
  struct model_offset *o = &b->offsets[b->place.derefs];
  for (char sign; (sign = parse_peek (r)) == '+' || sign == '-';) {
    r->p++;
    b->has_offset = true;
    if (parse_eat (r, '?')) {
      o->unknown = true;
      continue;
    }
    const char *at = r->p, *end;
    struct slice w = parse_word_at (r, &end);
    if (sign == '+' && w.n > 1 && w.s[0] == '.') {
      if (b->place.base != MODEL_ARG || b->place.derefs)
        return parse_fail (r, at, "only what an argument points to has fields with names");
      o->field = arena_memdup0 (&r->models->arena, w.s + 1, w.n - 1);
      r->p = end;
      continue;
    }
    bool pointers = w.n > 1 && w.s[w.n - 1] == 'p';
    uint64_t n;
    if (!parse_digits ((struct slice){w.s, w.n - pointers}, 0, &n))
      return parse_fail_expected (
          r, "an offset (a number, a number of pointers as in 2p, .FIELD, or ?)");
    if (n > (pointers ? INT16_MAX / 2 : INT32_MAX / 2))
      return parse_fail (r, at, "offset too large");
    r->p = end;
    int64_t sum = (pointers ? o->pointers : o->bytes) + (sign == '+' ? (int64_t)n : -(int64_t)n);
    if (pointers ? sum != (int16_t)sum : sum != (int32_t)sum)
      return parse_fail (r, at, "offset too large");
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
    return parse_fail (r, at, "operand nested too deeply");
  if (parse_eat (r, '*')) {
    if (!parse_inner (r, b, depth + 1))
      return false;
    if (b->place.derefs == MODEL_DEREFS)
      return parse_fail (r, at, "more than %d dereferences", MODEL_DEREFS);
    b->place.derefs++;
    return true;
  }
  if (parse_eat (r, '(')) {
    if (!parse_inner (r, b, depth + 1) || !parse_offsets (r, b))
      return false;
    return parse_eat (r, ')') || parse_fail_expected (r, "')'");
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
    return parse_fail (r, at, "'local.%.*s' has no value yet",
                       (int)(b->name.n < MAX_SHOWN ? b->name.n : MAX_SHOWN), b->name.s);
  return true;
}

static bool is_moved (const struct place_builder *b)
{
  const struct model_offset *last = &b->offsets[b->place.derefs];
  return last->bytes || last->pointers || last->unknown || last->field;
}

static bool is_memory (const struct place_builder *b)
{
  return b->place.derefs && !is_moved (b);
}

static bool fail_span (struct parser *r, const char *at, const char *complaint)
{
  struct text token = {0};
  parse_add_shown (&token, at, r->p - at);
  parse_fail (r, at, "'%s' %s", text_of (&token), complaint);
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
  if (parse_eat (r, '?')) {
    o->kind = MODEL_UNKNOWN;
    return true;
  }
  if (!parse_starts_place (r) && parse_starts_number (r)) {
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
        return parse_fail (r, at, "more than %d locals in a row", MAX_LOCALS);
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
const struct model_size parse_default_sizes[] = {{.kind = SIZE_TYPE}, {.kind = SIZE_OBJECT}};

static int find_size_word (struct slice w)
{
  for (int i = 0; i < SIZE_PRODUCT; i++)
    if (parse_word_is (w, size_names[i]))
      return i;
  return -1;
}

bool parse_starts_size (struct parser *r)
{
  const char *end;
  char c = parse_peek (r);
  struct slice w = parse_word_at (r, &end);
  return c == '<' || parse_starts_place (r) || (w.n && parse_is_digit (*w.s)) ||
         find_size_word (w) >= 0;
}

/* One factor of a product; numbers are multiplied into `bytes'. */
static bool parse_factor (struct parser *r, struct model_size *size)
{
  const char *at = r->p, *end;
  struct slice w = parse_word_at (r, &end);
  if (w.n && parse_is_digit (*w.s)) {
    bool pointers = w.s[w.n - 1] == 'p';
    uint64_t n;
    if (!parse_digits ((struct slice){w.s, w.n - pointers}, 0, &n) || n == 0 || n > INT32_MAX ||
        size->bytes > INT32_MAX / (int64_t)n || (pointers && size->pointers))
      return parse_fail (r, at, "bad size '%.*s'", (int)(w.n < MAX_SHOWN ? w.n : MAX_SHOWN), w.s);
    size->bytes *= n;
    size->pointers |= pointers;
    r->p = end;
    return true;
  }
  if (!parse_starts_place (r))
    return parse_fail_expected (
        r, "a size (a number, argN, *argN, their product, string, wstring, object "
           "or type)");
  struct place_builder b;
  if (!parse_place (r, false, &b))
    return false;
  if (size->factors == 2)
    return parse_fail (r, at, "more than 2 arguments in a size");
  size->factor[size->factors++] = finish_place (r, &b);
  return true;
}

static bool parse_size (struct parser *r, struct model_operand *o)
{
  struct model_size size = {.kind = SIZE_PRODUCT, .bytes = 1};
  if (parse_eat (r, '<')) {
    if (!parse_eat (r, '='))
      return parse_fail_expected (r, "'='");
    size.at_most = true;
  }
  const char *end;
  struct slice w = parse_word_at (r, &end);
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
    } while (parse_eat (r, '*'));
  }
  if (size.kind <= SIZE_OBJECT && !size.at_most) {
    o->u.size = &parse_default_sizes[size.kind];
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
  const char *at = r->p;
  if (!parse_place (r, false, &b))
    return false;
  if (is_moved (&b))
    return parse_fail (r, at, "a function is called where it begins");
  const char *open = r->p;
  if (!parse_eat (r, '('))
    return parse_fail_expected (r, "'(' and the arguments of the call");
  parse_skip_space (r);
  while (!parse_eat (r, ')')) {
    if (n && !parse_eat (r, ',')) {
      if (r->p == r->row_end)
        return parse_fail (r, open, "unterminated '('");
      return parse_fail_expected (r, "',' or ')'");
    }
    parse_skip_space (r);
    if (r->p == r->row_end)
      return parse_fail (r, open, "unterminated '('");
    if (n == MAX_CALL_ARGS)
      return parse_fail (r, r->p, "more than %d arguments of a call", MAX_CALL_ARGS);
    if (!parse_value (r, &args[n++]))
      return false;
    parse_skip_space (r);
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
      return parse_fail (r, r->p, "more than %d alternatives", MODEL_ALTERNATIVES);
    if (!parse_number (r, &c->v[c->n++]))
      return false;
  } while (parse_eat (r, '|'));
  return true;
}

int parse_find_keyword (const struct model_keyword_set *set, struct slice w)
{
  for (int i = 0; i < set->n; i++)
    if (w.n && *set->names[i] == *w.s && parse_word_is (w, set->names[i]))
      return i;
  return -1;
}

static bool parse_keyword (struct parser *r, const struct model_keyword_set *set,
                           struct model_operand *o)
{
  const char *end;
  struct slice w = parse_word_at (r, &end);
  int found = parse_find_keyword (set, w);
  if (found < 0 && w.n == 0) {
    struct text what = {0};
    text_printf (&what, "a %s", set->what);
    parse_fail_expected (r, what.v);
    text_free (&what);
    return false;
  }
  if (found < 0) {
    struct known k = parse_new_known (r, w);
    for (int i = 0; i < set->n; i++)
      parse_add_known (&k, set->names[i]);
    return parse_fail_unknown (r, set->what, &k);
  }
  r->p = end;
  o->kind = MODEL_KEYWORD;
  o->u.keyword = found;
  return true;
}

bool parse_operand (struct parser *r, const struct model_operand_info *info,
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
  parse_skip_space (r);
  if (parse_eat (r, '=')) {
    c->relation = RELATION_EQ;
  } else if (parse_eat (r, '!')) {
    if (!parse_eat (r, '='))
      return parse_fail_expected (r, "'='");
    c->relation = RELATION_NE;
  } else if (parse_eat (r, '<')) {
    c->relation = parse_eat (r, '=') ? RELATION_LE : RELATION_LT;
  } else if (parse_eat (r, '>')) {
    c->relation = parse_eat (r, '=') ? RELATION_GE : RELATION_GT;
  } else {
    return parse_fail_expected (r, "a condition (=N, !=N, <N, <=N, >N or >=N)");
  }
  return parse_number (r, &c->value);
}

bool parse_outcome (struct parser *r, bool expected, struct model_effect *e)
{
  struct model_outcome *o = ARENA_NEW (&r->models->arena, struct model_outcome);
  o->expected = expected;
  do {
    if (o->n == MODEL_ALTERNATIVES)
      return parse_fail (r, r->p, "more than %d alternatives", MODEL_ALTERNATIVES);
    if (!parse_condition (r, &o->alternatives[o->n++]))
      return false;
    parse_skip_space (r);
  } while (parse_eat (r, '|'));
  const char *end;
  if (parse_word_is (parse_word_at (r, &end), "else")) {
    r->p = end;
    parse_skip_space (r);
    o->fails = true;
    if (!parse_number (r, &o->other))
      return false;
  }
  e->outcome = o;
  return true;
}

bool parse_guard (struct parser *r, struct model_effect *e)
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
  parse_skip_space (r);
  g->given = r->p == r->row_end || *r->p == ';';
  if (g->given)
    return true;
  if (r->p[0] == '&' || (r->p[0] == '!' && r->p[1] == '&')) {
    g->condition.relation = parse_eat (r, '!') ? RELATION_NO_BITS : RELATION_BITS;
    return parse_eat (r, '&') && parse_number (r, &g->condition.value);
  }
  return parse_condition (r, &g->condition);
}
