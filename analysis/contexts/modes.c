/* Modes: the values of a variable with which each block is reached; see modes.h. */

#include "modes.h"
#include "flow.h"
#include "settled.h"
#include "spelling.h"
#include "worklist.h"

/* Sets of values are bits: one for each constant that the variable is compared with, and those
   above for all other numbers. */
#define ANY UINT64_MAX

enum { MOST_CONSTANTS = 62, LARGEST_CONSTANT = 127 };

/* What is looked at */

/* The operand that decides which edge of the block is taken; NULL: none does. */
static const struct operand *decided_by (const struct function *b, uint32_t block)
{
  const struct block *v = &b->blocks[block];
  for (uint32_t r = v->end; r-- > v->first;) {
    const struct rec_branch *branch = (const struct rec_branch *)b->records[r];
    if (b->records[r]->kind == REC_branch)
      return (branch->code == OP_EQ || branch->code == OP_NE) && branch->b.kind == OPND_INT
                 ? &branch->a
                 : NULL;
    if (b->records[r]->kind == REC_switch)
      return &((const struct rec_switch *)b->records[r])->index;
    if (b->records[r]->kind != REC_case)
      return NULL;
  }
  return NULL;
}

/* The variable whose value the operand is, as it was loaded; 0: it is none. */
static loc_id variable_of (struct pointers *p, funid f, const struct operand *o, uint64_t *bits)
{
  const struct function *b = p->objects.program->functions[f].body;
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  const struct rec_load *load = def != UINT32_MAX ? (const struct rec_load *)b->records[def] : NULL;
  loc_id l;
  if (!load || load->r.kind != REC_load || load->addr.base_kind != BASE_OBJECT || load->rep_bits ||
      !sets_is_single (&p->sets, points_of_address (p, f, &load->addr), &l) ||
      !settled_may_be (p, l))
    return 0;
  *bits = load_bits (function_unit (p->objects.program, f), b, load);
  return l;
}

static struct mode_constants *constants_of (struct modes *m, loc_id l)
{
  uint32_t *n = map_at (&m->variables, l);
  if (!*n) {
    *n = m->constants.n;
    vec_push (&m->constants, (struct mode_constants){.l = l});
  }
  return &m->constants.v[map_get (&m->variables, l, 0)];
}

static void add_constant (struct modes *m, loc_id l, int64_t k)
{
  struct mode_constants *c = constants_of (m, l);
  for (uint32_t i = 0; i < c->n && i < MOST_CONSTANTS; i++)
    if (c->v[i] == k)
      return;
  if (c->n < MOST_CONSTANTS)
    c->v[c->n] = k;
  c->n++;
}

static void add_test (struct modes *m, funid f, loc_id l)
{
  if (!map_add (&m->test_of, map_pair (f, l), m->tests.n))
    return;
  struct mode_constants *c = constants_of (m, l);
  vec_push (&m->tests, (struct mode_test){f, l, m->of[f], c->first, NULL});
  m->of[f] = c->first = m->tests.n - 1;
}

static void find_tests (struct modes *m, funid f)
{
  const struct function *b = m->t->s->p->objects.program->functions[f].body;
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    const struct operand *o = decided_by (b, i);
    uint64_t bits;
    loc_id l = o ? variable_of (m->t->s->p, f, o, &bits) : 0;
    if (!l)
      continue;
    struct mode_constants *all = constants_of (m, l);
    if (all->bits && all->bits != bits)
      all->n = MOST_CONSTANTS + 1; /* nobody knows what a part of it says */
    all->bits = bits;
    add_test (m, f, l);
    for (uint32_t r = b->blocks[i].first; r < b->blocks[i].end; r++) {
      const struct rec_case *c = (const struct rec_case *)b->records[r];
      if (c->r.kind == REC_case && c->low >= 0 && c->low + c->span <= LARGEST_CONSTANT)
        for (int64_t k = c->low; k <= c->low + c->span; k++)
          add_constant (m, l, k);
      if (c->r.kind == REC_branch)
        add_constant (m, l, ((const struct rec_branch *)c)->b.u.number);
    }
  }
}

/* With which values what is reached */

/* Those from LOW to HIGH; numbers that may look otherwise elsewhere, because they are negative or
   large, are any.  CERTAIN: those that are so for sure, not those that may be. */
static uint64_t values_between (const struct mode_constants *c, int64_t low, int64_t high,
                                bool certain)
{
  uint64_t all = 0;
  if (low < 0 || high > LARGEST_CONSTANT)
    return certain ? 0 : ANY;
  for (uint32_t i = 0; i < c->n; i++)
    if (c->v[i] >= low && c->v[i] <= high)
      all |= UINT64_C (1) << i;
  return all;
}

/* With which values the edge is taken. */
static uint64_t values_of_edge (const struct mode_constants *c, const struct function *b,
                                uint32_t block, uint32_t edge)
{
  const struct block *v = &b->blocks[block];
  uint8_t kind = v->edges[edge].kind;
  uint64_t all = 0, cases = 0;
  for (uint32_t r = v->first; r < v->end; r++) {
    const struct rec_case *label = (const struct rec_case *)b->records[r];
    const struct rec_branch *branch = (const struct rec_branch *)b->records[r];
    if (branch->r.kind == REC_branch && (kind == EK_TRUE || kind == EK_FALSE)) {
      bool equal = (kind == EK_TRUE) == (branch->code == OP_EQ);
      int64_t k = branch->b.u.number;
      return equal ? values_between (c, k, k, false) : ~values_between (c, k, k, true);
    }
    if (label->r.kind != REC_case)
      continue;
    cases |= values_between (c, label->low, label->low + label->span, true);
    if (label->edge == edge)
      all |= values_between (c, label->low, label->low + label->span, false);
  }
  return kind == EK_CASE ? all : kind == EK_DEFAULT ? all | ~cases : ANY;
}

static const uint64_t *values_in (struct modes *m, struct mode_test *test)
{
  struct pointers *p = m->t->s->p;
  const struct function *b = p->objects.program->functions[test->f].body;
  const struct mode_constants *c = constants_of (m, test->l);
  struct worklist list = {0};
  if (test->values)
    return test->values;
  test->values = ARENA_ARRAY (&m->arena, b->n_blocks, uint64_t);
  test->values[0] = ANY;
  worklist_push (&list, 0);
  for (uint32_t i; worklist_pop (&list, &i);) {
    const struct operand *o = decided_by (b, i);
    uint64_t bits;
    bool decides = o && variable_of (p, test->f, o, &bits) == test->l;
    for (uint32_t k = 0; k < b->blocks[i].n_edges; k++) {
      uint32_t to = b->blocks[i].edges[k].target;
      uint64_t now = test->values[i] & (decides ? values_of_edge (c, b, i, k) : ANY);
      if (now & ~test->values[to]) {
        test->values[to] |= now;
        worklist_push (&list, to);
      }
    }
  }
  worklist_free (&list);
  return test->values;
}

static uint32_t block_of (const struct function *b, uint32_t record)
{
  uint32_t low = 0, high = b->n_blocks;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (b->blocks[middle].first <= record)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Modes of threads */

/* Variables of which something else is written along with a part. */
static void find_broken (struct modes *m)
{
  const struct summaries *s = m->t->s;
  const struct objects *o = &s->p->objects;
  struct map done = {0};
  struct bitset in = {0};
  for (uint32_t i = 1; i < m->constants.n; i++)
    bitset_add (&in, loc_object (o, m->constants.v[i].l));
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    uint32_t bytes = e->bytes < UINT32_MAX ? (uint32_t)e->bytes : UINT32_MAX;
    if (!effect_writes (e) || !map_add (&done, map_pair (e->where, bytes), 1))
      continue;
    for (struct set_iter i = sets_each (&s->p->sets, e->where); set_next (&i);) {
      int64_t from = loc_get (o, i.x)->offset;
      if (!bitset_has (&in, loc_object (o, i.x)) || from <= OFFSET_EVERYTHING)
        continue;
      for (loc_id l = o->v.v[loc_object (o, i.x)].first_loc; l; l = loc_get (o, l)->next) {
        uint32_t n = map_get (&m->variables, l, 0);
        int64_t at = loc_get (o, l)->offset;
        if (n && l != i.x && at < from + (int64_t)bytes &&
            from < at + (int64_t)m->constants.v[n].bits / 8 &&
            !sets_has (&s->p->sets, effect_locations (s->p, e), l))
          m->constants.v[n].n = MOST_CONSTANTS + 1;
      }
    }
  }
  bitset_free (&in);
  map_free (&done);
}

/* With which values of a variable the record is reached in its function. */
static uint64_t values_at (struct modes *m, funid f, uint32_t record, loc_id l)
{
  const struct function *b = m->t->s->p->objects.program->functions[f].body;
  uint32_t test = map_get (&m->test_of, map_pair (f, l), 0);
  return test ? values_in (m, &m->tests.v[test])[block_of (b, record)] : ANY;
}

/* Functions that create threads, by calls too, and the calls that lead to them. */
static void find_creating (struct modes *m)
{
  const struct pointers *p = m->t->s->p;
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (p->calls.v[i].kind == CALL_FORK)
      m->creates[p->calls.v[i].caller] = true;
  mark_callers (p, m->creates, true, 0);
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (p->calls.v[i].kind == CALL_NOW && p->calls.v[i].callee && m->creates[p->calls.v[i].callee])
      vec_push (&m->leading, i);
}

/* With which values of L each function is entered that creates threads; MAIN: also by what main has
   found.  Who is called otherwise is entered with any. */
static void find_entered (struct modes *m, loc_id l, bool main, uint64_t *entered)
{
  const struct pointers *p = m->t->s->p;
  const struct program *program = p->objects.program;
  memset (entered, 0, (program->n_functions + 1) * sizeof *entered);
  for (funid f = 1; f <= program->n_functions; f++)
    if (f == program->main || called_from_world (p, WORLD_OUTSIDE, f) ||
        called_from_world (p, WORLD_POOL, f) || runs_by_itself (program, f))
      entered[f] = ANY;
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (p->calls.v[i].callee && p->calls.v[i].kind != CALL_NOW)
      entered[p->calls.v[i].callee] = ANY;
  for (uint32_t i = 0; i < program->n_entries; i++)
    entered[program->entries[i]] = ANY;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < m->leading.n; i++) {
      const struct call_edge *c = &p->calls.v[m->leading.v[i]];
      uint64_t now = c->caller ? entered[c->caller] : ANY;
      if (c->caller && (main || c->caller != program->main))
        now &= values_at (m, c->caller, c->record, l);
      changed |= now & ~entered[c->callee];
      entered[c->callee] |= now;
    }
  }
}

static uint32_t mode_number (struct modes *m, uint32_t variable, bool main, uint64_t values)
{
  uint32_t key[] = {variable, main, (uint32_t)values, (uint32_t)(values >> 32)};
  uint32_t n = tuples_intern (&m->known, key, 4);
  if (n > m->v.n)
    vec_push (&m->v, (struct mode){.constants = variable, .main = main, .values = values});
  return n - 1;
}

/* Modes of threads by one variable.  FOUND: by thread. */
static void find_modes (struct modes *m, const struct threads *t, uint32_t variable, bool main,
                        uint64_t *entered, vec_u32 *found)
{
  const struct item *items = m->t->s->items.v;
  loc_id l = m->constants.v[variable].l;
  funid of_main = m->t->s->p->objects.program->main;
  find_entered (m, l, main, entered);
  for (thread_id i = 1; i < t->v.n; i++) {
    uint32_t fork = t->v.v[i].kind == THREAD_CREATED ? t->v.v[i].item : 0;
    uint64_t values = fork ? entered[items[fork].function] : ANY;
    for (; fork; fork = items[fork].inner)
      if (main || items[fork].function != of_main)
        values &= values_at (m, items[fork].function, items[fork].record, l);
    if (values == ANY || !values)
      continue;
    vec_push (&found[i], mode_number (m, variable, main, values));
  }
}

/* Whether the variable has the same value where it was looked at before the thread was created, and
   in F. */
static bool stays (struct modes *m, uint32_t mode, funid f)
{
  enum { MOST_ASKED = 64 }; /* each is a walk over all calls, and through main */
  const struct program *p = m->t->s->p->objects.program;
  uint32_t *known = map_at (&m->settled, map_pair (mode, f));
  const struct mode *v = &m->v.v[mode];
  if (*known || m->n_asked++ > MOST_ASKED)
    return *known > 1;
  loc_id l = m->constants.v[v->constants].l;
  bool *asks = xcalloc (p->n_functions + 1, sizeof *asks);
  for (uint32_t i = m->constants.v[v->constants].first; i; i = m->tests.v[i].other)
    asks[m->tests.v[i].f] = m->creates[m->tests.v[i].f];
  asks[f] = true;
  asks[p->main] &= v->main;
  *known = 1 + settled_for (m->t, l, asks);
  free (asks);
  return *known - 1;
}

/* Whether F does something that is not done in the mode. */
static bool is_told_by (struct modes *m, uint32_t mode, struct mode_test *test)
{
  const struct function *b = m->t->s->p->objects.program->functions[test->f].body;
  const uint64_t *values = values_in (m, test);
  for (uint32_t i = 0; i < b->n_blocks; i++)
    if (values[i] && !(values[i] & m->v.v[mode].values))
      return stays (m, mode, test->f);
  return false;
}

/* Whether somebody decides something by the mode; notes who. */
static bool is_useful (struct modes *m, uint32_t mode)
{
  struct mode *v = &m->v.v[mode];
  uint32_t i = v->asked ? 0 : m->constants.v[v->constants].first;
  v->asked = true;
  for (; i; i = m->tests.v[i].other)
    if (is_told_by (m, mode, &m->tests.v[i]))
      v->useful = m->decides[m->tests.v[i].f] = true;
  return v->useful;
}

/* Drops what decides nothing from the modes of a thread. */
static void keep_useful (struct modes *m, vec_u32 *found)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < found->n; i++)
    if (is_useful (m, found->v[i]))
      found->v[n++] = found->v[i];
  found->n = n;
}

/* Variables that functions which create threads look at. */
static void find_all_modes (struct modes *m, const struct threads *t, vec_u32 *found)
{
  enum { MOST_VARIABLES = 64 }; /* each is a walk over the calls that lead to creations */
  struct bitset used = {0};
  uint32_t n = 0;
  uint64_t *entered =
      ARENA_ARRAY (&m->arena, m->t->s->p->objects.program->n_functions + 1, uint64_t);
  for (uint32_t i = 1; i < m->tests.n && n < MOST_VARIABLES; i++) {
    uint32_t variable = map_get (&m->variables, m->tests.v[i].l, 0);
    if (!m->creates[m->tests.v[i].f] || m->constants.v[variable].n > MOST_CONSTANTS ||
        bitset_has (&used, variable))
      continue;
    bitset_add (&used, variable);
    n++;
    find_modes (m, t, variable, true, entered, found);
    find_modes (m, t, variable, false, entered, found);
  }
  bitset_free (&used);
}

void modes_find (struct modes *m, struct terms *t, const struct threads *threads)
{
  const struct program *p = t->s->p->objects.program;
  *m = (struct modes){.t = t};
  m->class_of = ARENA_ARRAY (&m->arena, threads->v.n, uint32_t);
  m->decides = ARENA_ARRAY (&m->arena, p->n_functions + 1, bool);
  m->creates = ARENA_ARRAY (&m->arena, p->n_functions + 1, bool);
  m->of = ARENA_ARRAY (&m->arena, p->n_functions + 1, uint32_t);
  vec_push (&m->tests, (struct mode_test){0});
  vec_push (&m->constants, (struct mode_constants){0});
  if (!proves_by (t->s->p, PROOF_VALUES) || !p->main)
    return;
  for (funid f = 1; f <= p->n_functions; f++)
    if (p->functions[f].body)
      find_tests (m, f);
  find_broken (m);
  find_creating (m);
  vec_u32 *found = ARENA_ARRAY (&m->arena, threads->v.n, vec_u32);
  find_all_modes (m, threads, found);
  for (thread_id i = 1; i < threads->v.n; i++) {
    keep_useful (m, &found[i]);
    if (found[i].n)
      m->class_of[i] = tuples_intern (&m->classes, found[i].v, found[i].n);
    vec_free (&found[i]);
  }
  mark_callers (t->s->p, m->decides, true, 0);
}

bool modes_exclude (struct modes *m, uint32_t class, funid f, uint32_t record)
{
  const struct function *b = m->t->s->p->objects.program->functions[f].body;
  uint32_t n = class ? tuples_length (&m->classes, class) : 0;
  for (uint32_t i = n ? m->of[f] : 0; i; i = m->tests.v[i].next) {
    struct mode_test *test = &m->tests.v[i];
    for (uint32_t k = 0; k < n; k++) {
      uint32_t mode = tuples_numbers (&m->classes, class)[k];
      const struct mode *v = &m->v.v[mode];
      if (m->constants.v[v->constants].l == test->l &&
          !(values_in (m, test)[block_of (b, record)] & v->values) && stays (m, mode, f))
        return true;
    }
  }
  return false;
}

void modes_free (struct modes *m)
{
  vec_free (&m->tests);
  vec_free (&m->constants);
  vec_free (&m->v);
  vec_free (&m->leading);
  map_free (&m->variables);
  map_free (&m->test_of);
  map_free (&m->settled);
  tuples_free (&m->known);
  tuples_free (&m->classes);
  arena_free (&m->arena);
}
