/* Report: prints the events of findings in GCC's format, which editors and farms parse.

     stats.c:35:9: warning: data race on 'count2' [-Wrace]
        35 |         count2++;
           |         ^~~~~~
     stats.c:35:9: note: updated here by thread 'thread2' with no lock held

   What the source looks like is shown for the two accesses that race and nothing else: a finding
   should fit on a screen. */

#include "report.h"
#include "events.h"
#include "formats.h"
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

/* Not FULL: what it is, and where the accesses are. */
static void put_finding (struct reporter *r, const struct finding *f, bool full)
{
  const struct place *shown = NULL;
  events_clear (&r->events);
  events_add (&r->events, f);
  for (uint32_t i = 0; i < r->events.v.n; i++) {
    const struct event *e = &r->events.v.v[i];
    if (!full && e->kind != EVENT_FINDING && e->kind != EVENT_ACCESS)
      continue;
    put_event (r, e, f);
    /* The first event has the place of the first access. */
    if (e->kind == EVENT_FINDING)
      shown = &e->at;
    else if (full && e->kind == EVENT_ACCESS && places_compare (&e->at, shown))
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

/* Findings of one cause: that first, then as much of them as people read. */
static void put_cluster (struct reporter *r, const struct report *report, const struct cluster *c)
{
  enum { FEW = 3 };
  bool full = c->n <= FEW || r->options->full;
  if (c->n > 1) {
    put_message (r, NULL);
    text_printf (&r->out, "%" PRIu32 " findings with one probable cause: ", c->n);
    cluster_say ((enum cause)c->cause, report->v[c->first], &r->out);
    text_add (&r->out, "\n");
  }
  for (uint32_t i = 0; i < c->n; i++)
    put_finding (r, report->v[c->first + i], full || !i);
}

static void put_rest (struct reporter *r, uint32_t n)
{
  put_message (r, "note: ");
  text_printf (&r->out,
               n == 1 ? "%" PRIu32 " more finding is not shown\n"
                      : "%" PRIu32 " more findings are not shown\n",
               n);
}

/* Races that a rule which is off would show. */
static void put_off (struct reporter *r, uint32_t n, enum rule rule, const char *why)
{
  if (!n)
    return;
  put_message (r, "note: ");
  text_printf (&r->out,
               n == 1 ? "%" PRIu32 " possible data race is not shown, because %s; -W%s shows it\n"
                      : "%" PRIu32
                        " possible data races are not shown, because %s; -W%s shows them\n",
               n, why, rules[rule].option);
}

static void put_summary (struct reporter *r, const struct report *report)
{
  const struct findings *f = report->findings;
  struct text hidden = {0};
  const struct {
    uint32_t n;
    const char *what;
  } counts[] = {{f->guarded, "guarded"}, {f->read_only, "read-only"}, {f->private_, "private"},
                {f->ordered, "ordered"}, {f->atomic, "atomic"},       {f->undecided, "not decided"},
                {f->racy, "racy"}};
  enum { N = sizeof counts / sizeof *counts };
  put_message (r, NULL);
  if (f->state == FINDINGS_NO_THREADS)
    text_add (&r->out, "no thread is created: nothing can race");
  else if (f->shared)
    text_printf (&r->out,
                 f->shared == 1 ? "%" PRIu32 " location shared" : "%" PRIu32 " locations shared",
                 f->shared);
  else
    text_add (&r->out, f->stopped ? "nothing is decided" : "no location is shared");
  const char *joint = ": ";
  for (unsigned i = 0; f->shared && i < N; i++)
    if (counts[i].n || i == N - 1) {
      text_printf (&r->out, "%s%" PRIu32 " %s", joint, counts[i].n, counts[i].what);
      joint = ", ";
    }
  if (f->without_facts && f->state == FINDINGS_COMPLETE)
    text_printf (&r->out, "; facts missing for %" PRIu32 " object%s", f->without_facts,
                 f->without_facts == 1 ? "" : "s");
  report_say_hidden (report, &hidden);
  if (hidden.n)
    text_printf (&r->out, "; findings not shown: %s", hidden.v);
  text_free (&hidden);
  text_add (&r->out, "\n");
}

static void flush (struct reporter *r, FILE *out)
{
  fwrite (text_of (&r->out), 1, r->out.n, out);
  text_clear (&r->out);
}

void format_text (const struct report *report, FILE *out)
{
  struct reporter r = {.options = report->options};
  colours_find (&r.colours, report->options->colour, out);
  for (uint32_t i = 0; i < report->clusters.v.n; i++) {
    put_cluster (&r, report, &report->clusters.v.v[i]);
    flush (&r, out);
  }
  if (report->left_out)
    put_rest (&r, report->left_out);
  put_off (&r, report->findings->lost, RULE_LOST,
           "a pointer may lead to too many places to tell them apart");
  put_off (&r, report->findings->unexplained, RULE_OBJECTS,
           "it is not known how two threads could get to the same object");
  if (report->findings->state != FINDINGS_NO_FACTS)
    put_summary (&r, report);
  flush (&r, out);
  text_free (&r.out);
  events_free (&r.events);
  sources_free (&r.sources);
}
