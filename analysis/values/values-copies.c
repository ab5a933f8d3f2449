/* Structs that are copied: what is loaded from the copy is what was in the original then. */

#include "values-internal.h"

/* Part of a struct that is copied. */
struct part {
  int64_t offset;
  uint64_t key;
  expr_id value;
};

enum { MOST_PARTS = 16 };

static uint32_t add_part (struct part *v, uint32_t n, int64_t offset, uint64_t key, uint64_t bytes)
{
  uint64_t end = ((key & UINT32_MAX) + (key >> 32) + 7) / 8;
  for (uint32_t i = 0; i < n; i++)
    if (v[i].offset == offset && v[i].key == key)
      return n;
  if (n == MOST_PARTS || offset < 0 || !(key & UINT32_MAX) || (uint64_t)offset + end > bytes)
    return n;
  v[n] = (struct part){offset, key, 0};
  return n + 1;
}

/* The parts of a copied struct that matter: those of which it is known what they are, and those
   that the function loads if it is copied to a variable of its own. */
static uint32_t find_parts (struct walk *w, const struct rec_copy *copy, struct part *v)
{
  struct body *d = w->d;
  const struct exprs *x = &d->s->x;
  uint32_t n = 0;
  int64_t start, at;
  expr_id base = expr_base (x, value_of_address (d, &copy->from), &start);
  for (uint32_t i = 0; i < w->now.n; i++)
    if (expr_base (x, w->now.v[i].address, &at) == base)
      n = add_part (v, n, at - start, w->now.v[i].key, copy->bits / 8);
  if (copy->to.base_kind != BASE_LOCAL || copy->to.n_indices)
    return n;
  for (uint32_t r = 0; r < d->b->n_records && n < MOST_PARTS; r++) {
    const struct rec_load *l = (const struct rec_load *)d->b->records[r];
    if (l->r.kind == REC_load && l->addr.base_kind == BASE_LOCAL && l->addr.base == copy->to.base &&
        !l->addr.n_indices)
      n = add_part (v, n, address_bytes (&l->addr) - address_bytes (&copy->to),
                    values_content_key (load_bits (d->u, d->b, l), &l->addr), copy->bits / 8);
  }
  return n;
}

/* What the words of a small struct are; how many there are. */
static uint32_t find_words (struct walk *w, uint32_t record, const struct rec_copy *copy,
                            expr_id from, expr_id *value)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  uint32_t word = d->u->r.pointer_bits;
  uint32_t n = copy->bits <= LARGEST_KNOWN_COPY && word >= 32 ? (uint32_t)(copy->bits / word) : 0;
  for (uint32_t i = 0; i < n; i++) {
    expr_id at = expr_add (x, from, i * (int64_t)(word / 8));
    value[i] = values_known (w, at, word);
    if (!value[i])
      value[i] = expr_load (x, at, expr_version (x, d->f, record, 0), word);
    map_set (&d->copied, map_pair (record, i), value[i]);
  }
  return n;
}

void values_walk_copy (struct walk *w, uint32_t record)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  const struct rec_copy *copy = (const struct rec_copy *)d->b->records[record];
  expr_id from = value_of_address (d, &copy->from), to = value_of_address (d, &copy->to);
  struct part parts[MOST_PARTS];
  bool known = from && to && !(copy->flags & AF_VOLATILE);
  uint32_t n = known ? find_parts (w, copy, parts) : 0, word = d->u->r.pointer_bits;
  expr_id words[LARGEST_KNOWN_COPY / 32];
  for (uint32_t i = 0; i < n; i++) {
    expr_id at = expr_add (x, from, parts[i].offset);
    setid where = at ? expr_points (x, d->f, at) : SETS_EMPTY;
    parts[i].value = where ? values_load (w, at, parts[i].key, record, where, false) : 0;
  }
  uint32_t n_words = known ? find_words (w, record, copy, from, words) : 0;
  values_walk_memory (w, record);
  for (uint32_t i = 0; i < n; i++) {
    expr_id at = expr_add (x, to, parts[i].offset);
    setid where = at ? expr_points (x, d->f, at) : SETS_EMPTY;
    if (where)
      values_know (w, at, parts[i].key, parts[i].value, record, where);
  }
  for (uint32_t i = 0; i < n_words; i++) {
    expr_id at = expr_add (x, to, i * (int64_t)(word / 8));
    setid where = at ? expr_points (x, d->f, at) : SETS_EMPTY;
    if (where && !values_known (w, at, word) && expr_points (x, d->f, words[i]))
      values_know (w, at, word, words[i], record, where); /* there is not room for all */
  }
}
