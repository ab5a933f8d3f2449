/* Terms: whether an access stays inside one element of the arrays that its memory is in.  Many
   accesses are to the same locations: what is found is kept. */

#include "sections.h"
#include "sums.h"
#include "terms-internal.h"

/* The arrays around a location, outermost first, up to one without elements. */
static const struct array_around *around_of (struct terms *t, loc_id l)
{
  const struct objects *o = &t->s->p->objects;
  if (l >= t->first_around.n)
    vec_resize (&t->first_around, o->locs.n);
  if (!t->first_around.v[l]) {
    struct array_around around[MOST_AROUND];
    uint32_t n = arrays_around (o, loc_object (o, l), loc_get (o, l)->offset, around);
    t->first_around.v[l] = 1 + t->around.n;
    for (uint32_t i = 0; i < n; i++)
      vec_push (&t->around, around[i]);
    vec_push (&t->around, (struct array_around){0});
  }
  return &t->around.v[t->first_around.v[l] - 1];
}

static bool is_inside (const struct array_around *a, int64_t at, uint64_t bytes)
{
  return bytes <= (uint64_t)(a->element - (at - a->base) % a->element);
}

/* Whether so few bytes from each location on are in one element of all arrays around. */
static bool all_inside (struct terms *t, setid where, uint64_t bytes)
{
  const struct objects *o = &t->s->p->objects;
  for (struct set_iter k = sets_each (&t->s->p->sets, where); set_next (&k);) {
    int64_t at = loc_get (o, k.x)->offset;
    if (at <= OFFSET_EVERYTHING)
      continue;
    for (const struct array_around *a = around_of (t, k.x); a->element; a++)
      if (!is_inside (a, at, bytes))
        return false;
  }
  return true;
}

/* The same, if several elements of an array that the address does not step through are one thing.
   BYTES 0: nobody knows. */
static bool all_in_steps (struct terms *t, setid where, uint64_t bytes, const uint32_t *steps,
                          uint32_t n_steps)
{
  const struct objects *o = &t->s->p->objects;
  for (struct set_iter k = sets_each (&t->s->p->sets, where); set_next (&k);) {
    int64_t at = loc_get (o, k.x)->offset;
    if (at <= OFFSET_EVERYTHING)
      return false;
    const struct array_around *a = around_of (t, k.x), *end = a;
    while (end->element)
      end++;
    int64_t rest = a != end ? end[-1].size - (at - end[-1].base) : 0;
    if (bytes && rest > 0 && bytes <= (uint64_t)rest) {
      bool steps_by = false;
      for (uint32_t i = 0; i < n_steps; i += 2)
        steps_by |= (int64_t)((uint64_t)steps[i + 1] << 32 | steps[i]) == end[-1].element;
      end -= !steps_by;
    }
    for (; a != end; a++)
      if (!bytes || !is_inside (a, at, bytes))
        return false;
  }
  return true;
}

/* An address steps through an array of SIZE bytes, of which there is one in each ELEMENT of another
   array, and REST bytes are added that are not known to lead to its start: the NUMBER of elements
   that these go on, if the steps stay inside.  False: that is not sure. */
static bool element_of_steps (int64_t rest, int64_t element, int64_t size, int64_t *number)
{
  int64_t over = element > 0 ? (rest % element + element) % element : 0;
  *number = element > 0 ? (rest - over) / element : 0;
  if (element <= 0)
    return true;
  bool here = over < size, next = element - over < size;
  *number += next;
  return here != next;
}

enum { MOST_STEPS = 8, STAYS_HEAD = 3 };

/* The sizes of the elements that an address steps by, as pairs of numbers; UINT32_MAX: too many. */
static uint32_t steps_of (const struct exprs *x, expr_id e, uint32_t *steps)
{
  uint32_t n = 0;
  for (; e; e = expr_get (x, e)->a) {
    const struct expr *v = expr_get (x, e);
    if (v->op == X_INDEX && n == 2 * MOST_STEPS)
      return UINT32_MAX;
    if (v->op == X_INDEX) {
      steps[n++] = (uint32_t)v->k;
      steps[n++] = (uint32_t)((uint64_t)v->k >> 32);
    } else if (v->op != X_ADD) {
      break;
    }
  }
  return n;
}

bool item_is_to_one (struct terms *t, const struct item *i)
{
  const struct item *own = item_core (t->s, i);
  uint64_t bytes = own->kind == ITEM_ACCESS ? t->s->effects->v.v[own->effect].bytes : 1;
  if (!bytes || bytes > UINT32_MAX)
    return false;
  uint32_t key[] = {i->where, (uint32_t)bytes};
  uint32_t id = tuples_intern (&t->stays, key, sizeof key / sizeof key[0]);
  if (id > t->stay.n)
    vec_push (&t->stay, all_inside (t, i->where, bytes));
  return t->stay.v[id - 1];
}

uint32_t arrays_of_lock (const struct objects *o, loc_id l, struct array_around *around)
{
  if (loc_get (o, l)->offset == OFFSET_EVERYTHING)
    return 0;
  uint32_t n = arrays_around (o, loc_object (o, l), loc_get (o, l)->offset, around);
  while (n && around[n - 1].element < SMALLEST_LOCK)
    n--;
  return n;
}

/* Whether LOCK, or a pointer to it, is in at most so many arrays. */
static bool lock_is_in_few (struct terms *t, funid f, expr_id lock, uint32_t most)
{
  const struct objects *o = &t->s->p->objects;
  struct array_around around[MOST_AROUND];
  setid at = expr_points (&t->s->x, f, lock);
  for (struct set_iter i = sets_each (&t->s->p->sets, at); set_next (&i);)
    if (loc_get (o, i.x)->offset <= OFFSET_EVERYTHING || arrays_of_lock (o, i.x, around) > most)
      return false;
  return at != SETS_EMPTY;
}

/* The one location in the object that a pointer may lead to; 0: it is not one. */
static loc_id only_in_object (struct terms *t, setid points, object_id object)
{
  const struct objects *o = &t->s->p->objects;
  loc_id found = 0;
  for (struct set_iter k = sets_each (&t->s->p->sets, points); set_next (&k);) {
    if (loc_object (o, k.x) != object)
      continue;
    if (found || loc_get (o, k.x)->offset <= OFFSET_EVERYTHING)
      return 0;
    found = k.x;
  }
  return found;
}

/* The same as in_first_element, for an access to one of the locations. */
static expr_id first_element_at (struct terms *t, const struct item *i, expr_id lock, loc_id l)
{
  struct exprs *x = &t->s->x;
  const struct objects *o = &t->s->p->objects;
  struct array_around around[MOST_AROUND];
  int64_t offset, ignored, more, number, size = 0, at = loc_get (o, l)->offset;
  expr_id base = expr_base (x, i->e[0], &offset), of = expr_base (x, lock, &ignored);
  uint32_t n = arrays_around (o, loc_object (o, l), at, around);
  while (base && base != of && expr_get (x, base)->op == X_INDEX) {
    int64_t step = expr_get (x, base)->k;
    expr_id next = expr_base (x, expr_get (x, base)->a, &more);
    /* Of arrays inside of the element that is stepped to it is a constant one. */
    while (n && around[n - 1].element < step)
      n--;
    if ((next != of && (!next || expr_get (x, next)->op != X_INDEX)) || !n ||
        around[n - 1].element != step || at < around[n - 1].base || at - around[n - 1].base >= step)
      break;
    size = around[--n].size;
    base = next;
    offset += more;
  }
  if (!size || !base ||
      (expr_get (x, base)->op == X_INDEX && !(n && around[n - 1].element == expr_get (x, base)->k)))
    return 0; /* it steps through one array twice */
  loc_id from = only_in_object (t, expr_points (x, i->function, base), loc_object (o, l));
  if (!from || (base == of && !lock_is_in_few (t, i->function, lock, n)))
    return 0;
  at -= loc_get (o, from)->offset;
  int64_t element = n ? around[n - 1].element : 0;
  return element_of_steps (offset - at, element, size, &number)
             ? expr_add (x, base, at + number * element)
             : 0;
}

expr_id in_first_element (struct terms *t, const struct item *i, expr_id lock)
{
  enum { FEW = 8 };
  const struct exprs *x = &t->s->x;
  const struct objects *o = &t->s->p->objects;
  int64_t offset;
  expr_id base = expr_base (x, i->e[0], &offset), of = expr_base (x, lock, &offset), one = 0;
  if (!of || of == base || expr_get (x, base)->op != X_INDEX ||
      sets_size (&t->s->p->sets, i->where) > FEW)
    return 0;
  for (struct set_iter k = sets_each (&t->s->p->sets, i->where); set_next (&k);) {
    expr_id first =
        loc_get (o, k.x)->offset > OFFSET_EVERYTHING ? first_element_at (t, i, lock, k.x) : 0;
    if (!first || (one && one != first))
      return 0;
    one = first;
  }
  return one;
}

/* Whether loops certainly take the access out of the array at ADDRESS, of SIZE bytes. */
static bool leaves (struct terms *t, const struct item *i, expr_id address, int64_t size)
{
  const struct exprs *x = &t->s->x;
  static const uint8_t ends[] = {SECTION_LOW, SECTION_HIGH};
  for (int k = 0; k < 2 && !i->behind_section; k++) {
    struct sum distance = {0};
    int64_t at;
    if (i->e[ends[k]] && sum_add_expr (x, &distance, i->e[ends[k]], 1) &&
        sum_add_expr (x, &distance, address, -1) && sum_is_number (&distance, &at) &&
        (at < 0 || at >= size))
      return true;
  }
  return false;
}

/* The same as in_numbered_element, for an access to one of the locations. */
static expr_id numbered_element_at (struct terms *t, const struct item *i, expr_id counter,
                                    loc_id l)
{
  struct exprs *x = &t->s->x;
  const struct objects *o = &t->s->p->objects;
  struct array_around around[MOST_AROUND];
  int64_t offset, ignored, number, size = 0, at = loc_get (o, l)->offset;
  expr_id base = expr_base (x, i->e[0], &offset);
  uint32_t n = arrays_around (o, loc_object (o, l), at, around);
  while (base && expr_get (x, base)->op == X_INDEX &&
         expr_number (x, expr_get (x, base)->b, &ignored) != counter) {
    int64_t step = expr_get (x, base)->k, more;
    while (n && around[n - 1].element < step)
      n--;
    if (!n || around[n - 1].element != step || at < around[n - 1].base ||
        at - around[n - 1].base >= step)
      return 0;
    size = around[--n].size;
    base = expr_base (x, expr_get (x, base)->a, &more);
    offset += more;
  }
  if (!size || !n || !base || expr_get (x, base)->op != X_INDEX ||
      around[n - 1].element != expr_get (x, base)->k)
    return 0;
  loc_id from = only_in_object (t, expr_points (x, i->function, base), loc_object (o, l));
  if (!from || !element_of_steps (offset - at + loc_get (o, from)->offset, around[n - 1].element,
                                  size, &number))
    return 0;
  expr_id element = expr_add (x, base, number * around[n - 1].element);
  int64_t start = around[n].base - loc_get (o, from)->offset;
  return leaves (t, i, expr_add (x, element, start), size) ? 0 : element;
}

expr_id in_numbered_element (struct terms *t, const struct item *i, expr_id counter)
{
  enum { FEW = 8 };
  const struct objects *o = &t->s->p->objects;
  expr_id one = 0;
  if (!i->e[0] || sets_size (&t->s->p->sets, i->where) > FEW)
    return 0;
  for (struct set_iter k = sets_each (&t->s->p->sets, i->where); set_next (&k);) {
    expr_id element =
        loc_get (o, k.x)->offset > OFFSET_EVERYTHING ? numbered_element_at (t, i, counter, k.x) : 0;
    if (!element || (one && one != element))
      return 0;
    one = element;
  }
  return one;
}

enum { SCALAR = 8 };

bool has_one_distance (struct terms *t, const struct item *i, int64_t shift, expr_id lock)
{
  const struct objects *o = &t->s->p->objects;
  struct array_around around[MOST_AROUND];
  const struct item *own = item_core (t->s, i);
  uint64_t bytes = own->kind == ITEM_ACCESS ? t->s->effects->v.v[own->effect].bytes : 1;
  if (bytes && bytes <= SCALAR && item_is_to_one (t, i))
    return true;
  for (struct set_iter k = sets_each (&t->s->p->sets, i->where); set_next (&k);) {
    int64_t at = loc_get (o, k.x)->offset;
    if (at <= OFFSET_EVERYTHING)
      continue;
    uint32_t fixed = 0;
    for (const struct array_around *a = around_of (t, k.x); a->element; a++)
      fixed += bytes && is_inside (a, at, bytes);
    if (arrays_around (o, loc_object (o, k.x), at + shift, around) > fixed &&
        !lock_is_in_few (t, i->function, lock, fixed))
      return false;
  }
  return true;
}

static bool is_to_array (const struct terms *t, setid where)
{
  const struct objects *o = &t->s->p->objects;
  for (struct set_iter k = sets_each (&t->s->p->sets, where); set_next (&k);)
    if (o->v.v[loc_object (o, k.x)].is_array)
      return true;
  return false;
}

bool item_stays_in_element (struct terms *t, const struct item *i)
{
  const struct item *own = item_core (t->s, i);
  if (own->kind != ITEM_ACCESS)
    return true;
  const struct effect *e = &t->s->effects->v.v[own->effect];
  if (e->bytes && e->bytes <= SCALAR && item_is_to_one (t, i))
    return true;
  if (e->mode == MODE_FREE) /* all of one object */
    return !is_to_array (t, i->where);
  uint32_t key[STAYS_HEAD + 2 * MOST_STEPS] = {i->where, (uint32_t)e->bytes,
                                               (uint32_t)(e->bytes >> 32)};
  uint32_t n = steps_of (&t->s->x, i->e[0], key + STAYS_HEAD);
  if (n == UINT32_MAX)
    return false;
  uint32_t id = tuples_intern (&t->stays, key, STAYS_HEAD + n);
  if (id > t->stay.n)
    vec_push (&t->stay, all_in_steps (t, i->where, e->bytes, key + STAYS_HEAD, n));
  return t->stay.v[id - 1];
}
