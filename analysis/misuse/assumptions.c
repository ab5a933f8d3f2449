/* Assumptions: the places where the analysis rests on something that README.md takes for granted,
   or sees nothing at all.  The program may be as it should be there; whoever wants to know what a
   clean report is worth looks at them. */

#include "misuse.h"

enum reliance {
  RELY_ASM,
  RELY_UNIT_ASM,
  RELY_JUMP,
  RELY_PROCESS,
  RELY_RESULT,
  RELY_UNKNOWN,
  RELY_TARGET,
  RELY_NOWHERE
};

static const char *const sentences[] = {
    [RELY_ASM] = "inline asm may access memory beyond its operands",
    [RELY_UNIT_ASM] = "asm outside of functions is not looked at",
    [RELY_JUMP] = "%L may leave functions in the middle",
    [RELY_PROCESS] = "the process that %L makes is not looked at",
    [RELY_RESULT] = "nothing is known of what %L returns",
    [RELY_UNKNOWN] = "%L has no facts and no model, and gets what threads share",
    [RELY_TARGET] = "nothing is known of the function that is called",
    [RELY_NOWHERE] = "an access through a pointer that leads to no known memory"};

struct reliance_finder {
  struct misuses *out;
  struct summaries *s;
  struct pointers *p;
  const struct prefilter *filter;
  struct map told; /* function, place: told */
};

static void rely (struct reliance_finder *d, enum reliance what, funid f, uint32_t record,
                  const char *name)
{
  const struct function *b = d->p->objects.program->functions[f].body;
  uint32_t kinds = sizeof sentences / sizeof sentences[0];
  uint32_t *told = map_at (&d->told, map_pair (f, b->records[record]->loc * kinds + what));
  if ((*told)++)
    return;
  vec_push (&d->out->places, (struct misuse_place){.rule = RULE_ASSUMPTIONS,
                                                   .function = f,
                                                   .record = record,
                                                   .said = sentences[what],
                                                   .name = name});
}

static bool returns_unknown (const struct model *m)
{
  for (uint32_t i = 0; i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_RETURN && m->effects[i].op[RETURN_VALUE].kind == MODEL_UNKNOWN)
      return true;
  return false;
}

static void look_at_call (struct reliance_finder *d, funid f, uint32_t record, struct bitset *known)
{
  const struct program *program = d->p->objects.program;
  const struct rec_call *c = (const struct rec_call *)program->functions[f].body->records[record];
  uint32_t first, end;
  calls_of_record (d->p, f, record, &first, &end);
  if (first == end && !(c->flags & CF_INTERNAL) && c->callee.kind == OPND_VALUE)
    rely (d, RELY_TARGET, f, record, NULL);
  for (uint32_t k = first; k < end; k++) {
    funid callee = d->p->calls.v[k].callee;
    const struct model *m = d->p->models[callee];
    const char *name = program->functions[callee].name;
    if (d->p->calls.v[k].kind != CALL_NOW)
      continue;
    if (m && model_has (m, EFFECT_LONGJMP))
      rely (d, RELY_JUMP, f, record, name);
    if (m && model_has (m, EFFECT_PROCESS_FORK))
      rely (d, RELY_PROCESS, f, record, name);
    if (m && returns_unknown (m))
      rely (d, RELY_RESULT, f, record, name);
    if (!m && callee && !program->functions[callee].body && !bitset_has (known, callee) &&
        gives_away (d->p, d->filter, &d->p->calls.v[k])) {
      bitset_add (known, callee); /* once is enough */
      rely (d, RELY_UNKNOWN, f, record, name);
    }
  }
}

static void look_at_units (struct reliance_finder *d)
{
  const struct program *program = d->p->objects.program;
  for (uint32_t i = 0; i < program->n_units; i++)
    if (program->units[i].unit->r.flags & UF_TOPLEVEL_ASM)
      vec_push (&d->out->places, (struct misuse_place){.rule = RULE_ASSUMPTIONS,
                                                       .unit = program->units[i].unit,
                                                       .said = sentences[RELY_UNIT_ASM]});
}

void assumptions_find (struct misuses *out, const struct prefilter *filter)
{
  struct summaries *s = out->c->t->s;
  struct reliance_finder d = {.out = out, .s = s, .p = s->p, .filter = filter};
  const struct program *program = s->p->objects.program;
  struct bitset known = {0};
  look_at_units (&d);
  for (funid f = 1; f <= program->n_functions; f++) {
    const struct function *b = program->functions[f].body;
    if (!b || !filter->reached[f] || s->p->models[f])
      continue;
    for (uint32_t r = 0; r < b->n_records; r++)
      if (b->records[r]->kind == REC_call)
        look_at_call (&d, f, r, &known);
      else if (b->records[r]->kind == REC_asm &&
               ((const struct rec_asm *)b->records[r])->flags & MF_MEMORY)
        rely (&d, RELY_ASM, f, r, NULL);
    for (uint32_t k = s->effects->first[f]; k < s->effects->first[f + 1]; k++)
      if (!s->effects->v.v[k].where && s->effects->v.v[k].addr)
        rely (&d, RELY_NOWHERE, f, s->effects->v.v[k].record, NULL);
  }
  bitset_free (&known);
  map_free (&d.told);
}
