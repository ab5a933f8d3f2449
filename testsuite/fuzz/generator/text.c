/* Strings and random numbers.  Nothing is freed: the generator writes one program and ends. */

#include "generator.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void die (const char *format, ...)
{
  va_list list;
  va_start (list, format);
  fputs ("generate: ", stderr);
  vfprintf (stderr, format, list);
  fputc ('\n', stderr);
  va_end (list);
  exit (2);
}

void *grow (void *array, size_t n, size_t size)
{
  if (n & (n - 1))
    return array;
  array = realloc (array, (n ? 2 * n : 1) * size);
  if (!array)
    die ("no memory");
  return array;
}

void buf_add_n (struct buf *b, const char *s, size_t n)
{
  if (b->n + n + 1 > b->cap) {
    b->cap = 2 * (b->n + n + 1);
    b->s = realloc (b->s, b->cap);
    if (!b->s)
      die ("no memory");
  }
  memcpy (b->s + b->n, s, n);
  b->n += n;
  b->s[b->n] = 0;
}

void buf_add (struct buf *b, const char *s)
{
  buf_add_n (b, s, strlen (s));
}

static char *format_list (const char *format, va_list list)
{
  char *s = NULL;
  if (vasprintf (&s, format, list) < 0)
    die ("no memory");
  return s;
}

void buf_printf (struct buf *b, const char *format, ...)
{
  va_list list;
  va_start (list, format);
  buf_add (b, format_list (format, list));
  va_end (list);
}

const char *buf_text (const struct buf *b)
{
  return b->s ? b->s : "";
}

char *text_of (const char *format, ...)
{
  va_list list;
  va_start (list, format);
  char *s = format_list (format, list);
  va_end (list);
  return s;
}

unsigned plain;

/* splitmix64 */
static uint64_t next (uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

void dice_init (struct dice *d, uint64_t seed)
{
  for (int i = 0; i < N_FEATURES; i++)
    d->state[i] = next (&seed);
}

unsigned roll (struct dice *d, enum feature f, unsigned n)
{
  uint64_t drawn = next (&d->state[f]);
  return plain & 1u << f ? 0 : (unsigned)(drawn >> 16) % n;
}

bool chance (struct dice *d, enum feature f, unsigned per_cent)
{
  return roll (d, f, 100) >= 100 - per_cent;
}
