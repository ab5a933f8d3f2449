/* Findings: waits that no proof understands.  If a thread must pass a loop that looks at a word or
   waits for a condition, or read from a pipe, before it comes to one access, and the other thread
   sets that word, signals the condition, or writes into a pipe, behind the other one, then that may
   order them: nobody can be certain of the race.  If the condition is one of a few, as in functions
   for queues, that holds unless both threads come there again and again: then one is at it while
   the other waits for the next time.  There it is the same if the second thread wakes a third one,
   which wakes the first.

   Functions are looked at when they are asked for; few races are certain otherwise. */

#include "findings-internal.h"
#include "flow.h"
#include "permits.h"

/* Words, as locations, and whether pipes, too. */
struct words {
  setid at;
  setid few; /* one of these conditions */
  bool pipes;
};

/* A call that may look at words, or send them: what its model does, or the callee. */
struct wait_call {
  uint32_t record;
  bool waits; /* for a condition */
  bool only;  /* there is one callee, or a model */
  struct words sees, sends;
  struct words onward; /* what may be sent from there on; see find_behind */
};

struct function_waits {
  bool known, looks_known;
  VEC (struct wait_call) calls;
  struct words *behind;      /* by component: what may be sent in blocks behind one of its own */
  const uint32_t *behind_in; /* by block: the component */
  struct flow flow;
  uint32_t *loop_of;
  bool *heads;         /* by block: it is the first of a loop */
  struct words waited; /* on every way through it, in a loop */
  struct words looked; /* ... which a loop around its call would make a wait */
  struct words sent;   /* at any time */
  setid awaited;       /* conditions, at any time */
};

struct waits {
  struct arena arena;
  struct function_waits *of; /* by function */
};

static void add_words (struct pointers *p, struct words *to, struct words more)
{
  to->at = sets_union (&p->sets, to->at, more.at);
  to->few = sets_union (&p->sets, to->few, more.few);
  to->pipes |= more.pipes;
}

/* Words that are gathered, so that no large set grows one by one. */
struct gathered {
  vec_u32 at;
  vec_u32 few;
  bool pipes;
};

static void gather_words (const struct pointers *p, struct gathered *to, struct words more)
{
  for (struct set_iter i = sets_each (&p->sets, more.at); set_next (&i);)
    vec_push (&to->at, i.x);
  for (struct set_iter i = sets_each (&p->sets, more.few); set_next (&i);)
    vec_push (&to->few, i.x);
  to->pipes |= more.pipes;
}

static void add_gathered (struct pointers *p, struct words *to, struct gathered *from)
{
  if (from->at.n || from->few.n || from->pipes)
    add_words (p, to,
               (struct words){sets_from (&p->sets, from->at.v, from->at.n),
                              sets_from (&p->sets, from->few.v, from->few.n), from->pipes});
  vec_free (&from->at);
  vec_free (&from->few);
  from->pipes = false;
}

static bool is_pipe (const struct model_operand *o)
{
  return o->kind == MODEL_PLACE && o->u.place.base == MODEL_SAFE && o->u.place.derefs == 2 &&
         !strcmp (o->u.place.name, "pipes");
}

/* The word of an atomic, without those that are understood to be locks. */
static struct words word_of (struct summaries *s, funid f, const struct rec_call *c,
                             const struct model_operand *o)
{
  struct words w = {0};
  if (o->kind != MODEL_PLACE || o->u.place.base != MODEL_ARG || o->u.place.number >= c->args.n)
    return w;
  setid at = points_of_operand (s->p, f, &c->args.v[o->u.place.number]);
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);)
    if (!bitset_has (&s->permits, i.x))
      w.at = sets_add (&s->p->sets, w.at, i.x);
  return w;
}

/* A condition that is one variable; or one of a few, which exist once each: of others there are too
   many to believe that it is the same. */
static struct words condition_of (struct writer *w, funid f, const struct rec_call *c,
                                  const struct model_operand *o)
{
  enum { FEW = 16 };
  const struct pointers *p = w->s->p;
  setid at = word_of (w->s, f, c, o).at;
  uint32_t l;
  if (sets_is_single (&p->sets, at, &l) &&
      p->objects.v.v[loc_object (&p->objects, l)].kind == OBJECT_GLOBAL)
    return (struct words){.at = at};
  bool few = sets_size (&p->sets, at) <= FEW;
  for (struct set_iter i = sets_each (&p->sets, at); few && set_next (&i);)
    few = object_is_unique (w->terms, loc_object (&p->objects, i.x));
  return (struct words){.few = few ? at : SETS_EMPTY};
}

/* Which operands of an atomic are its word and its order; false: it is none. */
static bool atomic_operands (const struct model_effect *e, const struct model_operand **word,
                             const struct model_operand **order)
{
  static const struct {
    uint8_t kind, word, order;
  } atomics[] = {{EFFECT_ATOMIC_LOAD, ATOMIC_LOAD_MEMORY, ATOMIC_LOAD_ORDER},
                 {EFFECT_ATOMIC_STORE, ATOMIC_STORE_MEMORY, ATOMIC_STORE_ORDER},
                 {EFFECT_ATOMIC_RMW, ATOMIC_RMW_MEMORY, ATOMIC_RMW_ORDER},
                 {EFFECT_ATOMIC_CAS, ATOMIC_CAS_MEMORY, ATOMIC_CAS_ORDER}};
  for (unsigned i = 0; i < sizeof atomics / sizeof *atomics; i++)
    if (atomics[i].kind == e->kind) {
      *word = &e->op[atomics[i].word];
      *order = &e->op[atomics[i].order];
      return true;
    }
  return false;
}

/* What a call of a modelled function looks at, if READS, or sends. */
static struct words words_of_model (struct writer *w, funid f, const struct rec_call *c,
                                    const struct model *m, bool reads)
{
  struct summaries *s = w->s;
  struct words all = {0};
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    const struct model_operand *word, *order;
    if (e->kind == (reads ? EFFECT_WAIT : EFFECT_SIGNAL))
      add_words (s->p, &all,
                 condition_of (w, f, c, &e->op[reads ? (int)WAIT_COND : (int)SIGNAL_COND]));
    else if (e->kind == EFFECT_COPY)
      all.pipes |= is_pipe (&e->op[reads ? (int)COPY_FROM : (int)COPY_TO]);
    else if (atomic_operands (e, &word, &order) &&
             (reads ? e->kind != EFFECT_ATOMIC_STORE && orders_reads (c, order)
                    : e->kind != EFFECT_ATOMIC_LOAD && orders_writes (c, order)))
      add_words (s->p, &all, word_of (s, f, c, word));
  }
  return all;
}

static bool is_empty (struct words w)
{
  return !w.at && !w.few && !w.pipes;
}

/* Most calls neither look at words nor send them, and need not be asked again. */
static void find_calls (struct writer *w, funid f, struct function_waits *v)
{
  const struct pointers *p = w->s->p;
  const struct function *b = w->program->functions[f].body;
  for (uint32_t r = 0; r < b->n_records; r++) {
    const struct rec_call *c = (const struct rec_call *)b->records[r];
    struct wait_call call = {.record = r};
    uint32_t first, end;
    if (c->r.kind != REC_call)
      continue;
    calls_of_record (p, f, r, &first, &end);
    call.only = end - first == 1 && p->calls.v[first].kind == CALL_NOW;
    bool bodies = false;
    for (uint32_t k = first; k < end; k++) {
      const struct call_edge *e = &p->calls.v[k];
      const struct model *m = p->models[e->callee];
      if (!m) {
        bodies |= e->kind == CALL_NOW && e->callee && w->program->functions[e->callee].body;
        continue;
      }
      add_words (w->s->p, &call.sends, words_of_model (w, f, c, m, false));
      if (call.only)
        call.sees = words_of_model (w, f, c, m, true);
      call.waits = end - first == 1 && model_has (m, EFFECT_WAIT);
    }
    if (bodies || call.waits || !is_empty (call.sees) || !is_empty (call.sends))
      vec_push (&v->calls, call);
  }
}

static struct function_waits *waits_of (struct writer *w, funid f)
{
  const struct function *b = w->program->functions[f].body;
  struct function_waits *v = &w->waits->of[f];
  if (v->known)
    return v;
  v->known = true;
  v->flow = *flow_of (w->program, f);
  v->loop_of = flow_loops (&w->waits->arena, &v->flow);
  v->heads = ARENA_ARRAY (&w->waits->arena, b->n_blocks, bool);
  find_calls (w, f, v);
  const struct csr *back = &v->flow.predecessors;
  for (uint32_t i = 0; i < b->n_blocks; i++)
    for (uint32_t k = back->first[i]; k < back->first[i + 1]; k++)
      v->heads[i] |= dominates (&v->flow.dominators, i, back->targets[k]);
  return v;
}

/* Whether the record is in a loop that the other one is behind. */
static bool is_in_loop_before (const struct function_waits *v, uint32_t record, uint32_t other)
{
  uint32_t block = v->flow.block_of[record], at = v->flow.block_of[other];
  uint32_t loop = v->heads[block] ? block : v->loop_of[block];
  if (loop == NODE_NONE)
    return false;
  for (at = v->heads[at] ? at : v->loop_of[at]; at != NODE_NONE; at = v->loop_of[at])
    if (at == loop)
      return false;
  return true;
}

static void look_through (struct writer *w, funid f);

/* What a call looks at or has waited for. */
static void words_of_call (struct writer *w, funid f, const struct wait_call *c,
                           struct words *waited, struct words *looked)
{
  const struct pointers *p = w->s->p;
  uint32_t first, end;
  calls_of_record (p, f, c->record, &first, &end);
  funid callee = c->only ? p->calls.v[first].callee : 0;
  if (c->only && p->models[callee]) {
    *looked = c->sees;
    waited->pipes = looked->pipes;
  } else if (callee && w->program->functions[callee].body) {
    look_through (w, callee);
    *waited = w->waits->of[callee].waited;
    *looked = w->waits->of[callee].looked;
  }
}

/* Whether the call waits for a condition in a loop that must be passed before the other record: it
   need not come to the wait itself. */
static bool waits_in_passed_loop (const struct function_waits *v, const struct wait_call *c,
                                  uint32_t other)
{
  uint32_t block = v->flow.block_of[c->record];
  uint32_t loop = v->heads[block] ? block : v->loop_of[block];
  return c->waits && loop != NODE_NONE && is_in_loop_before (v, c->record, other) &&
         dominates (&v->flow.dominators, loop, v->flow.block_of[other]);
}

/* Whether the call is passed on every way to the record. */
static bool is_passed (const struct function_waits *v, const struct wait_call *c, uint32_t record)
{
  return c->record != record &&
         (flow_dominates (&v->flow, c->record, record) || waits_in_passed_loop (v, c, record));
}

/* Adds what is waited for on every way to the record. */
static void add_before (struct writer *w, funid f, uint32_t record, struct words *waited,
                        struct words *looked)
{
  struct function_waits *v = waits_of (w, f);
  struct gathered behind = {0}, around = {0};
  for (uint32_t i = 0; i < v->calls.n; i++) {
    struct words has = {0}, sees = {0};
    const struct wait_call *c = &v->calls.v[i];
    if (!is_passed (v, c, record))
      continue;
    words_of_call (w, f, c, &has, &sees);
    gather_words (w->s->p, &behind, has);
    gather_words (w->s->p, is_in_loop_before (v, c->record, record) ? &behind : &around, sees);
  }
  add_gathered (w->s->p, waited, &behind);
  add_gathered (w->s->p, looked, &around);
}

/* The first of the calls that is not before the record. */
static uint32_t first_call (const struct function_waits *v, uint32_t record)
{
  uint32_t low = 0, high = v->calls.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (v->calls.v[middle].record < record)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void add_conditions (struct writer *w, setid *to, struct words more)
{
  struct sets *sets = &w->s->p->sets;
  *to = sets_union (sets, *to, sets_union (sets, more.at, more.few));
}

/* Adds what calls among the records from FIRST up to END may send, and conditions that they may
   wait for to AWAITED. */
static void add_sent (struct writer *w, funid f, uint32_t first, uint32_t end, struct words *sent,
                      setid *awaited)
{
  const struct pointers *p = w->s->p;
  struct function_waits *v = waits_of (w, f);
  struct gathered all = {0};
  for (uint32_t i = first_call (v, first); i < v->calls.n && v->calls.v[i].record < end; i++) {
    uint32_t k, last;
    gather_words (p, &all, v->calls.v[i].sends);
    if (v->calls.v[i].waits)
      add_conditions (w, awaited, v->calls.v[i].sees);
    for (calls_of_record (p, f, v->calls.v[i].record, &k, &last); k < last; k++) {
      const struct call_edge *c = &p->calls.v[k];
      if (!p->models[c->callee] && c->kind == CALL_NOW && c->callee &&
          w->program->functions[c->callee].body) {
        add_gathered (w->s->p, sent, &all); /* the callee may call this one */
        look_through (w, c->callee);
        add_words (w->s->p, sent, w->waits->of[c->callee].sent);
        *awaited = sets_union (&w->s->p->sets, *awaited, w->waits->of[c->callee].awaited);
      }
    }
  }
  add_gathered (w->s->p, sent, &all);
}

/* What any call of the function does. */
static void look_through (struct writer *w, funid f)
{
  const struct function *b = w->program->functions[f].body;
  struct function_waits *v = waits_of (w, f);
  if (v->looks_known)
    return;
  v->looks_known = true;
  bool returns = false;
  struct words waited = {0}, looked = {0};
  for (uint32_t r = 0; r < b->n_records; r++) {
    struct words has = {0}, sees = {0};
    if (b->records[r]->kind != REC_return)
      continue;
    add_before (w, f, r, &has, &sees);
    waited.at = returns ? sets_intersection (&w->s->p->sets, waited.at, has.at) : has.at;
    looked.at = returns ? sets_intersection (&w->s->p->sets, looked.at, sees.at) : sees.at;
    waited.few = returns ? sets_intersection (&w->s->p->sets, waited.few, has.few) : has.few;
    waited.pipes = has.pipes && (waited.pipes || !returns);
    returns = true;
  }
  add_sent (w, f, 0, b->n_records, &v->sent, &v->awaited);
  v->waited = waited;
  v->looked = looked;
}

/* What calls among these records may send. */
static struct words sent_among (struct writer *w, funid f, uint32_t first, uint32_t end)
{
  struct words sent = {0};
  setid awaited = SETS_EMPTY;
  add_sent (w, f, first, end, &sent, &awaited);
  return sent;
}

/* What may be sent in the rest of a block, of which CALL is the first one if it is there, and in
   those behind it. */
static struct words sent_from (const struct function_waits *v, uint32_t call, uint32_t block)
{
  return call < v->calls.n && v->flow.block_of[v->calls.v[call].record] == block
             ? v->calls.v[call].onward
             : v->behind[v->behind_in[block]];
}

/* Blocks that come behind each other have the same ones behind them. */
static void find_behind (struct writer *w, funid f, struct function_waits *v)
{
  const struct function *b = w->program->functions[f].body;
  const struct csr *next = &v->flow.successors;
  struct scc scc = scc_find (&w->waits->arena, next);
  struct words *sent = ARENA_ARRAY (&w->waits->arena, next->n, struct words);
  v->behind = ARENA_ARRAY (&w->waits->arena, scc.n, struct words);
  v->behind_in = scc.of;
  for (uint32_t block = 0; block < next->n; block++)
    sent[block] = sent_among (w, f, b->blocks[block].first, b->blocks[block].end);
  for (uint32_t c = 0; c < scc.n; c++)
    for (uint32_t i = scc.first[c]; i < scc.first[c + 1]; i++)
      for (uint32_t k = next->first[scc.members[i]]; k < next->first[scc.members[i] + 1]; k++) {
        uint32_t to = next->targets[k];
        add_words (w->s->p, &v->behind[c], sent[to]);
        if (scc.of[to] != c)
          add_words (w->s->p, &v->behind[c], v->behind[scc.of[to]]);
      }
  for (uint32_t i = v->calls.n; i-- > 0;) {
    uint32_t record = v->calls.v[i].record;
    v->calls.v[i].onward = sent_from (v, i + 1, v->flow.block_of[record]);
    add_words (w->s->p, &v->calls.v[i].onward, sent_among (w, f, record, record + 1));
  }
}

/* Adds what may be sent behind the record. */
static void add_behind (struct writer *w, funid f, uint32_t record, struct words *sent)
{
  struct function_waits *v = waits_of (w, f);
  if (!v->calls.n)
    return;
  if (!v->behind)
    find_behind (w, f, v);
  add_words (w->s->p, sent, sent_from (v, first_call (v, record + 1), v->flow.block_of[record]));
}

/* A record on the way to an access. */
struct passed_by {
  funid f;
  uint32_t record;
};

/* How a thread comes to an access. */
struct around {
  VEC (struct passed_by) steps;
  struct words sent; /* behind it */
  bool repeats;      /* it may come there again */
};

static void add_around (struct writer *w, funid f, uint32_t record, struct around *to)
{
  const struct function_waits *v = waits_of (w, f);
  uint32_t block = v->flow.block_of[record];
  vec_push (&to->steps, ((struct passed_by){f, record}));
  add_behind (w, f, record, &to->sent);
  to->repeats |= v->heads[block] || v->loop_of[block] != NODE_NONE;
}

static struct around find_around (struct writer *w, const struct access_class *c, thread_id thread)
{
  const struct occurrence at_e = occurrence_at (w->c, c->event), *e = &at_e;
  const struct item *items = w->s->items.v;
  struct around all = {0};
  vec_u32 path = {0};
  const vec_u32 *way = routes_to (&w->routes, e->context, thread);
  for (uint32_t i = 0; i < way->n; i++) {
    const struct way *call = &w->c->ways.v[way->v[i]];
    funid f = w->c->v.v[call->from].f;
    if (w->program->functions[f].body && call->record < w->program->functions[f].body->n_records)
      add_around (w, f, call->record, &all);
  }
  item_path (w->s, e->item, &path);
  for (uint32_t i = 0; i < path.n; i++) {
    const struct item *at = &items[path.v[i]];
    if (!at->at_start && !at->via)
      add_around (w, at->function, at->record, &all);
  }
  vec_free (&path);
  return all;
}

/* The conditions that are signalled, and those that threads signal which wait for such. */
static setid passed_on (struct writer *w, const struct words *sent)
{
  struct sets *sets = &w->s->p->sets;
  struct bitset woken = {0};
  setid all = SETS_EMPTY;
  add_conditions (w, &all, *sent);
  for (bool changed = true; changed;) {
    changed = false;
    for (thread_id i = 1; i < w->t->v.n; i++) {
      funid f = w->t->v.v[i].start;
      if (w->t->v.v[i].kind != THREAD_CREATED || !w->program->functions[f].body)
        continue;
      look_through (w, f);
      if (sets_meet (sets, w->waits->of[f].awaited, all) && bitset_add (&woken, i)) {
        add_conditions (w, &all, w->waits->of[f].sent);
        changed = true;
      }
    }
  }
  bitset_free (&woken);
  return all;
}

/* What the other thread sends; conditions that are passed on are asked for only where one of a few
   is waited for. */
struct asked {
  const struct words *sent;
  setid passed_on;
  bool few, knows_passed_on;
};

static bool is_sent (struct writer *w, struct asked *to, struct words waited)
{
  const struct sets *sets = &w->s->p->sets;
  if ((waited.pipes && to->sent->pipes) || sets_meet (sets, waited.at, to->sent->at))
    return true;
  if (!waited.few || !to->few)
    return false;
  if (!to->knows_passed_on)
    to->passed_on = passed_on (w, to->sent);
  to->knows_passed_on = true;
  return sets_meet (sets, waited.few, to->passed_on);
}

/* Whether a call is before the record on every way there, and has waited for what is sent. */
static bool call_waits_for (struct writer *w, const struct passed_by *at, const struct wait_call *c,
                            struct asked *to)
{
  struct words waited = {0}, looked = {0};
  if (!is_passed (waits_of (w, at->f), c, at->record))
    return false;
  words_of_call (w, at->f, c, &waited, &looked);
  return is_sent (w, to, waited) ||
         (is_in_loop_before (waits_of (w, at->f), c->record, at->record) &&
          is_sent (w, to, looked));
}

/* The nearest calls first: most waits are for what comes next. */
static bool waits_for (struct writer *w, const struct around *x, struct asked *to)
{
  if (is_empty (*to->sent))
    return false;
  for (uint32_t k = 0; k < x->steps.n; k++) {
    const struct passed_by *at = &x->steps.v[k];
    const struct function_waits *v = waits_of (w, at->f);
    uint32_t here = first_call (v, at->record);
    for (uint32_t i = here; i-- > 0;)
      if (call_waits_for (w, at, &v->calls.v[i], to))
        return true;
    for (uint32_t i = here; i < v->calls.n; i++)
      if (call_waits_for (w, at, &v->calls.v[i], to))
        return true;
  }
  return false;
}

bool may_be_ordered (struct writer *w, const struct access_class *a, thread_id by_a,
                     const struct access_class *b, thread_id by_b)
{
  if (!w->waits) {
    w->waits = XCNEW (struct waits);
    w->waits->of =
        ARENA_ARRAY (&w->waits->arena, w->program->n_functions + 1, struct function_waits);
  }
  struct around x[2] = {find_around (w, a, by_a), find_around (w, b, by_b)};
  bool ordered = false;
  for (int i = 0; i < 2 && !ordered; i++) {
    struct asked to = {.sent = &x[1 - i].sent, .few = !x[0].repeats || !x[1].repeats};
    ordered = waits_for (w, &x[i], &to);
  }
  vec_free (&x[0].steps);
  vec_free (&x[1].steps);
  return ordered;
}

void waits_end (struct writer *w)
{
  for (uint32_t f = 0; w->waits && f <= w->program->n_functions; f++)
    vec_free (&w->waits->of[f].calls);
  if (w->waits)
    arena_free (&w->waits->arena);
  free (w->waits);
}
