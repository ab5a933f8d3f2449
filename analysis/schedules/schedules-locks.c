/* What a search makes of locks, semaphores and barriers. */

#include "schedules-internal.h"

#include <pthread.h>

/* The lock, semaphore or barrier of an effect. */
const struct model_operand *subject (const struct model_effect *e)
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

/* A critical section of readers that try again, or of one processor. */
bool excludes_nobody (const struct model_effect *e)
{
  if (e->kind != EFFECT_ACQUIRE && e->kind != EFFECT_RELEASE)
    return false;
  uint8_t class =
      e->op[e->kind == EFFECT_ACQUIRE ? (int)ACQUIRE_CLASS : (int)RELEASE_CLASS].u.keyword;
  return class == LOCK_RCU || class == LOCK_SEQ || class == LOCK_IRQ;
}

/* Locks */

static bool is_free (struct trial *d, const struct machine *m, uint32_t thread, uint32_t object,
                     int64_t offset, bool shared)
{
  const struct memory_cell *c =
      memory_cell (d, (struct machine *)m, object, offset, CELL_LOCK, false);
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
bool may_be_known (struct trial *d, const struct machine *m, uint32_t thread,
                   const struct rec_call *c, const struct model_operand *o)
{
  if (o->kind != MODEL_PLACE || o->u.place.base != MODEL_ARG || o->u.place.number >= c->args.n)
    return true;
  setid at = points_of_operand (d->p, top_frame (m, thread)->f, &c->args.v[o->u.place.number]);
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
    const struct model *model = model_at (d, top_frame (m, t)->f, top_frame (m, t)->record);
    const struct frame *f = top_frame (m, t);
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
void execute_lock (struct trial *d, struct machine *m, uint32_t thread, const struct rec_call *c,
                   const struct model_effect *e, uint32_t object, int64_t offset)
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

/* Going on */

bool call_is_enabled (struct trial *d, const struct machine *m, uint32_t thread,
                      const struct rec_call *c)
{
  const struct model *model = model_at (d, top_frame (m, thread)->f, top_frame (m, thread)->record);
  const struct model_effect *e = model ? main_effect (model) : NULL;
  uint32_t object;
  int64_t offset;
  if (!e)
    return true;
  if (e->kind == EFFECT_JOIN) {
    struct value v = argument (d, m, thread, c, &e->op[JOIN_HANDLE]);
    return v.kind != V_THREAD || joins_itself (&v, thread) || has_ended (m, (uint32_t)v.n) ||
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
    return m->threads[thread].status == T_READY || is_free (d, m, thread, object, offset, false);
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
  e = main_effect (model_at (d, top_frame (m, thread)->f, top_frame (m, thread)->record));
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
