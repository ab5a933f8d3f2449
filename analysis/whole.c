/* The child prints an event per line, which the parent reads:

     \1KIND \t PLACE \t LABEL \t TEXT          KIND: f finding, a access, n any other

   All other lines are messages for people. */

#include "whole.h"
#include "driver.h"
#include "events.h"
#include "formats.h"
#include "isolate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

struct whole {
  struct options options;
  struct choice choice;
  struct objfile object;
};

enum { MARK = '\1', SEPARATOR = '\t' };

void whole_place (const char *file, const struct rec_loc *l, char *to)
{
  sprintf (to, "%s:%" PRIu64 ":%" PRIu64 ":%" PRIu64 ":%" PRIu64, file, (uint64_t)l->line,
           (uint64_t)l->column, (uint64_t)l->start, (uint64_t)l->finish);
}

/* In the child */

static void add_field (struct text *line, const char *field)
{
  for (; *field; field++) {
    bool ends = *field == '\n' || *field == SEPARATOR;
    text_add_n (line, ends ? "?" : field, 1);
  }
}

static void add_label (struct text *line, const struct finding_access *a)
{
  static const char *const did[] = {"read", "written", "updated", "freed"};
  text_printf (line, "%s by %s", did[a->mode],
               a->thread.is_signal  ? "the handler "
               : a->thread.is_entry ? "any caller of "
                                    : "");
  add_field (line, a->thread.name);
}

static void print_event (const struct event *e, const struct finding_access *access)
{
  const struct rec_loc *l = place_loc (&e->at);
  struct text line = {0};
  text_printf (&line, "%c%c%c", MARK,
               e->kind == EVENT_FINDING ? 'f'
               : access                 ? 'a'
                                        : 'n',
               SEPARATOR);
  if (l) {
    const char *file = place_file (&e->at);
    char *place = XNEWVEC (char, strlen (file) + WHOLE_PLACE);
    whole_place (file, l, place);
    add_field (&line, place);
    free (place);
  }
  text_add (&line, "\t");
  if (access)
    add_label (&line, access);
  text_add (&line, "\t");
  add_field (&line, e->text);
  puts (text_of (&line));
  text_free (&line);
}

static void print_findings (void *context, const struct findings *findings)
{
  struct whole *w = context;
  struct events events = {0};
  struct report report;
  report_make (&report, findings, &w->options.report, &w->choice);
  for (uint32_t i = 0; i < report.n; i++) {
    const struct finding *f = report.v[i];
    uint32_t accesses = 0;
    events_clear (&events);
    events_add (&events, f);
    for (uint32_t k = 0; k < events.v.n; k++) {
      const struct event *e = &events.v.v[k];
      bool is_access = e->kind == EVENT_ACCESS && accesses < f->n_accesses;
      print_event (e, is_access ? &f->accesses[accesses++] : NULL);
    }
  }
  report_write_files (&report, &w->choice);
  events_free (&events);
  report_free (&report);
}

static int analyse (void *context)
{
  struct whole *w = context;
  struct objfiles files = {.v = &w->object, .n = 1};
  struct driver driver = {.options = &w->options, .use = print_findings, .context = w};
  if (choice_init (&w->choice, &w->options.choice))
    driver_run (&driver, &files);
  return 0;
}

/* In the compiler */

static char *next_field (char **rest)
{
  char *field = *rest, *end = strchr (field, SEPARATOR);
  if (end)
    *end++ = '\0';
  *rest = end ? end : field + strlen (field);
  return field;
}

static void tell_line (char *line, whole_event_fn *tell, void *context)
{
  if (*line != MARK) {
    fprintf (stderr, "%s\n", line);
    return;
  }
  char *rest = line + 1, *kind = next_field (&rest);
  struct whole_event e = {.is_finding = *kind == 'f', .is_access = *kind == 'a'};
  e.place = next_field (&rest);
  e.label = next_field (&rest);
  e.text = rest;
  tell (context, &e);
}

static void tell_all (struct text *out, whole_event_fn *tell, void *context)
{
  for (char *line = out->v, *end; line && *line; line = end) {
    end = line + strcspn (line, "\n");
    if (*end)
      *end++ = '\0';
    tell_line (line, tell, context);
  }
}

void whole_analyse (const char *name, const uint8_t *facts, size_t size, bool has_main,
                    whole_event_fn *tell, void *context)
{
  struct whole w = {
      .object = {
          .name = xstrdup (name), .archive = -1, .facts = (uint8_t *)facts, .facts_size = size}};
  struct isolated child;
  struct text out = {0}, why = {0};
  char *arguments[] = {xstrdup ("racecheck"), NULL};
  bool wanted = options_read_in_build (&w.options, 1, arguments) && !w.options.done &&
                (has_main || w.options.n_entries);
  if (!w.options.report.program)
    w.options.report.program = name;
  if (!wanted)
    ;
  else if (!isolate_start (&child, analyse, &w))
    fprintf (stderr, "racecheck: error: no analysis: there can be no other process\n");
  else if (isolate_finish (&child, &out, &why) < 0)
    fprintf (stderr, "racecheck: error: the analysis was %s\n", text_of (&why));
  else
    tell_all (&out, tell, context);
  text_free (&out);
  text_free (&why);
  options_free (&w.options);
  free (arguments[0]);
  free (w.object.name);
}
