/* Misuse in the words of the source. */

#include "findings-internal.h"
#include "lanes.h"
#include "misuse.h"
#include "naming.h"
#include "permits.h"

static const uint8_t modes[] = {[USE_LOCK] = FINDING_LOCK,
                                [USE_TRY] = FINDING_LOCK,
                                [USE_UNLOCK] = FINDING_UNLOCK,
                                [USE_WAIT] = FINDING_WAIT,
                                [USE_DESTROY] = FINDING_DESTROY};

static const char *name_of (struct writer *w, funid f, expr_id lock)
{
  struct text t = {0};
  name_memory (w->s, f, lock, 0, &t);
  return keep_text (w, &t);
}

/* The calls from the start of the thread to the operation. */
static void set_steps (struct writer *w, const struct misuse_event *m, uint32_t number,
                       struct finding_access *out)
{
  const vec_u32 *way = routes_to (&w->routes, m->context, m->thread);
  uint32_t depth = 0, n = 0;
  for (uint32_t k = number; w->s->operations.v[k].inner; k = w->s->operations.v[k].inner)
    depth++;
  struct finding_step *steps = ARENA_ARRAY (&w->out->arena, way->n + depth, struct finding_step);
  for (uint32_t i = way->n; i-- > 0;) {
    const struct way *call = &w->c->ways.v[way->v[i]];
    add_step (w, w->c->v.v[call->from].f, call->record, &steps[n++]);
  }
  for (uint32_t k = number; w->s->operations.v[k].inner; k = w->s->operations.v[k].inner)
    add_step (w, w->s->operations.v[k].function, w->s->operations.v[k].record, &steps[n++]);
  out->n_steps = n;
  out->steps = steps;
}

/* What the operation finds held: by its functions, and by who calls them. */
static void set_locks (struct writer *w, const struct misuse_event *m, const struct operation *o,
                       struct finding_access *out)
{
  const struct context *x = &w->c->v.v[m->context];
  uint32_t n = sets_size (&w->s->sets, o->held) + sets_size (&w->terms->sets, x->held.any);
  struct finding_lock *locks = ARENA_ARRAY (&w->out->arena, n, struct finding_lock);
  n = 0;
  struct guards own = terms_of_holds (w->terms, o->function, o->held);
  for (struct set_iter k = sets_each (&w->s->sets, o->held); set_next (&k);) {
    struct hold h = hold_get (w->s, k.x);
    if (!is_token (w->s, h.lock) && !is_stand_in (w->s, h.lock) &&
        !is_no_lock (w->s, o->function, h.lock) && !is_unnamed_lock (w->s, o->function, h.lock))
      locks[n++] = (struct finding_lock){name_of (w, o->function, h.lock), h.mode == MODE_SHARED};
  }
  struct guards around = terms_without (w->terms, x->held, x->f, o->released);
  for (struct set_iter k = sets_each (&w->terms->sets, around.any); set_next (&k);)
    if (!sets_has (&w->terms->sets, own.any, k.x) && is_named_lock (w, k.x))
      locks[n++] = (struct finding_lock){term_name (w, k.x),
                                         !sets_has (&w->terms->sets, around.exclusive, k.x)};
  out->n_locks = n;
  out->locks = locks;
}

static void set_operation (struct writer *w, const struct misuse_event *m, uint32_t number,
                           struct finding_access *out)
{
  const struct operation *o = &w->s->operations.v[number], *own = o;
  while (own->inner)
    own = &w->s->operations.v[own->inner];
  *out = (struct finding_access){.at = record_place (w, own->function, own->record),
                                 .mode = modes[o->use],
                                 .spelled = name_of (w, own->function, own->lock),
                                 .function = w->program->functions[own->function].name};
  set_thread (w, m->thread, m->context, &out->thread);
  set_steps (w, m, number, out);
  set_locks (w, m, o, out);
}

/* The lock of ACCESS: as people find it spelled there, or by its name everywhere if it has one. */
static void set_lock (struct writer *w, uint32_t operation, const struct finding_access *access,
                      bool everywhere, struct finding *f)
{
  const struct operation *o = &w->s->operations.v[operation];
  uint32_t l;
  if (sets_is_single (&w->s->p->sets, expr_points (&w->s->x, o->function, o->lock), &l))
    set_location (w, l, 0, NULL, access, f);
  f->location = f->location && everywhere ? f->location : access->spelled;
  f->symbol = f->symbol ? f->symbol : f->location;
}

static void set_hidden (struct writer *w, struct finding *f)
{
  struct hiding *h = w->r->hiding;
  if (!h)
    return;
  uint8_t all = HIDDEN_ELSEWHERE;
  for (uint32_t i = 0; i < f->n_accesses; i++)
    all = (uint8_t)hidden_pair (
        all, (uint8_t)hiding_access (h, &f->accesses[i].at, f->accesses[i].function, &f->why));
  f->hidden = all;
  if (f->hidden != HIDDEN_IGNORED &&
      hiding_location (h, &f->declaration, f->declared, f->field, &f->why))
    f->hidden = HIDDEN_IGNORED;
  f->why = f->why ? arena_strdup (&w->out->arena, f->why) : NULL;
}

static void tell (struct writer *w, const struct misuse *m)
{
  struct finding f = {.rule = m->rule};
  struct finding_access *accesses =
      ARENA_ARRAY (&w->out->arena, LONGEST_CYCLE + 1, struct finding_access);
  f.accesses = accesses;
  for (f.n_accesses = 0; f.n_accesses < m->n; f.n_accesses++)
    set_operation (w, &m->at[f.n_accesses], m->at[f.n_accesses].operation, &accesses[f.n_accesses]);
  if (m->earlier) {
    set_operation (w, &m->at[0], m->earlier, &accesses[f.n_accesses]);
    accesses[f.n_accesses++].mode = FINDING_EARLIER;
  }
  set_lock (w, m->at[0].operation, &accesses[0], m->n > 1, &f);
  if (m->n > 1)
    f.others = ARENA_ARRAY (&w->out->arena, LONGEST_CYCLE, const char *);
  for (uint32_t i = 1; i < m->n; i++) {
    struct finding other = {0};
    set_lock (w, m->at[i].operation, &accesses[i], true, &other);
    f.other_lock = i == 1 ? other.location : f.other_lock;
    f.others[f.n_others++] = other.symbol;
  }
  set_hidden (w, &f);
  vec_push (&w->out->v, f);
}

static void tell_place (struct writer *w, const struct misuse_place *m)
{
  struct finding f = {.rule = m->rule, .said = m->said, .location = m->name, .n_accesses = 1};
  struct finding_access *at = ARENA_ARRAY (&w->out->arena, 1, struct finding_access);
  f.accesses = at;
  *at = (struct finding_access){.at = {m->unit, 0}, .mode = FINDING_PLACE};
  if (m->function) {
    at->at = record_place (w, m->function, m->record);
    at->function = w->program->functions[m->function].name;
  }
  at->spelled = f.location ? f.location : "";
  if (m->loc)
    set_location (w, m->loc, 0, NULL, at, &f);
  f.symbol = f.symbol ? f.symbol : m->name ? m->name : m->said;
  set_hidden (w, &f);
  vec_push (&w->out->v, f);
}

static void set_lane (struct writer *w, uint32_t effect, struct finding_access *out)
{
  const struct effect *e = &w->s->effects->v.v[effect];
  *out = (struct finding_access){.at = record_place (w, e->function, e->record),
                                 .mode = (uint8_t)finding_mode_of (w, e),
                                 .atomic = effect_is_atomic (e),
                                 .spelled = spelled_at (w, e, NULL),
                                 .function = w->program->functions[e->function].name};
}

/* Whether two threads race by these accesses, too, since the loop is shared out. */
static bool is_told (const struct writer *w, const struct finding *f)
{
  const struct finding_access *a = f->accesses;
  for (uint32_t i = 0; i < w->out->v.n; i++) {
    const struct finding *g = &w->out->v.v[i];
    for (uint32_t k = 0; g->n_accesses > 1 && f->n_accesses > 1 && k < 2; k++)
      if (g->accesses[k].at.unit == a[0].at.unit && g->accesses[k].at.loc == a[0].at.loc &&
          g->accesses[1 - k].at.unit == a[1].at.unit && g->accesses[1 - k].at.loc == a[1].at.loc)
        return true;
  }
  return false;
}

/* Iterations of a simd loop. */
static void tell_lanes (struct writer *w, const struct misuse_lanes *m)
{
  static const uint8_t doubts[] = {[LANES_MAY_MEET] = DOUBT_SAME_ELEMENT,
                                   [LANES_IN_STEP] = DOUBT_IN_STEP,
                                   [LANES_MEET] = DOUBT_NONE};
  struct finding f = {.rule = RULE_SIMD};
  struct finding_access *at = ARENA_ARRAY (&w->out->arena, 2, struct finding_access);
  f.accesses = at;
  if (m->effect[0]) {
    const struct effect *e = &w->s->effects->v.v[m->effect[0] - 1];
    const struct effect *other = &w->s->effects->v.v[m->effect[1] - 1];
    f.n_accesses = 2;
    f.doubt = doubts[m->meet];
    set_lane (w, m->effect[0] - 1, &at[0]);
    set_lane (w, m->effect[1] - 1, &at[1]);
    struct set_iter both = sets_each (&w->s->p->sets,
                                      sets_intersection (&w->s->p->sets,
                                                         effect_locations (w->s->p, e),
                                                         effect_locations (w->s->p, other)));
    if (set_next (&both))
      set_location (w, both.x, e->bytes, e, at, &f);
  } else {
    const struct function *b = w->program->functions[m->function].body;
    const struct rec_carried *c = (const struct rec_carried *)b->records[m->record];
    f.n_accesses = 1;
    f.symbol = f.location = function_unit (w->program, m->function)->strings[c->name];
    *at = (struct finding_access){.at = record_place (w, m->function, m->record),
                                  .mode = FINDING_UPDATE,
                                  .spelled = f.location,
                                  .function = w->program->functions[m->function].name};
  }
  set_hidden (w, &f);
  if (!is_told (w, &f))
    vec_push (&w->out->v, f);
}

void misuse_tell (struct writer *w, const struct misuses *m)
{
  for (uint32_t i = 0; i < m->lanes.n; i++)
    tell_lanes (w, &m->lanes.v[i]);
  for (uint32_t i = 0; i < m->places.n; i++)
    tell_place (w, &m->places.v[i]);
  for (uint32_t i = 0; i < m->v.n; i++)
    tell (w, &m->v.v[i]);
}
