/* Terms: locks of the same index as what is accessed. */

#include "terms-internal.h"

struct key {
  uint32_t v[LONGEST_TERM], n;
};

static bool put (struct key *k, uint32_t x)
{
  if (k->n == LONGEST_TERM)
    return false;
  k->v[k->n++] = x;
  return true;
}

enum { HOLE = 255 }; /* the index */

/* Whether E is what the same operation would make of INDEX: a mask that has only bits of the mask
   that INDEX was made with, `h & 7' of `h & 63', or the remainder of a divisor of the divisor. */
static bool is_part_of (const struct exprs *x, expr_id e, expr_id index)
{
  const struct expr *v = expr_get (x, e), *of = expr_get (x, index);
  int64_t small, large;
  if (v->op != X_OP || of->op != X_OP || v->code != of->code || v->a != of->a ||
      !expr_is_const (x, v->b, &small) || !expr_is_const (x, of->b, &large))
    return false;
  return v->code == OP_AND ? small >= 0 && large >= 0 && !(small & ~large)
                           : v->code == OP_MOD && small > 0 && large > 0 && large % small == 0;
}

/* Writes E as a function of INDEX; false if it depends on anything else. */
static bool put_function (const struct exprs *x, expr_id e, expr_id index, struct key *k)
{
  if (e == index)
    return put (k, HOLE);
  const struct expr *v = expr_get (x, e);
  if (!put (k, v->op | (uint32_t)v->code << 8))
    return false;
  switch ((enum expr_op)v->op) {
  case X_CONST:
    return put (k, (uint32_t)v->k) && put (k, (uint32_t)(v->k >> 32));
  case X_ADD:
  case X_CONVERT:
    return put (k, (uint32_t)v->k) && put (k, (uint32_t)(v->k >> 32)) &&
           put_function (x, v->a, index, k);
  case X_OP:
    if (is_part_of (x, e, index))
      return put (k, HOLE) && put_function (x, v->b, index, k);
    return put_function (x, v->a, index, k) && put_function (x, v->b, index, k);
  default:
    return false;
  }
}

/* Where an array begins: at START of OBJECT; or START bytes from what is in a VARIABLE, which
   always holds the same pointer. */
struct beginning {
  object_id object;
  int64_t start;
  object_id variable; /* 0: none */
  int64_t in_variable;
};

static bool begins_behind (struct terms *t, funid f, expr_id e, struct beginning *b)
{
  struct exprs *x = &t->s->x;
  expr_id root = expr_base (x, e, &b->start);
  uint32_t l;
  if (!root || expr_get (x, root)->op != X_LOAD ||
      !sets_is_single (&t->s->p->sets, expr_points (x, f, e), &l) ||
      !unique_place (t, f, expr_get (x, root)->a, &b->variable, &b->in_variable))
    return false;
  b->object = loc_object (&t->s->p->objects, l);
  return assigned_once (&t->s->assigned, t->s->p, t->s->effects, &t->once, b->variable,
                        b->in_variable);
}

static bool locks_begin (struct terms *t, funid f, expr_id e, struct beginning *b)
{
  const struct expr *v = expr_get (&t->s->x, e);
  b->variable = 0;
  b->in_variable = 0;
  if (unique_place (t, f, e, &b->object, &b->start))
    return true;
  if (v->op != X_OBJECT)
    return begins_behind (t, f, e, b);
  b->object = v->a;
  b->start = 0;
  return object_is_unique (t, b->object);
}

static bool data_begin (struct terms *t, funid f, expr_id e, struct beginning *b)
{
  struct exprs *x = &t->s->x;
  expr_id root = expr_base (x, e, &b->start);
  b->variable = 0;
  b->in_variable = 0;
  if (expr_get (x, root)->op == X_OBJECT) {
    b->object = expr_get (x, root)->a;
    return true;
  }
  return unique_place (t, f, e, &b->object, &b->start) || begins_behind (t, f, e, b);
}

/* A constant element of the innermost array there with elements of SMALLEST bytes or more, of an
   object that exists once. */
static bool constant_element (struct terms *t, object_id object, int64_t offset, int64_t smallest,
                              struct array_around *array, int64_t *number)
{
  struct array_around around[MOST_AROUND];
  uint32_t n = arrays_around (&t->s->p->objects, object, offset, around);
  while (n && around[n - 1].element < smallest)
    n--;
  if (!n || !object_is_unique (t, object) || around[n - 1].element <= 0 ||
      offset < around[n - 1].base)
    return false;
  *array = around[n - 1];
  *number = (offset - array->base) / array->element;
  return true;
}

/* The same as index_term, where lock and data have one constant as their index. */
static uint32_t constant_index_term (struct terms *t, expr_id l, int64_t lock_offset, expr_id m,
                                     int64_t offset)
{
  const struct exprs *x = &t->s->x;
  struct array_around locks, data;
  int64_t number, other;
  if (expr_get (x, l)->op != X_OBJECT || expr_get (x, m)->op != X_OBJECT ||
      !constant_element (t, expr_get (x, l)->a, lock_offset, SMALLEST_LOCK, &locks, &number) ||
      !constant_element (t, expr_get (x, m)->a, offset, 1, &data, &other) || number != other)
    return 0;
  uint32_t key[] = {expr_get (x, m)->a,      (uint32_t)data.base,    0,
                    (uint32_t)locks.element, (uint32_t)data.element, HOLE};
  return term_make (t, TERM_INDEX, expr_get (x, l)->a,
                    locks.base + (lock_offset - locks.base) % locks.element, key,
                    sizeof key / sizeof key[0]);
}

uint32_t index_term (struct terms *t, funid f, expr_id lock, expr_id address, bool one)
{
  struct exprs *x = &t->s->x;
  int64_t lock_offset, offset;
  expr_id l = expr_base (x, lock, &lock_offset), m = expr_base (x, address, &offset);
  if (!l || !m)
    return 0;
  if (expr_get (x, l)->op != X_INDEX || expr_get (x, m)->op != X_INDEX)
    return one ? constant_index_term (t, l, lock_offset, m, offset) : 0;
  struct expr locks = *expr_get (x, l), data = *expr_get (x, m);
  struct beginning of_locks, of_data;
  /* The data must be elements of one array, counted from its start. */
  if (!locks_begin (t, f, locks.a, &of_locks) || !data_begin (t, f, data.a, &of_data))
    return 0;
  struct key key = {0};
  int64_t element = 0;
  if (data.k > 0)
    element = offset >= 0 ? offset / data.k : -((data.k - 1 - offset) / data.k);
  if (data.k <= 0 || !put (&key, of_data.object) || !put (&key, (uint32_t)of_data.start) ||
      !put (&key, (uint32_t)element))
    return 0;
  /* A conversion to 64 bits loses nothing: what it was made of is known too. */
  const struct expr *index = expr_get (x, data.b);
  bool ok = put (&key, (uint32_t)locks.k) && put (&key, (uint32_t)data.k);
  uint32_t head = key.n;
  if (!(ok && put_function (x, locks.b, data.b, &key))) {
    key.n = head;
    if (index->op != X_CONVERT || (index->k != 64 && index->k != -64) ||
        !put_function (x, locks.b, index->a, &key))
      return 0;
  }
  if ((of_locks.variable || of_data.variable) &&
      !(put (&key, of_locks.variable) && put (&key, (uint32_t)of_locks.in_variable) &&
        put (&key, of_data.variable) && put (&key, (uint32_t)of_data.in_variable)))
    return 0;
  return term_make (t, TERM_INDEX, of_locks.object, of_locks.start + lock_offset, key.v, key.n);
}
