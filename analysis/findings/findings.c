/* Findings: races in the words of the source: names, places, ways. */

#include "permits.h"
#include "findings-internal.h"
#include "fingerprint.h"
#include "naming.h"
#include "rules.h"
#include "spelling.h"

#include <string.h>

const char *keep_text (struct writer *w, struct text *t)
{
  const char *kept = arena_strdup (&w->out->arena, text_of (t));
  text_free (t);
  return kept;
}

struct place record_place (const struct writer *w, funid f, uint32_t record)
{
  const struct function *b = w->program->functions[f].body;
  return (struct place){function_unit (w->program, f), b->records[record]->loc};
}

void add_step (struct writer *w, funid f, uint32_t record, struct finding_step *to)
{
  *to = (struct finding_step){w->program->functions[f].name, record_place (w, f, record)};
}

/* The calls from the start of the thread to the access; from what it runs, where others only lead
   there. */
static void set_steps (struct writer *w, const struct occurrence *e, thread_id thread,
                       struct finding_access *out)
{
  uint32_t outer = 0;
  vec_u32 path = {0};
  item_path (w->s, e->item, &path);
  const vec_u32 *way = routes_to (&w->routes, e->context, thread);
  struct finding_step *steps = ARENA_ARRAY (&w->out->arena, way->n + path.n, struct finding_step);
  for (uint32_t i = way->n; i-- > 0;) {
    const struct way *call = &w->c->ways.v[way->v[i]];
    add_step (w, w->c->v.v[call->from].f, call->record, &steps[outer++]);
  }
  for (uint32_t i = 0; i + 1 < path.n; i++) {
    const struct item *at = &w->s->items.v[path.v[i]];
    if (!at->at_start)
      add_step (w, at->function, at->record, &steps[outer++]);
  }
  uint32_t first =
      steps_before (w, thread, steps, outer, w->s->items.v[path.v[path.n - 1]].function);
  out->n_steps = outer - first;
  out->steps = steps + first;
  vec_free (&path);
}

/* Locks */

static const char *lock_name (struct writer *w, funid f, expr_id lock)
{
  struct text t = {0};
  name_memory (w->s, f, lock, 0, &t);
  return keep_text (w, &t);
}

const char *term_name (struct writer *w, uint32_t term)
{
  uint32_t *known = map_at (&w->term_names, term);
  if (!*known) {
    vec_push (&w->names, lock_name (w, map_get (&w->terms->function, term, 1),
                                    map_get (&w->terms->lock, term, 0)));
    *known = w->names.n;
  }
  return w->names.v[*known - 1];
}

bool is_named_lock (const struct writer *w, uint32_t term)
{
  return term_is_lock (w->terms, term) &&
         !is_unnamed_lock (w->s, map_get (&w->terms->function, term, 1),
                           map_get (&w->terms->lock, term, 0));
}

static void set_locks (struct writer *w, const struct occurrence *e, struct finding_access *out)
{
  const struct item *i = &w->s->items.v[e->item];
  uint32_t n = sets_size (&w->s->sets, i->held) + sets_size (&w->terms->sets, e->held.any);
  struct finding_lock *locks = ARENA_ARRAY (&w->out->arena, n, struct finding_lock);
  n = 0;
  struct guards own = terms_of_holds (w->terms, i->function, i->held);
  for (struct set_iter k = sets_each (&w->s->sets, i->held); set_next (&k);) {
    struct hold h = hold_get (w->s, k.x);
    if (!is_token (w->s, h.lock) && !is_stand_in (w->s, h.lock) &&
        !is_no_lock (w->s, i->function, h.lock) && !is_unnamed_lock (w->s, i->function, h.lock))
      locks[n++] = (struct finding_lock){lock_name (w, i->function, h.lock), h.mode == MODE_SHARED};
  }
  for (struct set_iter k = sets_each (&w->terms->sets, e->held.any); set_next (&k);)
    if (!sets_has (&w->terms->sets, own.any, k.x) && is_named_lock (w, k.x))
      locks[n++] = (struct finding_lock){term_name (w, k.x),
                                         !sets_has (&w->terms->sets, e->held.exclusive, k.x)};
  out->n_locks = n;
  out->locks = locks;
}

/* Accesses */

/* Whether the written value was read from the same place in the same expression: x++. */
static bool is_update (const struct writer *w, const struct effect *e)
{
  const struct effects *all = w->s->effects;
  const struct function *b = w->program->functions[e->function].body;
  if (e->mode == MODE_ATOMIC_WRITE) {
    for (uint32_t k = effects_at (all, e->function, e->record); &all->v.v[k] < e; k++)
      if (all->v.v[k].mode == MODE_ATOMIC_READ && all->v.v[k].where == e->where)
        return true;
    return false;
  }
  enum { NEAR = 8 };
  const struct unit *u = function_unit (w->program, e->function);
  uint32_t loc = b->records[e->record]->loc;
  if (e->mode != MODE_WRITE || !loc)
    return false;
  for (const struct effect *x = e; x-- > all->v.v + all->first[e->function];) {
    uint32_t other = b->records[x->record]->loc;
    if (x->record + NEAR < e->record)
      return false;
    if (x->mode == MODE_READ && x->where == e->where && other &&
        u->locs[other].line == u->locs[loc].line && u->locs[other].file == u->locs[loc].file)
      return true;
  }
  return false;
}

/* The function of a library that makes the access; NULL: the program itself does. */
static const char *library_of (const struct writer *w, const struct effect *e)
{
  uint32_t first, end;
  if (e->addr)
    return NULL;
  calls_of_record (w->s->p, e->function, e->record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (w->s->p->models[w->s->p->calls.v[k].callee])
      return w->program->functions[w->s->p->calls.v[k].callee].name;
  return NULL;
}

const char *spelled_at (struct writer *w, const struct effect *e, const struct item *own)
{
  struct text t = {0};
  const struct function *b = w->program->functions[e->function].body;
  if (e->addr)
    spell_access (function_unit (w->program, e->function), b, b->records[e->record], e->addr,
                  e->bytes * 8, &t);
  else if (own->e[0])
    name_memory (w->s, own->function, own->e[0], e->bytes, &t);
  return keep_text (w, &t);
}

enum finding_mode finding_mode_of (const struct writer *w, const struct effect *e)
{
  return e->mode == MODE_FREE ? FINDING_FREE
         : !effect_writes (e) ? FINDING_READ
         : is_update (w, e)   ? FINDING_UPDATE
                              : FINDING_WRITE;
}

bool effect_is_atomic (const struct effect *e)
{
  return e->mode == MODE_ATOMIC_READ || e->mode == MODE_ATOMIC_WRITE;
}

static void set_access (struct writer *w, uint32_t class, thread_id thread,
                        struct finding_access *out)
{
  const struct access_class *c = &w->r->classes.v[class];
  const struct occurrence at_e = occurrence_at (w->c, c->event), *e = &at_e;
  const struct effect *effect = event_effect (w->r, c->event);
  *out = (struct finding_access){.at = record_place (w, effect->function, effect->record),
                                 .mode = (uint8_t)finding_mode_of (w, effect),
                                 .atomic = effect_is_atomic (effect),
                                 .spelled = spelled_at (w, effect, innermost (w->s, e->item)),
                                 .function = w->program->functions[effect->function].name,
                                 .library = library_of (w, effect)};
  set_thread (w, thread, e->context, &out->thread);
  set_steps (w, e, thread, out);
  set_locks (w, e, out);
}

/* Locations */

/* `struct conn.state', as the location has it, or else as the access says. */
static const char *field_of (struct writer *w, loc_id l, uint64_t bytes, const struct effect *e)
{
  struct text t = {0};
  bool known = name_field (w->s, l, bytes, &t) ||
               (e && e->addr && spell_field (function_unit (w->program, e->function), e->addr, &t));
  return known ? keep_text (w, &t) : NULL;
}

void set_location (struct writer *w, loc_id l, uint64_t bytes, const struct effect *e,
                   const struct finding_access *first, struct finding *f)
{
  const struct objects *o = &w->s->p->objects;
  const struct abstract_object *v = &o->v.v[loc_object (o, l)];
  struct text name = {0};
  f->field = field_of (w, l, bytes, e);
  if (name_variable (w->s, l, bytes, &name)) {
    f->location = f->symbol = keep_text (w, &name);
    if (v->kind == OBJECT_GLOBAL) {
      const struct unit *u = w->program->units[w->program->objects[v->a].unit].unit;
      const struct rec_object *r = object_record (w->program, v->a);
      f->declared = spell_symbol (u, r->symbol);
      f->declaration = (struct place){u, u->symbols[r->symbol].r.loc};
    } else if (v->kind == OBJECT_LOCAL &&
               !(w->program->functions[v->a].body->locals[v->b].flags & OF_ARTIFICIAL)) {
      const struct unit *u = function_unit (w->program, v->a);
      const struct rec_local *local = &w->program->functions[v->a].body->locals[v->b];
      f->declared = u->strings[local->name];
      f->declaration = (struct place){u, local->r.loc};
    }
    return;
  }
  text_add (&name, *first->spelled ? first->spelled : "memory");
  bool allocated = v->kind == OBJECT_HEAP || v->kind == OBJECT_STACK;
  if (f->field)
    text_printf (&name, " (%s)", f->field);
  else if (allocated)
    text_printf (&name, " allocated in '%s'", w->program->functions[v->a].name);
  if (allocated)
    f->declaration = record_place (w, v->a, v->b);
  f->location = f->symbol = keep_text (w, &name);
  if (f->field)
    f->symbol = f->field;
  else if (allocated)
    f->symbol = arena_printf (&w->out->arena, "alloc@%s", w->program->functions[v->a].name);
}

/* What is told of it */

/* What the source says about the accesses of a location that races has a purpose. */
static void use_hiding (struct writer *w, loc_id l)
{
  for (uint32_t n = verdicts_list (w->r, l); n && !bitset_has (&w->used, n);
       n = verdicts_next (w->r, n)) { /* lists share their ends */
    const struct effect *e = event_effect (w->r, verdicts_class (w->r, n)->event);
    struct place at = record_place (w, e->function, e->record);
    bitset_add (&w->used, n);
    hiding_use (w->r->hiding, &at, w->program->functions[e->function].name);
  }
}

/* What the user does not want to hear of. */
static void set_hidden (struct writer *w, const struct verdict *v, struct finding *f)
{
  const struct access_class *a = &w->r->classes.v[v->first], *b = &w->r->classes.v[v->other];
  const struct objects *o = &w->s->p->objects;
  bool is_global = o->v.v[loc_object (o, v->loc)].kind == OBJECT_GLOBAL;
  struct hiding *h = w->r->hiding;
  const char *why;
  if (!h)
    return;
  use_hiding (w, v->loc);
  f->hidden = (uint8_t)hidden_pair (a->hidden, b->hidden);
  for (uint32_t i = 0; i < 2 && f->hidden == HIDDEN_IGNORED && !f->why; i++)
    hiding_access (h, &f->accesses[i].at, f->accesses[i].function, &f->why);
  if (hiding_location (h, &f->declaration, is_global ? f->declared : NULL, f->field, &why) &&
      f->hidden != HIDDEN_IGNORED) {
    f->hidden = HIDDEN_IGNORED;
    f->why = why;
  }
  f->why = f->why ? arena_strdup (&w->out->arena, f->why) : NULL;
}

static bool is_same_line (struct place a, struct place b)
{
  return a.unit == b.unit && a.loc && b.loc &&
         a.unit->locs[a.loc].line == b.unit->locs[b.loc].line &&
         a.unit->locs[a.loc].file == b.unit->locs[b.loc].file;
}

enum { MOST_SHOWN = 8 };

/* The other accesses of a class, by each of its threads. */
static void add_more (struct writer *w, const struct verdict *v, uint32_t class,
                      struct finding_access *accesses, uint32_t *n)
{
  setid threads = w->r->classes.v[class].threads;
  vec_u32 *list = &w->threads;
  vec_resize (list, sets_size (&w->t->sets, threads));
  sets_elements (&w->t->sets, threads, list->v);
  for (uint32_t i = list->n; i-- > 0 && *n < MOST_SHOWN;) {
    struct finding_access *more = &accesses[*n];
    if ((class == v->first && list->v[i] == v->first_thread) ||
        (class == v->other && list->v[i] == v->other_thread))
      continue;
    set_access (w, class, list->v[i], more);
    /* The reading half of `x++' has been told. */
    if (is_same_line (more->at, accesses[0].at) || is_same_line (more->at, accesses[1].at))
      return;
    ++*n;
  }
}

/* Whether A writes and holds a lock for reading that B holds, too. */
static bool writes_as_reader (const struct finding_access *a, const struct finding_access *b)
{
  for (uint32_t i = 0; a->mode != FINDING_READ && i < a->n_locks; i++)
    for (uint32_t k = 0; a->locks[i].shared && k < b->n_locks; k++)
      if (!strcmp (a->locks[i].name, b->locks[k].name))
        return true;
  return false;
}

/* Whether the two meet only because a handler interrupts its own thread. */
static bool is_interruption (struct writer *w, const struct verdict *v)
{
  const struct access_class *a = &w->r->classes.v[v->first], *b = &w->r->classes.v[v->other];
  if (!w->c->interrupts)
    return false;
  w->c->interrupts = false;
  bool parallel =
      contexts_parallel (w->c, (struct moment){v->first_thread, a->alive, a->ended, a->phases},
                         (struct moment){v->other_thread, b->alive, b->ended, b->phases});
  w->c->interrupts = true;
  return !parallel;
}

/* What an interruption cannot divide. */
static bool is_whole (const struct effect *e)
{
  return e->flags & AF_VOLATILE || effect_is_atomic (e);
}

/* Whether nothing better is known than that one of the pointers, or a call on the way, may lead to
   too much. */
static bool is_lost (const struct verdicts *r, const struct verdict *v)
{
  const struct access_class *a = &r->classes.v[v->first], *b = &r->classes.v[v->other];
  const struct sets *threads = &r->c->t->sets;
  return a->merged || b->merged || a->unseen || b->unseen ||
         !sets_has (threads, a->told, v->first_thread) ||
         !sets_has (threads, b->told, v->other_thread);
}

static enum rule rule_of (struct writer *w, const struct verdict *v, const struct finding *f)
{
  const struct objects *o = &w->s->p->objects;
  if (is_interruption (w, v))
    return is_whole (event_effect (w->r, w->r->classes.v[v->first].event)) &&
                   is_whole (event_effect (w->r, w->r->classes.v[v->other].event))
               ? N_RULES
               : RULE_SIGNAL;
  if (o->v.v[loc_object (o, v->loc)].kind == OBJECT_LIBRARY)
    return RULE_HIDDEN_STATE;
  if (is_lost (w->r, v))
    return RULE_LOST;
  return writes_as_reader (&f->accesses[0], &f->accesses[1]) ||
                 writes_as_reader (&f->accesses[1], &f->accesses[0])
             ? RULE_READ_LOCK
             : RULE_RACE;
}

/* False: nobody has asked for it. */
static bool make_race (struct writer *w, const struct verdict *v, struct finding *out)
{
  struct finding f = {0};
  struct finding_access *accesses = ARENA_ARRAY (&w->out->arena, MOST_SHOWN, struct finding_access);
  f.accesses = accesses;
  set_access (w, v->first, v->first_thread, &accesses[0]);
  set_access (w, v->other, v->other_thread, &accesses[1]);
  f.n_accesses = 2;
  f.rule = (uint8_t)rule_of (w, v, &f);
  if (f.rule == N_RULES || !(w->asked & rule_bit (f.rule)))
    return false;
  for (uint32_t n = verdicts_list (w->r, v->loc); n && f.n_accesses < MOST_SHOWN;
       n = verdicts_next (w->r, n))
    add_more (w, v, w->r->nodes.v[n].class, accesses, &f.n_accesses);
  /* A library function touches more than that: the other access names it. */
  bool other = accesses[0].library && !accesses[1].library && *accesses[1].spelled;
  const struct effect *e = event_effect (w->r, w->r->classes.v[other ? v->other : v->first].event);
  set_location (w, v->loc, e->bytes, e, &accesses[other], &f);
  set_doubt (w, v, &f);
  set_hidden (w, v, &f);
  *out = f;
  return true;
}

/* Another location on which the accesses of a finding race. */
static void add_other (struct writer *w, const struct verdict *v, uint32_t number)
{
  struct finding *f = &w->out->v.v[number];
  enum { MOST_OTHERS = 8, MOST_TRIED = 64 }; /* most locations have the name of one before */
  struct finding other = {.n_accesses = f->n_accesses, .accesses = f->accesses};
  if (f->n_others == MOST_OTHERS || (!f->hidden && w->covered.v[number] > MOST_TRIED))
    return;
  const struct effect *e = event_effect (w->r, w->r->classes.v[v->first].event);
  set_location (w, v->loc, e->bytes, e, f->accesses, &other);
  set_hidden (w, v, &other);
  bool known = !strcmp (f->symbol, other.symbol);
  for (uint32_t i = 0; i < f->n_others; i++)
    known |= !strcmp (f->others[i], other.symbol);
  if (!f->others)
    f->others = ARENA_ARRAY (&w->out->arena, MOST_OTHERS, const char *);
  if (!known)
    f->others[f->n_others++] = other.symbol;
  if (f->hidden && !other.hidden) { /* it is told by the name that may be told */
    const char *hidden = f->symbol;
    for (uint32_t i = 0; i < f->n_others; i++)
      if (f->others[i] == other.symbol)
        f->others[i] = hidden;
    f->symbol = other.symbol;
    f->location = other.location;
    f->field = other.field;
    f->declared = other.declared;
    f->declaration = other.declaration;
    f->hidden = HIDDEN_NOT;
    w->locations.v[number] = v->loc;
  }
}

/* What findings are told apart by: the two accesses; and, if one of them is to many fields, that
   one and the object: who frees or copies a struct races with all who use it.  A few of those are
   told one by one, for their places; many are one race. */
struct finding_keys {
  uint64_t pair, object; /* 0: none */
};

enum { MOST_TOLD = 8 };

static struct finding_keys keys_of (const struct writer *w, const struct verdict *v)
{
  enum { WORD = 8 };
  const struct objects *o = &w->s->p->objects;
  const uint32_t classes[] = {v->first, v->other};
  uint32_t effects[2];
  struct finding_keys keys = {0, 0};
  for (int i = 0; i < 2; i++) {
    uint32_t item = w->c->occurrences.v[w->r->classes.v[classes[i]].event].item;
    effects[i] = innermost (w->s, item)->effect;
    const struct effect *e = &w->s->effects->v.v[effects[i]];
    if (!keys.object && (e->mode == MODE_FREE || !e->bytes || e->bytes > WORD))
      keys.object = hash_add (hash_u64 (effects[i]), loc_object (o, v->loc));
  }
  keys.pair = map_pair (effects[0], effects[1]);
  return keys;
}

/* How many pairs of accesses race on the same object with the same access to many fields. */
static void count_pairs (const struct writer *w, struct map *pairs_of)
{
  struct map seen = {0};
  for (uint32_t i = 0; i < w->r->v.n; i++) {
    const struct verdict *v = &w->r->v.v[i];
    struct finding_keys k = v->kind == VERDICT_RACE ? keys_of (w, v) : (struct finding_keys){0, 0};
    if (k.object && map_add (&seen, hash_add (k.object, k.pair), 1))
      ++*map_at (pairs_of, k.object);
  }
  map_free (&seen);
}

/* The finding that tells of the race, too; 0: none.  A race that is known for certain is told of
   itself, unless one of the same two accesses is. */
static uint32_t told_by (struct writer *w, const struct map *known, struct finding_keys k,
                         const struct verdict *v)
{
  uint32_t number = map_get (known, k.pair, 0);
  if (number || !k.object)
    return number;
  struct finding f;
  number = map_get (known, k.object, 0);
  return number && make_race (w, v, &f) &&
                 finding_confidence (&f) < finding_confidence (&w->out->v.v[number - 1])
             ? 0
             : number;
}

static void keep_number (struct map *known, struct finding_keys k, uint32_t number)
{
  map_set (known, k.pair, number);
  if (k.object)
    map_set (known, k.object, number);
}

void findings_make (struct findings *f, const struct verdicts *r, const struct misuses *misuses,
                    uint32_t asked)
{
  struct writer w = {.out = f,
                     .r = r,
                     .c = r->c,
                     .t = r->c->t,
                     .s = r->c->t->s,
                     .terms = r->c->terms,
                     .asked = asked,
                     .small = is_small_program (r->c->t->s->p->objects.program),
                     .program = r->c->t->s->p->objects.program};
  routes_init (&w.routes, r->c);
  uint32_t lost = 0; /* locations */
  struct map lost_pairs = {0}, pairs_of = {0};
  struct map pairs = {0}; /* one finding for all locations with a key in common: 1 + its number */
  count_pairs (&w, &pairs_of);
  for (uint32_t i = 0; i < r->v.n; i++) {
    const struct verdict *v = &r->v.v[i];
    if (v->kind != VERDICT_RACE)
      continue;
    struct finding_keys keys = keys_of (&w, v);
    if (map_get (&pairs_of, keys.object, 0) <= MOST_TOLD)
      keys.object = 0;
    if (is_lost (r, v) && !(asked & rule_bit (RULE_LOST))) {
      lost++;
      f->lost += !map_get (&lost_pairs, keys.pair, 0) &&
                 !(keys.object && map_get (&lost_pairs, keys.object, 0));
      keep_number (&lost_pairs, keys, 1);
      continue;
    }
    uint32_t known = told_by (&w, &pairs, keys, v);
    struct finding made;
    if (known) {
      add_other (&w, v, known - 1);
      w.covered.v[known - 1]++;
      keep_number (&pairs, keys, known);
    } else if (make_race (&w, v, &made)) {
      if (!is_explained (&w, v))
        bitset_add (&w.unexplained, f->v.n);
      if (is_stray (&w, v))
        bitset_add (&w.stray, f->v.n);
      vec_push (&f->v, made);
      vec_push (&w.locations, v->loc);
      vec_push (&w.covered, 1);
      keep_number (&pairs, keys, f->v.n);
    }
  }
  map_free (&lost_pairs);
  map_free (&pairs_of);
  map_free (&pairs);
  evidence_start (&w);
  for (uint32_t i = 0; i < f->v.n; i++)
    set_evidence (&w, i);
  evidence_end (&w);
  sort_out_objects (&w);
  waits_end (&w);
  creations_end (&w);
  if (misuses)
    misuse_tell (&w, misuses);
  map_free (&w.term_names);
  vec_free (&w.names);
  vec_free (&w.locations);
  vec_free (&w.covered);
  bitset_free (&w.unexplained);
  bitset_free (&w.stray);
  free (w.comes_surely);
  routes_free (&w.routes);
  vec_free (&w.threads);
  vec_free (&w.runs);
  bitset_free (&w.used);
  f->shared = r->v.n;
  f->guarded = r->count[VERDICT_GUARDED] + r->count[VERDICT_LOCKED];
  f->private_ = r->count[VERDICT_PRIVATE];
  f->read_only = r->count[VERDICT_READ_ONLY];
  f->ordered = r->count[VERDICT_ORDERED];
  f->atomic = r->count[VERDICT_ATOMIC];
  f->racy = r->count[VERDICT_RACE] - lost - f->undecided;
  f->undecided += r->count[VERDICT_UNDECIDED] + lost;
  memcpy (f->rest_on, r->rest_on, sizeof f->rest_on);
  fingerprints_make (f);
}

void findings_free (struct findings *f)
{
  vec_free (&f->v);
  arena_free (&f->arena);
}
