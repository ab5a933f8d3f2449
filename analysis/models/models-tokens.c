/* Reads the tokens of models, words and numbers, from the text of a row, and words the messages
   about errors in it; for the other files of the parser (see models-parse.c for the grammar). */

#include "models-parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

/* Messages */

void parse_add_shown (struct text *t, const char *s, size_t n)
{
  for (size_t i = 0; i < n && i < MAX_SHOWN; i++)
    if (s[i] >= ' ' && s[i] <= '~')
      text_add_n (t, s + i, 1);
    else
      text_printf (t, "\\x%02x", (unsigned char)s[i]);
  if (n > MAX_SHOWN)
    text_add (t, "...");
}

bool parse_fail (struct parser *r, const char *at, const char *format, ...)
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

/* In a keyword, an operand or a number. */
static bool is_word_char (char c)
{
  return parse_is_letter (c) || parse_is_digit (c) || c == '-' || c == '.';
}

char *parse_token_at (const struct parser *r, const char *at)
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
    parse_add_shown (&t, at, end - at);
    text_add (&t, "'");
  }
  return t.v;
}

bool parse_fail_expected (struct parser *r, const char *what)
{
  char *token = parse_token_at (r, r->p);
  parse_fail (r, r->p, "%s expected, not %s", what, token);
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

struct known parse_new_known (const struct parser *r, struct slice word)
{
  return (struct known){.word = word, .unseen = r->errors >= MAX_ERRORS};
}

void parse_add_known (struct known *k, const char *name)
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

bool parse_fail_unknown (struct parser *r, const char *what, struct known *k)
{
  struct text token = {0};
  parse_add_shown (&token, k->word.s, k->word.n);
  if (k->nearest && k->distance <= (k->word.n < 6 ? 1 : k->word.n / 3))
    parse_fail (r, r->p, "unknown %s '%s'; did you mean '%s'?", what, text_of (&token), k->nearest);
  else
    parse_fail (r, r->p, "unknown %s '%s'; known: %s", what, text_of (&token), text_of (&k->all));
  text_free (&token);
  text_free (&k->all);
  return false;
}

/* Tokens */

void parse_skip_space (struct parser *r)
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

struct slice parse_word_at (struct parser *r, const char **end)
{
  if (r->word_start != r->p) { /* several ask for the same one */
    r->word = scan_word (r, &r->word_end);
    r->word_start = r->p;
  }
  *end = r->word_end;
  return r->word;
}

bool parse_eat_word (struct parser *r, const char *name)
{
  const char *end;
  struct slice w = parse_word_at (r, &end);
  if (w.n == 0 || !parse_word_is (w, name))
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

bool parse_starts_number (struct parser *r)
{
  const char *end;
  char c = parse_peek (r);
  if (parse_is_digit (c) || c == '-')
    return true;
  struct slice w = parse_word_at (r, &end);
  if (w.n && parse_is_digit (*w.s))
    return true;
  for (unsigned i = 0; w.n && i < N_CONSTANTS; i++)
    if (parse_word_is (w, constants[i].name))
      return true;
  return false;
}

bool parse_digits (struct slice w, size_t i, uint64_t *value)
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
    unsigned d = parse_is_digit (c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
    if (d >= base || *value > ((uint64_t)INT64_MAX - d) / base)
      return false;
    *value = *value * base + d;
  }
  return true;
}

bool parse_number (struct parser *r, int64_t *value)
{
  const char *at = r->p, *end;
  bool negative = parse_eat (r, '-');
  struct slice w = parse_word_at (r, &end);
  uint64_t n;
  if (parse_digits (w, 0, &n)) {
    r->p = end;
    *value = negative ? -(int64_t)n : (int64_t)n;
    return true;
  }
  if (w.n && !negative && !parse_is_digit (*w.s)) {
    struct known k = parse_new_known (r, w);
    for (unsigned i = 0; i < N_CONSTANTS; i++) {
      if (parse_word_is (w, constants[i].name)) {
        r->p = end;
        *value = constants[i].value;
        return true;
      }
    }
    for (unsigned i = 0; i < N_CONSTANTS; i++)
      parse_add_known (&k, constants[i].name);
    return parse_fail_unknown (r, "constant", &k);
  }
  if (w.n == 0)
    return parse_fail_expected (r, "a number");
  struct text token = {0};
  parse_add_shown (&token, w.s, w.n);
  parse_fail (r, at, "bad number '%s%s'", negative ? "-" : "", text_of (&token));
  text_free (&token);
  return false;
}
