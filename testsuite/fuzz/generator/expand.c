/* From template text to C: names, picks, locks, accesses, blocks. */

#include "generator.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 12 };

/* The arguments of `(a SEP b SEP c)' at *S; moves *S behind it. */
static unsigned arguments (const struct cell *c, const char **s, char sep, char *args[MAX_ARGS])
{
  unsigned n = 0;
  int depth = 0;
  const char *start = *s + 1, *p = *s;
  if (**s != '(')
    die ("%s: '(' expected at '%s'", c->idiom->name, *s);
  for (;; p++) {
    if (!*p)
      die ("%s: no ')' in '%s'", c->idiom->name, *s);
    if (*p == '(')
      depth++;
    bool end = *p == ')' && --depth == 0;
    if (!end && !(*p == sep && depth == 1))
      continue;
    if (n == MAX_ARGS)
      die ("%s: too many arguments in '%s'", c->idiom->name, *s);
    while (sep == ',' && *start == ' ')
      start++;
    args[n++] = text_of ("%.*s", (int)(p - start), start);
    start = p + 1;
    if (end)
      break;
  }
  *s = p + 1;
  return n;
}

static const char *inner (struct cell *c, const char *in)
{
  struct buf out = {0};
  expand (c, in, NULL, &out);
  return buf_text (&out);
}

static bool is_place (const char *places, const char *name, size_t n)
{
  for (const char *s = places; *s; s += strcspn (s, " "), s += *s == ' ')
    if (!strncmp (s, name, n) && s[n] == ' ')
      return true;
  return false;
}

typedef void macro_fn (struct cell *c, char *args[], unsigned n, char *mark, struct buf *out);

static void m_lock (struct cell *c, char *args[], unsigned n, char *mark, struct buf *out)
{
  (void)n, (void)mark;
  lock_statement (c, inner (c, args[0]), false, out);
}

static void m_unlock (struct cell *c, char *args[], unsigned n, char *mark, struct buf *out)
{
  (void)n, (void)mark;
  lock_statement (c, inner (c, args[0]), true, out);
}

static void m_lockinit (struct cell *c, char *args[], unsigned n, char *mark, struct buf *out)
{
  (void)n, (void)mark;
  lock_init (c, inner (c, args[0]), out);
}

static void m_inc (struct cell *c, char *args[], unsigned n, char *mark, struct buf *out)
{
  (void)n;
  access_statement (c, '+', inner (c, args[0]), mark, out);
}

static void m_set (struct cell *c, char *args[], unsigned n, char *mark, struct buf *out)
{
  (void)n;
  access_statement (c, '=', inner (c, args[0]), mark, out);
}

static void m_get (struct cell *c, char *args[], unsigned n, char *mark, struct buf *out)
{
  (void)n;
  access_statement (c, 'r', inner (c, args[0]), mark, out);
}

static void m_int (struct cell *c, char *args[], unsigned n, char *mark, struct buf *out)
{
  (void)n, (void)mark;
  int from = atoi (args[0]), to = atoi (args[1]);
  buf_printf (out, "%d", from + (int)roll (&c->dice, F_picks, (unsigned)(to - from + 1)));
}

/* A call whose failure ends the program, or not; it may go through a function of the program. */
static void checked_call (struct cell *c, const char *call, const char *shared, struct buf *out)
{
  static const char *const forms[] = {"%s;", "if (%s != 0) abort ();", "(void) %s;"};
  unsigned form = roll (&c->dice, F_wrappers, 4);
  if (form == 3)
    buf_printf (out, "%s;", shared);
  else
    buf_printf (out, forms[form], call);
}

static void m_spawn (struct cell *c, char *args[], unsigned n, char *mark, struct buf *out)
{
  (void)n, (void)mark;
  const char *h = inner (c, args[0]), *f = inner (c, args[1]), *a = inner (c, args[2]);
  checked_call (c, text_of ("pthread_create (&%s, NULL, %s, %s)", h, f, a),
                text_of ("start_thread (&%s, %s, %s)", h, f, a), out);
}

static void m_join (struct cell *c, char *args[], unsigned n, char *mark, struct buf *out)
{
  (void)n, (void)mark;
  const char *h = inner (c, args[0]);
  checked_call (c, text_of ("pthread_join (%s, NULL)", h), text_of ("end_thread (%s)", h), out);
}

static const struct {
  const char *name;
  unsigned n_args;
  macro_fn *expand;
} macros[] = {
    {"lock", 1, m_lock}, {"unlock", 1, m_unlock}, {"lockinit", 1, m_lockinit},
    {"inc", 1, m_inc},   {"set", 1, m_set},       {"get", 1, m_get},
    {"int", 2, m_int},   {"spawn", 3, m_spawn},   {"join", 1, m_join},
};

static void expand_word (struct cell *c, const char **s, char *mark, struct buf *out)
{
  size_t n = 0;
  while (isalnum ((unsigned char)(*s)[n]) || (*s)[n] == '_')
    n++;
  char *word = text_of ("%.*s", (int)n, *s), *args[MAX_ARGS];
  *s += n;
  bool is_lock = is_place (c->idiom->locks, word, n);
  if (is_lock || is_place (c->idiom->data, word, n)) {
    buf_add (out, place_expr (c, word, is_lock));
    return;
  }
  if (!strcmp (word, "t")) {
    buf_add (out, c->type);
    return;
  }
  if (!strcmp (word, "locktype")) {
    buf_add (out, lock_type (c));
    return;
  }
  if (!strcmp (word, "workers")) {
    buf_printf (out, "%u", c->n_workers);
    return;
  }
  for (size_t k = 0; k < sizeof macros / sizeof *macros; k++)
    if (!strcmp (word, macros[k].name)) {
      unsigned got = arguments (c, s, ',', args);
      if (got != macros[k].n_args)
        die ("%s: $%s has %u arguments", c->idiom->name, word, got);
      macros[k].expand (c, args, got, mark, out);
      if (**s == ';' && out->n && (out->s[out->n - 1] == ';' || out->s[out->n - 1] == '}'))
        ++*s;
      return;
    }
  die ("%s: unknown $%s", c->idiom->name, word);
}

static void expand_dollar (struct cell *c, const char **s, char *mark, struct buf *out)
{
  char *args[MAX_ARGS];
  if (**s == '?') {
    size_t n = strcspn (*s + 1, "(");
    char *only = text_of ("%.*s", (int)n, *s + 1);
    *s += n + 1;
    unsigned got = arguments (c, s, '~', args);
    bool in = listed (only, c->mutation);
    if (in || got > 1)
      expand (c, args[in ? 0 : 1], mark, out);
  } else if (**s == '(') {
    unsigned n = arguments (c, s, '~', args);
    expand (c, args[roll (&c->dice, F_picks, n)], mark, out);
  } else if (isdigit ((unsigned char)**s)) {
    unsigned which = *(*s)++ - '0', n = arguments (c, s, '~', args);
    expand (c, args[c->choices[which] % n], mark, out);
  } else {
    expand_word (c, s, mark, out);
  }
}

void expand (struct cell *c, const char *in, char *mark, struct buf *out)
{
  for (const char *s = in; *s;) {
    size_t n = strcspn (s, "$%");
    buf_add_n (out, s, n);
    s += n;
    if (*s == '$') {
      s++;
      expand_dollar (c, &s, mark, out);
    } else if (*s == '%' && isalpha ((unsigned char)s[1])) {
      for (n = 1; isalnum ((unsigned char)s[n]) || s[n] == '_';)
        n++;
      buf_add (out, cell_name (c, s + 1, n - 1));
      s += n;
    } else if (*s == '%') {
      buf_add (out, "%");
      s += 1 + (s[1] == '%');
    }
  }
}

/* `{{ PARAMETERS' ... `}}': lines that may become a function.  The arguments are the names of the
   parameters. */
static const char *names_of_parameters (const char *params)
{
  struct buf out = {0};
  for (const char *s = params; *s;) {
    size_t n = strcspn (s, ","), end = n;
    while (end && s[end - 1] == ' ')
      end--;
    size_t start = end;
    while (start && (isalnum ((unsigned char)s[start - 1]) || s[start - 1] == '_'))
      start--;
    buf_printf (&out, "%s%.*s", out.n ? ", " : "", (int)(end - start), s + start);
    s += n + (s[n] == ',');
  }
  return buf_text (&out);
}

static size_t end_of_block (const struct cell *c, const struct template_line *lines, size_t n)
{
  int depth = 0;
  for (size_t k = 0; k < n; k++) {
    const char *s = lines[k].text + strspn (lines[k].text, " ");
    depth += !strncmp (s, "{{", 2);
    if (!strncmp (s, "}}", 2) && --depth == 0)
      return k;
  }
  die ("%s: no }} for {{", c->idiom->name);
}

static void expand_block (struct cell *c, size_t item, const struct template_line *lines, size_t n,
                          const char *indent)
{
  const char *params = lines->text + strspn (lines->text, " ") + 2;
  params = inner (c, params + strspn (params, " "));
  if (!chance (&c->dice, F_blocks, 55)) {
    expand_body (c, item, lines + 1, n - 1, indent);
    return;
  }
  const char *word = text_of ("part%u", ++c->n_helpers), *name = cell_name (c, word, strlen (word));
  const char *head = text_of ("void %s (%s)", name, *params ? params : "void");
  size_t made = cell_item (c, I_FUNC, head) - c->items;
  expand_body (c, made, lines + 1, n - 1, "  ");
  item_line (&c->items[item], text_of ("%s%s (%s);", indent, name, names_of_parameters (params)),
             0);
}

/* Between two statements anything may stand. */
static bool may_have_noise (const struct item *i, const char *next)
{
  if (!i->n_lines)
    return false;
  const char *last = i->lines[i->n_lines - 1].text;
  size_t n = strlen (last);
  next += strspn (next, " ");
  return n && last[n - 1] == ';' && strncmp (next, "else", 4) && *next != '}' &&
         !strstr (next, "while (") && !strstr (last, "return") && !strstr (last, "goto") &&
         !strstr (last, "break");
}

void expand_body (struct cell *c, size_t item, const struct template_line *lines, size_t n,
                  const char *indent)
{
  for (size_t k = 0; k < n; k++) {
    const struct template_line *l = &lines[k];
    const char *s = l->text + strspn (l->text, " ");
    if (!strncmp (s, "{{", 2)) {
      size_t end = end_of_block (c, l, n - k);
      if (listed (l->only, c->mutation))
        expand_block (c, item, l, end, text_of ("%s%.*s", indent, (int)(s - l->text), l->text));
      k += end;
      continue;
    }
    if (!listed (l->only, c->mutation))
      continue;
    struct buf out = {0};
    char mark = mark_of (l->mark, c->mutation);
    buf_add (&out, indent);
    expand (c, l->text, &mark, &out);
    if (c->items[item].kind == I_FUNC && may_have_noise (&c->items[item], l->text) &&
        chance (&c->dice, F_noise, 12))
      item_line (&c->items[item], text_of ("%s%s", indent, noise_statement (c)), 0);
    item_line (&c->items[item], buf_text (&out), mark);
  }
}
