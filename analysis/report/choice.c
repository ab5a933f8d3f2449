/* Choice: files of suppressions, and what becomes of a finding.

     race
       location: struct stats.*
       path:     src/stats.c
       reason:   counters may be off by one

   A line that does not begin with a space starts a suppression, by the name of its rule. */

#include "choice.h"
#include "glob.h"
#include "hiding.h"
#include "rules.h"
#include "text.h"

#include <errno.h>
#include <string.h>

struct parser {
  struct choice *c;
  const char *file;
  unsigned line, errors;
};

static void complain (struct parser *p, unsigned line, const char *what, const char *about)
{
  fprintf (stderr, "%s:%u: error: %s%s%s%s\n", p->file, line, what, about ? " '" : "",
           about ? about : "", about ? "'" : "");
  p->errors++;
}

static bool is_rule (const char *name)
{
  for (unsigned i = 0; i < N_RULES; i++)
    if (!strcmp (rules[i].option, name))
      return true;
  return !strcmp (name, "*");
}

/* A suppression is complete. */
static void check_last (struct parser *p)
{
  const struct suppression *s = p->c->suppressions.n ? &vec_last (&p->c->suppressions) : NULL;
  if (!s || s->file != p->file)
    return;
  if (!s->reason)
    complain (p, s->line, "a suppression needs a reason", NULL);
  if (!s->location && !s->path)
    complain (p, s->line, "a suppression needs a location or a path", NULL);
}

/* `key: value' */
static void read_key (struct parser *p, char *text)
{
  struct suppression *s = p->c->suppressions.n ? &vec_last (&p->c->suppressions) : NULL;
  char *colon = strchr (text, ':');
  char *value = colon ? colon + 1 + strspn (colon + 1, " \t") : text;
  if (colon)
    *colon = 0;
  const char **to = !s || s->file != p->file     ? NULL
                    : !strcmp (text, "location") ? &s->location
                    : !strcmp (text, "path")     ? &s->path
                    : !strcmp (text, "reason")   ? &s->reason
                                                 : NULL;
  if (!s || s->file != p->file)
    complain (p, p->line, "a suppression starts with the name of its rule", NULL);
  else if (!colon || !to)
    complain (p, p->line, "unknown key; there are location, path and reason:", text);
  else if (!*value)
    complain (p, p->line, "nothing behind", text);
  else if (*to)
    complain (p, p->line, "twice in one suppression:", text);
  else
    *to = arena_strdup (&p->c->arena, value);
}

static void read_line (struct parser *p, char *line)
{
  size_t n = strlen (line);
  while (n && strchr (" \t\r\n", line[n - 1]))
    line[--n] = 0;
  char *text = line + strspn (line, " \t");
  if (!*text || *text == '#')
    return;
  if (text > line) {
    read_key (p, text);
    return;
  }
  check_last (p);
  if (!is_rule (text))
    complain (p, p->line, "unknown rule", text);
  vec_push (&p->c->suppressions, (struct suppression){.file = p->file,
                                                      .line = p->line,
                                                      .rule = arena_strdup (&p->c->arena, text)});
}

static bool read_suppressions (struct choice *c, const char *file)
{
  struct parser p = {.c = c, .file = file};
  FILE *in = fopen (file, "r");
  char *line = NULL;
  size_t room = 0;
  if (!in) {
    fprintf (stderr, "racecheck: error: %s: %s\n", file, strerror (errno));
    return false;
  }
  for (p.line = 1; getline (&line, &room, in) > 0; p.line++)
    read_line (&p, line);
  check_last (&p);
  free (line);
  fclose (in);
  return !p.errors;
}

bool choice_init (struct choice *c, const struct choice_options *o)
{
  bool good = true;
  *c = (struct choice){.options = o};
  for (size_t i = 0; i < o->n_suppressions; i++)
    good &= read_suppressions (c, o->suppressions[i]);
  if (o->baseline)
    good &= baseline_read (&c->known, o->baseline);
  return good;
}

void choice_free (struct choice *c)
{
  vec_free (&c->suppressions);
  baseline_free (&c->known);
  arena_free (&c->arena);
}

/* Both accesses are in files of that name. */
static bool is_in (const struct finding *f, const char *path, struct paths *paths)
{
  for (uint32_t i = 0; i < 2 && i < f->n_accesses; i++)
    if (!glob_matches_path (path, paths_of (paths, &f->accesses[i].at)))
      return false;
  return f->n_accesses > 0;
}

/* All memory of the finding is meant. */
static bool is_of (const struct finding *f, const char *location)
{
  for (uint32_t i = 0; i < f->n_others; i++)
    if (!glob_matches (location, f->others[i]))
      return f->field && glob_matches (location, f->field);
  return (f->symbol && glob_matches (location, f->symbol)) ||
         (f->field && glob_matches (location, f->field));
}

static bool fits (const struct suppression *s, const struct finding *f, struct paths *paths)
{
  return (!strcmp (s->rule, "*") || !strcmp (s->rule, rules[f->rule].option)) &&
         (!s->location || is_of (f, s->location)) && (!s->path || is_in (f, s->path, paths));
}

enum chosen choice_of (struct choice *c, const struct finding *f, struct paths *paths,
                       const struct suppression **by)
{
  *by = NULL;
  for (uint32_t i = 0; i < c->suppressions.n; i++)
    if (fits (&c->suppressions.v[i], f, paths)) {
      c->suppressions.v[i].used = true;
      *by = *by ? *by : &c->suppressions.v[i];
    }
  return f->hidden == HIDDEN_IGNORED                             ? NOT_IGNORED
         : f->hidden == HIDDEN_ELSEWHERE                         ? NOT_ELSEWHERE
         : *by                                                   ? NOT_SUPPRESSED
         : strings_find (&c->known.fingerprints, f->fingerprint) ? NOT_NEW
                                                                 : CHOSEN;
}

void choice_unused (const struct choice *c)
{
  for (uint32_t i = 0; i < c->suppressions.n; i++)
    if (!c->suppressions.v[i].used)
      fprintf (stderr, "%s:%u: warning: this suppression fits no finding\n",
               c->suppressions.v[i].file, c->suppressions.v[i].line);
}
