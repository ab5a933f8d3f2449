/* Dumps where pointers lead and who calls whom, sorted, with names as people say them. */

#include "dump.h"
#include "spelling.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const world_name[N_WORLDS] = {"outside", "pool"};

static const char *function_name (const struct program *p, funid f)
{
  return f ? p->functions[f].name : "outside";
}

static void add_record_place (const struct program *p, funid f, uint32_t record, struct text *t)
{
  const struct function *b = f ? p->functions[f].body : NULL;
  if (b && record < b->n_records)
    spell_loc (function_unit (p, f), b->records[record]->loc, t);
  else
    text_add (t, "-");
}

void name_object (const struct pointers *q, object_id object, struct text *t)
{
  const struct program *p = q->objects.program;
  const struct abstract_object *v = &q->objects.v.v[object];
  switch ((enum object_kind)v->kind) {
  case OBJECT_GLOBAL: {
    const struct rec_object *r = object_record (p, v->a);
    text_add (t, spell_symbol (p->units[p->objects[v->a].unit].unit, r->symbol));
    break;
  }
  case OBJECT_LOCAL: {
    const struct unit *u = function_unit (p, v->a);
    const struct rec_local *l = &p->functions[v->a].body->locals[v->b];
    text_printf (t, "%s.%s", function_name (p, v->a),
                 l->name && !(l->flags & OF_ARTIFICIAL) ? u->strings[l->name] : "(temporary)");
    break;
  }
  case OBJECT_HEAP:
  case OBJECT_STACK:
    text_printf (t, v->kind == OBJECT_HEAP ? "heap@%s:" : "alloca@%s:", function_name (p, v->a));
    add_record_place (p, v->a, v->b, t);
    if (v->chain && tuples_length (&q->chains, v->chain) == 1)
      text_printf (t, "#%u", *tuples_numbers (&q->chains, v->chain));
    for (uint32_t i = v->chain ? tuples_length (&q->chains, v->chain) / 2 : 0; i-- > 0;) {
      const uint32_t *at = tuples_numbers (&q->chains, v->chain) + 2 * i;
      text_printf (t, "<%s:", function_name (p, at[0]));
      add_record_place (p, at[0], at[1], t);
    }
    break;
  case OBJECT_RETURN:
    text_printf (t, "result@%s", function_name (p, v->a));
    break;
  case OBJECT_COPY:
    text_printf (t, "copy@%s:", function_name (p, v->a));
    add_record_place (p, v->a, v->b, t);
    break;
  case OBJECT_FUNCTION:
    text_printf (t, "%s()", function_name (p, v->a));
    break;
  case OBJECT_STRING:
    text_add (t, "\"...\"");
    break;
  case OBJECT_LIBRARY:
    text_printf (t, "library:%s", strings_text (&q->names, v->a));
    break;
  case OBJECT_RESULT:
    text_printf (t, "*%s()", function_name (p, v->a));
    break;
  case OBJECT_OUTSIDE:
    text_add (t, "outside");
    break;
  case OBJECT_POOL:
    text_add (t, "pool");
    break;
  }
}

void name_location (const struct pointers *q, loc_id l, struct text *t)
{
  const struct location *at = loc_get (&q->objects, l);
  name_object (q, at->object, t);
  if (at->offset == OFFSET_ANYWHERE)
    text_add (t, "+?");
  else if (at->offset == OFFSET_EVERYTHING)
    text_add (t, "+*");
  else if (at->offset)
    text_printf (t, "+%" PRId64, at->offset);
}

static void add_set (const struct pointers *q, setid set, struct text *t)
{
  struct lines names = {0};
  for (struct set_iter i = sets_each (&q->sets, set); set_next (&i);) {
    struct text one = {0};
    name_location (q, i.x, &one);
    lines_add (&names, text_of (&one));
    text_free (&one);
  }
  lines_join (&names, ", ", t);
}

static void add_value (const struct pointers *q, funid f, uint32_t value, struct lines *out)
{
  setid set = points_of_value (q, f, value);
  const struct program *p = q->objects.program;
  const struct function *b = p->functions[f].body;
  if (!set)
    return;
  struct text t = {0};
  text_printf (&t, "%s %%%" PRIu32, function_name (p, f), value);
  if (b->value_names[value])
    text_printf (&t, ":%s", function_unit (p, f)->strings[b->value_names[value]]);
  text_add (&t, " -> ");
  add_set (q, set, &t);
  lines_add (out, t.v);
  text_free (&t);
}

void dump_pointers (const struct pointers *q, FILE *out)
{
  struct lines lines = {0};
  const struct program *p = q->objects.program;
  for (funid f = 1; f <= p->n_functions; f++)
    for (uint32_t v = 1; p->functions[f].body && v <= p->functions[f].body->n_values; v++)
      add_value (q, f, v, &lines);
  for (loc_id l = 1; l < q->objects.locs.n; l++) {
    setid set = points_of_content (q, l);
    uint8_t kind = q->objects.v.v[loc_object (&q->objects, l)].kind;
    if (!set || kind == OBJECT_COPY || loc_get (&q->objects, l)->offset == OFFSET_EVERYTHING)
      continue;
    struct text t = {0};
    text_add (&t, "*");
    name_location (q, l, &t);
    text_add (&t, " -> ");
    add_set (q, set, &t);
    lines_add (&lines, t.v);
    text_free (&t);
  }
  for (object_id o = 1; o < q->objects.v.n; o++)
    for (int w = 0; w < N_WORLDS; w++)
      if (is_in_world (q, w, o) && q->objects.v.v[o].kind != OBJECT_COPY) {
        struct text t = {0};
        text_printf (&t, "%s has ", world_name[w]);
        name_object (q, o, &t);
        lines_add (&lines, t.v);
        text_free (&t);
      }
  lines_print (&lines, out);
}

void dump_calls (const struct pointers *q, FILE *out)
{
  static const char *const kind_text[] = {[CALL_NOW] = "",
                                          [CALL_FORK] = " in a new thread",
                                          [CALL_LATER] = " later",
                                          [CALL_CHILD] = " in a new process",
                                          [CALL_SIGNAL] = " in a signal"};
  struct lines lines = {0};
  const struct program *p = q->objects.program;
  for (uint32_t i = 0; i < q->calls.n; i++) {
    const struct call_edge *c = &q->calls.v[i];
    struct text t = {0};
    text_printf (&t, "%s -> %s ", function_name (p, c->caller), function_name (p, c->callee));
    add_record_place (p, c->caller, c->record, &t);
    text_add (&t, kind_text[c->kind]);
    if (q->models[c->callee])
      text_add (&t, " modelled");
    else if (p->functions[c->callee].resolver)
      text_add (&t, " by its resolver");
    else if (!p->functions[c->callee].body)
      text_add (&t, " unknown");
    lines_add (&lines, t.v);
    text_free (&t);
  }
  for (uint32_t i = 0; i < q->world_calls.n; i++) {
    const struct world_call *c = &q->world_calls.v[i];
    struct text t = {0};
    text_printf (&t, "%s -> %s ", function_name (p, c->caller), world_name[c->world]);
    add_record_place (p, c->caller, c->record, &t);
    lines_add (&lines, t.v);
    text_free (&t);
  }
  for (funid f = 1; f <= p->n_functions; f++)
    for (int w = 0; w < N_WORLDS; w++)
      if (p->functions[f].body && called_from_world (q, w, f)) {
        struct text t = {0};
        text_printf (&t, "%s -> %s", world_name[w], function_name (p, f));
        lines_add (&lines, t.v);
        text_free (&t);
      }
  lines_print (&lines, out);
}

void dump_shared (const struct pointers *q, const struct prefilter *r, FILE *out)
{
  struct lines lines = {0};
  struct text t = {0};
  for (uint32_t i = 0; i < r->entries.n; i++) {
    text_clear (&t);
    text_printf (&t, "entry %s%s", function_name (q->objects.program, r->entries.v[i].function),
                 r->entries.v[i].many ? " many" : "");
    lines_add (&lines, t.v);
  }
  for (loc_id l = 1; l < q->objects.locs.n; l++)
    if (bitset_has (&r->candidates, l)) {
      text_clear (&t);
      text_add (&t, "shared ");
      name_location (q, l, &t);
      lines_add (&lines, t.v);
    }
  text_free (&t);
  lines_print (&lines, out);
}
