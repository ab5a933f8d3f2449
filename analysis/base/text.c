/* Text: strings that grow by doubling. */

#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

static void reserve (struct text *t, size_t more)
{
  if (t->n + more + 1 <= t->room)
    return;
  t->room = (t->n + more + 1) * 2;
  t->v = xrealloc (t->v, t->room);
}

void text_add_n (struct text *t, const char *s, size_t n)
{
  reserve (t, n);
  if (n)
    memcpy (t->v + t->n, s, n);
  t->n += n;
  t->v[t->n] = 0;
}

void text_add (struct text *t, const char *s)
{
  text_add_n (t, s, strlen (s));
}

void text_printf (struct text *t, const char *format, ...)
{
  va_list args;
  for (;;) {
    reserve (t, 1);
    size_t room = t->room - t->n;
    va_start (args, format);
    int n = vsnprintf (t->v + t->n, room, format, args);
    va_end (args);
    if (n < 0)
      return;
    if ((size_t)n < room) {
      t->n += (size_t)n;
      return;
    }
    reserve (t, (size_t)n);
  }
}

char *text_vformat (const char *format, va_list args)
{
  char *text;
  if (vasprintf (&text, format, args) < 0)
    xmalloc_failed (strlen (format));
  return text;
}

char *text_format (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  char *text = text_vformat (format, args);
  va_end (args);
  return text;
}

void text_clear (struct text *t)
{
  t->n = 0;
  if (t->v)
    *t->v = 0;
}

void text_free (struct text *t)
{
  free (t->v);
  *t = (struct text){0};
}

void text_printable (struct text *t)
{
  for (size_t i = 0; i < t->n; i++)
    if ((unsigned char)t->v[i] < ' ' || t->v[i] == 0x7f)
      t->v[i] = '?';
}
