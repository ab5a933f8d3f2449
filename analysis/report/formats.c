/* Formats: the order of the findings, and the files that the formats are written to. */

#include "formats.h"
#include "events.h"
#include "outfile.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

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
  int order = (int)finding_confidence (x) - (int)finding_confidence (y);
  for (uint32_t i = 0; !order && i < 2; i++) {
    struct place at = access_place (x, i), other = access_place (y, i);
    order = places_compare (&at, &other);
    order = order || i ? order : by_number (x->rule, y->rule);
    order = order || i ? order : by_name (x->location, y->location);
  }
  return order ? order : (x > y) - (x < y);
}

static int decided_by_order (const void *a, const void *b)
{
  return by_order (&((const struct decided *)a)->finding, &((const struct decided *)b)->finding);
}

/* CHOICE may be NULL: all are shown. */
void report_make (struct report *r, const struct findings *f, const struct report_options *o,
                  struct choice *choice)
{
  *r = (struct report){.findings = f, .options = o};
  struct paths paths;
  paths_init (&paths, o->root);
  r->v = XNEWVEC (const struct finding *, f->v.n + 1);
  r->decided = XNEWVEC (struct decided, f->v.n + 1);
  for (uint32_t i = 0; i < f->v.n; i++) {
    const struct suppression *by = NULL;
    enum chosen chosen = choice ? choice_of (choice, &f->v.v[i], &paths, &by) : CHOSEN;
    if (chosen == CHOSEN)
      r->v[r->n++] = &f->v.v[i];
    else
      r->not_shown[chosen]++;
    if (o->show_suppressed && (chosen == NOT_SUPPRESSED || chosen == NOT_IGNORED))
      r->decided[r->n_decided++] =
          (struct decided){&f->v.v[i], chosen == NOT_SUPPRESSED ? by : NULL};
  }
  paths_free (&paths);
  qsort (r->v, r->n, sizeof *r->v, by_order);
  qsort (r->decided, r->n_decided, sizeof *r->decided, decided_by_order);
  if (o->max && o->max < r->n) {
    r->left_out = r->n - o->max;
    r->n = o->max;
  }
  clusters_make (&r->clusters, r->v, r->n);
}

void report_free (struct report *r)
{
  free (r->v);
  free (r->decided);
  clusters_free (&r->clusters);
}

void report_say_hidden (const struct report *r, struct text *out)
{
  static const char *const words[] = {[NOT_ELSEWHERE] = "in other files",
                                      [NOT_IGNORED] = "ignored in the source",
                                      [NOT_SUPPRESSED] = "suppressed",
                                      [NOT_NEW] = "in the baseline"};
  const char *joint = "";
  for (unsigned i = CHOSEN + 1; i < N_CHOSEN; i++)
    if (r->not_shown[i]) {
      text_printf (out, "%s%" PRIu32 " %s", joint, r->not_shown[i], words[i]);
      joint = ", ";
    }
}

void report_text (const struct findings *f, const struct report_options *o, FILE *out)
{
  struct report r;
  report_make (&r, f, o, NULL);
  format_text (&r, out);
  report_free (&r);
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
  struct outfile f;
  bool good = outfile_open (&f, file);
  if (good)
    o->format->write (r, f.out);
  good = good && outfile_close (&f);
  free (file);
  return good;
}

/* What would be shown, or was known already. */
static bool write_baseline (const struct findings *f, const struct report_options *o,
                            struct choice *choice)
{
  const struct finding **v = XNEWVEC (const struct finding *, f->v.n + 1);
  uint32_t n = 0;
  struct paths paths;
  paths_init (&paths, o->root);
  for (uint32_t i = 0; i < f->v.n; i++) {
    const struct suppression *by;
    enum chosen chosen = choice_of (choice, &f->v.v[i], &paths, &by);
    if (chosen == CHOSEN || chosen == NOT_NEW)
      v[n++] = &f->v.v[i];
  }
  bool good = baseline_write (choice->options->write_baseline, v, n);
  paths_free (&paths);
  free (v);
  return good;
}

bool report_write_files (const struct report *r, struct choice *choice)
{
  const struct report_options *o = r->options;
  bool good = true;
  for (size_t i = 0; i < o->n_outputs; i++)
    if (o->outputs[i].file)
      good &= write_output (r, &o->outputs[i]);
  if (choice && choice->options->write_baseline)
    good &= write_baseline (r->findings, o, choice);
  return good;
}

bool report_write (const struct findings *f, const struct report_options *o, struct choice *choice,
                   uint32_t *shown)
{
  struct report r;
  report_make (&r, f, o, choice);
  *shown = r.n + r.left_out;
  if (!o->n_outputs && (*shown || f->stopped || !o->brief))
    format_text (&r, stdout);
  for (size_t i = 0; i < o->n_outputs; i++)
    if (!o->outputs[i].file)
      o->outputs[i].format->write (&r, stdout);
  bool good = report_write_files (&r, choice);
  if (choice && f->state == FINDINGS_COMPLETE)
    choice_unused (choice);
  report_free (&r);
  return good;
}
