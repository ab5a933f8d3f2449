/* Format json: all that is known about each finding, and what the formats that are JSON share.
   racecheck(1) explains the keys. */

#include "format-json.h"
#include "rules.h"
#include "utf8.h"

/* What all have in common */

void json_report_start (struct json_report *o, const struct report *r, FILE *out)
{
  *o = (struct json_report){.r = r, .out = out};
  o->j.out = &o->text;
  paths_init (&o->paths, r->options->root);
}

void json_report_flush (struct json_report *o)
{
  fwrite (text_of (&o->text), 1, o->text.n, o->out);
  text_clear (&o->text);
}

void json_report_end (struct json_report *o)
{
  text_add (&o->text, "\n");
  json_report_flush (o);
  text_free (&o->text);
  text_free (&o->plain);
  events_free (&o->events);
  sources_free (&o->sources);
  paths_free (&o->paths);
}

void json_report_tell (struct json_report *o, const struct finding *f)
{
  events_clear (&o->events);
  events_add (&o->events, f);
}

const char *json_event_text (struct json_report *o, const struct event *e)
{
  text_clear (&o->plain);
  event_plain (e, &o->plain);
  return text_of (&o->plain);
}

const char *json_event_name (const struct event *e, const struct finding *f)
{
  static const char *const names[] = {
      [EVENT_OTHERS] = "others",         [EVENT_ACCESS] = "access",
      [EVENT_THREAD] = "thread",         [EVENT_STEP] = "call",
      [EVENT_DOUBT] = "doubt",           [EVENT_DECLARATION] = "declaration",
      [EVENT_FURTHER] = "further_access"};
  return e->kind == EVENT_FINDING ? rules[f->rule].option : names[e->kind];
}

/* Characters in the first N bytes of a line. */
static int64_t characters (const struct source_line *l, int64_t n)
{
  int64_t count = 0;
  uint32_t code;
  size_t end = n < 0 ? 0 : (size_t)n < l->n ? (size_t)n : l->n;
  for (size_t i = 0; i < end; count++) {
    size_t length = utf8_next ((const unsigned char *)l->v + i, l->n - i, &code);
    i += length ? length : 1;
  }
  return count + (n > (int64_t)end ? n - (int64_t)end : 0);
}

struct columns json_columns (struct json_report *o, const struct place *at)
{
  const struct rec_loc *l = place_loc (at);
  struct source_line line;
  struct columns c = {0};
  if (!l || l->column < 1)
    return c;
  bool in_line = !l->lines && l->finish >= 0 && l->finish < INT32_MAX && l->column < INT32_MAX;
  c = (struct columns){l->column,
                       l->start > 0 && l->start < l->column ? l->column - l->start : l->column,
                       in_line ? l->column + l->finish + 1 : 0};
  if (source_line (&o->sources, at->unit, l->file, l->line, &line)) {
    c.caret = characters (&line, c.caret - 1) + 1;
    c.start = characters (&line, c.start - 1) + 1;
    c.end = c.end ? characters (&line, c.end - 1) + 1 : 0;
  }
  return c;
}

/* The format json */

static void put_place (struct json_report *o, const struct place *at)
{
  const struct rec_loc *l = place_loc (at);
  const char *file = paths_of (&o->paths, at);
  if (*file)
    json_string (&o->j, "file", file);
  if (!l)
    return;
  struct columns c = json_columns (o, at);
  json_number (&o->j, "line", l->line);
  if (c.caret)
    json_number (&o->j, "column", c.caret);
  if (c.start)
    json_number (&o->j, "start", c.start);
  if (c.end)
    json_number (&o->j, "end", c.end);
}

static void put_excerpt (struct json_report *o, const struct place *at)
{
  enum { AROUND = 4 };
  const struct rec_loc *l = place_loc (at);
  struct source_line line;
  if (!l || !source_line (&o->sources, at->unit, l->file, l->line, &line))
    return;
  int64_t first = l->line > AROUND ? l->line - AROUND : 1;
  json_open (&o->j, "excerpt", '{');
  json_number (&o->j, "first", first);
  json_open (&o->j, "lines", '[');
  for (int64_t n = first;
       n <= l->line + AROUND && source_line (&o->sources, at->unit, l->file, n, &line); n++)
    json_bytes (&o->j, NULL, line.v, line.n);
  json_close (&o->j, ']');
  json_close (&o->j, '}');
}

static void put_thread (struct json_report *o, const struct finding_thread *t)
{
  json_open (&o->j, "thread", '{');
  json_string (&o->j, "name", t->name ? t->name : t->is_main ? "main" : NULL);
  json_string (&o->j, "kind",
               t->is_main     ? "main"
               : t->is_entry  ? "entry"
               : t->is_signal ? "signal"
                              : "thread");
  json_bool (&o->j, "many", t->many);
  if (place_loc (&t->created)) {
    json_open (&o->j, "created", '{');
    put_place (o, &t->created);
    json_close (&o->j, '}');
  }
  json_string (&o->j, "creator", t->creator);
  json_close (&o->j, '}');
}

static const char *const modes[] = {[FINDING_READ] = "read",
                                    [FINDING_WRITE] = "write",
                                    [FINDING_UPDATE] = "update",
                                    [FINDING_FREE] = "free",
                                    [FINDING_LOCK] = "lock",
                                    [FINDING_UNLOCK] = "unlock",
                                    [FINDING_WAIT] = "wait",
                                    [FINDING_DESTROY] = "destroy",
                                    [FINDING_EARLIER] = "earlier lock",
                                    [FINDING_PLACE] = "place"};

static void put_access (struct json_report *o, const struct finding_access *a, bool excerpt)
{
  json_open (&o->j, NULL, '{');
  put_place (o, &a->at);
  json_string (&o->j, "mode", modes[a->mode]);
  json_bool (&o->j, "atomic", a->atomic);
  json_string (&o->j, "spelled", a->spelled);
  json_string (&o->j, "function", a->function);
  json_string (&o->j, "library", a->library);
  put_thread (o, &a->thread);
  json_open (&o->j, "calls", '[');
  for (uint32_t i = 0; i < a->n_steps; i++) {
    json_open (&o->j, NULL, '{');
    json_string (&o->j, "caller", a->steps[i].caller);
    put_place (o, &a->steps[i].at);
    json_close (&o->j, '}');
  }
  json_close (&o->j, ']');
  json_open (&o->j, "locks", '[');
  for (uint32_t i = 0; i < a->n_locks; i++) {
    json_open (&o->j, NULL, '{');
    json_string (&o->j, "name", a->locks[i].name);
    json_bool (&o->j, "shared", a->locks[i].shared);
    json_close (&o->j, '}');
  }
  json_close (&o->j, ']');
  if (excerpt)
    put_excerpt (o, &a->at);
  json_close (&o->j, '}');
}

static void put_site (struct json_report *o, const struct finding_site *s)
{
  json_open (&o->j, NULL, '{');
  put_place (o, &s->at);
  json_string (&o->j, "mode", modes[s->mode]);
  json_bool (&o->j, "atomic", s->atomic);
  json_string (&o->j, "spelled", s->spelled);
  json_string (&o->j, "function", s->function);
  json_string (&o->j, "threads", s->threads);
  json_open (&o->j, "locks", '[');
  for (uint32_t i = 0; i < s->n_locks; i++)
    json_string (&o->j, NULL, s->locks[i]);
  json_close (&o->j, ']');
  json_close (&o->j, '}');
}

static void put_events (struct json_report *o, const struct finding *f)
{
  json_open (&o->j, "events", '[');
  for (uint32_t i = 0; i < o->events.v.n; i++) {
    const struct event *e = &o->events.v.v[i];
    json_open (&o->j, NULL, '{');
    json_string (&o->j, "kind", json_event_name (e, f));
    put_place (o, &e->at);
    json_string (&o->j, "message", json_event_text (o, e));
    json_close (&o->j, '}');
  }
  json_close (&o->j, ']');
}

static void put_finding (struct json_report *o, const struct finding *f, bool excerpts)
{
  json_report_tell (o, f);
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "fingerprint", f->fingerprint);
  json_string (&o->j, "rule", rules[f->rule].option);
  json_number (&o->j, "cwe", rules[f->rule].cwe);
  json_bool (&o->j, "possible", f->doubt != DOUBT_NONE);
  json_string (&o->j, "message", json_event_text (o, &o->events.v.v[0]));
  json_string (&o->j, "location", f->location);
  json_string (&o->j, "symbol", f->symbol);
  json_open (&o->j, "others", '[');
  for (uint32_t i = 0; i < f->n_others; i++)
    json_string (&o->j, NULL, f->others[i]);
  json_close (&o->j, ']');
  if (place_loc (&f->declaration)) {
    json_open (&o->j, "declaration", '{');
    json_string (&o->j, "name", f->declared);
    put_place (o, &f->declaration);
    json_close (&o->j, '}');
  }
  json_open (&o->j, "evidence", '{');
  json_string (&o->j, "lock", f->common_lock);
  json_number (&o->j, "held", f->held);
  json_number (&o->j, "of", f->of);
  json_close (&o->j, '}');
  json_open (&o->j, "accesses", '[');
  for (uint32_t i = 0; i < f->n_accesses && i < 2; i++)
    put_access (o, &f->accesses[i], excerpts);
  json_close (&o->j, ']');
  json_open (&o->j, "sites", '[');
  for (uint32_t i = 0; i < f->n_sites; i++)
    put_site (o, &f->sites[i]);
  json_close (&o->j, ']');
  put_events (o, f);
  json_close (&o->j, '}');
  json_report_flush (o);
}

static void put_summary (struct json_report *o)
{
  static const char *const states[] = {[FINDINGS_COMPLETE] = "complete",
                                       [FINDINGS_NO_THREADS] = "no threads",
                                       [FINDINGS_NO_FACTS] = "no facts",
                                       [FINDINGS_STOPPED] = "stopped"};
  const struct findings *f = o->r->findings;
  const struct {
    const char *name;
    uint32_t n;
  } counts[] = {{"findings", o->r->n + o->r->left_out},
                {"left_out", o->r->left_out},
                {"elsewhere", o->r->not_shown[NOT_ELSEWHERE]},
                {"ignored", o->r->not_shown[NOT_IGNORED]},
                {"suppressed", o->r->not_shown[NOT_SUPPRESSED]},
                {"in_baseline", o->r->not_shown[NOT_NEW]},
                {"shared", f->shared},
                {"guarded", f->guarded},
                {"read_only", f->read_only},
                {"private", f->private_},
                {"ordered", f->ordered},
                {"atomic", f->atomic},
                {"lost", f->lost},
                {"unexplained", f->unexplained},
                {"not_decided", f->undecided},
                {"racy", f->racy},
                {"objects_without_facts", f->without_facts}};
  json_open (&o->j, "summary", '{');
  json_string (&o->j, "state", states[f->state]);
  for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
    json_number (&o->j, counts[i].name, counts[i].n);
  json_open (&o->j, "proofs", '{');
  for (unsigned i = 0; i < N_PROOFS; i++)
    if (f->rest_on[i])
      json_number (&o->j, proof_name ((enum proof)i), f->rest_on[i]);
  json_close (&o->j, '}');
  json_close (&o->j, '}');
}

static void put_group (struct json_report *o, const struct cluster *c)
{
  struct text cause = {0};
  cluster_say ((enum cause)c->cause, o->r->v[c->first], &cause);
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "kind", cause_name ((enum cause)c->cause));
  json_string (&o->j, "cause", text_of (&cause));
  json_open (&o->j, "findings", '[');
  for (uint32_t i = 0; i < c->n; i++)
    json_number (&o->j, NULL, c->first + i);
  json_close (&o->j, ']');
  json_close (&o->j, '}');
  text_free (&cause);
}

static void put_decided (struct json_report *o, const struct decided *d)
{
  json_report_tell (o, d->finding);
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "fingerprint", d->finding->fingerprint);
  json_string (&o->j, "rule", rules[d->finding->rule].option);
  json_string (&o->j, "message", json_event_text (o, &o->events.v.v[0]));
  json_string (&o->j, "by", d->by ? "file" : "source");
  json_string (&o->j, "reason", d->by ? d->by->reason : d->finding->why);
  if (d->by) {
    json_string (&o->j, "file", d->by->file);
    json_number (&o->j, "line", d->by->line);
  }
  json_close (&o->j, '}');
}

void json_all (struct json_report *o, bool excerpts)
{
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "racecheck", RACECHECK_VERSION);
  json_number (&o->j, "format", 1);
  put_summary (o);
  json_open (&o->j, "groups", '[');
  for (uint32_t i = 0; i < o->r->clusters.v.n; i++)
    put_group (o, &o->r->clusters.v.v[i]);
  json_close (&o->j, ']');
  json_open (&o->j, "findings", '[');
  for (uint32_t i = 0; i < o->r->n; i++)
    put_finding (o, o->r->v[i], excerpts);
  json_close (&o->j, ']');
  if (o->r->options->show_suppressed) {
    json_open (&o->j, "suppressed", '[');
    for (uint32_t i = 0; i < o->r->n_decided; i++)
      put_decided (o, &o->r->decided[i]);
    json_close (&o->j, ']');
  }
  json_close (&o->j, '}');
}

void format_json (const struct report *r, FILE *out)
{
  struct json_report o;
  json_report_start (&o, r, out);
  json_all (&o, false);
  json_report_end (&o);
}
