/* Load: splits the facts of each object into blobs and decodes them. */

#include "load.h"
#include "text.h"

#include <stdlib.h>
#include <libiberty/libiberty.h>

struct loader {
  struct units *units;
  size_t room;
  objfile_report_fn *report;
  void *context;
};

static void complain (struct loader *l, const char *object, const char *why)
{
  char *message = text_format ("%s: facts: %s", object, why);
  l->report (l->context, message);
  free (message);
}

static void add_unit (struct loader *l, struct unit *u, size_t object)
{
  struct units *units = l->units;
  if (units->n == l->room) {
    l->room = l->room ? l->room * 2 : 16;
    units->v = xrealloc (units->v, l->room * sizeof *units->v);
    units->object = xrealloc (units->object, l->room * sizeof *units->object);
  }
  units->object[units->n] = object;
  units->v[units->n++] = u;
  units->unknown_records += u->unknown_records;
}

/* A section that is nothing but damage must not fill the screen. */
enum { MOST_MESSAGES = 8 };

static void load_object (struct loader *l, const struct objfile *o, size_t number)
{
  const uint8_t *p = o->facts, *end = p + o->facts_size;
  struct facts_blob blob = {0};
  const char *why, *name = arena_strdup (&l->units->arena, o->name);
  size_t damaged = 0;
  enum facts_result result;
  while ((result = facts_next_blob (&p, end, &blob, &why)) != FACTS_DONE) {
    struct unit *u = NULL;
    if (result == FACTS_OK)
      u = facts_read (&blob, name, &l->units->arena, &why);
    if (u)
      add_unit (l, u, number);
    else if (damaged++ < MOST_MESSAGES)
      complain (l, name, why);
  }
  l->units->damaged += damaged;
  if (damaged > MOST_MESSAGES) {
    char *more = text_format ("%zu more units are damaged", damaged - MOST_MESSAGES);
    complain (l, name, more);
    free (more);
  }
}

void units_load (struct units *units, const struct objfiles *files, objfile_report_fn *report,
                 void *context)
{
  *units = (struct units){0};
  struct loader l = {units, 0, report, context};
  for (size_t i = 0; i < files->n; i++) {
    const struct objfile *o = &files->v[i];
    units->facts_bytes += o->facts_size;
    if (o->facts)
      load_object (&l, o, i);
    else if (o->damaged)
      units->damaged++; /* which has been reported */
    else
      units->without_facts++;
  }
}

void units_free (struct units *units)
{
  arena_free (&units->arena);
  free (units->v);
  free (units->object);
  *units = (struct units){0};
}
