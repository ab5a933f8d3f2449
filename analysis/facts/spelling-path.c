/* Spelling of paths: the fields and elements that lead from a base to the place that is accessed.
 */

#include "spelling-internal.h"
#include "wrap.h"

#include <inttypes.h>

static bool take_field (struct speller *s, struct path_place *p, int64_t n, const char *separator)
{
  if (!is_aggregate (p->type) || n < 0 || n >= p->type->n_fields)
    return false;
  const struct rec_field *f = &p->type->fields[n];
  if (f->name) {
    text_add (s->out, separator);
    spell_name (s->u->strings[f->name], s->out);
  }
  p->bitoff = wrapping_add (p->bitoff, f->bitoff);
  p->type = type_at (s->u, f->type);
  return true;
}

uint64_t type_bits (const struct unit *u, const struct type *t)
{
  for (int i = 0; t && !t->r.bits && t->r.kind == TK_ARRAY && i < DEEPEST; i++)
    t = type_at (u, t->r.target);
  return t ? t->r.bits : 0;
}

static uint64_t field_bits (const struct unit *u, const struct rec_field *f)
{
  return f->flags & DF_BITFIELD ? f->bits : type_bits (u, type_at (u, f->type));
}

void spell_path (struct speller *s, const struct address *a, struct path_place *p,
                 const char *first)
{
  const char *separator = first;
  for (uint32_t i = 0; i < a->n_steps; i++) {
    const struct step *step = &a->steps[i];
    if (is_long (s) || i == LONGEST) {
      text_add (s->out, "...");
      return;
    }
    if (step->kind == STEP_FIELD) {
      size_t before = s->out->n;
      if (!take_field (s, p, step->n, separator))
        return;
      if (s->out->n != before) /* an anonymous struct leaves nothing to join */
        separator = ".";
      continue;
    }
    if (!p->type || p->type->r.kind != TK_ARRAY)
      return;
    text_add (s->out, "[");
    p->type = type_at (s->u, p->type->r.target);
    if (step->kind == STEP_CONSTANT) {
      text_printf (s->out, "%" PRId64, step->n);
      p->bitoff =
          wrapping_add (p->bitoff, wrapping_mul (step->n, (int64_t)type_bits (s->u, p->type)));
    } else if (p->next_index < a->n_indices) {
      spell_any (s, &a->indices[p->next_index++].index, LOOSE);
    }
    text_add (s->out, "]");
    separator = ".";
  }
}

bool spell_field (const struct unit *u, const struct address *a, struct text *out)
{
  uint32_t type = a->root, record = 0;
  const struct rec_field *last = NULL;
  for (uint32_t i = 0; i < a->n_steps && i < LONGEST && type; i++) {
    const struct type *t = &u->types[type];
    const struct step *step = &a->steps[i];
    if (step->kind != STEP_FIELD) {
      type = t->r.kind == TK_ARRAY ? t->r.target : 0;
      continue;
    }
    if (!is_aggregate (t) || step->n < 0 || step->n >= t->n_fields)
      break;
    if (t->r.name && t->fields[step->n].name && !is_frame (u, t)) {
      record = type;
      last = &t->fields[step->n];
    }
    type = t->fields[step->n].type;
  }
  if (!last)
    return false;
  spell_type (u, record, out);
  text_add (out, ".");
  spell_name (u->strings[last->name], out);
  return true;
}

/* The field of T that BITS at OFFSET fall into, or -1. */
static int64_t field_at (const struct unit *u, const struct type *t, int64_t offset, uint64_t bits)
{
  int64_t found = -1;
  for (uint32_t i = 0; i < t->n_fields && i < MOST_FIELDS; i++) {
    const struct rec_field *f = &t->fields[i];
    uint64_t size = field_bits (u, f), inside = (uint64_t)offset - (uint64_t)f->bitoff;
    if (offset < f->bitoff || bits > size || inside > size - bits)
      continue;
    if (found < 0 || size == bits)
      found = i;
    if (size == bits)
      break;
  }
  return found;
}

/* Whether SIZE bits from A on and BITS from B on share one. */
static bool overlap (int64_t a, uint64_t size, int64_t b, uint64_t bits)
{
  return a <= b ? (uint64_t)b - (uint64_t)a < size : (uint64_t)a - (uint64_t)b < bits;
}

/* Whether SIZE bits of the access from its bit FIRST on are among those looked at. */
static bool looked_at (const struct speller *s, int64_t first, uint64_t size)
{
  /* The mask is that of the outermost access. */
  if (!s->mask || s->depth != 1 || first >= 64)
    return true;
  uint64_t end = (uint64_t)first + size; /* a field may start before the access */
  uint64_t below_end = end < 64 ? ((uint64_t)1 << end) - 1 : UINT64_MAX;
  uint64_t from_first = first > 0 ? UINT64_MAX << first : UINT64_MAX;
  return (s->mask & below_end & from_first) != 0;
}

/* The fields of T that BITS at OFFSET overlap, as `a, b': GCC reads neighbouring bit-fields at
 * once.
 */
static void spell_fields_touched (struct speller *s, const struct type *t, int64_t offset,
                                  uint64_t bits, const char *prefix, const char *separator)
{
  bool any = false;
  for (uint32_t i = 0; i < t->n_fields && i < MOST_FIELDS; i++) {
    const struct rec_field *f = &t->fields[i];
    if (!f->name || !overlap (f->bitoff, field_bits (s->u, f), offset, bits) ||
        !looked_at (s, wrapping_sub (f->bitoff, offset), field_bits (s->u, f)))
      continue;
    if (any && is_long (s)) {
      text_add (s->out, ", ...");
      return;
    }
    if (any)
      text_printf (s->out, ", %s", prefix);
    text_add (s->out, separator);
    spell_name (s->u->strings[f->name], s->out);
    any = true;
  }
}

void spell_rest (struct speller *s, struct path_place *p, int64_t bitoff, uint64_t bits,
                 size_t start, const char *separator)
{
  for (int i = 0; i < DEEPEST && bits && p->type && type_bits (s->u, p->type) > bits; i++) {
    int64_t inside = wrapping_sub (bitoff, p->bitoff);
    if (is_aggregate (p->type)) {
      int64_t field = field_at (s->u, p->type, inside, bits);
      if (field < 0) {
        struct text prefix = {0};
        text_add (&prefix, text_of (s->out) + start);
        spell_fields_touched (s, p->type, inside, bits, prefix.v, separator);
        text_free (&prefix);
        return;
      }
      size_t before = s->out->n;
      take_field (s, p, field, separator);
      if (s->out->n != before)
        separator = ".";
    } else if (p->type->r.kind == TK_ARRAY) {
      const struct type *element = type_at (s->u, p->type->r.target);
      int64_t size = (int64_t)type_bits (s->u, element);
      if (size <= 0 || inside < 0)
        return;
      text_printf (s->out, "[%" PRId64 "]", inside / size);
      p->bitoff = wrapping_add (p->bitoff, inside / size * size);
      p->type = element;
      separator = ".";
    } else {
      return;
    }
  }
}
