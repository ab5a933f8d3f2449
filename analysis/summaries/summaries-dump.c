/* Dumps what functions do, which threads there are, and what became of each shared location. */

#include "dump.h"
#include "naming.h"
#include "spelling.h"
#include "verdicts.h"

#include <inttypes.h>
#include <string.h>

static const char *name_of (const struct summaries *s, funid f)
{
  return s->p->objects.program->functions[f].name;
}

static void add_place (const struct summaries *s, funid f, uint32_t record, struct text *t)
{
  const struct program *p = s->p->objects.program;
  spell_loc (function_unit (p, f), p->functions[f].body->records[record]->loc, t);
}

static void add_holds (const struct summaries *s, setid held, struct text *t)
{
  struct lines names = {0};
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    struct text one = {0};
    expr_print (&s->x, h.lock, &one);
    if (h.mode == MODE_SHARED)
      text_add (&one, ":shared");
    if (h.depth > 1)
      text_printf (&one, ":%u", h.depth);
    lines_add (&names, text_of (&one));
    text_free (&one);
  }
  text_add (t, "{");
  lines_join (&names, ", ", t);
  text_add (t, "}");
}

static void add_exprs (const struct summaries *s, setid set, struct text *t)
{
  struct lines names = {0};
  for (struct set_iter i = sets_each (&s->sets, set); set_next (&i);) {
    struct text one = {0};
    expr_print (&s->x, i.x, &one);
    lines_add (&names, text_of (&one));
    text_free (&one);
  }
  text_add (t, "{");
  lines_join (&names, ", ", t);
  text_add (t, "}");
}

static const char *const item_names[] = {"access", "fork", "join", "detach", "reuse", "take",
                                         "send",   "init", "link", "aside",  "call"};
static const char *const mode_names[] = {"read", "write", "atomic-read", "atomic-write", "free"};

static void dump_item (const struct summaries *s, uint32_t number, struct lines *out)
{
  const struct item *i = &s->items.v[number], *own = innermost (s, number);
  struct text t = {0};
  text_printf (&t, "%s %s ", name_of (s, i->function),
               i->kind == ITEM_ACCESS ? mode_names[s->effects->v.v[own->effect].mode]
                                      : item_names[i->kind]);
  for (int k = 0; k < ITEM_EXPRS; k++)
    if (i->e[k]) {
      expr_print (&s->x, i->e[k], &t);
      text_add (&t, " ");
    }
  text_printf (&t, "%s%sat ", i->open ? "open " : "", i->behind ? "behind " : i->own ? "own " : "");
  for (uint32_t k = number; k; k = s->items.v[k].inner) {
    add_place (s, s->items.v[k].function, s->items.v[k].record, &t);
    text_add (&t, s->items.v[k].inner ? " < " : " ");
  }
  add_holds (s, i->held, &t);
  if (i->released) {
    text_add (&t, " released ");
    add_exprs (s, i->released, &t);
  }
  lines_add (out, t.v);
  text_free (&t);
}

void dump_summaries (const struct summaries *s, FILE *out)
{
  struct lines lines = {0};
  for (funid f = 1; f <= s->p->objects.program->n_functions; f++) {
    const struct summary *m = &s->of[f];
    if (!m->known)
      continue;
    struct text t = {0};
    for (uint32_t i = 0; i < m->n_rows; i++) {
      text_clear (&t);
      text_printf (&t, "%s returns ", name_of (s, f));
      if (m->fresh_result)
        text_add (&t, "fresh ");
      else if (m->result)
        expr_print (&s->x, m->result, &t), text_add (&t, " ");
      if (m->rows[i].result.low != INT64_MIN || m->rows[i].result.high != INT64_MAX)
        text_printf (&t, "[%" PRId64 ",%" PRId64 "] ", m->rows[i].result.low,
                     m->rows[i].result.high);
      add_holds (s, m->rows[i].held, &t);
      text_add (&t, " released ");
      add_exprs (s, m->rows[i].released, &t);
      lines_add (&lines, t.v);
    }
    for (uint32_t i = 0; i < 32; i++)
      if (m->escapes >> i & 1) {
        text_clear (&t);
        text_printf (&t, "%s publishes arg%" PRIu32, name_of (s, f), i);
        lines_add (&lines, t.v);
      }
    text_free (&t);
    for (uint32_t i = 0; i < m->n_items; i++)
      dump_item (s, m->first_item + i, &lines);
  }
  lines_print (&lines, out);
}

static void add_threads (const struct threads *t, setid set, struct text *out)
{
  text_add (out, "{");
  for (struct set_iter i = sets_each (&t->sets, set); set_next (&i);)
    text_printf (out, "%s%s#%" PRIu32, out->v[out->n - 1] == '{' ? "" : ", ",
                 name_of (t->s, t->v.v[i.x].start), i.x);
  text_add (out, "}");
}

static const char *const thread_names[] = {"main", "created", "entry", "signal", "later"};

void dump_threads (const struct contexts *c, FILE *out)
{
  const struct threads *t = c->t;
  struct lines lines = {0};
  for (thread_id i = 1; i < t->v.n; i++) {
    const struct thread *v = &t->v.v[i];
    struct text x = {0};
    text_printf (&x, "%s#%" PRIu32 " %s%s%s", name_of (t->s, v->start), i, thread_names[v->kind],
                 c->many[i] ? " many" : "", v->lost ? " lost" : "");
    if (v->item) {
      text_add (&x, " at ");
      add_place (t->s, t->s->items.v[v->item].function, t->s->items.v[v->item].record, &x);
    }
    text_add (&x, " leaves ");
    add_threads (t, v->left, &x);
    text_add (&x, " beside {");
    bool first = true;
    for (thread_id k = 1; k < t->v.n; k++) {
      if (!runs_beside (c, i, k))
        continue;
      text_printf (&x, "%s%s#%" PRIu32, first ? "" : ", ", name_of (t->s, t->v.v[k].start), k);
      first = false;
    }
    text_add (&x, "}");
    lines_add (&lines, x.v);
    text_free (&x);
  }
  lines_print (&lines, out);
}

static const char *const verdict_names[] = {"race",      "guarded",    "guarded pair by pair",
                                            "atomic",    "ordered",    "private",
                                            "read-only", "not decided"};

static void add_class (const struct verdicts *r, const struct access_class *a, struct lines *out)
{
  const struct summaries *s = r->c->t->s;
  const struct occurrence at_e = occurrence_at (r->c, a->event), *e = &at_e;
  const struct effect *effect = event_effect (r, a->event);
  for (struct set_iter i = sets_each (&r->c->t->sets, a->threads); set_next (&i);) {
    struct text t = {0};
    text_printf (&t, "  %s at ", mode_names[a->mode]);
    add_place (s, effect->function, effect->record, &t);
    text_printf (&t, " in %s#%" PRIu32 " ", name_of (s, r->c->t->v.v[i.x].start), i.x);
    add_holds (s, s->items.v[e->item].held, &t);
    text_add (&t, " alive ");
    add_threads (r->c->t, a->alive, &t);
    lines_add (out, t.v);
    text_free (&t);
  }
}

/* Whether the two are one name, if it does not matter that something is an array. */
static bool is_same_name (const char *a, const char *b)
{
  for (;; a++, b++) {
    while (!strncmp (a, "[]", 2))
      a += 2;
    while (!strncmp (b, "[]", 2))
      b += 2;
    if (!*a || *a != *b)
      return *a == *b;
  }
}

/* Whether people would call the location so: `count2', `struct conn.state', `state'; or the dump
   does. */
static bool is_called (const struct summaries *s, loc_id l, const char *name)
{
  struct text t = {0}, field = {0}, dumped = {0};
  name_variable (s, l, 0, &t);
  name_field (s, l, 0, &field);
  name_location (s->p, l, &dumped);
  const char *dot = field.n ? strrchr (field.v, '.') : NULL;
  bool called = is_same_name (text_of (&t), name) || is_same_name (text_of (&field), name) ||
                is_same_name (text_of (&dumped), name) || (dot && is_same_name (dot + 1, name));
  text_free (&t);
  text_free (&field);
  text_free (&dumped);
  return called;
}

uint32_t dump_verdicts (const struct verdicts *r, FILE *out, bool with_accesses, const char *name)
{
  uint32_t shown = 0;
  const struct summaries *s = r->c->t->s;
  const struct terms *terms = r->c->terms;
  struct lines all = {0};
  for (uint32_t i = 0; i < r->v.n; i++) {
    const struct verdict *v = &r->v.v[i];
    struct lines classes = {0};
    struct text t = {0};
    if (name && !is_called (s, v->loc, name))
      continue;
    shown++;
    name_location (s->p, v->loc, &t);
    text_printf (&t, ": %s", verdict_names[v->kind]);
    if (v->kind == VERDICT_GUARDED) {
      text_add (&t, " by ");
      if (term_get (terms, v->term).kind == TERM_END)
        text_add (&t, "the end of the program");
      else
        name_memory (s, map_get (&terms->function, v->term, 1), map_get (&terms->lock, v->term, 0),
                     0, &t);
      if (term_get (terms, v->term).kind == TERM_SELF)
        text_add (&t, " of the same object");
      if (term_get (terms, v->term).kind == TERM_INDEX)
        text_add (&t, " of the same index");
      if (term_get (terms, v->term).kind == TERM_TICKET)
        text_add (&t, " with a number of its own");
      if (term_get (terms, v->term).kind == TERM_OWNER)
        text_add (&t, " of its only owner");
    }
    if (v->proofs) {
      text_add (&t, " [");
      proofs_list (v->proofs, &t);
      text_add (&t, "]");
    }
    for (uint32_t n = verdicts_list (r, v->loc); with_accesses && n; n = verdicts_next (r, n))
      add_class (r, verdicts_class (r, n), &classes);
    struct text list = {0};
    lines_join (&classes, "\n", &list);
    if (list.n)
      text_printf (&t, "\n%s", list.v);
    lines_add (&all, t.v);
    text_free (&t);
    text_free (&list);
  }
  lines_print (&all, out);
  return shown;
}

void dump_parallel (const struct contexts *c, FILE *out)
{
  const struct threads *t = c->t;
  struct lines lines = {0};
  for (thread_id i = 1; i < t->v.n; i++)
    for (thread_id k = i; k < t->v.n; k++) {
      struct text x = {0};
      if (i == k ? !c->many[i] : !runs_beside (c, i, k))
        continue;
      text_printf (&x, "%s#%" PRIu32 " beside %s#%" PRIu32, name_of (t->s, t->v.v[i].start), i,
                   name_of (t->s, t->v.v[k].start), k);
      lines_add (&lines, x.v);
      text_free (&x);
    }
  /* Children run beside their creators from their creation on, until they are joined. */
  const uint32_t *first = t->s->p->first_record;
  funid f = 1;
  for (uint32_t k = 0; k < first[t->s->p->objects.program->n_functions + 1]; k++) {
    const struct children *v = t->points[k] ? &t->children.v[t->points[k] - 1] : NULL;
    struct text x = {0};
    while (k >= first[f + 1])
      f++;
    if (!v || !v->born)
      continue;
    text_printf (&x, "%s at ", name_of (t->s, f));
    add_place (t->s, f, k - first[f], &x);
    text_add (&x, " beside ");
    add_threads (t, v->born, &x);
    lines_add (&lines, x.v);
    text_free (&x);
  }
  lines_print (&lines, out);
}

void dump_locks (const struct summaries *s, FILE *out)
{
  struct lines lines = {0};
  for (funid f = 1; f <= s->p->objects.program->n_functions; f++) {
    const struct summary *m = &s->of[f];
    struct text t = {0};
    for (uint32_t i = 0; m->known && i < m->n_rows; i++) {
      text_clear (&t);
      text_printf (&t, "%s returns with ", name_of (s, f));
      add_holds (s, m->rows[i].held, &t);
      text_add (&t, " released ");
      add_exprs (s, m->rows[i].released, &t);
      lines_add (&lines, t.v);
    }
    for (uint32_t i = 0; m->known && i < m->n_points; i++) {
      const struct call_point *p = &s->points.v[m->first_point + i];
      if (!p->held)
        continue;
      text_clear (&t);
      text_printf (&t, "%s calls at ", name_of (s, f));
      add_place (s, f, p->record, &t);
      text_add (&t, " with ");
      add_holds (s, p->held, &t);
      lines_add (&lines, t.v);
    }
    text_free (&t);
  }
  lines_print (&lines, out);
}

void dump_unknown (struct pointers *p, const struct prefilter *f, FILE *out)
{
  struct lines lines = {0};
  struct bitset known = {0};
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    const struct program_function *v = &p->objects.program->functions[c->callee];
    if (!c->caller || !c->callee || v->body || p->models[c->callee] || v->folded_into ||
        bitset_has (&known, c->callee) || !gives_away (p, f, c))
      continue;
    bitset_add (&known, c->callee);
    struct text t = {0};
    text_printf (&t, "  unknown, and is given what matters: %s", v->name);
    lines_add (&lines, t.v);
    text_free (&t);
  }
  lines_print (&lines, out);
  bitset_free (&known);
}
