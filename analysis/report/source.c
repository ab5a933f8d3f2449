/* Source: files are read whole when the first line is asked for, and kept.

   The files may have changed since they were compiled, and their names come from facts: whatever a
   file is, nothing but printable characters gets out, and what is no plain file is not opened. */

#include "source.h"
#include "utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_FILE = 256 << 20 };

struct source_file {
  char *v;
  size_t n;
  VEC (uint32_t) starts; /* of lines */
};

/* Reading */

static bool read_bytes (int fd, struct source_file *f)
{
  size_t got = 0;
  while (got < f->n) {
    ssize_t n = read (fd, f->v + got, f->n - got);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return false;
    if (n == 0)
      break;
    got += (size_t)n;
  }
  f->n = got;
  return true;
}

static void find_lines (struct source_file *f)
{
  for (size_t at = 0; at < f->n;) {
    const char *end = memchr (f->v + at, '\n', f->n - at);
    vec_push (&f->starts, (uint32_t)at);
    at = end ? (size_t)(end - f->v) + 1 : f->n;
  }
}

static void file_free (struct source_file *f)
{
  if (!f)
    return;
  free (f->v);
  vec_free (&f->starts);
  free (f);
}

static struct source_file *file_read (const char *name)
{
  struct stat s;
  /* A file that is no file must not stop us, nor become our terminal. */
  int fd = open (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return NULL;
  struct source_file *f = NULL;
  if (!fstat (fd, &s) && S_ISREG (s.st_mode) && s.st_size > 0 && s.st_size <= LARGEST_FILE) {
    f = XCNEW (struct source_file);
    f->n = (size_t)s.st_size;
    f->v = XNEWVEC (char, f->n);
    if (read_bytes (fd, f)) {
      find_lines (f);
    } else {
      file_free (f);
      f = NULL;
    }
  }
  close (fd);
  return f;
}

static const struct source_file *file_get (struct sources *s, const char *name)
{
  uint32_t id = strings_intern (&s->names, name);
  if (id > s->files.n)
    vec_push (&s->files, file_read (name));
  return s->files.v[id - 1];
}

/* Where the unit was compiled comes first: here may be another file of that name. */
static const struct source_file *find_file (struct sources *s, const struct unit *u, uint32_t file)
{
  const char *path = u->strings[u->files[file].path];
  const char *directory = u->r.directory ? u->strings[u->r.directory] : "";
  const struct source_file *f = NULL;
  if (!*path)
    return NULL;
  if (*path != '/' && *directory) {
    char *name = concat (directory, "/", path, NULL);
    f = file_get (s, name);
    free (name);
  }
  return f ? f : file_get (s, path);
}

bool source_line (struct sources *s, const struct unit *u, uint32_t file, int64_t line,
                  struct source_line *out)
{
  const struct source_file *f = file ? find_file (s, u, file) : NULL;
  if (!f || line < 1 || line > f->starts.n)
    return false;
  size_t start = f->starts.v[line - 1];
  size_t end = line < f->starts.n ? f->starts.v[line] : f->n;
  if (end > start && f->v[end - 1] == '\n')
    end--;
  if (end > start && f->v[end - 1] == '\r')
    end--;
  *out = (struct source_line){f->v + start, end - start};
  return true;
}

bool source_text (struct sources *s, const struct unit *u, uint32_t file, const char **v, size_t *n)
{
  const struct source_file *f = file ? find_file (s, u, file) : NULL;
  if (f) {
    *v = f->v;
    *n = f->n;
  }
  return f != NULL;
}

void sources_free (struct sources *s)
{
  for (uint32_t i = 0; i < s->files.n; i++)
    file_free (s->files.v[i]);
  vec_free (&s->files);
  strings_free (&s->names);
}

/* Characters */

enum { TAB = 8 };

/* One character of a line, and what is shown for it. */
struct shown {
  size_t bytes;
  size_t columns;
  char v[16];
};

struct code_range {
  uint32_t first, last;
};

static bool in_ranges (uint32_t code, const struct code_range *v, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (code >= v[i].first && code <= v[i].last)
      return true;
  return false;
}

/* Controls, also those that turn the direction of the text and so hide what code does. */
static bool is_control (uint32_t code)
{
  static const struct code_range v[] = {{0, 0x1f},        {0x7f, 0x9f},     {0x200b, 0x200f},
                                        {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}};
  return in_ranges (code, v, sizeof v / sizeof *v);
}

/* About as wcwidth has it, which does not know more than the locale: a caret that is one column off
   in rare scripts is no harm. */
static size_t columns_of (uint32_t code)
{
  static const struct code_range none[] = {{0x300, 0x36f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}};
  static const struct code_range two[] = {
      {0x1100, 0x115f},   {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},  {0xf900, 0xfaff},
      {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},  {0x1f300, 0x1f64f},
      {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
  if (code < 0x300)
    return 1;
  return in_ranges (code, none, sizeof none / sizeof *none) ? 0
         : in_ranges (code, two, sizeof two / sizeof *two)  ? 2
                                                            : 1;
}

/* The character at byte AT of the line, which is shown in column COLUMN. */
static struct shown show_one (const struct source_line *l, size_t at, size_t column)
{
  const unsigned char *p = (const unsigned char *)l->v + at;
  struct shown s = {1, 0, ""};
  uint32_t code = 0;
  size_t bytes = utf8_next (p, l->n - at, &code);
  if (bytes)
    s.bytes = bytes;
  if (*p == '\t') {
    s.columns = TAB - column % TAB;
    memset (s.v, ' ', s.columns);
  } else if (!bytes || is_control (code)) {
    int n = snprintf (s.v, sizeof s.v, bytes ? "<U+%04" PRIX32 ">" : "<%02" PRIx32 ">",
                      bytes ? code : *p);
    s.columns = (size_t)n;
  } else {
    memcpy (s.v, p, bytes);
    s.columns = columns_of (code);
  }
  return s;
}

/* Carets */

/* GCC's margin is that wide, and more for large numbers of lines.  Lines are cut to WIDEST columns,
   of which RIGHT are behind the caret. */
enum { MARGIN = 5, WIDEST = 160, RIGHT = 40 };

/* In bytes of the line, or in columns as shown; from 0, the end behind the last. */
struct span {
  size_t start, caret, end;
};

static size_t clamp (int64_t n, size_t low, size_t high)
{
  return n < (int64_t)low ? low : n > (int64_t)high ? high : (size_t)n;
}

/* The numbers may be anything. */
static bool span_of (const struct source_line *l, const struct rec_loc *r, struct span *s)
{
  if (r->column < 1 || r->column > (int64_t)l->n)
    return false;
  int64_t far = INT32_MAX;
  int64_t before = r->start < 0 ? 0 : r->start > far ? far : r->start;
  int64_t behind = r->lines || r->finish > far ? far : r->finish;
  s->caret = (size_t)r->column - 1;
  s->start = clamp ((int64_t)s->caret - before, 0, s->caret);
  s->end = behind < 0 ? s->caret + 1 : clamp ((int64_t)s->caret + behind + 1, s->caret + 1, l->n);
  return true;
}

/* Where the span is in columns; one column at least for the caret. */
static struct span in_columns (const struct source_line *l, const struct span *bytes)
{
  struct span s = {0};
  size_t column = 0;
  for (size_t at = 0; at < bytes->end;) {
    struct shown c = show_one (l, at, column);
    if (at <= bytes->start)
      s.start = column;
    if (at <= bytes->caret)
      s.caret = column;
    at += c.bytes;
    column += c.columns;
  }
  s.end = column > s.caret ? column : s.caret + 1;
  return s;
}

/* The columns FIRST .. FIRST + WIDEST of the line. */
static void show_text (const struct source_line *l, size_t first, const struct span *bytes,
                       const struct colours *colours, enum colour colour, struct text *out)
{
  size_t column = 0;
  bool inside = false;
  for (size_t at = 0; at < l->n && column < first + WIDEST;) {
    struct shown c = show_one (l, at, column);
    size_t next = column + c.columns;
    if (column >= first && next <= first + WIDEST) {
      bool in = at + c.bytes > bytes->start && at < bytes->end;
      if (in && !inside)
        colour_start (colours, colour, out);
      else if (!in && inside)
        colour_end (colours, out);
      inside = in;
      text_add (out, c.v);
    } else if (next > first) { /* a part of it */
      text_printf (out, "%*s",
                   (int)((next < first + WIDEST ? next : first + WIDEST) -
                         (column > first ? column : first)),
                   "");
    }
    at += c.bytes;
    column = next;
  }
  if (inside)
    colour_end (colours, out);
}

static void show_carets (size_t first, const struct span *s, const struct colours *colours,
                         enum colour colour, struct text *out)
{
  size_t start = s->start > first ? s->start : first;
  size_t end = s->end < first + WIDEST ? s->end : first + WIDEST;
  text_printf (out, "%*s", (int)(start - first), "");
  colour_start (colours, colour, out);
  for (size_t i = start; i < end; i++)
    text_add (out, i == s->caret ? "^" : "~");
  colour_end (colours, out);
}

void source_show (const struct source_line *line, const struct rec_loc *r,
                  const struct colours *colours, enum colour colour, struct text *out)
{
  struct source_line l = *line;
  struct span bytes;
  while (l.n && (l.v[l.n - 1] == ' ' || l.v[l.n - 1] == '\t'))
    l.n--;
  if (!span_of (&l, r, &bytes))
    return;
  struct span columns = in_columns (&l, &bytes);
  bool cut = columns.end > WIDEST && columns.caret + RIGHT > WIDEST;
  size_t first = cut ? columns.caret + RIGHT - WIDEST : 0;
  char number[32];
  int width = snprintf (number, sizeof number, "%*" PRId64, MARGIN, r->line);
  text_printf (out, "%s | ", number);
  show_text (&l, first, &bytes, colours, colour, out);
  text_printf (out, "\n%*s | ", width, "");
  show_carets (first, &columns, colours, colour, out);
  text_add (out, "\n");
}
