/* Text: a string that grows. */

#ifndef RACECHECK_TEXT_H
#define RACECHECK_TEXT_H

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
void text_clear (struct text *); /* empty, but keeps its memory */
void text_free (struct text *);
static inline const char *text_of (const struct text *t)
{
  return t->v ? t->v : "";
}

#endif
