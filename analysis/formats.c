/* Formats: the order of the findings, and the files that the formats are written to. */

#include "formats.h"
#include "events.h"
#include "unfinished.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct format {
  const char *name;
  void (*write) (const struct report *, FILE *);
};

static const struct format formats[] = {
#define FORMAT(name, writer, help) {name, writer},
#include "formats.def"
};
enum { N_FORMATS = sizeof formats / sizeof *formats };

const struct format *format_find (const char *name, size_t n)
{
  for (int i = 0; i < N_FORMATS; i++)
    if (strlen (formats[i].name) == n && !strncmp (formats[i].name, name, n))
      return &formats[i];
  return NULL;
}

void formats_list (FILE *out)
{
  for (int i = 0; i < N_FORMATS; i++)
    fprintf (out, "%s%s", i ? ", " : "", formats[i].name);
}

/* The order */

static int by_number (int64_t a, int64_t b)
{
  return (a > b) - (a < b);
}

int places_compare (const struct place *a, const struct place *b)
{
  static const struct rec_loc nowhere;
  const struct rec_loc *x = place_loc (a), *y = place_loc (b);
  x = x ? x : &nowhere;
  y = y ? y : &nowhere;
  int order = strcmp (place_file (a), place_file (b));
  order = order ? order : by_number (x->line, y->line);
  return order ? order : by_number (x->column, y->column);
}

static struct place access_place (const struct finding *f, uint32_t i)
{
  return i < f->n_accesses ? f->accesses[i].at : f->declaration;
}

static int by_name (const char *a, const char *b)
{
  return strcmp (a ? a : "", b ? b : "");
}

/* By confidence, then by place; the rest is so that the order never depends on qsort. */
static int by_order (const void *a, const void *b)
{
  const struct finding *x = *(const struct finding *const *)a,
                       *y = *(const struct finding *const *)b;
  int order = (x->doubt != DOUBT_NONE) - (y->doubt != DOUBT_NONE);
  for (uint32_t i = 0; !order && i < 2; i++) {
    struct place at = access_place (x, i), other = access_place (y, i);
    order = places_compare (&at, &other);
    order = order || i ? order : by_number (x->rule, y->rule);
    order = order || i ? order : by_name (x->location, y->location);
  }
  return order ? order : (x > y) - (x < y);
}

void report_make (struct report *r, const struct findings *f, const struct report_options *o)
{
  *r = (struct report){.findings = f, .options = o, .n = f->v.n};
  r->v = XNEWVEC (const struct finding *, f->v.n + 1);
  for (uint32_t i = 0; i < f->v.n; i++)
    r->v[i] = &f->v.v[i];
  qsort (r->v, r->n, sizeof *r->v, by_order);
  if (o->max && o->max < r->n) {
    r->left_out = r->n - o->max;
    r->n = o->max;
  }
}

void report_text (const struct findings *f, const struct report_options *o, FILE *out)
{
  struct report r;
  report_make (&r, f, o);
  format_text (&r, out);
  free (r.v);
}

/* Files */

static bool cannot_write (const char *file)
{
  fprintf (stderr, "racecheck: error: cannot write %s: %s\n", file, strerror (errno));
  return false;
}

/* What is no plain file, such as a pipe, is written to; a file takes the place of the old one when
   it is complete. */
static bool write_file (const struct report *r, const struct format *format, const char *file)
{
  struct stat s;
  if (!stat (file, &s) && !S_ISREG (s.st_mode)) {
    FILE *out = fopen (file, "w");
    if (!out)
      return cannot_write (file);
    format->write (r, out);
    bool good = !ferror (out);
    return (!fclose (out) && good) || cannot_write (file);
  }
  char *name = concat (file, ".XXXXXX", NULL);
  int fd = mkstemp (name);
  if (fd >= 0)
    unfinished_add (name);
  mode_t mask = umask (0);
  umask (mask);
  FILE *out = fd >= 0 ? fdopen (fd, "w") : NULL;
  bool good = out != NULL;
  if (good) {
    format->write (r, out);
    good = !ferror (out) && !fchmod (fd, 0666 & ~mask);
    good = !fclose (out) && good && !rename (name, file);
  }
  if (!good)
    cannot_write (file);
  if (!good && fd >= 0)
    unlink (name);
  if (fd >= 0)
    unfinished_remove ();
  free (name);
  return good;
}

/* In a folder, which is made, each program has a file of its own, named by its whole path. */
static char *file_of (const struct output *o, const char *program)
{
  size_t n = strlen (o->file);
  if (!n || o->file[n - 1] != '/')
    return xstrdup (o->file);
  mkdir (o->file, 0777);
  char *path = lrealpath (program ? program : "program");
  for (char *p = path; *p; p++)
    if (*p == '/')
      *p = '_';
  char *file = concat (o->file, path + (*path == '_'), ".", o->format->name, NULL);
  free (path);
  return file;
}

static bool write_output (const struct report *r, const struct output *o)
{
  char *file = file_of (o, r->options->program);
  bool good = write_file (r, o->format, file);
  free (file);
  return good;
}

bool report_write (const struct findings *f, const struct report_options *o)
{
  struct report r;
  bool good = true;
  report_make (&r, f, o);
  if (!o->n_outputs && (f->v.n || f->stopped || !o->brief))
    format_text (&r, stdout);
  for (size_t i = 0; i < o->n_outputs; i++)
    if (o->outputs[i].file)
      good &= write_output (&r, &o->outputs[i]);
    else
      o->outputs[i].format->write (&r, stdout);
  free (r.v);
  return good;
}
