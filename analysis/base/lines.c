#include "lines.h"

#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

void lines_add (struct lines *l, const char *text)
{
  if (l->n == l->room) {
    l->room = l->room ? l->room * 2 : 256;
    l->v = xrealloc (l->v, l->room * sizeof *l->v);
  }
  l->v[l->n++] = xstrdup (text);
}

static int by_text (const void *a, const void *b)
{
  return strverscmp (*(char *const *)a, *(char *const *)b);
}

void lines_print (struct lines *l, FILE *out)
{
  if (l->n)
    qsort (l->v, l->n, sizeof *l->v, by_text);
  for (size_t i = 0; i < l->n; i++) {
    fprintf (out, "%s\n", l->v[i]);
    free (l->v[i]);
  }
  free (l->v);
  *l = (struct lines){0};
}

void lines_join (struct lines *l, const char *separator, struct text *out)
{
  if (l->n)
    qsort (l->v, l->n, sizeof *l->v, by_text);
  for (size_t i = 0; i < l->n; i++) {
    text_add (out, i ? separator : "");
    text_add (out, l->v[i]);
    free (l->v[i]);
  }
  free (l->v);
  *l = (struct lines){0};
}
