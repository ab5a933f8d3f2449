/* Models: the table of them, and the questions that later stages ask.  See models.h for what a
   model is, models-parse.c for where they come from, models-dump.c for how they are printed. */

#include "models.h"
#include "glob.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

/* The tables of models-effects.h as data. */

#define KEYWORD_SET(set, what) static const char *const set##_names[] = {
#define KEYWORD(name, text)    text,
#define KEYWORD_END(set) \
  }                      \
  ;
MODEL_KEYWORDS (KEYWORD_SET, KEYWORD, KEYWORD_END)
#undef KEYWORD_SET
#undef KEYWORD
#undef KEYWORD_END

#define KEYWORD_SET(set, what) {what, set##_names, set##_END},
#define KEYWORD_NOTHING(...)
static const struct model_keyword_set keyword_sets[] = {
    MODEL_KEYWORDS (KEYWORD_SET, KEYWORD_NOTHING, KEYWORD_NOTHING)};
#undef KEYWORD_SET
#undef KEYWORD_NOTHING

#define EFFECT_BEGIN(effect, text)                    static const struct model_operand_info effect##_info[] = {
#define EFFECT_OPERAND(effect, name, type, key, init) {#name, key, MODEL_TYPE_##type, init},
#define EFFECT_END(effect) \
  {                        \
    NULL, NULL, 0, 0       \
  }                        \
  }                        \
  ;
MODEL_EFFECTS (EFFECT_BEGIN, EFFECT_OPERAND, EFFECT_END)
#undef EFFECT_BEGIN
#undef EFFECT_OPERAND
#undef EFFECT_END

#define EFFECT_BEGIN(effect, text) {text, effect##_info, effect##_OPERANDS},
#define EFFECT_NOTHING(...)
const struct model_effect_info model_effects[EFFECT_KINDS] = {
    MODEL_EFFECTS (EFFECT_BEGIN, EFFECT_NOTHING, EFFECT_NOTHING)};
#undef EFFECT_BEGIN
#undef EFFECT_NOTHING

_Static_assert(EFFECT_KINDS <= 128, "model.kinds has a bit for each");

const struct model_keyword_set *model_keywords (enum model_operand_type type)
{
  return type > MODEL_TYPE_CONSTANTS ? &keyword_sets[type - MODEL_TYPE_CONSTANTS - 1] : NULL;
}

/* The table */

static bool has_name (const void *entries, uint32_t number, const void *name)
{
  return strcmp (((const struct model_entry *)entries)[number].name, name) == 0;
}

static uint64_t entry_hash (const void *entries, uint32_t number)
{
  return hash_string (((const struct model_entry *)entries)[number].name);
}

struct models *models_new_empty (void)
{
  return XCNEW (struct models);
}

static void report_builtin (void *context, const char *message)
{
  (void)context;
  fprintf (stderr, "%s\n", message);
}

struct models *models_new (void)
{
  struct models *m = models_new_empty ();
  unsigned errors = 0;
  for (const struct builtin_models *b = builtin_models; b->name; b++)
    errors += models_add_text (m, b->name, b->text, strlen (b->text), report_builtin, NULL);
  if (errors)
    abort (); /* the tables are part of this program, and tested */
  m->sources = 1;
  return m;
}

void models_free (struct models *m)
{
  if (!m)
    return;
  hash_index_free (&m->index);
  free (m->entries);
  free (m->enclosing);
  free (m->patterns);
  arena_free (&m->arena);
  free (m);
}

/* How the names of rows begin that say what happens first or last in bodies. */
static const char *const enclosing_names[] = {[MODEL_ENTER] = ".enter.", [MODEL_LEAVE] = ".leave."};

const char *models_enclosing (const struct models *m, enum model_end end, const char *function)
{
  size_t length = strlen (enclosing_names[end]);
  for (size_t i = 0; i < m->n_enclosing; i++) {
    const struct model_entry *e = &m->entries[m->enclosing[i]];
    if (e->model && strncmp (e->name, enclosing_names[end], length) == 0 &&
        strncmp (e->name + length, function, strlen (e->name + length)) == 0)
      return e->name;
  }
  return NULL;
}

static void keep_number (uint32_t **numbers, size_t *n, uint32_t number)
{
  *numbers = XRESIZEVEC (uint32_t, *numbers, *n + 1);
  (*numbers)[(*n)++] = number;
}

/* Keeps the entry that was added last, if it is one of those, or a pattern. */
static void keep_enclosing (struct models *m, const char *name)
{
  for (size_t i = 0; i < ARRAY_SIZE (enclosing_names); i++)
    if (strncmp (name, enclosing_names[i], strlen (enclosing_names[i])) == 0)
      keep_number (&m->enclosing, &m->n_enclosing, m->index.n - 1);
  if (strchr (name, '*'))
    keep_number (&m->patterns, &m->n_patterns, m->index.n - 1);
}

/* The entry of NAME, or NULL. */
static struct model_entry *find_entry (const struct models *m, const char *name, uint64_t hash)
{
  uint32_t number = hash_index_find (&m->index, hash, has_name, m->entries, name);
  return number == HASH_NONE ? NULL : &m->entries[number];
}

const struct model *models_put (struct models *m, const struct model *model)
{
  uint64_t hash = hash_string (model->name);
  struct model_entry *e = find_entry (m, model->name, hash);
  if (!e) {
    if (m->index.n == m->room) {
      m->room = m->room ? m->room * 2 : 1024;
      m->entries = XRESIZEVEC (struct model_entry, m->entries, m->room);
    }
    e = &m->entries[m->index.n];
    *e = (struct model_entry){model->name, NULL};
    hash_index_add (&m->index, hash, entry_hash, m->entries);
    keep_enclosing (m, model->name);
  }
  const struct model *old = e->model;
  e->model = model;
  m->n += !old;
  return old;
}

void models_remove (struct models *m, const char *name)
{
  struct model_entry *e = find_entry (m, name, hash_string (name));
  if (e && e->model) {
    e->model = NULL;
    m->n--;
  }
}

const struct model *models_find (const struct models *m, const char *name)
{
  const struct model_entry *e = find_entry (m, name, hash_string (name));
  bool mangled = !strncmp (name, "_Z", 2);
  for (size_t i = 0; !e && mangled && i < m->n_patterns; i++) {
    const struct model_entry *pattern = &m->entries[m->patterns[i]];
    if (pattern->model && glob_matches (pattern->name, name))
      e = pattern;
  }
  return e ? e->model : NULL;
}

const struct model *models_find_call (const struct models *m, const char *symbol,
                                      const char *builtin, bool internal)
{
  char name[64];
  if (internal) {
    snprintf (name, sizeof name, ".%s", builtin ? builtin : "");
    return models_find (m, name);
  }
  const struct model *found = symbol ? models_find (m, symbol) : NULL;
  if (!found && builtin)
    found = models_find (m, builtin);
  if (!found && builtin) {
    snprintf (name, sizeof name, "__builtin_%s", builtin);
    found = models_find (m, name);
  }
  return found;
}

size_t models_count (const struct models *m)
{
  return m->n;
}

size_t models_bytes (const struct models *m)
{
  return m->arena.bytes + hash_index_bytes (&m->index) + m->room * sizeof *m->entries;
}

static int by_name (const void *a, const void *b)
{
  return strcmp ((*(const struct model *const *)a)->name, (*(const struct model *const *)b)->name);
}

const struct model **models_sorted (const struct models *m)
{
  const struct model **all = XNEWVEC (const struct model *, m->n + 1);
  size_t n = 0;
  for (uint32_t i = 0; i < m->index.n; i++)
    if (m->entries[i].model)
      all[n++] = m->entries[i].model;
  qsort (all, n, sizeof *all, by_name);
  all[n] = NULL;
  return all;
}

/* Outcomes.  An outcome is a set of results, a union of intervals; a range minus its hole is one or
   two intervals.  The answer is yes if the set covers these, no if it meets none. */

struct interval {
  int64_t low, high;
};

const struct result_range result_unknown = {INT64_MIN, INT64_MAX, false, 0};

struct result_range result_range_of (enum model_relation relation, int64_t value)
{
  struct result_range r = result_unknown;
  switch (relation) {
  case RELATION_EQ:
    r.low = r.high = value;
    break;
  case RELATION_NE:
    r.has_hole = true;
    r.hole = value;
    break;
  case RELATION_LE:
    r.high = value;
    break;
  case RELATION_GE:
    r.low = value;
    break;
  case RELATION_LT:
    r.high = value;
    r.has_hole = true;
    r.hole = value;
    break;
  case RELATION_GT:
    r.low = value;
    r.has_hole = true;
    r.hole = value;
    break;
  case RELATION_BITS:
  case RELATION_NO_BITS:
    break;
  }
  return r;
}

/* The intervals of a range; at most two. */
static unsigned range_intervals (struct result_range r, struct interval *v)
{
  unsigned n = 0;
  if (!r.has_hole || r.hole < r.low || r.hole > r.high) {
    v[n++] = (struct interval){r.low, r.high};
  } else {
    if (r.hole > r.low)
      v[n++] = (struct interval){r.low, r.hole - 1};
    if (r.hole < r.high)
      v[n++] = (struct interval){r.hole + 1, r.high};
  }
  return n;
}

/* Is all of X in V? */
static bool is_covered (struct interval x, const struct interval *v, unsigned n)
{
  for (unsigned i = 0; i < n; i++) {
    if (x.low < v[i].low || x.low > v[i].high)
      continue;
    if (v[i].high >= x.high)
      return true;
    x.low = v[i].high + 1;
    i = -1; /* the rest of X may be in any of them */
  }
  return false;
}

bool model_guard_allows (const struct model_guard *g, int64_t value)
{
  const struct model_condition *c = &g->condition;
  struct result_range r = result_range_of (c->relation, c->value);
  if (c->relation == RELATION_BITS || c->relation == RELATION_NO_BITS)
    return (value & c->value) == (c->relation == RELATION_BITS ? c->value : 0);
  return value >= r.low && value <= r.high && !(r.has_hole && value == r.hole);
}

enum model_answer model_outcome_given (const struct model_outcome *o, struct result_range r)
{
  if (!o)
    return ANSWER_YES;
  struct interval set[2 * MODEL_ALTERNATIVES], known[2];
  unsigned n = 0;
  for (unsigned i = 0; i < o->n; i++)
    n += range_intervals (result_range_of (o->alternatives[i].relation, o->alternatives[i].value),
                          set + n);
  unsigned n_known = range_intervals (r, known);
  bool yes = true, no = true;
  for (unsigned k = 0; k < n_known; k++) {
    yes = yes && is_covered (known[k], set, n);
    for (unsigned i = 0; i < n; i++)
      no = no && (set[i].high < known[k].low || set[i].low > known[k].high);
  }
  bool excluded = r.low > o->other || r.high < o->other || (r.has_hole && r.hole == o->other);
  yes |= o->fails && excluded && !no;
  return yes ? ANSWER_YES : no ? ANSWER_NO : ANSWER_MAYBE;
}
