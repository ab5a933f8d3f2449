/* What a search makes of calls: locks, semaphores, barriers, threads, atomics; and functions with
   bodies. */

#include "schedules-internal.h"

#include <pthread.h>

/* Places and values that models mention */

static struct value argument (struct trial *d, const struct machine *m, uint32_t thread,
                              const struct rec_call *c, const struct model_operand *o)
{
  if (o->kind == MODEL_NUMBER)
    return value_int (o->u.number);
  if (o->kind != MODEL_PLACE || o->u.place.base != MODEL_ARG || o->u.place.offsets ||
      o->u.place.number >= c->args.n)
    return (struct value){0};
  return operand_value (d, m, thread, &c->args.v[o->u.place.number]);
}

bool place_address (struct trial *d, const struct machine *m, uint32_t thread,
                    const struct rec_call *c, const struct model_operand *o, uint32_t *object,
                    int64_t *offset)
{
  if (o->kind == MODEL_PLACE && o->u.place.base == MODEL_STATIC && o->u.place.derefs == 1) {
    *object = library_object (d->p, &o->u.place);
    *offset = 0;
    return *object && *object <= 0xffff;
  }
  struct value v = argument (d, m, thread, c, o);
  *object = v.object;
  *offset = v.n;
  return v.kind == V_POINTER && o->u.place.derefs == 1;
}

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

/* Which calls */

static const enum effect_kind synchronising[] = {
    EFFECT_ACQUIRE,      EFFECT_RELEASE,    EFFECT_CONVERT,    EFFECT_INIT,       EFFECT_DESTROY,
    EFFECT_WAIT,         EFFECT_SEM_WAIT,   EFFECT_SEM_POST,   EFFECT_BARRIER_WAIT, EFFECT_ONCE,
    EFFECT_FORK,         EFFECT_JOIN,       EFFECT_ATOMIC_LOAD, EFFECT_ATOMIC_STORE,
    EFFECT_ATOMIC_RMW,   EFFECT_ATOMIC_CAS, EFFECT_THREAD_EXIT, EFFECT_EXIT, EFFECT_NORETURN,
    EFFECT_SELF,         EFFECT_EQUAL};

/* What the search does not know. */
static const enum effect_kind unknown[] = {
    EFFECT_ONCE_ENTER, EFFECT_ONCE_LEAVE, EFFECT_CANCEL,       EFFECT_TEAM_INDEX, EFFECT_TEAM_SIZE,
    EFFECT_LEAGUE,     EFFECT_TICKET,     EFFECT_CHUNK,        EFFECT_GROUP_START, EFFECT_GROUP_END,
    EFFECT_TASK_DEPEND, EFFECT_SINGLE,    EFFECT_ITERATION,    EFFECT_CALL,       EFFECT_CALLBACKS,
    EFFECT_CLEANUP_PUSH, EFFECT_CLEANUP_POP, EFFECT_SETJMP,    EFFECT_LONGJMP,
    EFFECT_PROCESS_FORK, EFFECT_KEY_CREATE, EFFECT_CONVERT};

static const struct model_effect *effect_in (const struct model *m, const enum effect_kind *kinds,
                                             size_t n)
{
  for (uint32_t i = 0; i < m->n_effects; i++)
    for (size_t k = 0; k < n; k++)
      if (m->effects[i].kind == kinds[k])
        return &m->effects[i];
  return NULL;
}

static const struct model_effect *main_effect (const struct model *m)
{
  return effect_in (m, synchronising, sizeof synchronising / sizeof *synchronising);
}

bool model_synchronises (const struct model *m)
{
  return main_effect (m) != NULL;
}

const struct model *model_at (const struct trial *d, funid f, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (d->p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (d->p->models[d->p->calls.v[k].callee])
      return d->p->models[d->p->calls.v[k].callee];
  return NULL;
}

static const struct frame *top (const struct machine *m, uint32_t thread)
{
  return &m->threads[thread].frames[m->threads[thread].n_frames - 1];
}

/* Going on */

static void finish (struct trial *d, struct machine *m, uint32_t thread, const struct rec_call *c,
                    struct value result)
{
  set_value (d, m, thread, c->r.dst, result);
  step_over (m, thread);
  vec_push (&d->todo, m);
}

static bool is_kept (const struct trial *d, const struct machine *m, uint32_t thread,
                     const struct rec_call *c)
{
  return c->r.dst && d->plans[top (m, thread)->f].number[c->r.dst];
}

/* What the result may be when the effect has happened, or has not. */
static void finish_outcome (struct trial *d, struct machine *m, uint32_t thread,
                            const struct rec_call *c, const struct model_outcome *o, bool happened)
{
  struct value v = {0};
  if (o && is_kept (d, m, thread, c) && !o->alternatives[0].value) {
    bool eq = o->alternatives[0].relation == RELATION_EQ;
    if (eq || o->alternatives[0].relation == RELATION_NE)
      v = eq == happened ? value_int (0) : (struct value){.kind = V_NONZERO};
  }
  for (uint8_t i = 1; o && happened && i < o->n && is_kept (d, m, thread, c); i++)
    if (o->alternatives[i].relation == RELATION_EQ)
      finish (d, machine_copy (d, m), thread, c, value_int (o->alternatives[i].value));
  finish (d, m, thread, c, v);
}

/* The other way, if the program looks at it. */
static void fail (struct trial *d, const struct machine *m, uint32_t thread,
                  const struct rec_call *c, const struct model_outcome *o)
{
  if (o && (!o->expected || is_kept (d, m, thread, c)))
    finish_outcome (d, machine_copy (d, m), thread, c, o, false);
}

/* Locks */

static bool is_free (struct trial *d, const struct machine *m, uint32_t thread, uint32_t object,
                     int64_t offset, bool shared)
{
  const struct memory_cell *c = memory_cell (d, (struct machine *)m, object, offset, CELL_LOCK, false);
  if (!c || c->v.object == 1 + thread)
    return true;
  return shared ? !c->v.object : !c->v.object && !(c->v.n & ~(INT64_C (15) << 4 * thread));
}

static bool may_check_errors (const struct trial *d, uint32_t instance)
{
  for (uint64_t l = bitset_next (&d->s->errorcheck, 1); l != BITSET_END;
       l = bitset_next (&d->s->errorcheck, l + 1))
    if (loc_object (&d->p->objects, (loc_id)l) == object_of_instance (instance))
      return true;
  return false;
}

static void take (struct trial *d, struct machine *m, uint32_t thread, uint32_t object,
                  int64_t offset, bool shared)
{
  struct memory_cell *c = memory_cell (d, m, object, offset, CELL_LOCK, true);
  if (c->v.object == 1 + thread && may_check_errors (d, object))
    schedules_refuse (d, "a mutex that may be error-checking");
  if (shared && c->v.object != 1 + thread) {
    c->v.n += INT64_C (1) << 4 * thread;
    if ((c->v.n >> 4 * thread & 15) == 15)
      schedules_refuse (d, "a lock is taken too often");
  } else if (c->v.object == 1 + thread || !c->v.n) {
    c->v.object = 1 + thread;
    c->v.n++;
  } else {
    schedules_refuse (d, "a lock is upgraded");
  }
  c->v.kind = V_INT;
  if (c->v.n > 15 && c->v.object)
    schedules_refuse (d, "a lock is taken too often");
}

static void give (struct trial *d, struct machine *m, uint32_t thread, uint32_t object,
                  int64_t offset)
{
  struct memory_cell *c = memory_cell (d, m, object, offset, CELL_LOCK, false);
  if (!c)
    return;
  if (c->v.object)
    c->v.n--; /* by whomever */
  else if (c->v.n >> 4 * thread & 15)
    c->v.n -= INT64_C (1) << 4 * thread;
  else
    c->v.n = 0;
  if (!c->v.n)
    memory_remove (m, c);
}

/* Whether an unknown lock may be one of those that the search knows. */
static bool may_be_known (struct trial *d, const struct machine *m, uint32_t thread,
                          const struct rec_call *c, const struct model_operand *o)
{
  if (o->kind != MODEL_PLACE || o->u.place.base != MODEL_ARG || o->u.place.number >= c->args.n)
    return true;
  setid at = points_of_operand (d->p, top (m, thread)->f, &c->args.v[o->u.place.number]);
  if (!at)
    return true;
  for (struct set_iter i = sets_each (&d->p->sets, at); set_next (&i);)
    for (uint32_t k = 0; k < m->n_cells; k++)
      if (m->cells[k].bytes >= CELL_LOCK &&
          object_of_instance (m->cells[k].object) == loc_object (&d->p->objects, i.x))
        return true;
  return false;
}

/* Barriers: n: how many have come | how many have to go on << 8 | whether one was told << 16 */

enum { ARRIVED = 0xff, LEAVING_SHIFT = 8, TOLD = 1 << 16 };

static void arrive (struct trial *d, struct machine *m, uint32_t thread, struct memory_cell *c)
{
  uint32_t object = c->object;
  int64_t offset = c->offset;
  c->v.n++;
  m->threads[thread].status = T_STOPPED;
  if ((c->v.n & ARRIVED) < c->v.object) {
    vec_push (&d->todo, m);
    return;
  }
  uint32_t n = c->v.object;
  c->v.n = (int64_t)n << LEAVING_SHIFT;
  for (uint32_t t = 0; t < m->n_threads; t++) {
    uint32_t o;
    int64_t at;
    if (m->threads[t].status != T_STOPPED)
      continue;
    const struct model *model = model_at (d, top (m, t)->f, top (m, t)->record);
    const struct frame *f = top (m, t);
    const struct rec_call *call = (const struct rec_call *)body_of (d, f->f)->records[f->record];
    const struct model_effect *e = model ? main_effect (model) : NULL;
    if (e && e->kind == EFFECT_BARRIER_WAIT &&
        place_address (d, m, t, call, &e->op[BARRIER_WAIT_BARRIER], &o, &at) && o == object &&
        at == offset)
      m->threads[t].status = T_PASSES;
  }
  vec_push (&d->todo, m);
}

static void pass_barrier (struct trial *d, struct machine *m, uint32_t thread,
                          const struct rec_call *c, struct memory_cell *at)
{
  uint32_t leaving = (uint32_t)at->v.n >> LEAVING_SHIFT & 0xff;
  bool told = at->v.n & TOLD;
  at->v.n -= 1 << LEAVING_SHIFT;
  m->threads[thread].status = T_READY;
  if (!told) {
    struct machine *chosen = machine_copy (d, m);
    struct memory_cell *k = memory_cell (d, chosen, at->object, at->offset, CELL_BARRIER, true);
    k->v.n = leaving == 1 ? k->v.n & ~(int64_t)TOLD : k->v.n | TOLD;
    finish (d, chosen, thread, c, value_int (PTHREAD_BARRIER_SERIAL_THREAD));
  } else if (leaving == 1) {
    at->v.n &= ~(int64_t)TOLD;
  }
  if (told || leaving > 1)
    finish (d, m, thread, c, value_int (0));
  else
    machine_free (d, m);
}

/* Threads */

static void fork_thread (struct trial *d, struct machine *m, uint32_t thread,
                         const struct rec_call *c, const struct model_effect *e, funid start)
{
  const struct model_call *call = e->op[FORK_CALL].u.call;
  struct value arg = {0};
  uint32_t object, number = m->n_threads;
  int64_t offset;
  if (call->n_args)
    arg = argument (d, m, thread, c, &call->args[0]);
  if (call->n_args > 1 || (call->n_args && call->args[0].kind == MODEL_PLACE &&
                           (call->args[0].u.place.derefs || call->args[0].u.place.base != MODEL_ARG)))
    schedules_refuse (d, "arguments of threads");
  if (number == MOST_THREADS || e->op[FORK_NUMBER].u.keyword != NUMBER_ONE ||
      e->op[FORK_FATE].u.keyword > FATE_DETACHED) {
    schedules_refuse (d, "too many threads");
    machine_free (d, m);
    return;
  }
  struct value handle = {.kind = V_THREAD, .n = number};
  const struct model_operand *to = &e->op[FORK_HANDLE];
  struct value result = {0};
  if (to->kind == MODEL_PLACE && to->u.place.base == MODEL_RET)
    result = handle;
  else if (to->kind == MODEL_PLACE && place_address (d, m, thread, c, to, &object, &offset))
    memory_store (d, m, object, offset, sizeof (pthread_t), handle);
  m->n_threads++;
  m->threads[number] = (struct strand){.status = T_NEW};
  enter_function (d, m, number, start, &arg, 1);
  if (d->refused) {
    machine_free (d, m);
    return;
  }
  if (result.kind)
    finish (d, m, thread, c, result);
  else
    finish_outcome (d, m, thread, c, e->outcome, true);
}

/* Functions that the operand of a model may be. */
static void fork_any (struct trial *d, struct machine *m, uint32_t thread,
                      const struct rec_call *c, const struct model_effect *e)
{
  const struct frame *f = top (m, thread);
  const struct model_operand callee = {.kind = MODEL_PLACE,
                                       .u.place = e->op[FORK_CALL].u.call->callee};
  struct value v = argument (d, m, thread, c, &callee);
  uint32_t first, end;
  fail (d, m, thread, c, e->outcome);
  calls_of_record (d->p, f->f, f->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *call = &d->p->calls.v[k];
    if (call->kind == CALL_FORK && (v.kind != V_FUNCTION || v.object == call->callee)) {
      if (body_of (d, call->callee))
        fork_thread (d, machine_copy (d, m), thread, c, e, call->callee);
      else
        schedules_refuse (d, "a thread without facts");
    }
  }
  machine_free (d, m);
}

static void join (struct trial *d, struct machine *m, uint32_t thread, const struct rec_call *c,
                  const struct model_effect *e)
{
  struct value v = argument (d, m, thread, c, &e->op[JOIN_HANDLE]);
  bool done = v.kind != V_THREAD || m->threads[v.n].status == T_DONE;
  fail (d, m, thread, c, e->outcome);
  if (done)
    finish_outcome (d, m, thread, c, e->outcome, true);
  else
    machine_free (d, m);
}

/* Atomics */

enum { ACQUIRE_ORDER = 2, RELEASE_ORDER = 3, BOTH_ORDER = 4, CONSISTENT_ORDER = 5 };

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
  return order == ACQUIRE_ORDER || order == BOTH_ORDER || order == CONSISTENT_ORDER;
}

static bool releases (int order)
{
  return order == RELEASE_ORDER || order == BOTH_ORDER || order == CONSISTENT_ORDER;
}

/* Whether the search may believe what an operation of that order does. */
static void check_order (struct trial *d, int order)
{
  if (order != CONSISTENT_ORDER && !d->loose)
    schedules_refuse (d, "atomics that are not sequentially consistent");
}

/* Whether what is written with that order does not order memory. */
static bool is_loose (struct trial *d, int order)
{
  if (!releases (order) && !d->spurious)
    d->spurious = d->again = true;
  return !releases (order);
}

static bool is_tracked (struct trial *d, const struct frame *f)
{
  for (uint32_t k = effects_at (d->effects, f->f, f->record);
       k < d->effects->first[f->f + 1] && d->effects->v.v[k].record == f->record; k++)
    if (effect_matters (d, &d->effects->v.v[k], &d->tracked))
      return true;
  return false;
}

static void atomic_load (struct trial *d, struct machine *m, uint32_t thread,
                         const struct rec_call *c, const struct model_effect *e, struct atomic_place p)
{
  int order = order_of (d, m, thread, c, &e->op[ATOMIC_LOAD_ORDER]);
  struct value v = p.known ? memory_load (d, m, p.object, p.offset, p.bytes) : (struct value){0};
  check_order (d, order);
  if (!acquires (order) || d->spurious)
    v = (struct value){0};
  if (e->op[ATOMIC_LOAD_TARGET].kind != MODEL_NONE)
    schedules_refuse (d, "atomics of any size");
  finish (d, m, thread, c, v);
}

static void atomic_store (struct trial *d, struct machine *m, uint32_t thread,
                          const struct rec_call *c, const struct model_effect *e, struct atomic_place p)
{
  int order = order_of (d, m, thread, c, &e->op[ATOMIC_STORE_ORDER]);
  struct value v = operand_of (d, m, thread, c, &e->op[ATOMIC_STORE_VALUE], p.bytes);
  check_order (d, order);
  v.loose = is_loose (d, order);
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
                        const struct rec_call *c, const struct model_effect *e, struct atomic_place p)
{
  int order = order_of (d, m, thread, c, &e->op[ATOMIC_RMW_ORDER]);
  struct value old = memory_load (d, m, p.object, p.offset, p.bytes), new, result = {0};
  check_order (d, order);
  if (d->loose && (!acquires (order) || !releases (order) || old.loose))
    schedules_refuse (d, "atomics that do not order memory");
  new = changed (e->op[ATOMIC_RMW_OPERATION].u.keyword, old,
                 operand_of (d, m, thread, c, &e->op[ATOMIC_RMW_VALUE], p.bytes), p.bytes);
  new.loose = false;
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
                        const struct rec_call *c, const struct model_effect *e, struct atomic_place p)
{
  enum { WEAK = 3 };
  int order = order_of (d, m, thread, c, &e->op[ATOMIC_CAS_ORDER]);
  const struct model_operand *expected = &e->op[ATOMIC_CAS_EXPECTED];
  bool in_memory = expected->kind == MODEL_PLACE && expected->u.place.derefs;
  bool success = e->op[ATOMIC_CAS_RESULT].u.keyword == WHICH_SUCCESS;
  struct value now = memory_load (d, m, p.object, p.offset, p.bytes);
  struct value old = operand_of (d, m, thread, c, expected, p.bytes);
  struct value weak = in_memory && c->args.n > WEAK
                          ? operand_value (d, m, thread, &c->args.v[WEAK])
                          : value_int (0);
  int same = same_number (now, old, p.bytes);
  check_order (d, order);
  if (same && d->loose && (!acquires (order) || now.loose))
    schedules_refuse (d, "atomics that do not order memory");
  if (same <= 0 || d->loose || weak.kind != V_INT || weak.n) {
    struct machine *other = machine_copy (d, m);
    uint32_t object;
    int64_t offset;
    struct value found = d->loose ? (struct value){0} : now; /* it need not be ordered */
    if (in_memory && place_address (d, m, thread, c, expected, &object, &offset))
      memory_store (d, other, object, offset, p.bytes, found);
    else if (in_memory)
      schedules_refuse (d, "an unknown pointer");
    finish (d, other, thread, c, success ? value_int (0) : found);
  }
  if (same) {
    struct value new = operand_of (d, m, thread, c, &e->op[ATOMIC_CAS_DESIRED], p.bytes);
    new.loose = is_loose (d, order);
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

static bool execute_atomic (struct trial *d, struct machine *m, uint32_t thread,
                            const struct rec_call *c, const struct model_effect *e)
{
  for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
    const struct atomic_kind *k = &atomics[i];
    struct atomic_place p = {0};
    if (e->kind != k->kind)
      continue;
    p.bytes = size_of (&e->op[k->size]);
    p.known = place_address (d, m, thread, c, &e->op[k->memory], &p.object, &p.offset) && p.bytes;
    if (!is_tracked (d, top (m, thread)) && e->kind != EFFECT_ATOMIC_CAS) {
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

/* Calls */

/* Does not come back. */
static void stop (struct trial *d, struct machine *m, uint32_t thread)
{
  m->threads[thread].status = T_STOPPED;
  vec_push (&d->todo, m);
}

/* A new object, for who looks at its address; there may be none. */
static void finish_made (struct trial *d, struct machine *m, uint32_t thread,
                         const struct rec_call *c)
{
  const struct frame *f = top (m, thread);
  const struct model *model = model_at (d, f->f, f->record);
  object_id object = 0;
  for (struct set_iter i = sets_each (&d->p->sets, points_of_value (d->p, f->f, c->r.dst));
       c->r.dst && !object && set_next (&i);)
    if (d->p->objects.v.v[loc_object (&d->p->objects, i.x)].kind == OBJECT_HEAP)
      object = object_at_site (d, loc_object (&d->p->objects, i.x));
  struct value v = {0};
  if (model && model_has (model, EFFECT_ALLOCATE) && is_kept (d, m, thread, c) && object &&
      object <= 0xffff) {
    struct memory_cell *made = memory_cell (d, m, object, 0, CELL_MADE, true);
    made->v.kind = V_INT;
    if (made->v.n < MOST_MADE) {
      uint32_t instance = instance_of (object, FIRST_MADE + (uint32_t)made->v.n++, 0);
      finish (d, machine_copy (d, m), thread, c, value_int (0));
      v = (struct value){.kind = V_POINTER, .object = instance};
    }
  }
  finish (d, m, thread, c, v);
}

static void call_function (struct trial *d, struct machine *m, uint32_t thread,
                           const struct rec_call *c)
{
  enum { MOST_ARGS = 16 };
  const struct frame *f = top (m, thread);
  struct value callee = operand_value (d, m, thread, &c->callee), args[MOST_ARGS];
  uint32_t first, end, n = c->args.n < MOST_ARGS ? c->args.n : MOST_ARGS;
  bool any = false;
  for (uint32_t i = 0; i < n; i++)
    args[i] = operand_value (d, m, thread, &c->args.v[i]);
  calls_of_record (d->p, f->f, f->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *call = &d->p->calls.v[k];
    if (call->kind != CALL_NOW || !body_of (d, call->callee))
      continue;
    any = true;
    if (callee.kind == V_FUNCTION && callee.object != call->callee && end - first > 1)
      continue;
    struct machine *next = machine_copy (d, m);
    enter_function (d, next, thread, call->callee, args, n);
    vec_push (&d->todo, next);
  }
  if (any) {
    machine_free (d, m);
    return;
  }
  lose_effects (d, m, thread);
  if (c->flags & CF_NORETURN)
    stop (d, m, thread);
  else
    finish_made (d, m, thread, c);
}

static void start_once (struct trial *d, struct machine *m, uint32_t thread,
                        const struct rec_call *c, const struct model_effect *e)
{
  const struct frame *f = top (m, thread);
  uint32_t object, first, end;
  int64_t offset;
  if (!place_address (d, m, thread, c, &e->op[ONCE_CONTROL], &object, &offset)) {
    schedules_refuse (d, "an unknown pointer");
    machine_free (d, m);
    return;
  }
  struct memory_cell *at = memory_cell (d, m, object, offset, CELL_ONCE, true);
  if (at->v.n == 2) {
    finish (d, m, thread, c, value_int (0));
    return;
  }
  at->v = (struct value){.kind = V_INT, .n = 1};
  calls_of_record (d->p, f->f, f->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *call = &d->p->calls.v[k];
    if (call->kind != CALL_NOW || d->p->models[call->callee] || !body_of (d, call->callee))
      continue;
    struct machine *next = machine_copy (d, m);
    enter_function (d, next, thread, call->callee, NULL, 0);
    struct strand *s = &next->threads[thread];
    s->frames[s->n_frames - 1].once = 1 + object;
    s->frames[s->n_frames - 1].once_at = (int32_t)offset;
    vec_push (&d->todo, next);
  }
  machine_free (d, m);
}

/* The lock, semaphore or barrier of an effect. */
static const struct model_operand *subject (const struct model_effect *e)
{
  switch (e->kind) {
  case EFFECT_ACQUIRE:
    return &e->op[ACQUIRE_LOCK];
  case EFFECT_RELEASE:
    return &e->op[RELEASE_LOCK];
  case EFFECT_INIT:
    return &e->op[INIT_LOCK];
  case EFFECT_WAIT:
    return &e->op[WAIT_LOCK];
  case EFFECT_SEM_WAIT:
    return &e->op[SEM_WAIT_SEM];
  case EFFECT_SEM_POST:
    return &e->op[SEM_POST_SEM];
  case EFFECT_BARRIER_WAIT:
    return &e->op[BARRIER_WAIT_BARRIER];
  case EFFECT_ONCE:
    return &e->op[ONCE_CONTROL];
  default:
    return NULL;
  }
}

static bool is_shared (const struct model_effect *e)
{
  return e->kind == EFFECT_ACQUIRE && e->op[ACQUIRE_MODE].u.keyword == MODE_SHARED;
}

static void initialise (struct trial *d, struct machine *m, uint32_t thread,
                        const struct rec_call *c, const struct model_effect *e, uint32_t object,
                        int64_t offset)
{
  struct value v = argument (d, m, thread, c, &e->op[INIT_VALUE]);
  uint8_t class = e->op[INIT_CLASS].u.keyword;
  if (class == LOCK_SEM) {
    struct memory_cell *s = memory_cell (d, m, object, offset, CELL_SEMAPHORE, true);
    s->v = v.kind == V_INT && v.n >= 0 && v.n <= MOST_COUNT ? v : (struct value){0};
  } else if (class == LOCK_BARRIER) {
    struct memory_cell *b = memory_cell (d, m, object, offset, CELL_BARRIER, true);
    bool known = v.kind == V_INT && v.n > 0 && v.n <= MOST_THREADS;
    b->v = (struct value){.kind = V_INT, .object = known ? (uint32_t)v.n : UINT32_MAX};
    if (!known)
      schedules_refuse (d, "a barrier for nobody knows how many");
  }
}

/* What a lock, semaphore or barrier does that the search knows. */
static void execute_known (struct trial *d, struct machine *m, uint32_t thread,
                           const struct rec_call *c, const struct model_effect *e, uint32_t object,
                           int64_t offset)
{
  struct memory_cell *at;
  bool shared = is_shared (e);
  switch (e->kind) {
  case EFFECT_ACQUIRE:
    fail (d, m, thread, c, e->outcome);
    if (!is_free (d, m, thread, object, offset, shared)) {
      machine_free (d, m);
      return;
    }
    take (d, m, thread, object, offset, shared);
    finish_outcome (d, m, thread, c, e->outcome, true);
    return;
  case EFFECT_RELEASE:
    give (d, m, thread, object, offset);
    break;
  case EFFECT_WAIT:
    give (d, m, thread, object, offset);
    m->threads[thread].status = T_WAITS;
    vec_push (&d->todo, m);
    return;
  case EFFECT_INIT:
    initialise (d, m, thread, c, e, object, offset);
    break;
  case EFFECT_SEM_WAIT:
    fail (d, m, thread, c, e->outcome);
    at = memory_cell (d, m, object, offset, CELL_SEMAPHORE, true);
    if (at->v.kind == V_INT && !at->v.n) {
      machine_free (d, m);
      return;
    }
    if (at->v.kind == V_INT)
      at->v.n--;
    finish_outcome (d, m, thread, c, e->outcome, true);
    return;
  case EFFECT_SEM_POST:
    at = memory_cell (d, m, object, offset, CELL_SEMAPHORE, true);
    if (e->op[SEM_POST_NUMBER].u.keyword != NUMBER_ONE)
      at->v = (struct value){0};
    if (at->v.kind == V_INT && ++at->v.n > MOST_COUNT)
      schedules_refuse (d, "a semaphore is posted too often");
    break;
  case EFFECT_BARRIER_WAIT:
    at = memory_cell (d, m, object, offset, CELL_BARRIER, false);
    if (!at) {
      schedules_refuse (d, "a barrier for nobody knows how many");
      break;
    }
    arrive (d, m, thread, at);
    return;
  default:
    break;
  }
  finish (d, m, thread, c, e->outcome ? (struct value){0} : value_int (0));
}

static bool uses_null (struct trial *d, const struct machine *m, uint32_t thread,
                       const struct rec_call *c, const struct model_effect *e)
{
  const struct model_operand *o = subject (e);
  for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++)
    if (e->kind == atomics[i].kind)
      o = &e->op[atomics[i].memory];
  return o && o->kind == MODEL_PLACE && o->u.place.derefs == 1 &&
         value_is_null (argument (d, m, thread, c, o));
}

/* A critical section of readers that try again, or of one processor. */
static bool excludes_nobody (const struct model_effect *e)
{
  if (e->kind != EFFECT_ACQUIRE && e->kind != EFFECT_RELEASE)
    return false;
  uint8_t class = e->op[e->kind == EFFECT_ACQUIRE ? (int)ACQUIRE_CLASS : (int)RELEASE_CLASS].u.keyword;
  return class == LOCK_RCU || class == LOCK_SEQ || class == LOCK_IRQ;
}

/* Whether the search knows all that the function does. */
static bool is_known (const struct model *m, const struct rec_call *c)
{
  uint32_t n = 0;
  if (effect_in (m, unknown, sizeof unknown / sizeof *unknown))
    return false;
  for (uint32_t i = 0; i < m->n_effects; i++)
    for (size_t k = 0; k < sizeof synchronising / sizeof *synchronising; k++)
      if (m->effects[i].kind == synchronising[k]) {
        n++;
        if (m->effects[i].guard && effect_happens (c, &m->effects[i]) != ANSWER_YES)
          return false;
      }
  return n <= 1;
}

void execute_call (struct trial *d, struct machine *m, uint32_t thread, const struct rec_call *c)
{
  const struct frame *f = top (m, thread);
  const struct model *model = model_at (d, f->f, f->record);
  const struct model_effect *e = model ? main_effect (model) : NULL;
  uint32_t object;
  int64_t offset;
  if (model && !is_known (model, c))
    schedules_refuse (d, model->name);
  if (!e) {
    call_function (d, m, thread, c);
    return;
  }
  if (uses_null (d, m, thread, c, e)) {
    machine_free (d, m);
    return;
  }
  if (execute_atomic (d, m, thread, c, e))
    return;
  switch (e->kind) {
  case EFFECT_FORK:
    fork_any (d, m, thread, c, e);
    return;
  case EFFECT_JOIN:
    join (d, m, thread, c, e);
    return;
  case EFFECT_ONCE:
    start_once (d, m, thread, c, e);
    return;
  case EFFECT_THREAD_EXIT:
    m->threads[thread] = (struct strand){.status = T_DONE};
    vec_push (&d->todo, m);
    return;
  case EFFECT_EXIT:
  case EFFECT_NORETURN:
    stop (d, m, thread); /* others may go on for a while */
    return;
  case EFFECT_SELF:
    finish (d, m, thread, c, (struct value){.kind = V_THREAD, .n = thread});
    return;
  case EFFECT_EQUAL: {
    int equal = value_compare (OP_EQ, argument (d, m, thread, c, &e->op[EQUAL_A]),
                               argument (d, m, thread, c, &e->op[EQUAL_B]), false);
    finish (d, m, thread, c, equal < 0 ? (struct value){0} : value_int (equal));
    return;
  }
  default:
    break;
  }
  const struct model_operand *what = subject (e);
  if (excludes_nobody (e)) {
    finish_outcome (d, m, thread, c, e->outcome, true);
    return;
  }
  if (what && place_address (d, m, thread, c, what, &object, &offset)) {
    execute_known (d, m, thread, c, e, object, offset);
    return;
  }
  /* An unknown lock excludes nobody. */
  if (e->kind != EFFECT_ACQUIRE && what && may_be_known (d, m, thread, c, what))
    schedules_refuse (d, "an unknown lock");
  fail (d, m, thread, c, e->outcome);
  finish_outcome (d, m, thread, c, e->outcome, true);
}

bool call_is_enabled (struct trial *d, const struct machine *m, uint32_t thread,
                      const struct rec_call *c)
{
  const struct model *model = model_at (d, top (m, thread)->f, top (m, thread)->record);
  const struct model_effect *e = model ? main_effect (model) : NULL;
  uint32_t object;
  int64_t offset;
  if (!e)
    return true;
  if (e->kind == EFFECT_JOIN) {
    struct value v = argument (d, m, thread, c, &e->op[JOIN_HANDLE]);
    return v.kind != V_THREAD || m->threads[v.n].status == T_DONE ||
           (e->outcome && !e->outcome->expected);
  }
  const struct model_operand *what = subject (e);
  if (!what || excludes_nobody (e) || !place_address (d, m, thread, c, what, &object, &offset))
    return true;
  if (e->outcome && !e->outcome->expected && e->kind != EFFECT_WAIT)
    return true; /* it may fail */
  const struct memory_cell *at;
  switch (e->kind) {
  case EFFECT_ACQUIRE:
    return is_free (d, m, thread, object, offset, is_shared (e));
  case EFFECT_WAIT:
    return m->threads[thread].status == T_READY ||
           is_free (d, m, thread, object, offset, false);
  case EFFECT_SEM_WAIT:
    at = memory_cell (d, (struct machine *)m, object, offset, CELL_SEMAPHORE, false);
    return !at || at->v.kind != V_INT || at->v.n;
  case EFFECT_ONCE:
    at = memory_cell (d, (struct machine *)m, object, offset, CELL_ONCE, false);
    return !at || at->v.n != 1;
  default:
    return true;
  }
}

void resume_call (struct trial *d, struct machine *m, uint32_t thread, const struct rec_call *c)
{
  struct strand *s = &m->threads[thread];
  const struct model_effect *e;
  uint32_t object = 0;
  int64_t offset = 0;
  if (s->status == T_NEW) {
    s->status = T_READY;
    vec_push (&d->todo, m);
    return;
  }
  e = main_effect (model_at (d, top (m, thread)->f, top (m, thread)->record));
  if (!place_address (d, m, thread, c, subject (e), &object, &offset))
    schedules_refuse (d, "an unknown pointer");
  if (s->status == T_PASSES) {
    pass_barrier (d, m, thread, c, memory_cell (d, m, object, offset, CELL_BARRIER, true));
    return;
  }
  s->status = T_READY;
  take (d, m, thread, object, offset, false);
  finish (d, m, thread, c, (struct value){0});
}

bool only_enables (const struct trial *d, const struct machine *m, uint32_t thread)
{
  const struct strand *s = &m->threads[thread];
  if (s->status != T_READY)
    return s->status == T_NEW;
  const struct model *model = model_at (d, top (m, thread)->f, top (m, thread)->record);
  const struct model_effect *e = model ? main_effect (model) : NULL;
  return e && (e->kind == EFFECT_RELEASE || e->kind == EFFECT_SEM_POST);
}
