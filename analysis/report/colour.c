/* Colour: reads GCC_COLORS, and writes what terminals understand. */

#include "colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
  const char *name, *code;
} known[N_COLOURS] = {
    [COLOUR_ERROR] = {"error", "01;31"}, [COLOUR_WARNING] = {"warning", "01;35"},
    [COLOUR_NOTE] = {"note", "01;36"},   [COLOUR_RANGE1] = {"range1", "32"},
    [COLOUR_LOCUS] = {"locus", "01"},    [COLOUR_QUOTE] = {"quote", "01"},
};

static bool wanted (enum colour_when when, FILE *out)
{
  const char *term = getenv ("TERM"), *no = getenv ("NO_COLOR");
  if (when != COLOUR_AUTO)
    return when == COLOUR_ALWAYS;
  return (!no || !*no) && term && strcmp (term, "dumb") && isatty (fileno (out));
}

static void set_code (struct colours *c, const char *name, size_t name_n, const char *code,
                      size_t code_n)
{
  for (unsigned i = 0; i < N_COLOURS; i++)
    if (strlen (known[i].name) == name_n && !memcmp (known[i].name, name, name_n)) {
      c->codes[i].v = code;
      c->codes[i].n = code_n;
    }
}

/* NAME=CODE:NAME=CODE...  A name that is not known is passed over, and reading ends at the first
   code that is none, so that a terminal is sent nothing but digits. */
static void read_codes (struct colours *c, const char *p)
{
  for (;;) {
    size_t name_n = strcspn (p, "=:"), code_n;
    const char *code = p + name_n + 1;
    if (p[name_n] == '=') {
      code_n = strspn (code, "0123456789;");
      if (!name_n || (code[code_n] && code[code_n] != ':'))
        return;
      set_code (c, p, name_n, code, code_n);
      p = code + code_n;
    } else {
      p += name_n;
    }
    if (!*p++)
      return;
  }
}

void colours_find (struct colours *c, enum colour_when when, FILE *out)
{
  const char *codes = getenv ("GCC_COLORS");
  *c = (struct colours){0};
  c->on = wanted (when, out) && (!codes || *codes);
  for (unsigned i = 0; i < N_COLOURS; i++) {
    c->codes[i].v = known[i].code;
    c->codes[i].n = strlen (known[i].code);
  }
  if (c->on && codes)
    read_codes (c, codes);
}

/* ESC [ K keeps the background right at the end of a line. */

void colour_start (const struct colours *c, enum colour colour, struct text *out)
{
  if (!c->on)
    return;
  text_add (out, "\33[");
  text_add_n (out, c->codes[colour].v, c->codes[colour].n);
  text_add (out, "m\33[K");
}

void colour_end (const struct colours *c, struct text *out)
{
  if (c->on)
    text_add (out, "\33[m\33[K");
}

void colour_add (const struct colours *c, enum colour colour, const char *text, struct text *out)
{
  colour_start (c, colour, out);
  text_add (out, text);
  colour_end (c, out);
}
