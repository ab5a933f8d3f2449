/* Reads the templates; idioms/README says how they are written. */

#include "generator.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const section_words[N_SECTIONS] = {"type", "global", "func",  "init",
                                                      "work", "side",   "after", "own"};

static char *trim (char *s)
{
  while (isspace ((unsigned char)*s))
    s++;
  size_t n = strlen (s);
  while (n && isspace ((unsigned char)s[n - 1]))
    s[--n] = 0;
  return s;
}

/* `word : text' */
static char *after_colon (char *s)
{
  char *colon = strchr (s, ':');
  if (!colon)
    return "";
  *colon = 0;
  trim (s);
  return trim (colon + 1);
}

/* Cuts `[only]' off. */
static char *condition (char **s)
{
  if (**s != '[')
    return NULL;
  char *end = strchr (*s, ']'), *only = *s + 1;
  if (!end)
    return NULL;
  *end = 0;
  *s = end + 1;
  while (**s == ' ')
    ++*s;
  return only;
}

static struct template_line template_line (char *s)
{
  struct template_line l = {0};
  char *start = s;
  while (*s == ' ')
    s++;
  size_t indent = s - start > 2 ? s - start - 2 : 0;
  l.only = condition (&s);
  s = trim (s);
  char *mark = strrchr (s, '@');
  if (mark && mark > s && mark[-1] == ' ') {
    l.mark = mark + 1;
    *mark = 0;
    s = trim (s);
  }
  l.text = text_of ("%*s%s", (int)indent, "", s);
  return l;
}

static void header_line (struct idioms *all, char *s, const char *where, unsigned number)
{
  char *only = condition (&s), *word = s, *rest = s + strcspn (s, " ");
  if (*rest)
    *rest++ = 0;
  rest = trim (rest);
  if (!strcmp (word, "idiom")) {
    all->v = grow (all->v, all->n, sizeof *all->v);
    struct idiom *i = &all->v[all->n++];
    *i = (struct idiom){.data = "", .locks = "", .names = "", .reasons = ""};
    i->about = after_colon (rest);
    i->name = rest;
    return;
  }
  if (!all->n)
    die ("%s:%u: no idiom yet", where, number);
  struct idiom *i = &all->v[all->n - 1];
  if (!strcmp (word, "mutation")) {
    i->mutations = grow (i->mutations, i->n_mutations, sizeof *i->mutations);
    struct mutation *m = &i->mutations[i->n_mutations++];
    m->about = after_colon (rest);
    m->name = rest;
  } else if (!strcmp (word, "reason")) {
    i->reasons = rest;
  } else if (!strcmp (word, "alarm")) {
    i->alarm = rest;
  } else if (!strcmp (word, "names")) {
    i->names = rest;
  } else if (!strcmp (word, "data")) {
    i->data = text_of ("%s%s ", i->data, rest);
  } else if (!strcmp (word, "lock")) {
    i->locks = text_of ("%s%s ", i->locks, rest);
  } else {
    int kind = 0;
    while (kind < N_SECTIONS && strcmp (word, section_words[kind]))
      kind++;
    if (kind == N_SECTIONS)
      die ("%s:%u: unknown word '%s'", where, number, word);
    i->sections = grow (i->sections, i->n_sections, sizeof *i->sections);
    i->sections[i->n_sections++] = (struct section){.kind = kind, .only = only, .signature = rest};
  }
}

void idioms_read (struct idioms *all, const char *file)
{
  FILE *f = fopen (file, "r");
  if (!f)
    die ("cannot read %s", file);
  char *line = NULL;
  size_t cap = 0;
  unsigned number = 0;
  while (getline (&line, &cap, f) > 0) {
    number++;
    char *s = text_of ("%s", line);
    if (*s == '#' || !*trim (text_of ("%s", s)))
      continue;
    if (*s != ' ') {
      header_line (all, trim (s), file, number);
      continue;
    }
    struct idiom *i = all->n ? &all->v[all->n - 1] : NULL;
    if (!i || !i->n_sections)
      die ("%s:%u: code outside of a section", file, number);
    struct section *section = &i->sections[i->n_sections - 1];
    section->lines = grow (section->lines, section->n_lines, sizeof *section->lines);
    section->lines[section->n_lines++] = template_line (s);
  }
  fclose (f);
}

static bool in_list (const char *list, const char *word)
{
  size_t n = strlen (word);
  for (const char *s = list; *s; s += strcspn (s, ","), s += *s == ',')
    if (!strncmp (s, word, n) && (!s[n] || s[n] == ','))
      return true;
  return false;
}

bool listed (const char *only, const char *mutation)
{
  if (!only)
    return true;
  return *only == '!' ? !in_list (only + 1, mutation) : in_list (only, mutation);
}

/* A mark is a list of `!LIST' (culprit in these mutations), `-LIST' (not in the race of these) and
   `.LIST' (partner); an empty list is all.  The last that fits counts. */
char mark_of (const char *mark, const char *mutation)
{
  if (!mark)
    return 0;
  if (!strcmp (mutation, "ok"))
    return '.';
  char result = 'B';
  for (const char *s = mark; *s;) {
    char sign = *s++;
    size_t n = strcspn (s, "!-.");
    char *list = text_of ("%.*s", (int)n, s);
    if (!n || in_list (list, mutation))
      result = sign == '!' ? 'A' : sign == '-' ? '.' : 'B';
    s += n;
  }
  return result;
}
