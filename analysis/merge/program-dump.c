/* Dumps the merged program: what each name means, sorted. */

#include "dump.h"
#include "spelling.h"

#include <stdlib.h>
#include <string.h>
#include <inttypes.h>

static void add_function (const struct program *p, funid f, struct lines *out)
{
  const struct program_function *pf = &p->functions[f];
  struct text t = {0};
  if (pf->folded_into)
    return;
  text_printf (&t, "function %s", pf->link_name);
  if (strcmp (pf->name, pf->link_name))
    text_printf (&t, " (%s)", pf->name);
  text_add (&t, pf->body ? pf->is_public ? " public" : " static" : " undefined");
  if (pf->used_outside)
    text_add (&t, " used-outside");
  if (pf->body) {
    text_add (&t, " ");
    spell_loc (function_unit (p, f), function_unit (p, f)->symbols[pf->symbol].r.loc, &t);
    text_printf (&t, " instructions=%" PRIu32, pf->body->n_records);
  }
  lines_add (out, text_of (&t));
  text_free (&t);
}

static void add_object (const struct program *p, objid o, struct lines *out)
{
  const struct program_object *po = &p->objects[o];
  const struct unit *u = p->units[po->unit].unit;
  const struct rec_object *r = object_record (p, o);
  struct text t = {0};
  if (!r->symbol)
    return; /* string literals */
  text_printf (&t, "object %s%s%s", u->strings[u->symbols[r->symbol].name],
               po->defined ? po->is_public ? " public" : " static" : " undefined",
               po->used_outside ? " used-outside" : "");
  text_printf (&t, " size=%" PRIu64 " ", r->size);
  spell_loc (u, u->symbols[r->symbol].r.loc, &t);
  lines_add (out, text_of (&t));
  text_free (&t);
}

void dump_program (const struct program *p, FILE *out)
{
  struct lines lines = {0};
  for (funid f = 1; f <= p->n_functions; f++)
    add_function (p, f, &lines);
  for (objid o = 1; o <= p->n_objects; o++)
    add_object (p, o, &lines);
  lines_print (&lines, out);
  fprintf (out, "folded %" PRIu32 ", members left out %" PRIu32 "\n", p->folded,
           p->members_left_out);
}
