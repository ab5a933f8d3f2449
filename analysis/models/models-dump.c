/* Prints models in the syntax that models-parse.c reads: one row per function, by name, operands in
   the order of the table, numbers as numbers, and nothing that is meant anyway. */

#include "models.h"

#include <inttypes.h>
#include <stdlib.h>

static void add_offset (struct text *t, const struct model_offset *o)
{
  if (o->bytes)
    text_printf (t, "%+d", (int)o->bytes);
  if (o->pointers)
    text_printf (t, "%+dp", o->pointers);
  if (o->unknown)
    text_add (t, "+?");
  if (o->field)
    text_printf (t, "+.%s", o->field);
}

static bool has_offset (const struct model_place *p, unsigned i)
{
  const struct model_offset *o = p->offsets ? &p->offsets[i] : NULL;
  return o && (o->bytes || o->pointers || o->unknown || o->field);
}

static void add_place (struct text *t, const struct model_place *p)
{
  static const char *const bases[] = {"arg",     "args",  "ret",    "static.",
                                      "thread.", "safe.", "local.", "function."};
  /* **(*(base+a)+b)+c: a star per dereference, from the last to the first; a parenthesis opens
     before whatever an offset is added to */
  for (unsigned i = p->derefs; i-- > 0;)
    text_add (t, has_offset (p, i) ? "*(" : "*");
  text_add (t, bases[p->base]);
  if (p->base == MODEL_ARG || p->base == MODEL_ARGS)
    text_printf (t, "%u", p->number);
  else if (p->name)
    text_add (t, p->name);
  for (unsigned i = 0; i <= p->derefs; i++)
    if (has_offset (p, i)) {
      add_offset (t, &p->offsets[i]);
      if (i < p->derefs)
        text_add (t, ")");
    }
}

static void add_size (struct text *t, const struct model_size *s)
{
  static const char *const names[] = {"type", "object", "string", "wstring"};
  if (s->at_most)
    text_add (t, "<=");
  if (s->kind != SIZE_PRODUCT) {
    text_add (t, names[s->kind]);
    return;
  }
  for (unsigned i = 0; i < s->factors; i++) {
    text_add (t, i ? "*" : "");
    add_place (t, &s->factor[i]);
  }
  if (s->bytes != 1 || s->pointers || !s->factors)
    text_printf (t, "%s%" PRId64 "%s", s->factors ? "*" : "", s->bytes, s->pointers ? "p" : "");
}

static void add_operand (struct text *t, const struct model_operand_info *info,
                         const struct model_operand *o)
{
  static const char *const orders[] = {"relaxed", "consume", "acquire",
                                       "release", "acq_rel", "seq_cst"};
  switch (o->kind) {
  case MODEL_PLACE:
    add_place (t, &o->u.place);
    break;
  case MODEL_NUMBER:
    if (info && info->type == MODEL_TYPE_ORDER && o->u.number >= 0 && o->u.number < 6)
      text_add (t, orders[o->u.number]);
    else
      text_printf (t, "%" PRId64, o->u.number);
    break;
  case MODEL_UNKNOWN:
    text_add (t, "?");
    break;
  case MODEL_SIZE:
    add_size (t, o->u.size);
    break;
  case MODEL_CALL:
    add_place (t, &o->u.call->callee);
    text_add (t, "(");
    for (uint32_t i = 0; i < o->u.call->n_args; i++) {
      text_add (t, i ? ", " : "");
      add_operand (t, NULL, &o->u.call->args[i]);
    }
    text_add (t, ")");
    break;
  case MODEL_CONSTANTS:
    for (uint32_t i = 0; i < o->u.constants->n; i++)
      text_printf (t, "%s%" PRId64, i ? "|" : "", o->u.constants->v[i]);
    break;
  case MODEL_KEYWORD:
    text_add (t, model_keywords (info->type)->names[o->u.keyword]);
    break;
  }
}

/* Would the row mean the same without it? */
static bool is_default (const struct model_operand_info *info, const struct model_operand *o)
{
  if (!info->key)
    return false;
  if (o->kind == MODEL_KEYWORD)
    return o->u.keyword == info->init;
  if (o->kind == MODEL_SIZE)
    return o->u.size->kind == info->init && !o->u.size->at_most;
  return o->kind == MODEL_NONE;
}

static void add_condition (struct text *t, const struct model_condition *c)
{
  static const char *const relations[] = {"=", "!=", "<", "<=", ">", ">=", "&", "!&"};
  text_printf (t, "%s%" PRId64, relations[c->relation], c->value);
}

static void add_effect (struct text *t, const struct model_effect *e)
{
  const struct model_effect_info *info = &model_effects[e->kind];
  text_add (t, info->name);
  for (unsigned i = 0; i < info->n_operands; i++) {
    const struct model_operand_info *o = &info->operands[i];
    if (is_default (o, &e->op[i]))
      continue;
    text_add (t, " ");
    if (o->key && *o->key)
      text_printf (t, "%s=", o->key);
    add_operand (t, o, &e->op[i]);
  }
  if (e->guard) {
    text_printf (t, " if arg%u", e->guard->arg);
    if (!e->guard->given)
      add_condition (t, &e->guard->condition);
  }
  if (e->outcome) {
    text_add (t, e->outcome->expected ? " expect " : " on ");
    for (unsigned i = 0; i < e->outcome->n; i++) {
      text_add (t, i ? "|" : "");
      add_condition (t, &e->outcome->alternatives[i]);
    }
    if (e->outcome->fails)
      text_printf (t, " else %" PRId64, e->outcome->other);
  }
}

void model_dump (const struct model *m, struct text *t)
{
  text_printf (t, "%s%s: ", m->overrides ? "override " : "", m->name);
  for (uint32_t i = 0; i < m->n_effects; i++) {
    text_add (t, i ? "; " : "");
    add_effect (t, &m->effects[i]);
  }
  text_add (t, m->n_effects ? "\n" : "nothing\n");
}

void models_dump (const struct models *m, struct text *t)
{
  const struct model **all = models_sorted (m);
  for (const struct model **p = all; *p; p++)
    model_dump (*p, t);
  free (all);
}
