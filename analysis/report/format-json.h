/* What the formats that are JSON have in common. */

#ifndef RACECHECK_FORMAT_JSON_H
#define RACECHECK_FORMAT_JSON_H

#include "events.h"
#include "formats.h"
#include "json.h"
#include "paths.h"
#include "source.h"

struct json_report {
  const struct report *r;
  struct json j;
  struct text text;
  struct paths paths;
  struct sources sources;
  struct events events;
  struct text plain; /* of an event */
  FILE *out;
};

void json_report_start (struct json_report *, const struct report *, FILE *);
/* Writes what there is by now. */
void json_report_flush (struct json_report *);
void json_report_end (struct json_report *);

/* Sets `events' to those of a finding. */
void json_report_tell (struct json_report *, const struct finding *);
/* The text of an event, with quotes; good until the next call. */
const char *json_event_text (struct json_report *, const struct event *);
/* What an event is called: `race', `access', `call', ... */
const char *json_event_name (const struct event *, const struct finding *);

/* Columns of a place, from 1, as characters instead of bytes where the line can be read; 0: none is
   known. */
struct columns {
  int64_t caret, start;
  int64_t end; /* behind the last; 0 also if that is on another line */
};
struct columns json_columns (struct json_report *, const struct place *);

/* All findings and what else is known, as an object; EXCERPTS: with the lines around each access.
 */
void json_all (struct json_report *, bool excerpts);

#endif
