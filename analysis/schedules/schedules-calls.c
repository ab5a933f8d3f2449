/* What a search makes of calls: of functions with bodies, of threads; and which of the others is
   meant. */

#include "schedules-internal.h"

#include <pthread.h>

/* Places and values that models mention */

struct value argument (struct trial *d, const struct machine *m, uint32_t thread,
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

/* Which calls */

static const enum effect_kind synchronising[] = {
    EFFECT_ACQUIRE,      EFFECT_RELEASE,      EFFECT_CONVERT,    EFFECT_INIT,
    EFFECT_DESTROY,      EFFECT_WAIT,         EFFECT_SEM_WAIT,   EFFECT_SEM_POST,
    EFFECT_BARRIER_WAIT, EFFECT_ONCE,         EFFECT_FORK,       EFFECT_JOIN,
    EFFECT_ATOMIC_LOAD,  EFFECT_ATOMIC_STORE, EFFECT_ATOMIC_RMW, EFFECT_ATOMIC_CAS,
    EFFECT_THREAD_EXIT,  EFFECT_EXIT,         EFFECT_NORETURN,   EFFECT_SELF,
    EFFECT_EQUAL};

/* What the search does not know. */
static const enum effect_kind unknown[] = {
    EFFECT_ONCE_ENTER,  EFFECT_ONCE_LEAVE, EFFECT_CANCEL,      EFFECT_TEAM_INDEX,
    EFFECT_TEAM_SIZE,   EFFECT_LEAGUE,     EFFECT_TICKET,      EFFECT_CHUNK,
    EFFECT_GROUP_START, EFFECT_GROUP_END,  EFFECT_TASK_DEPEND, EFFECT_SINGLE,
    EFFECT_ITERATION,   EFFECT_CALL,       EFFECT_CALLBACKS,   EFFECT_CLEANUP_PUSH,
    EFFECT_CLEANUP_POP, EFFECT_SETJMP,     EFFECT_LONGJMP,     EFFECT_PROCESS_FORK,
    EFFECT_KEY_CREATE,  EFFECT_CONVERT};

static const struct model_effect *effect_in (const struct model *m, const enum effect_kind *kinds,
                                             size_t n)
{
  for (uint32_t i = 0; i < m->n_effects; i++)
    for (size_t k = 0; k < n; k++)
      if (m->effects[i].kind == kinds[k])
        return &m->effects[i];
  return NULL;
}

const struct model_effect *main_effect (const struct model *m)
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

/* Going on */

void finish (struct trial *d, struct machine *m, uint32_t thread, const struct rec_call *c,
             struct value result)
{
  set_value (d, m, thread, c->r.dst, result);
  step_over (m, thread);
  vec_push (&d->todo, m);
}

static bool is_kept (const struct trial *d, const struct machine *m, uint32_t thread,
                     const struct rec_call *c)
{
  return c->r.dst && d->plans[top_frame (m, thread)->f].number[c->r.dst];
}

/* What the result may be when the effect has happened, or has not. */
void finish_outcome (struct trial *d, struct machine *m, uint32_t thread, const struct rec_call *c,
                     const struct model_outcome *o, bool happened)
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
void fail (struct trial *d, const struct machine *m, uint32_t thread, const struct rec_call *c,
           const struct model_outcome *o)
{
  if (o && (!o->expected || is_kept (d, m, thread, c)))
    finish_outcome (d, machine_copy (d, m), thread, c, o, false);
}

/* Threads */

static void fork_thread (struct trial *d, struct machine *m, uint32_t thread,
                         const struct rec_call *c, const struct model_effect *e, funid start)
{
  const struct model_call *call = e->op[FORK_CALL].u.call;
  struct value arg = {0};
  uint32_t object, number = 0;
  int64_t offset;
  forget_joined (d, m);
  while (number < m->n_threads && m->threads[number].status != T_GONE)
    number++;
  if (call->n_args)
    arg = argument (d, m, thread, c, &call->args[0]);
  if (call->n_args > 1 ||
      (call->n_args && call->args[0].kind == MODEL_PLACE &&
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
  else if (to->kind != MODEL_NONE)
    lose_effects (d, m, thread);
  note_accesses (d, m, thread); /* the thread may run before its handle is written */
  stale_fork (d, m, thread, number, number < m->n_threads);
  m->n_threads += number == m->n_threads;
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
static void fork_any (struct trial *d, struct machine *m, uint32_t thread, const struct rec_call *c,
                      const struct model_effect *e)
{
  const struct frame *f = top_frame (m, thread);
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
  if (joins_itself (&v, thread)) {
    finish_outcome (d, m, thread, c, e->outcome, false);
    return;
  }
  bool done = v.kind != V_THREAD || has_ended (m, (uint32_t)v.n);
  fail (d, m, thread, c, e->outcome);
  if (done && v.kind == V_THREAD) {
    stale_join (d, m, thread, (uint32_t)v.n);
    m->threads[v.n].status = T_JOINED;
  }
  if (done)
    finish_outcome (d, m, thread, c, e->outcome, true);
  else
    machine_free (d, m);
}

/* Calls */

/* Does not come back. */
static void stop (struct trial *d, struct machine *m, uint32_t thread)
{
  m->threads[thread].status = T_STOPPED;
  vec_push (&d->todo, m);
}

/* Which of the objects of a place in the program that allocates exist: CELL_MADE. */
static struct memory_cell *made_at (struct trial *d, struct machine *m, object_id object)
{
  struct memory_cell *made = memory_cell (d, m, object, 0, CELL_MADE, true);
  made->v.kind = V_INT;
  return made;
}

/* A name for a new object; 0: there are too many.  What was lost before is not in there. */
static uint32_t make_instance (struct trial *d, struct machine *m, object_id object)
{
  struct memory_cell *made = made_at (d, m, object);
  uint32_t n = 0;
  while (n < MOST_MADE && made->v.n >> n & 1)
    n++;
  if (n == MOST_MADE)
    return 0;
  made->v.n |= 1 << n;
  uint32_t instance = instance_of (object, FIRST_MADE + n, 0);
  memory_forget (m, instance);
  return instance;
}

/* A function of a library frees what its argument points to; false: nobody knows which object that
   is. */
static bool free_made (struct trial *d, struct machine *m, uint32_t thread,
                       const struct rec_call *c, const struct model *model)
{
  const struct model_effect *e = model->n_effects == 1 ? &model->effects[0] : NULL;
  if (!e || e->kind != EFFECT_FREE || e->guard || e->outcome)
    return false;
  struct value v = argument (d, m, thread, c, &e->op[FREE_POINTER]);
  if (value_is_null (v))
    return true;
  if (v.kind != V_POINTER || v.n || !is_made (v.object))
    return false;
  memory_forget (m, v.object);
  made_at (d, m, object_of_instance (v.object))->v.n &= ~(1 << number_made (v.object));
  return true;
}

/* A new object, for who looks at its address; there may be none. */
static void finish_made (struct trial *d, struct machine *m, uint32_t thread,
                         const struct rec_call *c)
{
  const struct frame *f = top_frame (m, thread);
  const struct model *model = model_at (d, f->f, f->record);
  object_id object = 0;
  for (struct set_iter i = sets_each (&d->p->sets, points_of_value (d->p, f->f, c->r.dst));
       c->r.dst && !object && set_next (&i);)
    if (d->p->objects.v.v[loc_object (&d->p->objects, i.x)].kind == OBJECT_HEAP)
      object = object_at_site (d, loc_object (&d->p->objects, i.x));
  struct value v = {0};
  if (model && model_has (model, EFFECT_ALLOCATE) && is_kept (d, m, thread, c) && object &&
      object <= 0xffff) {
    struct machine *failed = machine_copy (d, m);
    uint32_t instance = make_instance (d, m, object);
    if (instance) {
      finish (d, failed, thread, c, value_int (0));
      v = (struct value){.kind = V_POINTER, .object = instance};
    } else {
      machine_free (d, failed);
    }
  } else if (is_kept (d, m, thread, c)) {
    v = value_input (m);
  }
  finish (d, m, thread, c, v);
}

static void call_function (struct trial *d, struct machine *m, uint32_t thread,
                           const struct rec_call *c)
{
  enum { MOST_ARGS = 16 };
  const struct frame *f = top_frame (m, thread);
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
    if (callee.kind == V_FUNCTION && callee.object != call->callee && end - first > 1 &&
        !d->program->functions[callee.object].resolver)
      continue;
    struct machine *next = machine_copy (d, m);
    enter_function (d, next, thread, call->callee, args, n);
    if (!d->refused)
      copy_arguments (d, m, next, thread, c);
    vec_push (&d->todo, next);
  }
  if (any) {
    machine_free (d, m);
    return;
  }
  const struct model *model = model_at (d, f->f, f->record);
  if (!model || (!execute_bytes (d, m, thread, c, model) && !free_made (d, m, thread, c, model)))
    lose_effects (d, m, thread);
  if (c->flags & CF_NORETURN)
    stop (d, m, thread);
  else
    finish_made (d, m, thread, c);
}

static void start_once (struct trial *d, struct machine *m, uint32_t thread,
                        const struct rec_call *c, const struct model_effect *e)
{
  const struct frame *f = top_frame (m, thread);
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

static bool uses_null (struct trial *d, const struct machine *m, uint32_t thread,
                       const struct rec_call *c, const struct model_effect *e)
{
  const struct model_operand *o = atomic_memory (e);
  if (!o)
    o = subject (e);
  return o && o->kind == MODEL_PLACE && o->u.place.derefs == 1 &&
         value_is_null (argument (d, m, thread, c, o));
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
  const struct frame *f = top_frame (m, thread);
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
  if (e->kind != EFFECT_FORK)
    lose_effects (d, m, thread); /* results in memory */
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
    execute_lock (d, m, thread, c, e, object, offset);
    return;
  }
  /* An unknown lock excludes nobody. */
  if (e->kind != EFFECT_ACQUIRE && what && may_be_known (d, m, thread, c, what))
    schedules_refuse (d, "an unknown lock");
  fail (d, m, thread, c, e->outcome);
  finish_outcome (d, m, thread, c, e->outcome, true);
}

/* Whether others may look at what the record at hand reads and writes, as handles and results. */
static bool others_see (struct trial *d, const struct frame *f)
{
  for (uint32_t k = effects_at (d->effects, f->f, f->record);
       k < d->effects->first[f->f + 1] && d->effects->v.v[k].record == f->record; k++)
    for (struct set_iter i = sets_each (&d->p->sets, effect_span (d, &d->effects->v.v[k]));
         set_next (&i);)
      if (bitset_has (&d->disputed, i.x) || may_decide (d, i.x))
        return true;
  return false;
}

bool only_enables (struct trial *d, const struct machine *m, uint32_t thread)
{
  const struct strand *s = &m->threads[thread];
  if (s->status != T_READY || s->recent)
    return s->status == T_NEW;
  const struct frame *f = top_frame (m, thread);
  const struct model *model = model_at (d, f->f, f->record);
  const struct model_effect *e = model ? main_effect (model) : NULL;
  if (!e)
    return false;
  switch (e->kind) {
  case EFFECT_RELEASE:
  case EFFECT_SEM_POST:
  case EFFECT_WAIT:
  case EFFECT_THREAD_EXIT:
  case EFFECT_EXIT:
  case EFFECT_NORETURN:
    return true;
  case EFFECT_FORK:
    return !others_see (d, f);
  case EFFECT_JOIN: {
    const struct rec_call *c = (const struct rec_call *)body_of (d, f->f)->records[f->record];
    struct value v = argument (d, m, thread, c, &e->op[JOIN_HANDLE]);
    return (v.kind != V_THREAD || joins_itself (&v, thread) || has_ended (m, (uint32_t)v.n)) &&
           !others_see (d, f);
  }
  default:
    return false;
  }
}
