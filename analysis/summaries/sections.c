/* Sections: a loop over elements, as the addresses of the first and the last one. */

#include "locks-internal.h"
#include "sections-internal.h"

bool sections_mention (const struct exprs *x, expr_id e, expr_id counter)
{
  const struct expr *v = expr_get (x, e);
  if (e == counter)
    return true;
  switch ((enum expr_op)v->op) {
  case X_LOAD:
  case X_ADD:
  case X_CONVERT:
    return sections_mention (x, v->a, counter);
  case X_INDEX:
  case X_OP:
    return sections_mention (x, v->a, counter) || sections_mention (x, v->b, counter);
  default:
    return false;
  }
}

/* By how much a sum grows with a number: a constant times other numbers, which is what is left of
   the one product in which it occurs; false: it occurs otherwise. */
static bool find_scale (const struct exprs *x, const struct sum *s, expr_id e,
                        struct product *scale)
{
  *scale = (struct product){0};
  for (uint32_t i = 0; i < s->n; i++)
    for (uint32_t j = 0; j < MOST_FACTORS; j++) {
      if (!s->v[i].factor[j] || !sections_mention (x, s->v[i].factor[j], e))
        continue;
      if (scale->k || s->v[i].factor[j] != e)
        return false;
      *scale = s->v[i];
      for (uint32_t k = j; k > 0; k--)
        scale->factor[k] = scale->factor[k - 1];
      scale->factor[0] = 0;
    }
  return scale->k != 0;
}

int64_t sections_coefficient (const struct exprs *x, const struct sum *s, expr_id e)
{
  struct product scale;
  return find_scale (x, s, e, &scale) && !scale.factor[MOST_FACTORS - 1] && scale.k > 0 ? scale.k
                                                                                        : 0;
}

expr_id sections_plain (struct exprs *x, expr_id e)
{
  const struct expr v = *expr_get (x, e);
  switch ((enum expr_op)v.op) {
  case X_CONVERT:
    return labs (v.k) >= 32 ? sections_plain (x, v.a) : e;
  case X_ADD:
    return expr_add (x, sections_plain (x, v.a), v.k);
  case X_INDEX:
    return expr_index (x, sections_plain (x, v.a), sections_plain (x, v.b), v.k);
  case X_OP:
    return expr_is_comparison (x, e)
               ? e
               : expr_binary (x, v.code, sections_plain (x, v.a), sections_plain (x, v.b));
  default:
    return e;
  }
}

enum { MOST_LOOPS = 4 };
enum end {
  END_LOW, /* of all elements */
  END_HIGH,
  END_RUN /* the last element before the loop goes on that leaves elements out */
};

/* A section that is being found. */
struct finding {
  struct body *d;
  uint32_t record;
  struct {
    expr_id low, high;
    bool in_bytes;       /* they are addresses */
  } counted[MOST_LOOPS]; /* what loops have counted between, where the access is */
  uint32_t n_counted;
  expr_id strides; /* the counter of the outermost loop that leaves elements out; 0: none */
  expr_id step;    /* ... and how many bytes it goes on by */
  bool any;        /* a loop has been found */
};

/* Whether the number is not negative where the access is: a loop is there that counts through as
   many, or comes to as many times so many bytes. */
static bool is_natural (const struct finding *f, expr_id e, int64_t bytes)
{
  const struct exprs *x = &f->d->s->x;
  for (uint32_t i = 0; i < f->n_counted; i++) {
    struct sum rest = {0};
    int64_t k;
    if (sum_add_expr (x, &rest, e, f->counted[i].in_bytes ? bytes : 1) &&
        sum_add_expr (x, &rest, f->counted[i].high, -1) &&
        sum_add_expr (x, &rest, f->counted[i].low, 1) && sum_is_number (&rest, &k) && k >= 0)
      return true;
  }
  return false;
}

/* The same as find_scale, if nothing but the constant may be negative. */
static bool has_natural_scale (const struct finding *f, const struct sum *s, expr_id e,
                               struct product *scale)
{
  if (!find_scale (&f->d->s->x, s, e, scale))
    return false;
  for (uint32_t j = 0; j < MOST_FACTORS; j++)
    if (scale->factor[j] && !is_natural (f, scale->factor[j], labs (scale->k)))
      return false;
  return true;
}

static void add_counted (struct finding *f, expr_id low, expr_id high, bool in_bytes)
{
  if (f->n_counted == MOST_LOOPS)
    return;
  f->counted[f->n_counted].low = low;
  f->counted[f->n_counted].high = high;
  f->counted[f->n_counted++].in_bytes = in_bytes;
}

/* K times the product, as a number of bytes. */
static expr_id scaled_step (struct exprs *x, expr_id step, const struct product *scale)
{
  for (uint32_t j = 0; j < MOST_FACTORS; j++)
    if (scale->factor[j])
      step = expr_binary (x, OP_MUL, step, scale->factor[j]);
  return step ? expr_index (x, expr_const (x, 0), step, scale->k) : 0;
}

/* A number in the sum that a loop of the function counts, and with which it grows; 0: there is
   none. */
static expr_id find_counter (struct finding *f, const struct sum *s, struct counter *c,
                             struct product *scale)
{
  for (uint32_t i = 0; i < s->n; i++)
    for (uint32_t j = 0; j < MOST_FACTORS; j++) {
      expr_id e = s->v[i].factor[j];
      *c = (struct counter){0};
      if (e && loops_counter (f->d, e, c) && !c->shift && has_natural_scale (f, s, e, scale))
        return e;
    }
  return 0;
}

/* The address at the last element, of a pointer that a loop moves up to another one; 0: it does
 * not.
 */
static expr_id end_of_pointer (struct body *d, const struct counter *c, uint32_t record, expr_id e)
{
  struct exprs *x = &d->s->x;
  struct loop_test test;
  int64_t at, from, compared;
  expr_id array = expr_base (x, c->moving, &from);
  if (!loops_test (d, c, record, &test) || expr_base (x, e, &at) != array ||
      expr_base (x, value_of_operand (d, test.left), &compared) != array ||
      (test.relation != OP_LT && test.relation != OP_NE && test.relation != OP_LE))
    return 0;
  int64_t stride = expr_get (x, array)->k, last = test.relation == OP_LE ? 0 : stride;
  return stride > 0 ? expr_add (x, value_of_operand (d, test.right), at - compared - last) : 0;
}

/* The address at an end of the section. */
static expr_id end_of_section (struct finding *f, expr_id e, enum end end)
{
  struct exprs *x = &f->d->s->x;
  for (uint32_t i = 0; i <= MOST_LOOPS; i++) {
    struct sum s = {0};
    struct counter c;
    struct product scale;
    expr_id bounds[2];
    if (!e || !sum_of (x, e, &s))
      return 0;
    expr_id counter = find_counter (f, &s, &c, &scale);
    if (!counter)
      return e;
    f->any = true;
    if (c.moving) { /* it moves up */
      if (scale.factor[MOST_FACTORS - 1] || scale.k < 0)
        return 0;
      e = end == END_LOW ? expr_replace (x, e, counter, c.init)
                         : end_of_pointer (f->d, &c, f->record, e);
      continue;
    }
    if (!loops_bounds (f->d, &c, f->record, bounds))
      return 0;
    add_counted (f, bounds[0], bounds[1], false);
    if (end == END_LOW && c.step > 1 && scale.k > 0) {
      f->strides = counter;
      f->step = scaled_step (x, expr_const (x, c.step), &scale);
    }
    bool high = end == END_HIGH || (end == END_RUN && counter != f->strides);
    e = expr_replace (x, e, counter, sections_plain (x, bounds[high != (scale.k < 0)]));
  }
  return 0;
}

/* What a loop adds to E in each round, if that is not constant: *INIT is what it begins with. */
static expr_id varying_step (struct body *d, expr_id e, expr_id *init)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = expr_get (x, e);
  uint32_t record = v->op == X_VALUE && v->a == d->f ? d->b->value_defs[v->b] : UINT32_MAX;
  if (record == UINT32_MAX || d->b->records[record]->kind != REC_phi)
    return 0;
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[record];
  uint32_t header = d->flow.block_of[record];
  const struct block *b = &d->b->blocks[header];
  if (phi->args.n != 2 || b->n_preds != 2)
    return 0;
  for (uint32_t i = 0; i < 2; i++) {
    struct sum next = {0}, first = {0}, by;
    expr_id arg = value_of_operand (d, &phi->args.v[i]);
    *init = value_of_operand (d, &phi->args.v[!i]);
    if (arg && *init && b->preds[i] < d->b->n_blocks &&
        dominates (&d->flow.dominators, header, b->preds[i]) && sum_of (x, arg, &next) &&
        sum_of (x, e, &first) && sum_difference (&next, &first, &by) && by.n == 1 &&
        by.v[0].k == 1 && !by.v[0].factor[MOST_FACTORS - 2])
      return by.v[0].factor[MOST_FACTORS - 1];
  }
  return 0;
}

/* An access in a loop that goes on by a number that is not constant, of which LOW and RUN are the
   ends inside a round; the number must be loaded from somewhere, or come with the call. */
static bool find_varying (struct finding *f, struct item *i, expr_id low, expr_id run)
{
  struct exprs *x = &f->d->s->x;
  struct sum s = {0};
  if (!sum_of (x, low, &s))
    return false;
  for (uint32_t k = 0; k < s.n; k++)
    for (uint32_t j = 0; j < MOST_FACTORS; j++) {
      expr_id counter = s.v[k].factor[j], init, inner;
      expr_id step = counter ? varying_step (f->d, counter, &init) : 0;
      struct product scale;
      if (!step || !has_natural_scale (f, &s, counter, &scale) || scale.k <= 0 ||
          (expr_get (x, step)->op != X_LOAD && expr_get (x, step)->op != X_FORMAL) ||
          expr_root (x, step) != step || varying_step (f->d, expr_root (x, init), &inner))
        continue;
      i->e[SECTION_LOW] = expr_replace (x, low, counter, init);
      i->e[SECTION_RUN] = expr_replace (x, run, counter, init);
      i->e[SECTION_HIGH] = 0;
      if (i->e[SECTION_LOW] && i->e[SECTION_RUN])
        i->e[SECTION_STEP] = scaled_step (x, step, &scale);
      return true;
    }
  return false;
}

/* The variable in a sum, which is otherwise a distance; 0: none, or nobody knows how long it is. */
static expr_id variable_in (const struct body *d, const struct sum *s)
{
  const struct exprs *x = &d->s->x;
  for (uint32_t k = 0; k < s->n; k++) {
    expr_id e = s->v[k].factor[MOST_FACTORS - 1];
    const struct abstract_object *o =
        e && expr_get (x, e)->op == X_OBJECT ? &d->s->p->objects.v.v[expr_get (x, e)->a] : NULL;
    if (o && o->kind == OBJECT_GLOBAL && o->size && !o->stands_for && s->v[k].k == 1 &&
        !s->v[k].factor[MOST_FACTORS - 2])
      return e;
  }
  return 0;
}

/* An element whose number is at least, or at most, a constant, as FACTS say or the way it is
   computed; where nothing is said, it is inside of the variable.  It is no section if that is all
   of the variable. */
static bool find_bounded (struct body *d, struct item *i, setid facts)
{
  struct exprs *x = &d->s->x;
  struct state st = {.facts = facts};
  struct sum s = {0};
  bool has_low = true, has_high = true;
  expr_id low = i->e[0], high = low;
  int64_t stride = 0, first = 0, last = 0;
  if (!sum_of (x, low, &s))
    return false;
  for (uint32_t k = 0; k < s.n; k++) {
    expr_id e = s.v[k].factor[MOST_FACTORS - 1];
    struct result_range r = locks_known_range (d->s, &st, e);
    if (!e || (r.low <= INT32_MIN && r.high >= INT32_MAX) || !sections_coefficient (x, &s, e))
      continue;
    has_low = has_low && r.low > INT32_MIN;
    has_high = has_high && r.high < INT32_MAX;
    low = expr_replace (x, low, e, expr_const (x, has_low ? r.low : 0));
    high = expr_replace (x, high, e, expr_const (x, has_high ? r.high : 0));
    stride = sections_coefficient (x, &s, e) > stride ? sections_coefficient (x, &s, e) : stride;
  }
  if (!stride || !low || !high ||
      (expr_get (x, low)->flags | expr_get (x, high)->flags) & XF_OPAQUE)
    return false;
  expr_id whole = variable_in (d, &s);
  int64_t size = whole ? (int64_t)d->s->p->objects.v.v[expr_get (x, whole)->a].size : 0;
  uint64_t bytes = d->s->effects->v.v[i->effect].bytes;
  if (!(has_low && has_high) && (!whole || !bytes || bytes > (uint64_t)size))
    return false;
  low = has_low ? low : whole;
  high = has_high ? high : expr_add (x, whole, size - (int64_t)bytes);
  if (whole && expr_base (x, low, &first) == whole && expr_base (x, high, &last) == whole &&
      first < stride && last + stride >= size)
    return false;
  i->e[SECTION_LOW] = low;
  i->e[SECTION_HIGH] = high;
  return true;
}

/* Whether it depends on something that the function has not loaded. */
static bool has_value (const struct exprs *x, expr_id e)
{
  const struct expr *v = expr_get (x, e);
  switch ((enum expr_op)v->op) {
  case X_VALUE:
    return true;
  case X_ADD:
  case X_CONVERT:
  case X_LOAD:
    return has_value (x, v->a);
  case X_INDEX:
  case X_OP:
    return has_value (x, v->a) || has_value (x, v->b);
  default:
    return false;
  }
}

/* Finds the section of what is between two addresses, which are one if HIGH is LOW. */
static bool find_section (struct body *d, struct item *i, expr_id low, expr_id high)
{
  struct exprs *x = &d->s->x;
  struct finding f = {.d = d, .record = i->record};
  expr_id first = sections_plain (x, low);
  expr_id last = low == high ? first : sections_plain (x, high);
  if (first != last)
    add_counted (&f, first, last, true);
  low = end_of_section (&f, first, END_LOW);
  if (first == last && !f.any) /* most are in no loop: the other end is the same */
    return find_varying (&f, i, first, last);
  high = low ? end_of_section (&f, last, END_HIGH) : 0;
  if (!high || !f.any)
    return find_varying (&f, i, first, last);
  expr_id run = end_of_section (&f, last, END_RUN);
  if (run && find_varying (&f, i, low, run))
    return true;
  i->e[SECTION_LOW] = low;
  i->e[SECTION_HIGH] = high;
  bool strides = f.strides && f.step && run;
  i->e[SECTION_STEP] = strides ? f.step : 0;
  i->e[SECTION_RUN] = strides ? run : 0;
  return true;
}

/* The same, of an access that is part of a call, by the loops around that. */
static void extend_section (struct body *d, struct item *i)
{
  expr_id low = i->e[SECTION_LOW], high = i->e[SECTION_HIGH];
  if (has_value (&d->s->x, low) || has_value (&d->s->x, high))
    find_section (d, i, low, high);
}

void sections_measure (struct body *d, struct item *i, const struct effect *e)
{
  struct exprs *x = &d->s->x;
  const struct rec_call *c = (const struct rec_call *)d->b->records[e->record];
  if (!e->size || !i->e[0] || e->size->pointers || c->r.kind != REC_call ||
      !proves_by (d->s->p, PROOF_SECTION))
    return;
  expr_id bytes = expr_const (x, 1);
  for (unsigned k = 0; k < e->size->factors; k++) {
    const struct model_place *p = &e->size->factor[k];
    bool known = p->base == MODEL_ARG && !p->derefs && !p->offsets && p->number < c->args.n;
    bytes = known ? expr_binary (x, OP_MUL, bytes, value_of_operand (d, &c->args.v[p->number])) : 0;
  }
  expr_id high = bytes ? expr_add (x, expr_index (x, i->e[0], bytes, e->size->bytes), -1) : 0;
  if (!high)
    return;
  i->e[SECTION_LOW] = sections_plain (x, i->e[0]);
  i->e[SECTION_HIGH] = sections_plain (x, high);
  i->measured = true;
}

void sections_find (struct body *d, struct item *i, setid facts)
{
  const struct exprs *x = &d->s->x;
  if (!i->e[0] || !(expr_get (x, i->e[0])->flags & XF_OPAQUE) ||
      !proves_by (d->s->p, PROOF_SECTION))
    return;
  if (i->e[SECTION_LOW]) {
    if (i->e[SECTION_HIGH])
      extend_section (d, i);
    return;
  }
  if ((find_section (d, i, i->e[0], i->e[0]) || find_bounded (d, i, facts)) &&
      !has_value (x, i->e[SECTION_LOW]))
    return;
  for (expr_id e = i->e[0]; (e = expr_origin (x, e)) && expr_get (x, e)->flags & XF_OPAQUE;) {
    if (expr_get (x, expr_root (x, e))->op == X_REACHED)
      return;
    i->behind_section++;
    if (find_section (d, i, e, e))
      return;
  }
  i->behind_section = 0;
}
