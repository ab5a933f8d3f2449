/* See models-make.h. */

#include "models-make.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

struct models *models;
struct text model_messages, model_dumped;

void set_up_no_models (void)
{
  models = models_new_empty ();
}

void set_up_models (void)
{
  models = models_new ();
}

void tear_down_models (void)
{
  models_free (models);
  text_free (&model_messages);
  text_free (&model_dumped);
}

void collect_message (void *context, const char *message)
{
  ck_assert_ptr_eq (context, &model_messages);
  ck_assert (strchr (message, '\n') == NULL);
  text_printf (&model_messages, "%s\n", message);
}

unsigned add_rows_n (const char *text, size_t size)
{
  /* in a block of exactly its size, so that AddressSanitizer sees every byte read beyond it */
  char *exact = malloc (size ? size : 1);
  memcpy (exact, text, size);
  text_clear (&model_messages);
  unsigned errors =
      models_add_text (models, "my.models", exact, size, collect_message, &model_messages);
  free (exact);
  return errors;
}

unsigned add_rows (const char *text)
{
  return add_rows_n (text, strlen (text));
}

void add_rows_cleanly (const char *text)
{
  unsigned errors = add_rows (text);
  ck_assert_msg (errors == 0 && model_messages.n == 0, "%s: %s", text, text_of (&model_messages));
}

const struct model *find_model (const char *name)
{
  const struct model *m = models_find (models, name);
  ck_assert_msg (m != NULL, "no model of %s; %s", name, text_of (&model_messages));
  ck_assert_str_eq (m->name, name);
  return m;
}

void check_row (const char *name, const char *body)
{
  struct text expected = {0};
  text_printf (&expected, "%s: %s\n", name, body);
  text_clear (&model_dumped);
  model_dump (find_model (name), &model_dumped);
  ck_assert_str_eq (text_of (&model_dumped), expected.v);
  text_free (&expected);
}

const struct model_effect *effect_of (const char *name, enum effect_kind kind)
{
  const struct model *m = find_model (name);
  for (uint32_t i = 0; i < m->n_effects; i++)
    if (m->effects[i].kind == kind) {
      ck_assert (model_has (m, kind));
      return &m->effects[i];
    }
  ck_abort_msg ("%s has no effect %s", name, model_effects[kind].name);
}

bool lacks_effect (const char *name, enum effect_kind kind)
{
  return !model_has (find_model (name), kind);
}

/* Are two tables the same?  By structure, not by dump. */

static bool same_string (const char *a, const char *b)
{
  return a == b || (a && b && strcmp (a, b) == 0);
}

static bool same_place (const struct model_place *a, const struct model_place *b)
{
  static const struct model_offset none[MODEL_DEREFS + 1];
  if (a->base != b->base || a->derefs != b->derefs || a->number != b->number ||
      !same_string (a->name, b->name))
    return false;
  const struct model_offset *x = a->offsets ? a->offsets : none;
  const struct model_offset *y = b->offsets ? b->offsets : none;
  for (unsigned i = 0; i <= a->derefs; i++)
    if (x[i].bytes != y[i].bytes || x[i].pointers != y[i].pointers || x[i].unknown != y[i].unknown)
      return false;
  return true;
}

static bool same_size (const struct model_size *a, const struct model_size *b)
{
  if (a->kind != b->kind || a->at_most != b->at_most || a->pointers != b->pointers ||
      a->bytes != b->bytes || a->factors != b->factors)
    return false;
  for (unsigned i = 0; i < a->factors; i++)
    if (!same_place (&a->factor[i], &b->factor[i]))
      return false;
  return true;
}

static bool same_operand (const struct model_operand *a, const struct model_operand *b)
{
  if (a->kind != b->kind)
    return false;
  switch ((enum model_operand_kind)a->kind) {
  case MODEL_NONE:
  case MODEL_UNKNOWN:
    return true;
  case MODEL_PLACE:
    return same_place (&a->u.place, &b->u.place);
  case MODEL_NUMBER:
    return a->u.number == b->u.number;
  case MODEL_KEYWORD:
    return a->u.keyword == b->u.keyword;
  case MODEL_SIZE:
    return same_size (a->u.size, b->u.size);
  case MODEL_CONSTANTS:
    return a->u.constants->n == b->u.constants->n &&
           memcmp (a->u.constants->v, b->u.constants->v,
                   a->u.constants->n * sizeof *a->u.constants->v) == 0;
  case MODEL_CALL:
    if (!same_place (&a->u.call->callee, &b->u.call->callee) ||
        a->u.call->n_args != b->u.call->n_args)
      return false;
    for (uint32_t i = 0; i < a->u.call->n_args; i++)
      if (!same_operand (&a->u.call->args[i], &b->u.call->args[i]))
        return false;
    return true;
  }
  return false;
}

static bool same_condition (const struct model_condition *a, const struct model_condition *b)
{
  return a->relation == b->relation && a->value == b->value;
}

static bool same_outcome (const struct model_outcome *a, const struct model_outcome *b)
{
  if (!a || !b)
    return a == b;
  if (a->expected != b->expected || a->n != b->n)
    return false;
  for (unsigned i = 0; i < a->n; i++)
    if (!same_condition (&a->alternatives[i], &b->alternatives[i]))
      return false;
  return true;
}

static bool same_guard (const struct model_guard *a, const struct model_guard *b)
{
  if (!a || !b)
    return a == b;
  return a->arg == b->arg && same_condition (&a->condition, &b->condition);
}

static bool same_model (const struct model *a, const struct model *b)
{
  if (strcmp (a->name, b->name) != 0 || a->overrides != b->overrides ||
      a->min_args != b->min_args || a->kinds[0] != b->kinds[0] || a->kinds[1] != b->kinds[1] ||
      a->n_effects != b->n_effects)
    return false;
  for (uint32_t i = 0; i < a->n_effects; i++) {
    const struct model_effect *x = &a->effects[i], *y = &b->effects[i];
    if (x->kind != y->kind || x->n_operands != y->n_operands ||
        !same_outcome (x->outcome, y->outcome) || !same_guard (x->guard, y->guard))
      return false;
    for (unsigned j = 0; j < x->n_operands; j++)
      if (!same_operand (&x->op[j], &y->op[j]))
        return false;
  }
  return true;
}

void check_round_trip (void)
{
  struct models *again = models_new_empty ();
  text_clear (&model_messages);
  text_clear (&model_dumped);
  models_dump (models, &model_dumped);
  models_add_text (again, "dump", text_of (&model_dumped), model_dumped.n, collect_message,
                   &model_messages);
  ck_assert_str_eq (text_of (&model_messages), "");
  ck_assert_uint_eq (models_count (again), models_count (models));
  const struct model **a = models_sorted (models), **b = models_sorted (again);
  for (size_t i = 0; a[i]; i++)
    ck_assert_msg (same_model (a[i], b[i]), "%s reads back differently", a[i]->name);
  struct text second = {0};
  models_dump (again, &second);
  ck_assert_str_eq (text_of (&second), text_of (&model_dumped));
  text_free (&second);
  free (a);
  free (b);
  models_free (again);
}
