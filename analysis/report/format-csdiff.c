/* Format csdiff: the JSON that csdiff, csmock and OpenScanHub read.  The key event is the finding
   itself; those with a higher verbosity_level are left out of short listings. */

#include "format-json.h"
#include "rules.h"

static void put_event (struct json_report *o, const struct event *e, const struct finding *f)
{
  const struct rec_loc *l = place_loc (&e->at);
  const char *file = paths_of (&o->paths, &e->at);
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "file_name", *file ? file : "<unknown>");
  json_number (&o->j, "line", l ? l->line : 0);
  if (l && l->column > 0)
    json_number (&o->j, "column", json_columns (o, &e->at).caret);
  json_string (&o->j, "event", json_event_name (e, f));
  json_string (&o->j, "message", json_event_text (o, e));
  json_number (&o->j, "verbosity_level",
               e->kind == EVENT_FINDING   ? 0
               : e->kind == EVENT_FURTHER ? 2
                                          : 1);
  json_close (&o->j, '}');
}

static void put_defect (struct json_report *o, const struct finding *f)
{
  json_report_tell (o, f);
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "checker", "RACECHECK_WARNING");
  json_number (&o->j, "cwe", rules[f->rule].cwe);
  if (f->doubt == DOUBT_NONE)
    json_number (&o->j, "imp", 1);
  if (f->n_accesses)
    json_string (&o->j, "function", f->accesses[0].function);
  json_string (&o->j, "language", "c/c++");
  json_string (&o->j, "tool", "racecheck");
  json_number (&o->j, "key_event_idx", 0);
  json_open (&o->j, "events", '[');
  for (uint32_t i = 0; i < o->events.v.n; i++)
    put_event (o, &o->events.v.v[i], f);
  json_close (&o->j, ']');
  json_close (&o->j, '}');
  json_report_flush (o);
}

void format_csdiff (const struct report *r, FILE *out)
{
  struct json_report o;
  json_report_start (&o, r, out);
  json_open (&o.j, NULL, '{');
  json_open (&o.j, "scan", '{');
  json_string (&o.j, "analyzer-version-racecheck", RACECHECK_VERSION);
  json_close (&o.j, '}');
  json_open (&o.j, "defects", '[');
  for (uint32_t i = 0; i < r->n; i++)
    put_defect (&o, r->v[i]);
  json_close (&o.j, ']');
  json_close (&o.j, '}');
  json_report_end (&o);
}
