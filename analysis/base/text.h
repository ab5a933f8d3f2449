/* Text: a string that grows. */

#ifndef RACECHECK_TEXT_H
#define RACECHECK_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* All zero is empty; `v' is NULL or NUL-terminated. */
struct text {
  char *v;
  size_t n, room;
};

void text_add (struct text *, const char *);
void text_add_n (struct text *, const char *, size_t n);
void text_printf (struct text *, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
/* Names come from files: what could end a line or control a terminal becomes `?'. */
void text_printable (struct text *);
/* A string of its own, which the caller frees.  (libiberty's xasprintf does not know %zu.) */
char *text_format (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
char *text_vformat (const char *format, va_list) __attribute__ ((format (printf, 1, 0)));
void text_clear (struct text *); /* empty, but keeps its memory */
void text_free (struct text *);
static inline const char *text_of (const struct text *t)
{
  return t->v ? t->v : "";
}

#endif
