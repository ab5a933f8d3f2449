/* Tables: which arrays are tables of constants, and what that says about two elements whose numbers
   are found there.  What loops store is in tables-filled.c. */

#include "constants.h"
#include "footprints-pair.h"

enum { MOST_WRITERS = 256, MOST_NUMBERS = 4096, MANY_PLACES = 64 };

static struct table *table_at (struct summaries *s, object_id o)
{
  uint32_t *at = map_at (&s->tables.at, o);
  if (!*at) {
    vec_push (&s->tables.v, (struct table){.object = o});
    *at = s->tables.v.n;
  }
  return &s->tables.v.v[*at - 1];
}

static void add_writer (struct summaries *s, object_id o, const struct effect *e)
{
  struct table *t = table_at (s, o);
  uint32_t last = t->first_writer;
  if (!e || t->n_writers > MOST_WRITERS) {
    t->n_writers = MOST_WRITERS + 1;
    return;
  }
  if (last && s->tables.writers.v[last].f == e->function &&
      s->tables.writers.v[last].record == e->record)
    return;
  vec_push (&s->tables.writers, (struct table_writer){e->function, e->record, last});
  t->first_writer = s->tables.writers.n - 1;
  t->n_writers++;
}

/* Who writes where.  Of pointers that lead to many places nothing is to be known. */
static void find_writers (struct summaries *s)
{
  struct pointers *p = s->p;
  struct bitset seen = {0};
  s->tables.found = true;
  vec_push (&s->tables.writers, (struct table_writer){0});
  for (uint32_t i = 0; i < s->effects->v.n; i++) {
    const struct effect *e = &s->effects->v.v[i];
    bool many = sets_size (&p->sets, e->where) > MANY_PLACES;
    if (!effect_changes (e) || (many && !bitset_add (&seen, e->where)))
      continue;
    for (struct set_iter k = sets_each (&p->sets, e->where); set_next (&k);)
      add_writer (s, loc_object (&p->objects, k.x), many ? NULL : e);
  }
  bitset_free (&seen);
}

/* Each of them once, though a region is both called and created at one place. */
static void find_callers (struct summaries *s)
{
  const struct pointers *p = s->p;
  for (uint32_t k = 0; k < p->calls.n; k++) {
    uint32_t *known = map_at (&s->tables.callers, p->calls.v[k].callee);
    const struct call_edge *c = *known && *known != UINT32_MAX ? &p->calls.v[*known - 1] : NULL;
    if (!*known)
      *known = k + 1;
    else if (!c || c->caller != p->calls.v[k].caller || c->record != p->calls.v[k].record)
      *known = UINT32_MAX;
  }
}

const struct call_edge *tables_call (struct summaries *s, funid f)
{
  if (!map_size (&s->tables.callers))
    find_callers (s);
  uint32_t k = map_get (&s->tables.callers, f, 0);
  return k && k != UINT32_MAX ? &s->p->calls.v[k - 1] : NULL;
}

struct table *tables_find (struct summaries *s, object_id o)
{
  if (!s->tables.found)
    find_writers (s);
  const struct abstract_object *v = &s->p->objects.v.v[o];
  if (v->opaque || is_in_world (s->p, WORLD_OUTSIDE, o) || is_in_world (s->p, WORLD_POOL, o))
    return NULL;
  if (v->kind == OBJECT_GLOBAL) {
    const struct program *program = s->p->objects.program;
    const struct program_object *g = &program->objects[v->a];
    if (!g->defined || g->used_outside || (g->is_public && !program->main) ||
        object_record (program, v->a)->flags & OF_TLS)
      return NULL;
  } else if (v->kind != OBJECT_LOCAL && v->kind != OBJECT_HEAP && v->kind != OBJECT_STACK) {
    return NULL;
  }
  struct table *t = table_at (s, o);
  return t->n_writers > MOST_WRITERS ? NULL : t;
}

/* Reads what a variable starts with. */
static bool read_initialiser (const struct program *program, uint32_t object, struct table *t)
{
  const struct program_object *v = &program->objects[object];
  const struct unit *u = program->units[v->unit].unit;
  for (uint32_t i = 0; i < u->n_inits; i++) {
    const struct rec_init *init = &u->inits[i];
    uint64_t size = init->size ? init->size : sizeof (uint64_t);
    if (init->object != v->number)
      continue;
    if (init->kind != IK_INTEGER || size != t->element || init->offset < 0 ||
        init->offset % (int64_t)size || (uint64_t)init->offset / size >= t->n)
      return false;
    t->numbers[(uint64_t)init->offset / size] = init->value;
  }
  return true;
}

/* Reads what is stored to a local variable, one element by each instruction, or copied there. */
static bool read_stores (struct summaries *s, struct table *t)
{
  const struct program *program = s->p->objects.program;
  bool *set = xcalloc (t->n, sizeof *set), known = true;
  for (uint32_t k = t->first_writer; k && known; k = s->tables.writers.v[k].next) {
    const struct table_writer *w = &s->tables.writers.v[k];
    const struct record *r = program->functions[w->f].body->records[w->record];
    const struct rec_store *store = (const struct rec_store *)r;
    const struct rec_copy *copy = (const struct rec_copy *)r;
    known = false;
    if (r->kind == REC_store && store->addr.base_kind == BASE_LOCAL && !store->addr.n_indices &&
        store->src.kind == OPND_INT && store->bits == t->element * 8) {
      uint64_t at = (uint64_t)store->addr.bitoff / store->bits;
      known = store->addr.bitoff >= 0 && store->addr.bitoff % (int64_t)store->bits == 0 &&
              at < t->n && !set[at];
      if (known)
        t->numbers[at] = store->src.u.number;
      if (known)
        set[at] = true;
    } else if (r->kind == REC_copy && t->n_writers == 1 && !copy->to.n_indices &&
               !copy->to.bitoff && copy->bits == t->n * t->element * 8 && !copy->from.n_indices &&
               !copy->from.bitoff && copy->from.base_kind == BASE_OBJECT) {
      object_id from = object_of_base (s->p, w->f, &copy->from);
      const struct abstract_object *o = &s->p->objects.v.v[from];
      const struct table *other = map_find (&s->tables.at, from) ? tables_find (s, from) : NULL;
      known = from && o->kind == OBJECT_GLOBAL && (!other || !other->n_writers) &&
              read_initialiser (program, o->a, t);
    }
  }
  free (set);
  return known;
}

static int ascending (const void *a, const void *b)
{
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void read_numbers (struct summaries *s, struct table *t, uint64_t element)
{
  const struct abstract_object *o = &s->p->objects.v.v[t->object];
  t->read = true;
  t->element = element;
  t->n = element && o->size % element == 0 && o->size / element <= MOST_NUMBERS
             ? (uint32_t)(o->size / element)
             : 0;
  if (!t->n)
    return;
  t->numbers = xcalloc (t->n, sizeof *t->numbers);
  if (!(o->kind == OBJECT_GLOBAL
            ? !t->n_writers && read_initialiser (s->p->objects.program, o->a, t)
            : o->kind == OBJECT_LOCAL && read_stores (s, t))) {
    t->n = 0;
    return;
  }
  t->sorted = xcalloc (t->n, sizeof *t->sorted);
  memcpy (t->sorted, t->numbers, t->n * sizeof *t->numbers);
  qsort (t->sorted, t->n, sizeof *t->sorted, ascending);
  t->gap = INT32_MAX;
  for (uint32_t i = 1; i < t->n; i++)
    if (t->sorted[i] - t->sorted[i - 1] < t->gap)
      t->gap = t->sorted[i] - t->sorted[i - 1];
}

const struct table *table_of_numbers (struct summaries *s, object_id o, uint64_t element)
{
  struct table *t = tables_find (s, o);
  if (t && !t->read)
    read_numbers (s, t, element);
  return t && t->n && t->element == element ? t : NULL;
}

bool table_has_difference (const struct table *t, int64_t k)
{
  uint32_t i = 0, j = 0;
  if (!k)
    return !t->gap;
  while (i < t->n && j < t->n)
    if (t->sorted[j] - t->sorted[i] == (k < 0 ? -k : k))
      return true;
    else if (t->sorted[j] - t->sorted[i] < (k < 0 ? -k : k))
      j++;
    else
      i++;
  return false;
}

void tables_free (struct tables *t)
{
  for (uint32_t i = 0; i < t->v.n; i++) {
    free (t->v.v[i].numbers);
    free (t->v.v[i].sorted);
  }
  map_free (&t->at);
  map_free (&t->callers);
  vec_free (&t->v);
  vec_free (&t->writers);
}

/* Comparing */

/* Whether the system says by how much two numbers differ. */
static bool find_difference (const struct pair *p, uint32_t a, uint32_t b, int64_t *k)
{
  for (uint32_t i = 0; i < p->s.n; i++) {
    const struct linear_row *r = &p->s.v[i];
    bool only = r->equal && r->c[a] && r->c[a] == -r->c[b] && r->k % r->c[a] == 0;
    for (uint32_t n = 0; n < p->s.n_columns && only; n++)
      only = n == a || n == b || !r->c[n];
    if (only) {
      *k = -r->k / r->c[a];
      return true;
    }
  }
  return false;
}

/* Adds that A is at least as much larger than B. */
static void add_distance (struct pair *p, uint32_t a, uint32_t b, int64_t gap)
{
  struct linear_row r = {.k = -gap};
  r.c[a] += 1;
  r.c[b] -= 1;
  linear_add (&p->s, &r);
}

static void add_equal (struct pair *p, const struct looked *x, const struct looked *y)
{
  struct linear_row number = {.equal = true}, atom = {.equal = true};
  pair_add (p, &number, 0, &x->number, 1);
  pair_add (p, &number, 1, &y->number, -1);
  linear_add (&p->s, &number);
  atom.c[p->column[0][x->atom]] += 1;
  atom.c[p->column[1][y->atom]] -= 1;
  linear_add (&p->s, &atom);
}

bool pair_is_impossible_looked (const struct pair *p, uint32_t which, const struct cover *c)
{
  uint32_t n = p->of[1]->n_looked;
  if (which == p->of[0]->n_looked * n)
    return pair_is_impossible_for (p, c);
  const struct looked *x = &p->of[0]->looked[which / n], *y = &p->of[1]->looked[which % n];
  uint32_t a = p->column[0][x->atom], b = p->column[1][y->atom];
  int64_t k;
  if (x->table != y->table)
    return pair_is_impossible_looked (p, which + 1, c);
  struct pair q = *p;
  bool fixed = find_difference (p, a, b, &k);
  add_equal (&q, x, y);
  if (!pair_is_impossible_looked (&q, which + 1, c))
    return false;
  const struct table *t = &p->tables->v.v[map_get (&p->tables->at, (uint32_t)x->table, 0) - 1];
  if (fixed && !table_has_difference (t, k))
    return true;
  for (int turned = 0; turned < 2; turned++) {
    q = *p;
    add_distance (&q, turned ? b : a, turned ? a : b, t->gap);
    if (!pair_is_impossible_looked (&q, which + 1, c))
      return false;
  }
  return true;
}
