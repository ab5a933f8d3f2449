/* Hiding: what the command line says about files, and the source about itself.

     hits++;                          / * racecheck: ignore off by one does no harm * /
     int hits __attribute__ ((racecheck ("ignore", "off by one does no harm")));
     #pragma GCC diagnostic ignored "-Wtsan"

   A comment is about its own line, and about the next one if it stands alone.  An attribute is
   about a variable, a field, all fields of a struct, or all accesses in a function.  Comments are
   read from the source, where that is still there. */

#include "hiding.h"
#include "events.h"
#include "glob.h"
#include "spelling.h"

#include <inttypes.h>
#include <string.h>

/* Comments */

static const char marker[] = "racecheck: ignore";

static const char *find (const char *from, const char *to, const char *what)
{
  return from < to ? memmem (from, (size_t)(to - from), what, strlen (what)) : NULL;
}

static int64_t count_lines (const char *from, const char *to)
{
  int64_t n = 0;
  for (; (from = memchr (from, '\n', (size_t)(to - from))); from++)
    n++;
  return n;
}

static bool is_blank (const char *from, const char *to)
{
  for (; from < to; from++)
    if (*from != ' ' && *from != '\t')
      return false;
  return true;
}

static void add_line (struct hiding *h, int64_t line)
{
  vec_push (&h->lines, (struct hiding_line){line, h->comments.n - 1});
}

/* The comment around AT, which is in line LINE of a text that ends at END. */
static void read_comment (struct hiding *h, const char *start_of_line, const char *at,
                          const char *end, int64_t line, const char *file)
{
  const char *start = NULL, *behind = at + strlen (marker);
  for (const char *p = start_of_line; p + 1 < at; p++)
    if (*p == '/' && (p[1] == '*' || p[1] == '/')) {
      start = p;
      break;
    }
  if (!start)
    return;
  const char *line_end = memchr (at, '\n', (size_t)(end - at));
  line_end = line_end ? line_end : end;
  const char *close = start[1] == '*' ? find (behind, end, "*/") : NULL;
  const char *stop = close ? close : line_end;
  const char *next = close ? close + 2 : line_end;
  while (behind < stop && strchr (" \t:-,", *behind))
    behind++;
  while (stop > behind && strchr (" \t\r\n", stop[-1]))
    stop--;
  if (stop == behind) {
    fprintf (stderr, "%s:%" PRId64 ": warning: '%s' needs a reason behind it\n", file, line,
             marker);
    return;
  }
  const char *reason = arena_memdup0 (&h->arena, behind, (size_t)(stop - behind));
  vec_push (&h->comments, (struct hiding_comment){.file = file, .reason = reason, .line = line});
  add_line (h, line);
  if (is_blank (start_of_line, start))
    add_line (h, line + count_lines (at, next) + 1);
}

static void read_comments (struct hiding *h, const char *v, size_t n, const char *file)
{
  const char *end = v + n, *from = v;
  int64_t line = 1;
  for (const char *at; (at = find (from, end, marker)); from = at + 1) {
    line += count_lines (from, at);
    const char *start = at;
    while (start > v && start[-1] != '\n')
      start--;
    read_comment (h, start, at, end, line, file);
  }
}

/* Files and units */

static bool any_matches (const char **globs, size_t n, const char *path)
{
  for (size_t i = 0; i < n; i++)
    if (glob_matches_path (globs[i], path))
      return true;
  return false;
}

enum { UNIT_SILENT = 1u << 31 };

/* The number of a unit.  It is silent if warnings are off everywhere in it: that was the command
   line, which is about the compiler's warnings. */
static uint32_t unit_number (struct hiding *h, const struct unit *u)
{
  uint32_t *known = map_at (&h->units, (uint64_t)(uintptr_t)u);
  if (!*known) {
    *known = map_size (&h->units) | UNIT_SILENT;
    for (uint32_t i = 1; i <= u->n_locs; i++)
      if (!(u->locs[i].flags & (LF_NOWARN | LF_SYSTEM))) {
        *known &= ~UNIT_SILENT;
        break;
      }
  }
  return *known;
}

static struct hiding_file read_file (struct hiding *h, const struct place *at, uint32_t file,
                                     const char *path)
{
  const struct hiding_options *o = h->options;
  struct hiding_file f = {.first = h->lines.n};
  const char *text;
  size_t n;
  f.elsewhere = (o->n_only && !any_matches (o->only, o->n_only, path)) ||
                any_matches (o->exclude, o->n_exclude, path);
  if (source_text (&h->sources, at->unit, file, &text, &n))
    read_comments (h, text, n, place_file (at));
  f.end = h->lines.n;
  return f;
}

static const struct hiding_file *file_of (struct hiding *h, const struct place *at, uint32_t file)
{
  uint32_t unit = unit_number (h, at->unit) & ~UNIT_SILENT;
  uint32_t *known = map_at (&h->files, map_pair (unit, file));
  if (!*known) {
    const char *path = paths_of (&h->paths, at);
    *known = strings_intern (&h->names_of_files, path);
    if (*known > h->v.n)
      vec_push (&h->v, read_file (h, at, file, path));
  }
  return &h->v.v[*known - 1];
}

static struct hiding_comment *comment_at (const struct hiding *h, const struct hiding_file *f,
                                          int64_t line)
{
  for (uint32_t i = f->first; i < f->end; i++)
    if (h->lines.v[i].line == line)
      return &h->comments.v[h->lines.v[i].comment];
  return NULL;
}

/* Attributes */

enum name_kind { NAME_VARIABLE, NAME_FUNCTION, NAME_FIELD, NAME_TYPE };

static uint32_t name_number (struct hiding *h, enum name_kind kind, const char *name, bool add)
{
  char *key = text_format ("%d%s", (int)kind, name);
  uint32_t id = add ? strings_intern (&h->names, key) : strings_find (&h->names, key);
  free (key);
  return id;
}

static void ignore_name (struct hiding *h, enum name_kind kind, const struct unit *unit,
                         const char *name, const char *reason)
{
  uint32_t id = name_number (h, kind, name, true);
  if (id > h->ignored.n)
    vec_push (&h->ignored, (struct hiding_name){0});
  h->ignored.v[id - 1] = (struct hiding_name){
      .kind = kind, .unit = unit, .name = arena_strdup (&h->arena, name), .reason = reason};
}

static struct hiding_name *ignored_name (struct hiding *h, enum name_kind kind,
                                         const struct unit *unit, const char *name)
{
  uint32_t id = h->ignored.n && name ? name_number (h, kind, name, false) : 0;
  struct hiding_name *n = id ? &h->ignored.v[id - 1] : NULL;
  return n && (!n->unit || n->unit == unit) ? n : NULL;
}

static void read_attribute (struct hiding *h, const struct unit *u, const struct rec_annotation *a)
{
  struct text name = {0};
  const char *reason = a->arguments.n ? u->strings[a->arguments.v[0]] : "";
  if (a->target == AT_SYMBOL) {
    const struct rec_symbol *s = &u->symbols[a->item];
    ignore_name (h, s->flags & SF_FUNCTION ? NAME_FUNCTION : NAME_VARIABLE,
                 s->flags & SF_PUBLIC || !(s->flags & SF_DEFINED) ? NULL : u,
                 spell_symbol (u, (uint32_t)a->item), reason);
  } else if (a->target == AT_FIELD || a->target == AT_TYPE) {
    spell_type (u, (uint32_t)a->item, &name);
    if (a->target == AT_FIELD && a->sub < u->types[a->item].n_fields)
      text_printf (&name, ".%s", u->strings[u->types[a->item].fields[a->sub].name]);
    ignore_name (h, a->target == AT_FIELD ? NAME_FIELD : NAME_TYPE, NULL, text_of (&name), reason);
  }
  text_free (&name);
}

static void read_attributes (struct hiding *h)
{
  for (uint32_t i = 0; i < h->program->n_units; i++) {
    const struct unit *u = h->program->units[i].unit;
    for (uint32_t k = 0; k < u->n_annotations; k++)
      if (!strcmp (u->strings[u->annotations[k].name], "ignore"))
        read_attribute (h, u, &u->annotations[k]);
  }
}

void hiding_init (struct hiding *h, const struct program *p, const struct hiding_options *o)
{
  *h = (struct hiding){.options = o, .program = p};
  paths_init (&h->paths, o->root);
  read_attributes (h);
}

void hiding_free (struct hiding *h)
{
  paths_free (&h->paths);
  sources_free (&h->sources);
  map_free (&h->files);
  map_free (&h->units);
  vec_free (&h->v);
  vec_free (&h->comments);
  vec_free (&h->lines);
  vec_free (&h->ignored);
  strings_free (&h->names);
  strings_free (&h->names_of_files);
  arena_free (&h->arena);
}

/* Answers */

enum hidden hiding_access (struct hiding *h, const struct place *at, const char *function,
                           const char **why)
{
  const struct rec_loc *l = place_loc (at);
  const struct hiding_name *name = ignored_name (h, NAME_FUNCTION, at->unit, function);
  *why = name ? name->reason : NULL;
  if (name)
    return HIDDEN_IGNORED;
  if (!l || !l->file)
    return HIDDEN_NOT;
  const struct hiding_file *f = file_of (h, at, l->file);
  const struct hiding_comment *comment = comment_at (h, f, l->line);
  if (comment) {
    *why = comment->reason;
    return HIDDEN_IGNORED;
  }
  if (l->flags & LF_SYSTEM || f->elsewhere)
    return HIDDEN_ELSEWHERE;
  return l->flags & LF_NOWARN && !(unit_number (h, at->unit) & UNIT_SILENT) ? HIDDEN_IGNORED
                                                                            : HIDDEN_NOT;
}

void hiding_use (struct hiding *h, const struct place *at, const char *function)
{
  const struct rec_loc *l = place_loc (at);
  struct hiding_name *name = ignored_name (h, NAME_FUNCTION, at->unit, function);
  struct hiding_comment *comment =
      l && l->file ? comment_at (h, file_of (h, at, l->file), l->line) : NULL;
  if (name)
    name->used = true;
  if (comment)
    comment->used = true;
}

bool hiding_location (struct hiding *h, const struct place *declaration, const char *variable,
                      const char *field, const char **why)
{
  const struct rec_loc *l = place_loc (declaration);
  struct hiding_name *name = ignored_name (h, NAME_VARIABLE, declaration->unit, variable);
  if (!name && field) {
    const char *dot = strrchr (field, '.');
    char *type = xstrndup (field, dot ? (size_t)(dot - field) : strlen (field));
    name = ignored_name (h, NAME_FIELD, NULL, field);
    name = name ? name : ignored_name (h, NAME_TYPE, NULL, type);
    free (type);
  }
  struct hiding_comment *comment =
      l && l->file ? comment_at (h, file_of (h, declaration, l->file), l->line) : NULL;
  if (name)
    name->used = true;
  if (comment)
    comment->used = true;
  *why = name ? name->reason : comment ? comment->reason : NULL;
  return *why != NULL;
}

/* Comments of files that nobody has asked for yet. */
static void read_all_files (struct hiding *h)
{
  for (uint32_t i = 0; i < h->program->n_units; i++) {
    const struct unit *u = h->program->units[i].unit;
    uint32_t last = 0;
    for (uint32_t k = 1; k <= u->n_locs; k++)
      if (u->locs[k].file != last && !(u->locs[k].flags & LF_SYSTEM)) {
        last = u->locs[k].file;
        file_of (h, &(struct place){u, k}, last);
      }
  }
}

void hiding_unused (struct hiding *h)
{
  read_all_files (h);
  for (uint32_t i = 0; i < h->comments.n; i++)
    if (!h->comments.v[i].used)
      fprintf (stderr, "%s:%" PRId64 ": warning: '%s' is about no race\n", h->comments.v[i].file,
               h->comments.v[i].line, marker);
  for (uint32_t i = 0; i < h->ignored.n; i++)
    if (!h->ignored.v[i].used)
      fprintf (stderr, "racecheck: warning: the attribute that ignores '%s' is about no race\n",
               h->ignored.v[i].name);
}
