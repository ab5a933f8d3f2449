/* Events: what a finding says, sentence by sentence, each with its place.  All formats of the
   report are made from them. */

#ifndef RACECHECK_EVENTS_H
#define RACECHECK_EVENTS_H

#include "findings.h"
#include "text.h"

enum event_kind {
  EVENT_FINDING,     /* the first one: what is wrong */
  EVENT_ACCESS,      /* one of the two that race; there are two of them */
  EVENT_THREAD,      /* where the thread of the access before comes from */
  EVENT_STEP,        /* a call on its way to that access */
  EVENT_DOUBT,       /* why it is only possible */
  EVENT_OTHERS,      /* on what else the same two race */
  EVENT_DECLARATION, /* with the evidence */
  EVENT_FURTHER      /* another access to the same location */
};

/* Names in a text stand between these instead of quotes; no name contains them. */
#define EVENT_QUOTE   '\1'
#define EVENT_UNQUOTE '\2'

struct event {
  uint8_t kind;    /* enum event_kind */
  struct place at; /* none: nothing better is known than the unit, if that */
  const char *text;
};

/* All zero is empty. */
struct events {
  struct arena arena;
  VEC (struct event) v;
};

/* Appends the events of a finding, in the order in which people read them. */
void events_add (struct events *, const struct finding *);
/* Empty; finding by finding, one can serve them all. */
void events_clear (struct events *);
void events_free (struct events *);
/* The text with ' around names. */
void event_plain (const struct event *, struct text *);

/* The place, or NULL. */
static inline const struct rec_loc *place_loc (const struct place *p)
{
  return p->unit && p->loc ? &p->unit->locs[p->loc] : NULL;
}
/* `stats.c' of a place, also if only the unit is known; "" if not even that. */
const char *place_file (const struct place *);

#endif
