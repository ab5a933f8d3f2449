/* What a search makes of atomics. */

#include "schedules-internal.h"

/* The value itself, or what is in memory there. */
static struct value operand_of (struct trial *d, const struct machine *m, uint32_t thread,
                                const struct rec_call *c, const struct model_operand *o,
                                uint64_t bytes)
{
  uint32_t object;
  int64_t offset;
  if (o->kind != MODEL_PLACE || !o->u.place.derefs)
    return argument (d, m, thread, c, o);
  return place_address (d, m, thread, c, o, &object, &offset)
             ? memory_load (d, m, object, offset, bytes)
             : (struct value){0};
}

static uint64_t size_of (const struct model_operand *o)
{
  return o->kind == MODEL_SIZE && o->u.size->kind == SIZE_PRODUCT && !o->u.size->factors &&
                 !o->u.size->pointers
             ? (uint64_t)o->u.size->bytes
             : 0;
}

enum { CONSUME_ORDER = 1, ACQUIRE_ORDER, RELEASE_ORDER, BOTH_ORDER, CONSISTENT_ORDER };

struct atomic_place {
  bool known; /* where it is */
  uint32_t object;
  int64_t offset;
  uint64_t bytes;
};

static int order_of (struct trial *d, const struct machine *m, uint32_t thread,
                     const struct rec_call *c, const struct model_operand *o)
{
  struct value v = argument (d, m, thread, c, o);
  return v.kind == V_INT ? (int)v.n : 0;
}

static bool acquires (int order)
{
  return order == CONSUME_ORDER || order == ACQUIRE_ORDER || order == BOTH_ORDER ||
         order == CONSISTENT_ORDER;
}

static bool releases (int order)
{
  return order == RELEASE_ORDER || order == BOTH_ORDER || order == CONSISTENT_ORDER;
}

/* Whether the search may believe what an operation of that order does. */
static void check_order (struct trial *d, int order)
{
  if (order == CONSISTENT_ORDER)
    return;
  d->again |= !d->weak;
  d->weak = true;
  d->stale = !d->loose;
}

/* Whether what is written with that order does not order memory. */
static bool is_loose (struct trial *d, const struct machine *m, uint32_t thread, int order)
{
  bool loose = !releases (order) && !(d->stale && stale_is_alone (m, thread));
  if (loose && !d->spurious)
    d->spurious = d->again = true;
  return loose;
}

static bool is_tracked (struct trial *d, const struct frame *f)
{
  for (uint32_t k = effects_at (d->effects, f->f, f->record);
       k < d->effects->first[f->f + 1] && d->effects->v.v[k].record == f->record; k++)
    if (effect_matters (d, &d->effects->v.v[k], &d->tracked))
      return true;
  return false;
}

/* A read that may find older values, too.  Takes the machine. */
static void load_stale (struct trial *d, struct machine *m, uint32_t thread,
                        const struct rec_call *c, int order, struct atomic_place p)
{
  struct value last = memory_load (d, m, p.object, p.offset, p.bytes);
  bool own = stale_is_own (d, thread, p.object, p.offset);
  uint32_t n = acquires (order) && !d->spurious && !own
                   ? stale_count (d, m, thread, p.object, p.offset)
                   : 0;
  for (uint32_t i = 0; i < n; i++) {
    struct machine *next = machine_copy (d, m);
    struct value v = stale_value (d, m, thread, p.object, p.offset, i);
    stale_forget (d, next, thread, p.object, p.offset, i);
    finish (d, next, thread, c, v);
  }
  if (own || (acquires (order) && !d->spurious))
    stale_forget (d, m, thread, p.object, p.offset, MOST_STALE);
  else
    last = (struct value){0};
  finish (d, m, thread, c, last);
}

static void atomic_load (struct trial *d, struct machine *m, uint32_t thread,
                         const struct rec_call *c, const struct model_effect *e,
                         struct atomic_place p)
{
  int order = order_of (d, m, thread, c, &e->op[ATOMIC_LOAD_ORDER]);
  struct value v = p.known ? memory_load (d, m, p.object, p.offset, p.bytes) : (struct value){0};
  check_order (d, order);
  if (d->stale && p.known && e->op[ATOMIC_LOAD_TARGET].kind == MODEL_NONE) {
    load_stale (d, m, thread, c, order, p);
    return;
  }
  if (!acquires (order) || d->spurious)
    v = (struct value){0};
  if (e->op[ATOMIC_LOAD_TARGET].kind != MODEL_NONE)
    schedules_refuse (d, "atomics of any size");
  finish (d, m, thread, c, v);
}

static void atomic_store (struct trial *d, struct machine *m, uint32_t thread,
                          const struct rec_call *c, const struct model_effect *e,
                          struct atomic_place p)
{
  int order = order_of (d, m, thread, c, &e->op[ATOMIC_STORE_ORDER]);
  struct value v = operand_of (d, m, thread, c, &e->op[ATOMIC_STORE_VALUE], p.bytes);
  check_order (d, order);
  v.loose = is_loose (d, m, thread, order);
  if (d->stale)
    stale_write (d, m, thread, p.object, p.offset, p.bytes, false);
  memory_store (d, m, p.object, p.offset, p.bytes, v);
  finish (d, m, thread, c, (struct value){0});
}

static struct value changed (uint8_t operation, struct value old, struct value by, uint64_t bytes)
{
  uint64_t x = (uint64_t)old.n, y = (uint64_t)by.n, r;
  if (operation == RMW_EXCHANGE)
    return by;
  if (old.kind != V_INT || by.kind != V_INT)
    return (struct value){0};
  switch (operation) {
  case RMW_ADD:
    r = x + y;
    break;
  case RMW_SUB:
    r = x - y;
    break;
  case RMW_AND:
    r = x & y;
    break;
  case RMW_OR:
    r = x | y;
    break;
  case RMW_XOR:
    r = x ^ y;
    break;
  default:
    r = ~(x & y);
    break;
  }
  if (bytes < 8) { /* as if it were signed, which is all the same: see same_number */
    uint64_t sign = UINT64_C (1) << (8 * bytes - 1);
    r &= sign * 2 - 1;
    r = (r ^ sign) - sign;
  }
  return value_int ((int64_t)r);
}

static void atomic_rmw (struct trial *d, struct machine *m, uint32_t thread,
                        const struct rec_call *c, const struct model_effect *e,
                        struct atomic_place p)
{
  int order = order_of (d, m, thread, c, &e->op[ATOMIC_RMW_ORDER]);
  struct value old = memory_load (d, m, p.object, p.offset, p.bytes), new, result = {0};
  check_order (d, order);
  if (d->weak && (!acquires (order) || !releases (order) || old.loose))
    schedules_refuse (d, "atomics that do not order memory");
  new = changed (e->op[ATOMIC_RMW_OPERATION].u.keyword, old,
                 operand_of (d, m, thread, c, &e->op[ATOMIC_RMW_VALUE], p.bytes), p.bytes);
  new.loose = false;
  if (d->stale)
    stale_write (d, m, thread, p.object, p.offset, p.bytes, true);
  memory_store (d, m, p.object, p.offset, p.bytes, new);
  switch (e->op[ATOMIC_RMW_RESULT].u.keyword) {
  case WHICH_OLD:
    result = old;
    break;
  case WHICH_NEW:
    result = new;
    break;
  case WHICH_ZERO:
    if (new.kind == V_INT)
      result = value_int (!new.n);
    break;
  default:
    break;
  }
  if (e->op[ATOMIC_RMW_TARGET].kind != MODEL_NONE)
    schedules_refuse (d, "atomics of any size");
  finish (d, m, thread, c, result);
}

/* Whether two numbers of so many bytes are the same: 1, 0, or -1, perhaps. */
static int same_number (struct value a, struct value b, uint64_t bytes)
{
  if (a.kind == V_INT && b.kind == V_INT && bytes < 8) {
    uint64_t mask = (UINT64_C (1) << 8 * bytes) - 1;
    return ((uint64_t)a.n & mask) == ((uint64_t)b.n & mask);
  }
  return value_compare (OP_EQ, a, b, false);
}

static void atomic_cas (struct trial *d, struct machine *m, uint32_t thread,
                        const struct rec_call *c, const struct model_effect *e,
                        struct atomic_place p)
{
  enum { WEAK = 3 };
  int order = order_of (d, m, thread, c, &e->op[ATOMIC_CAS_ORDER]);
  const struct model_operand *expected = &e->op[ATOMIC_CAS_EXPECTED];
  bool in_memory = expected->kind == MODEL_PLACE && expected->u.place.derefs;
  bool success = e->op[ATOMIC_CAS_RESULT].u.keyword == WHICH_SUCCESS;
  struct value now = memory_load (d, m, p.object, p.offset, p.bytes);
  struct value old = operand_of (d, m, thread, c, expected, p.bytes);
  struct value weak = in_memory && c->args.n > WEAK ? operand_value (d, m, thread, &c->args.v[WEAK])
                                                    : value_int (0);
  int same = same_number (now, old, p.bytes);
  check_order (d, order);
  /* What a failure finds need not be ordered: it tells nothing, and may happen at any time. */
  bool unordered =
      d->weak || order_of (d, m, thread, c, &e->op[ATOMIC_CAS_FAILURE]) != CONSISTENT_ORDER;
  if (same && d->weak && (!acquires (order) || now.loose))
    schedules_refuse (d, "atomics that do not order memory");
  if (same <= 0 || unordered || weak.kind != V_INT || weak.n) {
    struct machine *other = machine_copy (d, m);
    uint32_t object;
    int64_t offset;
    struct value found = unordered ? (struct value){0} : now;
    if (in_memory && place_address (d, m, thread, c, expected, &object, &offset))
      memory_store (d, other, object, offset, p.bytes, found);
    else if (in_memory)
      schedules_refuse (d, "an unknown pointer");
    finish (d, other, thread, c, success ? value_int (0) : found);
  }
  if (same) {
    struct value new = operand_of (d, m, thread, c, &e->op[ATOMIC_CAS_DESIRED], p.bytes);
    new.loose = is_loose (d, m, thread, order);
    if (d->stale)
      stale_write (d, m, thread, p.object, p.offset, p.bytes, true);
    memory_store (d, m, p.object, p.offset, p.bytes, new);
    finish (d, m, thread, c, success ? value_int (1) : old);
  } else {
    machine_free (d, m);
  }
}

static const struct atomic_kind {
  enum effect_kind kind;
  unsigned memory, size;
  void (*execute) (struct trial *, struct machine *, uint32_t, const struct rec_call *,
                   const struct model_effect *, struct atomic_place);
} atomics[] = {{EFFECT_ATOMIC_LOAD, ATOMIC_LOAD_MEMORY, ATOMIC_LOAD_SIZE, atomic_load},
               {EFFECT_ATOMIC_STORE, ATOMIC_STORE_MEMORY, ATOMIC_STORE_SIZE, atomic_store},
               {EFFECT_ATOMIC_RMW, ATOMIC_RMW_MEMORY, ATOMIC_RMW_SIZE, atomic_rmw},
               {EFFECT_ATOMIC_CAS, ATOMIC_CAS_MEMORY, ATOMIC_CAS_SIZE, atomic_cas}};

bool execute_atomic (struct trial *d, struct machine *m, uint32_t thread, const struct rec_call *c,
                     const struct model_effect *e)
{
  for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
    const struct atomic_kind *k = &atomics[i];
    struct atomic_place p = {0};
    if (e->kind != k->kind)
      continue;
    p.bytes = size_of (&e->op[k->size]);
    p.known = place_address (d, m, thread, c, &e->op[k->memory], &p.object, &p.offset) && p.bytes;
    if (!is_tracked (d, top_frame (m, thread))) {
      finish (d, m, thread, c, (struct value){0});
    } else if (!p.known && e->kind != EFFECT_ATOMIC_LOAD) {
      schedules_refuse (d, "an unknown pointer");
      machine_free (d, m);
    } else {
      k->execute (d, m, thread, c, e, p);
    }
    return true;
  }
  return false;
}

const struct model_operand *atomic_memory (const struct model_effect *e)
{
  for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++)
    if (e->kind == atomics[i].kind)
      return &e->op[atomics[i].memory];
  return NULL;
}
