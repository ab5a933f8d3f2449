/* Sections: a loop over elements, as the addresses of the first and the last one.

   Addresses are compared as sums of products, so that `id * chunk' and `(id + 1) * chunk' are known
   to lie one chunk apart whatever that is. */

#include "locks-internal.h"
#include "sections.h"
#include "sums.h"

static bool mentions (const struct exprs *x, expr_id e, expr_id counter)
{
  const struct expr *v = expr_get (x, e);
  if (e == counter)
    return true;
  switch ((enum expr_op)v->op) {
  case X_LOAD:
  case X_ADD:
  case X_CONVERT:
    return mentions (x, v->a, counter);
  case X_INDEX:
  case X_OP:
    return mentions (x, v->a, counter) || mentions (x, v->b, counter);
  default:
    return false;
  }
}

/* By how much a sum grows with a number: a constant times other numbers, which is what is left of
   the one product in which it occurs; false: it occurs otherwise. */
static bool find_scale (const struct exprs *x, const struct sum *s, expr_id e, struct product *scale)
{
  *scale = (struct product){0};
  for (uint32_t i = 0; i < s->n; i++)
    for (uint32_t j = 0; j < MOST_FACTORS; j++) {
      if (!s->v[i].factor[j] || !mentions (x, s->v[i].factor[j], e))
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

/* The same, if that is a positive constant; 0: it is not. */
static int64_t coefficient (const struct exprs *x, const struct sum *s, expr_id e)
{
  struct product scale;
  return find_scale (x, s, e, &scale) && !scale.factor[MOST_FACTORS - 1] && scale.k > 0 ? scale.k
                                                                                        : 0;
}

/* In functions */

/* A number or address without conversions, which sums do not count, since numbers do not overflow from which an
   element is computed. */
static expr_id without_conversions (struct exprs *x, expr_id e)
{
  const struct expr v = *expr_get (x, e);
  switch ((enum expr_op)v.op) {
  case X_CONVERT:
    return labs (v.k) >= 32 ? without_conversions (x, v.a) : e;
  case X_ADD:
    return expr_add (x, without_conversions (x, v.a), v.k);
  case X_INDEX:
    return expr_index (x, without_conversions (x, v.a), without_conversions (x, v.b), v.k);
  case X_OP:
    return expr_is_comparison (x, e) ? e
                                     : expr_binary (x, v.code, without_conversions (x, v.a),
                                                    without_conversions (x, v.b));
  default:
    return e;
  }
}

enum { MOST_LOOPS = 4 };
enum end {
  END_LOW,  /* of all elements */
  END_HIGH,
  END_RUN   /* the last element before the loop goes on that leaves elements out */
};

/* A section that is being found. */
struct finding {
  struct body *d;
  uint32_t record;
  struct {
    expr_id low, high;
    bool in_bytes; /* they are addresses */
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
    if (sum_add_expr (x, &rest, e, f->counted[i].in_bytes ? bytes : 1) && sum_add_expr (x, &rest, f->counted[i].high, -1) &&
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
    e = expr_replace (x, e, counter, without_conversions (x, bounds[high != (scale.k < 0)]));
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
    if (!e || (r.low <= INT32_MIN && r.high >= INT32_MAX) || !coefficient (x, &s, e))
      continue;
    has_low = has_low && r.low > INT32_MIN;
    has_high = has_high && r.high < INT32_MAX;
    low = expr_replace (x, low, e, expr_const (x, has_low ? r.low : 0));
    high = expr_replace (x, high, e, expr_const (x, has_high ? r.high : 0));
    stride = coefficient (x, &s, e) > stride ? coefficient (x, &s, e) : stride;
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
  expr_id first = without_conversions (x, low);
  expr_id last = low == high ? first : without_conversions (x, high);
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
  i->e[SECTION_LOW] = without_conversions (x, i->e[0]);
  i->e[SECTION_HIGH] = without_conversions (x, high);
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

/* In programs */

bool sections_extent (const struct exprs *x, const struct item *i, int64_t *at, uint64_t *bytes)
{
  int64_t last;
  expr_id low = expr_base (x, i->e[SECTION_LOW], at);
  if (!low || i->behind_section || expr_get (x, low)->op != X_OBJECT || expr_base (x, i->e[SECTION_HIGH], &last) != low)
    return false;
  *bytes = i->measured ? 1 : *bytes;
  if (last > *at)
    *bytes += (uint64_t)(last - *at);
  return true;
}

/* What the sections of the threads of one creation are made of. */
struct division {
  struct terms *terms;
  struct summaries *s;
  struct once *once;
  const struct item *fork;
  expr_id counter;
  struct section_loads *loads;
};

static bool add_load (struct section_loads *loads, expr_id at)
{
  for (uint32_t i = 0; i < loads->n; i++)
    if (loads->at[i] == at)
      return true;
  if (loads->n == MOST_SECTION_LOADS)
    return false;
  loads->at[loads->n++] = at;
  return true;
}

/* Whether E is the same for all threads of the creation, but for the counter; loads must be of
   memory that does not change. */
static bool is_common (struct division *d, expr_id e)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = expr_get (x, e);
  if (e == d->counter)
    return true;
  switch ((enum expr_op)v->op) {
  case X_CONST:
  case X_OBJECT:
    return true;
  case X_FORMAL:
    return d->fork->function == d->fork->counts_in;
  case X_FRESH:
    return v->a == d->fork->counts_in && !record_repeats (d->once, v->a, v->b);
  case X_VALUE: {
    if (v->a != d->fork->counts_in)
      return false;
    uint32_t record = d->s->p->objects.program->functions[v->a].body->value_defs[v->b];
    return record != UINT32_MAX && !record_repeats (d->once, v->a, record);
  }
  case X_LOAD:
    return is_common (d, v->a) && add_load (d->loads, v->a);
  case X_ADD:
  case X_CONVERT:
    return is_common (d, v->a);
  case X_INDEX:
  case X_OP:
    return is_common (d, v->a) && is_common (d, v->b);
  default:
    return false;
  }
}

/* The products of the sum that depend on the counter: how many, and the last of them. */
static uint32_t dependent (const struct exprs *x, const struct sum *s, expr_id counter,
                           struct product *which)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->n; i++) {
    bool any = false;
    for (uint32_t j = 0; j < MOST_FACTORS; j++)
      any |= s->v[i].factor[j] && mentions (x, s->v[i].factor[j], counter);
    if (any)
      *which = s->v[i];
    n += any;
  }
  return n;
}

/* Whether the start of the sections is `counter * n / m' of something: sections that are not empty
   then follow one another, whatever n and m are. */
static bool divides (const struct exprs *x, const struct sum *start, expr_id counter)
{
  struct product p = {0};
  struct sum numerator = {0};
  if (dependent (x, start, counter, &p) != 1)
    return false;
  expr_id quotient = 0;
  for (uint32_t j = 0; j < MOST_FACTORS; j++) /* times what is the same for all threads */
    if (p.factor[j] && mentions (x, p.factor[j], counter)) {
      if (quotient)
        return false;
      quotient = p.factor[j];
    }
  const struct expr *v = expr_get (x, quotient);
  if (v->op != X_OP || v->code != OP_DIV || mentions (x, v->b, counter) ||
      !sum_of (x, v->a, &numerator))
    return false;
  for (uint32_t i = 0; i < numerator.n; i++) { /* the counter times what is the same for all, and more */
    uint32_t times = 0;
    for (uint32_t j = 0; j < MOST_FACTORS; j++) {
      expr_id e = numerator.v[i].factor[j];
      times += e == counter;
      if (e && e != counter && mentions (x, e, counter))
        return false;
    }
    if (times > 1)
      return false;
  }
  return true;
}

static int64_t floor_to (int64_t x, int64_t unit)
{
  int64_t rest = x % unit;
  return x - (rest < 0 ? rest + unit : rest);
}

/* Whether the number is what a variable holds when the threads run, from which it is loaded: it was
   stored there, once, by who creates them. */
static bool is_stored_for (struct division *d, expr_id number, const struct loop_shape *shape)
{
  const struct exprs *x = &d->s->x;
  int64_t offset;
  expr_id base =
      expr_get (x, number)->op == X_LOAD ? expr_base (x, expr_get (x, number)->a, &offset) : 0;
  const struct effect *e = base && expr_get (x, base)->op == X_OBJECT
                               ? assigned_by (&d->s->assigned, d->s->p, d->s->effects, d->once,
                                              expr_get (x, base)->a, offset)
                               : NULL;
  return e && e->function == shape->function &&
         (e->record + 1 == shape->counted[0] || e->record + 1 == shape->counted[1]);
}

/* Whether NUMBER is at least that of the threads, which count from 0: *THREADS. */
static bool counts_all (struct division *d, expr_id number, expr_id *threads)
{
  struct exprs *x = &d->s->x;
  const struct item *fork = d->fork;
  struct sum all = {0}, given = {0}, rest;
  int64_t k, least;
  if (!fork->shape || !fork->e[7] || fork->e[5] != fork->e[7] ||
      !expr_is_const (x, fork->e[4], &least) || least || !is_common (d, number))
    return false;
  *threads = expr_add (x, fork->e[7], 1);
  return *threads && (is_stored_for (d, number, &d->s->shapes.v[fork->shape - 1]) ||
                      (sum_of (x, *threads, &all) && sum_of (x, number, &given) &&
                       sum_difference (&all, &given, &rest) && sum_is_number (&rest, &k) && k <= 0));
}

/* Whether STEP is so many times the distance. */
static bool is_times (const struct exprs *x, expr_id step, expr_id number,
                      const struct product *distance)
{
  struct sum times = {0}, all = {0}, rest = {0};
  return sum_of (x, number, &times) && sum_add_times (&all, &times, distance) &&
         sum_add_expr (x, &rest, step, 1) &&
         sum_add_times (&rest, &all, &(struct product){.k = -1}) && !rest.n;
}

/* E, or a factor of it, of which STEP is so many times the distance; 0: nobody knows. */
static expr_id times_in (const struct exprs *x, expr_id step, expr_id e,
                         const struct product *distance)
{
  const struct expr *v = expr_get (x, e);
  if (is_times (x, step, e, distance))
    return e;
  if (v->op != X_OP || v->code != OP_MUL)
    return 0;
  expr_id found = times_in (x, step, v->a, distance);
  return found ? found : times_in (x, step, v->b, distance);
}

/* Runs of elements that lie STEP bytes apart, of which the first one of each thread is DISTANCE
   behind that of the thread before: there is room for those of all threads in one step. */
static expr_id own_turn (struct division *d, expr_id first, const struct sum *distance, expr_id step)
{
  struct exprs *x = &d->s->x;
  struct sum rest = {0};
  expr_id round = step, number;
  int64_t k;
  if (distance->n != 1 || distance->v[0].k <= 0 || !is_common (d, step))
    return 0;
  const struct product *by = &distance->v[0];
  bool room = d->fork->times > 0 && sum_add_expr (x, &rest, step, 1) &&
              sum_add_times (&rest, distance, &(struct product){.k = -d->fork->times}) &&
              sum_is_number (&rest, &k) && k >= 0;
  if (!room && expr_get (x, step)->op != X_INDEX)
    return 0;
  if (!room && (!(number = times_in (x, step, expr_get (x, step)->b, by)) || !counts_all (d, number, &round)))
    return 0;
  expr_id turn = expr_binary (x, OP_MOD, d->counter, round);
  for (uint32_t j = 0; j < MOST_FACTORS; j++)
    if (by->factor[j])
      turn = expr_binary (x, OP_MUL, turn, by->factor[j]);
  return expr_index (x, first, turn, by->k);
}

/* E, with what is loaded from variables that must hold the same number for all threads: from the
   creation of the first one on, so that their creator, who has compared with it before it has
   created each, has found it, too. */
static expr_id whenever_loaded (struct division *d, expr_id e)
{
  struct exprs *x = &d->s->x;
  const struct expr v = *expr_get (x, e);
  int64_t offset;
  switch ((enum expr_op)v.op) {
  case X_LOAD: {
    expr_id base = expr_base (x, v.a, &offset);
    return base && expr_get (x, base)->op == X_OBJECT && add_load (d->loads, v.a)
               ? expr_load (x, v.a, expr_version (x, d->fork->function, d->fork->record, 0),
                            (uint64_t)v.k)
               : expr_load (x, whenever_loaded (d, v.a), v.b, (uint64_t)v.k);
  }
  case X_ADD:
    return expr_add (x, whenever_loaded (d, v.a), v.k);
  case X_INDEX:
    return expr_index (x, whenever_loaded (d, v.a), whenever_loaded (d, v.b), v.k);
  case X_CONVERT: { /* what is added to a signed number does not make it overflow */
    expr_id base = expr_base (x, whenever_loaded (d, v.a), &offset);
    bool wide = v.k == -64 && base;
    base = expr_convert (x, wide ? base : whenever_loaded (d, v.a),
                         (unsigned)(v.k < 0 ? -v.k : v.k), v.k < 0);
    return wide ? expr_add (x, base, offset) : base;
  }
  case X_OP:
    return expr_binary (x, v.code, whenever_loaded (d, v.a), whenever_loaded (d, v.b));
  default:
    return e;
  }
}

/* What is compared. */
static expr_id plain (struct division *d, expr_id e)
{
  return e ? without_conversions (&d->s->x, whenever_loaded (d, e)) : 0;
}

/* Whether the number that E compares with another one is that of the last thread when both are
   equal. */
static bool only_last (struct division *d, expr_id e)
{
  const struct exprs *x = &d->s->x;
  const struct expr v = *expr_get (x, e);
  struct sum a = {0}, b = {0};
  if (v.op != X_OP || v.code != OP_EQ || !d->fork->e[7])
    return false;
  expr_id last = whenever_loaded (d, d->fork->e[7]);
  expr_id sides[] = {whenever_loaded (d, v.a), whenever_loaded (d, v.b)};
  for (int turned = 0; turned < 2; turned++) {
    a = b = (struct sum){0};
    if (sum_of (x, sides[turned], &a) && sum_add_expr (x, &a, last, 1) &&
        sum_of (x, sides[!turned], &b) && sum_add_expr (x, &b, d->counter, 1) &&
        sum_add_times (&a, &b, &(struct product){.k = -1}) && !a.n)
      return true;
  }
  return false;
}

/* The ends that a section has at most, besides E itself: without the choice of a smaller number,
   and for all threads but the last one, behind which there is nobody. */
static uint32_t ends_at_most (struct division *d, expr_id e, expr_id out[2])
{
  struct exprs *x = &d->s->x;
  struct sum s = {0};
  if (!sum_of (x, e, &s))
    return 0;
  for (uint32_t i = 0; i < s.n; i++)
    for (uint32_t j = 0; j < MOST_FACTORS; j++) {
      expr_id f = s.v[i].factor[j];
      struct expr v = *expr_get (x, f);
      if (v.op == X_OP && v.code == OP_MIN && coefficient (x, &s, f) > 0) {
        out[0] = expr_replace (x, e, f, v.a);
        out[1] = expr_replace (x, e, f, v.b);
        return 2;
      }
      if (v.op == X_OP && v.code == OP_SELECT && only_last (d, v.a)) {
        out[0] = expr_replace (x, e, f, expr_get (x, v.b)->b);
        return 1;
      }
    }
  return 0;
}

/* Whether what ends at HIGH comes before what is next: *REST bytes before. */
static bool ends_before (struct division *d, const struct sum *next, expr_id high, uint64_t bytes,
                         int64_t *rest)
{
  struct sum end = {0}, slack;
  return high && is_common (d, high) && sum_of (&d->s->x, high, &end) &&
         sum_add (&end, (struct product){.k = (int64_t)bytes}) &&
         sum_difference (next, &end, &slack) && sum_is_number (&slack, rest) && *rest >= 0;
}

/* Whether the elements of each thread come before those of the next one: *REST bytes before. */
static bool comes_before (struct division *d, const struct sum *next, expr_id high, uint64_t bytes,
                          int64_t *rest)
{
  expr_id ends[2];
  if (ends_before (d, next, high, bytes, rest))
    return true;
  uint32_t n = high ? ends_at_most (d, high, ends) : 0;
  for (uint32_t i = 0; i < n; i++)
    if (comes_before (d, next, ends[i], bytes, rest))
      return true;
  return false;
}

int64_t sections_step (const struct summaries *s, const struct item *fork)
{
  while (fork->function != fork->counts_in && fork->inner)
    fork = &s->items.v[fork->inner];
  const struct program *p = s->p->objects.program;
  const struct expr *v = expr_get (&s->x, fork->e[6]);
  const struct function *b =
      v->op == X_VALUE && v->a == fork->counts_in ? p->functions[v->a].body : NULL;
  uint32_t def = b ? b->value_defs[v->b] : UINT32_MAX, type = b ? b->value_types[v->b] : 0;
  if (def == UINT32_MAX || b->records[def]->kind != REC_phi || !type ||
      function_unit (p, v->a)->types[type].r.kind != TK_INTEGER)
    return 1;
  const struct rec_phi *phi = (const struct rec_phi *)b->records[def];
  for (uint32_t i = 0; i < phi->args.n; i++) {
    uint32_t next =
        phi->args.v[i].kind == OPND_VALUE ? b->value_defs[phi->args.v[i].value] : UINT32_MAX;
    const struct rec_op *op = next == UINT32_MAX ? NULL : (const struct rec_op *)b->records[next];
    if (op && op->r.kind == REC_op && op->code == OP_ADD && op->a.kind == OPND_VALUE &&
        op->a.value == v->b && op->b.kind == OPND_INT && op->b.u.number > 0)
      return op->b.u.number;
  }
  return 1;
}

expr_id sections_own (struct terms *terms, const struct item *fork, const struct item *i,
                      uint64_t bytes, struct section_loads *loads)
{
  struct exprs *x = &terms->s->x;
  struct division d = {terms, terms->s, &terms->once, fork, fork->e[6], loads};
  loads->n = 0;
  if (!mentions (x, i->e[SECTION_LOW] ? i->e[SECTION_LOW] : i->e[0], d.counter))
    return 0;
  expr_id low = plain (&d, i->e[SECTION_LOW] ? i->e[SECTION_LOW] : i->e[0]);
  expr_id high = plain (&d, i->e[SECTION_LOW] ? i->e[SECTION_HIGH] : i->e[0]);
  expr_id step = plain (&d, i->e[SECTION_STEP]), run = plain (&d, i->e[SECTION_RUN]);
  struct sum start = {0}, next = {0}, distance;
  struct product p;
  int64_t by, rest, offset, between = sections_step (terms->s, fork);
  if (!low || (!high && !step) || !bytes || !is_common (&d, low))
    return 0;
  expr_id following = expr_replace (x, low, d.counter, expr_add (x, d.counter, between));
  expr_id first = expr_replace (x, low, d.counter, expr_const (x, 0));
  if (!following || !first || !sum_of (x, low, &start) || !sum_of (x, following, &next) ||
      !sum_difference (&next, &start, &distance))
    return 0;
  bool even = !dependent (x, &distance, d.counter, &p),
       number = even && sum_is_number (&distance, &by);
  if ((even || divides (x, &start, d.counter)) && comes_before (&d, &next, high, bytes, &rest)) {
    if (!number)
      return low;
    if (by <= 0 || by % between)
      return 0; /* no element */
    expr_id base = expr_base (x, first, &offset);
    int64_t grid = floor_to (offset, by);
    return expr_add (x, expr_index (x, base, d.counter, by / between),
                     offset - grid + by - rest <= by ? grid : offset);
  }
  return even && between == 1 && step && ends_before (&d, &next, run, bytes, &rest)
             ? own_turn (&d, first, &distance, step)
             : 0;
}
