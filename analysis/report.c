/* Report: prints the events of findings in GCC's format, which editors and farms parse.

     stats.c:35:9: warning: data race on 'count2' [-Wrace]
        35 |         count2++;
           |         ^~~~~~
     stats.c:35:9: note: updated here by thread 'thread2' with no lock held

   What the source looks like is shown for the two accesses that race and nothing else: a finding
   should fit on a screen. */

#include "report.h"
#include "events.h"
#include "rules.h"
#include "source.h"
#include "spelling.h"

#include <inttypes.h>
#include <string.h>

struct reporter {
  const struct report_options *options;
  struct colours colours;
  struct sources sources;
  struct events events;
  struct text out;
};

/* The order */

static int by_number (int64_t a, int64_t b)
{
  return (a > b) - (a < b);
}

static int by_place (const struct place *a, const struct place *b)
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
    order = by_place (&at, &other);
    order = order || i ? order : by_number (x->rule, y->rule);
    order = order || i ? order : by_name (x->location, y->location);
  }
  return order ? order : (x > y) - (x < y);
}

static const struct finding **sort (const struct findings *f)
{
  const struct finding **sorted = XNEWVEC (const struct finding *, f->v.n + 1);
  for (uint32_t i = 0; i < f->v.n; i++)
    sorted[i] = &f->v.v[i];
  qsort (sorted, f->v.n, sizeof *sorted, by_order);
  return sorted;
}

/* One message */

static void put_place (struct reporter *r, const struct place *at)
{
  const struct rec_loc *l = place_loc (at);
  const char *file = place_file (at);
  struct text name = {0};
  if (*file && l)
    spell_loc (at->unit, at->loc, &name);
  else
    spell_name (*file ? file : "racecheck", &name);
  text_printable (&name);
  text_add (&name, ":");
  colour_add (&r->colours, COLOUR_LOCUS, text_of (&name), &r->out);
  text_add (&r->out, " ");
  text_free (&name);
}

static void put_text (struct reporter *r, const char *text)
{
  for (; *text; text++) {
    if (*text == EVENT_UNQUOTE)
      colour_end (&r->colours, &r->out);
    if (*text == EVENT_QUOTE || *text == EVENT_UNQUOTE)
      text_add (&r->out, "'");
    else
      text_add_n (&r->out, text, 1);
    if (*text == EVENT_QUOTE)
      colour_start (&r->colours, COLOUR_QUOTE, &r->out);
  }
}

static void put_option (struct reporter *r, enum colour colour, const char *option)
{
  text_add (&r->out, " [");
  colour_start (&r->colours, colour, &r->out);
  text_printf (&r->out, r->options->werror ? "-Werror=%s" : "-W%s", option);
  colour_end (&r->colours, &r->out);
  text_add (&r->out, "]");
}

static void put_caret (struct reporter *r, const struct place *at, enum colour colour)
{
  const struct rec_loc *l = place_loc (at);
  struct source_line line;
  if (r->options->caret && l && source_line (&r->sources, at->unit, l->file, l->line, &line))
    source_show (&line, l, &r->colours, colour, &r->out);
}

static void put_event (struct reporter *r, const struct event *e, const struct finding *f)
{
  bool is_finding = e->kind == EVENT_FINDING;
  enum colour colour = !is_finding          ? COLOUR_NOTE
                       : r->options->werror ? COLOUR_ERROR
                                            : COLOUR_WARNING;
  const char *kind = !is_finding ? "note: " : r->options->werror ? "error: " : "warning: ";
  put_place (r, &e->at);
  colour_add (&r->colours, colour, kind, &r->out);
  put_text (r, e->text);
  if (is_finding)
    put_option (r, colour, rules[f->rule].option);
  text_add (&r->out, "\n");
  if (is_finding)
    put_caret (r, &e->at, colour);
}

static void put_finding (struct reporter *r, const struct finding *f)
{
  const struct place *shown = NULL;
  events_clear (&r->events);
  events_add (&r->events, f);
  for (uint32_t i = 0; i < r->events.v.n; i++) {
    const struct event *e = &r->events.v.v[i];
    put_event (r, e, f);
    /* The first event has the place of the first access. */
    if (e->kind == EVENT_FINDING)
      shown = &e->at;
    else if (e->kind == EVENT_ACCESS && by_place (&e->at, shown))
      put_caret (r, &e->at, COLOUR_RANGE1);
  }
}

/* The last lines */

static void put_message (struct reporter *r, const char *kind)
{
  colour_add (&r->colours, COLOUR_LOCUS, "racecheck:", &r->out);
  text_add (&r->out, " ");
  if (kind)
    colour_add (&r->colours, COLOUR_NOTE, kind, &r->out);
}

static void put_rest (struct reporter *r, uint32_t n)
{
  put_message (r, "note: ");
  text_printf (&r->out,
               n == 1 ? "%" PRIu32 " more finding is not shown\n"
                      : "%" PRIu32 " more findings are not shown\n",
               n);
}

static void put_summary (struct reporter *r, const struct findings *f)
{
  const struct {
    uint32_t n;
    const char *what;
  } counts[] = {{f->guarded, "guarded"}, {f->read_only, "read-only"}, {f->private_, "private"},
                {f->ordered, "ordered"}, {f->atomic, "atomic"},       {f->racy, "racy"}};
  enum { N = sizeof counts / sizeof *counts };
  put_message (r, NULL);
  if (f->shared)
    text_printf (&r->out,
                 f->shared == 1 ? "%" PRIu32 " location shared" : "%" PRIu32 " locations shared",
                 f->shared);
  else
    text_add (&r->out, "no location is shared");
  const char *joint = ": ";
  for (unsigned i = 0; f->shared && i < N; i++)
    if (counts[i].n || i == N - 1) {
      text_printf (&r->out, "%s%" PRIu32 " %s", joint, counts[i].n, counts[i].what);
      joint = ", ";
    }
  if (f->without_facts)
    text_printf (&r->out, "; facts missing for %" PRIu32 " object%s", f->without_facts,
                 f->without_facts == 1 ? "" : "s");
  text_add (&r->out, "\n");
}

static void flush (struct reporter *r, FILE *out)
{
  fwrite (text_of (&r->out), 1, r->out.n, out);
  text_clear (&r->out);
}

void report_text (const struct findings *f, const struct report_options *options, FILE *out)
{
  struct reporter r = {.options = options};
  const struct finding **sorted = sort (f);
  uint32_t n = options->max && options->max < f->v.n ? options->max : f->v.n;
  colours_find (&r.colours, options->colour, out);
  for (uint32_t i = 0; i < n; i++) {
    put_finding (&r, sorted[i]);
    flush (&r, out);
  }
  if (n < f->v.n)
    put_rest (&r, f->v.n - n);
  put_summary (&r, f);
  flush (&r, out);
  free (sorted);
  text_free (&r.out);
  events_free (&r.events);
  sources_free (&r.sources);
}
