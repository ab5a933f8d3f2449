/* Sections of threads: whether threads that one creation tells apart by a number touch different
   ones.

   Addresses are compared as sums of products, so that `id * chunk' and `(id + 1) * chunk' are known
   to lie one chunk apart whatever that is. */

#include "sections-internal.h"

bool sections_extent (const struct exprs *x, const struct item *i, int64_t *at, uint64_t *bytes)
{
  int64_t last;
  expr_id low = expr_base (x, i->e[SECTION_LOW], at);
  if (!low || i->behind_section || expr_get (x, low)->op != X_OBJECT ||
      expr_base (x, i->e[SECTION_HIGH], &last) != low)
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
      any |= s->v[i].factor[j] && sections_mention (x, s->v[i].factor[j], counter);
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
    if (p.factor[j] && sections_mention (x, p.factor[j], counter)) {
      if (quotient)
        return false;
      quotient = p.factor[j];
    }
  const struct expr *v = expr_get (x, quotient);
  if (v->op != X_OP || v->code != OP_DIV || sections_mention (x, v->b, counter) ||
      !sum_of (x, v->a, &numerator))
    return false;
  for (uint32_t i = 0; i < numerator.n;
       i++) { /* the counter times what is the same for all, and more */
    uint32_t times = 0;
    for (uint32_t j = 0; j < MOST_FACTORS; j++) {
      expr_id e = numerator.v[i].factor[j];
      times += e == counter;
      if (e && e != counter && sections_mention (x, e, counter))
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
  return *threads &&
         (is_stored_for (d, number, &d->s->shapes.v[fork->shape - 1]) ||
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
static expr_id own_turn (struct division *d, expr_id first, const struct sum *distance,
                         expr_id step)
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
  if (!room && (!(number = times_in (x, step, expr_get (x, step)->b, by)) ||
                !counts_all (d, number, &round)))
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
  return e ? sections_plain (&d->s->x, whenever_loaded (d, e)) : 0;
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
      if (v.op == X_OP && v.code == OP_MIN && sections_coefficient (x, &s, f) > 0) {
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
  if (!sections_mention (x, i->e[SECTION_LOW] ? i->e[SECTION_LOW] : i->e[0], d.counter))
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
